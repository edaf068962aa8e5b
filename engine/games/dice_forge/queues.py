"""Pending items and who may answer them: section 6C.

A player's queue is not stored: its head follows from the stage of the resolution and the boar rewards that wait
(DF-6.60). An item is named by a pair: ("copy", die), ("first", 0), ("resolve", die), ("boar", color), ("ship", die),
("cerberus", 0).
"""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.state import (
    CERBERUS,
    COPIES,
    DONE,
    FACE_ITEMS,
    FIRST_DIE,
    FIRST_SHIP,
    SHIELDS,
    SHIPS,
    Blessing,
    Receiver,
    State,
)

Item = tuple[str, int | str]
NO_ITEM: Item = ("", 0)

_KINDS = {COPIES: "copy", FIRST_DIE: "first", FIRST_SHIP: "ship", SHIPS: "ship", CERBERUS: "cerberus"}


def die_at(blessing: Blessing, place: int) -> int:
    """The number of the die at a place of an instance."""
    return blessing.die or place + 1


def receiver_of(state: State, seat: int) -> Receiver | None:
    """The resolution of a seat in the running blessing, None if it has none, or not yet: DF-6.24."""
    blessing = state.blessing
    return blessing.receivers[seat] if blessing is not None and not blessing.due else None


def is_empty(state: State, seat: int) -> bool:
    """Whether nothing waits for this player. Before the last roll of an instance nothing does: DF-6.24."""
    blessing = state.blessing
    if blessing is None or blessing.due:
        return True
    if state.boars[seat]:
        return False
    receiver = blessing.receivers[seat]
    return receiver is None or receiver.stage == DONE


def head(state: State, seat: int) -> Item:
    """DF-6.60: the item that a player answers first; ("", 0) if the queue is empty."""
    receiver = receiver_of(state, seat)
    stage = DONE if receiver is None else receiver.stage
    if stage >= SHIPS and state.boars[seat]:
        return "boar", state.boars[seat][0]
    if receiver is None or state.blessing is None or stage == DONE:  # without a blessing there is no receiver
        return NO_ITEM
    kind = _KINDS.get(stage, "resolve")
    return kind, 0 if kind in ("first", "cerberus") else die_at(state.blessing, receiver.todo[0])


def ship_waits(state: State, seat: int) -> bool:
    """Whether the head of a queue is a ship item."""
    receiver = receiver_of(state, seat)
    if receiver is None:
        return False
    return receiver.stage == FIRST_SHIP or (receiver.stage == SHIPS and not state.boars[seat])


def may_answer(state: State, seat: int) -> bool:
    """DF-6.62: whether a player whose queue is not empty may answer its head now."""
    return too_early(state, seat) is None


def too_early(state: State, seat: int) -> str | None:
    """The clause under which the head of a queue has to wait: DF-6.65 in strict order, else DF-6.63."""
    blessing = state.blessing
    if blessing is not None and blessing.strict:
        first = next(other for other in state.order if not is_empty(state, other))
        return None if seat == first else "DF-6.65"
    if not ship_waits(state, seat):
        return None
    for other in state.order:
        if other == seat:
            continue
        ship = ship_waits(state, other)
        earlier = state.order.index(other) < state.order.index(seat)
        if (ship and earlier) or (not ship and not is_empty(state, other) and not comes_after_ships(state, other)):
            return "DF-6.63"
    return None


def comes_after_ships(state: State, seat: int) -> bool:
    """DF-6.63: whether ships need not wait for this player: the second of two faces comes after them, and a shield."""
    receiver = receiver_of(state, seat)
    if receiver is None:
        return False
    return receiver.stage == SHIELDS or (receiver.stage == FACE_ITEMS and receiver.answered)


def expects_roll(state: State) -> bool:
    """Whether the running blessing waits for a roll."""
    return state.blessing is not None and bool(state.blessing.due)


def check_item(state: State, seat: int, item: Item) -> Receiver | None:
    """That the event answers the head item of its player, and may do so now.

    Raises Violation DF-7.1 if it does not fit, DF-6.63 or DF-6.65 if it comes too early (DF-7.7).
    """
    if head(state, seat) != item:
        raise Violation("DF-7.1", seat=seat, answer=item[0], of=item[1], waiting=waiting(state, seat))
    clause = too_early(state, seat)
    if clause is not None:
        raise Violation(clause, seat=seat, answer=item[0], first=[s for s in state.order if may_act(state, s)])
    return receiver_of(state, seat)


def may_act(state: State, seat: int) -> bool:
    """Whether something waits for this player that may be answered now."""
    return not is_empty(state, seat) and may_answer(state, seat)


def waiting(state: State, seat: int) -> str:
    """What waits for a player, in words, for the facts of a violation."""
    if state.pending and state.pending_seat == seat:
        return state.pending
    kind, of = head(state, seat)
    if kind:
        return f"{kind} {of}" if of else kind
    if state.blessing is None and not state.pending and seat == state.turn_player:
        return state.step
    return "nothing"


def answering(state: State) -> Iterator[int]:
    """DF-6.62: the players who may answer now, in the order of their seats."""
    return (seat for seat in range(len(state.players)) if may_act(state, seat))
