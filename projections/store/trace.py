"""What is watched during a replay: where each record stands, and everybody's figures at the end of each turn."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.declaration import Step, Turn
from engine.entries import Entered
from engine.replay import Replay
from engine.rules import ruleset
from engine.sameness import Sameness
from events.log.native import GameLog, resolve


class TurnEnd(NamedTuple):
    """A player's turn that is over: the turn, its last record, and the values of the figures of all seats then."""

    turn: Turn
    seq: int
    figures: list[tuple[int, ...]]


class Trace:
    """Watches one replay; attach it before the first event and `finish` it after the last.

    `places[k]` is the turn in which the k-th record in force was played (or broke a clause). A turn is closed when the
    next one begins, the automatic steps between them done; the last one when the replay is over. `told[k]` is that
    record's event, with what `seen` adds that everybody saw in the position before it. `briefly`: without what is not
    stored, `told` and the seats that may decide.
    """

    def __init__(self, game: Replay, seen: Callable[[Any, Any], Any] | None = None, *, briefly: bool = False) -> None:
        self.game = game
        self._turn: Callable[[Any], Turn] = game.rules.place if briefly else game.rules.turn
        self.places: list[Turn] = []
        self.told: list[Any] = []
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
        self.told.append(event if self._seen is None else self._seen(game.state, event))

    def _note_place(self, game: Replay, actor: int | None = None, event: Any = None) -> None:
        """Where a record stands, whosever it is."""
        turn = self._turn(game.state)
        if turn.index != self._current.index:
            self._close()
            self._begin(turn)
        self.places.append(turn)

    def _after_step(self, game: Replay, step: Step) -> None:
        if step.entries:
            self._step_rounds.append(self._turn(game.state).round)

    def _begin(self, turn: Turn) -> None:
        """A turn of the first round tells who comes first, second ... to play."""
        self._current = turn
        if turn.round > 1:
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

    def tried(self) -> None:
        """Note that something was tried after the last record, and broke a rule: it stands in the turn that begins."""
        self._note_place(self.game)

    def finish(self) -> None:
        """Close the last turn. Called once, when the replay is over: nothing is watched any more.

        So both are freed at once; a game that knows its observer would wait for the garbage collector.
        """
        self._close()
        self.game.on_record.clear()
        self.game.on_step.clear()

    @property
    def rounds(self) -> int:
        """The last round that was reached."""
        round_now = self._turn(self.game.state).round
        return max([round_now, *(place.round for place in self.places[-1:])])

    def turns(self, log: GameLog) -> dict[int, Turn]:
        """The turn of each record in force that was played, by the record's number."""
        return {record.seq: turn for record, turn in zip(resolve(log), self.places, strict=False)}

    def entered(self, turns: Mapping[int, Turn]) -> "list[tuple[int, Entered]]":
        """What was entered, with the round it belongs to; `turns` are those of the records."""
        steps = iter(self._step_rounds)
        return [(next(steps) if entered.step else turns[entered.seq].round, entered) for entered in self.game.entered]


def prepare(traces: list[Trace]) -> Callable[[Replay], None]:
    """A function for `engine.intake.examine` that attaches a trace to the replay and leaves it in `traces`."""
    return lambda game: traces.append(Trace(game, briefly=True))


def watched(log: GameLog) -> Trace:
    """A log that was replayed under watch; the trace is to be finished."""
    trace = Trace(Replay(ruleset(log.header.game), log.header))
    trace.game.feed(resolve(log))
    return trace
