"""The tables of the store, with one Struct per table; `migrations` creates them in DuckDB.

A Struct is a row, or holds the columns of a game's rows.

Appended tables (`games`, `seats`, `records`, `sources`) and derived ones (`entries`, `turns`, `tallies`,
`discrepancies`, `violations`, `checkpoints`) are in one file, so one transaction covers a game. `facts` and `acts` are
also appended, but not from logs; `leaves` and `roots` are a tree over all of this. See docs/tables.md.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace


class GameRow(Struct):
    """One game. `head` is the last hash of its chain, `header` the canonical JSON that the chain begins with.

    `identity` covers what was played (events.log.identity), `opening` what was fixed before; `checked` counts compared
    figures; `end_reason` is `violation`, `open` (the log ends before the game does), or the game's own reason for its
    end, `finished` by default. The `verdict` `summary` means a result without records: `records` and `rounds` are 0.

    For statistics, the result is computed from its seats: `mean_vp` of seats not dropped, `best_vp` of all, `lead` (the
    VP of the best minus those of the second, among seats not dropped; null with fewer than two), `winners` (how many
    came first), `dropped_seats`.

    `branch_of` is the identity of the game that a branch left after its record `branch_seq`; both are null for a game
    that was played, and only such games count in statistics.
    """

    game_id: str
    game: str
    ruleset_version: str
    options: dict[str, Any]
    notation: str
    source: str
    source_digest: str
    verdict: str
    players: int
    records: int
    rounds: int
    finished: bool
    end_reason: str
    catalogue: Any
    head: str
    played_at: str
    imported_at: str
    header: str
    identity: str
    opening: str
    checked: int
    mean_vp: float | None
    best_vp: int | None
    lead: int | None
    winners: int
    dropped_seats: int
    branch_of: str | None
    branch_seq: int | None


class SeatRow(Struct):
    """One seat of a game; vp, rank and win_share are null while the game runs."""

    game_id: str
    seat: int
    player: str
    faction: str | None
    start_position: int | None
    vp: int | None
    rank: int | None
    win_share: float | None
    dropped: bool


class Columns(Struct):
    """Rows of one game, one list per column, all of the same length; columns in `ONCE` have a single value.

    The list of a column that holds nothing but nulls may be empty, but not that of the first column with a list.
    """

    ONCE: ClassVar[tuple[str, ...]] = ("game_id",)
    game_id: str

    def lists(self) -> dict[str, list[Any]]:
        """The columns with a value per row, name -> values."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in self.ONCE}

    def __len__(self) -> int:
        return len(next(iter(self.lists().values())))

    def slice(self, start: int, end: int | None = None) -> Self:
        """The rows from `start` to `end`, counted from 0."""
        return replace(self, **{name: values[start:end] for name, values in self.lists().items()})

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows, each with the values of all columns."""
        if not len(self):
            return iter(())
        lists = self.lists()
        columns = (
            repeat(getattr(self, name)) if name in self.ONCE else lists[name] or repeat(None)
            for name in self.__struct_fields__
        )
        return zip(*columns, strict=False)


class RecordColumns(Columns):
    """The records of a game: the parts of their bytes as hashed, and their places.

    Turn, round and phase are null if a record is not in force; `mark` is the first four bytes of its hash. `event` and
    `observed` (null if nothing was) are cut from the bytes of the record, `body`, which follows from them and from
    other columns (events.store.bodies). `spelled` is the body itself where a number in it is larger than its column
    holds, otherwise null.
    """

    seq: list[int]
    kind: list[str]
    actor: list[int | None]
    turn: list[int | None]
    round: list[int | None]
    phase: list[str | None]
    event: list[str]
    observed: list[str | None]
    spelled: list[str | None]
    source_line: list[int]
    mark: list[int]


class EntryColumns(Columns):
    """Changes, each of one figure of a seat; `step` names the automatic step, empty for the event itself."""

    seq: list[int]
    seat: list[int]
    figure: list[str]
    delta: list[int]
    source: list[str]
    round: list[int]
    step: list[str]


class TurnColumns(Columns):
    """The figures of all seats after a player's turn and the automatic steps that follow it.

    `figure_names` are the names of the figures, separated by commas; `figure_values` the values in this order, by seat,
    as lists in JSON text, which takes half the space of real lists in a store.
    """

    ONCE: ClassVar[tuple[str, ...]] = ("game_id", "figure_names")
    turn: list[int]
    round: list[int]
    phase: list[str]
    seq: list[int]
    figure_names: str
    figure_values: list[str]


class TallyColumns(Columns):
    """Counts over a game's entries and records for the statistics (projections/store/tallies).

    Each has a `kind`; `name` and `value` are what it counts, and seat and round are set where they apply.
    """

    seat: list[int | None]
    kind: list[str]
    name: list[str]
    value: list[str | None]
    round: list[int | None]
    number: list[int | None]


class DiscrepancyRow(Struct):
    """A figure that differs between the log and the rules."""

    game_id: str
    seq: int
    line: int
    seat: int
    figure: str
    recorded: int
    computed: int


class ViolationRow(Struct):
    """The record at which a log breaks a clause."""

    game_id: str
    seq: int
    line: int
    clause: str
    facts: dict[str, Any]


class SourceRow(Struct):
    """An imported file, by the SHA-256 of its bytes; several files can contain the same game."""

    digest: str
    game_id: str
    name: str
    notation: str
    verdict: str
    imported_at: str


class CheckpointRow(Struct):
    """The head up to which a projection has processed a game."""

    projection: str
    version: int
    game_id: str
    head: str


class FactRow(Struct):
    """A fact about a game or a player that is not in a log: its file and line, and when it was stored (`told_at`).

    The facts of a store are numbered from 1 and never changed; of several about the same thing, the last one counts.
    `kind` is PLAYED_AT (`value` is a date as ISO 8601 text), TAG (`name` is that of the tag; an empty `value` removes
    it), ALIAS (the player called `name` is the player `value`; a `value` equal to `name` removes the alias), KEY (the
    public key `name` is that of the player `value`; an empty `value` removes it), or SEAL (`name` is a statement and
    who signed it, `value` the signature; projections/store/game_seals.py). Aliases and keys have no game. `digest` is
    that of the file; `hash` seals the row. Facts of forgotten games leave gaps.
    """

    number: int
    kind: str
    game_id: str | None
    name: str
    value: str
    file: str
    line: int
    digest: str
    told_at: str
    hash: str


PLAYED_AT, TAG, ALIAS, KEY, SEAL = "played_at", "tag", "alias", "key", "seal"
"""The kinds of facts."""

OF_PLAYERS = (ALIAS, KEY)
"""The kinds of facts without a game."""


class ActRow(Struct):
    """An act on a game as a whole: FORGET deletes it from the store, BRING_BACK lets it in again.

    All that is kept of a forgotten game are hashes (its identity, its opening, the head of its chain, the `digests` of
    its files), its verdict, and the numbers of its records and `facts`. Acts are numbered from 1; `hash` seals the row.
    """

    number: int
    act: str
    game_id: str
    game: str
    identity: str
    opening: str
    head: str
    verdict: str
    records: int
    facts: int
    digests: list[str]
    acted_at: str
    hash: str


FORGET, BRING_BACK = "forget", "bring back"
"""The acts."""


class LeafRow(Struct):
    """A leaf of the store's tree (events.store.leaves): numbered from 1, its `content` is the text that is hashed."""

    number: int
    content: str


