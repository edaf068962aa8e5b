"""The pictures of a position: everything that lies on the table is in them."""

import re
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import state_bytes
from events.log.native import GameLog
from events.vocabulary.gaia import PassProtection, PlayPower
from projections import pictures
from projections.pictures.gaia import text
from projections.pictures.gaia.board import TILE
from tests.games.gaia.table import table
from tests.games.gaia.test_examples_hidden import spelled

gaia = ruleset("gaia")

svg = partial(pictures.svg, "gaia")
BOARD = (
    "(0,0) mountain [H11 #1 2 P0:1 P1:1], (1,0) plain, (0,1) forest*3, (1,1) sea*2, (2,1) desert [H08 #2 1 -], "
    "(3,1) swamp"
)


def here(**options):
    return table(BOARD, hands={0: "sea H05 A11"}, rows={"nature": "sea - plain", "life": "H09 A02"}, **options)


def test_the_board_in_a_terminal():
    """Tiles, herds, cities with needs met or not, meeples, supplies, hands, open cards."""
    shown = text(here(objectives="06 09").state, 100, False)
    for words in (
        "Mountain",
        "Forest *3",
        "#1 2/4 12",
        "#1 C11 at 0,0: +plain +forest -sea -desert; meeples: 1 x1, 2 x1",
        "#2 C08 at 2,1: -forest +sea -mountain +swamp; meeples: nobody",
        "O06 (2 sea 2 desert)",
        "A11 animals on any",
        "C05 city on forest needs plain sea mountain animal",
        "supply 4 of 5",
        "stock: plain 9",
        "deck",
    ):
        assert words in shown, shown
    assert "\x1b" not in shown
    assert "\x1b[" in text(here().state, 100, True)
    assert re.sub(r"\x1b\[[\d;]*m", "", text(here().state, 100, True)).split() == text(here().state, 100, False).split()


@pytest.mark.parametrize("width", [40, 80])
def test_lists_keep_to_the_width(width):
    for line in text(here(mode="advanced").state, width, False).splitlines():
        assert len(line) <= max(width, 70), line


def board_of(drawn):
    """The part of a drawing that shows the tiles."""
    return drawn[drawn.index('class="field"') : drawn.index('class="panel"')]


def test_the_drawing():
    """It is well formed, has a title and a text for those who cannot see it, and shows the same."""
    drawn = svg(here(objectives="06").state)
    root = ElementTree.fromstring(drawn)
    words = " ".join(part.strip() for part in root.itertext())
    for expected in (
        "Gaia: Turn 1: action 1",
        "#1 C11",
        "2/4",
        "×3",
        "×2",
        "2 sea 2 desert",
        "seat 1",
        "city card C05",
    ):
        assert expected in words
    assert root.get("role") == "img"
    assert "prefers-color-scheme:dark" in drawn
    board = board_of(drawn)
    assert (board.count('width="20" height="20"'), board.count("stroke-dasharray")) == (8, 4)


CROWDED = "(0,0) mountain [H11 #19 4 P0:1 P1:1 P2:1 P3:1 P4:1], (1,0) plain*4, (0,1) forest, (-1,0) sea, (0,-1) desert"


def test_a_city_of_everybody():
    """Five meeples fit on the card, side by side; in a terminal the columns stay where they are."""
    state = table(CROWDED, players=5).state
    drawn = svg(state)
    centres = [int(x) for x in re.findall(r'd="M(\d+) 66 a4', board_of(drawn))]
    assert len(centres) == 5
    assert all(9 <= x <= TILE - 14 for x in centres)
    assert min(right - left for left, right in pairwise(centres)) > 17
    rows = text(state, 80, False).splitlines()
    plain, city = next(row for row in rows if "*4" in row), next(row for row in rows if "12345" in row)
    assert plain.index("Mountain") == city.index("#19 4/4 12345")
    assert plain.index("Plain") > city.index("12345") + 5
    assert not [row for row in rows if row != row.rstrip()]


def test_long_names_keep_their_place():
    """A card of a log's own may have any name: it is cut on its tile, and broken in the list."""
    name = "a_city_with_a_name_that_goes_on_and_on_and_is_still_not_at_its_end_after_so_many_words"
    cities = [{"id": name, "site": "plain", "needs": ["sea", "sea", "sea", "sea"]}]
    state = table(
        f"(0,0) plain [{name} #1 1 -], (1,0) sea",
        hands={0: name},
        catalogue=spelled(complete=False, cities=cities, animals=[]),
    ).state
    words = [
        element.text or "" for element in ElementTree.fromstring(svg(state)).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "#1 a_cit…" in words
    assert not [line for line in words if name in line]


def test_what_is_pending_is_shown():
    """A power card that others may answer, and where it was aimed."""
    hands = {0: "sun", 1: "protection"}
    asked = table("(0,0) swamp", hands=hands, mode="advanced").when(0, PlayPower("sun", (0, 0)))
    assert "pending: sun 0,0" in text(asked.state, 80, False)
    assert "pending: sun 0,0" in svg(asked.state)
    passed = asked.when(1, PassProtection())
    assert "pending" not in text(passed.state, 80, False) + svg(passed.state)


def test_unknown_cards_and_separate_grids():
    """Unknown cards are marked as such; every player's grid is drawn."""
    hidden = table(
        "(0,0,0) sea, (1,0,0) plain", unknown={1: (2, 1, 0)}, information="public", tile_area="separate"
    ).state
    assert "2 unknown nature" in text(hidden, 80, False)
    assert "board of 2 Bo" in text(hidden, 80, False, ["Al", "Bo"])
    assert "seat 2&#x27;s board" in svg(hidden)
    assert "1 unknown life card" in svg(hidden)


def test_every_position_of_a_game_has_its_pictures():
    """From the setup to the end; looking changes nothing."""
    log = selfplay_log(gaia, "pictures", 4, {"mode": "advanced_disasters", "animal_kinds": "distinct"}, "sensible")
    for records in range(0, len(log.records) + 1, 7):
        state = replay(gaia, GameLog(log.header, log.records[:records])).state
        before = state_bytes(state)
        assert pictures.text("gaia", state, 80, False) == text(state, 80, False)
        ElementTree.fromstring(svg(state))
        assert state_bytes(state) == before
    over = replay(gaia, log).state
    assert "wins" in text(over, 80, False)
    assert "Over after turn" in svg(over)
