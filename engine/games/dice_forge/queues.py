"""The queues of the players, and which of their heads can be answered: section 6C."""

from collections.abc import Iterator
from typing import Any, TypeVar

from engine.clause import Violation
from engine.games.dice_forge import items
from engine.games.dice_forge.quirks import holder, put_ship_back, put_ship_first, waits_for_shield, waits_for_ships
from engine.games.dice_forge.state import Receiver, State
from events.vocabulary.dice_forge import BoarReward, CopyFace, ResolveFace, ShipForge, ShipPass

Q = TypeVar("Q", bound=items.Queued)

# DF-6.60: the classes. A ship that is put first comes before them all (DF-6.37).
_ORDER = (items.Copy, items.FirstDie, items.Face, items.Shield, items.Reward, items.Ship, items.Repeat)
_CLASS = {kind: class_ for class_, kind in enumerate(_ORDER)}


def put(state: State, seat: int, item: items.Queued) -> None:
    """DF-6.60: add an item to a queue, behind those of its class."""
    queue = state.queues[seat]
    place, class_ = len(queue), _CLASS[type(item)]
    while place and _CLASS[type(queue[place - 1])] > class_:
        place -= 1
    queue.insert(place, item)
    if type(item) is items.Ship or type(item) is items.Reward:
        put_ship_first(state, queue)
    if type(item) is items.Reward:
        put_ship_back(queue)


def head(state: State, seat: int, kind: type[Q]) -> Q:
    """The first item of a queue, which is known to be of this kind."""
    item = state.queues[seat][0]
    assert isinstance(item, kind), item
    return item


def first(state: State, seat: int) -> items.Queued | None:
    """What a player answers first; None if nothing waits."""
    queue = state.queues[seat]
    return queue[0] if queue else None


def receiver_of(state: State, seat: int) -> Receiver:
    """The resolution of a seat that receives the running blessing."""
    blessing = state.blessing
    assert blessing is not None
    receiver = blessing.receivers[seat]
    assert receiver is not None
    return receiver


def too_early(state: State, seat: int) -> str:
    """DF-6.62: the clause that makes the head of a queue wait, DF-6.65 or DF-6.63; empty if none does."""
    blessing, queues = state.blessing, state.queues
    assert blessing is not None
    if blessing.strict:
        if (held := holder(state)) != items.NOBODY:
            return "" if held == seat else "DF-6.65"
        for other in state.order:
            if queues[other]:
                return "" if other == seat else "DF-6.65"
    if type(queues[seat][0]) is not items.Ship:
        return ""
    before = True
    for other in state.order:
        if other == seat:
            before = False
        elif queues[other]:
            sails = type(queues[other][0]) is items.Ship
            if (before and sails) or not (sails or comes_after_ships(state, other)):
                return "DF-6.63"
    return ""


def comes_after_ships(state: State, seat: int) -> bool:
    """DF-6.63: whether ships need not wait for this player, as for the second of two faces, or for a shield."""
    queue = state.queues[seat]
    if not queue:
        return False
    kind = type(queue[0])
    if kind is not items.Face:
        return kind is items.Shield and not receiver_of(state, seat).shield_first
    receiver = receiver_of(state, seat)
    return receiver.answered or waits_for_shield(state, receiver) or waits_for_ships(state, seat, receiver)


def may_act(state: State, seat: int) -> bool:
    """Whether a queue holds something that may be answered now."""
    return bool(state.queues[seat]) and not too_early(state, seat)


def answering(state: State) -> Iterator[int]:
    """DF-6.62: the players who may answer the head of their queue now, in seat order."""
    return (seat for seat in range(len(state.players)) if may_act(state, seat))


_SUBJECTS: dict[Any, str] = {
    CopyFace: "die",
    ResolveFace: "die",
    BoarReward: "color",
    ShipForge: "die_rolled",
    ShipPass: "die_rolled",
}
"""The field of an answer that names its subject: the die of the item, or the boar."""


def check_subject(item: Any, event: Any) -> None:
    """Raises Violation DF-7.1 if an answer names a die or boar other than the one at the head of the queue."""
    if (field := _SUBJECTS.get(type(event))) is not None:
        expected = item.color if field == "color" else item.die
        if getattr(event, field) != expected:
            raise Violation("DF-7.1", **{"seat": item.seat, field: getattr(event, field), "expected": expected})
