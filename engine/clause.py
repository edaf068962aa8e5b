"""Clauses: the numbered rules of a rulebook, and the one way to reject by them.

The text of a clause is read from the rulebook only when somebody wants to see it.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_OPENS = re.compile(r"^\s*(?:[-*]\s+|\|\s*)?(?:\*\*)?((?:[A-Z]{2,})-\d+(?:\.\d+)*[a-z]?)\b", re.M)
_ITEM = re.compile(r"^\s+(\d+)\. (.*?)(?=^\s+\d+\. |\Z)", re.M | re.S)
_HEADING = re.compile(r"^#{2,4} (\d+(?:\.\d+)*)\.? +(.+)$", re.M)


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
    """Clause id -> its text, in the order of the rulebook: from its id to the next clause, heading or blank line.

    The numbered items of a clause are clauses, too: `TM-7.11.2.4` is the fourth of `TM-7.11.2`.
    """
    text = rulebook(game)
    found: dict[str, str] = {}
    for match in _OPENS.finditer(text):
        rest = text[match.start() :].lstrip()
        end = re.search(r"\n(?=\s*\n|#|\s*(?:[-*]\s+|\|\s*)?(?:\*\*)?[A-Z]{2,}-\d)", rest)
        whole = (rest[: end.start()] if end else rest).strip().lstrip("-*| ").rstrip("| ")
        found.setdefault(match[1], whole)
        for item in _ITEM.finditer(whole):
            found.setdefault(f"{match[1]}.{item[1]}", f"{match[1]}.{item[1]} {item[2].strip()}")
    return found


@cache
def sections(game: str) -> dict[str, str]:
    """Section id -> its title: the numbered headings of the rulebook, which may be named like clauses (`TM-6.1`)."""
    prefix = next(iter(clauses(game)), "").split("-")[0]
    return {f"{prefix}-{number}": f"{prefix}-{number} {title}" for number, title in _HEADING.findall(rulebook(game))}


def clause_text(game: str, clause: str) -> str:
    """The text of one clause, or the title of a section; empty if the rulebook has none of that id."""
    return clauses(game).get(clause) or sections(game).get(clause, "")
