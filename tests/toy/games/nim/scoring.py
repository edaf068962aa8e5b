"""The result (NIM-6)."""

from engine.declaration import Standing, ranked
from engine.games.nim.state import State


def standings(state: State) -> list[Standing] | None:
    """NIM-6: most points win."""
    if state.agenda or state.due:
        return None
    left = frozenset(player.seat for player in state.players if player.left)
    return ranked({player.seat: player.vp for player in state.players}, left)
