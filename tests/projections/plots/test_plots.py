"""Plots: every statistic declares how it is drawn, only its rows are drawn, and everybody can read the plot."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

import pytest

from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import plots, statistics
from projections.plots import colours
from projections.plots.plot_figures import MOST_LINES, MOST_PARTS, MOST_ROWS, OTHERS, Figure, Point, figure
from projections.statistics import Answer, Filters, libraries, plot_lines
from projections.statistics.plot_lines import Drawn
from projections.visible import visible
from tests.support.contrast import contrast

EVERY = [(one["name"], one["game"] or "") for one in statistics.titles()]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def store(to_count: str) -> Iterator[EventStore]:
    with EventStore(to_count) as opened:
        yield opened


def answered(columns: list[str], *rows: tuple[Any, ...], game: str = "nim") -> Answer:
    """An answer with these rows, each over 40 games unless the row states another number."""
    made = [dict(zip(columns, row, strict=True)) for row in rows]
    return Answer(game, None, "some games", columns, [{"games": 40} | row | {"small": False} for row in made])


@pytest.mark.parametrize(("name", "game"), EVERY, ids=lambda one: one or "every-game")
def test_every_statistic_declares_how_it_is_drawn(name: str, game: str) -> None:
    """The declaration names columns that it has."""
    found = list(plot_lines.plots(name, game))
    words = statistics.description(name, game) + statistics.description("factions")  # whose columns others have too
    assert found
    assert {column for each in found for column in each.columns() if column not in words} == set()


@pytest.mark.parametrize(
    ("words", "plot"),
    [
        ("bars of share", Drawn("bars", "share")),
        ("bars of vp stacked by source", Drawn("bars", "vp", stacked="source")),
        ("intervals of a from b to c, beside 0", Drawn("intervals", "a", "b", "c", beside="0")),
        ("lines of a over month, where x is none", Drawn("lines", "a", over="month", unless="x")),
    ],
)
def test_the_words_of_a_plot(words: str, plot: Drawn) -> None:
    assert plot_lines.read(words) == plot


@pytest.mark.parametrize("words", ["", "bars", "pies of share", "intervals of rate", "lines of rate", "bars of a b"])
def test_what_is_no_plot_is_refused(words: str) -> None:
    with pytest.raises(Unreadable, match="expected such as"):
        plot_lines.read(words)


def test_what_is_drawn_matches_the_table(store: EventStore) -> None:
    (answer,) = statistics.run(store.connection, "factions", Filters())
    (found,) = plots.drawable([answer], "factions")
    drawn_values = [(each.label, each.value, each.low, each.high, each.beside, each.small) for each in found.points]
    assert drawn_values == [
        (row["faction"], row["win_rate"], row["low"], row["high"], row["expected"], row["small"])
        for row in answer.rows
        if row["win_rate"] is not None
    ]
    assert (found.title, found.rate, found.words) == ("Factions: win rate, 95 % intervals", True, answer.words)
    assert "vertical marks: expected" in found.notes
    best = max(answer.rows, key=lambda row: float(row["win_rate"]))
    assert f"the highest {best['faction']} {100 * best['win_rate']:.1f}" in found.description


def test_rows_are_called_by_what_they_are_about() -> None:
    columns = ["game", "players", "start_position", "games", "win_rate", "low", "high", "expected"]
    found = figure(answered(columns, ("nim", 2, 1, 40, 0.5, 0.4, 0.6, 0.5), ("nim", 3, None, 9, 1, 1, 1, 0.3)), "seats")
    assert found is not None
    assert [each.label for each in found.points] == ["2 players · start position 1", "3 players · no start position"]


def test_names_stay_as_they_are_and_distinct() -> None:
    columns = ["game", "player", "games", "win_rate", "low", "high", "expected"]
    rows = [("nim", name, 40, 0.5, 0.4, 0.6, 0.5) for name in ("a_b", "x\u202ey", "c  d", "c d")]
    found = figure(answered(columns, *rows), "players")  # no rating here: the next line of its description is drawn
    assert found is not None
    labels = [each.label for each in found.points]
    assert (labels[0], labels[2:]) == ("a_b", ["c d", "c d (2)"])
    assert "\u202e" not in labels[1]
    assert len(labels) == len(set(labels))


def test_of_many_rows_those_with_the_most_games_are_drawn() -> None:
    columns = ["game", "faction", "games", "win_rate", "low", "high", "expected"]
    rows = [("nim", f"f{n:03}", n, 0.5, 0.4, 0.6, 0.5) for n in range(100)]
    found = figure(answered(columns, *rows), "factions")
    assert found is not None
    assert [each.label for each in found.points] == [f"f{n:03}" for n in range(100 - MOST_ROWS, 100)]
    assert f"the {MOST_ROWS} of 100 rows with the most games" in found.notes


def test_a_stack_holds_all_that_the_rows_hold() -> None:
    rows = [
        ("nim", who, f"s{n:02}", 40, (50 - n) * (-1 if n == 3 else 1)) for who in ("red", "blue") for n in range(20)
    ]
    found = figure(answered(["game", "faction", "source", "games", "mean_vp"], *rows), "sources")
    assert found is not None
    for who in ("red", "blue"):
        assert sum(each.value for each in found.points if each.label == who) == sum(r[4] for r in rows if r[1] == who)
    parts = list(dict.fromkeys(each.part for each in found.points))
    assert parts == [*(f"s{n:02}" for n in range(MOST_PARTS)), OTHERS]
    assert f"{OTHERS}: {20 - MOST_PARTS} smaller parts together" in found.notes
    assert f"mean vp, 2 rows; the largest parts are {OTHERS}, s00, s01. some games." in found.description


def test_the_axis_names_joint_intervals() -> None:
    """The intervals of strength all hold at once: an axis that says "95 % intervals" would promise less."""
    columns = ["game", "faction", "games", "rating", "joint_low", "joint_high", "group"]
    found = figure(answered(columns, ("nim", "f1", 40, 20.0, -30.0, 70.0, 1)), "strength")
    assert found is not None
    assert found.axis == "rating, joint 95 % intervals"


def test_lines_are_those_with_the_most_games(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Drawn("lines", "win_rate", "win_rate", "win_rate", over="month")
    monkeypatch.setattr("projections.plots.plot_figures.drawn", lambda *_: lines)
    rows = [("nim", f"f{n}", month, n + 1, n / 10) for n in range(9) for month in ("2021-01", "2021-02")]
    found = figure(answered(["game", "faction", "month", "games", "win_rate"], *rows), "factions")
    assert found is not None
    assert {each.label for each in found.points} == {f"f{n}" for n in range(9 - MOST_LINES, 9)}
    assert {each.over for each in found.points} == {"2021-01", "2021-02"}
    assert f"the {MOST_LINES} of 9 lines with the most games" in found.notes
    assert "5 lines, from 2021-01 to 2021-02." in found.description
    one = figure(answered(["game", "month", "games", "win_rate"], ("nim", "2021-01", 9, 0.2)), "factions")
    assert one is not None
    assert (found.axis, one.points[0].label) == ("win rate, 95 % intervals", "all")


def test_each_line_has_its_interval_as_a_band(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheer and in the colour of the line if there are several; the legend names the lines."""
    lines = Drawn("lines", "rating", "low", "high", over="month")
    monkeypatch.setattr("projections.plots.plot_figures.drawn", lambda *_: lines)
    columns = ["game", "player", "month", "games", "rating", "low", "high"]
    rows = [("nim", who, month, 40, 9.5, 9, 10) for who in ("Ada", "Bob") for month in ("2021-01", "2021-02")]
    for count in (1, 2):
        found = figure(answered(columns, *rows[: 2 * count]), "ratings")
        assert found is not None
        svg = ElementTree.fromstring(plots.svg(found))
        paths = [(path.get("fill"), path.get("opacity")) for path in svg.iter(f"{SVG}path")]
        sheer = [fill for fill, opacity in paths if opacity == "0.12"]
        assert sheer == ([colour for colour, _, _ in colours.LINES[:2]] if count == 2 else [])
        assert ((colours.BAND, "1") in paths) == (count == 1)
        assert ({"Ada", "Bob"} <= {each.text for each in svg.iter(f"{SVG}text")}) == (count == 2)


