"""What expeditions are worth (LC-10), and the result (LC-12)."""

from collections.abc import Sequence

from engine.declaration import Standing, ranked
from engine.ledger import Book, enter

from anyturn_lost_cities.rules.components import COLOURS, COMPONENTS, NUMBERS, WAGER
from anyturn_lost_cities.rules.state import Player, State


def value(expedition: Sequence[str]) -> int:
    """LC-10: what an expedition is worth without the bonus."""
    if not expedition:
        return 0
    numbers = [NUMBERS[card] for card in expedition]
    return (sum(numbers) - COMPONENTS.cost) * (1 + numbers.count(WAGER))


def bonus(expedition: Sequence[str]) -> int:
    """LC-10: what a long expedition is worth in addition."""
    return COMPONENTS.bonus if len(expedition) >= COMPONENTS.long else 0


def score(book: Book, player: Player) -> None:
    """LC-10: the points of each expedition, and its bonus."""
    for colour in COLOURS:
        expedition = player.expeditions[colour]
        enter(book, player, "vp", value(expedition), colour)
        enter(book, player, "vp", bonus(expedition), f"{colour}/bonus")


def standings(state: State) -> list[Standing] | None:
    """LC-12: most points win."""
    if state.agenda or state.due:
        return None
    return ranked({player.seat: player.vp for player in state.players})
