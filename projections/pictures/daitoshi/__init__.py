"""Pictures of Daitoshi: `text` for a terminal, `drawing` for frames in SVG."""

from projections.pictures.daitoshi.page import drawing
from projections.pictures.daitoshi.terminal import text
from projections.pictures.daitoshi.wording import PHASES as phases

__all__ = ["drawing", "phases", "text", "together"]

together = {
    "chimney/_repute": ("chimney", "reputation"),
    "fame/_bus": ("fame", "bus"),
    "goods": ("food", "energy", "building", "luxury", "wealth"),
    "workers": ("blue_workers", "green_workers", "yellow_workers", "purple_workers"),
    "hexes": ("river_hexes", "forest_hexes", "mountain_hexes", "underground_hexes"),
    "pilgrims": ("river_pilgrim", "forest_pilgrim", "mountain_pilgrim", "underground_pilgrim"),
}
