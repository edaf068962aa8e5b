"""The order in which the platform requests answers and reports gains in a blessing: DF-16.21; the rules allow others.

Each player answers one face, then those with a Cerberus token their second one; then ships are forged; then a second
face, or a shield, is shown again and answered.
"""

from collections.abc import Sequence

from engine.games.dice_forge.components import Bundle
from engine.games.dice_forge.items import Face, Queued, Repeat, Ship
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.queues import comes_after_ships, first
from engine.games.dice_forge.resolving import choices, convert_table
from engine.games.dice_forge.state import Receiver, State

FIRST, TOKEN, SHIP, SECOND = range(4)
NOTHING: Bundle = (0, 0, 0, 0)


def turn_of(state: State, seat: int) -> int:
    """When the platform turns to a player with a pending answer: with the first faces, tokens, ships, or afterwards."""
    if isinstance(first(state, seat), Ship):
        return SHIP
    if not comes_after_ships(state, seat):
        return FIRST
    return TOKEN if _is_asked_for_token(state, seat) else SECOND


def _is_asked_for_token(state: State, seat: int) -> bool:
    """Whether a player who can still use a Cerberus token is asked for a second face before it is shown again."""
    queue = state.queues[seat]
    return type(queue[0]) is Face and any(type(item) is Repeat for item in queue)


def is_done(state: State) -> bool:
    """Whether all first faces are answered and all ships forged."""
    return all(not state.queues[seat] or turn_of(state, seat) == SECOND for seat in state.order)


def shown_again(state: State) -> list[int]:
    """The seats whose second faces and shields the platform shows again now, in turn order."""
    turns = {seat: turn_of(state, seat) for seat in state.order if state.queues[seat]}
    now = min(turns.values(), default=FIRST)
    return [seat for seat, turn in turns.items() if turn == now] if now in (TOKEN, SECOND) else []


def given_at_roll(state: State, seat: int) -> Bundle:
    """What the platform gives with the roll of waiting faces: everything except gold that may go to the hammer."""
    return _given(state, seat, state.queues[seat])


def given_by_head(state: State, seat: int) -> Bundle:
    """The same for the face that waits at the head of a seat's queue, without those behind it."""
    return _given(state, seat, state.queues[seat][:1])


def _given(state: State, seat: int, queue: Sequence[Queued]) -> Bundle:
    blessing = state.blessing
    if not queue or type(queue[0]) is not Face or blessing is None or blessing.kind in ("minotaur", "satyrs"):
        return NOTHING
    receiver = blessing.receivers[seat]
    if receiver is None or "mirror" in receiver.rolled or convert_table(state, seat):
        return NOTHING
    gold, sun, moon, glory = NOTHING
    for item in queue:
        if type(item) is Face:
            own = _fixed(receiver, receiver.place(item.die))
            gold += 0 if room(state, state.players[seat]) else own[0]
            sun, moon, glory = sun + own[1], moon + own[2], glory + own[3]
    return gold, sun, moon, glory


def beside_gold(receiver: Receiver, place: int) -> Bundle:
    """The part of a fixed face that is not gold."""
    _, sun, moon, glory = _fixed(receiver, place)
    return 0, sun, moon, glory


def _fixed(receiver: Receiver, place: int) -> Bundle:
    found = choices(receiver, place)
    return found[0].amounts if len(found) == 1 else NOTHING
