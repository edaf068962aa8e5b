"""Replaying a game: play, observe, compare.

Whatever reads a log feeds a `Replay`: `play` for each event, `observe` for each set of figures that the log prints.
Automatic steps of the game run between events, no sooner than needed, so that figures printed between two steps are
compared with exactly that position.

Two loops apply the events of a log: `Replay.play`, event by event, for readings and observers, and
`Replay._feed_unwatched`, which does the same for native records without checking for observers and is faster.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

from engine.clause import Violation
from engine.declaration import Standing, Step
from engine.entries import Entered, Entry
from engine.figure_json import figures_of
from engine.rules import Ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable, encode_lines
from events.log.native import GameLog, resolve
from events.log.record import Header, Observed, Record
from events.log.upcast import present
from events.verdicts import DISCREPANT, ILLEGAL, INCOMPLETE, VALID

_ACTOR = attrgetter("actor")


Played = tuple[int | None, Any, int]
"""An event with its actor and its line."""


class Discrepancy(NamedTuple):
    """A figure for which the log and the rules give different values, at the place where the difference begins."""

    seq: int
    line: int
    seat: int
    figure: str
    recorded: int
    computed: int


class Broke(NamedTuple):
    """The record that breaks a clause."""

    seq: int
    line: int
    actor: int | None
    event: Any
    violation: Violation


class Stopped(Exception):
    """Raised by `Replay.play` with a violation that has been noted, or when a requested position is reached."""


class Replay:
    """One game being replayed: its state, and everything found on the way.

    `state` is where it starts from, if that is not the start of the game. `unfinished` may state why the log ends
    before the game does, if a reading knows.

    Observers are called in the order of their lists: those `on_record` before an event is applied (with its actor and
    the event), those `on_due` before checking whether an automatic step is due, and those `on_step` after a step. An
    observer may raise Stopped.
    """

    def __init__(self, rules: Ruleset[Any], header: Header, state: Any = None) -> None:
        self.rules, self.header = rules, present(header)
        self.state: Any = rules.start(header) if state is None else state
        self._accepts, self._proceed = rules.accepts, rules.proceed  # for the hot path
        self.unfinished = ""
        self.seq = 0
        self.checked = 0
        self.entered: list[Entered] = []
        self.discrepancies: list[Discrepancy] = []
        self.broke: Broke | None = None
        self.played: list[Played] = []
        self.on_record: list[Callable[[Replay, int | None, Any], None]] = []
        self.on_due: list[Callable[[Replay], None]] = []
        self.on_step: list[Callable[[Replay, Step], None]] = []
        self.steps_done: list[str] = []
        self._observed: list[tuple[int, int, Mapping[str, int] | tuple[int, ...], str, int]] = []
        self._differences: dict[tuple[int, str], int] = {}
        self.settled = True

    def fork(self) -> "Replay":
        """An independent copy, without observers: what is played in one does not affect the other."""
        copied = Replay(self.rules, self.header, fork(self.state))
        copied.unfinished, copied.seq, copied.checked = self.unfinished, self.seq, self.checked
        copied.broke, copied.settled = self.broke, self.settled
        copied.entered, copied.played = self.entered.copy(), self.played.copy()
        copied.discrepancies, copied.steps_done = self.discrepancies.copy(), self.steps_done.copy()
        copied._observed, copied._differences = self._observed.copy(), self._differences.copy()
        return copied

    @property
    def is_watched(self) -> bool:
        """Whether there are observers."""
        return bool(self.on_record or self.on_due or self.on_step)

    def forget_observers(self) -> None:
        """Have no observers any more, when the replay is over.

        Game and observers are then freed at once; as long as each knows the other, they wait for the garbage collector.
        """
        for observers in (self.on_record, self.on_due, self.on_step):
            observers.clear()

    def play(self, actor: int | None, event: Any, line: int = 0, seq: int | None = None) -> None:
        """Apply one event; `seq` is given if a log has gaps (records taken back).

        Raises Stopped if the event breaks a clause; the state is then as it was before the event.
        """
        while not self.settled:
            self._advance()
        for observer in self.on_record:
            observer(self, actor, event)
        if seq is None:
            seq = self.seq + 1
        try:
            entries = self._accepts[type(event)](self.state, actor, event)
        except Violation as violation:
            self.stop(seq, line, actor, event, violation)
        self.seq = seq
        self.played.append((actor, event, line))
        if entries:
            self.entered.append(Entered(seq, "", entries))
        if self.steps_done:
            self.steps_done.clear()
        self.settled = False

    def reject(self, actor: int | None, event: Any, line: int, violation: Violation) -> NoReturn:
        """Note a violation that a reading found before there was an event to apply. Raises Stopped."""
        self.settle()  # as before an event, so that what was played is all that a log of it leads to
        self.stop(self.seq + 1, line, actor, event, violation)

    def stop(self, seq: int, line: int, actor: int | None, event: Any, violation: Violation) -> NoReturn:
        """Note the record that breaks a clause. Raises Stopped."""
        self.broke = Broke(seq, line, actor, event, violation)
        raise Stopped(violation)

    def settle(self) -> None:
        """Run all automatic steps that are due."""
        while not self.settled:
            self._advance()

    def advance_to(self, step: str) -> None:
        """Run automatic steps until the one with that name is done, or none is due."""
        while not self.settled and step not in self.steps_done:
            self._advance()

    def _advance(self) -> None:
        """Run the automatic step that is due, if one is."""
        for before in self.on_due:
            before(self)
        step: Step | None = self._proceed(self.state)
        if step is None:
            self.settled = True
            return
        self.note_step(step)
        for after in self.on_step:
            after(self, step)

    def note_step(self, step: Step) -> None:
        """Note an automatic step that was done, and what it entered."""
        self.steps_done.append(step.name)
        if step.entries:
            self.entered.append(Entered(self.seq, step.name, step.entries))

    def take_over(self, state: Any, played: list[Played], entered: list[Entered], steps_done: list[str]) -> None:
        """Go on from a position that was reached by playing the same elsewhere. Requires that nobody watches."""
        assert not self.is_watched
        self.state, self.settled = state, False
        self.played, self.entered, self.steps_done, self.seq = played, entered, steps_done, len(played)

    def note_agreeing(self, place: int, seat: int, figures: dict[str, int], line: int, after: str) -> None:
        """Note what `observe` would after as many events: figures that were compared elsewhere, and agree."""
        self.checked += len(figures)
        if place:
            self._observed.append((place, seat, figures, after, line))

    def observe(self, seat: int, figures: dict[str, int], line: int = 0, after: str = "") -> bool:
        """Compare figures that the log printed after the last event, or after the automatic step `after`.

        Returns whether they match the rules. The replay keeps `figures`. A difference is noted where it begins; it is
        not repeated while it stays the same. Raises Unreadable for a figure that the game does not have.
        """
        if after:
            self.advance_to(after)
        elif self.steps_done:  # so that replaying it from a native log compares the record there again
            after = self.steps_done[-1]
        computed = self.rules.figures(self.state, seat)
        self.checked += len(figures)
        agree = figures.items() <= computed.items()
        if not agree or self._differences:
            self._compare(seat, figures, computed, line)
        if self.seq:
            self._observed.append((len(self.played), seat, figures, after, line))
        return agree

    def observe_all(self, seat: int, values: tuple[int, ...], line: int = 0, after: str = "") -> tuple[int, ...]:
        """The same if the log prints every figure of a seat: their values, in the order of `figures_of_a_seat`."""
        if after:
            self.advance_to(after)
        elif self.steps_done:  # so that replaying it from a native log compares the record there again
            after = self.steps_done[-1]
        computed = self.rules.values(self.state, seat)
        self.checked += len(values)
        if values != computed or self._differences:
            self._compare(seat, self._named(values), self._named(computed), line)
        if self.seq:
            self._observed.append((len(self.played), seat, values, after, line))
        return computed

    def _named(self, values: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(self.rules.figures_of_a_seat, values, strict=True))

    def note(self, seat: int, figure: str, recorded: int, computed: int, line: int) -> None:
        """Note a difference in something that the log states in addition to the figures, such as a build's offers."""
        self.checked += 1
        if recorded != computed:
            self.discrepancies.append(Discrepancy(self.seq, line, seat, figure, recorded, computed))

    def _compare(self, seat: int, figures: Mapping[str, int], computed: Mapping[str, int], line: int) -> None:
        for figure, recorded in figures.items():
            value = computed.get(figure)
            if value is None:
                known = ", ".join(self.rules.figures_of_a_seat)
                raise Unreadable(f"the figure {figure!r}", f"one of {known}", line=line)
            difference = recorded - value
            if difference != self._differences.get((seat, figure), 0):
                if difference:
                    self.discrepancies.append(Discrepancy(self.seq, line, seat, figure, recorded, value))
                    self._differences[seat, figure] = difference
                else:
                    del self._differences[seat, figure]

    def feed(self, records: Iterable[Record[Any]]) -> None:
        """Play records of a native log and compare the figures observed in them. Returns at the first violation.

        Raises Unreadable for a seat that is not at the table.
        """
        records, seats = list(records), range(len(self.header.seats))
        try:
            if not self.is_watched and {None, *seats}.issuperset(map(_ACTOR, records)):
                self._feed_unwatched(records)
            else:
                for record in records:
                    if record.actor is not None and record.actor not in seats:
                        raise self._no_seat(record, "actor", record.actor)
                    self.play(record.actor, record.event, record.line, record.seq)
                    self.observe_in(record)
            self.finish()
        except Stopped:
            return

    def _feed_unwatched(self, records: Sequence[Record[Any]]) -> None:
        """Do what `play` does for each record, then settle; call no observer. All actors must be at the table."""
        self.settle()
        state, accepts, proceed = self.state, self._accepts, self._proceed
        note_played, note_entered, steps_done = self.played.append, self.entered.append, self.steps_done
        for record in records:
            event, actor, seq = record.event, record.actor, record.seq
            try:
                entries = accepts[type(event)](state, actor, event)
            except Violation as violation:
                self.stop(seq, record.line, actor, event, violation)
            self.seq = seq
            note_played((actor, event, record.line))
            if entries:
                note_entered(Entered(seq, "", entries))
            if steps_done:
                steps_done.clear()
            if record.observed:
                self.settled = False
                self.observe_in(record)
                self.settle()
            else:
                while (step := proceed(state)) is not None:
                    self.note_step(step)

    def observe_in(self, record: Record[Any]) -> None:
        """Compare the figures observed in a record. Raises Unreadable for a seat that is not at the table."""
        for seen in record.observed:
            if not 0 <= seen.seat < len(self.header.seats):
                raise self._no_seat(record, "seat", seen.seat)
            self.observe(seen.seat, seen.figures, seen.line, seen.after)

    def finish(self) -> None:
        """Run all automatic steps that are due; if the game is over, compare the result with the one expected."""
        self.settle()
        for seat, vp, *_ in self.standings or ():
            if seat in self.header.expected:
                self.checked += 1
                self._compare(seat, {"vp": self.header.expected[seat]}, {"vp": vp}, 0)

    def _no_seat(self, record: Record[Any], name: str, seat: int) -> Unreadable:
        where = f"record {record.seq}"
        return Unreadable(
            f"{name} {seat}", f"a number from 0 to {len(self.header.seats) - 1}", line=record.line, path=where
        )

    @property
    def verdict(self) -> str:
        """`valid`, `discrepant`, `illegal` or `incomplete`, based on what has been replayed so far."""
        if self.broke is not None:
            return ILLEGAL
        if self.discrepancies:
            return DISCREPANT
        return INCOMPLETE if self.unfinished or self.standings is None else VALID

    @property
    def standings(self) -> list[Standing] | None:
        """The final result, or None while the game is still running."""
        return self.rules.standings(self.state)

    def entries(self) -> Iterable[Entry]:
        """All entries in order."""
        return (entry for entered in self.entered for entry in entered.entries)

    def log(self) -> GameLog:
        """What was played, as a log."""
        return GameLog(self.header, self._records(self._named))

    def written(self) -> GameLog:
        """The same with the bytes of its records, to be stored, not read: no figures are looked up by their names."""
        records = self._records(figures_of(self.rules.figures_of_a_seat))
        return GameLog(self.header, records, encode_lines(records))

    def _records(self, named: Callable[[tuple[int, ...]], Any]) -> list[Record[Any]]:
        observed: dict[int, list[Observed]] = {}
        for seq, seat, seen, after, line in self._observed:
            figures = named(seen) if isinstance(seen, tuple) else dict(seen)
            observed.setdefault(seq, []).append(Observed(seat, figures, after, line))
        return [
            Record(seq, actor, event, line, tuple(observed.get(seq, ())))
            for seq, (actor, event, line) in enumerate(self.played, 1)
        ]


def replay(rules: Ruleset[Any], log: GameLog) -> Replay:
    """Replay a log from the start and return the finished replay."""
    result = Replay(rules, log.header)
    result.feed(resolve(log))
    return result
