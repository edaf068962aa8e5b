"""The forms of the kit's cases, one JSON object a line, and of its manifest.

What a case has in `expect` is what an answer states (`projections.schemas.kit_answer`): the fields of the same names.
Seats count from 0, records from 1; an actor is a seat, null for chance and for interventions. Events are as in native
logs.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from projections.schemas.kit_answer import Acted, Booked, Placed

FORMAT = 1
"""The version of the kit's form."""

Figures = list[list[int | None]]
"""For each seat its figures, in the order in which the manifest names them; null for one that is not kept."""


class GameExpect(Struct, frozen=True):
    """The verdict on a log, its result, and the figures after each record and the automatic steps that follow it.

    `standings` are in any order, and empty if the game does not end. `choices` is how many events are legal there;
    null for more than `positions.MOST_LEGAL`, or if there is no end of them.
    """

    verdict: str
    standings: list[Placed]
    figures: list[Figures]
    choices: list[int | None]


class GameCase(Struct, frozen=True, tag_field="topic", tag="game"):
    """A game from its first record to its last: the lines of a native log, without hashes."""

    id: str
    log: list[Any]
    expect: GameExpect


class PositionExpect(Struct, frozen=True):
    """What holds in a position.

    `legal` is every legal event, in any order; `perft` the number of sequences of 1, 2, ... legal events, as far as
    they are counted. `entries` is what the record after the position and the automatic steps that follow it change.
    `accepted` are the numbers, from 0, of the events that the rules accept among those `tried`. `reached` are the
    figures after each of the events `played` and its automatic steps, and `choices` how many events are legal then;
    null for more than `positions.MOST_LEGAL`, or if there is no end of them.
    """

    legal: list[Acted]
    perft: list[int]
    figures: Figures
    entries: list[Booked]
    accepted: list[int]
    reached: list[Figures]
    choices: list[int | None]


class PositionCase(Struct, frozen=True, tag_field="topic", tag="position"):
    """The position of a game after record `at` and the automatic steps that follow it (0: before the first record).

    `tried` are events, each by itself, none of them in `legal`; most are illegal. `played` are some of the events that
    the rules accept, each by itself.
    """

    id: str
    game: str
    at: int
    tried: list[Acted]
    played: list[Acted]
    expect: PositionExpect


NOWHERE = -1
"""The record that is at fault in a log without a fault."""


class IllegalExpect(Struct, frozen=True):
    """The record that breaks a clause (0: the header), and the clause; NOWHERE and "" if nothing is broken."""

    seq: int
    clause: str


class IllegalCase(Struct, frozen=True, tag_field="topic", tag="illegal", kw_only=True):
    """A log with one fault: the first `at` records of a game and then `record`; or only a `header` that is at fault.

    In a few, nothing is at fault: the record is legal, though the legal events are spelled otherwise, or the header is.

    `instead` is the legal event from which the record differs in one field or in its actor, if there is one. An engine
    that checks in another order may name one of the clauses in `may`.
    """

    id: str
    game: str | UnsetType = UNSET
    at: int = 0
    record: dict[str, Any] | UnsetType = UNSET
    header: dict[str, Any] | UnsetType = UNSET
    instead: Acted | UnsetType = UNSET
    expect: IllegalExpect
    may: list[str] = []


class HiddenExpect(Struct, frozen=True):
    """Every value of the field, in any order, with which the log stays legal and leads to the figures."""

    values: list[Any]


class HiddenCase(Struct, frozen=True, tag_field="topic", tag="hidden"):
    """A game up to record `last`, in which the value of a `field` of the event of record `seq` is not known.

    After record `last` and the automatic steps that follow it, the `figures` are these. The values that come into
    question are those with which the event is legal.
    """

    id: str
    game: str
    seq: int
    field: str
    last: int
    figures: Figures
    expect: HiddenExpect


class PublicExpect(Struct, frozen=True):
    """The records of the log that can be shown."""

    records: list[Acted]


class PublicCase(Struct, frozen=True, tag_field="topic", tag="public"):
    """What a `seat` saw of the first `at` records of a game; without a seat, what everybody saw."""

    id: str
    game: str
    at: int
    seat: int | None
    expect: PublicExpect


Case = GameCase | PositionCase | IllegalCase | HiddenCase | PublicCase


class KitFile(Struct, frozen=True):
    """A file of the kit: the number of its cases and the checksum of its bytes."""

    cases: int
    sha256: str


class KitGame(Struct, frozen=True):
    """The part of the kit about one game: version of its rules, names of a seat's figures in order, files."""

    ruleset: str
    figures: list[str]
    files: dict[str, KitFile]


class Manifest(Struct, frozen=True):
    """What a kit holds: the version of its form and of the program, the seed, and its games."""

    format: int
    version: str
    seed: int
    games: dict[str, KitGame]
