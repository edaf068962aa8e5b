"""Clauses: violations in words, and the texts of a rulebook."""

import pytest

from engine.clause import Unsupported, Violation, clause_text, clauses, rulebook
from engine.ruleset import games


def test_a_violation_says_its_clause_and_the_facts():
    violation = Violation("NIM-2", stones=3, pile=2)
    assert str(violation) == "NIM-2 (stones=3, pile=2)"
    assert (violation.clause, dict(violation.facts)) == ("NIM-2", {"stones": 3, "pile": 2})
    assert str(Violation("NIM-1")) == "NIM-1"


def test_an_option_that_is_not_supported():
    assert str(Unsupported("misere", True)) == "option misere = True is not supported"


def test_the_clauses_of_a_rulebook(nim):
    assert list(clauses(nim)) == [f"NIM-{n}" for n in range(1, 8)]
    assert clause_text(nim, "NIM-4") == (
        "NIM-4 When the pile is empty the round is over. Who took the last stone has 2 points more."
    )
    assert clause_text(nim, "NIM-5").endswith("nothing is laid out, and the game is over.")
    assert clause_text(nim, "NIM-7") == "NIM-7 A round of the table: as many turns as there are players."
    assert clause_text(nim, "NIM-99") == ""
    assert rulebook(nim).startswith("# Nim")


@pytest.mark.parametrize(
    "form", ["- X-1.2 text", "**X-1.2** text", "X-1.2 text", "| X-1.2 | text |", "* **X-1.2** text"]
)
def test_the_forms_in_which_a_clause_opens(nim, monkeypatch, form):
    book = f"# Heading\n\n{form.replace('X', 'AB')}\n- AB-1.3 other, see AB-1.2\n\nprose that names AB-1.2\n"
    monkeypatch.setattr("engine.clause.rulebook", lambda game: book)
    clauses.cache_clear()
    found = clauses("any")
    clauses.cache_clear()
    assert list(found) == ["AB-1.2", "AB-1.3"]
    assert "text" in found["AB-1.2"]
    assert "other" not in found["AB-1.2"]
    assert found["AB-1.3"] == "AB-1.3 other, see AB-1.2"


@pytest.mark.parametrize("game", games())
def test_the_rulebook_of_every_game_is_read(game):
    """Every clause has a text, and all share the prefix of the game."""
    texts = clauses(game)
    assert len(texts) > 100
    assert all(len(text) > len(clause) for clause, text in texts.items())
    assert len({clause.split("-")[0] for clause in texts}) == 1