def test_places_over_time_stand_in_their_order() -> None:
    def places(*overs: str) -> list[str]:
        return Figure("lines", "", "", "", True, [Point("all", 0.5, over=over) for over in overs], []).places

    assert places("10", "9", "1", "9") == ["1", "9", "10"]
    assert places("2021-10", "2020-12", "2021-02") == ["2020-12", "2021-02", "2021-10"]


def test_without_rows_there_is_nothing_to_draw(store: EventStore) -> None:
    answers = statistics.run(store.connection, "factions", Filters(min_games=1000))
    with pytest.raises(Unreadable, match="nothing to draw of factions"):
        plots.drawable(answers, "factions")


def test_colours_contrast_with_their_background() -> None:
    """Texts 4.5:1, marks 3:1, light and dark; letters on the parts of a stack, which keep their colours."""
    for dark in (False, True):

        def seen(colour: str, dark: bool = dark) -> str:
            return colours.DARK[colour] if dark else colour

        paper = seen(colours.PAPER)
        assert min(contrast(seen(each), paper) for each in (colours.INK, colours.SOFT)) >= 4.5
        marks = (colours.MARK, colours.BESIDE, colours.EDGE, *(colour for colour, _, _ in colours.LINES))
        assert min(contrast(seen(each), paper) for each in marks) >= 3
        assert contrast(colours.PART_EDGE, paper) >= 3
        assert contrast(seen(colours.MARK), seen(colours.BAND)) >= 3
    assert min(contrast(ink, part) for part, ink in colours.ON_PARTS.items()) >= 4.5
    assert not {*colours.PARTS, *colours.ON_PARTS.values(), colours.PART_EDGE} & {*colours.DARK}


