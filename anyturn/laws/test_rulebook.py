"""Law 7: each clause of a rulebook is cited where it is enforced, and named in a test; no other ids are used.

Clauses that only define words, describe sources or cover parts that are not implemented are listed with the reason
in `uncited.toml` among the tests: `"TM-1.1" = "..."` for one clause, `"TM-16.*" = "..."` for all that begin so.

Whoever collects this module gives each test its `game` and `texts` (`anyturn.laws.plugin`).
"""

import ast
import re
import tomllib
from collections.abc import Iterator

from anyturn.laws.sources import Texts, code_of, folder, texts_of_tests
from engine.clause import clauses, sections


def prefix(game: str) -> str:
    return next(iter(clauses(game))).split("-")[0]


def cited(text: str, game: str) -> set[str]:
    return set(re.findall(rf"\b{prefix(game)}-\d+(?:\.\d+)*[a-z]?\b", text))


def uncited(texts: Texts) -> dict[str, str]:
    """Pattern of clauses -> why no code cites them; a game whose clauses are all cited needs no such file."""
    return tomllib.loads(texts.uncited.read_text(encoding="utf-8")) if texts.uncited.is_file() else {}


def covers(pattern: str, clause: str) -> bool:
    return clause == pattern or (pattern.endswith(".*") and clause.startswith(pattern[:-1]))


def literals(text: str, game: str) -> Iterator[str]:
    """The clause ids that are complete strings: those that are raised, and those expected in tests."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and cited(node.value, game) == {node.value}:
            yield node.value


def test_no_id_is_used_that_the_rulebook_does_not_have(game: str, texts: Texts) -> None:
    known = {*clauses(game), *sections(game)}
    for place, text in [("the code", code_of(game)), *texts_of_tests(texts).items()]:
        assert sorted(cited(text, game) - known) == [], place


def test_each_clause_is_cited_or_listed_with_a_reason(game: str, texts: Texts) -> None:
    reasons = uncited(texts)
    in_code = cited(code_of(game), game)
    silent = [c for c in clauses(game) if c not in in_code and not any(covers(pattern, c) for pattern in reasons)]
    assert not silent, f"neither cited in {folder(game)} nor listed in {texts.uncited}"


def test_what_is_listed_as_uncited_is_so(game: str, texts: Texts) -> None:
    """An outdated list is wrong: every line of it names a clause that no code cites."""
    in_code = cited(code_of(game), game)
    for pattern, reason in uncited(texts).items():
        meant = [clause for clause in clauses(game) if covers(pattern, clause)]
        assert meant, pattern
        assert len(reason) > 10, pattern
        assert pattern.endswith(".*") or not in_code & set(meant), pattern
        assert set(meant) - in_code, pattern


def test_each_cited_clause_is_named_in_a_test(game: str, texts: Texts) -> None:
    named = set[str]().union(
        *(cited(text, game) for path, text in texts_of_tests(texts).items() if path.name != "uncited.toml")
    )
    assert sorted((cited(code_of(game), game) & set(clauses(game))) - named) == []


def test_each_clause_that_rejects_is_asked_for_in_a_test(game: str, texts: Texts) -> None:
    """It is a separate string, such as in `.rejected("NIM-2")`: naming it in a docstring does not count."""
    raised = set(literals(code_of(game), game))
    asked = {
        clause
        for path, text in texts_of_tests(texts).items()
        if path.suffix == ".py"
        for clause in literals(text, game)
    }
    assert raised
    assert sorted(raised - asked) == []
