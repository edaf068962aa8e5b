"""A position of Nim in the terminal: the pile, and who is to take."""

from engine.games.nim.state import State


def text(state: State, width: int, colour: bool) -> str:
    """The pile as a row of stones."""
    stones = "o " * state.pile
    return f"{stones.strip()[:width]}\n{state.pile} stones, seat {state.to_move} takes" if state.pile else "no stones"
