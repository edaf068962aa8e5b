"""Charts for figures, one function per kind. Needs Altair."""

from collections.abc import Callable, Iterator, Mapping
from string import ascii_uppercase
from textwrap import wrap
from typing import Any

import altair as alt

from projections.plots.colours import (
    BAND,
    BESIDE,
    EDGE,
    GRID,
    INK,
    LINES,
    MARK,
    ON_PARTS,
    PAPER,
    PART_EDGE,
    PARTS,
    SOFT,
)  # fmt: skip
from projections.plots.plot_figures import OTHERS, Figure, Point

FONT = "'DejaVu Sans',Verdana,'Segoe UI',sans-serif"
WIDTH, STEP, LINES_HEIGHT = 420, 22, 280
SHEER = 0.12
"""How opaque the bands of several lines are."""
LETTERED = 0.045
"""A part of a stack shows its letter if it is at least this share of the longest stack."""
WRAPPED = 96
"""Characters per line of text above a plot."""


def chart(figure: Figure) -> alt.TopLevelMixin:
    """The chart of a figure, without a title."""
    return _configured(CHARTS[figure.kind](figure))


def titled(figures: list[Figure]) -> alt.TopLevelMixin:
    """The charts of figures, stacked vertically, each under its title and a line on what was counted."""
    charts = []
    for figure in figures:
        words = [line for each in (figure.words, *figure.notes) for line in wrap(each, WRAPPED)]
        heading = alt.TitleParams(figure.title, subtitle=words)
        charts.append(CHARTS[figure.kind](figure).properties(title=heading))
    if len(charts) == 1:
        return _configured(charts[0])
    own: dict[str, Any] = dict.fromkeys(("fill", "stroke", "shape", "strokeDash", "color"), "independent")
    return _configured(alt.vconcat(*charts, spacing=36).resolve_scale(**own).resolve_legend(**own))


def _configured(chart: Any) -> alt.TopLevelMixin:
    styled: alt.TopLevelMixin = (
        chart.configure(font=FONT, background=PAPER, aria=False, padding=10)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, gridColor=GRID, domainColor=EDGE, tickColor=EDGE, labelFontSize=12,
            titleFontSize=12, labelLimit=280, titleFontWeight="normal",
        )
        .configure_legend(labelColor=INK, labelFontSize=12, labelLimit=260)
        .configure_title(
            anchor="start", frame="group", color=INK, subtitleColor=SOFT, fontSize=15, subtitleFontSize=12, offset=10
        )
    )  # fmt: skip
    return styled


def _data(rows: list[dict[str, Any]]) -> Any:
    return {"values": rows}


def _axis(figure: Figure) -> alt.Axis:
    return alt.Axis(format="%", tickCount=6) if figure.rate else alt.Axis(tickCount=6)


def _x(figure: Figure, field: str) -> alt.X:
    values = [end for point in figure.points for end in (point.value, point.low, point.high) if end is not None]
    from_zero = figure.rate or figure.kind == "bars" or min(values) <= 0 <= max(values)
    return alt.X(f"{field}:Q", title=figure.axis, axis=_axis(figure), scale=alt.Scale(zero=from_zero, nice=True))


def _y() -> alt.Y:
    return alt.Y("label:N", sort=None, title=None)


def _rows(points: Iterator[Point] | Any) -> list[dict[str, Any]]:
    return [point._asdict() for point in points]


def intervals(figure: Figure) -> Any:
    """A forest plot: for each row a point with its interval, and the value to compare it with."""
    base = alt.Chart(_data(_rows(figure.points))).encode(y=_y())
    spread = base.mark_rule(color=MARK, strokeWidth=2).encode(x=_x(figure, "low"), x2="high:Q")
    beside = base.mark_tick(color=BESIDE, thickness=2, size=STEP - 6, opacity=1).encode(
        x=alt.X("beside:Q", title=figure.axis)
    )
    points = base.mark_point(shape="circle", size=64, color=MARK, strokeWidth=2, opacity=1, filled=True).encode(
        x=alt.X("value:Q", title=figure.axis),
        fill=alt.condition(alt.datum.small, alt.value(PAPER), alt.value(MARK)),
        stroke=alt.value(MARK),
    )
    layers = [spread, *([beside] if any(point.beside is not None for point in figure.points) else []), points]
    return alt.layer(*layers).properties(width=WIDTH, height={"step": STEP})


def bars(figure: Figure) -> Any:
    """A bar for each row, or a stack of lettered parts."""
    if any(point.part for point in figure.points):
        return _stacks(figure)
    base = alt.Chart(_data(_rows(figure.points))).encode(y=_y())
    drawn = base.mark_bar(color=MARK, height=STEP - 8).encode(x=_x(figure, "value"))
    return drawn.properties(width=WIDTH, height={"step": STEP})


