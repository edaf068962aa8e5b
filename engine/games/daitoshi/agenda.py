"""What is awaited: the newest item of each player's stack, or of the table's own agenda (DA-6.6)."""

from collections.abc import Sequence
from typing import Any

from engine.agenda import Awaited
from engine.games.daitoshi.state import State


def awaited(state: State) -> Sequence[Awaited]:
    """DA-6.6: the newest item of every stack; chance comes first, on its own."""
    if state.agenda:
        return state.agenda[-1:]
    waiting: list[Awaited] = []
    for seat in state.acting:
        if stack := state.players[seat].stack:
            item: Any = stack[-1]
            if item.seat is None:
                return [item]
            waiting.append(item)
    return waiting
