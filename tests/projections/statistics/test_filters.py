"""Every statistic with filters equals its definition over the seats that satisfy them."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.log.codec import Unreadable
from events.problems import count
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from tests.projections.statistics import by_definition, league
from tests.projections.statistics.by_definition import Key, Row, Seat

DEFINITIONS: dict[str, tuple[tuple[str, ...], Callable[[list[Seat]], dict[Key, Row]]]] = {
    "factions": (("faction",), by_definition.by_key(lambda seat: (seat.faction,))),
    "seats": (("players", "start_position"), by_definition.by_key(lambda seat: (len(seat.table.seats), seat.start))),
    "players": (("player",), by_definition.named(lambda seat: (seat.player,))),
    "repertoires": (("player", "faction"), by_definition.named(lambda seat: (seat.player, seat.faction))),
    "sources": (("faction", "source"), by_definition.sources),
    "matchups": (("faction", "against"), by_definition.matchups()),
    "rivals": (("player", "opponent"), by_definition.rivals),
    "trend": (("faction", "period"), by_definition.trend),
    "games": (("players",), by_definition.games),
    "options": (("option", "value"), by_definition.options),
    "endings": (("players", "ending"), by_definition.endings),
    "setup": (("faction", "kind", "tile"), by_definition.setup),
    "openings": (("faction", "structures", "tiles"), by_definition.openings),
    "tiles": (("kind", "tile", "round"), by_definition.tiles),
    "leech": (("faction",), by_definition.leech),
}
"""The columns that distinguish the rows of a statistic, and its definition."""


def _last_day(seat: Seat) -> str:
    """The last day on which a game may have been played; empty if it has no date."""
    played = seat.table.played_at
    return played and f"{played}{'-12-31'[len(played) - 4 :]}"[:10]


FILTERS: dict[str, tuple[dict[str, Any], Callable[[Seat], bool], str]] = {
    "none": ({}, lambda seat: True, "finished valid games)"),
    "players": ({"players": 3}, lambda seat: len(seat.table.seats) == 3, "; 3 players)"),
    "map": ({"options": {"map": "lakes"}}, lambda seat: seat.table.options["map"] == "lakes", "; map = lakes)"),
    "since": ({"since": "2021-07"}, lambda seat: seat.table.played_at >= "2021-07", "; played since 2021-07)"),
    "until": ({"until": "2021-07"}, lambda s: "" < _last_day(s) <= "2021-07-31", "; played until 2021-07)"),
    "day": ({"until": "2022-03-09"}, lambda s: "" < _last_day(s) <= "2022-03-09", "until 2022-03-09)"),
    "finished": ({"ended": "finished"}, lambda seat: not any(s.dropped for s in seat.table.seats), "ended finished)"),
    "dropped": ({"ended": "dropped"}, lambda seat: any(s.dropped for s in seat.table.seats), "that ended dropped)"),
    "faction": ({"faction": "nomads"}, lambda seat: seat.faction == "nomads", "; faction nomads)"),
    "player": ({"player": "ann"}, lambda seat: seat.player == "ann", "; player ann)"),
    "seat": ({"seat": 2}, lambda seat: seat.start == 2, "; start position 2)"),
    "bonus": (
        {"facts": {"bonus": "bonus_6c"}},
        lambda seat: seat.bonus == "bonus_6c",
        "; bonus card of round 1: bonus_6c)",
    ),
    "scoring": (
        {"facts": {"scoring": "score_town"}},
        lambda seat: seat.table.told("draw_scoring_tiles", "tiles")[0] == "score_town",
        "; scoring tile of round 1: score_town)",
    ),
    "final": (
        {"facts": {"final": "outposts"}},
        lambda seat: seat.table.final == "outposts",
        "final scoring tile: outposts)",
    ),
    "season": ({"tags": {"season": "S4"}}, lambda s: s.table.tags.get("season") == "S4", "; tag season = S4)"),
    "tag": ({"tags": {"final": ""}}, lambda seat: "final" in seat.table.tags, "; with the tag final)"),
    "several": (
        {"options": {"map": "base"}, "player": "cid", "since": "2020-06"},
        lambda s: s.table.options["map"] == "base" and s.player == "cid" and s.table.played_at >= "2020-06",
        "; map = base; player cid; played since 2020-06)",
    ),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    with EventStore(str(tmp_path_factory.mktemp("league") / "s.duckdb")) as opened:
        league.store_league(opened)
        yield opened


@pytest.fixture(scope="module")
def seats(store: EventStore) -> list[Seat]:
    return [seat for table in by_definition.read(store) for seat in table.seats]


def answer(store: EventStore, name: str, **filters: Any) -> statistics.Answer:
    (found,) = statistics.run(store.connection, name, Filters(**filters))
    return found


def compare(found: list[Row], keys: tuple[str, ...], expected: dict[Key, Row]) -> None:
    told = {tuple(row[key] for key in keys): row for row in found}
    assert len(told) == len(found)
    assert set(told) == set(expected)
    for key, row in expected.items():
        for measure, value in row.items():
            if measure.endswith(("_low", "_high")) and value is not None:  # from a textbook's table
                assert told[key][measure] == pytest.approx(value, rel=0.005, abs=0.15), (key, measure)
            else:
                assert told[key][measure] == pytest.approx(value, abs=1e-6), (key, measure)


@pytest.mark.parametrize("asked", FILTERS)
def test_a_filter_leaves_what_it_names(store: EventStore, seats: list[Seat], asked: str) -> None:
    """This is tested with one statistic of seats and one of games."""
    _compare_with_definitions(store, seats, asked, ("factions", "games"))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_statistic_equals_its_definition(store: EventStore, seats: list[Seat], name: str) -> None:
    """This is tested without a filter, with one of games, and with one of seats."""
    for asked in ("none", "map", "seat"):
        _compare_with_definitions(store, seats, asked, (name,))


@pytest.mark.long
@pytest.mark.parametrize("asked", FILTERS)
def test_every_statistic_with_every_filter(store: EventStore, seats: list[Seat], asked: str) -> None:
    _compare_with_definitions(store, seats, asked, DEFINITIONS)


def _compare_with_definitions(store: EventStore, seats: list[Seat], asked: str, names: Iterable[str]) -> None:
    filters, having, words = FILTERS[asked]
    chosen = [seat for seat in seats if having(seat)]
    assert chosen
    for name in names:
        keys, definition = DEFINITIONS[name]
        found = answer(store, name, **filters)
        games = {seat.table.game["game_id"] for seat in chosen}
        assert found.words.startswith(f"terra_mystica: {count(len(games), 'game')}, {len(chosen)} seats (")
        assert words in found.words
        compare(found.rows, keys, definition(chosen))


@pytest.mark.parametrize("name", sorted(set(DEFINITIONS) - {"games", "options", "endings"}))
def test_dropped_seats_as_last_equal_their_definition(store: EventStore, name: str) -> None:
    tables = by_definition.read(store)
    for table in tables:
        table.count_dropped()
    found = answer(store, name, drops="last")
    assert found.words.endswith("; dropped seats as last)")
    keys, definition = DEFINITIONS[name]
    compare(found.rows, keys, definition([seat for table in tables for seat in table.seats]))


@pytest.mark.parametrize("name", sorted(set(DEFINITIONS) - {"games", "options", "endings", "sources"}))
def test_results_net_of_the_start_equal_their_definition(store: EventStore, name: str) -> None:
    """Places and wins change with the points."""
    tables = by_definition.read(store)
    places = [seat.rank for table in tables for seat in table.seats]
    for table in tables:
        table.leave_out_start()
    assert [seat.rank for table in tables for seat in table.seats] != places
    found = answer(store, name, net_of_start=True)
    assert found.words.endswith("; net of the points at the start)")
    keys, definition = DEFINITIONS[name]
    compare(found.rows, keys, definition([seat for table in tables for seat in table.seats]))


def test_dropped_seats_as_last_net_of_the_start(store: EventStore) -> None:
    tables = by_definition.read(store)
    for table in tables:
        table.leave_out_start()
        table.count_dropped()
    keys, definition = DEFINITIONS["factions"]
    found = answer(store, "factions", net_of_start=True, drops="last").rows
    compare(found, keys, definition([seat for table in tables for seat in table.seats]))


@pytest.mark.parametrize("drops", ["out", "last"])
@pytest.mark.parametrize("name", ["factions", "seats"])
def test_as_many_wins_are_expected_as_there_are(store: EventStore, name: str, drops: str) -> None:
    rows = answer(store, name, drops=drops, ended="dropped").rows
    wins = sum(row["wins"] for row in rows)
    assert wins > 5
    assert sum(row["games"] * (row["expected"] or 0) for row in rows) == pytest.approx(wins)
    assert (sum(row["dropped"] for row in rows) == 0) == (drops == "last")


def test_dropped_seats_as_last_are_rated(store: EventStore, seats: list[Seat]) -> None:
    """The models then compare all seats."""
    dropped = sum(seat.dropped for seat in seats)
    assert dropped > 0
    for drops, counted in (("out", len(seats) - dropped), ("last", len(seats))):
        assert sum(row["games"] for row in answer(store, "strength", drops=drops).rows) == counted


def test_every_statistic_is_compared() -> None:
    queried = {*statistics.queries(), *statistics.queries("terra_mystica")}
    assert set(DEFINITIONS) == queried


def test_against_a_faction(store: EventStore, seats: list[Seat]) -> None:
    """It selects seats at tables where the faction sits; matchups then list only that opponent."""
    chosen = [seat for seat in seats if any(other.faction == "giants" for other in seat.others)]
    keys, definition = DEFINITIONS["factions"]
    compare(answer(store, "factions", against="giants").rows, keys, definition(chosen))
    keys, _ = DEFINITIONS["matchups"]
    compare(answer(store, "matchups", against="giants").rows, keys, by_definition.matchups("giants")(chosen))
    auren = [seat for seat in chosen if seat.faction == "auren"]
    found = answer(store, "matchups", against="giants", faction="auren")
    compare(found.rows, keys, by_definition.matchups("giants")(auren))
    assert found.words.endswith("; faction auren; against giants)")


def test_rivals_are_the_ten_most_frequent_opponents(tmp_path: Path) -> None:
    """A player meets twelve others once each, and the last two of them by name twice."""
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        league.store_league(store, 14)
        others = [*(f"p{number:02}" for number in range(12)), "p10", "p11"]
        store.connection.execute("DELETE FROM facts; UPDATE seats SET player = '', dropped = false")
        for number, other in enumerate(others):
            for seat, name in enumerate(("ann", other)):
                store.connection.execute(
                    "UPDATE seats SET player = ? WHERE game_id = ? AND seat = ?", [name, f"g{number:03}", seat]
                )
        found = answer(store, "rivals", player="ann").rows
        assert sorted(row["opponent"] for row in found) == [*(f"p{n:02}" for n in range(8)), "p10", "p11"]
        assert [row["games"] for row in found] == [2, 2] + [1] * 8


SPLITS: dict[str, Callable[[Seat], Any]] = {
    "map": lambda seat: seat.table.options["map"],
    "landscapes": lambda seat: str(seat.table.options["landscapes"]).lower(),
    "players": lambda seat: len(seat.table.seats),
    "year": lambda seat: int(seat.table.played_at[:4] or 0) or None,
    "ended": lambda seat: "dropped" if any(s.dropped for s in seat.table.seats) else "finished",
    "season": lambda seat: seat.table.tags.get("season"),
    "seat": lambda seat: seat.start,
    "faction": lambda seat: seat.faction,
    "player": lambda seat: seat.player or None,
    "bonus": lambda seat: seat.bonus,
    "final": lambda seat: seat.table.final,
}


@pytest.mark.parametrize("by", SPLITS)
def test_a_split_is_the_statistic_of_each_part(store: EventStore, seats: list[Seat], by: str) -> None:
    _compare_parts(store, seats, by, "factions")


@pytest.mark.long
@pytest.mark.parametrize("by", SPLITS)
def test_every_statistic_is_split(store: EventStore, seats: list[Seat], by: str) -> None:
    for name in sorted(DEFINITIONS):
        _compare_parts(store, seats, by, name)


def _compare_parts(store: EventStore, seats: list[Seat], by: str, name: str) -> None:
    """Seats without a value are in no part; the column of the split comes first."""
    value = SPLITS[by]
    values = {value(seat) for seat in seats} - {None}
    keys, definition = DEFINITIONS[name]
    found = answer(store, name, by=by)
    assert found.columns[0] == by
    assert f"split by {by}" in found.words
    assert {row[by] for row in found.rows} == values
    order = [row[by] for row in found.rows]
    assert order == sorted(order)
    for part in values:
        expected = definition([seat for seat in seats if value(seat) == part])
        compare([row for row in found.rows if row[by] == part], keys, expected)


def test_a_split_by_opponents_counts_a_seat_for_each(store: EventStore, seats: list[Seat]) -> None:
    for name in ("factions", "games", "tiles"):
        found = answer(store, name, by="against").rows
        keys, definition = DEFINITIONS[name]
        for part in league.FACTIONS:
            chosen = [seat for seat in seats if any(other.faction == part for other in seat.others)]
            compare([row for row in found if row["against"] == part], keys, definition(chosen))
    pairs = answer(store, "matchups", by="against").rows
    assert sorted(map(repr, pairs)) == sorted(
        repr({"against": row["against"]} | row) for row in answer(store, "matchups").rows
    )


def test_a_faction_that_is_faced_is_so_in_each_part(store: EventStore, seats: list[Seat]) -> None:
    """The condition of `--against` on opponents also holds if a statistic is split."""
    found = answer(store, "matchups", against="giants", by="players").rows
    facing = [seat for seat in seats if any(other.faction == "giants" for other in seat.others)]
    keys, definition = ("faction", "against"), by_definition.matchups("giants")
    assert len({row["players"] for row in found}) > 1
    for players in {len(seat.table.seats) for seat in facing}:
        expected = definition([seat for seat in facing if len(seat.table.seats) == players])
        compare([row for row in found if row["players"] == players], keys, expected)


def test_a_split_by_opponents_names_them_and_the_filter_only_selects_tables(
    store: EventStore, seats: list[Seat]
) -> None:
    """Each part lists its own opponent, at the tables at which the faction of `--against` was faced."""
    found = answer(store, "matchups", against="giants", by="against").rows
    facing = [seat for seat in seats if any(other.faction == "giants" for other in seat.others)]
    keys = ("faction", "against")
    assert len({row["against"] for row in found}) > 3
    for part in league.FACTIONS:
        expected = by_definition.matchups(part)(facing)
        compare([row for row in found if row["against"] == part], keys, expected)


def test_a_split_without_parts_has_its_columns(store: EventStore) -> None:
    found = answer(store, "factions", by="season", since="2999", sort="win_rate")
    assert (found.rows, found.columns[:4]) == ([], ["season", "game", "faction", "games"])


def test_parts_of_few_seats_and_too_many_parts(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics.selecting, "MOST_PARTS", 5)
    with pytest.raises(Unreadable, match="found 6 parts by faction, expected 5 at most: filter, or name --min-games"):
        answer(store, "games", by="faction")
    sizes = sorted(row["games"] + row["dropped"] for row in answer(store, "factions").rows)
    assert len({row["faction"] for row in answer(store, "games", by="faction", min_games=sizes[0] + 1).rows}) < 6


def test_rows_are_sorted_and_cut_off(store: EventStore) -> None:
    every = answer(store, "setup").rows
    known = [row["effect"] for row in every if row["effect"] is not None]
    down = answer(store, "setup", sort="effect")
    assert [row["effect"] for row in down.rows] == sorted(known, reverse=True) + [None] * (len(every) - len(known))
    up = answer(store, "setup", sort="effect:asc", limit=3)
    assert [row["effect"] for row in up.rows] == sorted(known)[:3]
    assert up.words.endswith("the first 3 rows by effect (asc))")
    assert [row["tile"] for row in answer(store, "setup", sort="tile").rows] == sorted(row["tile"] for row in every)
    for sort, told in (
        ("mean", "found --sort mean, expected one of game, faction, .*; did you mean "),
        ("games:up", "found --sort games:up, expected games:asc or games:desc"),
    ):
        with pytest.raises(Unreadable, match=told):
            answer(store, "factions", sort=sort)


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (
            {"faction": "nomad"},
            "found the faction 'nomad', expected one that is stored: auren, .*; did you mean nomads",
        ),
        ({"against": "x"}, "found the opposing faction 'x', expected one that is stored: auren, dwarves"),
        ({"player": "bob"}, "found the player 'bob', expected one that is stored: ann, ben, cid, eve"),
        ({"player": ""}, "found the player '', expected one that is stored: ann, ben, cid, eve"),
        ({"options": {"map": ""}}, "found the map '', expected one that is stored: base, lakes"),
        ({"seat": 5}, "found start position 5, expected one that is stored: 1, 2, 3, 4"),
        (
            {"facts": {"bonus": "x"}},
            "found the bonus card of round 1 'x', expected one that is stored: bonus_6c, bonus_cult",
        ),
        (
            {"facts": {"scoring": "x"}},
            "found the scoring tile of round 1 'x', expected one that is stored: score_dwelling_fire",
        ),
        (
            {"facts": {"final": "x"}},
            "found the final scoring tile 'x', expected one that is stored: outposts, settlements",
        ),
        ({"ended": "x"}, "found games that ended 'x', expected one that is stored: dropped, finished"),
        ({"tags": {"seasons": ""}}, "found the tag 'seasons', expected one that is stored: final, season; did you"),
        ({"tags": {"season": "S5"}}, "found the tag season = 'S5', expected one that is stored: S1, S2, S3, S4"),
        ({"by": "landscape"}, "found --by landscape, expected one of players, year, .* map; did you mean landscapes"),
    ],
)
def test_what_is_not_stored_is_reported_with_what_is(store: EventStore, filters: dict[str, Any], told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        answer(store, "factions", **filters)


def test_a_game_that_cannot_answer_is_reported(tmp_path: Path) -> None:
    """By itself this is an error; alongside games that can answer, it is left out."""
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        league.store_league(store, 12)
        store.connection.execute("UPDATE games SET game = 'gaia' WHERE game_id < 'g006'")
        store.connection.execute("UPDATE seats SET faction = NULL WHERE game_id < 'g006'")
        statistics.define(store.connection)
        card = store.connection.execute("SELECT value FROM terra_mystica_facts WHERE fact = 'bonus'").fetchall()[-1][0]
        (found,) = statistics.run(store.connection, "players", Filters(facts={"bonus": card}))
        assert found.game == "terra_mystica"
        told = "a filter that applies: stored games of gaia have no values"
        for filters in (
            {"facts": {"bonus": card}},
            {"facts": {"scoring": "score_town"}},
            {"faction": "nomads"},
            {"against": "nomads"},
        ):
            with pytest.raises(Unreadable, match=told):
                statistics.run(store.connection, "players", Filters(game="gaia", **filters))
        for by in ("bonus", "faction", "against"):
            with pytest.raises(
                Unreadable, match=f"found --by {by}, expected a split that applies: stored games of gaia have no values"
            ):
                statistics.run(store.connection, "players", Filters(game="gaia", by=by))
        (split,) = statistics.run(store.connection, "players", Filters(game="gaia", by="final"))
        assert split.columns[0] == "final", "a tag of these games; the fact of this name is one of another game"
