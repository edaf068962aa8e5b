"""Statistics: sums add up, filters are stated in words, and rulesets are never mixed."""

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from events.log.codec import Unreadable
from events.store.event_store import EventStore
from events.store.migrations import RESULTS
from projections import statistics
from projections.statistics import Filters, computed, selecting


@pytest.fixture
def store(to_count: str) -> Iterator[EventStore]:
    """50 games that count: 43 of two players, 7 of three; and one discrepant, one illegal, one unfinished."""
    with EventStore(to_count) as opened:
        yield opened


def rows(store: EventStore, name: str, **filters: Any) -> list[dict[str, Any]]:
    (answer,) = statistics.run(store.connection, name, Filters(**filters))
    return answer.rows


def words(store: EventStore, **filters: Any) -> str:
    (answer,) = statistics.run(store.connection, "factions", Filters(**filters))
    return answer.words


def test_what_came_of_a_game_follows_from_its_seats(store: EventStore) -> None:
    """Counts made on storing equal those in SQL when older stores are migrated: ties, dropped seats, open games."""
    sql = "SELECT game_id, mean_vp, best_vp, lead, winners, dropped_seats FROM games ORDER BY game_id"
    stored = store.connection.execute(sql).fetchall()
    assert {len({row[column] for row in stored}) > 1 for column in range(1, 6)} == {True}
    store.connection.execute("UPDATE games SET mean_vp = -1, best_vp = -1, lead = -1, winners = 9, dropped_seats = 9")
    store.connection.execute(RESULTS)
    assert store.connection.execute(sql).fetchall() == stored


