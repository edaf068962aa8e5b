"""The computed statistics over a store: against an independent computation, filters included."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks.leagues import Plan, clubs, league, store_league
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters, libraries
from projections.statistics.libraries import LibraryMissing
from projections.statistics.strength import estimates
from projections.statistics.strength.results import Results
from tests.projections.statistics.strength import by_definition
from tests.support import PROJECT

PLAN = Plan(games=45, players=6, factions=5, chairs=3, preference=1, drop=0.1)
POINTS = 400 / log(10)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """45 games on two maps, one day each, with player p5 unnamed; one of them has a single seat left, another none."""
    made = league(PLAN, 3)
    terms = made.results.terms.copy()
    terms[terms[:, :, 0] == 5, 0] = -1
    made = replace(made, results=Results(made.results.rank, terms, made.results.sizes, made.results.points))
    with EventStore(str(tmp_path / "league.duckdb")) as store:
        store_league(store.connection, made, maps=2)
    return str(tmp_path / "league.duckdb")


@pytest.fixture
def store(path: str) -> Iterator[EventStore]:
    with EventStore(path) as opened:
        yield opened


def answer(store: EventStore, name: str, **filters: Any) -> statistics.Answer:
    (found,) = statistics.run(store.connection, name, Filters(**filters))
    return found


def played(store: EventStore, where: str = "true") -> list[list[dict[str, Any]]]:
    """The tables that were played to the end, from the stored rows."""
    cursor = store.connection.execute(
        f"SELECT game_id, options ->> '$.map' AS map, seats.* FROM games JOIN seats USING (game_id) WHERE {where} "
        "AND NOT dropped ORDER BY game_id, seat"
    )
    names = [column[0] for column in cursor.description]
    tables: dict[str, list[dict[str, Any]]] = {}
    for row in cursor.fetchall():
        seat = dict(zip(names, row, strict=True))
        tables.setdefault(seat["game_id"], []).append(seat)
    return list(tables.values())


class Independent:
    """The joint model by its definition: plain Python, derivatives by differences."""

    def __init__(self, tables: list[list[dict[str, Any]]], by_map: bool = False) -> None:
        def keys(seat: dict[str, Any]) -> list[Any]:
            faction = (seat["map"] if by_map else None, seat["faction"])
            named = [("player", seat["player"])] if seat["player"] else []
            return [*named, ("faction", *faction), ("seat", seat["start_position"])]

        self.keys = list(dict.fromkeys(key for table in tables for seat in table for key in keys(seat)))
        number = {key: n for n, key in enumerate(self.keys)}
        self.games = [[(s["rank"], tuple(number[key] for key in keys(s))) for s in table] for table in tables]

        self.plays = np.bincount([e for game in self.games for _, own in game for e in own], minlength=len(self.keys))
        self.effects = np.zeros(len(self.keys))
        deviations, prior = self._prior()
        for _ in range(40):
            information = self._information()
            self.covariance = np.linalg.inv(information + prior)
            slope = self._slope(information + np.diag(1 / deviations**2)) - prior @ self.effects
            step = self.covariance @ slope
            self.effects += step
            if abs(step).max() < 1e-3:
                break

    def _prior(self) -> tuple[Any, Any]:
        """The deviations around what is expected, and the precision; with few games, players' choices let expect more.

        A player's effect is then the mean of effects of choice, of deviation 4, over their seats, give or take 1.4.
        """
        people = [n for n, key in enumerate(self.keys) if key[0] == "player"]
        few = self.plays[people].mean() < 40
        deviations = np.array([4.0 if key[0] == "player" and not few else 1.4 for key in self.keys])
        share = np.zeros((len(self.keys), len(self.keys)))
        for game in self.games:
            for _, own in game:
                if self.keys[own[0]][0] == "player":
                    share[own[0], own[1]] += 1 / self.plays[own[0]]
        expected = 4.0**2 * share @ share.T if few else 0.0
        return deviations, np.linalg.inv(np.diag(deviations**2) + expected)

    def _information(self) -> Any:
        """The sum of the information of each game, by differences over its own effects only."""
        total = np.zeros((len(self.keys), len(self.keys)))
        for game in self.games:
            own = sorted({e for _, effects in game for e in effects})
            local = [(rank, tuple(own.index(e) for e in effects)) for rank, effects in game]
            total[np.ix_(own, own)] += by_definition.curvature(
                lambda x, local=local: by_definition.log_chance(local, x), self.effects[own]
            )
        return total

    def _slope(self, information: Any) -> Any:
        """The slope of the likelihood, plus half that of its curvature times the players' uncertainty at the table."""
        found = np.zeros(len(self.keys))
        for game in self.games:
            eta = np.array([sum(self.effects[e] for e in own) for _, own in game])
            apart = [(rank, (seat,)) for seat, (rank, _) in enumerate(game)]
            named = [(n, own[0]) for n, (_, own) in enumerate(game) if self.keys[own[0]][0] == "player"]
            covariance = np.zeros((len(game), len(game)))
            if named:
                seats, players = (list(each) for each in zip(*named, strict=True))
                covariance[np.ix_(seats, seats)] = np.linalg.inv(information[np.ix_(players, players)])

            def chance(at: Any, apart: Any = apart) -> float:
                return by_definition.log_chance(apart, at)

            def against(at: Any, chance: Any = chance, covariance: Any = covariance) -> float:
                return float((by_definition.curvature(chance, at) * covariance).sum() / 2)

            moved = by_definition.slope(chance, eta) + by_definition.slope(against, eta, 1e-2)
            for each, (_, own) in zip(moved, game, strict=True):
                for effect in own:
                    found[effect] += each
        return found

    def contrast(self, number: int) -> tuple[float, float]:
        """An effect against the mean of its group (the same kind, the same map), and its standard error."""
        key = self.keys[number]
        like = [n for n, k in enumerate(self.keys) if k[0] == key[0] and (k[0] != "faction" or k[1] == key[1])]
        row = np.zeros(len(self.keys))
        row[like] = -self.plays[like] / self.plays[like].sum()
        row[number] += 1
        return float(row @ self.effects), float(np.sqrt(row @ self.covariance @ row))

    def rating(self, *key: Any) -> list[float]:
        value, error = self.contrast(self.keys.index(key))
        return [POINTS * (value + width * error) for width in (0, -1.96, 1.96)]


