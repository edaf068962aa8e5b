"""Facts that a source leaves open and on which nothing depends: reported, kept, left out of statistics."""

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.games.terra_mystica.readings._bga_facts import TILES_DRAWN
from engine.intake import examine
from events.files import read
from events.log.codec import Unreadable
from events.log.record import Assumed, Record
from events.store.event_store import EventStore
from events.vocabulary.terra_mystica import DrawBonusCards
from projections import statistics
from projections.batch.importing import import_files
from projections.commands.application import application
from projections.statistics import Filters
from projections.store.tallies import of_game, sorted_out
from tests.games.terra_mystica.bga_games import self_played
from tests.games.terra_mystica.bga_writer import bga_terra_mystica
from tests.projections.statistics.test_terra_mystica import picked, rows, store
from tests.projections.store.tallied import tally

__all__ = ["store"]
LEAVES_OPEN = 101
"""A self-played game with landscapes whose text leaves a favor tile open that benefits nobody."""


@pytest.fixture(scope="module")
def text() -> str:
    return bga_terra_mystica(self_played(LEAVES_OPEN, landscapes=True, map="fire_ice").log())


@pytest.fixture
def game(text: str, tmp_path: Path) -> str:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    return str(tmp_path / "game.txt")


def test_the_verdict_names_open_facts(game: str) -> None:
    found = CliRunner().invoke(application(), ["validate", game])
    assert found.exit_code == 0
    first, *others = found.stdout.splitlines()
    assert first.startswith("valid ")
    assert first.endswith("game.txt, with 2 facts open")
    assert [line.split(": ")[1] for line in others] == ["open, and nothing depends on it"] * 2
    (verdict,) = map(json.loads, CliRunner().invoke(application(), ["validate", game, "--json"]).stdout.splitlines())
    assert {fact["what"] for fact in verdict["assumed"]} == {"scoring tile of round 6", "favor tile"}
    assert all(fact["value"] in fact["among"] and len(fact["among"]) > 1 for fact in verdict["assumed"])


def test_the_header_keeps_them(game: str, tmp_path: Path) -> None:
    """They are in a native log as well; if nothing is open, there is no such list."""
    native = str(tmp_path / "native.jsonl")
    assert CliRunner().invoke(application(), ["export", game, "--out", native]).exit_code == 0
    one, other = (examine(read(path)).game_log().header.assumed for path in (game, native))
    assert one == other
    assert len(one) == 2
    assert CliRunner().invoke(application(), ["validate", native]).stdout.splitlines()[0].endswith("with 2 facts open")


def test_statistics_of_tiles_leave_them_out(game: str, tmp_path: Path) -> None:
    """The tile that represents one of several in the record is not counted as taken."""
    (fact,) = (fact for fact in examine(read(game)).game_log().header.assumed if fact.what == "favor tile")
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        (found,) = import_files(opened, [game], 1)
        assert [one.verdict for one in found] == ["valid"]
        taken = "SELECT count(*) FROM records WHERE kind = 'choose_favor_tile'"
        (records,) = opened.connection.execute(taken).fetchone() or (0,)
        (answer,) = statistics.run(opened.connection, "tiles", Filters(game="terra_mystica"))
        counted = sum(row["taken"] for row in answer.rows if row["kind"] == "favor" and row["round"] is not None)
        assert counted == records - 1
        (body,) = opened.connection.execute(f"SELECT body FROM records WHERE seq = {fact.seq}").fetchone() or ("",)
        assert json.loads(body)["event"] == {"kind": "choose_favor_tile", "tile": fact.value}


def test_an_open_tile_leaves_the_others_of_the_setup_known(game: str, tmp_path: Path) -> None:
    """The tile of round 6 is open; those of rounds 1 to 5 are facts of the game, by which `--scoring` finds it."""
    log = examine(read(game)).game_log()
    assert [fact.what for fact in log.header.assumed if fact.seq == TILES_DRAWN] == ["scoring tile of round 6"]
    drawn = next(record.event.tiles for record in log.records if record.seq == TILES_DRAWN)
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        list(import_files(opened, [game], 1))
        statistics.define(opened.connection)
        sql = "SELECT fact, value FROM terra_mystica_facts WHERE fact LIKE 'scoring%' ORDER BY fact"
        names = ["scoring", *(f"scoring_{number}" for number in range(2, 6))]
        assert opened.connection.execute(sql).fetchall() == list(zip(names, drawn, strict=False))
        for tile, games in ((drawn[0], 1), (drawn[5], 0)):
            with nullcontext() if games else pytest.raises(Unreadable, match="expected one that is stored"):
                (answer,) = statistics.run(opened.connection, "games", Filters(facts={"scoring": tile}))
                assert [row["games"] for row in answer.rows] == [games]


def test_open_cards_leave_the_others_of_the_setup_known() -> None:
    """Two of the cards in the game are open: the others are known to be in it."""
    drawn = Record(2, None, DrawBonusCards(("bonus_6c", "bonus_priest", "bonus_ship")))
    fact = Assumed(2, "2 of the cards", "bonus_6c bonus_ship", ("bonus_6c", "bonus_ship", "bonus_spade"))
    found = of_game("terra_mystica", sorted_out([(0, drawn)], [], [], [fact]))
    assert [(tally.name, tally.value) for tally in found if tally.kind == "setup"] == [("card", "bonus_priest")]


def test_tiles_and_openings_by_hand(store: EventStore) -> None:
    """One of two favor tiles is open: it is neither a tile that was taken nor part of an opening."""
    header = json.dumps(
        {"game": "terra_mystica", "assumed": [{"seq": 6, "what": "favor tile", "value": "x", "among": []}]}
    )
    store.connection.execute("UPDATE games SET header = ? WHERE game_id = 'one'", [header])
    tally(store)
    found = [row for row in rows(store, "tiles") if row["kind"] == "favor"]
    assert picked(found, "tile", "round", "taken") == [("favor_earth_1", None, 1), ("favor_earth_1", 1, 1)]
    nomads = [row for row in rows(store, "openings") if row["faction"] == "nomads"]
    assert sorted(picked(nomads, "tiles", "games"), key=str) == [("favor_earth_1", 1), (None, 1)]
