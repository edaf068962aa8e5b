"""Pictures of Anachrony: `text` for a terminal, `svg` as a document."""

from projections.pictures.anachrony.page import svg
from projections.pictures.anachrony.terminal import text

__all__ = ["svg", "text"]
