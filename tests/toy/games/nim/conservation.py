"""The laws that must always hold."""

from collections.abc import Iterator

from engine.games.nim.state import State


def conservation(state: State) -> Iterator[str]:
    """Every stone laid out is either in the pile or taken."""
    taken = sum(player.stones for player in state.players)
    if state.pile + taken != state.size * state.round:
        yield f"{state.pile} stones in the pile and {taken} taken, of {state.size} in each of {state.round} rounds"
