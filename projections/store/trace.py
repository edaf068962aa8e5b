"""The trace of a replay: the turn of each record, and the figures of all seats at the end of each turn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.declaration import Step, Turn
from engine.entries import Entered
from engine.replay import Replay
from engine.rules import ruleset
from engine.sameness import Sameness
from events.log.native import GameLog, resolve
from events.log.record import Record


class TurnEnd(NamedTuple):
    """The end of a player's turn: the turn, its last record, and the figures of all seats."""

    turn: Turn
    seq: int
    figures: list[tuple[int, ...]]


class Trace:
    """Watches one replay; attach it before the first event and `finish` it after the last.

    `places[k]` is the turn in which the k-th record in force was played (or broke a clause). A turn is closed when the
    next one begins, after the automatic steps in between; the last one is closed at the end of the replay. `events[k]`
    is the event of that record, to which `seen` adds what everybody saw in the position before it. `briefly` leaves out
    what is not stored: `events` and the seats that may decide.
    """

    def __init__(self, game: Replay, seen: Callable[[Any, Any], Any] | None = None, *, briefly: bool = False) -> None:
        self.game = game
        self._turn: Callable[[Any], Turn] = game.rules.place if briefly else game.rules.turn
        self.places: list[Turn] = []
        self.events: list[Any] = []
        self.ends: list[TurnEnd] = []
        self.positions: dict[int, int] = {}
        self.sameness = Sameness(game)
        self._current: Turn = self._turn(game.state)
        if self._current.index:
            self._begin(self._current)
        self._step_rounds: list[int] = []
        self._seen = seen
        game.on_record.append(self._note_place if briefly else self._before_record)
        game.on_step.append(self._after_step)

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        self._note_place(game)
        self.events.append(event if self._seen is None else self._seen(game.state, event))

    def _note_place(self, game: Replay, actor: int | None = None, event: Any = None) -> None:
        """Note the turn of a record, whoever acts."""
        turn = self._turn(game.state)
        if turn.index != self._current.index:
            self._close()
            self._begin(turn)
        self.places.append(turn)

    def _after_step(self, game: Replay, step: Step) -> None:
        if step.entries:
            self._step_rounds.append(self._turn(game.state).round)

    def _begin(self, turn: Turn) -> None:
        """Begin a turn; the turns of the first round give the order of play."""
        self._current = turn
        if turn.round > 1 or len(self.positions) == len(self.game.header.seats):
            return
        seat = turn.seat
        if seat is None:
            acting = self.game.rules.turn(self.game.state).actors
            seat = acting[0] if acting else None
        if seat is not None and seat not in self.positions:
            self.positions[seat] = len(self.positions) + 1

    def _close(self) -> None:
        if self._current.index:
            self.ends.append(TurnEnd(self._current, self.game.seq, self.sameness.values(self.game)))

    def finish(self) -> None:
        """Close the last turn and stop watching. Call it once, when the replay is over.

        What broke a rule without becoming an event belongs to the turn that then began.
        """
        if self.game.broke is not None and len(self.places) == len(self.game.played):
            self._note_place(self.game)
        self._close()
        self.game.forget_observers()

    @property
    def rounds(self) -> int:
        """The last round reached."""
        round_now = self._turn(self.game.state).round
        return max([round_now, *(place.round for place in self.places[-1:])])

    def played(self, log: GameLog) -> list[tuple[Record[Any], Turn]]:
        """The played records in force, as corrected, each with its turn."""
        return list(zip(resolve(log), self.places, strict=False))

    def turns(self, log: GameLog) -> dict[int, Turn]:
        """The turn of each played record in force, by record number."""
        return by_number(self.played(log))

    def entered(self, turns: Mapping[int, Turn]) -> "list[tuple[int, Entered]]":
        """Everything entered, each with its round; `turns` are those of the records."""
        steps = iter(self._step_rounds)
        return [(next(steps) if entered.step else turns[entered.seq].round, entered) for entered in self.game.entered]


def by_number(played: Iterable[tuple[Record[Any], Turn]]) -> dict[int, Turn]:
    """The turns of records, by record number."""
    return {record.seq: turn for record, turn in played}


def prepare(traces: list[Trace]) -> Callable[[Replay], None]:
    """A function for `engine.intake.examine` that attaches a trace to the replay and leaves it in `traces`."""
    return lambda game: traces.append(Trace(game, briefly=True))


def watched(log: GameLog) -> Trace:
    """The trace of a replayed log; it is not yet finished."""
    trace = Trace(Replay(ruleset(log.header.game), log.header))
    trace.game.feed(resolve(log))
    return trace
