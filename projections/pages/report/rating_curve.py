"""The drawing of a player's rating over time with its interval; the table below it has the same numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from projections.pages.report.markup import text
from projections.pictures.pen import box, ended, label, middle, node

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 200, 48, 16, 14, 30
AVERAGE = 1500
STEP = 50
"""The scale begins and ends at multiples of this many points."""


def curve(ratings: Sequence[Mapping[str, Any]], name: str) -> str:
    """SVG of ratings, rows of `stats ratings` in order of time, evenly spaced: a line in the band of its intervals.

    The average of all players is a line.
    """
    ends = [row[end] for row in ratings for end in ("rating_low", "rating_high")]
    low, high = int(min(*ends, AVERAGE) // STEP) * STEP, int(-(-max(*ends, AVERAGE) // STEP)) * STEP
    high = max(high, low + STEP)
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(ratings) - 1)

    def y(rating: float) -> float:
        return TOP + (high - rating) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def places(column: str) -> list[tuple[float, float]]:
        return [(LEFT + number * wide, y(row[column])) for number, row in enumerate(ratings)]

    parts = [box(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, "frame", 0)]
    for value in sorted({low, AVERAGE, high}):
        parts.append(node("path", d=f"M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}", class_="grid"))
        parts.append(ended(LEFT - 6, y(value) + 4, value))
    band = [*places("rating_high"), *reversed(places("rating_low"))]
    parts.append(node("polygon", points=_listed(band), class_="band"))
    parts.append(node("polyline", points=_listed(places("rating")), class_="curve"))
    parts += [node("circle", cx=across, cy=down, r=3, class_="dot") for across, down in places("rating")]
    dates = [row["until"][:10] for row in ratings]
    parts.append(label(LEFT, HEIGHT - 8, dates[0]))
    if len(dates) > 2:
        parts.append(middle((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, dates[len(dates) // 2]))
    if len(dates) > 1:
        parts.append(ended(WIDTH - RIGHT, HEIGHT - 8, dates[-1]))
    last = ratings[-1]
    title = (
        f"Rating of {name} over time: from {ratings[0]['rating']:.0f} to {last['rating']:.0f} "
        f"({last['rating_low']:.0f} to {last['rating_high']:.0f})"
    )
    return node("svg", node("title", text(title)), *parts, class_="rating", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img")


def _listed(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
