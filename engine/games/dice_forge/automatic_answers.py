"""Heads of queues that are answered by rule: DF-6.68, DF-6.3."""

from collections.abc import Callable
from typing import Any

from engine.games.dice_forge import copying, ships
from engine.games.dice_forge.figures import gain
from engine.games.dice_forge.items import Copy, Face, Queued, Resolving, Shield, Ship
from engine.games.dice_forge.platform_order import given_by_head
from engine.games.dice_forge.queues import too_early
from engine.games.dice_forge.resolving import face_by_rule, shield_by_rule
from engine.games.dice_forge.state import State
from engine.ledger import Book

_BY_RULE: dict[type, Callable[[Book, State, int, Any], bool]] = {
    Copy: copying.by_rule,
    Face: face_by_rule,
    Shield: shield_by_rule,
    Ship: ships.by_rule,
}
"""How an item at the head of a queue is tested; returns whether anything changed. All others wait for an answer."""


def settle(book: Book, state: State, item: Resolving) -> bool:
    """DF-6.68: test the heads that may be answered, in turn order, and again after every change.

    Returns whether no player has any items left, which ends the instance (DF-6.52).
    """
    changed = True
    while any(state.queues):
        if not changed:
            return False
        changed = False
        for seat in state.order:
            queue = state.queues[seat]
            while queue and not too_early(state, seat) and _test_head(book, state, seat, queue):
                changed = True
    del state.agenda[-1]
    state.blessing = None
    return True


def _test_head(book: Book, state: State, seat: int, queue: list[Queued]) -> bool:
    """Whether the head of a queue changed by rule; players who have quit answer nothing: DF-8.20.

    What comes with the roll of a face comes to them all the same: only gold that may go to the hammer is asked for.
    """
    test = _BY_RULE.get(type(queue[0]))
    if test is not None and test(book, state, seat, queue[0]):
        return True
    if not state.players[seat].quit:
        return False
    gain(book, state.players[seat], given_by_head(state, seat), "die")
    if type(queue[0]) is Copy:  # what lies beside a mirror goes with it
        queue.clear()
    else:
        del queue[0]
    return True
