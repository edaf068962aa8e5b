"""Positions of Daitoshi in the terminal and as a drawing, from the first record to the last."""

import re
from functools import partial
from xml.etree import ElementTree

import pytest

from engine.games.daitoshi.state import Given
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from projections import pictures
from projections.pictures.daitoshi import text
from projections.pictures.daitoshi.wording import effect_words, where
from projections.pictures.painter import width_of
from tests.games.daitoshi.own import played
from tests.games.daitoshi.table import ANN, BOB, acting, built, seat, table

svg = partial(pictures.svg, "daitoshi")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def every_position(log):
    game = Replay(ruleset("daitoshi"), log.header)
    yield game.state
    for record in log.records:
        game.feed([record])
        yield game.state


def positions():
    logs = [selfplay_log(ruleset("daitoshi"), f"picture-{n}", n, {}, "sensible") for n in (2, 4)]
    return [state for log in (*logs, played("4", 3)) for state in list(every_position(log))[::40]]


def words(document):
    """All texts of a drawing, one per line."""
    root = ElementTree.fromstring(document)
    return [element.text for element in root.iter() if element.tag in (f"{NAMESPACE}text", f"{NAMESPACE}title")]


def test_every_position_is_shown():
    """In the terminal and as a drawing, in house games and own ones; no line of a list is too wide."""
    for log in (selfplay_log(ruleset("daitoshi"), "picture-3", 3, {}, "sensible"), played("4", 3)):
        game = Replay(ruleset("daitoshi"), log.header)
        for number, record in enumerate(log.records):
            if number % 17 == 0 or number < 12:
                shown = text(game.state, 80, False)
                assert "\x1b" not in shown
                lines = [line for line in shown.splitlines() if "temple" not in line]
                assert all(len(line) <= 80 for line in lines)
                ElementTree.fromstring(svg(game.state))
            game.feed([record])
        assert "Over after" in words(svg(game.state))[0]


def test_colours_change_nothing_else():
    """Painted or not, the characters are the same."""
    state = acting(table()).state
    painted = text(state, 90, True)
    assert painted != text(state, 90, False)
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == text(state, 90, False)
    assert width_of(painted) == len(text(state, 90, False))


def shown():
    position = acting(table(2), ANN, 4)
    state = position.state
    built(position, 4, "middle", "middle_02", hexes=("river",), worker="blue", electrified=True)
    state.machine.spaces[0] = Given("ordinary_11", BOB)
    state.machine.unlocked[0] = True
    state.placed["city_10"] = [BOB]
    seat(position, ANN, river_hexes=2, forest_pilgrim=3, green_workers=2, vp=17).in_conflict = ["river"]
    seat(position, ANN).slots[0][0].ready = True
    state.end_round = 9
    return state


@pytest.mark.parametrize(
    "expected",
    [
        "4 Trade: underground, blue workers",
        "middle 02 electrified (4 VP) [blue] on river",
        "mega-machine",
        "banners 2",
        "ordinary 11 of 2",
        "covered",
        "restore 1; 2 steam (locked); 2 VP (locked)",
        "basic food low 0/6 ready",
        "conflict river",
        "workers 2 green",
        "forest      temple 2 1 1 11",
        "right 1",
        "centre N",
    ],
)
def test_what_the_terminal_shows(expected):
    """Districts, workers, hexes, magnates, the mega-machine, banners, factories, conflicts, the end."""
    assert expected in " ".join(text(shown(), 500, False).split(" "))


def test_what_the_drawing_shows():
    """The same in the drawing; a space of a track shows its value, a magnate where it stands."""
    assert where(shown()).startswith("Round 1 (the last is 9), turn ")
    lines = words(svg(shown()))
    for expected in (
        "0 Town Hall",
        "middle 02",
        "the mega-machine",
        "machine",
        "magnate 1, right space of slice 4",
        "magnate N, centre space of slice 0",
    ):
        assert any(expected in line for line in lines), expected
    assert {"17 VP", "7", "conflict", "river hex", "banner of seat 2"} <= set(lines)
    assert {"city 10", "5 steam", "commit: 4 steam", "ordinary 11", "upgrade: restore 1", "unlocked"} <= set(lines)


def test_the_same_position_is_the_same_picture():
    """Byte for byte."""
    assert svg(shown()) == svg(shown())
    assert text(shown(), 80, True) == text(shown(), 80, True)


def test_words_of_every_effect():
    """Every kind has words; long lists are joined."""
    catalogue = table().state.catalogue
    for city in catalogue.city.values():
        assert effect_words(city.effect) != "nothing"
        assert effect_words(city.rewards).count(",") == 4
    assert effect_words(()) == "nothing"
    assert effect_words(catalogue.city["city_18"].effect) == "pilgrim any up to 3 on one track"
    assert effect_words(catalogue.city["city_09"].effect) == "progress up to 3"
    assert positions()
