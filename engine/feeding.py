"""The hot path of a replay: records that no observer watches, in one loop; functions only, to be compiled."""

from collections.abc import Sequence
from typing import Any

from engine.clause import Violation
from engine.course import Course
from engine.entries import Entered
from events.log.record import Record


def feed_unwatched(replay: Course, records: Sequence[Record[Any]]) -> None:
    """Do what `Replay.play` does for each record, then settle; call no observer. All actors must be at the table.

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
