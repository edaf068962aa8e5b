"""A log that is being recorded: each record is judged, then written, and only then applied to the position.

Undoing and correcting also append records; a record that has been written is never changed or removed.
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
"""A function that appends records; they are on disk when it returns, and it raises whatever prevents that."""


class Misfits(Struct):
    """The effect of a correction on later records: the first one that then breaks a rule, and all from there on."""

    broke: Broke | None
    records: list[Record[Any]]


class Recording:
    """A log that is open for recording: `game` is the position at its end, after all automatic steps.

    `records` are all records written so far, `taken_back` those that were undone since the last other record, earliest
    first.
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
        """The log as written so far."""
        return GameLog(self.header, self.records)

    @property
    def in_force(self) -> Sequence[Record[Any]]:
        """The records that were not taken back, with corrections applied."""
        return self._in_force

    @property
    def next_seq(self) -> int:
        """The number of the next record."""
        return len(self.records) + 1

    def add(self, action: Action) -> Record[Any]:
        """Append an action. Raises Violation, and writes nothing, if it breaks a clause."""
        if self.game.broke is not None:
            raise self.game.broke.violation
        actor, event = action
        game = self.game
        game.rules.apply(fork(game.state), actor, event)  # raises Violation before anything is written
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
        """Take back record `seq` (default: the last one) and all in force after it. Returns the records taken back.

        Raises Unreadable if there is no such record in force.
        """
        place = self._place(seq)
        taken = list(self._in_force[place:])
        self._append([Record(self.next_seq, None, Undo(taken[0].seq))])
        self._take_out(place)
        self.taken_back = [*taken, *self.taken_back]
        return taken

    def again(self) -> Record[Any]:
        """Append the first record taken back once more. Raises Unreadable if there is none, Violation if illegal."""
        if not self.taken_back:
            raise Unreadable("nothing to record again", "an `undo` first")
        first = self.taken_back[0]
        return self.add((first.actor, first.event))

    def note(self, text: str) -> Record[Any]:
        """Append a remark."""
        record: Record[Any] = Record(self.next_seq, None, Note(text))
        self._append([record])
        return record

    def try_correction(self, seq: int, event: Any) -> Misfits:
        """What replacing the event of record `seq` would do to the records after it; nothing is written.

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
        """Replace the event of record `seq`. Returns the records that are taken back because they no longer fit.

        Those are all records from the first one that then breaks a rule; a separate `Undo` record takes them back.
        Raises the same as `try_correction`.
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
        """Append an event about the log itself. Returns the records that it took back."""
        if isinstance(event, Undo):
            return self.undo(event.seq or None)
        if isinstance(event, Note):
            self.note(event.text)
            return []
        return self.correct(event.seq, event_decoder(self.header.game)(bytes(event.event)))

    def before(self, seq: int) -> Replay:
        """The position before a record in force, after all automatic steps. Raises Unreadable."""
        return self._replayed(self._in_force[: self._place(seq)])

    def record(self, seq: int) -> Record[Any]:
        """A record in force. Raises Unreadable."""
        return self._in_force[self._place(seq)]

    def _place(self, seq: int | None) -> int:
        if not self._in_force:
            raise Unreadable("no record in force", "a record to take back or correct")
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
