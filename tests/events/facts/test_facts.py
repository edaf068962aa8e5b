"""Files of facts: what they state, and that bad ones are refused with their line."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from events import facts
from events.facts import csv_files, toml_files
from events.facts.dates import is_date
from events.facts.fact import StatedFact
from events.log.codec import Unreadable


def read(tmp_path: Path, name: str, text: str | bytes) -> list[StatedFact]:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return facts.read(str(file)).facts


CSV = """source,game,played_at,season,division
a.txt,,2024-05-31,1,"A, upper"

,0f3c,,2,
b.txt,0f3c,2024-05-31 18:00,2,"B"
"""
FACTS = [
    StatedFact("played_at", "", "2024-05-31", 2, "", "a.txt"),
    StatedFact("tag", "season", "1", 2, "", "a.txt"),
    StatedFact("tag", "division", "A, upper", 2, "", "a.txt"),
    StatedFact("tag", "season", "2", 4, "0f3c", ""),
    StatedFact("played_at", "", "2024-05-31T18:00", 5, "0f3c", "b.txt"),
    StatedFact("tag", "season", "2", 5, "0f3c", "b.txt"),
    StatedFact("tag", "division", "B", 5, "0f3c", "b.txt"),
]


@pytest.mark.parametrize("ending", ["csv", "txt"])
@pytest.mark.parametrize(("separator", "lines"), [(",", "\n"), (",", "\r\n"), (";", "\n"), ("\t", "\n")])
def test_a_table_of_games(tmp_path: Path, separator: str, lines: str, ending: str) -> None:
    """An empty cell states nothing; the line is the first of the row."""
    text = CSV.replace("A, upper", "A- upper").replace(",", separator).replace("A- upper", "A, upper")
    assert read(tmp_path, f"f.{ending}", "\ufeff" + text.replace("\n", lines)) == FACTS


def test_a_row_over_several_lines_stands_where_it_begins(tmp_path: Path) -> None:
    text = 'source,season\na,"\n1"\nb,2\n'
    assert [(fact.line, fact.value) for fact in read(tmp_path, "f.csv", text)] == [(2, "1"), (4, "2")]


def test_a_table_of_players(tmp_path: Path) -> None:
    found = read(tmp_path, "f.csv", "player,alias\nAnn, ann_2 \nBen,ben@home\n")
    assert found == [StatedFact("alias", "ann_2", "Ann", 2), StatedFact("alias", "ben@home", "Ben", 3)]


TOML = """# what the log does not say
[[games]]
source = "a.txt"
played_at = 2024-05-31
tags = { season = 1, division = "A" }

  [[ games ]]  # the second
game = "0f3c"
[games.tags]
season = "" # taken back