RATING = ("rating", "rating_low", "rating_high")


@pytest.mark.parametrize(("filters", "where"), [({}, "true"), ({"options": {"map": "m1"}}, "map = 'm1'")])
def test_strength_is_that_of_the_definition(store: EventStore, filters: dict[str, Any], where: str) -> None:
    found = answer(store, "strength", **filters)
    tables = played(store, where)
    expected = Independent(tables)
    assert {row["faction"] for row in found.rows} == {f"f{n}" for n in range(5)}
    for row in found.rows:
        rating = expected.rating("faction", None, row["faction"])
        assert [row[name] for name in RATING] == pytest.approx(rating, abs=0.1)
        own = [(seat, len(table)) for table in tables for seat in table if seat["faction"] == row["faction"]]
        assert row["games"] == len(own)
        assert row["win_rate"] == pytest.approx(sum(seat["win_share"] for seat, _ in own) / len(own))
        odds = exp(rating[0] / POINTS)
        assert row["fair_rate"] == pytest.approx(sum(odds / (odds + n - 1) for _, n in own) / len(own), abs=1e-3)
    shrunk = [row["shrunk_rating"] for row in found.rows]
    assert shrunk == sorted(shrunk, reverse=True)


def test_by_map_each_map_is_compared_with_itself(store: EventStore) -> None:
    found = answer(store, "strength", by="map")
    expected = Independent(played(store), by_map=True)
    assert len(found.rows) == 10
    for row in found.rows:
        rating = expected.rating("faction", row["map"], row["faction"])
        assert [row[name] for name in RATING] == pytest.approx(rating, abs=0.1)
    for name in ("m0", "m1"):
        own = [row for row in found.rows if row["map"] == name]
        assert sum(row["rating"] * row["games"] for row in own) == pytest.approx(0, abs=1e-4)


