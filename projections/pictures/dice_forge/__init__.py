"""Pictures of Dice Forge: `text` for a terminal, `drawing` for frames in SVG."""

from projections.pictures.dice_forge.page import PHASES, drawing
from projections.pictures.dice_forge.terminal import text

__all__ = ["drawing", "phases", "text", "together"]

phases = {**PHASES, "blessing.1": "blessings", "blessing.2": "second blessings"}
together = {"lost": ("lost_gold", "lost_sun", "lost_moon")}
