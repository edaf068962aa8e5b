"""What `validate --json` prints for a log (`projections.verdict`), as types."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from events.log.record import Assumed, Branch
from events.seals.judging import SealFinding
from events.verdicts import VERDICTS


class PrintedDiscrepancy(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure for which the log and the rules give different values, where the difference begins.

    `line` is the line of the source, 0 if it has none; `seat` counts from 0; `recorded` is what the log observed,
    `computed` what follows from the rules.
    """

    seq: int
    line: int
    seat: int
    figure: str
    recorded: int
    computed: int


class PrintedEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event and who could cause it: a seat from 0, null for chance."""

    actor: int | None
    event: dict[str, Any]


class PrintedViolation(Struct, frozen=True, forbid_unknown_fields=True):
    """The record that breaks a clause: the clause with its text, the facts that show it, what was legal instead.

    Record 0 is the header, which has no event; nothing is legal there.
    """

    seq: int
    line: int
    actor: int | None
    event: dict[str, Any] | None
    clause: str
    text: str
    facts: dict[str, Any]
    legal: tuple[PrintedEvent, ...]


class PrintedStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's result: victory points, and the rank from 1, which equal points share."""

    player: str
    faction: str | None
    vp: int
    rank: int


class PrintedIntervention(Struct, frozen=True, forbid_unknown_fields=True):
    """A record that is neither a decision nor chance, such as a player who was dropped."""

    seq: int
    line: int
    actor: int | None
    event: dict[str, Any]


class PrintedVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on one log with its reasons, as `anyturn validate --json` prints it on a line.

    `records` is how many records were judged, `checked` how many observed figures were compared. `problem` is there if
    the log could not be judged to its end, in words.
    """

    game: str
    source: str
    notation: str
    ruleset: str
    verdict: Literal[VERDICTS]  # type: ignore[valid-type]  # the names stand in one place
    records: int
    checked: int
    discrepancies: tuple[PrintedDiscrepancy, ...]
    violation: PrintedViolation | None
    standings: tuple[PrintedStanding, ...]
    interventions: tuple[PrintedIntervention, ...] | UnsetType = UNSET
    assumed: tuple[Assumed, ...] | UnsetType = UNSET
    branch: Branch | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    seals: tuple[SealFinding, ...] | UnsetType = UNSET
