"""Triton tokens: DF-7.60, DF-6.66."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import TRITON, single
from engine.games.dice_forge.figures import gain, gain_split
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.state import State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import UseTriton


def legal_tritons(state: State, seat: int) -> Iterator[UseTriton]:
    """DF-7.60: each resource; for gold, every amount on the hammer that fits."""
    for resource in TRITON:
        yield from (UseTriton(resource, n) for n in range(_most(state, seat, resource) + 1))


def _most(state: State, seat: int, resource: str) -> int:
    """How much may go on the hammer: for gold, as much as there is room for."""
    return min(TRITON["gold"], room(state, state.players[seat])) if resource == "gold" else 0


def use_triton(state: State, seat: int, event: UseTriton) -> Book:
    """DF-7.60: discard a token for 2 sun, 2 moon or 6 gold; what is awaited stays the same.

    Raises Violation DF-7.60 for any fault (DF-7.7).
    """
    if event.resource not in TRITON:
        raise Violation("DF-7.60", resource=event.resource)
    most = _most(state, seat, event.resource)
    if not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.60", resource=event.resource, to_hammer=event.to_hammer, most=most)

    book: Book = []
    player, amount = state.players[seat], TRITON[event.resource]
    enter(book, player, "triton", -1, "triton")
    if event.resource == "gold":
        gain_split(book, player, amount, event.to_hammer, state.options.hammer_rule, "triton")
    else:
        gain(book, player, single(event.resource, amount), "triton")
    return book
