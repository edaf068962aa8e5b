"""What must always hold."""

from collections.abc import Iterator

from engine.games.nim.state import State


def conservation(state: State) -> Iterator[str]:
    """Every stone that was laid out lies there or is taken."""
    taken = sum(player.stones for player in state.players)
    if state.pile + taken != state.size * state.round:
        yield f"{state.pile} stones lie there, {taken} are taken, of {state.size} in {state.round} rounds"