def test_names_are_counted_alike_however_many_there_are(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few are enumerated for speed, many are not."""
    few = {name: rows(store, name) for name in ("repertoires", "rivals", "players")}
    monkeypatch.setattr(selecting, "MOST_NAMES", 1)
    assert {name: rows(store, name) for name in few} == few


def test_every_seat_of_every_valid_game_is_counted_once(store: EventStore) -> None:
    found = rows(store, "factions")
    games = 40 + 6 + 1 + 3
    seats = 40 * 2 + 6 * 3 + 3 + 3 * 2
    assert sum(row["games"] + row["dropped"] for row in found) == seats
    assert sum(row["wins"] for row in found) == pytest.approx(games)
    assert sum(row["dropped"] for row in found) == 1
    for name in ("seats", "players"):
        assert sum(row["games"] + row["dropped"] for row in rows(store, name)) == seats


def test_measures_of_a_faction_are_those_counted_by_hand(store: EventStore) -> None:
    """From the seats and games themselves, without the statistic's SQL."""
    games = store.connection.execute("SELECT game_id FROM games WHERE verdict = 'valid'").fetchall()
    counted: dict[str, list[Any]] = {"margin": [], "vp": [], "rank": [], "wins": [], "expected": []}
    for (game_id,) in games:
        seats = store.connection.execute(
            "SELECT faction, vp, rank, win_share, dropped FROM seats WHERE game_id = ?", [game_id]
        ).fetchall()
        playing = [seat for seat in seats if not seat[4]]
        mean = sum(seat[1] for seat in playing) / len(playing)
        for faction, vp, rank, share, _ in playing:
            if faction == "red":
                for name, value in zip(counted, (vp - mean, vp, rank, share, 1 / len(playing)), strict=True):
                    counted[name].append(value)
    n = len(counted["vp"])
    red = next(row for row in rows(store, "factions") if row["faction"] == "red")
    assert (red["games"], red["wins"]) == (n, pytest.approx(sum(counted["wins"])))
    assert red["win_rate"] == pytest.approx(sum(counted["wins"]) / n)
    for measure, name in (
        ("mean_vp", "vp"),
        ("mean_margin", "margin"),
        ("mean_rank", "rank"),
        ("expected", "expected"),
    ):
        assert red[measure] == pytest.approx(sum(counted[name]) / n), measure


def test_wilson_interval(store: EventStore) -> None:
    """Textbook values: 8 of 10 gives 0.490 to 0.943; the interval for 0 of 5 begins at 0, that for 5 of 5 ends at 1."""
    statistics.define(store.connection)
    ask = "SELECT wilson_low(?, ?), wilson_high(?, ?)"
    assert store.connection.execute(ask, [8, 10, 8, 10]).fetchone() == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert store.connection.execute(ask, [0, 5, 5, 5]).fetchone() == pytest.approx((0, 1), abs=1e-9)


def test_sources_sum_to_the_points(store: EventStore) -> None:
    found = rows(store, "sources", players=2)
    for row in rows(store, "factions", players=2):
        own = [source for source in found if source["faction"] == row["faction"]]
        assert sum(source["vp"] for source in own) == pytest.approx(row["mean_vp"] * row["games"])
        assert sum(source["share"] for source in own) == pytest.approx(1)


def test_games_and_options(store: EventStore) -> None:
    two, three = rows(store, "games")
    assert (two["players"], two["games"], three["players"], three["games"], three["dropped"]) == (2, 43, 3, 7, 1)
    assert two["winning_vp"] > two["mean_vp"]
    (nine,) = [row for row in rows(store, "options") if (row["option"], row["value"]) == ("dice", "3")]
    assert nine["games"] == 3
    assert nine["share"] == pytest.approx(3 / 50)


def test_filters_filter_and_are_stated(store: EventStore) -> None:
    assert words(store) == "nim: 50 games, 107 seats (finished valid games)"
    assert words(store, players=3) == "nim: 7 games, 21 seats (finished valid games; 3 players)"
    assert "3 games" in words(store, options={"dice": "3"})
    assert "dice = 3" in words(store, options={"dice": "3"})
    assert words(store, since="2021-01-01").startswith("nim: 2 games")
    assert "played since 2021-01-01" in words(store, since="2021-01-01")
    assert words(store, discrepant=True).startswith("nim: 51 games")
    assert "valid or discrepant" in words(store, discrepant=True)
    assert all(row["games"] >= 40 for row in rows(store, "factions", min_games=40))
    assert "at least 40 games" in words(store, min_games=40)


def test_a_filter_holds_for_its_own_run_only(store: EventStore) -> None:
    before = rows(store, "factions")
    rows(store, "factions", players=3)
    assert rows(store, "factions") == before


@pytest.mark.parametrize("value", ["9' OR '1'='1", '9" OR 1', "9; DROP TABLE games"])
def test_a_filter_is_no_sql(store: EventStore, value: str) -> None:
    for options in ({"dice": value}, {value: "9"}):
        with pytest.raises(Unreadable, match="expected one that"):
            words(store, options=options)


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        ({"options": {"dice": "9"}}, "found dice = '9', expected one that is stored: 1, 3, 4"),
        ({"options": {"dicee": "2"}}, "found the option 'dicee', expected one that stored games have: .*mean dice"),
        ({"players": 7}, "found 7 players, expected a number that is stored: 2, 3"),
        ({"game": "nimm"}, "found the game 'nimm', expected one that is stored: nim; did you mean nim"),
    ],
)
def test_what_no_stored_game_has_is_refused_with_what_is_stored(
    store: EventStore, filters: dict[str, Any], told: str
) -> None:
    with pytest.raises(Unreadable, match=told):
        words(store, **filters)


def test_small_samples_are_marked(store: EventStore) -> None:
    marked = {row["faction"]: row["small"] for row in rows(store, "factions")}
    assert marked["green"]
    assert not marked["red"]


def test_several_rulesets_are_answered_apart(store: EventStore) -> None:
    store.connection.execute(
        "INSERT INTO games SELECT * REPLACE ('chess' AS game, 'c' || game_id AS game_id) FROM games WHERE players = 3"
    )
    store.connection.execute(
        "INSERT INTO seats SELECT * REPLACE ('c' || game_id AS game_id) FROM seats "
        "WHERE 'c' || game_id IN (SELECT game_id FROM games)"
    )
    for name in (*statistics.queries(), "strength"):
        answers = statistics.run(store.connection, name, Filters())
        assert [answer.game for answer in answers] == ["chess", "nim"]
        assert any(answer.rows for answer in answers)
        assert all(row["game"] == answer.game for answer in answers for row in answer.rows)
    (one,) = statistics.run(store.connection, "games", Filters(game="chess"))
    assert one.rows[0]["games"] == 7
    with pytest.raises(Unreadable, match="chess, nim"):
        statistics.run(store.connection, "games", Filters(game="heaps"))


