"""Pictures of Gaia: `text` for a terminal, `svg` as a document."""

from projections.pictures.gaia.page import svg
from projections.pictures.gaia.terminal import text

__all__ = ["svg", "text"]
