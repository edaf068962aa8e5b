"""Clauses: the numbered rules of a rulebook, and the one way to reject by them.

The text of a clause is read from the rulebook only when somebody wants to see it.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_OPENS = re.compile(r"^\s*(?:[-*]\s+|\|\s*)?(?:\*\*)?((?:[A-Z]{2,})-\d+(?:\.\d+)*[a-z]?)\b", re.M)


class Violation(Exception):
    """A decision or chance outcome that breaks a clause, with the facts that show it. The state is as it was."""

    def __init__(self, clause: str, **facts: object) -> None:
        super().__init__(clause, facts)
        self.clause = clause
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.clause} ({facts})" if facts else self.clause


class Unsupported(Exception):
    """A log that names an option, or a value of one, that is not implemented."""

    def __init__(self, option: str, value: object) -> None:
        super().__init__(option, value)
        self.option, self.value = option, value

    def __str__(self) -> str:
        return f"option {self.option} = {self.value} is not supported"


def rulebook(game: str) -> str:
    """The whole rulebook of a game, as Markdown."""
    return files(f"engine.games.{game}").joinpath("rulebook.md").read_text(encoding="utf-8")


@cache
def clauses(game: str) -> dict[str, str]:
    """Clause id -> its text, in the order of the rulebook: from its id to the next clause, heading or blank line."""
    text = rulebook(game)
    found: dict[str, str] = {}
    for match in _OPENS.finditer(text):
        rest = text[match.start() :].lstrip()
        end = re.search(r"\n(?=\s*\n|#|\s*(?:[-*]\s+|\|\s*)?(?:\*\*)?[A-Z]{2,}-\d)", rest)
        found.setdefault(match[1], (rest[: end.start()] if end else rest).strip().lstrip("-*| ").rstrip("| "))
    return found


def clause_text(game: str, clause: str) -> str:
    """The text of one clause, or of a whole section that is named like one (`TM-7.1`); empty if there is neither."""
    return clauses(game).get(clause) or _section(game, clause.partition("-")[2])


def _section(game: str, number: str) -> str:
    """The section of a rulebook with this number: from its heading to the next one that is not under it."""
    text = rulebook(game)
    opens = re.search(rf"^(#+) {re.escape(number)}\.? .*$", text, re.M) if number else None
    if opens is None:
        return ""
    end = re.compile(rf"^#{{1,{len(opens[1])}}} ", re.M).search(text, opens.end())
    return text[opens.start() : end.start() if end else None].strip().rstrip("-").rstrip()
