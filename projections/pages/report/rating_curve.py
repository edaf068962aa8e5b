"""The drawing of a player's rating over time; the table below it has the same numbers."""

from collections.abc import Sequence

from projections.pages.report.markup import text
from projections.pictures.pen import box, ended, label, middle, node

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 200, 48, 16, 14, 30
AVERAGE = 1500
STEP = 50
"""The scale begins and ends at multiples of this many points."""


def curve(ratings: Sequence[tuple[str, float]], name: str) -> str:
    """SVG of (date, rating) in order of time, evenly spaced, with the average of all players as a line."""
    values = [*(rating for _, rating in ratings), AVERAGE]
    low, high = int(min(values) // STEP) * STEP, int(-(-max(values) // STEP)) * STEP
    high = max(high, low + STEP)

    def y(rating: float) -> float:
        return TOP + (high - rating) / (high - low) * (HEIGHT - TOP - BOTTOM)

    wide = (WIDTH - LEFT - RIGHT) / max(1, len(ratings) - 1)
    points = [(LEFT + number * wide, y(rating)) for number, (_, rating) in enumerate(ratings)]
    parts = [box(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, "frame", 0)]
    for value in sorted({low, AVERAGE, high}):
        parts.append(node("path", d=f"M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}", class_="grid"))
        parts.append(ended(LEFT - 6, y(value) + 4, value))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(node("polyline", points=line, class_="curve"))
    parts += [node("circle", cx=x, cy=y, r=3, class_="dot") for x, y in points]
    parts.append(label(LEFT, HEIGHT - 8, ratings[0][0][:10]))
    if len(ratings) > 2:
        parts.append(middle((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, ratings[len(ratings) // 2][0][:10]))
    if len(ratings) > 1:
        parts.append(ended(WIDTH - RIGHT, HEIGHT - 8, ratings[-1][0][:10]))
    title = f"Rating of {name} over time: from {ratings[0][1]:.0f} to {ratings[-1][1]:.0f}"
    return node("svg", node("title", text(title)), *parts, class_="rating", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img")