def _stacks(figure: Figure) -> Any:
    """Stacked parts: gains to the right of 0, costs to the left; letters identify them without colour."""
    parts = _parts(figure)
    rows = list(_stacked(figure, parts))
    names, letters = [*parts], [f"{letter}  {name}" for name, letter in parts.items()]
    fills = [PARTS[-1] if name == OTHERS else PARTS[place] for place, name in enumerate(names)]
    base = alt.Chart(_data(rows)).encode(y=_y())
    boxes = base.mark_bar(stroke=PART_EDGE, strokeWidth=1, height=STEP - 4).encode(
        x=alt.X("begin:Q", title=figure.axis, axis=_axis(figure)),
        x2="end:Q",
        fill=alt.Fill(
            "part:N",
            scale=alt.Scale(domain=letters, range=fills),
            legend=alt.Legend(title=None, symbolType="square", symbolStrokeColor=PART_EDGE, symbolSize=150),
        ),
    )
    written = base.transform_filter(alt.datum.letter != "").mark_text(fontSize=11, fontWeight="bold")
    texts = written.encode(
        x=alt.X("middle:Q", title=figure.axis), text="letter:N", color=alt.Color("ink:N", scale=None)
    )
    return alt.layer(boxes, texts).properties(width=WIDTH, height={"step": STEP})


def _parts(figure: Figure) -> Mapping[str, str]:
    """The parts that occur, each with its letter: the largest first, `OTHERS` last."""
    sizes: dict[str, float] = {}
    for point in figure.points:
        sizes[point.part] = sizes.get(point.part, 0) + abs(point.value)
    order = sorted(sizes, key=lambda part: (part == OTHERS, -sizes[part], part))
    return dict(zip(order, ascii_uppercase, strict=False))


def _stacked(figure: Figure, parts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Every part with its ends: gains are stacked to the right of 0, costs to the left."""
    ends: dict[tuple[str, bool], float] = {}
    order = [*parts]
    longest = max(abs(point.value) for point in figure.points)
    totals: dict[tuple[str, bool], float] = {}
    for point in figure.points:
        side = point.label, point.value < 0
        totals[side] = totals.get(side, 0) + abs(point.value)
    room = LETTERED * max(totals.values(), default=longest)
    for point in sorted(figure.points, key=lambda point: order.index(point.part)):
        side = point.label, point.value < 0
        begin = ends.get(side, 0.0)
        ends[side] = end = begin + point.value
        fill = PARTS[-1] if point.part == OTHERS else PARTS[order.index(point.part)]
        letter = parts[point.part] if abs(point.value) >= room else ""
        yield {
            "label": point.label, "part": f"{parts[point.part]}  {point.part}", "begin": begin, "end": end,
            "middle": (begin + end) / 2, "letter": letter, "ink": ON_PARTS[fill],
        }  # fmt: skip


def lines(figure: Figure) -> Any:
    """A line per name over time with its interval as a band, sheer and in the line's colour if there are several."""
    names = list(dict.fromkeys(point.label for point in figure.points))
    looks = LINES[: len(names)]
    data = alt.Chart(_data(_rows(figure.points)))
    x = alt.X("over:O", title=None, sort=list(figure.places), axis=alt.Axis(labelOverlap=True, labelAngle=-45))
    legend = alt.Legend(title=None, orient="bottom", columns=2) if len(names) > 1 else None
    ends = [end for point in figure.points for end in (point.low, point.high) if end is not None]
    values = [*ends, *(point.value for point in figure.points)]
    scale = alt.Scale(zero=figure.rate or min(values) <= 0, nice=True)
    y = alt.Y("value:Q", title=figure.axis, axis=_axis(figure), scale=scale)
    colours = alt.Scale(domain=names, range=[colour for colour, _, _ in looks])
    shapes = alt.Scale(domain=names, range=[shape for _, shape, _ in looks])
    dashes = alt.Scale(domain=names, range=[list(dash) or [1, 0] for _, _, dash in looks])
    line = data.mark_line(strokeWidth=2).encode(
        x=x, y=y,
        stroke=alt.Stroke("label:N", scale=colours, legend=legend),
        strokeDash=alt.StrokeDash("label:N", scale=dashes, legend=legend),
    )  # fmt: skip
    points = data.mark_point(size=50, strokeWidth=2, opacity=1).encode(
        x=x, y=y, stroke=alt.Stroke("label:N", scale=colours, legend=legend),
        shape=alt.Shape("label:N", scale=shapes, legend=legend),
        fill=alt.condition(alt.datum.small, alt.value(PAPER), alt.Fill("label:N", scale=colours, legend=None)),
    )  # fmt: skip
    several = [(colour, SHEER) for colour, _, _ in looks] if len(names) > 1 else [(BAND, 1.0)]
    bands = [
        data.transform_filter(alt.datum.label == name)
        .mark_area(color=colour, opacity=opacity)
        .encode(x=x, y=alt.Y("low:Q", title=figure.axis), y2="high:Q")
        for name, (colour, opacity) in zip(names, several, strict=False)
    ]
    layers = [*(bands if ends else []), line, points]
    return alt.layer(*layers).properties(width=WIDTH, height=LINES_HEIGHT)


CHARTS: Mapping[str, Callable[[Figure], Any]] = {"intervals": intervals, "bars": bars, "lines": lines}
