"""Deviations of Board Game Arena's program from these rules, each with a name: section 12 of the rulebook.

When a quirk acts, an entry of the figure `quirk` has its name as the source; no log prints that figure.
"""

from collections.abc import Mapping
from itertools import takewhile

from engine.games.dice_forge import items
from engine.games.dice_forge.components import CHOICES, FACES, KIND, Choice
from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.state import Blessing, Receiver, State
from engine.ledger import Book, Entry

COMPOSITE, BOAR, SHIELD, GOLD, TRITON, HAMMER, WAITING, SHIELDS, SATYRS, STRICT, OVERLOOKED, TRIPLED, *_LAST = QUIRKS
CONVERTED, FORGOTTEN, FIRST_SHIP, OUSTED, APART, BESIDE_TOKEN, HELD = _LAST
"""DF-12.20 to DF-12.38, in this order."""

# DF-12.20: the instances in which the platform shows a second die again.
_SHOWN_AGAIN = ("turn", "oust", "cancer", "satyrs")
# DF-12.31: those in which a face beside a mirror is.
_SHOWN_AFTER_MIRROR = ("turn", "oust", "cancer")


def note(book: Book, seat: int, quirk: str) -> None:
    """Enter in the book that a quirk acted."""
    book.append(Entry(seat, "quirk", 1, quirk))


def acts(state: State, quirk: str) -> bool:
    """Whether the header names a quirk."""
    return quirk in state.options.quirks


def _is_shown_again(state: State) -> bool:
    return state.blessing is not None and state.blessing.cause in _SHOWN_AGAIN


def _is_of_turn(state: State, receiver: Receiver) -> bool:
    return state.blessing is not None and state.blessing.cause == "turn" and "mirror" not in receiver.rolled


def waits_for_shield(state: State, receiver: Receiver) -> bool:
    """DF-12.26: whether a face of die 1 that waits is asked for after the ships, since die 2 is a shield."""
    if not acts(state, WAITING) or not _is_of_turn(state, receiver):
        return False
    return KIND.get(receiver.faces[1]) == "shield"


def pays_twice(state: State, receiver: Receiver, waiting: int) -> bool:
    """DF-12.20: whether the last face that waits gives what is not gold twice: the second of two, or by DF-12.26."""
    if not waiting or not acts(state, COMPOSITE) or not _is_shown_again(state):
        return False
    return waiting > 1 or waits_for_shield(state, receiver)


def meets_itself(state: State, receiver: Receiver) -> bool:
    """DF-12.27: whether of two shields the one that waited makes the other give its reward A too."""
    if not acts(state, SHIELDS) or not _is_of_turn(state, receiver):
        return False
    return _are_shields(receiver)


def _are_shields(receiver: Receiver) -> bool:
    return [KIND.get(face) for face in receiver.faces] == ["shield", "shield"]


def drops_shield(state: State, seat: int, receiver: Receiver, place: int) -> bool:
    """DF-12.22: whether the shield at a place gives nothing, as the other die is a ship that comes after it."""
    if not acts(state, SHIELD) or receiver.shield_first:
        return False
    if len(receiver.faces) == 1 or receiver.faces[1 - place] != "ship":
        return False
    return any(type(item) is items.Ship for item in state.queues[seat])


def loses_gold(state: State, seat: int, choice: Choice | None) -> bool:
    """DF-12.23: whether a face resolved before the ship is lost, though part of it would fit."""
    if choice is None or not acts(state, GOLD):
        return False
    player = state.players[seat]
    gold, *others = choice.amounts
    return any(others) or (gold > 0 and player.gold < player.gold_cap)


def strips_face(state: State, seat: int, receiver: Receiver, place: int) -> bool:
    """DF-12.23: whether a face resolved before the ship gives its gold alone, as its gold may go to the hammer."""
    found = CHOICES[receiver.faces[place], receiver.factors[place]]
    if len(found) > 1 or not acts(state, GOLD) or not room(state, state.players[seat]):
        return False
    gold, *others = found[0].amounts
    return gold > 0 and any(others)


def _is_face(item: items.Queued) -> bool:
    return type(item) is items.Face


def hammered(state: State, seat: int, receiver: Receiver, die: int) -> int:
    """DF-12.25: the gold of a waiting face that the automatic hammer takes at the roll; 0 if it takes none."""
    if not acts(state, HAMMER) or not _is_shown_again(state) or receiver.answered:
        return 0
    if die not in [item.die for item in takewhile(_is_face, state.queues[seat])]:  # type: ignore[union-attr]  # faces
        return 0
    place = receiver.place(die)
    found = CHOICES[receiver.faces[place], receiver.factors[place]]
    return min(found[0].amounts[0], room(state, state.players[seat])) if len(found) == 1 else 0


