"""Whether records may be played in another order, in which the moderator takes them: TM-17.1.3."""

from collections.abc import Sequence
from typing import Any

from engine.replay import Replay, Stopped
from engine.rules import ruleset
from engine.snapshot import state_bytes
from events.log.record import Header, Record


def first_misplaced(
    header: Header, recorded: Sequence[Record[Any]], ordered: Sequence[Record[Any]], moved: set[int]
) -> int | None:
    """The number of the first of the `moved` records that may not be where it is in `ordered`; None if all may.

    One may not if a clause is then broken, or if the position differs once the same records have been played.
    """
    rules = ruleset(header.game)
    original, other = Replay(rules, header), Replay(rules, header)
    ahead: set[int] = set()
    last = None
    for before, after in zip(recorded, ordered, strict=True):
        last = next((each.seq for each in (after, before) if each.seq in moved), last)
        _play(original, before)
        try:
            _play(other, after)
        except Stopped:
            return last
        if before.seq != after.seq:
            ahead ^= {before.seq, after.seq}
        if last is not None and not ahead:
            if state_bytes(original.state) != state_bytes(other.state):
                return last
            last = None
    return None


def _play(replay: Replay, record: Record[Any]) -> None:
    replay.settle()
    replay.play(record.actor, record.event, record.line, record.seq)
