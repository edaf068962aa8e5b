"""In which order the platform asks and tells in a blessing: DF-16.21.

It asks every player for one face; then ships are forged; then a second face, or a shield, is shown again and asked for.
"""

from engine.games.dice_forge.queues import comes_after_ships, die_at, head, ship_waits
from engine.games.dice_forge.resolving import choices, convert_table
from engine.games.dice_forge.state import FACE_ITEMS, SHIELDS, Blessing, Receiver, State, room
from engine.games.dice_forge.writings._bga_shown import FIGURES, Amounts

FIRST, SHIP, SECOND = range(3)


def turn_of(state: State, seat: int) -> int:
    """When the platform asks a player of whom something waits: with the first faces, the ships, or what comes after."""
    if ship_waits(state, seat):
        return SHIP
    return SECOND if comes_after_ships(state, seat) else FIRST


def is_done(state: State) -> bool:
    """Whether all first faces are answered and all ships forged."""
    return all(not head(state, seat)[0] or turn_of(state, seat) == SECOND for seat in state.order)


def told_at_roll(state: State, receiver: Receiver) -> Amounts:
    """What the platform gives with the roll of faces that still wait: all but gold that may go to the hammer."""
    told = dict.fromkeys(FIGURES, 0)
    blessing = state.blessing
    if blessing is None or blessing.kind in ("minotaur", "satyrs") or receiver.stage != FACE_ITEMS:
        return told
    if "mirror" in receiver.rolled or convert_table(state, receiver.seat):
        return told
    for place in receiver.todo:
        _add(told, receiver, place, with_gold=not room(state, state.players[receiver.seat]))
    return told


def rest_of(receiver: Receiver, place: int) -> Amounts:
    """What of a fixed face is not gold."""
    told = dict.fromkeys(FIGURES, 0)
    _add(told, receiver, place, with_gold=False)
    return told


def _add(told: Amounts, receiver: Receiver, place: int, with_gold: bool) -> None:
    found = choices(receiver, place)
    if len(found) == 1:
        for figure, n in zip(FIGURES, _in_order(found[0].amounts), strict=False):
            told[figure] += n if with_gold or figure != "gold" else 0


def _in_order(amounts: tuple[int, int, int, int]) -> tuple[int, ...]:
    gold, sun, moon, glory = amounts
    return gold, sun, moon, glory


def is_shown_again(receiver: Receiver) -> bool:
    """Whether what waits of a receiver is shown again before it is asked: a second face, or a shield."""
    return bool(receiver.todo) and (receiver.stage == SHIELDS or (receiver.stage == FACE_ITEMS and receiver.answered))


def second_die(blessing: Blessing, receiver: Receiver) -> int:
    """The number of the die that is left when the first has been answered, or the ship forged."""
    if receiver.ship_first:
        return die_at(blessing, 1 - receiver.faces.index("ship"))
    return die_at(blessing, len(receiver.faces) - 1)