def in_any_order(state: State, seat: int, receiver: Receiver) -> bool:
    """DF-12.28: whether either of two faces may be answered first: those of the Satyrs where there is one pair only."""
    if not acts(state, SATYRS) or state.blessing is None or state.blessing.cause != "satyrs" or receiver.answered:
        return False
    return len(state.players) == 2 and [type(item) for item in state.queues[seat][:2]] == [items.Face, items.Face]


def stays_strict(state: State, conflict: bool) -> bool:
    """DF-12.29: whether a blessing is strict: it has a conflict, or the first of the turn had one, which is noted."""
    if state.blessing is None or state.blessing.cause != "turn":
        return conflict
    state.conflict = conflict or (state.conflict and acts(state, STRICT))
    return state.conflict


def overlooks(state: State, blessing: Blessing) -> bool:
    """DF-12.30: whether the platform misses a conflict: one ship, and two mirrors or more, none of them behind it."""
    if not acts(state, OVERLOOKED):
        return False
    shown = [(seat, each.rolled) for seat, each in enumerate(blessing.receivers) if each is not None]
    mirrors = [seat for seat, faces in shown if "mirror" in faces]
    ships = [seat for seat, faces in shown if "ship" in faces]
    return len(ships) == 1 and len(mirrors) > 1 and mirrors[-1] <= ships[0]


def waits_for_ships(state: State, seat: int, receiver: Receiver) -> bool:
    """DF-12.30: whether the faces beside a mirror are shown again and asked for only after the ships.

    They are asked for at once where a fixed face gives gold that may go to the hammer.
    """
    if "mirror" not in receiver.rolled or not acts(state, OVERLOOKED) or not _is_shown_again(state):
        return False
    fixed = [CHOICES[face, 1][0].amounts[0] for face in receiver.faces if KIND.get(face) == "fixed"]
    return not any(fixed) or not room(state, state.players[seat])


def tripled_again(state: State, receiver: Receiver) -> str:
    """DF-12.31: the boar that is tripled once more when its face is shown again, after a mirror; empty if none is."""
    if not acts(state, TRIPLED) or state.blessing is None or state.blessing.cause not in _SHOWN_AFTER_MIRROR:
        return ""
    if "mirror" not in receiver.rolled or receiver.faces.count("triple") != 1:
        return ""
    face = receiver.faces[1 - receiver.faces.index("triple")]
    return face if KIND.get(face) == "boar" else ""


def counts_as(state: State, receiver: Receiver, place: int, types: list[str], convert: Mapping[str, int]) -> list[str]:
    """DF-12.32: what a face has given as shields see it: a conversion of the Sentinel counts as more than it was."""
    if not convert or not acts(state, CONVERTED) or state.blessing is None or state.blessing.cause != "sentinel":
        return types
    options = [choice.amounts for choice in CHOICES[receiver.faces[place], 1]]
    gold, sun, moon, glory = (any(amounts) for amounts in zip(*options, strict=True))
    if glory:
        return types
    return [*types, *(name for name, is_there in (("sun", sun), ("moon", moon), ("glory", gold)) if is_there)]


def is_met_by_conversion(receiver: Receiver, place: int, types: list[str]) -> bool:
    """DF-12.32: whether a shield on the other die is met by what its face has given, but not by `types`."""
    if len(receiver.faces) == 1:
        return False
    face = receiver.faces[1 - place]
    watch = FACES[face].watch if KIND.get(face) == "shield" else ""
    return bool(watch) and watch in receiver.given[place] and watch not in types


def hides_shield(state: State, receiver: Receiver, place: int) -> bool:
    """DF-12.36: whether another shield overlooks what a shield has given, since the Sentinel asked for it."""
    if not acts(state, APART) or state.blessing is None or state.blessing.cause != "sentinel":
        return False
    return _are_shields(receiver) and FACES[receiver.faces[1 - place]].watch in receiver.given[place]


def keeps_tokens(state: State) -> bool:
    """DF-12.24: whether Triton tokens cannot be used, as a blessing or a card awaits an answer."""
    return acts(state, TRITON) and (state.blessing is not None or isinstance(state.newest, items.DECISIONS))


