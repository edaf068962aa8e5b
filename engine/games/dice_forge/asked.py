"""In which order the platform asks and tells in a blessing: DF-16.21. The rules allow more.

It asks every player for one face; then ships are forged; then a second face, or a shield, is shown again and asked for.
"""

from engine.games.dice_forge.components import Bundle
from engine.games.dice_forge.queues import comes_after_ships, die_at, head, ship_waits
from engine.games.dice_forge.resolving import choices, convert_table
from engine.games.dice_forge.state import FACE_ITEMS, SHIELDS, Blessing, Receiver, State, room

FIRST, SHIP, SECOND = range(3)
NOTHING: Bundle = (0, 0, 0, 0)


def turn_of(state: State, seat: int) -> int:
    """When the platform asks a player of whom something waits: with the first faces, the ships, or what comes after."""
    if ship_waits(state, seat):
        return SHIP
    return SECOND if comes_after_ships(state, seat) else FIRST


def is_done(state: State) -> bool:
    """Whether all first faces are answered and all ships forged."""
    return all(not head(state, seat)[0] or turn_of(state, seat) == SECOND for seat in state.order)


def told_at_roll(state: State, receiver: Receiver) -> Bundle:
    """What the platform gives with the roll of faces that still wait: all but gold that may go to the hammer."""
    blessing = state.blessing
    if blessing is None or blessing.kind in ("minotaur", "satyrs") or receiver.stage != FACE_ITEMS:
        return NOTHING
    if "mirror" in receiver.rolled or convert_table(state, receiver.seat):
        return NOTHING
    gold, sun, moon, glory = NOTHING
    for place in receiver.todo:
        own = _fixed(receiver, place)
        gold += 0 if room(state, state.players[receiver.seat]) else own[0]
        sun, moon, glory = sun + own[1], moon + own[2], glory + own[3]
    return gold, sun, moon, glory


def beside_gold(receiver: Receiver, place: int) -> Bundle:
    """What of a fixed face is not gold."""
    _, sun, moon, glory = _fixed(receiver, place)
    return 0, sun, moon, glory


def _fixed(receiver: Receiver, place: int) -> Bundle:
    found = choices(receiver, place)
    return found[0].amounts if len(found) == 1 else NOTHING


def is_shown_again(receiver: Receiver) -> bool:
    """Whether what waits of a receiver is shown again before it is asked: a second face, or a shield."""
    return bool(receiver.todo) and (receiver.stage == SHIELDS or (receiver.stage == FACE_ITEMS and receiver.answered))


def second_die(blessing: Blessing, receiver: Receiver) -> int:
    """The number of the die that is left when the first has been answered, or the ship forged."""
    if receiver.ship_first:
        return die_at(blessing, 1 - receiver.faces.index("ship"))
    return die_at(blessing, len(receiver.faces) - 1)
