"""Branches: what could have happened in a game, played on from one of its positions in a log of its own."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.replay import Replay
from engine.sameness import identity
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Assumed, Branch, Header, Record, Source


def branch(log: GameLog, there: Replay, name: str = "") -> GameLog:
    """The beginning of a branch: the records of a game in force up to a position of it, numbered from 1.

    Its header names the game and the record that it left, and no result, date or source: those are the game's. If the
    log is a branch itself, the new one leaves that branch. Figures that the log observed are kept, so that they are
    compared again. Raises Unreadable for a result without records.
    """
    if log.is_summary:
        raise Unreadable("a result without records", "a game with records to branch off from")
    kept = [record for record in resolve(log) if record.seq <= there.seq]
    numbers = {record.seq: number for number, record in enumerate(kept, 1)}
    left = Branch(identity(log), there.seq, name)
    return GameLog(_header(there, numbers, left), [_placed(record, numbers[record.seq]) for record in kept])


def _header(there: Replay, numbers: Mapping[int, int], left: Branch) -> Header:
    return replace(
        there.header,
        ruleset=there.rules.version,
        expected={},
        played_at="",
        source=Source(),
        assumed=tuple(_assumed(there.header.assumed, numbers)),
        branch=left,
    )


def _assumed(facts: tuple[Assumed, ...], numbers: Mapping[int, int]) -> list[Assumed]:
    """The facts that the source leaves open about the header (record 0) and the records that are kept."""
    about = {0: 0, **numbers}
    return [replace(fact, seq=about[fact.seq], line=0) for fact in facts if fact.seq in about]


def _placed(record: Record[Any], number: int) -> Record[Any]:
    """A record with its number in the branch, which has no lines of a source."""
    observed = tuple(replace(seen, line=0) for seen in record.observed)
    return Record(number, record.actor, record.event, 0, observed)


def without_game(header: Header) -> Header:
    """The header of a branch without the identity of the game, from which names or secrets could be guessed."""
    return header if header.branch is None else replace(header, branch=replace(header.branch, game=""))
