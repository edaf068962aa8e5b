"""Facts that games state in comments of their definitions, filtered by name or by a separate option."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from events.log.codec import Unreadable
from events.log.native import write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.commands import completion
from projections.commands.application import application
from projections.stated_facts import Fact, read, stated
from projections.statistics import Filters
from projections.statistics.filters import words
from projections.statistics.traits import fact
from tests.support import PROJECT
from tests.support.specimens import Specimen, log_of

NAMES = ["scoring", "final", "bonus"]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with eight games of Terra Mystica and one of Gaia."""
    folder = tmp_path_factory.mktemp("facts")
    for specimen in [*(Specimen("terra_mystica", seed) for seed in range(8)), Specimen("gaia", 1)]:
        (folder / f"{specimen.game}-{specimen.seed}.jsonl").write_bytes(b"\n".join(write(log_of(specimen))))
    with EventStore(str(folder / "s.duckdb")) as store:
        list(import_files(store, sorted(map(str, folder.glob("*.jsonl"))), 1))
    return str(folder / "s.duckdb")


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(application(), list(words))
    return found.exit_code, found.stdout if found.exception is None else str(found.exception)


def test_what_a_line_states():
    lines = (
        "-- Fact pile, of games: size of the pile. Option --pile N: Only games with this pile (Nim).\n"
        "-- Fact colour, of seats: colour of a seat.\nSELECT 1;\n"
    )
    pile = Fact("pile", "nim", False, "size of the pile", "pile", "N", "Only games with this pile (Nim)")
    assert read("nim", lines) == [pile, Fact("colour", "nim", True, "colour of a seat")]


@pytest.mark.parametrize(
    "line", ["-- Fact pile: size", "-- Fact pile, of rounds: size.", "-- Fact pile, of games: size"]
)
def test_a_malformed_line_is_an_error(line):
    with pytest.raises(ValueError, match="does not state a fact"):
        read("nim", line)


def test_all_installed_facts_are_read():
    assert [fact.name for fact in stated()] == NAMES
    assert [fact(name).of_seats for name in NAMES] == [False, False, True]


def test_the_list_of_facts():
    code, out = run("stats", "--facts", "--json")
    assert (code, [json.loads(line)["fact"] for line in out.splitlines()]) == (0, NAMES)
    assert run("stats", "--facts", "--game", "gaia", "--json") == (0, "")
    assert run("stats", "factions", "--facts")[0] != 0


@pytest.mark.parametrize("name", ["scoring", "bonus"])
def test_an_option_is_a_spelling_of_the_fact(db, name):
    with EventStore(db) as store:
        statistics.define(store.connection)
        sql = f"SELECT value FROM terra_mystica_facts WHERE fact = '{name}' ORDER BY value"
        (value, *_) = store.connection.execute(sql).fetchone()
    spelled = run("stats", "seats", f"--{name}", value, "--json", "--db", db)
    assert spelled[0] == 0
    assert spelled[1]
    assert run("stats", "seats", "--fact", f"{name}={value}", "--json", "--db", db) == spelled
    assert spelled != run("stats", "seats", "--game", "terra_mystica", "--json", "--db", db)


def test_facts_split(db):
    with EventStore(db) as store:
        (answer,) = statistics.run(store.connection, "games", Filters(game="terra_mystica", by="scoring"))
    assert answer.game == "terra_mystica"
    assert answer.columns[0] == "scoring"


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (
            Filters(facts={"scorng": "x"}),
            "found the fact 'scorng', expected one of scoring, final, bonus; did you mean scoring?",
        ),
        (Filters(facts={"scoring": "x"}), "found the scoring tile of round 1 'x', expected one that is stored: "),
        (Filters(game="gaia", facts={"bonus": "x"}), "those of terra_mystica can"),
    ],
)
def test_what_cannot_be_asked_for(db, filters, words):
    with EventStore(db) as store, pytest.raises(Unreadable) as caught:
        statistics.run(store.connection, "games", filters)
    assert words in str(caught.value)


def test_no_heavy_import():
    """The command line builds its options from facts: with them come parts of the project and the standard library."""
    source = "import sys, projections.stated_facts; print(*(name.split('.')[0] for name in sys.modules))"
    done = subprocess.run([sys.executable, "-S", "-c", source], cwd=PROJECT, capture_output=True, text=True, check=True)
    imported = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert imported - {"__main__"} == {"projections", "events"}


def test_two_games_can_state_facts_of_one_name(db, monkeypatch):
    """Each game has its own: here Gaia's bonus is a fact of games, and it has no view of facts before it states one."""
    with EventStore(db) as store:
        statistics.define(store.connection)
        bonus = "SELECT value FROM terra_mystica_facts WHERE fact = 'bonus' ORDER BY value"
        (card, *_) = store.connection.execute(bonus).fetchone()
        (alone,) = statistics.run(store.connection, "players", Filters(facts={"bonus": card}))
        own = Fact("bonus", "gaia", of_seats=False, title="bonus of the table")
        for module in ("stated_facts", "statistics.traits", "statistics.known_values"):
            monkeypatch.setattr(f"projections.{module}.stated", lambda: (own, *stated()))
        store.connection.execute(
            "CREATE TEMP VIEW gaia_facts AS "
            f"SELECT game_id, NULL::INTEGER AS seat, 'bonus' AS fact, '{card}' AS value FROM games WHERE game = 'gaia'"
        )
        of_gaia, of_other = statistics.run(store.connection, "players", Filters(facts={"bonus": card}))
    assert (of_gaia.game, of_other.rows) == ("gaia", alone.rows)
    assert f"; bonus of the table: {card})" in of_gaia.words
    assert f"; bonus card of round 1: {card})" in of_other.words
    assert len(of_gaia.rows) > 1, "all seats of the game, not only some"


def test_facts_of_games_are_shown_before_those_of_seats():
    filters = Filters(facts={"bonus": "b", "scoring": "s"}, faction="f")
    expected = ["scoring tile of round 1: s", "faction f", "bonus card of round 1: b"]
    assert words(filters)[1:] == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "seats", "--scoring", "x", "--fact", "scoring=y"], "found two values of the fact scoring"),
        (["report", "--out", "site", "--fact", "bonus=x"], "found --fact bonus=x, a fact of seats, expected one of"),
        (["stats", "seats", "--fact", "scoring"], "found --fact scoring, expected NAME=VALUE"),
    ],
)
def test_what_does_not_fit_together(db, arguments, message):
    code, out = run(*arguments, "--db", db)
    assert code
    assert out.startswith(message)


def test_facts_are_completed(db):
    context = SimpleNamespace(params={"db": db, "game": None})
    assert completion.facts(context, "sc") == ["scoring="]
    assert completion.facts(SimpleNamespace(params={"game": "gaia"}), "") == []
    values = completion.values_of_fact("scoring")(context, "")
    assert values
    assert values == sorted(values)
    assert completion.facts(context, "scoring=") == [f"scoring={value}" for value in values]
    assert completion.facts(context, "nonsense=") == []
