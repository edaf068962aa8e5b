"""The painter of terminals: colours, and lists that keep to a width whether painted or not."""

import re

import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.native import resolve
from events.plugins import part
from projections import pictures
from projections.pictures.painter import NO_BREAK, SEATS, listed, painted, width_of
from tests.support.contrast import contrast

STEPS = (0, 95, 135, 175, 215, 255)


def rgb(number: int) -> str:
    """A colour of the 256-colour palette: 16 that each terminal defines, then a cube, then greys."""
    assert number >= 16, number
    if number >= 232:
        return f"#{8 + 10 * (number - 232):02x}" + 2 * f"{8 + 10 * (number - 232):02x}"
    of_cube = number - 16
    return "#" + "".join(f"{STEPS[part]:02x}" for part in (of_cube // 36, of_cube // 6 % 6, of_cube % 6))


def readable(front: int, back: int | None) -> bool:
    """Whether a text can be read on its background, or without one on both a light and a dark terminal."""
    grounds = ["#ffffff", "#000000"] if back is None else [rgb(back)]
    return all(contrast(rgb(front), ground) >= 3.5 for ground in grounds)


@pytest.mark.parametrize("game", games())
def test_every_colour_can_be_read_on_light_and_on_dark_terminals(game: str) -> None:
    if part(pictures.HERE, game) is None:
        pytest.skip(f"{game} has no picture")
    log = selfplay_log(ruleset(game), "colours", None, {}, "random")
    replay = Replay(ruleset(game), log.header)
    replay.feed(resolve(log)[:60])
    painted_text = pictures.text(game, replay.state, 80, True, pictures.names_of(log.header))
    found = set(re.findall(r"\x1b\[(?:1;)?38;5;(\d+)(?:;48;5;(\d+))?m", painted_text))
    assert found
    poor = [pair for pair in sorted(found) if not readable(int(pair[0]), int(pair[1]) if pair[1] else None)]
    assert not poor


def test_the_colours_of_seats_can_be_read_on_light_and_on_dark_terminals() -> None:
    assert all(readable(seat, None) for seat in SEATS)
    assert len(set(SEATS)) == len(SEATS)


def test_colours_of_the_palette() -> None:
    assert painted("3G", 178) == "\x1b[38;5;178m3G\x1b[0m"
    assert painted("F1", 16, 220, bold=True) == "\x1b[1;38;5;16;48;5;220mF1\x1b[0m"
    assert width_of(painted("Forest", 231, 29, bold=True)) == 6


def test_a_list_breaks_between_its_parts() -> None:
    assert listed("hand", ["forest", "sea"], 80) == ["hand: forest; sea"]
    assert listed("hand", [], 80) == ["hand: none"]
    assert listed("hand", ["a forest", "two deserts", "three seas", "four mountains"], 44, indent=2) == [
        "hand: a forest; two deserts; three seas;",
        "  four mountains",
    ]


def test_a_part_that_is_longer_than_a_line_breaks_between_words() -> None:
    """It does not break between words that belong together; a word longer than a line is left whole."""
    long = " ".join(["three"] * 9) + f"{NO_BREAK}x4"
    lines = listed("pool", ["one", long, "x" * 50], 40)
    assert all(len(line) <= 40 for line in lines[:-1])
    assert lines[-2:] == ["    three three three three x4;", f"    {'x' * 50}"]
    assert " ".join(" ".join(lines).split()) == f"pool: one; {long.replace(NO_BREAK, ' ')}; {'x' * 50}"


@pytest.mark.parametrize("width", [40, 53, 80])
def test_painted_lists_break_where_plain_ones_do(width: int) -> None:
    plain = [f"{n} faces of {n * 7} gold" for n in range(9)]
    shown = listed("sanctuary", [painted(part, 178) for part in plain], width)
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in shown] == listed("sanctuary", plain, width)
