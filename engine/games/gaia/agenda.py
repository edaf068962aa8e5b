"""What is awaited (section 6.8); the newest item of the stack is answered first."""

from collections.abc import Sequence

from engine.agenda import Awaited
from engine.games.gaia.items import NobodyProtects, Protection
from engine.games.gaia.state import State


def awaited(state: State) -> Sequence[Awaited]:
    """The newest item; while a power card can be answered, the answers of all players who have not yet done so."""
    agenda = state.agenda
    if agenda and type(agenda[-1]) is Protection:
        return [*agenda, NobodyProtects(None)]
    return agenda[-1:]
