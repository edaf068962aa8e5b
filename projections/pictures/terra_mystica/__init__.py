"""Pictures of a position of Terra Mystica: for a terminal, and as a drawing in SVG."""

from projections.pictures.terra_mystica.page import svg
from projections.pictures.terra_mystica.terminal import text

__all__ = ["svg", "text"]
