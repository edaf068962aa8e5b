"""A position of Lost Cities in the terminal: what was played and discarded in each colour, and the hands."""

from collections.abc import Sequence

from projections.pictures.painter import SEATS, listed, painted
from projections.pictures.sheet import numbered

from anyturn_lost_cities.rules.components import COLOURS, NUMBERS, colour_of
from anyturn_lost_cities.rules.scoring import bonus, value
from anyturn_lost_cities.rules.state import Player, State

PAINT = {"yellow": 136, "blue": 26, "white": 243, "green": 28, "red": 160}
"""Text colours of the 256-colour palette, legible on light and on dark terminals."""
TOP = 6
"""How many cards of a discard pile are shown."""


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """A line for each colour, w being a wager and the last discarded card the top one; then the hands."""
    called = [numbered(names, player.seat) for player in state.players]
    first, second = ([_expedition(player, each) for each in COLOURS] for player in state.players)
    piles = [_cards(state.discards[each], TOP) for each in COLOURS]
    columns = [["", *COLOURS], [called[0], *first], ["discarded", *piles], [called[1], *second]]
    widths = [max(map(len, column)) for column in columns]
    lines = [f"round {state.round} of {state.options.rounds}, {state.deck} cards in the deck", ""]
    for row in zip(*columns, strict=True):
        line = "  ".join(cell.ljust(room) for cell, room in zip(row, widths, strict=True)).rstrip()[:width]
        lines.append(painted(line, PAINT[row[0]]) if colour and row[0] else line)
    lines.append("")
    for player, name in zip(state.players, called, strict=True):
        hand = listed(name, _hand(player), width)
        lines += [painted(line, SEATS[player.seat]) for line in hand] if colour else hand
    return "\n".join(lines)


def _expedition(player: Player, colour: str) -> str:
    """The cards of an expedition and what it is worth, such as `w 2 5 = -26`."""
    cards = player.expeditions[colour]
    return f"{_cards(cards)} = {value(cards) + bonus(cards)}" if cards else "-"


def _cards(cards: Sequence[str], most: int = 100) -> str:
    """The last cards by their numbers."""
    shown = [str(NUMBERS[card] or "w") for card in cards[-most:]]
    return " ".join([*["..."][: len(cards) > most], *shown]) or "-"


def _hand(player: Player) -> list[str]:
    """The cards of a hand, by colour."""
    held = {each: [card for card in player.hand if colour_of(card) == each] for each in COLOURS}
    shown = [f"{each} {_cards(cards)}" for each, cards in held.items() if cards]
    return [*shown, f"{player.unknown} hidden"] if player.unknown else shown