class RootRow(Struct):
    """A change of the store, such as an import, and the root `before` and `after` it (events.store.root).

    The `peaks` of the last change are the roots of the complete trees among the leaves, from which the tree grows.
    """

    number: int
    change: str
    changed_at: str
    before: str
    after: str
    peaks: str | None


ROWS: dict[str, type[Struct]] = {
    "games": GameRow,
    "seats": SeatRow,
    "records": RecordColumns,
    "entries": EntryColumns,
    "turn_ends": TurnColumns,
    "tallies": TallyColumns,
    "discrepancies": DiscrepancyRow,
    "violations": ViolationRow,
    "sources": SourceRow,
    "checkpoints": CheckpointRow,
}

ANNOTATIONS: dict[str, type[Struct]] = {"facts": FactRow, "acts": ActRow}
"""The tables that are not filled from logs."""

TREE: dict[str, type[Struct]] = {"leaves": LeafRow, "roots": RootRow}
"""The tables of the tree over all that the store took in."""

TABLES: dict[str, tuple[str, ...]] = {
    **{table: row.__struct_fields__ for table, row in (ROWS | ANNOTATIONS | TREE).items()},
    "schema_version": ("version", "migrated_at"),
}
"""All tables of a store, each with its columns."""

DERIVED = ("seats", "entries", "turn_ends", "tallies", "discrepancies", "violations", "checkpoints")
"""The tables derived from a game's header and records; they are replaced when it grows."""
