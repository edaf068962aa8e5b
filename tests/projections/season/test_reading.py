"""SEASON.toml is checked strictly: every fault has its line, what was found and what was expected."""

from pathlib import Path

import pytest

from events.log.codec import Unreadable
from projections.season.reading import checked, read
from tests.support.seasons import settings

LEAST = 'title = "x"\n[points]\nplaces = [3, 1]\n'


def test_the_least_and_the_whole() -> None:
    assert checked(LEAST).points.places == (3, 1)
    found = checked(settings('[[seasons]]\nname = "1"\nfirst_day = 2024-01-01\n'))
    assert (found.divisions, found.site.logs, found.seasons[0].name) == (("A", "B"), ("logs",), "1")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title = 3\n[points]\nshare = 1\n", ":1: found title 3, expected text in quotes"),
        ("[points]\nshare = 1\n", ":1: found no key `title`, expected one"),
        ('title = "x"\n', ":1: found no key `points`, expected one"),
        (LEAST.replace("places", "place"), ":3: found the key 'place', expected one of places, share, dropped; "),
        (LEAST + "share = 2\n", ":2: found both places and share, expected one of them"),
        ('title = "x"\n[points]\ndropped = 0\n', ":2: found neither places nor share, expected one of them"),
        (LEAST.replace("[3, 1]", "[1, 3]"), ":3: found places [1, 3], expected no place worth more than the one"),
        (LEAST.replace("[3, 1]", "[nan]"), ":2: found a number of points without bounds"),
        (LEAST.replace("[3, 1]", '["3"]'), ":3: found places '3', expected a number"),
        (
            LEAST + '[ranking]\ntie_breaks = ["vp",\n "win"]\n',
            ":5: found tie_breaks 'win', expected one of head_to_head",
        ),
        (LEAST + '[ranking]\ntie_breaks = ["vp", "vp"]\n', ":5: found 'vp' twice in tie_breaks, expected each once"),
        (
            LEAST + '[ranking]\ntie_breaks = ["lots"]\n',
            ":5: found tie_breaks ['lots'], expected 'lots' together with the list lots",
        ),
        (LEAST + "[ranking]\npromoted = -1\n", ":5: found promoted -1, expected a number >= 0"),
        (LEAST + "[ranking]\nminimum_games = 2.5\n", ":5: found minimum_games 2.5, expected a number"),
        (LEAST + '[[seasons]]\nname = "1"\n[[seasons]]\nname = "1"\n', ":6: found '1' twice in seasons"),
        (
            LEAST + '[[seasons]]\nname = "1"\nfirst_day = 2024-02-01\nlast_day = 2024-01-01\n',
            ":7: found last_day 2024-01-01, expected a day from 2024-02-01 on",
        ),
        (LEAST + '[[seasons]]\nname = "1"\nfirst_day = "soon"\n', ":6: found first_day 'soon', expected"),
        (
            LEAST + '[[seasons]]\nname = "1"\n[[seasons.divisions]]\nname = "C"\n',
            ":7: found the division 'C', expected no division, as the list divisions is missing",
        ),
        (
            'divisions = ["A"]\n' + LEAST + '[[seasons]]\nname = "1"\n[[seasons.divisions]]\nname = "C"\n',
            ":8: found the division 'C', expected A, as in divisions",
        ),
        (
            LEAST + '[[seasons]]\nname = "1"\n[[seasons.divisions]]\nplayers = ["a", "a"]\n',
            ":7: found 'a' twice in players, expected each once",
        ),
        (LEAST + '[[scheduled]]\nseason = "1"\nplayers = ["a"]\n', ":6: found players ['a'], expected"),
        (
            LEAST + '[[seasons]]\nname = "1"\n[[scheduled]]\nseason = "2"\nplayers = ["a", "b"]\n',
            ":7: found the season '2', expected 1",
        ),
        (LEAST + '[names]\npattern = "S{season"\n', ":5: found the pattern 'S{season', expected each { closed"),
        ('game = "chess"\n' + LEAST, ":1: found "),
        (LEAST + '[site]\naddress = "club"\n', ":5: found address 'club', expected an address that begins with"),
        (LEAST + 'x = """\n"""\n', ':4: found """, a multi-line string'),
        ("title =\n", ":1: found invalid TOML"),
    ],
)
def test_a_fault_is_reported_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "season.toml"
    file.write_text(text)
    with pytest.raises(Unreadable) as found:
        read(str(file))
    assert str(found.value).startswith(f"{file}{fault}"), str(found.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"none\.toml"):
        read(str(tmp_path / "none.toml"))
