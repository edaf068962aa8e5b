"""Pictures of Dice Forge: `text` for a terminal, `drawing` as frames in SVG."""

from projections.pictures.dice_forge.page import drawing
from projections.pictures.dice_forge.terminal import text

__all__ = ["drawing", "text", "together"]

together = {"lost": ("lost_gold", "lost_sun", "lost_moon")}