[[players]]
name = "Ann"
aliases = ["ann_2", "Ännchen"]
"""


@pytest.mark.parametrize("name", ["f.toml", "facts"])
def test_toml(tmp_path: Path, name: str) -> None:
    """The line of a fact is that of its table; an empty tag is also a fact, as it removes one."""
    assert read(tmp_path, name, TOML) == [
        StatedFact("played_at", "", "2024-05-31", 2, "", "a.txt"),
        StatedFact("tag", "season", "1", 2, "", "a.txt"),
        StatedFact("tag", "division", "A", 2, "", "a.txt"),
        StatedFact("tag", "season", "", 7, "0f3c", ""),
        StatedFact("alias", "ann_2", "Ann", 12),
        StatedFact("alias", "Ännchen", "Ann", 12),
    ]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("f.csv", "", "found nothing, expected a first line"),
        ("f.csv", "source,season\n", "found no facts, expected at least one"),
        (
            "f.csv",
            "season\n1\n",
            ":1: found the columns 'season', expected `game` or `source`, or `alias` and `player`",
        ),
        ("f.csv", "season,division\n1,A\n", ":1: found the columns 'season', 'division', expected `game`"),
        ("f.csv", "source,source\na,b\n", ":1: found two columns 'source'"),
        ("f.csv", "source,season\na,1,2\n", ":2: found 3 cells, expected 2"),
        ("f.csv", "source,season\na,1\n,2\n", ":3: found no game, expected its id as `game`"),
        ("f.csv", "source,played_at\na,31.5.2024\n", ":2: found played_at '31.5.2024', expected a date"),
        ("f.csv", "source,played_at\na,2024-02-30\n", ":2: found played_at '2024-02-30', expected a date"),
        ("f.csv", "source,playedat\na,2024\n", "expected a tag or played_at; did you mean played_at?"),
        ("f.csv", "source,date\na,2024\n", ":1: found the column 'date', expected `played_at`"),
        ("f.csv", "source,Season\na,1\n", ":1: found the tag 'Season', expected a name of letters in lower case"),
        ("f.csv", "source,\na,1\n", ":1: found the tag ''"),
        (
            "f.csv",
            "source,player\na,Ann\n",
            ":1: found the column 'player', expected aliases of players in a separate file",
        ),
        ("f.csv", "alias,name\na,Ann\n", ":1: found the column 'name', expected one of alias, player"),
        ("f.csv", "alias\na\n", ":1: found no column 'player'"),
        ("f.csv", "alias,player\na,\n", ":2: found an empty player, expected a name"),
        ("f.csv", "alias,player\n,Ann\n", ":2: found an empty alias"),
        ("f.csv", 'source,season\na,"1\n', ":2: found an invalid table (unexpected end of data)"),
        (
            "f.csv",
            "source,season\na,x\x1by\n",
            ":2: found the tag season 'x\\x1by', expected printable characters",
        ),
        ("f.csv", "source,season\na," + "x" * 501 + "\n", ":2: found the tag season of 501 characters"),
        ("f.csv", b"source,season\na,\xff\n", ":2: found the byte 0xff, expected text in UTF-8"),
        ("f.toml", "[[games]]\nsource = 'a'\nseason = 1\n", ":1: found the key 'season', expected one of game, source"),
        ("f.toml", "[[games]]\nsource = 'a'\ntags = 1\n", ":1: found tags 1, expected a table"),
        ("f.toml", "[[games]]\ntags.a = 1\n", ":1: found no game"),
        ("f.toml", "[[games]]\nsource = 'a'\ntags.a = 1.5\n", ":1: found the tag a 1.5, expected a text"),
        ("f.toml", "[[games]]\nsource = 'a'\nplayed_at = 10:00:00\n", "found played_at datetime.time(10, 0)"),
        ("f.toml", "\n[[game]]\nsource = 'a'\n", ":2: found the table 'game', expected one of games, players; did you"),
        ("f.toml", "games = [{source = 'a'}]\n", ":1: found games in another form, expected tables with the head"),
        ("f.toml", "\n[games]\nsource = 'a'\n", ":2: found games in another form"),
        ("f.toml", "[[games]]\nsource = \n", ":2: found invalid TOML (Invalid value)"),
        ("f.toml", "[[games]]\nsource = 'a", ":2: found invalid TOML"),
        ("f.toml", "[[games]]\nsource = '''a\n'''\n", ":2: found ''', a multi-line string"),
        ("f.toml", "[[players]]\nname = 'Ann'\n", ":1: found aliases None, expected a list"),
        ("f.toml", "[[players]]\naliases = ['a']\n", ":1: found an empty player"),
        ("f.toml", f"[[games]]\nsource = 'a'\ntags.a = {'9' * 5000}\n", "found invalid TOML"),
        ("f.toml", f"a = {'[' * 5000}", "found invalid TOML"),
        ("f.toml", f"\n{'a.' * 41}a = 1", ":2: found a key of over 40 parts"),
        ("f.toml", "x = 1\nsource = 'a'\n", ":1: found the table 'x'"),
    ],
)
def test_a_bad_file_is_refused_at_its_line(tmp_path: Path, name: str, text: str | bytes, problem: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(tmp_path, name, text)
    assert str(refused.value).startswith(str(tmp_path / name) + ":")
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_with_too_many_facts_is_refused_at_the_first_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MOST_FACTS", 2)
    rows = [f"game{row},1\n" for row in range(4)]
    assert len(read(tmp_path, "f.csv", "source,season\n" + "".join(rows[:2]))) == 2
    with pytest.raises(Unreadable, match=r"f\.csv:4: found over 2 facts"):
        read(tmp_path, "f.csv", "source,season\n" + "".join(rows))


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("2024", True),
        ("2024-05", True),
        ("2024-02-29", True),
        ("2023-02-29", False),
        ("2024-05-31T18:00", True),
        ("2024-05-31T25:00", False),
        ("2024-05-31T18:00+02:00", True),
        ("0000", False),
        ("24-05-31", False),
        ("2024-13", False),
        ("", False),
    ],
)
def test_dates(text: str, valid: bool) -> None:
    assert is_date(text) is valid


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("text", "reading"), [(CSV, csv_files.read), (TOML, toml_files.read)])
def test_whatever_is_typed_is_read_or_refused_at_a_line(
    text: str, reading: Callable[[str], Iterable[StatedFact]], seed: int
) -> None:
    """Nothing else ever happens, wherever characters are left out, inserted or changed."""
    rng = Random(seed)
    for _ in range(150):
        typed = list(text)
        for _ in range(rng.randint(1, 5)):
            place = rng.randrange(len(typed))
            typed[place : place + rng.randint(0, 1)] = rng.choice(("", *"\",;\t\n\r=[]{}#'\\aA0 -_.\x00\u2028é"))
        found = read_or_refused(reading, "".join(typed))
        if isinstance(found, Unreadable):
            assert found.line > 0
            assert len(str(found).splitlines()) == 1
        else:
            assert all(fact.line > 0 for fact in found)


def read_or_refused(reading: Callable[[str], Iterable[StatedFact]], text: str) -> list[StatedFact] | Unreadable:
    try:
        return list(reading(text))
    except Unreadable as problem:
        return problem


def test_what_is_written_is_read(tmp_path: Path) -> None:
    games = [
        ("source", "a.txt", "2024-05-31", {"season": "1", "division": 'A, "upper"'}),
        ("game", "0f3c", "2024-06-01", {}),
    ]
    text = toml_files.write(games, {"Ann": ["ann_2", "Ännchen"]})
    assert [
        (fact.kind, fact.name, fact.value, fact.game or fact.source) for fact in read(tmp_path, "f.toml", text)
    ] == [
        ("played_at", "", "2024-05-31", "a.txt"),
        ("tag", "season", "1", "a.txt"),
        ("tag", "division", 'A, "upper"', "a.txt"),
        ("played_at", "", "2024-06-01", "0f3c"),
        ("alias", "ann_2", "Ann", ""),
        ("alias", "Ännchen", "Ann", ""),
    ]
