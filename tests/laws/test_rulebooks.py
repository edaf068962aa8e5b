"""Law 7: each clause of a rulebook is cited where it is enforced, and named in a test; no other ids are used.

Clauses that only define words, describe sources or cover parts that are not implemented are listed with the reason
in tests/games/<game>/uncited.toml: `"TM-1.1" = "..."` for one clause, `"TM-16.*" = "..."` for all that begin so.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine.games
from engine.clause import clauses, sections
from engine.rules import games
from projections.screen.rulebooks import as_text
from tests.support import PROJECT, TOYS

pytestmark = pytest.mark.usefixtures("nim")
every_game = pytest.mark.parametrize("game", [*TOYS, *games()])


def prefix(game: str) -> str:
    return next(iter(clauses(game))).split("-")[0]


def cited(text: str, game: str) -> set[str]:
    return set(re.findall(rf"\b{prefix(game)}-\d+(?:\.\d+)*[a-z]?\b", text))


@cache
def code_of(game: str) -> str:
    """The code of a game: its folder, without what is only read or shown."""
    folder = next(path for path in (Path(p) / game for p in engine.games.__path__) if path.is_dir())
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


@cache
def texts_of_tests(game: str) -> dict[Path, str]:
    """The tests of a game and of the notations that games are written in."""
    tests = PROJECT / "tests"
    paths = [*sorted((tests / "games" / game).rglob("*.*")), *sorted((tests / "events" / "notations").rglob("*.py"))]
    return {path: path.read_text(encoding="utf-8") for path in paths if path.suffix in (".py", ".toml", ".txt")}


def uncited(game: str) -> dict[str, str]:
    """Pattern of clauses -> why no code cites them; a game whose clauses are all cited needs no such file."""
    file = PROJECT / "tests" / "games" / game / "uncited.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def covers(pattern: str, clause: str) -> bool:
    return clause == pattern or (pattern.endswith(".*") and clause.startswith(pattern[:-1]))


def literals(text: str, game: str) -> Iterator[str]:
    """The clause ids that are complete strings: those that are raised, and those expected in tests."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and cited(node.value, game) == {node.value}:
            yield node.value


@every_game
def test_no_id_is_used_that_the_rulebook_does_not_have(game):
    known = {*clauses(game), *sections(game)}
    for place, text in {"the code": code_of(game), **texts_of_tests(game)}.items():
        assert sorted(cited(text, game) - known) == [], place


@every_game
def test_each_clause_is_cited_or_listed_with_a_reason(game):
    reasons = uncited(game)
    in_code = cited(code_of(game), game)
    silent = [c for c in clauses(game) if c not in in_code and not any(covers(pattern, c) for pattern in reasons)]
    assert not silent, f"neither cited in engine/games/{game} nor listed in its uncited.toml"


@every_game
def test_what_is_listed_as_uncited_is_so(game):
    """An outdated list is wrong: every line of it names a clause that no code cites."""
    in_code = cited(code_of(game), game)
    for pattern, reason in uncited(game).items():
        meant = [clause for clause in clauses(game) if covers(pattern, clause)]
        assert meant, pattern
        assert len(reason) > 10, pattern
        assert pattern.endswith(".*") or not in_code & set(meant), pattern
        assert set(meant) - in_code, pattern


@every_game
def test_each_cited_clause_is_named_in_a_test(game):
    named = set().union(
        *(cited(text, game) for path, text in texts_of_tests(game).items() if path.name != "uncited.toml")
    )
    assert sorted((cited(code_of(game), game) & set(clauses(game))) - named) == []


@every_game
def test_each_clause_that_rejects_is_asked_for_in_a_test(game):
    """It is a separate string, such as in `.rejected("NIM-2")`: naming it in a docstring does not count."""
    raised = set(literals(code_of(game), game))
    asked = {
        clause for path, text in texts_of_tests(game).items() if path.suffix == ".py" for clause in literals(text, game)
    }
    assert raised
    assert sorted(raised - asked) == []


@every_game
def test_clauses_fit_the_terminal_and_are_whole_in_a_pipe(game):
    opening = next(iter(clauses(game))).partition(".")[0]
    whole, broken = ([*as_text(game, opening, width)] for width in (None, 40))
    assert " ".join(broken) == " ".join(whole)
    assert len(broken) > len(whole)
    assert all(len(line) <= 40 or " " not in line for line in broken)
