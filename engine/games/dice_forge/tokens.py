"""Triton and Cerberus tokens: DF-7.60, DF-7.46."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import quirks
from engine.games.dice_forge.blessings import use_cerberus as repeat
from engine.games.dice_forge.components import RESOURCES, TRITON
from engine.games.dice_forge.gains import Book, add_tokens, gain, gain_split
from engine.games.dice_forge.queues import check_item, is_empty, ship_waits
from engine.games.dice_forge.state import State, room
from events.vocabulary.dice_forge import UseCerberus, UseTriton


def may_use_triton(state: State, seat: int) -> bool:
    """DF-7.60, DF-6.66: a token, the own turn, and something of one's own that waits; not only of others (DF-11.29)."""
    if seat != state.turn_player or not state.players[seat].triton_tokens:
        return False
    if quirks.acts(state, quirks.TRITON) and not _is_let(state, seat):
        return False
    if state.pending:
        return state.pending_seat == seat and state.step != "draft"
    if state.blessing is not None:
        return not is_empty(state, seat)
    return state.step in ("reinforcement", "action", "extra_offer")


def _is_let(state: State, seat: int) -> bool:
    """DF-12.24: the platform takes no token while a turn's blessing or a card waits for an answer that is no ship's."""
    if state.pending:
        return False
    return state.blessing is None or state.blessing.cause in ("silver_hind", "oust") or ship_waits(state, seat)


def legal_tritons(state: State, seat: int) -> Iterator[UseTriton]:
    """DF-7.60: each resource; gold with every part of it on the hammer that fits."""
    for resource, amount in TRITON.items():
        most = min(amount, room(state, state.players[seat])) if resource == "gold" else 0
        yield from (UseTriton(resource, n) for n in range(most + 1))


def use_triton(state: State, seat: int, event: UseTriton) -> Book:
    """DF-7.60: discard a token for 2 sun, 2 moon or 6 gold; what waits goes on waiting.

    Raises Violation DF-7.60 whatever is wrong with it (DF-7.7).
    """
    if not may_use_triton(state, seat) or event.resource not in TRITON:
        raise Violation("DF-7.60", seat=seat, resource=event.resource, tokens=state.players[seat].triton_tokens)
    player = state.players[seat]
    most = min(TRITON["gold"], room(state, player)) if event.resource == "gold" else 0
    if not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.60", resource=event.resource, to_hammer=event.to_hammer, most=most)

    book: Book = []
    add_tokens(book, player, "triton", -1, "triton")
    gold, sun, moon, glory = (TRITON.get(r, 0) if r == event.resource else 0 for r in RESOURCES)
    gain_split(book, player, gold, event.to_hammer, state.options.hammer_rule, "triton")
    gain(book, player, (0, sun, moon, glory), "triton")
    return book


def use_cerberus(state: State, seat: int, event: UseCerberus) -> Book:
    """DF-7.46: answer the item. Raises Violation DF-7.1, DF-6.63 or DF-6.65 if it does not wait now."""
    receiver = check_item(state, seat, ("cerberus", 0))
    assert receiver is not None

    book: Book = []
    repeat(state, receiver, event.use, book)
    return book
