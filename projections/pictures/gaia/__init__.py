"""Pictures of Gaia: `text` for a terminal, `drawing` for frames in SVG."""

from typing import Any

from engine.games.gaia.state import State
from events.vocabulary.gaia import DrawRow
from projections.pictures.gaia.page import drawing
from projections.pictures.gaia.terminal import text
from projections.pictures.gaia.wording import PHASES

__all__ = ["drawing", "phases", "seen", "text", "together"]

phases = {**PHASES, "action_1": "first action", "action_2": "second action"}
together = {
    "played_nature/_power": ("played_nature", "played_power"),
    "tiles_placed/_replaced": ("tiles", "replaced"),
    "cities_founded/_removed": ("founded", "removed"),
}


def seen(state: State, event: Any) -> Any:
    """Add the name of a card taken from a row, where it lay face up, if the event leaves it out."""
    if not isinstance(event, DrawRow) or event.card is not None:
        return event
    row = state.row.get(event.pile, [])
    lies_there = row[event.slot] if 0 <= event.slot < len(row) else ""
    return DrawRow(event.pile, event.slot, lies_there or None)
