"""Sections without clauses of their own, words searched in clauses, clauses with tables in one line."""

import pytest

from engine.clause import clause_text, in_short
from events.log.codec import Unreadable
from projections.screen.rulebooks import as_json, as_text


@pytest.mark.parametrize("section", ["AN-1.3", "AN-1.4", "AN-7.0", "AN-11.3", "AN-15"])
def test_a_section_without_clauses_is_shown(section: str) -> None:
    lines = list(as_text("anachrony", section, 80))
    assert lines[0].startswith(section)
    assert len(lines) > 1
    assert [one["clause"] for one in as_json(section, None)] == [section]


def test_a_word_is_searched_in_the_clauses() -> None:
    found = list(as_json("terra_mystica", "leech"))
    assert found
    assert all("leech" in one["text"].casefold() for one in found)
    assert next(iter(as_text("terra_mystica", "Leech", None))).startswith("TM-")
    two = list(as_json("terra_mystica", "trading house"))
    assert all("trading house" in one["text"].casefold() for one in two)
    with pytest.raises(Unreadable, match="found 'xylophone', expected a clause of terra_mystica, or words in one"):
        list(as_json("terra_mystica", "xylophone"))
    with pytest.raises(Unreadable, match="found the clause 'TM-99'"):
        list(as_json("terra_mystica", "TM-99"))


def test_the_measure_of_the_range_stands_in_its_clause() -> None:
    text = " ".join(as_text("anachrony", "AN-10.4.6", None))
    assert "see below" not in text
    assert "uncovered" in text


def test_a_clause_with_a_table_is_short_in_a_verdict() -> None:
    text = in_short("AN-7.0", clause_text("anachrony", "AN-7.0"))
    assert " | " not in text
    assert len(text) < 600
    assert text.endswith("(its table: `anyturn rules AN-7.0`)")
    assert in_short("TM-5.1", "TM-5.1 One\nline.") == "TM-5.1 One line."


@pytest.mark.parametrize(
    ("typed", "meant"), [("lech", "leech"), ("Trding  House", "trading house"), ("terraform spdes", ""), ("qqqq", "")]
)
def test_a_misspelt_word_is_suggested(typed: str, meant: str) -> None:
    """Only where some clause has the words as suggested."""
    with pytest.raises(Unreadable) as raised:
        list(as_json("terra_mystica", typed))
    assert str(raised.value).partition("; ")[2] == (f"did you mean {meant}?" if meant else "")


def test_clauses_that_are_found_come_in_the_order_of_the_rulebook() -> None:
    """So the rules come before what the last sections say on notations."""
    found = [one["clause"] for one in as_json("terra_mystica", "leech")]
    assert found[0] == "TM-2"
    assert found.index("TM-17.5.2") < found.index("TM-17.6.1") < found.index("TM-17.7.1")
    powers = [one["clause"] for one in as_json("terra_mystica", "gain power")]
    assert powers == sorted(powers, key=lambda clause: [int(part) for part in clause[3:].split(".")])
