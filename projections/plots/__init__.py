"""Plots of statistics as PNG, and as SVG suited to screen readers, narrow screens and dark mode.

`plot_figures` decides what is shown of an answer, `charts` draws it with Altair, and `colours` holds the colours of
both modes. Altair and vl-convert come with the optional extra `report` and are imported only for drawing, which uses no
network.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from events.log.codec import Unreadable
from projections.plots.colours import stylesheet
from projections.plots.plot_figures import Figure, figure
from projections.statistics import Answer
from projections.statistics.libraries import need
from projections.visible import visible

LIBRARIES = {"altair": "altair", "vl_convert": "vl-convert-python"}
"""Module to import -> package to install."""
_ROOT = re.compile(r"<svg[^>]*?\swidth=\"(?P<width>[\d.]+)\" height=\"(?P<height>[\d.]+)\"[^>]*>")
_ATTRIBUTES = re.compile(r' (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"')
_ROOT_WIDTH = re.compile(r'<svg[^>]*\bwidth="([\d.]+)"')
_SCALE = 2
"""Pixels of a PNG per unit."""


def need_png(what: str) -> None:
    """Raise LibraryMissing if what turns drawings into PNG is not installed."""
    need(what, {"vl_convert": LIBRARIES["vl_convert"]})


def png(document: str, width: int) -> bytes:
    """A drawing as PNG, so many pixels wide; `document` is an SVG document that states its width."""
    import vl_convert

    stated = _ROOT_WIDTH.search(document)
    assert stated is not None, "a drawing states its width"
    found: bytes = vl_convert.svg_to_png(document, scale=width / float(stated[1]))
    return found


def need_libraries(what: str) -> None:
    """Raise LibraryMissing if the libraries for `what` (such as `anyturn report`) are not installed."""
    need(what, LIBRARIES)


def drawable(answers: Sequence[Answer], name: str) -> list[Figure]:
    """The figures to draw for the answers to a statistic. Raises Unreadable if there are none."""
    found = [each for answer in answers if (each := figure(answer, name)) is not None]
    if not found:
        raise Unreadable(f"nothing to draw of {name}", "rows with a value")
    return found


def svg(figure: Figure) -> str:
    """A single plot without a title, for a page that has its own."""
    from projections.plots.charts import chart

    return _accessible(_converted(chart(figure)), [figure])


def file_of(figures: Sequence[Figure], kind: str) -> bytes:
    """Plots with their titles as a file of the given kind: `svg` or `png`."""
    from projections.plots.charts import titled

    drawn = titled([*figures])
    if kind == "svg":
        return f"{_accessible(_converted(drawn), figures)}\n".encode()
    import vl_convert

    found: bytes = vl_convert.vegalite_to_png(_spec(drawn), scale=_SCALE)
    return found


def _spec(chart: Any) -> dict[str, Any]:
    """The Vega-Lite specification. A test validates it; doing so for every plot would take as long as drawing."""
    spec: dict[str, Any] = chart.to_dict(validate=False)
    return spec


def _converted(chart: Any) -> str:
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(_spec(chart))
    return text


def _accessible(text: str, figures: Sequence[Figure]) -> str:
    """A plot as a single image with title and description, in the preferred colour scheme."""
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
