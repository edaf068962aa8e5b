"""Deviations of Board Game Arena's program from these rules, each with a name: section 12 of the rulebook.

When a quirk acts, an entry of the figure `quirk` has its name as the source; no log prints that figure.
"""

from engine.games.dice_forge import items
from engine.games.dice_forge.components import CHOICES, FACES, KIND, Choice
from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.state import Receiver, State, room
from engine.ledger import Book, Entry

COMPOSITE, BOAR, SHIELD, GOLD, TRITON, HAMMER = QUIRKS
"""DF-12.20 to DF-12.25, in this order."""

# DF-12.20: the instances in which the platform shows a second die again.
_SHOWN_AGAIN = ("turn", "oust", "cancer", "satyrs")


def note(book: Book, seat: int, quirk: str) -> None:
    """Enter in the book that a quirk acted."""
    book.append(Entry(seat, "quirk", 1, quirk))


def acts(state: State, quirk: str) -> bool:
    """Whether the header names a quirk."""
    return quirk in state.options.quirks


def pays_twice(state: State, receiver: Receiver, waiting: int) -> bool:
    """DF-12.20: whether, of two waiting faces, the second gives more than the gold that may go to the hammer."""
    if waiting < 2 or not acts(state, COMPOSITE) or "mirror" in receiver.rolled:
        return False
    return state.blessing is not None and state.blessing.cause in _SHOWN_AGAIN


def drops_shield(state: State, receiver: Receiver, place: int) -> bool:
    """DF-12.22: whether the shield at a place gives nothing, as the other die is a ship."""
    if not acts(state, SHIELD) or len(receiver.faces) == 1:
        return False
    return receiver.faces[1 - place] == "ship" and state.blessing is not None and state.blessing.kind != "minotaur"


def loses_gold(state: State, seat: int, choice: Choice | None) -> bool:
    """DF-12.23: whether a face resolved before the ship is lost, though part of it would fit."""
    if choice is None or not acts(state, GOLD):
        return False
    player = state.players[seat]
    gold, *others = choice.amounts
    return any(others) or (gold > 0 and player.gold < player.gold_cap)


def hammered_first(state: State, seat: int, receiver: Receiver) -> int:
    """DF-12.25: the gold of the second face that may go to the hammer before the choice of the first; 0 if none may."""
    if not acts(state, HAMMER) or [type(item) for item in state.queues[seat][:2]] != [items.Face, items.Face]:
        return 0
    blessing = state.blessing
    first, second = (CHOICES[receiver.faces[place], receiver.factors[place]] for place in (0, 1))
    if blessing is None or blessing.cause not in _SHOWN_AGAIN or len(first) == 1 or len(second) > 1:
        return 0
    return min(second[0].amounts[0], room(state, state.players[seat]))


def keeps_tokens(state: State, seat: int) -> bool:
    """DF-12.24: whether Triton tokens cannot be used: a turn's blessing or a card awaits an answer not for a ship."""
    if not acts(state, TRITON):
        return False
    if isinstance(state.newest, items.DECISIONS):
        return True
    if state.blessing is None or state.blessing.cause in ("silver_hind", "oust"):
        return False
    return type(state.queues[seat][0]) is not items.Ship


def boars_again(state: State, receiver: Receiver) -> list[str]:
    """DF-12.21: the rolled boars whose rewards, already taken, are due again when a Cerberus token is kept."""
    if not acts(state, BOAR):
        return []
    waiting = {item.color for queue in state.queues for item in queue if type(item) is items.Reward}
    return [face for face in receiver.rolled if KIND[face] == "boar" and FACES[face].color not in waiting]
