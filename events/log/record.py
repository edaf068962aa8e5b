"""The records of a log: an event with its place, its actor, and what the log observed after it.

A game's vocabulary derives its events from `Event`. `Undo`, `Correct` and `Note` are the events that every game has:
they are appended like any other, and resolved before the rules see the log (`events.log.native.resolve`).
"""

from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

E = TypeVar("E")


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base class of all vocabularies: a decision of a player or a chance outcome, never a consequence.

    `SEATS` names the fields that are seats although their names do not say so, as `player` does.
    """

    SEATS: ClassVar[tuple[str, ...]] = ()


class Intervention(Event, frozen=True):
    """Base class of events that are neither a player's decision nor chance but come from outside.

    For example, a player is dropped, or a moderator corrects something.

    The rules check them like any other event, but never offer them.
    """


class Undo(Event, frozen=True, tag="undo"):
    """Takes back record `seq` and every record in force after it. The records themselves stay in the log."""

    seq: int


class Correct(Event, frozen=True, tag="correct"):
    """Replaces the event of record `seq` by `event` (the JSON of an event of the game)."""

    seq: int
    event: msgspec.Raw


class Note(Event, frozen=True, tag="note"):
    """A remark by the author of the log. It has no effect on the game."""

    text: str


ABOUT_THE_LOG = (Undo, Correct, Note)
"""The events that every game has: they concern the log, not the game, and have no actor."""


class Observed(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Figures of one seat as printed by the platform of the log: name -> value.

    `after` names the automatic step after which they were printed (`income`, `final_area` ...); if empty, they were
    printed right after the event, before any automatic step. `line` is the line of the source, or 0.
    """

    seat: int
    figures: dict[str, int]
    after: str = ""
    line: int = 0


class Record(Struct, Generic[E], frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One record of a log. `seq` counts from 1; `actor` is a seat from 0, or None for chance and interventions."""

    seq: int
    actor: int | None
    event: E
    line: int = 0
    observed: tuple[Observed, ...] = ()


class Seat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat at the table: the player's name and, if the header fixes it, the faction."""

    player: str = ""
    faction: str | None = None


class Source(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a log came from: file name, notation, SHA-256 of the file's bytes."""

    name: str = ""
    notation: str = ""
    digest: str = ""


class Assumed(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fact that the source of a log leaves open and on which nothing in the game depends.

    Record `seq` contains `value`, which is one of the values `among` that fit equally well; if `among` is empty, no
    other value fits. `line` is the line of the source that lacks the fact. As it is not knowledge about the game,
    statistics ignore it.
    """

    seq: int
    what: str
    value: str
    among: tuple[str, ...]
    line: int = 0


class Branch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a log that was played on beside a game left it: after record `seq` (0: before the first one).

    `game` is the identity of the game (`engine.sameness`) as it was then, empty in a log that must not lead back to it.
    `name` is what the author of the branch calls it; it does not count when games are compared.
    """

    game: str
    seq: int
    name: str = ""


class Header(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything fixed before the first record: game, rules, options, seats.

    `options` holds the options that the log states; the ruleset adds its defaults. `catalogue` is a name or the
    definitions themselves, for games whose logs carry their cards. `expected` is the result stated by the platform of
    the log: seat -> victory points. `played_at` is a date as ISO 8601 text. `vocabulary` is the version of the game's
    events. `assumed` are facts of the records that the source leaves open. `branch` is set if the log is no game that
    was played but a branch of one: its first records are those of that game. `format` is the version of the notation.
    """

    game: str
    ruleset: str = ""
    options: dict[str, Any] = {}
    seats: tuple[Seat, ...] = ()
    catalogue: Any = None
    expected: dict[int, int] = {}
    played_at: str = ""
    source: Source = Source()
    vocabulary: int = 1
    assumed: tuple[Assumed, ...] = ()
    branch: Branch | None = None
    format: int = 1
