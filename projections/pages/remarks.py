"""Remarks on a game: the notes in its log, and those of a file that is handed on beside it.

{"remarks": [{"at": "#217", "text": "Better: build on E6.", "by": "Ann", "marks": ["hex/E6"]}]}
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.address import last_record, parse
from events import files
from events.log.codec import Decoder, Unreadable
from events.log.native import GameLog
from events.log.record import Note
from projections.pages.findings import row_of
from projections.pages.stations import Station

MOST = 10_000
"""The most remarks in a file."""


class Remark(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A text about the position at an address, who wrote it, and the keys of the things that it marks."""

    at: str
    text: str
    by: str = ""
    marks: tuple[str, ...] = ()


class Placed(NamedTuple):
    """A remark at its row."""

    row: int
    by: str
    text: str
    marks: tuple[str, ...] = ()


class RemarkFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file of remarks."""

    remarks: list[Remark] = []


_decoder: Decoder[RemarkFile] = Decoder(RemarkFile)


def read(path: str) -> list[Remark]:
    """The remarks of a file. Raises Unreadable, with the file and the place, if it is not one."""
    blob = files.read(path)
    if blob.problem is not None:
        raise blob.problem
    try:
        found = _decoder(files.text(blob).encode()).remarks
        if len(found) > MOST:
            raise Unreadable(f"{len(found):,} remarks", f"at most {MOST:,}")
    except Unreadable as problem:
        problem.name = problem.name or blob.name
        raise
    return found


def remarks(log: GameLog, stations: Sequence[Station], places: dict[str, int], more: Sequence[Remark]) -> list[Placed]:
    """Every note of the log and every further remark, in the order of the game.

    Raises Unreadable for an address that the game does not reach.
    """
    notes = [
        Placed(row_of(record.seq, stations), "", record.event.text)
        for record in log.records
        if isinstance(record.event, Note)
    ]
    written = [Placed(_row_at(each, log, stations, places), each.by, each.text, each.marks) for each in more]
    return sorted([*notes, *written], key=lambda each: each.row)


def _row_at(remark: Remark, log: GameLog, stations: Sequence[Station], places: dict[str, int]) -> int:
    address = remark.at.strip()
    if address in places:
        return places[address]
    seq = parse(address, last_record(log)).seq
    if seq is None:
        raise Unreadable(f"a remark at {remark.at!r}", "a turn or round that the game reaches")
    return row_of(seq, stations)
