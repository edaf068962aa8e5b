"""The hot path of a replay: records that nobody watches, in one loop. A module of functions, which can be compiled."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.clause import Violation
from engine.entries import Entered
from events.log.record import Record

if TYPE_CHECKING:
    from engine.replay import Replay


def feed_unwatched(replay: "Replay", records: Sequence[Record[Any]]) -> None:
    """`play` for each record, of which all actors are at the table, then `settle`; no observer is called.

    Raises Stopped at a violation, Unreadable as `observe` does.
    """
    replay.settle()
    state, accepts, proceed = replay.state, replay.rules.accepts, replay.rules.proceed
    note_played, note_entered, steps_done = replay.played.append, replay.entered.append, replay.steps_done
    for record in records:
        event, actor, seq = record.event, record.actor, record.seq
        try:
            entries = accepts[type(event)](state, actor, event)
        except Violation as violation:
            replay.stop(seq, record.line, actor, event, violation)
        replay.seq = seq
        note_played((actor, event, record.line))
        if entries:
            note_entered(Entered(seq, "", entries))
        if steps_done:
            steps_done.clear()
        if record.observed:
            replay.settled = False
            replay.observe_in(record)
            replay.settle()
        else:
            while (step := proceed(state)) is not None:
                replay.note_step(step)
