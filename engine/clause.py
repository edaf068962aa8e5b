"""Clauses: the numbered rules of a rulebook, and the single way to reject an event under them.

The text of a clause is read from the rulebook only when it is shown.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pkgutil import get_data

import msgspec

from events.plugins import home
from events.problems import LogProblem, near_match, shortened
from events.verdicts import ILLEGAL, UNSUPPORTED

_ID = r"[A-Z]{2,}-\d+(?:\.\d+)*[a-z]?"
_OPENS = (
    rf"(?mx)^(?P<heading>\#+)[ ](?:(?P<titled>{_ID})|(?P<number>\d+(?:\.\d+)*))\b"  # ### AN-6.5 Warp, ### 6.5 Power
    rf"|\*\*(?P<bold>{_ID}(?:[ ]/[ ]{_ID})*)\b"  # **DF-8.1** text, also in tables
    rf"|^[ ]*[-*][ ]+(?P<item>{_ID})\b"  # - TM-4.2 text
    rf"|^\|[ ]*(?P<row>{_ID})\b"  # | TM-17.5.4 | text |
    rf"|(?:\A|(?<=\n\n))(?P<bare>{_ID})\b"  # TM-4.2 text, as a paragraph
    rf"|^(?P<end>\#+)[ ]"
)
_SHOWN = 40
_NUMBERED = r"\n +(\d+)\. (.*(?:\n    .*)*)"
"""Patterns, compiled only if a rulebook is read."""


_SEATS = frozenset(
    ("seat", "actor", "player", "owner", "giver", "from", "bearer", "to_move", "taken_by", "claimed_by", "next")
)
_LISTS_OF_SEATS = frozenset(("players", "awaited", "of", "first", "waiting", "taken_from"))
_SEATS_WITH_NUMBERS = frozenset(("due", "spades_due"))
"""Lists of pairs, each of a seat and a number."""


def counted(name: str, value: object, seats: Collection[str] = ()) -> object:
    """A fact, or a field of an event, as people read it: seats are counted from 1.

    `seats` are the fields of the event that are seats, though fields of that name in other events are not.
    """
    if (name in _SEATS or name in seats) and type(value) is int:
        return value + 1 if value >= 0 else "nobody"
    if (name in _LISTS_OF_SEATS or name in seats) and isinstance(value, list | tuple):
        return [each + 1 if type(each) is int else each for each in value]
    if name in _SEATS_WITH_NUMBERS and isinstance(value, list):
        return [[seat + 1, *numbers] for seat, *numbers in value]
    return value


class Violation(LogProblem):
    """A decision or chance outcome that breaks a clause, with the facts that show it. The state stays unchanged."""

    VERDICT = ILLEGAL

    def __init__(self, clause: str, **facts: object) -> None:
        super().__init__(clause, facts)
        self.clause = clause
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={counted(name, value)}" for name, value in self.facts.items())
        return f"{self.clause} ({facts})" if facts else self.clause


class Unsupported(LogProblem):
    """A log that names an option, or a value of one, that is not implemented; `allowed` lists what is supported."""

    VERDICT = UNSUPPORTED

    def __init__(self, option: str, value: object, allowed: Sequence[object] = ()) -> None:
        super().__init__(option, value, allowed)
        self.option, self.value, self.allowed = option, value, tuple(allowed)

    def __str__(self) -> str:
        shown = in_json(self.value)
        if shown in map(in_json, self.allowed):  # text given for a number or truth value
            shown = f'"{shown}"'
        found = f"option {shortened(self.option)} = {shortened(shown)} is not supported"
        return f"{found}; supported: {self.supported}" if self.allowed else found

    @property
    def supported(self) -> str:
        """The supported choices, and the one that was probably meant."""
        names = list(map(in_json, self.allowed))
        shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
        return shown + near_match(names, self._sought())

    def _sought(self) -> str:
        return in_json(self.value)


class UnknownOption(Unsupported):
    """An option that the game does not have; `allowed` lists those that it has."""

    def _sought(self) -> str:
        return self.option


def in_json(value: object) -> str:
    """The value of an option as it is written: text unchanged, anything else as in JSON (`true`)."""
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def rulebook(game: str) -> str:
    """The whole rulebook of a game, as Markdown."""
    text = get_data(home(f"engine.games.{game}"), "rulebook.md")
    assert text is not None
    return text.decode()


@cache
def clauses(game: str) -> dict[str, str]:
    """Clause id -> its text, in the order of the rulebook: its paragraphs, its list item, or its table row."""
    return _take_apart(rulebook(game))[0]


@cache
def sections(game: str) -> dict[str, str]:
    """The same for the headings under which clauses stand: `TM-7.9` -> the heading and what precedes its clauses."""
    return _take_apart(rulebook(game))[1]


def clause_text(game: str, clause: str) -> str:
    """The text of one clause, or of a section; empty if the rulebook has none with that id."""
    return clauses(game).get(clause) or sections(game).get(clause, "")


def below(game: str, clause: str) -> dict[str, str]:
    """The clauses below a clause or section, with their texts: for `TM-7.9`, clauses such as `TM-7.9.1`."""
    return {number: text for number, text in clauses(game).items() if number.startswith(f"{clause}.")}


def paragraphs(text: str) -> list[str]:
    """A clause as unwrapped lines: each paragraph on one line, each table row on one line, with cells between bars."""
    found: list[str] = []
    in_table = True
    for line in filter(None, (" ".join(each.split()) for each in text.split("\n"))):
        row = line.startswith("|")
        if row and not set(line) <= set("|-: "):  # otherwise it is the line below a table's heading
            found.append(line.strip("| "))
        elif not row and in_table:
            found.append(line)
        elif not row:
            found[-1] += f" {line}"
        in_table = row
    return found


def in_short(clause: str, text: str) -> str:
    """A clause in a single line, for a verdict: without its table, which `anyturn rules` shows."""
    rows = [line for line in text.split("\n") if line.startswith("|")]
    words = " ".join(" ".join(line for line in text.split("\n") if not line.startswith("|")).split())
    return f"{words} (its table: `anyturn rules {clause}`)" if rows else words


def _take_apart(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The clauses and the sections of a rulebook."""
    found = [*re.finditer(_OPENS, text)]
    prefix = Counter(clause.split("-")[0] for match in found for clause in _opened(match)).most_common(1)[0][0]
    ends = [*(match.start() for match in found[1:]), len(text)]
    clauses: dict[str, str] = {}
    rows: dict[str, str] = {}
    sections: dict[str, str] = {}
    for match, end in zip(found, ends, strict=True):
        said = _said(text, match, end)
        if match["number"]:
            section = f"{prefix}-{match['number']}"
            sections[section] = f"{section} {said.removeprefix(match['number']).lstrip('. ')}"
        elif match["titled"]:
            sections[match["titled"]] = said
        for clause in _opened(match):
            if clause.startswith(f"{prefix}-"):
                (rows if match["row"] else clauses).setdefault(clause, said)
                for part in re.finditer(_NUMBERED, said):  # the third item of TM-7.11.2 is TM-7.11.2.3
                    clauses.setdefault(f"{clause}.{part[1]}", f"{clause}.{part[1]} {part[2]}")
    return clauses | {clause: said for clause, said in rows.items() if clause not in clauses}, sections


def _opened(match: re.Match[str]) -> list[str]:
    """The clauses that open at a place: none at a heading, and more than one if two share their text."""
    opened = match["bold"] or match["item"] or match["row"] or match["bare"]
    return opened.split(" / ") if opened else []


def _said(text: str, match: re.Match[str], end: int) -> str:
    """What stands between a place and the next: the row for a table, the item for a list, without the markup.

    An item that ends with a colon includes the table or list below it.
    """
    in_table = text.startswith("|", text.rfind("\n", 0, match.end()) + 1)
    last = text.find("\n" if in_table else "\n\n" if match["item"] else "\0", match.end(), end)
    if match["item"] and last > 0 and text[last - 1] == ":":
        last = text.find("\n\n", last + 2, end)
    return text[match.start() : last if last > 0 else end].replace("**", "").strip("#-*| \n")
