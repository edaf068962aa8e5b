"""The colours shared by all pictures, light and dark, as a stylesheet.

In both modes texts have a contrast of at least 4.5:1 with their background, and pieces 3:1; pieces of a fixed colour
have an edge that becomes light in dark mode.
"""

from collections.abc import Mapping

from projections.pictures.kept import once

INK, PAPER = "#1d1c1a", "#ffffff"
"""Text on light and on dark pieces, in both modes."""

SEATS = (
    ("#0f66a8", "#ffffff"),
    ("#b8480a", "#ffffff"),
    ("#0b7a5b", "#ffffff"),
    ("#9c4a7c", "#ffffff"),
    ("#f0c348", INK),
)
"""Colours of the seats, and of the text on them, for games without their own."""

CLASSES: dict[str, tuple[str, str]] = {
    "page": ("fill:#faf8f3", "fill:#15161a"),
    "panel": ("fill:#efebe1", "fill:#22242b"),
    "card": ("fill:#fffdf8;stroke:#857f72", "fill:#2f323a;stroke:#868a94"),
    "gone": ("fill:none;stroke:#857f72;stroke-dasharray:3 3", "stroke:#868a94"),
    "running": ("fill:#fff1bf;stroke:#8a6100;stroke-width:2", "fill:#463910;stroke:#ffd23c"),
    "event": ("fill:#fffdf8;stroke:#857f72", "fill:#1b1d22;stroke:#868a94"),
    "rule": ("stroke:#c4bdae;fill:none", "stroke:#4c4f58"),
    "edge": ("stroke:#1d1c1a", "stroke:#eceae4"),
    "figure": ("fill:#1d1c1a", "fill:#eceae4"),
    "just": ("fill:none;stroke:#d0006f;stroke-width:3;stroke-linejoin:round", "stroke:#ff77c8"),
    "h1": ("font-size:20px;font-weight:bold", ""),
    "h2": ("font-size:14px;font-weight:bold", ""),
    "b": ("font-weight:bold", ""),
    "big": ("font-size:22px;font-weight:bold", ""),
    "lead": ("font-size:15px", ""),
    "small": ("font-size:13px", ""),
    "tiny": ("font-size:13px", ""),
    "soft": ("fill:#5b564c", "fill:#b9b5ab"),
    "onlight": (f"fill:{INK}", ""),
    "ondark": (f"fill:{PAPER}", ""),
}
SIZES = {"h1": 20, "h2": 14, "big": 22, "lead": 15, "small": 13, "tiny": 13}
"""The font size of each class that sets one; otherwise it is 13, which is 11 pixels on a phone."""
TEXT = ("font-family:'DejaVu Sans',Verdana,'Segoe UI',sans-serif;font-size:13px;fill:#1d1c1a", "fill:#eceae4")


def stylesheet(own: Mapping[str, tuple[str, str]]) -> str:
    """The styles of a picture: the shared ones and the game's own; they apply within `svg.anyturn` only."""
    rules = {"text": TEXT} | {f".{name}": styles for name, styles in (CLASSES | dict(own)).items()}
    light = "".join(f".anyturn {name}{{{styles[0]}}}" for name, styles in rules.items())
    dark = "".join(f".anyturn {name}{{{styles[1]}}}" for name, styles in rules.items() if styles[1])
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


LEGIBLE = ".anyturn text,.anyturn tspan{font-size:max(var(--size),11px*var(--unit,1))}"
"""On a page a text has its own size, or else 11 pixels; `--unit` is how many units of a drawing are a pixel."""


@once
def growing_stylesheet(own: Mapping[str, tuple[str, str]]) -> str:
    """The styles of a picture on a page, where texts grow in drawings that are shown small."""
    return growing(stylesheet(own)) + LEGIBLE


def growing(style: str) -> str:
    """Styles, or an element with its own, whose font size is the least one."""
    return style.replace("font-size:", "--size:")
