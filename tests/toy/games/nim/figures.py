"""The figures of a seat, and how taking changes them."""

from engine.games.nim.state import State
from engine.ledger import Book, enter

FIGURES = ("vp", "stones")
STONE_VP = 1


def figures(state: State, seat: int) -> dict[str, int]:
    """Points, and stones taken."""
    player = state.players[seat]
    return {"vp": player.vp, "stones": player.stones}


def move_stones(state: State, stones: int, source: str) -> Book:
    """NIM-2: so many stones go from the pile to whoever took last; each is a point."""
    book, player = Book(), state.players[state.last]
    state.pile -= stones
    enter(book, player, "stones", stones, source)
    enter(book, player, "vp", stones * STONE_VP, source)
    return book