def test_by_seat_and_by_players(store: EventStore) -> None:
    expected = Independent(played(store))
    seats = answer(store, "strength", by="seat").rows
    assert [(row["players"], row["start_position"]) for row in seats] == [(3, 1), (3, 2), (3, 3)]
    for row in seats:
        rating = expected.rating("seat", row["start_position"])
        assert [row[name] for name in RATING] == pytest.approx(rating, abs=0.1)
    by_players = answer(store, "strength", by="players").rows
    assert {row["players"] for row in by_players} == {3}
    plain = {row["faction"]: row["rating"] for row in answer(store, "strength").rows}
    assert {row["faction"]: row["rating"] for row in by_players} == pytest.approx(plain)


def test_differences_are_those_of_the_definition(store: EventStore) -> None:
    """Each two factions once, the higher rated one first, with the variance of their contrast."""
    found = answer(store, "differences").rows
    expected = Independent(played(store))
    assert len(found) == 5 * 4 / 2
    for row in found:
        pair = [expected.keys.index(("faction", None, row[name])) for name in ("faction", "against")]
        contrast = np.zeros(len(expected.keys))
        contrast[pair] = 1, -1
        value, error = contrast @ expected.effects, np.sqrt(contrast @ expected.covariance @ contrast)
        ends = [POINTS * (value + width * error) for width in (0, -1.96, 1.96)]
        names = ("difference", "difference_low", "difference_high")
        assert [row[name] for name in names] == pytest.approx(ends, abs=0.2)
        assert row["games"] == min(expected.plays[pair])
        assert row["joint_low"] < row["difference_low"] < row["joint_high"]
    assert [row["better"] for row in found] == sorted((row["better"] for row in found), reverse=True)
    by_map = answer(store, "differences", by="map").rows
    assert sorted({row["map"] for row in by_map}) == ["m0", "m1"]
    seats = answer(store, "differences", by="seat").rows
    assert {frozenset((row["start_position"], row["against"])) for row in seats} == {
        frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))
    }


def test_joint_intervals_are_wider_and_have_the_same_middle(store: EventStore) -> None:
    for row in answer(store, "strength").rows:
        assert row["joint_low"] < row["rating_low"] < row["rating_high"] < row["joint_high"]
        assert row["joint_low"] + row["joint_high"] == pytest.approx(2 * row["rating"], abs=1e-6)
        assert abs(row["shrunk_rating"]) <= abs(row["rating"]) + 1


