"""The result (RACE-3)."""

from engine.declaration import Standing, ranked
from engine.games.race.state import State


def standings(state: State) -> list[Standing] | None:
    """RACE-3: most points win."""
    return None if state.agenda else ranked({player.seat: player.vp for player in state.players})
