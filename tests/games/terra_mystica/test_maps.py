"""The maps of section 18, and rows in a header: TM-3.4, TM-12.2."""

from hashlib import sha1

import pytest

from engine.games.terra_mystica.board import board, custom_board
from engine.games.terra_mystica.components import COMPONENTS, MAPS
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from tests.support import at_start

COLOURS = {terrain.letter: terrain.color for terrain in COMPONENTS.terrain if terrain.letter} | {"I": "x"}
COUNTS = {"base": (77, 36, 29), "revised_base": (77, 36, 29), "lakes": (77, 35, 22), "fire_ice": (77, 35, 33)} | {
    "fjords": (80, 33, 33),
    "fjords_2_0": (80, 33, 33),
}


def start(**options):
    return at_start("terra_mystica", Header("terra_mystica", "1", options, (Seat(""), Seat("")))).state


@pytest.mark.parametrize("name", list(MAPS))
def test_every_map(name):
    """TM-3.4.1, TM-3.4.7, TM-12.3: the bridge sites computed are those of the table; the counts those of section 18."""
    the_board = board(name)
    sites = {f"{the_board.names[a]}:{the_board.names[b]}" for a, b in the_board.bridge_sites}
    assert sites == set(MAPS[name].bridges)
    if name in COUNTS:
        assert (len(the_board.land), len(the_board.rivers), len(sites)) == COUNTS[name]
    assert start(map=name).terrain == list(the_board.terrain)


@pytest.mark.parametrize("name", [name for name in MAPS if any(MAPS[name].snellman_ids)])
def test_the_id_of_a_map_is_the_digest_of_its_terrain(name):
    """TM-3.4.9: words for terrains, E at the end of a row, one more where the first row has index 1."""
    rows = [" ".join([*(COLOURS[letter] for letter in row.split()), "E"]) for row in MAPS[name].rows]
    text = ("E " if MAPS[name].first_row_index else "") + " ".join(rows)
    assert sha1(text.encode(), usedforsecurity=False).hexdigest() in MAPS[name].snellman_ids


def test_edges():
    """TM-3.4.8: first and last row, first and last hex of every row, rivers counted as hexes."""
    base = board("base")
    names = {base.names[h] for h in base.edges}
    assert {"A1", "A7", "A13", "B1", "B6", "r6", "r13", "D8", "I6", "r35"} <= names
    assert not {"C1", "B2", "E2", "H7"} & names
    assert len(names) == 13 + 13 + 2 * 7


def test_rows_in_the_header():
    """TM-12.2: `custom`; TM-12.4: the index of the first row is also in the header."""
    lakes = MAPS["lakes"]
    state = start(map="custom", map_rows=lakes.rows, first_row_index=1)
    assert state.terrain == list(board("lakes").terrain)
    assert state.board.names == board("lakes").names
    assert custom_board(tuple(lakes.rows), 1).bridge_sites == board("lakes").bridge_sites


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"map": "custom"}, r"found \[\] at \$.options.map_rows"),
        ({"map_rows": ["U S"]}, r"found \['U S'\] at \$.options.map_rows"),
        ({"map": "custom", "map_rows": ["U Q"]}, "'U Q'"),
        ({"map": "custom", "map_rows": ["U S G"]}, "0 hexes of desert"),
        ({"map": "custom", "map_rows": ["U S"], "first_row_index": 7}, "^1: found 1 rows, the first with index 7"),
    ],
)
def test_rows_that_are_no_map(options, said):
    """TM-12.2: refused with what was found; room for the dwellings of every faction is needed."""
    with pytest.raises(Unreadable, match=said):
        start(**options)


def test_starting_vp_of_maps():
    """TM-5.4.2, TM-12.5: a table for three maps, twenty elsewhere."""
    from engine.games.terra_mystica.choosing import starting_vp

    def vp(name, faction):
        return starting_vp(start(map=name, starting_vp="adjusted").options, faction)

    assert [vp(name, "dwarves") for name in ("base", "revised_base", "lakes", "fjords")] == [20, 20, 30, 20]
    assert [vp(name, "nomads") for name in ("base", "revised_base", "lakes", "fire_ice")] == [20, 15, 15, 20]
