"""The JSON answer of the view-game endpoint of terra.snellman.net: TM-17.7. Its `ledger` is the ledger of TM-17.2."""

import re
from typing import Any

from msgspec import Struct

from events.log.codec import Decoder, Unreadable
from events.notations import snellman_ledger
from events.notations._snellman_commands import parse_commands
from events.notations._snellman_document import Document, Row, Setting

GAME = "terra_mystica"

_RESOURCES = ("VP", "C", "W", "P", "PW", "CULT")


class Change(Struct, frozen=True):
    """A figure of a row: its change and its value; `PW` and `CULT` have several, with / between them."""

    delta: int = 0
    value: int | str = 0


class Line(Struct, frozen=True):
    """A row of `ledger`, or a comment between the rows: TM-17.7.2."""

    comment: str | None = None
    faction: str = ""
    commands: str = ""
    leech: dict[str, int] = {}
    VP: Change = Change()
    C: Change = Change()
    W: Change = Change()
    P: Change = Change()
    PW: Change = Change()
    CULT: Change = Change()


class Person(Struct, frozen=True):
    """A player at the table."""

    name: str | None = None
    displayname: str | None = None
    username: str | None = None
    index: int = 0


class Answer(Struct, frozen=True):
    """The parts of the answer that are read: TM-17.7.1."""

    ledger: list[Line]
    error: list[str] = []
    players: list[Person] = []
    options: dict[str, Any] = {}
    map_variant: str | None = None
    vp_setup: dict[str, int] | None = None


MAX_BYTES = 2 * 2**20
"""An empty row takes three bytes in the file, and 190 in memory."""
_answer: Decoder[Answer] = Decoder(Answer)


def sniff(head: str) -> bool:
    """Whether a text begins like an answer of the endpoint: an object with its keys, in alphabetical order."""
    return re.match(r'\s*\{\s*"(?:aborted|action_required|actions|error|ledger)"\s*:', head) is not None


def parse(text: str) -> Document:
    """The ledger in an answer; a line is the number of its row. Raises Unreadable with the row."""
    answer = _answer(text.encode())
    document = Document(start_points=answer.vp_setup)
    for number, line in enumerate(answer.ledger, 1):
        try:
            if line.comment is not None:
                snellman_ledger.comment(document, number, line.comment.strip())
            else:
                document.lines.append(_row(number, line))
        except Unreadable as error:
            error.line = number
            raise
    if not any(isinstance(line, Row) for line in document.lines):
        raise Unreadable(f"no rows ({'; '.join(answer.error) or 'an empty ledger'})", "the rows of a game")
    _complete(document, answer)
    return document


def _complete(document: Document, answer: Answer) -> None:
    """Add what the answer states only outside the ledger; TM-17.7.5: old answers have no players."""
    for person in answer.players:
        name = person.displayname or person.name or person.username or ""
        document.players.setdefault(person.index + 1, Setting(0, name))
    named = {setting.value for setting in document.options}
    document.options += [Setting(0, name) for name in sorted(answer.options) if name not in named]
    if answer.map_variant and not document.map.value:
        document.map = Setting(0, answer.map_variant)


def _row(number: int, line: Line) -> Row:
    changes = [getattr(line, name) for name in _RESOURCES]
    values = [number_ for change in changes for number_ in _numbers(change.value)]
    if len(values) != 11:
        raise Unreadable(f"{len(values)} figures", "VP, C, W, P, three bowls and four cults")
    deltas = tuple(change.delta for change in changes)
    offers = tuple(sorted(line.leech.values()))
    return Row(number, line.faction.lower(), tuple(values), deltas, offers, parse_commands(line.commands))


def _numbers(value: int | str) -> list[int]:
    parts = [value] if isinstance(value, int) else value.split("/")
    if not all(str(part).isdecimal() for part in parts):
        raise Unreadable(repr(value), "numbers with / between them")
    return [int(part) for part in parts]
