"""Clauses: violations in words, and the texts of a rulebook."""

import re

import pytest

from engine.clause import Unsupported, Violation, clause_text, clauses, paragraphs, rulebook, sections
from engine.rules import games
from tests.support import TOYS


def test_a_violation_names_its_clause_and_the_facts():
    violation = Violation("NIM-2", stones=3, pile=2)
    assert str(violation) == "NIM-2 (stones=3, pile=2)"
    assert (violation.clause, dict(violation.facts)) == ("NIM-2", {"stones": 3, "pile": 2})
    assert str(Violation("NIM-1")) == "NIM-1"


def test_an_option_that_is_not_supported():
    assert str(Unsupported("misere", True)) == "option misere = true is not supported"
    assert str(Unsupported("rounds", "2", (1, 2))) == 'option rounds = "2" is not supported; supported: 1, 2'


def test_the_clauses_of_a_rulebook(nim):
    assert list(clauses(nim)) == [f"NIM-{n}" for n in range(1, 11)]
    assert clause_text(nim, "NIM-4") == (
        "NIM-4 When the pile is empty, the round is over. Whoever took the last stone scores 2 more points."
    )
    assert clause_text(nim, "NIM-5").endswith("nothing is laid out, and the game is over.")
    assert clause_text(nim, "NIM-10") == "NIM-10 A round of the table has as many turns as there are players."
    assert clause_text(nim, "NIM-99") == ""
    assert rulebook(nim).startswith("# Nim")


@pytest.fixture
def book(monkeypatch):
    """Reads a text as the rulebook of a game."""

    def read(text):
        monkeypatch.setattr("engine.clause.rulebook", lambda game: text)
        clauses.cache_clear()
        sections.cache_clear()
        return clauses("any"), sections("any")

    yield read
    clauses.cache_clear()
    sections.cache_clear()


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("- X-1.2 one\n  two", "X-1.2 one\n  two"),
        ("- X-1.2 one\n\nprose", "X-1.2 one"),
        ("* **X-1.2** one", "X-1.2 one"),
        ("**X-1.2** one\n\n| a | table |", "X-1.2 one\n\n| a | table"),
        ("**X-1.2 One.** two", "X-1.2 One. two"),
        ("X-1.2 one, as X-1.3\nX-1.3 is not opened here", "X-1.2 one, as X-1.3\nX-1.3 is not opened here"),
        ("| X-1.2 | one |\n| other | row |", "X-1.2 | one"),
        ("| roll | **X-1.2** one |\n| other | row |", "X-1.2 one"),
        ("**X-1.1 / X-1.2** one", "X-1.1 / X-1.2 one"),
    ],
)
def test_the_forms_in_which_a_clause_opens(book, form, text):
    after = "\n- X-1.3 other, see X-1.2\n\nprose\n\n**EX-01** an example\n"
    found, _ = book(f"# Heading\n\n{form}{after}".replace("X-1", "AB-1"))
    assert found["AB-1.2"] == text.replace("X-1", "AB-1")
    assert found["AB-1.3"] == "AB-1.3 other, see AB-1.2"
    assert not [clause for clause in found if clause.startswith("EX")]


def test_the_numbered_parts_of_a_clause(book):
    found, _ = book("- AB-1.1 in order:\n  1. one\n  2. two\n     more\n- AB-1.2 next\n")
    assert list(found) == ["AB-1.1", "AB-1.1.1", "AB-1.1.2", "AB-1.2"]
    assert found["AB-1.1"] == "AB-1.1 in order:\n  1. one\n  2. two\n     more"
    assert found["AB-1.1.2"] == "AB-1.1.2 two\n     more"


def test_a_row_that_refers_to_a_clause_does_not_open_it(book):
    assert book("| AB-1.1 | see there |\n\n- AB-1.1 here\n")[0] == {"AB-1.1": "AB-1.1 here"}


def test_sections_are_known_by_the_numbers_of_their_headings(book):
    _, found = book("# Book\n\n## 1. Scope\nAll.\n\n- AB-1.1 one\n\n### 1.2 Words\n\n## AB-7 Play\nprose\n")
    assert found == {"AB-1": "AB-1 Scope\nAll.", "AB-1.2": "AB-1.2 Words", "AB-7": "AB-7 Play\nprose"}
    assert clause_text("any", "AB-7") == "AB-7 Play\nprose"


@pytest.mark.usefixtures("nim")
@pytest.mark.parametrize("game", [*TOYS, *games()])
def test_the_rulebook_of_every_game_is_read(game):
    """Every clause has a text, all share the prefix of the game, and none that the rulebook mentions is missing.

    One in a hundred may not be a clause, but a worked example, for instance.
    """
    texts = clauses(game)
    assert all(len(text) > len(clause) for clause, text in texts.items())
    (prefix,) = {clause.split("-")[0] for clause in texts}
    mentioned = set(re.findall(rf"\b{prefix}-\d+(?:\.\d+)*[a-z]?\b", rulebook(game)))
    missed = mentioned - {*texts, *sections(game)}
    assert len(missed) <= len(mentioned) // 100, sorted(missed)


def test_a_table_in_a_clause_has_a_line_for_each_row():
    """The prose before and after it stays in one line each; the line below its heading is left out."""
    text = "X-1 Parts,\nin order:\n\n| part | ends |\n|---|:-:|\n| one | at once |\n\nThen\nall ends."
    assert paragraphs(text) == ["X-1 Parts, in order:", "part | ends", "one | at once", "Then all ends."]
    assert paragraphs("X-2 -\n- a dash") == ["X-2 - - a dash"]
    assert paragraphs("| X-3 | a row |") == ["X-3 | a row"]


@pytest.mark.parametrize("game", games())
def test_no_clause_shows_how_its_tables_are_drawn(game):
    shown = [line for text in clauses(game).values() for line in paragraphs(text)]
    assert not [line for line in shown if "|--" in line or "| --" in line]
    words = " ".join(" ".join(text.split()) for text in clauses(game).values())
    assert len(words) >= len(" ".join(shown)) > 0.98 * len(words)


def test_an_item_that_announces_a_table_has_it():
    """TM-6.4.2: the follow-ups of a turn are listed below, after a blank line."""
    first, *rows = paragraphs(clause_text("terra_mystica", "TM-6.4.2"))
    assert first == "TM-6.4.2 `followup` of a turn:"
    assert rows[0] == "Part | Meaning | Mandatory"
    assert [row.partition(" ")[0] for row in rows[1:]] == [
        *("`spades`", "`build_ok`", "`sandstorm`,", "`bridge`", "`favor`", "`cult`", "`gate`"),
    ]
    assert clause_text("terra_mystica", "TM-6.4.3").startswith("TM-6.4.3 Main actions: ")
