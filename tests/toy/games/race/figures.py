"""The figure of a seat."""

from engine.games.race.state import State

FIGURES = ("vp",)


def figures(state: State, seat: int) -> dict[str, int]:
    """Points."""
    return {"vp": state.players[seat].vp}
