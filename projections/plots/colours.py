"""The colours of plots: each by its place, light and dark.

A plot is drawn in the light colours; a sheet of styles in it turns them where dark is preferred. Texts have at least
4.5:1 against what they stand on and marks 3:1, in both modes.
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
"""What a light colour becomes in the dark. Parts of a stack keep theirs: each has an edge."""

DARK_PARTS = ("#0f66a9", "#a8420a", "#0b7a5c", "#9c4a7d", "#5d5fa8", "#6b5f2f")
LIGHT_PARTS = ("#f0c348", "#9ccbe8", "#f3b58f", "#a5d6a0", "#e0b8dc")
OTHERS = "#d8d2c4"
"""The last part of a stack, where all the others are put together."""
PARTS = tuple(each for pair in zip(DARK_PARTS, (*LIGHT_PARTS, OTHERS), strict=True) for each in pair)
"""The parts of a stack in their order: dark beside light, so that neighbours differ without colour, too."""
ON_PARTS = {**dict.fromkeys(DARK_PARTS, "#fefefe"), **dict.fromkeys((*LIGHT_PARTS, OTHERS), "#1c1b19")}
"""What is written on a part. No other thing has these colours: they stay in the dark."""
PART_EDGE = "#857f71"
"""Around every part of a stack, in both modes."""
LINES = ((MARK, "circle", ()), ("#b8480a", "square", (6, 2)), ("#0b7a5b", "diamond", (2, 2)),
         ("#9c4a7c", "triangle-up", (8, 2, 2, 2)), ("#6b5f2e", "cross", (1, 2)))  # fmt: skip
"""The colour, point and dashes of each line over time."""
DARK |= {"#b8480a": "#f2a06b", "#0b7a5b": "#57d3a4", "#9c4a7c": "#e59cc8", "#6b5f2e": "#d9c774"}


def stylesheet() -> str:
    """What turns the colours of a plot where dark is preferred; it holds within `svg.plot` alone."""
    turned = (f'.plot [{how}="{light}"]{{{how}:{dark}}}' for light, dark in DARK.items() for how in ("fill", "stroke"))
    return f"@media (prefers-color-scheme:dark){{{''.join(turned)}}}"
