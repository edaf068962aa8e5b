"""A log while it is recorded: every record is judged, written, and only then part of the position.

What is taken back or corrected is appended as well; nothing that was written is changed or dropped.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.dispatch import Action
from engine.replay import Broke, Replay
from engine.rules import ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable, encode
from events.log.native import GameLog, resolve
from events.log.record import Correct, Note, Record, Undo
from events.vocabulary import event_decoder

Write = Callable[[Sequence[Record[Any]]], None]
"""Puts records behind the others, on the disk when it returns; raises what is in the way of that."""


class Misfits(Struct):
    """What a correction would do to the records after it: the first that breaks a rule, and all from there on."""

    broke: Broke | None
    records: list[Record[Any]]


class Recording:
    """A log that is open for recording: `game` is the position at its end, with all automatic steps done.

    `records` are all that were written, `taken_back` those that the last `undo` took out, the earliest first.
    """

    def __init__(self, log: GameLog, write: Write) -> None:
        self.header = log.header
        self.records: list[Record[Any]] = list(log.records)
        self.taken_back: list[Record[Any]] = []
        self._write = write
        self._in_force: list[Record[Any]] = resolve(log)
        self.game = self._replayed(self._in_force)

    @property
    def log(self) -> GameLog:
        """The log as it is written."""
        return GameLog(self.header, self.records)

    @property
    def in_force(self) -> Sequence[Record[Any]]:
        """The records that were not taken back, as they were corrected."""
        return self._in_force

    @property
    def next_seq(self) -> int:
        """The number of the next record."""
        return len(self.records) + 1

    def add(self, action: Action) -> Record[Any]:
        """Append an action. Raises Violation if it breaks a clause: then nothing is written."""
        if self.game.broke is not None:
            raise self.game.broke.violation
        actor, event = action
        game = self.game
        game.rules.apply(fork(game.state), actor, event)  # raises what it breaks before anything is written
        record: Record[Any] = Record(self.next_seq, actor, event)
        self._append([record])
        game.play(actor, event, 0, record.seq)
        game.settle()
        self._in_force.append(record)
        if self.taken_back and (self.taken_back[0].actor, self.taken_back[0].event) == action:
            del self.taken_back[0]
        else:
            self.taken_back = []
        return record

    def undo(self, seq: int | None = None) -> list[Record[Any]]:
        """Take back a record and all in force after it, the last one if none is named; returns what was taken back.

        Raises Unreadable if there is no such record.
        """
        place = self._place(seq)
        taken = list(self._in_force[place:])
        self._append([Record(self.next_seq, None, Undo(taken[0].seq))])
        self._take_out(place)
        self.taken_back = list(taken)
        return taken

    def again(self) -> Record[Any]:
        """Append once more what was taken back first. Raises Unreadable if there is nothing, Violation if illegal."""
        if not self.taken_back:
            raise Unreadable("nothing that was taken back", "an `undo` before it")
        first = self.taken_back[0]
        return self.add((first.actor, first.event))

    def note(self, text: str) -> Record[Any]:
        """Append a remark."""
        record: Record[Any] = Record(self.next_seq, None, Note(text))
        self._append([record])
        return record

    def try_correction(self, seq: int, event: Any) -> Misfits:
        """What would become of the records after `seq` with another event in its place; nothing is written.

        Raises Unreadable if there is no such record in force, Violation if the event is not legal there.
        """
        place = self._place(seq)
        trial = self._replayed(self._corrected(place, event))
        if trial.broke is not None and trial.broke.seq == seq:
            raise trial.broke.violation
        if trial.broke is None:
            return Misfits(None, [])
        first = trial.broke.seq
        return Misfits(trial.broke, [record for record in self._in_force[place:] if record.seq >= first])

    def correct(self, seq: int, event: Any) -> list[Record[Any]]:
        """Put an event in the place of the one of record `seq`; returns what is taken back because it no longer fits.

        That is everything from the first record on that breaks a rule then; it is taken back by a record of its own.
        Raises as `try_correction` does.
        """
        misfits = self.try_correction(seq, event)
        place = self._place(seq)
        records = [Record[Any](self.next_seq, None, Correct(seq, msgspec.Raw(encode(event))))]
        if misfits.records:
            records.append(Record(self.next_seq + 1, None, Undo(misfits.records[0].seq)))
        self._append(records)
        kept = self._corrected(place, event)
        self._in_force = kept[: len(kept) - len(misfits.records)]
        self.game = self._replayed(self._in_force)
        self.taken_back = list(misfits.records)
        return misfits.records

    def about_the_log(self, event: Undo | Correct | Note) -> list[Record[Any]]:
        """Append one of the events that every game has; returns what it took back."""
        if isinstance(event, Undo):
            return self.undo(event.seq or None)
        if isinstance(event, Note):
            self.note(event.text)
            return []
        return self.correct(event.seq, event_decoder(self.header.game)(bytes(event.event)))

    def before(self, seq: int) -> Replay:
        """The position before a record in force, with all automatic steps done. Raises Unreadable."""
        return self._replayed(self._in_force[: self._place(seq)])

    def record(self, seq: int) -> Record[Any]:
        """A record in force. Raises Unreadable."""
        return self._in_force[self._place(seq)]

    def _place(self, seq: int | None) -> int:
        if not self._in_force:
            raise Unreadable("no record", "one that can be taken back or corrected")
        if seq is None:
            return len(self._in_force) - 1
        for place, record in enumerate(self._in_force):
            if record.seq == seq:
                return place
        raise Unreadable(f"record {seq}", "a record in force")

    def _corrected(self, place: int, event: Any) -> list[Record[Any]]:
        records = list(self._in_force)
        old = records[place]
        records[place] = Record(old.seq, old.actor, event, old.line, old.observed)
        return records

    def _replayed(self, records: Sequence[Record[Any]]) -> Replay:
        game = Replay(ruleset(self.header.game), self.header)
        game.feed(records)
        game.settle()
        return game

    def _take_out(self, place: int) -> None:
        self._in_force = self._in_force[:place]
        self.game = self._replayed(self._in_force)

    def _append(self, records: list[Record[Any]]) -> None:
        self._write(records)
        self.records += records
