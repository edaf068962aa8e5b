"""Patterns of names: what they read, what they refuse, and that nothing is read that could mean two things."""

from itertools import product

import pytest

from events.log.codec import Unreadable
from projections.season.patterns import Pattern, bare


@pytest.mark.parametrize(
    ("pattern", "name", "found"),
    [
        (
            "S{season}_D{division}L{league}_G{game}",
            "S60_D1L2_G5",
            {"season": "60", "division": "1", "league": "2", "game_number": "5"},
        ),
        ("{season}-{date}", "9-2024-05-31", {"season": "9", "played_at": "2024-05-31"}),
        ("{year}{month}{day}_{season}", "20240531_x", {"season": "x", "played_at": "2024-05-31"}),
        ("*_S{season}_*", "4pLeague_S60_D1", {"season": "60"}),
        ("S{season}.{round}", "S1.2", {"season": "1", "round": "2"}),
        ("S{season}", "T1", None),
        ("S{season}", "S1_2", None),
        ("S{season}", "xS1", None),
    ],
)
def test_names_are_read(pattern: str, name: str, found: dict[str, str] | None) -> None:
    assert Pattern.of(pattern).read(name) == found


@pytest.mark.parametrize(
    ("pattern", "name"), [("{season}{division}", "123"), ("S{season}S{division}", "S1S2S3"), ("*{season}", "a1")]
)
def test_a_name_that_fits_in_two_ways_is_refused(pattern: str, name: str) -> None:
    with pytest.raises(Unreadable, match="in two ways"):
        Pattern.of(pattern).read(name)


def test_both_ways_are_named() -> None:
    with pytest.raises(Unreadable, match=r"in two ways \(season = 1, division = 2S3 or season = 1S2, division = 3\)"):
        Pattern.of("S{season}S{division}").read("S1S2S3")


def test_two_ways_are_found_whenever_there_are_two() -> None:
    """Compared with all ways of cutting a name."""
    pattern = Pattern.of("{a}x{b}x*")
    for letters in product("xy", repeat=6):
        name = "".join(letters)
        ways = {
            (name[:one], name[one + 1 : two])
            for one in range(1, 5)
            for two in range(one + 2, 6)
            if name[one] == name[two] == "x"
        }
        try:
            read = pattern.read(name)
        except Unreadable:
            assert len(ways) > 1, name
        else:
            assert (read is None) == (not ways), name
            assert read is None or {(read["a"], read["b"])} == ways, name


def test_a_day_that_there_is_not_is_refused() -> None:
    with pytest.raises(Unreadable, match="the date 2024-02-30 in '2024-02-30'"):
        Pattern.of("{date}").read("2024-02-30")


@pytest.mark.parametrize(
    "pattern", ["S{}", "S{Season}", "S{player}", "{season}{season}", "S1", "{year}", "{date}{year}{month}{day}", "}"]
)
def test_patterns_that_cannot_be_meant(pattern: str) -> None:
    with pytest.raises(Unreadable):
        Pattern.of(pattern)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("logs/S1.txt", "S1"),
        ("S1.json.gz", "S1"),
        ("https://club/a/S1.jsonl", "S1"),
        ("dump.json#S1_G2", "S1_G2"),
        ("4p.S1", "4p.S1"),
        (".txt", ".txt"),
    ],
)
def test_names_without_folders_and_endings(file: str, name: str) -> None:
    assert bare(file) == name
