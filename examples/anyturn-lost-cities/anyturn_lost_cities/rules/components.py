"""The cards (LC-1) and the numbers of `components.toml`."""

from engine.components import read_components
from msgspec import Struct


class Components(Struct, frozen=True):
    """The table: `cost` and `bonus` are points, `long` is the number of cards that earns the bonus (LC-10)."""

    colours: list[str]
    lowest: int
    highest: int
    wagers: int
    hand: int
    cost: int
    long: int
    bonus: int


COMPONENTS = read_components("lost_cities", Components)
COLOURS = tuple(COMPONENTS.colours)
WAGER = 0
"""What counts as the number of a wager: it is below all others."""

NUMBERS: dict[str, int] = {
    f"{colour}_{number or 'wager'}": number
    for colour in COLOURS
    for number in (WAGER, *range(COMPONENTS.lowest, COMPONENTS.highest + 1))
}
"""Each card, in the order of the colours and their numbers -> its number."""
COPIES = {card: 1 if number else COMPONENTS.wagers for card, number in NUMBERS.items()}
"""Each card -> how many there are."""
DECK = sum(COPIES.values())
_PLACES = {card: place for place, card in enumerate(NUMBERS)}


def colour_of(card: str) -> str:
    """The expedition to which a card belongs."""
    return card.partition("_")[0]


def place_of(card: str) -> int:
    """The place of a card in the order of all: the key by which hands are sorted."""
    return _PLACES[card]
