"""Pictures of Gaia: `text` for a terminal, `drawing` as frames in SVG."""

from projections.pictures.gaia.page import drawing
from projections.pictures.gaia.terminal import text

__all__ = ["drawing", "text", "together"]

together = {
    "played_nature/_power": ("played_nature", "played_power"),
    "tiles_placed/_replaced": ("tiles", "replaced"),
    "cities_founded/_removed": ("founded", "removed"),
}
