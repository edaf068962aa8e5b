"""Pictures of Dice Forge: `text` for a terminal, `svg` as a document."""

from projections.pictures.dice_forge.page import svg
from projections.pictures.dice_forge.terminal import text

__all__ = ["svg", "text"]
