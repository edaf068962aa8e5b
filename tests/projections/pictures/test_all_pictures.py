"""Pictures are found by the name of the game; a game may have none, or one for terminals only."""

import re

import pytest

from engine.address import goto
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from projections import pictures
from projections.pictures.painter import width_of
from projections.screen.positions import position_text
from tests.support import given
from tests.support.specimens import few, sampled, specimens

DRAWN = few([parameter for parameter in specimens() if parameter.values[0].game in pictures.drawn()])


def test_a_game_without_a_drawing_is_refused(nim: str) -> None:
    state = given(nim, pile=3).state
    assert pictures.text(nim, state, 80, False).startswith("o o o")
    assert nim not in pictures.drawn()
    with pytest.raises(Unreadable, match=r"no drawing of nim.*terra_mystica.*without --svg"):
        pictures.svg(nim, state)


def test_a_game_without_a_picture_is_shown_by_its_figures_alone() -> None:
    assert pictures.text("chess", None, 80, False) == ""
    with pytest.raises(Unreadable, match="no drawing of chess"):
        pictures.svg("chess", None)


def words(line: str) -> list[str]:
    """The words of a line, without rivers, which are painted or written."""
    return re.sub(r"~(?!\w)", " ", line).split()


@pytest.mark.parametrize("specimen", DRAWN)
def test_positions_fit_80_columns(specimen):
    """This holds with and without colours, with the same line breaks; a player's figures are on one line."""
    for game, _ in sampled(specimen, 6):
        plain = position_text(game, 80, colour=False)
        assert [line for line in plain if width_of(line) > 80] == []
        rows = plain[-len(game.header.seats) :]
        assert all(
            row.startswith((seat.player or "seat")[:3]) for row, seat in zip(rows, game.header.seats, strict=True)
        )
        painted = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in position_text(game, 80, colour=True)]
        assert [words(line) for line in painted] == [words(line) for line in plain]
        assert all(len(line) <= 80 for line in painted)


def test_a_position_shows_where_it_stands_and_what_has_happened():
    """At the end it shows who has won."""
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, "said", 3, {}, "sensible")
    lines = position_text(goto(rules, log, "#60"), 80, colour=False)
    assert lines[0].startswith("Dice Forge: after record 60, turn ")
    assert lines[1].startswith(("To act: player-", "Chance decides: "))
    assert lines[2].startswith("#60  ")
    over = position_text(goto(rules, log, "end"), 80, colour=False)
    assert re.fullmatch(r"player \d( and player \d)* (wins|share the victory) with \d+ VP", over[1])
    assert sum(" place: player " in line for line in over) == 3


def test_a_wide_board_of_gaia_is_shown_in_narrow_cells():
    """If even those do not fit, it is shown in parts from left to right."""
    rules = ruleset("gaia")
    log = selfplay_log(rules, "wide", 5, {}, "sensible")
    state = goto(rules, log, "end").state
    for width in (40, 60, 80):
        lines = pictures.text("gaia", state, width, False).splitlines()
        assert all(len(line) <= width for line in lines)
    tiles = [line for line in lines if re.match(r" *-?\d+ ", line)]
    assert len(tiles) >= 4