ALL = [(name, game) for game in ["", *statistics.games()] for name in statistics.queries(game)]


@pytest.mark.parametrize(("name", "game"), ALL)
def test_a_statistic_is_documented_and_runs_in_any_client(store: EventStore, name: str, game: str) -> None:
    """Its first lines are title, grain, columns, caveat; with only the definitions, it counts all clean games."""
    text = statistics.sql(name, game)
    assert text is not None
    head = [line for line in text.splitlines() if line.startswith("--")]
    for word in ("Grain:", "Columns:", "Caveat:", "Filters"):
        assert any(word in line for line in head), word
    if game:
        store.connection.execute("UPDATE games SET game = ?", [game])
    expected = rows(store, name)
    path = store.path
    store.close()
    with duckdb.connect(path, read_only=True) as plain:
        statistics.define(plain)
        cursor = plain.execute(text)
        columns = [column[0] for column in cursor.description or ()]
        found = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    for row, plain_row in zip(expected, found, strict=True):
        del row["small"]
        added = {"group", "rating", "rating_low", "rating_high"} if name == "players" else set()
        assert row.keys() - plain_row.keys() == added
        assert plain_row == {name: pytest.approx(row[name], abs=1e-8) for name in plain_row}


def test_all_parts_of_a_split_are_counted_at_once() -> None:
    """Every statistic in SQL reads only results and tallies: a scan of entries or records takes seconds at size."""
    in_sql = [(name, game) for name, game in ALL if name not in computed.names()]
    assert [one for one in in_sql if not statistics._of_results(*one)] == []


@pytest.mark.parametrize("name", computed.names())
def test_a_computed_statistic_is_documented(name: str) -> None:
    """It is documented like one in SQL, at the beginning of its module, and its title is listed."""
    text = statistics.description(name)
    for word in ("Grain:", "Columns:", "Caveat:", "Filters"):
        assert any(line.startswith(word) for line in text.splitlines()), word
    assert {"name": name, "game": None, "title": text.splitlines()[0].partition(": ")[2]} in statistics.titles()


def test_an_unknown_statistic_is_refused(store: EventStore) -> None:
    with pytest.raises(Unreadable, match="factions, games,"):
        statistics.run(store.connection, "../factions", Filters())


def test_of_very_many_statistics_the_nearest_is_named(db: str) -> None:
    with EventStore(db) as store:
        store.connection.execute("DELETE FROM games")  # those of all rulesets are known
        with pytest.raises(Unreadable, match=r"expected one that `anyturn stats` lists; did you mean factions\?"):
            statistics.run(store.connection, "facions", Filters())
        with pytest.raises(Unreadable, match=r"expected one of actions, .*, warps$"):
            statistics.run(store.connection, "xyzzy", Filters())


@pytest.mark.parametrize(
    ("limits", "counts"),
    [
        ({"since": "2021-01"}, True),
        ({"since": "2021-01-01"}, True),
        ({"since": "2021-02"}, False),
        ({"since": "2021"}, True),
        ({"until": "2021-03"}, False),
        ({"until": "2021-12-31"}, True),
        ({"until": "2021-12"}, True),
        ({"until": "2021"}, True),
        ({"until": "2020"}, False),
    ],
)
def test_a_game_of_which_only_the_year_is_known_counts_if_all_its_days_do(
    store: EventStore, limits: dict[str, str], counts: bool
) -> None:
    store.connection.execute("UPDATE games SET played_at = ''")
    store.connection.execute(
        "UPDATE games SET played_at = '2021' "
        "WHERE game_id = (SELECT min(game_id) FROM games WHERE verdict = 'valid' AND finished)"
    )
    assert words(store, **limits).startswith(f"nim: {int(counts)} game{'' if counts else 's'}, ")
