"""A position of Nim in the terminal: the pile, and who is to take."""

from collections.abc import Sequence

from engine.games.nim.state import State


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The pile as a row of stones."""
    stones = "o " * state.pile
    who = names[state.to_move] if names else f"seat {state.to_move + 1}"
    return f"{stones.strip()[:width]}\n{state.pile} stones, {who} takes" if state.pile else "no stones"
