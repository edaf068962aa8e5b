"""The colours of plots, light and dark.

A plot is drawn in the light colours; its stylesheet replaces them where dark mode is preferred. In both modes texts
have a contrast of at least 4.5:1 with their background, and marks 3:1.
"""

PAPER, INK, SOFT = "#fffdf8", "#1d1c1a", "#5b564c"
GRID, EDGE = "#e2dccf", "#857f72"
MARK, BESIDE = "#0f66a8", "#b3005f"
BAND = "#c5daea"

DARK = {
    PAPER: "#1f2127",
    INK: "#eceae4",
    SOFT: "#b9b5ab",
    GRID: "#33363e",
    EDGE: "#868a94",
    MARK: "#6db5ee",
    BESIDE: "#ff77c8",
    BAND: "#274258",
}
"""Light colour -> dark colour. Parts of a stack keep their colours, as each has an edge."""

DARK_PARTS = ("#0f66a9", "#a8420a", "#0b7a5c", "#9c4a7d", "#5d5fa8", "#6b5f2f")
LIGHT_PARTS = ("#f0c348", "#9ccbe8", "#f3b58f", "#a5d6a0", "#e0b8dc")
OTHERS = "#d8d2c4"
"""The last part of a stack, which combines all the others."""
PARTS = tuple(each for pair in zip(DARK_PARTS, (*LIGHT_PARTS, OTHERS), strict=True) for each in pair)
"""The parts of a stack in order: dark and light alternate, so neighbours also differ without colour."""
ON_PARTS = {**dict.fromkeys(DARK_PARTS, "#fefefe"), **dict.fromkeys((*LIGHT_PARTS, OTHERS), "#1c1b19")}
"""The text colour on each part. Nothing else has these colours; they stay the same in dark mode."""
PART_EDGE = "#857f71"
"""The edge of every part of a stack, in both modes."""
LINES = ((MARK, "circle", ()), ("#b8480a", "square", (6, 2)), ("#0b7a5b", "diamond", (2, 2)),
         ("#9c4a7c", "triangle-up", (8, 2, 2, 2)), ("#6b5f2e", "cross", (1, 2)))  # fmt: skip
"""The colour, point shape and dashes of each line over time."""
DARK |= {"#b8480a": "#f2a06b", "#0b7a5b": "#57d3a4", "#9c4a7c": "#e59cc8", "#6b5f2e": "#d9c774"}


def stylesheet() -> str:
    """Replaces the colours of a plot where dark mode is preferred; it applies within `svg.plot` only."""
    turned = (f'.plot [{how}="{light}"]{{{how}:{dark}}}' for light, dark in DARK.items() for how in ("fill", "stroke"))
    return f"@media (prefers-color-scheme:dark){{{''.join(turned)}}}"
