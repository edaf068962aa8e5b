"""Pictures of Terra Mystica: `text` for a terminal, `drawing` for frames in SVG."""

from projections.pictures.terra_mystica.page import drawing
from projections.pictures.terra_mystica.terminal import text
from projections.pictures.terra_mystica.wording import PHASES as phases

__all__ = ["drawing", "phases", "text", "together"]

together = {
    "power": ("bowl1", "bowl2", "bowl3"),
    "cults": ("fire", "water", "earth", "air"),
}
