"""How `legal` spells an event if the rules accept several spellings of it: GA-7.2.3, GA-7.9.6.3, GA-7.15.1."""

from typing import Any

from engine.games.gaia.drawing import plain_draw
from engine.games.gaia.power_effects import plain_power
from engine.games.gaia.state import State
from events.vocabulary.gaia import DrawRow, PlayPower

RESPELLED = frozenset((DrawRow, PlayPower))
"""The events that `plain` may spell differently."""


def plain(state: State, actor: int | None, event: Any) -> Any:
    """An event as `legal` spells it."""
    if isinstance(event, DrawRow):
        return plain_draw(state, event)
    return plain_power(state, event) if isinstance(event, PlayPower) else event
