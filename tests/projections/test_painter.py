"""The painter of terminals: colours, and lists that keep to a width whether painted or not."""

import re

import pytest

from projections.pictures.painter import NO_BREAK, listed, painted, width_of


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
    """But not where words belong together; a word that is longer than a line is left whole."""
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
