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
from tests.games.gaia.table import table
from tests.games.gaia.test_examples_hidden import spelled
from tests.support.parts import parts_of, spots_of, texts

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


def parts(state, names=()):
    """The parts of a drawing, by name."""
    return {part.name: part for part in parts_of("gaia", state, names)}


def said(part):
    return " ".join(text.words for text in texts(part))


def test_the_drawing():
    """It is well formed, has a title and a text for those who cannot see it, and shows the same."""
    state = here(objectives="06 09").state
    drawn = svg(state)
    root = ElementTree.fromstring(drawn)
    words = " ".join(part.strip() for part in root.itertext())
    for expected in ("Gaia: Turn 1: action 1", "#1", "C11", "2 sea 2 desert", "seat 1", "city card C05"):
        assert expected in words
    assert root.get("role") == "img"
    assert "prefers-color-scheme:dark" in drawn
    shown = parts(state)
    assert "#1 C11 0,0 P F S D 1 2 #2 C08" in said(shown["cities"])
    assert said(shown["objectives"]) == "Objectives 0 claimed O06 S S D D O09 P F S D M W"
    spots = spots_of([*shown.values()])
    for key in ("tile/(0, 0)", "city/1"):
        assert spots[key].count("stroke-dasharray") == 2
        assert len(re.findall(r'class="open"|<rect [^>]*fill="#(?!fffdf6)', spots[key])) >= 4
    for cell, number in (("(0, 1)", "3"), ("(1, 1)", "2")):
        assert f">{number}</text>" in spots[f"tile/{cell}"]
    assert 'class="gone"' in spots["tile/(-1, 0)"]
    assert "tile/(-1, -1)" not in spots


def test_letters_on_tiles_have_room_to_grow():
    """On a phone of 320 pixels, texts of a map that is two columns wide are enlarged to 26 units."""
    cells = ", ".join(f"({x},0) {terrain}*4" for x, terrain in enumerate(["forest", "plain", "sea", "desert"] * 2))
    state = table(f"{cells}, (0,1) mountain [H11 #12 4 P0:1 P1:1 P2:1]", players=3).state
    board = parts(state)["board"]
    found = texts(board, enlarged=26)
    assert min(text.size for text in found) == 26
    tile = re.search(r'<rect x="[^"]+" y="[^"]+" width="([\d.]+)"', spots_of([board])["tile/(0, 0)"])
    for each in found:
        assert 0 <= each.left < each.right <= board.width
        assert each.right - each.left < float(tile[1]), each
    lines = [sorted((a for a in found if a.baseline == b.baseline), key=lambda a: a.left) for b in found]
    for line in lines:
        assert all(one.right <= next_.left + 1 for one, next_ in pairwise(line)), line


CROWDED = "(0,0) mountain [H11 #19 4 P0:1 P1:1 P2:1 P3:1 P4:1], (1,0) plain*4, (0,1) forest, (-1,0) sea, (0,-1) desert"


def test_a_city_of_everybody():
    """Five meeples fit on the card, side by side, and in the list; in a terminal the columns stay where they are."""
    state = table(CROWDED, players=5).state
    spots = spots_of(parts_of("gaia", state))
    for key, least in (("tile/(0, 0)", 15), ("city/19", 15)):
        drawn = spots[key]
        centres = [float(x) for x in re.findall(r'<path d="M-9 12V0[^>]*translate\(([\d.]+) ', drawn)]
        slip = re.search(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" rx="\d" class="slip"', drawn)
        left, width = map(float, slip.groups())
        assert len(centres) == 5
        assert all(left + 9 <= x <= left + width - 9 for x in centres)
        assert min(right - left for left, right in pairwise(centres)) > least
    rows = text(state, 80, False).splitlines()
    plain, city = next(row for row in rows if "*4" in row), next(row for row in rows if "12345" in row)
    assert plain.index("Mountain") == city.index("#19 4/4 12345")
    assert plain.index("Plain") > city.index("12345") + 5
    assert not [row for row in rows if row != row.rstrip()]


def test_a_city_that_was_taken_off_leaves_its_line():
    """GA-7.9.5.2: the lines below it stay where they are."""
    asked = table(BOARD, hands={0: "lightning"}, mode="advanced_disasters")
    state = asked.when(0, PlayPower("lightning", (0, 0))).state
    shown = said(parts(state)["cities"])
    assert "#1 was taken off #2 C08" in shown


def test_long_names_keep_their_place():
    """A card of a log's own may have any name: it is cut in the drawing, and broken in the list of the terminal."""
    name = "a_city_with_a_name_that_goes_on_and_on_and_is_still_not_at_its_end_after_so_many_words"
    cities = [{"id": name, "site": "plain", "needs": ["sea", "sea", "sea", "sea"]}]
    state = table(
        f"(0,0) plain [{name} #1 1 -], (1,0) sea",
        hands={0: name},
        catalogue=spelled(complete=False, cities=cities, animals=[]),
    ).state
    found = [(part, each) for part in parts_of("gaia", state) for each in texts(part)]
    assert {part.name for part, each in found if each.words.startswith("a_ci")} == {"cities", "mat/0"}
    assert all(each.right < part.width for part, each in found)


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
    drawn = parts(hidden, ("Al", "Bo"))
    assert [part.seat for name, part in drawn.items() if name.startswith("board/")] == [0, 1, 2]
    assert said(drawn["board/1"]) == "Board of Bo 0 0"
    assert said(drawn["board/0"]) == "Board of Al 0 0"
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
