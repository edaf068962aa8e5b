"""Pictures of Daitoshi: `text` for a terminal, `svg` as a document."""

from projections.pictures.daitoshi.page import svg
from projections.pictures.daitoshi.terminal import text

__all__ = ["svg", "text"]
