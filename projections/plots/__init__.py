"""Plots of statistics, as SVG that a screen reader, a narrow screen and a dark room can do with, and as PNG.

`figures` says what of an answer is shown, `charts` draws it with Altair, `colours` holds the colours of both modes.
Altair and vl-convert are the optional extra `report`, imported when something is drawn; no network is asked.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from events.log.codec import Unreadable
from projections.plots.colours import stylesheet
from projections.plots.plotted import Figure, figure
from projections.statistics import Answer
from projections.statistics.libraries import need
from projections.visible import visible

LIBRARIES = {"altair": "altair", "vl_convert": "vl-convert-python"}
"""What is imported -> what is installed."""
_ROOT = re.compile(r"<svg[^>]*?\swidth=\"(?P<width>[\d.]+)\" height=\"(?P<height>[\d.]+)\"[^>]*>")
_ATTRIBUTES = re.compile(r' (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"')
_SCALE = 2
"""Pixels of a PNG for each unit."""


def need_libraries(what: str) -> None:
    """Raises LibraryMissing if `what` (such as `anyturn report`) cannot be drawn here."""
    need(what, LIBRARIES)


def drawable(answers: Sequence[Answer], name: str) -> list[Figure]:
    """What is drawn of the answers to a statistic. Raises Unreadable if that is nothing."""
    found = [each for answer in answers if (each := figure(answer, name)) is not None]
    if not found:
        raise Unreadable(f"nothing to draw of {name}", "rows with a value")
    return found


def svg(figure: Figure) -> str:
    """One plot without words above it, to stand in a page that has them."""
    from projections.plots.charts import chart

    return _accessible(_converted(chart(figure)), [figure])


def file_of(figures: Sequence[Figure], kind: str) -> bytes:
    """Plots with their titles as a file of a kind: `svg` or `png`."""
    from projections.plots.charts import titled

    drawn = titled([*figures])
    if kind == "svg":
        return f"{_accessible(_converted(drawn), figures)}\n".encode()
    import vl_convert

    found: bytes = vl_convert.vegalite_to_png(_spec(drawn), scale=_SCALE)
    return found


def _spec(chart: Any) -> dict[str, Any]:
    """What is drawn. Its form is checked by a test, not at every plot: that takes as long as drawing it."""
    spec: dict[str, Any] = chart.to_dict(validate=False)
    return spec


def _converted(chart: Any) -> str:
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(_spec(chart))
    return text


def _accessible(text: str, figures: Sequence[Figure]) -> str:
    """A plot as one picture with a title and a description, in the colours that are preferred."""
    root = _ROOT.match(text)
    assert root is not None, text[:200]
    width, height = root["width"], root["height"]
    title = escape(visible("; ".join(figure.title for figure in figures)))
    description = escape(visible(" ".join(figure.description for figure in figures)))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-label="{title}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}"><title>{title}</title><desc>{description}</desc>'
        f"<style>{stylesheet()}</style>"
    )
    return head + _ATTRIBUTES.sub("", text[root.end() :])
