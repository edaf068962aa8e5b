"""The family of errors: every error that users can meet belongs to it and has an exit status."""

import importlib
import inspect
import pkgutil

import duckdb
import pytest

import engine
import events
import projections
from engine.clause import UnknownOption, Unsupported, Violation
from engine.hypotheses import Missing, MissingFacts
from engine.selfplay import Endless
from events.files import NoInput
from events.files.atomic import Exists
from events.log.chain import Broken
from events.log.codec import Unreadable
from events.log.native import ChainBroken
from events.problems import CHAIN, FINDINGS, STORE, USAGE, LogProblem, Problem, near_match, one_of
from events.store.database import StoreUnusable
from events.store.event_store import WrongVersion
from events.verdicts import VERDICTS
from projections.batch.playing import OptionRefused
from projections.batch.pool import WorkerDied
from projections.screen.error_lines import describe
from projections.store.query import Refused

NO_PROBLEMS = {"Stopped", "Refuted", "Astray", "Looked"}
"""How a replay, a hypothesis, one of several ways to read a row, or a try with something hidden ends: caught by the
code that started it."""
EACH: list[tuple[Problem, int]] = [
    (Unreadable("this", "that"), USAGE),
    (Unreadable("this", "that", line=3, name="a.txt"), FINDINGS),
    (Unreadable("the field `on\u2028e\n`", "a\rb", path="$.a\nb"), USAGE),
    (Unsupported("fac\ntion", "\nomads"), FINDINGS),
    (ChainBroken(Broken(3, "record 3 is not what was recorded")), CHAIN),
    (Violation("TM-4.2", hex="A1"), FINDINGS),
    (Unsupported("map", "moon"), FINDINGS),
    (UnknownOption("moon", 1), FINDINGS),
    (OptionRefused("found --option moon=1"), USAGE),
    (MissingFacts([Missing(3, "the card", ("a", "b"))]), FINDINGS),
    (Endless("nothing is legal"), FINDINGS),
    (WorkerDied(), FINDINGS),
    (NoInput(), USAGE),
    (Exists("a.txt already exists"), USAGE),
    (Refused("found INSERT"), USAGE),
    (StoreUnusable("locked"), STORE),
    (WrongVersion("g", 3, 4), STORE),
]


@pytest.mark.parametrize(("problem", "status"), EACH, ids=lambda value: type(value).__name__)
def test_a_problem_is_one_line_and_a_status(problem: Problem, status: int) -> None:
    line, ended = describe(problem)
    assert (ended, problem.status) == (status, status)
    assert line == str(problem)
    assert line
    assert "\n" not in line
    if isinstance(problem, LogProblem):
        assert problem.VERDICT in VERDICTS


@pytest.mark.parametrize("error", [MemoryError(), duckdb.OutOfMemoryException("Allocation\nfailure")])
def test_too_little_memory_is_no_fault_of_the_program(error: Exception) -> None:
    line, status = describe(error)
    assert line.startswith("there is not enough memory (")
    assert (line.count("\n"), status) == (0, FINDINGS)


def test_whatever_is_raised_here_is_of_the_family() -> None:
    """No exception of the packages is outside it."""
    found = set()
    for package in (engine, events, projections):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(kind, Exception) and kind.__module__.partition(".")[0] in (
                    "engine",
                    "events",
                    "projections",
                ):
                    found.add((name, issubclass(kind, Problem)))
    assert {name for name, member in found if not member} == NO_PROBLEMS
    assert {type(problem).__name__ for problem, _ in EACH} <= {name for name, _ in found}


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ("gmaes", "; did you mean games?"),
        ("ship", "; did you mean bonus_ship?"),
        ("SHIP", "; did you mean bonus_ship?"),
        ("tile", ""),
        ("6c", ""),
        ("games", ""),
        ("hip", ""),
    ],
)
def test_near_is_what_is_spelt_so_or_the_only_name_with_the_word(found: str, message: str) -> None:
    assert near_match(["games", "bonus_ship", "favor_tile_earth", "favor_tile_water"], found) == message


def test_one_word_is_not_one_of_several() -> None:
    assert one_of(["native"], "ledger", " for gaia") == "native for gaia"
    assert one_of(["native", "ledger"], "ledgr", " for nim") == "one of native, ledger for nim; did you mean ledger?"
