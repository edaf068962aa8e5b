"""The figures of a seat (GA-6.6.1), and the functions that change them and enter the change."""

from engine.games.gaia.cards import hand_size, take_named, take_unnamed, to_hand
from engine.games.gaia.queries import placed
from engine.games.gaia.state import Player, State
from engine.ledger import Book, Entry

FIGURES = (
    "vp",
    "hand",
    "played_nature",
    "played_power",
    "tiles",
    "replaced",
    "founded",
    "removed",
    "eaten",
    "needs",
    "objectives",
    "cancelled",
)


def figures(state: State, seat: int) -> dict[str, int]:
    """The figures of a seat; `vp` is the number of meeples placed."""
    player = state.players[seat]
    return {
        "vp": placed(state, seat),
        "hand": hand_size(player),
        "played_nature": len(player.played_nature),
        "played_power": len(player.played_power),
        "tiles": player.tiles,
        "replaced": player.replaced,
        "founded": player.founded,
        "removed": player.removed,
        "eaten": player.eaten,
        "needs": player.needs,
        "objectives": player.objectives,
        "cancelled": player.cancelled,
    }


def place_meeple(book: Book, player: Player, source: str) -> None:
    """Place a meeple from the supply."""
    player.supply -= 1
    book.append(Entry(player.seat, "vp", 1, source))


def return_meeples(book: Book, player: Player, number: int, source: str) -> None:
    """Return meeples to the supply."""
    player.supply += number
    book.append(Entry(player.seat, "vp", -number, source))


def draw_card(book: Book, player: Player, pile: str, card: str | None, source: str) -> None:
    """Add a card to a hand, unnamed if a public log hides it."""
    to_hand(player, pile, card)
    book.append(Entry(player.seat, "hand", 1, source))


def lose_card(book: Book, state: State, player: Player, pile: str, card: str | None, source: str) -> None:
    """Take a card from a hand."""
    if card is None:
        take_unnamed(state, player, pile)
    else:
        take_named(state, player, card)
    book.append(Entry(player.seat, "hand", -1, source))


def play_to_tableau(book: Book, player: Player, tableau: str, card: str) -> None:
    """Add a card to `played_nature` (by its terrain) or `played_power`."""
    getattr(player, tableau).append(card)
    book.append(Entry(player.seat, tableau, 1, card))


def clear_from_tableau(book: Book, player: Player, tableau: str, number: int, source: str) -> list[str]:
    """Remove the oldest cards of a tableau and return them."""
    cards: list[str] = getattr(player, tableau)
    oldest = cards[:number]
    del cards[:number]
    book.append(Entry(player.seat, tableau, -len(oldest), source))
    return oldest
