"""What the sensible policy thinks of an event: a small number of rules of thumb, in tenths of a point."""

from typing import Any

from engine.games.anachrony.state import State


def worth(state: State, seat: int | None, event: Any) -> int:
    """How much an event looks worth."""
    return 0
