"""The order in which the moderator takes the records of a game, where it is not that of play: TM-17.1.3, TM-17.5.22."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from engine.games.terra_mystica.state import State
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from engine.snapshot import state_bytes
from events.log.codec import Unreadable
from events.log.record import Header, Record
from events.vocabulary import terra_mystica as events


class Moves(Struct):
    """The records that are written elsewhere than they were played, by number.

    `postponed`: conversions that wait for their player's next line; `held`: those of them that make the player's
    answers wait, too; `ordained`: the ordination that is written before a conversion.
    """

    postponed: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    ordained: dict[int, Record[Any]] = field(default_factory=dict)

    def postpone(self, record: Record[Any]) -> None:
        """Move a record that is misplaced. Raises Unreadable if it has been moved as far as possible."""
        if isinstance(record.event, events.OrdainPriests):
            found = f"record {record.seq}, an ordination after a conversion (TM-17.5.22)"
            raise Unreadable(found, "one that could as well come before it, as the moderator takes no other")
        if record.seq in self.held:
            found = f"record {record.seq}, which comes after others have answered (TM-17.1.3)"
            raise Unreadable(
                found, "one that the moderator takes before the answers or in the player's next turn as well"
            )
        if record.seq in self.postponed:
            self.held.add(record.seq)
        self.postponed.add(record.seq)


def first_misplaced(
    header: Header, recorded: Sequence[Record[Any]], ordered: Sequence[Record[Any]], moved: set[int]
) -> Record[Any] | None:
    """The first of the `moved` records that may not be where it is in `ordered`; None if all may.

    One may not if a clause is then broken, or if the position differs once the same records have been played. An offer
    that is void there can still be declined, as the moderator keeps it open (TM-11.18).
    """
    rules = ruleset(header.game)
    original, other = Replay(rules, header), Replay(rules, header)
    ahead: set[int] = set()
    last = None
    for before, after in zip(recorded, ordered, strict=True):
        last = next((each for each in (after, before) if each.seq in moved), last)
        _play(original, before)
        try:
            if not _declines_void_offer(other.state, after):
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


def _declines_void_offer(state: State, record: Record[Any]) -> bool:
    """Whether a record declines an offer to full bowls, which is then answered."""
    if not isinstance(record.event, events.DeclinePower):
        return False
    offers = state.void_offers
    answered = [each for each in offers if (each.id, each.receiver) == (record.event.offer, record.actor)]
    offers[:] = [each for each in offers if each not in answered]
    return bool(answered)


def _play(replay: Replay, record: Record[Any]) -> None:
    replay.settle()
    replay.play(record.actor, record.event, record.line, record.seq)