def boar_again(state: State, seat: int, receiver: Receiver) -> str:
    """DF-12.21: the boar whose rewards are due again, since its die is shown again while a token can be used."""
    queue = state.queues[seat]
    if not acts(state, BOAR) or not _is_shown_again(state) or "mirror" in receiver.rolled or receiver.repeated:
        return ""
    if not state.players[seat].cerberus or not queue or type(queue[0]) is not items.Face:
        return ""
    face = receiver.faces[receiver.place(queue[0].die)]
    return face if KIND.get(face) == "boar" else ""


def forget_triple(state: State, seat: int) -> None:
    """DF-12.33: a boar's reward ends the triple of a ship that is still to be used."""
    receiver = state.blessing.receivers[seat] if state.blessing is not None else None
    if receiver is None or not acts(state, FORGOTTEN) or sorted(receiver.faces) != ["ship", "triple"]:
        return
    assert state.blessing is not None
    triple = receiver.faces.index("triple")
    if triple == 0 or state.blessing.cause == "turn":
        receiver.factors[1 - triple] = 1


def put_ship_first(state: State, queue: list[items.Queued]) -> None:
    """DF-12.34: the first of two ships comes before the rewards of boars that wait for the same player."""
    kinds = [type(item) for item in queue]
    if kinds.count(items.Ship) == 2 and acts(state, FIRST_SHIP):
        _before_rewards(queue)


def put_ship_before_rewards(state: State, seat: int, die: int = 0) -> None:
    """DF-12.37: beside a Cerberus token, a player's only ship precedes rewards; with `die`, only one on that die."""
    queue = state.queues[seat]
    ships = [item for item in queue if type(item) is items.Ship]
    if len(ships) != 1 or die not in (0, ships[0].die) or not acts(state, BESIDE_TOKEN) or _is_owed_later(state, seat):
        return
    if any(type(item) is items.Repeat for item in queue):
        _before_rewards(queue)


def _before_rewards(queue: list[items.Queued]) -> None:
    """Put the first ship of a queue that has one before the first reward, if that comes earlier."""
    kinds = [type(item) for item in queue]
    ship = kinds.index(items.Ship)
    if items.Reward in kinds[:ship]:
        queue.insert(kinds.index(items.Reward), queue.pop(ship))


def _is_owed_later(state: State, seat: int) -> bool:
    """Whether a second face of another player that is still to be shown again is a boar of this one: DF-12.21."""
    cards = state.players[seat].cards
    for other, queue in enumerate(state.queues):
        if other != seat and queue and type(queue[0]) is items.Face and any(type(i) is items.Repeat for i in queue):
            assert state.blessing is not None
            receiver = state.blessing.receivers[other]
            if receiver is not None and receiver.answered:
                face = receiver.faces[receiver.place(queue[0].die)]
                if KIND.get(face) == "boar" and FACES[face].card in cards:
                    return True
    return False


def put_ship_back(queue: list[items.Queued]) -> None:
    """DF-12.37: a reward that is added puts a ship that came before the others behind all of them."""
    kinds = [type(item) for item in queue]
    if kinds[:2] == [items.Ship, items.Reward] and kinds.count(items.Ship) == 1:
        rewards = len(list(takewhile(lambda kind: kind is items.Reward, kinds[1:])))
        queue.insert(rewards, queue.pop(0))


def hold(state: State, seat: int, goes_on: bool = False) -> None:
    """DF-12.38: after an answer in strict order, whether its player is the next to answer, whoever gets a reward."""
    blessing = state.blessing
    if blessing is None or not blessing.strict or not acts(state, HELD):
        return
    kinds = [type(item) for item in state.queues[seat]]
    beside_token = kinds[:1] == [items.Face] and items.Repeat in kinds
    goes_on = goes_on or beside_token or kinds[:1] in ([items.Reward], [items.Repeat])
    blessing.holder = seat if goes_on else items.NOBODY


def holder(state: State) -> int:
    """DF-12.38: the player who goes on answering in strict order, unless with a ship; NOBODY if there is none."""
    assert state.blessing is not None
    seat = state.blessing.holder
    if seat == items.NOBODY or not state.queues[seat] or type(state.queues[seat][0]) is items.Ship:
        return items.NOBODY
    return seat


def asks_face_first(state: State) -> bool:
    """DF-12.35: whether an ousted player is asked for the face beside a ship, not which die counts first."""
    return acts(state, OUSTED) and state.blessing is not None and state.blessing.cause == "oust"


def is_triple_forgotten(receiver: Receiver) -> bool:
    """DF-12.33: whether a ship beside a triple takes no more off than any other."""
    return sorted(receiver.faces) == ["ship", "triple"] and receiver.factors == [1, 1]
