"""Openings, tiles, power from neighbours: in two games that can be counted by hand, and in played games."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.address import goto
from engine.games.terra_mystica.state import State
from engine.ledger import totals
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events import files
from events.log.codec import Unreadable
from events.log.native import resolve, write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.statistics import Filters
from tests.projections.store.tallied import tally
from tests.support import LOGS
from tests.support.recorded import needs_recorded

GAME = "terra_mystica"
LEDGERS = LOGS / "terra-mystica" / "ledger"
KINDS = ("dwelling", "trading_house", "temple", "stronghold", "sanctuary")

# (game, seat, round, event) of records: what the seats of two two-player games build and take.
RECORDS: list[tuple[str, int | None, int | None, dict[str, Any]]] = [
    ("one", 0, 0, {"kind": "place_initial_dwelling", "hex": "A5"}),
    ("one", 0, 0, {"kind": "place_initial_dwelling", "hex": "B2"}),
    ("one", 0, 0, {"kind": "choose_initial_bonus_card", "card": "bonus_priest"}),
    ("one", 0, 1, {"kind": "build_dwelling", "hex": "E3"}),
    ("one", 0, 1, {"kind": "upgrade_structure", "hex": "A5", "to": "trading_house"}),
    ("one", 0, 1, {"kind": "upgrade_structure", "hex": "A5", "to": "temple"}),
    ("one", 0, 1, {"kind": "choose_favor_tile", "tile": "favor_earth_1"}),
    ("one", 0, None, {"kind": "build_dwelling", "hex": "F1"}),  # taken back
    ("one", 0, 1, {"kind": "pass", "bonus_card": "bonus_6c"}),
    ("one", 0, 2, {"kind": "upgrade_structure", "hex": "B2", "to": "trading_house"}),
    ("one", 0, 2, {"kind": "choose_town_tile", "tile": "town_11vp"}),
    ("one", 0, 2, {"kind": "pass", "bonus_card": "bonus_6c"}),
    ("one", 0, 6, {"kind": "pass"}),
    ("one", 1, 0, {"kind": "place_initial_dwelling", "hex": "D7"}),
    ("one", 1, 1, {"kind": "pass", "bonus_card": "bonus_priest"}),
    ("two", 1, 0, {"kind": "place_initial_dwelling", "hex": "D7"}),
    ("two", 1, 0, {"kind": "place_initial_dwelling", "hex": "E7"}),
    ("two", 1, 0, {"kind": "choose_initial_bonus_card", "card": "bonus_6c"}),
    ("two", 1, 1, {"kind": "build_dwelling", "hex": "E9"}),
    ("two", 1, 1, {"kind": "upgrade_structure", "hex": "D7", "to": "trading_house"}),
    ("two", 1, 1, {"kind": "upgrade_structure", "hex": "D7", "to": "temple"}),
    ("two", 1, 1, {"kind": "choose_favor_tile", "tile": "favor_earth_1"}),
    ("two", None, 0, {"kind": "intro_position", "faction": "giants", "dwellings": ["A1"], "bonus_card": "bonus_cult"}),
    ("two", 0, 1, {"kind": "upgrade_structure", "hex": "A1", "to": "trading_house"}),
    ("two", 0, 1, {"kind": "upgrade_structure", "hex": "A1", "to": "stronghold"}),
]
# (game, seat, faction, vp, rank, win_share, dropped)
SEATS = [
    ("one", 0, "nomads", 100, 1, 1.0, False),
    ("one", 1, "witches", 80, 2, 0.0, False),
    ("two", 0, "giants", 120, 1, 1.0, False),
    ("two", 1, "nomads", 90, 2, 0.0, False),
    ("two", 2, "dwarves", 10, 3, 0.0, True),
]
# (game, seat, figure, delta, source)
ENTRIES = [
    ("one", 0, "offer", 3, "from:witches"),
    ("one", 0, "offer", -3, "accepted"),
    ("one", 0, "bowl1", -2, "leech"),
    ("one", 0, "bowl2", 1, "leech"),
    ("one", 0, "bowl3", 1, "leech"),  # two tokens to bowl II, one of them on to bowl III: three of power
    ("one", 0, "vp", -2, "leech"),
    ("one", 0, "offer", 2, "from:witches"),
    ("one", 0, "offer", -2, "declined"),
    ("one", 0, "bowl3", 4, "income"),
    ("two", 1, "offer", 1, "from:giants"),
    ("two", 1, "offer", -1, "void"),
    ("two", 1, "offer", 1, "from:giants"),
    ("two", 1, "offer", -1, "accepted"),
    ("two", 1, "bowl2", -1, "leech"),
    ("two", 1, "bowl3", 1, "leech"),
    ("two", 2, "offer", 4, "from:giants"),
    ("two", 2, "offer", -4, "void"),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    """The two games, and a third of another ruleset that has the same events."""
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        for key, game, players in (("one", GAME, 2), ("two", GAME, 3), ("other", "chess", 2)):
            _insert(opened, "games", game_id=key, game=game, players=players)
        for key, seat, faction, vp, rank, share, dropped in [*SEATS, ("other", 0, "nomads", 9, 1, 1.0, False)]:
            values = {"faction": faction, "vp": vp, "rank": rank, "win_share": share, "dropped": dropped}
            _insert(opened, "seats", game_id=key, seat=seat, player="", **values)
        for seq, (key, actor, round_, event) in enumerate(
            [*RECORDS, ("other", 0, 1, {"kind": "pass", "bonus_card": "x"})]
        ):
            where = {"game_id": key, "seq": seq, "actor": actor, "round": round_}
            _insert(opened, "records", **where, kind=event["kind"], event=json.dumps(event), source_line=0, mark=0)
        for seq, (key, seat, figure, delta, source) in enumerate([*ENTRIES, ("other", 0, "offer", 1, "from:x")]):
            what = {"figure": figure, "delta": delta, "source": source}
            _insert(opened, "entries", game_id=key, seq=seq, seat=seat, **what, round=1, step="")
        tally(opened)
        yield opened


def _insert(store: EventStore, table: str, **values: Any) -> None:
    if table == "games":
        texts = (
            "notation",
            "source",
            "source_digest",
            "end_reason",
            "head",
            "played_at",
            "header",
            "identity",
            "opening",
        )
        values |= dict.fromkeys(texts, "") | {"ruleset_version": "1", "options": "{}", "verdict": "valid"}
        values |= {"records": 0, "rounds": 6, "finished": True, "imported_at": "2020-01-01", "checked": 0}
    marks = ", ".join("?" for _ in values)
    store.connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", list(values.values()))


def rows(store: EventStore, name: str, **filters: Any) -> list[dict[str, Any]]:
    (answer,) = statistics.run(store.connection, name, Filters(game=GAME, **filters))
    return answer.rows


def picked(found: list[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in found]


def test_openings_by_hand(store: EventStore) -> None:
    """TM-15: structures at the end of round 1; those taken back, or built later, do not count."""
    found = rows(store, "openings")
    assert picked(found, "faction", "structures", "tiles", "games", "wins", "mean_vp", "mean_margin", "expected") == [
        ("giants", "0/0/0/1/0", None, 1, 1.0, 120, 15, pytest.approx(1 / 2)),
        # 100 of 100 and 80, 90 of 120 and 90 (the dropped dwarves do not count): 10 ahead and 15 behind
        ("nomads", "2/0/1/0/0", "favor_earth_1", 2, 1.0, 95, -2.5, pytest.approx(1 / 2)),
        ("witches", "1/0/0/0/0", None, 1, 0.0, 80, -10, 0.5),
    ]
    (nomads,) = rows(store, "openings", min_games=2)
    assert (nomads["faction"], nomads["win_rate"]) == ("nomads", 0.5)
    assert (nomads["low"], nomads["high"]) == pytest.approx((0.0945, 0.9055), abs=1e-4)  # Wilson, one of two


def test_tiles_by_hand(store: EventStore) -> None:
    found = rows(store, "tiles")
    assert picked(found, "kind", "tile", "round", "taken", "games", "wins", "mean_margin") == [
        ("bonus", "bonus_6c", None, 3, 2, 1.0, -2.5),  # one seat took it twice, and counts once
        ("bonus", "bonus_6c", 0, 1, 1, 0.0, -15),
        ("bonus", "bonus_6c", 1, 1, 1, 1.0, 10),
        ("bonus", "bonus_6c", 2, 1, 1, 1.0, 10),
        ("bonus", "bonus_cult", None, 1, 1, 1.0, 15),
        ("bonus", "bonus_cult", 0, 1, 1, 1.0, 15),
        ("bonus", "bonus_priest", None, 2, 2, 1.0, 0),
        ("bonus", "bonus_priest", 0, 1, 1, 1.0, 10),
        ("bonus", "bonus_priest", 1, 1, 1, 0.0, -10),
        ("favor", "favor_earth_1", None, 2, 2, 1.0, -2.5),
        ("favor", "favor_earth_1", 1, 2, 2, 1.0, -2.5),
        ("town", "town_11vp", None, 1, 1, 1.0, 10),
        ("town", "town_11vp", 2, 1, 1, 1.0, 10),
    ]


def test_leech_by_hand(store: EventStore) -> None:
    found = rows(store, "leech")
    counts = ("faction", "games", "offers", "accepted", "declined", "void", "offered", "gained", "paid")
    assert picked(found, *counts) == [
        ("nomads", 2, 4, 2, 1, 1, 7, 4, 2),
        ("giants", 1, 0, 0, 0, 0, 0, 0, 0),
        ("witches", 1, 0, 0, 0, 0, 0, 0, 0),
    ]
    nomads, giants, _ = found
    assert (nomads["share"], nomads["mean_offered"], nomads["mean_gained"], nomads["mean_paid"]) == (0.5, 3.5, 2, 1)
    assert giants["share"] is None


@pytest.mark.parametrize("name", statistics.names(GAME))
def test_other_rulesets_have_none(store: EventStore, name: str) -> None:
    assert {answer.game for answer in statistics.run(store.connection, name, Filters())} == {GAME}
    with pytest.raises(Unreadable, match=f"found the statistic '{name}' of chess, expected one of "):
        statistics.run(store.connection, name, Filters(game="chess"))


def test_every_offer_is_entered_and_ended() -> None:
    """The offers entered for a seat are those that the position makes to it."""
    rules = ruleset(GAME)
    for players in (3, 4):
        log = selfplay_log(rules, f"leech/{players}", players, {}, "sensible")
        game = Replay(rules, log.header)
        for record in resolve(log):
            game.feed([record])
            open_now: Counter[int] = Counter()
            for offer in game.state.offers:
                open_now[offer.receiver] += offer.amount
            entered = totals(game.entries())
            assert all(entered.get((seat, "offer"), 0) == open_now[seat] for seat in range(players)), record.seq


def _structures(state: State, seat: int) -> str:
    return "/".join(str(state.players[seat].built[kind]) for kind in KINDS)


def _compare_with_replay(paths: list[str], db: Path) -> int:
    """The statistics of logs against their positions and offers, without SQL; returns the seats compared."""
    with EventStore(str(db)) as store:
        imported = [one for chunk in import_files(store, paths, 1) for one in chunk]
        logs = [store.read(one.game_id).log() for one in imported if one.status == "new"]
        openings, leech = rows(store, "openings"), {row["faction"]: row for row in rows(store, "leech")}
    expected: Counter[tuple[Any, ...]] = Counter()
    answers: Counter[tuple[str, str]] = Counter()
    for log in logs:
        state: State = goto(ruleset(GAME), log, "r1").state
        at_end: State = goto(ruleset(GAME), log, "end").state
        factions = [player.faction for player in at_end.players]
        playing = [player.seat for player in at_end.players if not player.dropped]
        for seat in playing:
            tiles = ", ".join(sorted([*state.players[seat].favor_tiles, *state.players[seat].town_tiles])) or None
            expected[factions[seat], _structures(state, seat), tiles] += 1
        for record in resolve(log):
            if record.actor in playing:
                answers[factions[record.actor], record.event.__struct_config__.tag] += 1
    assert {(row["faction"], row["structures"], row["tiles"]): row["games"] for row in openings} == expected
    for faction, row in leech.items():
        assert row["accepted"] == answers[faction, "accept_power"]
        assert row["declined"] >= answers[faction, "decline_power"]  # or by beginning another action
        assert row["offers"] == row["accepted"] + row["declined"] + row["void"]
        assert row["gained"] - row["paid"] <= row["accepted"]  # one VP less than power; none for the first
    return expected.total()


def test_played_games_are_counted_as_they_stand(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for n in range(6):
        options = {"faction_selection": ("player_choice", "random_board", "auction")[n % 3]}
        log = selfplay_log(ruleset(GAME), f"openings/{n}", 2 + n % 4, options, "sensible")
        (folder / f"{n}.jsonl").write_bytes(b"\n".join(write(log)) + b"\n")
    assert _compare_with_replay(files.find([str(folder)]), tmp_path / "s.duckdb") == 2 + 3 + 4 + 5 + 2 + 3


@needs_recorded("terra-mystica/ledger")
def test_ledgers_are_counted_as_they_stand(tmp_path: Path) -> None:
    assert _compare_with_replay(files.find([str(LEDGERS)])[:8], tmp_path / "s.duckdb") == 32