def test_clubs_that_never_met_are_not_compared(tmp_path: Path) -> None:
    """Each has its own mean, one sentence says what the data do not allow, and no pair crosses the gap."""
    made = clubs(Plan(games=30, players=6, factions=5, chairs=3), 1.0, 1)
    with EventStore(str(tmp_path / "clubs.duckdb")) as store:
        store_league(store.connection, made)
        found = answer(store, "strength")
        players = answer(store, "players")
        pairs = answer(store, "differences").rows
    clubs_of = {row["faction"]: int(row["faction"][1:]) // 5 for row in found.rows}
    assert [row["group"] for row in found.rows] == [1] * 5 + [2] * 5
    for group in (1, 2):
        own = [row for row in found.rows if row["group"] == group]
        assert len({clubs_of[row["faction"]] for row in own}) == 1
        assert sum(row["rating"] * row["games"] for row in own) == pytest.approx(0, abs=1e-4)
        members = [row for row in players.rows if row["group"] == group]
        assert len({int(row["player"][1:]) // 6 for row in members}) == 1
        mean = sum(row["rating"] * row["games"] for row in members) / sum(row["games"] for row in members)
        assert mean == pytest.approx(1500, abs=1e-4)
    assert len(pairs) == 2 * 10
    assert all(clubs_of[row["faction"]] == clubs_of[row["against"]] for row in pairs)
    for answered, what in ((found, "factions"), (players, "players")):
        assert f"the games do not connect all {what}: they form up to 2 groups" in answered.words


def test_who_met_nobody_has_no_rating(store: EventStore) -> None:
    store.connection.execute("UPDATE seats SET player = '' WHERE player <> 'p0'")
    (row,) = [row for row in answer(store, "players").rows if row["player"]]
    assert (row["player"], row["rating"], row["rating_low"]) == ("p0", None, None)
    store.connection.execute("UPDATE seats SET faction = NULL WHERE faction <> 'f1'")
    (alone,) = answer(store, "strength").rows
    assert (alone["faction"], alone["rating"], alone["shrunk_rating"], alone["margin"]) == ("f1", None, None, None)
    assert alone["win_rate"] is not None


def test_too_many_effects_are_neither_compared_nor_shrunken(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "MOST", 4)
    found = answer(store, "strength").rows
    assert {(row["shrunk_rating"], row["joint_low"]) for row in found} == {(None, None)}
    assert [row["rating"] for row in found] == sorted((row["rating"] for row in found), reverse=True)
    pairs = answer(store, "differences")
    assert pairs.rows == []
    assert "5 effects are too many to compare each two" in pairs.words


def test_players_have_ratings_beside_their_results(store: EventStore) -> None:
    """Nameless seats belong to nobody. The other columns are those of the SQL."""
    found = answer(store, "players")
    expected = Independent(played(store))
    assert {row["player"] for row in found.rows} == {"p0", "p1", "p2", "p3", "p4"}
    for row in found.rows:
        rating = [1500 + each for each in expected.rating("player", row["player"])]
        assert [row[name] for name in RATING] == pytest.approx(rating, abs=0.1)
    sql = store.connection.execute(f"SELECT * FROM ({statistics.sql('players')})").fetchall()
    plain = [[row[name] for name in found.columns if name not in (*RATING, "group")] for row in found.rows]
    assert plain == [pytest.approx(list(row)) for row in sql]


def test_repertoires_are_the_results_of_each_player_with_each_faction(store: EventStore) -> None:
    tables = played(store)
    for row in answer(store, "repertoires").rows:
        own = [
            (seat, seat["vp"] - sum(s["vp"] for s in table) / len(table))
            for table in tables
            for seat in table
            if (seat["player"], seat["faction"]) == (row["player"], row["faction"])
        ]
        assert row["games"] == len(own)
        assert row["wins"] == pytest.approx(sum(seat["win_share"] for seat, _ in own))
        assert row["mean_margin"] == (pytest.approx(sum(margin for _, margin in own) / len(own)) if own else None)


def test_predictions_are_listed_by_method(store: EventStore) -> None:
    found = answer(store, "predict")
    rows = {row["method"]: row for row in found.rows}
    assert set(rows) == {"model", "elo", "weng_lin", "players_only", "faction_rates", "uniform", "setup", "over_time"}
    later = [table for table in played(store)[20:] if len(table) > 1]
    assert {row["games"] for row in found.rows} == {len(later)}
    blank = [0.0] * 3
    ignorance = [
        -by_definition.log_chance([(seat["rank"], (n,)) for n, seat in enumerate(table)], blank) for table in later
    ]
    assert rows["uniform"]["log_loss"] == pytest.approx(sum(ignorance) / len(ignorance))
    assert rows["model"]["excess"] == 0
    assert [row["log_loss"] for row in found.rows] == sorted(row["log_loss"] for row in found.rows)
    for row in found.rows:
        assert row["excess"] == pytest.approx(row["log_loss"] - rows["model"]["log_loss"])
        assert row["excess_low"] <= row["excess"] <= row["excess_high"]


def test_games_without_a_date_are_not_predicted(store: EventStore) -> None:
    store.connection.execute("UPDATE games SET played_at = '' WHERE game_id >= 'g0000030'")
    dated = len(played(store, "played_at <> ''"))
    assert dated < len(played(store))
    assert f"; {dated} games with a date" in answer(store, "predict").words
    store.connection.execute("UPDATE games SET played_at = ''")
    found = answer(store, "predict")
    assert found.rows == []
    assert "0 games with a date, too few" in found.words


def test_the_words_count_nameless_seats(store: EventStore) -> None:
    nameless = sum(not seat["player"] for table in played(store) for seat in table)
    assert f"; {nameless} seats without a player's name" in answer(store, "strength").words
    store.connection.execute("UPDATE seats SET player = 'q' WHERE player = ''")
    assert "name" not in answer(store, "strength").words


def test_a_game_without_factions_rates_players_only(store: EventStore) -> None:
    store.connection.execute("UPDATE seats SET faction = NULL, start_position = NULL")
    found = answer(store, "strength")
    assert found.rows == []
    assert "`anyturn stats players` rates players" in found.words
    with pytest.raises(
        Unreadable, match="found --by seat, expected a split that applies: stored games of terra_mystica have no values"
    ):
        answer(store, "strength", by="seat")
    assert all(row["rating"] for row in answer(store, "players").rows if row["player"])
    methods = {row["method"] for row in answer(store, "predict").rows}
    assert methods == {"model", "over_time", "elo", "weng_lin", "uniform"}


def test_without_games_there_are_no_rows(store: EventStore) -> None:
    for name in ("strength", "players", "predict"):
        assert answer(store, name, since="2999").rows == []


def test_rows_of_few_games_are_left_out_and_the_rest_stays(store: EventStore) -> None:
    every = {row["faction"]: row for row in answer(store, "strength").rows}
    few = min(row["games"] for row in every.values())
    rest = answer(store, "strength", min_games=few + 1).rows
    assert 0 < len(rest) < len(every)
    assert all(row == every[row["faction"]] for row in rest)


def test_filters_of_seats_rate_whole_tables(store: EventStore) -> None:
    """Results are those of the seats; ratings are those of all games in which there is such a seat."""
    ids = [key for (key,) in store.connection.execute("SELECT game_id FROM seats WHERE faction = 'f2'").fetchall()]
    found = {row["player"]: row for row in answer(store, "players", faction="f2").rows}
    strong = answer(store, "strength", faction="f2").rows
    store.connection.execute("DELETE FROM games WHERE game_id NOT IN (SELECT unnest(?))", [ids])
    store.connection.execute("DELETE FROM seats WHERE game_id NOT IN (SELECT unnest(?))", [ids])
    every = {row["player"]: row for row in answer(store, "players").rows}
    own = [seat for table in played(store) for seat in table if seat["faction"] == "f2" and seat["player"]]
    assert set(found) == {seat["player"] for seat in own} <= set(every)
    for player, row in found.items():
        assert row["rating"] == every[player]["rating"]
        assert row["games"] == sum(seat["player"] == player for seat in own)
    assert strong == answer(store, "strength").rows


def rated_seats(store: EventStore, band: tuple[float, float], **filters: Any) -> set[tuple[str, int]]:
    """The seats that a band of ratings selects."""
    answer(store, "games", rating=band, **filters)
    return set(store.connection.execute("SELECT game_id, seat FROM selected_seats").fetchall())


ANY = (float("-inf"), float("inf"))


def test_a_band_of_ratings_knows_earlier_games_only(store: EventStore) -> None:
    """Turning later results round changes nothing; the first 20 games are only learnt from."""
    bands = ((1500.0, float("inf")), (float("-inf"), 1500.0))
    store.connection.execute("UPDATE games SET played_at = '' WHERE game_id = 'g0000044'")
    before = [rated_seats(store, band) for band in bands]
    assert all(before)
    every = rated_seats(store, ANY)
    named = store.connection.execute(
        "SELECT game_id, seat FROM seats WHERE player <> '' AND game_id BETWEEN 'g0000020' AND 'g0000043'"
    ).fetchall()
    assert every == set(named) == before[0] | before[1]
    later = [rated_seats(store, band, since="2020-02-05") for band in bands]
    assert later == [{one for one in seats if one[0] >= "g0000035"} for seats in before]
    store.connection.execute("UPDATE seats SET rank = 4 - rank WHERE NOT dropped AND game_id >= 'g0000035'")
    after = [rated_seats(store, band) for band in bands]
    for old, new in zip(before, after, strict=True):
        assert {one for one in old if one[0] < "g0000036"} == {one for one in new if one[0] < "g0000036"}
    assert before != after
    assert "players rated 1400 to 1600 by earlier games" in answer(store, "players", rating=(1400, 1600)).words
    assert "players rated 1400 or more by earlier" in answer(store, "factions", rating=(1400, float("inf"))).words


def test_without_dates_nobody_has_an_earlier_rating(store: EventStore) -> None:
    """Nor have players in a store of fewer than 20 games."""
    store.connection.execute("UPDATE games SET played_at = '' WHERE game_id >= 'g0000019'")
    assert rated_seats(store, ANY) == set()
    store.connection.execute("UPDATE games SET played_at = ''")
    assert rated_seats(store, ANY) == set()


def test_equal_players_with_high_ratings_win_as_often_as_others(tmp_path: Path) -> None:
    """A rating that knew the results would select those who won: a third of the games of four, instead of a quarter."""
    made = league(Plan(games=600, players=40, skill=1e-9, spread=1e-9), 4)
    with EventStore(str(tmp_path / "equal.duckdb")) as store:
        store_league(store.connection, made)
        players = answer(store, "players").rows
        rates = answer(store, "factions", rating=(1500.0, float("inf"))).rows
    high = [row for row in players if row["rating"] >= 1500]
    assert sum(row["wins"] for row in high) / sum(row["games"] for row in high) > 0.27
    games = sum(row["games"] for row in rates)
    assert games > 500
    assert abs(sum(row["wins"] for row in rates) / games - 0.25) < 3 * (0.25 * 0.75 / games) ** 0.5


@pytest.mark.parametrize("name", ["strength", "players"])
def test_other_splits_are_fitted_part_by_part(store: EventStore, name: str) -> None:
    """A split by month is the same as a filter for each month; ratings are then those within the month."""
    ((threads,),) = store.connection.execute("SELECT current_setting('threads')").fetchall()
    split = answer(store, name, by="month").rows
    for month in {row["month"] for row in split}:
        own = [row for row in split if row["month"] == month]
        assert own == [{"month": month} | row for row in answer(store, name, since=month, until=month).rows]
    assert store.connection.execute("SELECT current_setting('threads')").fetchall() == [(threads,)]


def test_what_cannot_be_split_is_refused(store: EventStore) -> None:
    with pytest.raises(Unreadable, match=r"expected one of players, .* map; did you mean map"):
        answer(store, "strength", by="mapp")


def test_without_the_libraries_the_command_to_install_them_is_named(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None if name == "scipy" else find_spec(name))
    for name in ("strength", "predict"):
        with pytest.raises(LibraryMissing, match=r"needs scipy, .* -m pip install numpy scipy$") as raised:
            answer(store, name)
        assert raised.value.status == 2
    found = answer(store, "players")
    assert "rating" not in found.columns
    assert "no ratings" in found.words
    assert "pip install" in found.words


def test_nothing_else_imports_the_libraries(path: str) -> None:
    """In a separate process, where they cannot be imported, the program lists, counts and reports what is missing."""
    program = """
import sys
from importlib.machinery import PathFinder
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *place: None if name in ("numpy", "scipy") else found(name, *place)
import cli
cli.main()
"""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program, *words]
        return subprocess.run(
            command, env=os.environ | {"PYTHONPATH": str(PROJECT)}, capture_output=True, text=True, check=False
        )

    assert "strength" in run("stats").stdout
    assert run("stats", "factions", "--db", path).returncode == 0
    failed = run("stats", "strength", "--db", path)
    assert failed.returncode == 2
    assert failed.stderr.splitlines() == [
        "anyturn: stats strength needs numpy and scipy, not installed here; "
        f"install them with: {sys.executable} -m pip install numpy scipy"
    ]
    assert failed.stdout == ""
