"""A parsed ledger of terra.snellman.net: its rows, its comments, its head."""

from typing import Any, NamedTuple

from msgspec import Raw, Struct, field

from events.notations._snellman_commands import Command

Figures = tuple[int, ...]


class Row(Struct, frozen=True, gc=False):
    """A row: the faction, the eleven figures after it, the changes it states, the offers it made, its commands.

    `figures`: VP, coins, workers, priests, bowls I, II, III, fire, water, earth, air; empty in what players enter.
    `deltas`: VP, coins, workers, priests, power, cults (sum); in a copy without figures only VP, in what players enter
    empty. `offers`: amounts per receiver. `blank` rows belong to factions that were dropped.
    """

    line: int
    faction: str
    figures: Figures
    deltas: Figures
    offers: Figures
    commands: tuple[Command, ...]


class Note(Struct, frozen=True, gc=False):
    """A comment between the rows with information that the rows lack: `kind` is `dropped`, `scoring` or `resources`.

    `what` is its faction or tile.
    """

    line: int
    kind: str
    what: str


class Pragma(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A comment `## anyturn {...}`: what the site's own lines cannot express.

    `header`: fields of the log's header that replace those read from the other lines; `actor` and `event`: a record
    that has no command, as in a native log; `later`: for the last commands of the next line, in order, how many of them
    were played only after how many further lines; `earlier`: for its first commands, before how many of the last lines
    (TM-17.1.3).
    """

    header: dict[str, Any] = {}
    actor: int | None = None
    event: Raw = Raw()
    later: list[tuple[int, int]] = []
    earlier: list[tuple[int, int]] = []
    line: int = 0


class Setting(NamedTuple):
    """A line of the head: an option, a map, a tile, a player."""

    line: int
    value: str


class Document(Struct):
    """A parsed ledger.

    `start_points` are those of the factions, by code, where the source lists them; `facts` what a side file adds.
    """

    options: list[Setting] = field(default_factory=list)
    map: Setting = Setting(0, "")
    scoring: dict[int, Setting] = field(default_factory=dict)
    removed: list[Setting] = field(default_factory=list)
    final_scoring: list[Setting] = field(default_factory=list)
    players: dict[int, Setting] = field(default_factory=dict)
    start_points: dict[str, int] | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    lines: list[Row | Note | Pragma] = field(default_factory=list)
