"""Pictures of Lost Cities: `text` for a terminal, `drawing` for pages."""

from anyturn_lost_cities.picture.page import drawing
from anyturn_lost_cities.picture.terminal import text

__all__ = ["drawing", "phases", "text"]

phases = {"top_card": "a card from the deck", "move": "play or discard", "drawing": "draw a card"}
