"""The figures of a seat, and the function that changes them."""

from engine.games.nim.state import State
from engine.ledger import Book, enter

FIGURES = ("vp", "stones")
STONE_VP = 1


def figures(state: State, seat: int) -> dict[str, int]:
    """Points and stones taken."""
    player = state.players[seat]
    return {"vp": player.vp, "stones": player.stones}


def faction(state: State, seat: int) -> str | None:
    """The colour of a seat."""
    return state.players[seat].faction


def move_stones(book: Book, state: State, seat: int, stones: int, source: str) -> None:
    """NIM-2: this many stones go from the pile to a seat, or back if negative; each is worth a point."""
    player = state.players[seat]
    state.pile -= stones
    enter(book, player, "stones", stones, source)
    enter(book, player, "vp", stones * STONE_VP, source)