def test_without_the_libraries_the_command_to_install_them_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None if name == "vl_convert" else find_spec(name))
    text = r"^stats --plot needs vl-convert-python, not installed here; .* -m pip install altair vl-convert-python$"
    with pytest.raises(libraries.LibraryMissing, match=text) as raised:
        plots.need_libraries("stats --plot")
    assert raised.value.status == 2


def test_nothing_is_loaded_before_it_is_drawn() -> None:
    program = (
        "import sys, projections.plots, projections.pages.report, cli; print({'altair', 'vl_convert'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


NAMES = ("plain", '<script>alert(1)</script> & "more"', "https://example.org/x", "[1]'\\\n", "\N{GRINNING FACE} é")
KINDS = {
    "intervals": [Point(name, n / 10, n / 20, n / 5, 0.3, n > 2) for n, name in enumerate(NAMES)],
    "bars": [Point(name, n - 2.5) for n, name in enumerate(NAMES)],
    "stacks": [Point(who, 1 + n, part=name) for who in ("red", "blue") for n, name in enumerate(NAMES)],
    "lines": [Point(name, n / 10, over=over) for n, name in enumerate(NAMES) for over in ("2021", "2022")],
    "line": [Point("all", 0.2, 0.1, 0.3, over="2021"), Point("all", 0.3, 0.2, 0.4, over="2022")],
}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_plot_is_one_picture_with_a_title_and_a_description(kind: str) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    drawing = Figure({"stacks": "bars", "line": "lines"}.get(kind, kind), "A <b> & c", "w", "x", True, KINDS[kind], [])
    from projections.plots.charts import titled

    assert titled([drawing, drawing]).to_dict(validate=True)
    for text in (plots.svg(drawing), plots.file_of([drawing, drawing], "svg").decode()):
        root = ElementTree.fromstring(text)
        assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
        title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert "A <b> & c" in str(title.text)
        assert described is not None
        assert visible(drawing.description) in str(described.text)
        assert not [
            one for one in root.iter() if one.tag.rpartition("}")[2] in ("script", "image", "a", "use", "foreignObject")
        ]
        assert not [name for one in root.iter() for name in one.attrib if "href" in name or name.startswith("on")]
        text = " ".join(one.text or "" for one in root.iter(f"{SVG}text"))
        assert ("all" if kind == "line" else "plain") in text or kind == "line"
        turned = {one.get(name) for one in root.iter() for name in ("fill", "stroke")}
        known = {
            *colours.DARK,
            *colours.PARTS,
            *colours.ON_PARTS.values(),
            colours.PART_EDGE,
            "none",
            "transparent",
            None,
        }
        assert turned <= known, "a colour that stays as it is in the dark"
    assert plots.file_of([drawing], "png").startswith(b"\x89PNG\r\n")
    assert plots.svg(drawing) == plots.svg(drawing)
