"""A game states its facts in its own definitions: nothing else is edited; the commands and the library have them."""

import json
import shutil
import subprocess
import sys
from typing import NamedTuple

import pytest

from tests.support import PROJECT
from tests.support import toy_logs as toy

DEFINITIONS = """
-- Fact dealt, of games: number of dice. Option --dealt N: Only games with this number of dice (Nim).
-- Fact colour, of seats: colour of a seat. Option --colour NAME: Only seats with this colour (Nim).
-- Fact parity, of games: parity of the players.
CREATE OR REPLACE TEMP VIEW nim_facts AS
SELECT game_id, NULL::INTEGER AS seat, 'dealt' AS fact, options ->> '$.dice' AS value FROM games WHERE game = 'nim'
UNION ALL SELECT game_id, seat, 'colour', faction FROM seats
UNION ALL SELECT game_id, NULL, 'parity', if(players % 2 = 0, 'even', 'odd') FROM games WHERE game = 'nim';
"""
SCRIPT = """
import json, sys
sys.path[:0] = {path!r}
from tests.support import TOY, put_in_place
put_in_place(TOY)
import anyturn
from projections.commands.application import application
from typer.testing import CliRunner

def run(words):
    done = CliRunner().invoke(application(), words)
    return [done.exit_code, done.stdout or str(done.exception)]

found = [run(words) for words in {commands!r}]
with anyturn.open("s.duckdb") as store:
    library = store.stats("seats", facts={{"colour": "red"}}).fetchall()
print(json.dumps([found, library]))
"""
SEATS = ("stats", "seats", "--json", "--db", "s.duckdb")
COMMANDS = {
    "import": ("import", "logs", "--db", "s.duckdb", "--jobs", "1"),
    "listed": ("stats", "--facts", "--game", "nim", "--json"),
    "stats help": ("stats", "--help"),
    "report help": ("report", "--help"),
    "all": SEATS,
    "spelled": (*SEATS, "--colour", "red"),
    "named": (*SEATS, "--fact", "colour=red"),
    "dealt": (*SEATS, "--dealt", "3"),
    "odd": (*SEATS, "--fact", "parity=odd"),
    "split": ("stats", "games", "--by", "parity", "--json", "--db", "s.duckdb"),
    "unknown": (*SEATS, "--colour", "mauve"),
}


class Ran(NamedTuple):
    """A run: its exit code, and what it printed or raised."""

    code: int
    out: str

    @property
    def rows(self) -> list[dict[str, object]]:
        assert self.code == 0
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def games(self) -> int:
        return sum(int(str(row["games"])) for row in self.rows)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """The output of the commands if the toy game has definitions; the library's answer is under `library`."""
    folder = tmp_path_factory.mktemp("facts")
    for package in ("anyturn", "engine", "events", "projections"):
        shutil.copytree(PROJECT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "cli.py", folder)
    own = folder / "projections" / "statistics" / "nim"
    own.mkdir()
    (own / "_definitions.sql").write_text(DEFINITIONS.lstrip())
    logs = folder / "logs"
    logs.mkdir()
    for number, names in enumerate(
        (("ann:red", "ben:blue"), ("ann:blue", "ben:red"), ("ann:red", "ben:blue", "cid:green"))
    ):
        (logs / f"{number}.txt").write_text(toy.text(number, names))
    (logs / "3.txt").write_text(toy.text(3, dice=(6, 6, 2)))
    script = SCRIPT.format(path=[str(folder), str(PROJECT)], commands=[list(words) for words in COMMANDS.values()])
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found, library = json.loads(done.stdout)
    answers = {name: Ran(*each) for name, each in zip(COMMANDS, found, strict=True)}
    return answers | {"library": Ran(0, json.dumps(library))}


@pytest.mark.long
def test_they_are_listed(ran: dict[str, Ran]) -> None:
    assert [(row["fact"], row["of"], row["option"]) for row in ran["listed"].rows] == [
        ("dealt", "games", "--dealt N"),
        ("colour", "seats", "--colour NAME"),
        ("parity", "games", "--fact parity=VALUE"),
    ]


def test_they_are_options_of_the_commands(ran: dict[str, Ran]) -> None:
    """Only `stats` has options for facts of seats; a fact without an option has none."""
    assert "--dealt N" in ran["stats help"].out
    assert "--colour NAME" in ran["stats help"].out
    assert "--dealt N" in ran["report help"].out
    assert "--colour" not in ran["report help"].out
    assert "--parity" not in ran["stats help"].out


def test_they_filter(ran: dict[str, Ran]) -> None:
    assert ran["all"].games > ran["spelled"].games > 0
    assert ran["named"] == ran["spelled"]
    assert ran["odd"].games == 3
    assert ran["dealt"].games == 2


def test_they_split(ran: dict[str, Ran]) -> None:
    assert [(row["parity"], row["games"]) for row in ran["split"].rows] == [("even", 3), ("odd", 1)]


def test_a_value_that_is_not_stored_is_refused(ran: dict[str, Ran]) -> None:
    assert ran["unknown"].code != 0
    assert ran["unknown"].out == "found the colour of a seat 'mauve', expected one that is stored: blue, green, red"


def test_the_library_has_them(ran: dict[str, Ran]) -> None:
    rows = json.loads(ran["library"].out)
    assert len(rows) == len(ran["spelled"].rows)
    assert [row[: len(rows[0])] for row in rows] == [list(row.values())[: len(rows[0])] for row in ran["spelled"].rows]
