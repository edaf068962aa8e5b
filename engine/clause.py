"""Clauses: the numbered rules of a rulebook, and the one way to reject by them.

The text of a clause is read from the rulebook only when somebody wants to see it.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_ID = r"[A-Z]{2,}-\d+(?:\.\d+)*[a-z]?"
_OPENS = re.compile(
    rf"^(?P<heading>\#+)[ ](?:(?P<titled>{_ID})|(?P<number>\d+(?:\.\d+)*))\b"  # ### AN-6.5 Warp, ### 6.5 Power
    rf"|\*\*(?P<bold>{_ID}(?:[ ]/[ ]{_ID})*)\b"  # **DF-8.1** text, in tables too
    rf"|^[ ]*[-*][ ]+(?P<item>{_ID})\b"  # - TM-4.2 text
    rf"|^\|[ ]*(?P<row>{_ID})\b"  # | TM-17.5.4 | text |
    rf"|(?:\A|(?<=\n\n))(?P<bare>{_ID})\b"  # TM-4.2 text, as a paragraph
    rf"|^(?P<end>\#+)[ ]",
    re.M | re.X,
)
_NUMBERED = re.compile(r"\n +(\d+)\. (.*(?:\n    .*)*)")


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
    """Clause id -> its text, in the order of the rulebook: its paragraphs, its list item, or its row of a table."""
    return _take_apart(rulebook(game))[0]


@cache
def sections(game: str) -> dict[str, str]:
    """The same of the headings under which clauses stand: `TM-7.9` -> the heading and what precedes its clauses."""
    return _take_apart(rulebook(game))[1]


def clause_text(game: str, clause: str) -> str:
    """The text of one clause, or of a section; empty if the rulebook has none of that id."""
    return clauses(game).get(clause) or sections(game).get(clause, "")


def _take_apart(text: str) -> tuple[dict[str, str], dict[str, str]]:
    found = [*_OPENS.finditer(text)]
    prefixes = [match["bold"] or match["item"] or match["row"] or match["bare"] or "" for match in found]
    prefix = Counter(clause.split("-")[0] for clause in prefixes if clause).most_common(1)[0][0]
    ends = [*(match.start() for match in found[1:]), len(text)]
    parts: dict[str, dict[str, str]] = {"clauses": {}, "rows": {}, "sections": {}}
    for match, end in zip(found, ends, strict=True):
        in_table = text.startswith("|", text.rfind("\n", 0, match.end()) + 1)
        last = text.find("\n" if in_table else "\n\n" if match["item"] else "\0", match.end(), end)
        said = text[match.start() : last if last > 0 else end].replace("**", "").strip("#-*| \n")
        if match["heading"]:
            parts["sections"][match["titled"] or f"{prefix}-{match['number']}"] = said
        for clause in (match["bold"] or match["item"] or match["row"] or match["bare"] or "").split(" / "):
            if clause.startswith(f"{prefix}-"):
                parts["rows" if match["row"] else "clauses"].setdefault(clause, said)
                for part in _NUMBERED.finditer(said):  # TM-7.11.2, its third: TM-7.11.2.3
                    parts["clauses"].setdefault(f"{clause}.{part[1]}", f"{clause}.{part[1]} {part[2]}")
    order = {clause: said for clause, said in parts["rows"].items() if clause not in parts["clauses"]}
    return parts["clauses"] | order, parts["sections"]
