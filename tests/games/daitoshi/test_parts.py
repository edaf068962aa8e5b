"""The parts of the picture of Daitoshi: the same at all times, nothing overruns, and actions name places in them."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from engine.clause import clause_text
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from events.vocabulary import daitoshi as events
from projections.pictures.daitoshi.page import draw
from projections.pictures.daitoshi.things import CLAUSES, WORDS, places
from projections.pictures.palette import SIZES, TEXT
from projections.pictures.pen import length
from projections.pictures.sheet import Part, Spot, Table, across
from projections.verdict import offered
from tests.games.daitoshi.own import opened, played
from tests.support.parts import markup_of
from tests.support.specimens import positions

NAMES = ("Wilhelmina Featherstonehaugh-Cholmondeley", "Ben", "", "Dee")
GAMES = ("two", "three", "four", "expert", "own", "open")
USUAL = float(TEXT[0].partition("font-size:")[2].partition("px")[0])
PHONE = 11 / (304 / across(2))
"""How many units 11 pixels are in a part of two columns on the smallest phone."""
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def log_of(name: str) -> GameLog:
    rules = ruleset("daitoshi")
    if name in ("own", "open"):
        log = played("4", 3)
        return log if name == "own" else opened(log)
    players = {"two": 2, "three": 3, "four": 4, "expert": 4}[name]
    options = {"expert_basics": True, "underground_multiplier": "university_inventions"} if name == "expert" else {}
    return selfplay_log(rules, f"parts-{name}", players, options, "random" if name == "three" else "sensible")


def drawings(name: str, every: int = 19) -> Iterator[tuple[Replay, list[Part]]]:
    """Every few positions of a game with their parts, the first and the last included."""
    log = log_of(name)
    last = replay(ruleset("daitoshi"), log).state
    for number, (game, record) in enumerate(positions(log)):
        if number % every == 0 or record is None:
            yield game, draw(game.state, Table(NAMES, (), last))


class Line(NamedTuple):
    """A text as a rectangle: its middle, half its length and height, and its direction in degrees."""

    said: str
    x: float
    y: float
    long: float
    high: float
    turn: float

    def corners(self) -> list[tuple[float, float]]:
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        ends = [(a * self.long, b * self.high) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        return [(self.x + long * c - high * s, self.y + long * s + high * c) for long, high in ends]


def size_of(element: ElementTree.Element) -> float:
    """The font size of a text."""
    assert "font-size" not in element.get("style", "")
    return next((float(SIZES[name]) for name in element.get("class", "").split() if name in SIZES), USUAL)


def lines(part: Part, least: float = 0) -> list[Line]:
    """All texts of a part where they are drawn, enlarged to a size at least."""
    body = markup_of(part)
    return list(_lines(ElementTree.fromstring(f"<g>{body}</g>"), (0.0, 0.0, 0.0), least))


def _lines(node: ElementTree.Element, place: tuple[float, float, float], least: float) -> Iterator[Line]:
    for child in node:
        here = _placed(place, child.get("transform", ""))
        if child.tag != "text":
            yield from _lines(child, here, least)
            continue
        said = child.text or ""
        size = max(size_of(child), least)
        long = length(said, size)
        x, y = float(child.get("x", 0)), float(child.get("y", 0))
        x += {"middle": 0.0, "end": -long / 2}.get(child.get("text-anchor", ""), long / 2)
        y -= 0 if child.get("dominant-baseline") else 0.36 * size
        yield Line(said, *_moved(here, x, y)[:2], long / 2, 0.36 * size, here[2])


def _placed(place: tuple[float, float, float], transform: str) -> tuple[float, float, float]:
    for step in transform.replace(") ", ")|").split("|") if transform else ():
        kind, _, numbers = step.rstrip(")").partition("(")
        values = [float(each) for each in numbers.split()]
        assert kind in ("translate", "rotate")
        place = _moved(place, *values) if kind == "translate" else (*place[:2], place[2] + values[0])
    return place


def _moved(place: tuple[float, float, float], x: float, y: float) -> tuple[float, float, float]:
    turn = radians(place[2])
    return place[0] + x * cos(turn) - y * sin(turn), place[1] + x * sin(turn) + y * cos(turn), place[2]


@every_game
def test_the_parts_are_the_same_at_all_times(name):
    """Their names, order, heights and titles; the map alone is wider than a column."""
    seen = {
        tuple((part.name, part.title, part.height, part.columns, part.seat) for part in p) for _, p in drawings(name)
    }
    assert len(seen) == 1
    parts = next(iter(seen))
    assert [each[0] for each in parts if each[3] == 2] == ["board"]
    players = len(log_of(name).header.seats)
    assert [each[0] for each in parts if each[4] >= 0] == [f"mat/{seat}" for seat in range(players)]
    assert all(each[1] for each in parts)
    assert ("basics" in {each[0] for each in parts}) == bool(log_of(name).header.options.get("expert_basics"))


@every_game
def test_no_text_overruns_its_part(name):
    """Not even on the smallest phone, where the texts of the map grow to 26 units; in columns none is small."""
    for game, parts in drawings(name):
        for part in parts:
            for line in lines(part, PHONE if part.columns == 2 else 0):
                for x, y in line.corners():
                    assert -2 <= x <= part.width + 2, (game.seq, part.name, line.said)
                    assert -2 <= y <= part.height + 2, (game.seq, part.name, line.said)


@every_game
def test_no_shape_overruns_its_part(name):
    """Neither cards nor pieces, such as the plate of the mega-machine at the rim of the map."""
    for game, parts in drawings(name, 7):
        for part in parts:
            for x, y in corners_of(part):
                assert -1 <= x <= part.width + 1, (game.seq, part.name, x, y)
                assert -1 <= y <= part.height + 1, (game.seq, part.name, x, y)


def corners_of(part: Part) -> Iterator[tuple[float, float]]:
    """The corners of all rectangles of a part, and the ends of its circles."""
    body = markup_of(part)
    yield from _corners(ElementTree.fromstring(f"<g>{body}</g>"), (0.0, 0.0, 0.0))


def _corners(node: ElementTree.Element, place: tuple[float, float, float]) -> Iterator[tuple[float, float]]:
    for child in node:
        here = _placed(place, child.get("transform", ""))
        yield from _corners(child, here)
        number = {
            key: float(value) for key, value in child.items() if key in ("x", "y", "width", "height", "cx", "cy", "r")
        }
        if child.tag == "rect":
            for x in (number["x"], number["x"] + number["width"]):
                for y in (number["y"], number["y"] + number["height"]):
                    yield _moved(here, x, y)[:2]
        elif child.tag == "circle":
            x, y, _ = _moved(here, number["cx"], number["cy"])
            yield from ((x - number["r"], y - number["r"]), (x + number["r"], y + number["r"]))


@every_game
def test_texts_of_a_column_do_not_grow(name):
    """They have the common size or more."""
    for _, parts in drawings(name, 97):
        for part in parts:
            body = markup_of(part)
            sizes = [size_of(each) for each in ElementTree.fromstring(f"<g>{body}</g>").iter("text")]
            assert min(sizes) >= USUAL, part.name


@pytest.mark.long
@every_game
def test_texts_do_not_lie_on_one_another(name):
    """In no part; on the map not on a phone either, unless magnates crowd a space."""
    for game, parts in drawings(name):
        for part in parts:
            shown = lines(part, PHONE if part.columns == 2 else 0)
            for one, other in combinations(shown, 2):
                assert not overlap(one, other), (game.seq, part.name, one, other)


@pytest.mark.long
@every_game
def test_no_piece_sits_on_a_text(name):
    """In the parts of one column; a piece's own letter or number is in its middle."""
    for game, parts in drawings(name):
        for part in parts:
            for x, y, r in pieces(part) if part.columns == 1 else ():
                for line in lines(part):
                    far = hypot(max(abs(line.x - x) - line.long, 0), max(abs(line.y - y) - line.high, 0))
                    own = abs(line.x - x) < 1 and abs(line.y - y) < 3
                    assert own or far > r - 1, (game.seq, part.name, line.said, x, y)


def pieces(part: Part) -> Iterator[tuple[float, float, float]]:
    """The middle and radius of each circle of a part."""
    body = markup_of(part)
    yield from _pieces(ElementTree.fromstring(f"<g>{body}</g>"), (0.0, 0.0, 0.0))


def _pieces(node: ElementTree.Element, place: tuple[float, float, float]) -> Iterator[tuple[float, float, float]]:
    for child in node:
        here = _placed(place, child.get("transform", ""))
        yield from _pieces(child, here)
        if child.tag == "circle":
            x, y, _ = _moved(here, float(child.get("cx", 0)), float(child.get("cy", 0)))
            yield x, y, float(child.get("r", 0))


def overlap(one: Line, other: Line) -> bool:
    """Whether two texts cover a common place, by the axes that could separate them."""
    if abs(one.x - other.x) + abs(one.y - other.y) > 2 * (one.long + other.long + one.high + other.high):
        return False
    for turn in (one.turn, one.turn + 90, other.turn, other.turn + 90):
        axis = cos(radians(turn)), sin(radians(turn))
        spans = [[x * axis[0] + y * axis[1] for x, y in each.corners()] for each in (one, other)]
        if max(spans[0]) < min(spans[1]) + 1.5 or max(spans[1]) < min(spans[0]) + 1.5:
            return False
    return True


@every_game
def test_actions_name_places_that_are_drawn(name):
    """Every legal action of a seat, in every few positions; each key has words and a clause."""
    log = log_of(name)
    kinds: set[type] = set()
    for number, (game, record) in enumerate(positions(log)):
        if record is None or number % 4:
            continue
        there = {
            each.key
            for part in draw(game.state, Table(NAMES))
            for each in part.elements
            if isinstance(each, Spot) and each.body
        }
        for seat, event in offered(game, 3000):
            keys = places(seat, event)
            assert set(keys) <= there, (game.seq, event)
            assert len(set(keys)) == len(keys)
            if keys:
                kinds.add(type(event))
    assert {events.MoveMagnate, events.LeadProduction, events.ActivateBuilding, events.PlaceWorker} <= kinds


def test_places_of_every_decision():
    """An event that names something has its place; banners used before an action are part of it."""
    assert places(1, events.Electrify(slice=2, ring="outer", before=("city_13",))) == [
        *("district/2/outer", "tile/2/outer", "city/city_13")
    ]
    pick = events.Pick("ordinary_01", 2)
    assert places(0, events.CommitInventions(picks=(pick,))) == ["market/ordinary_01", "building/0/2"]
    assert places(3, events.MoveMagnate(steps=5, space="left")) == ["reach/3/5/left"]
    assert places(0, events.PlaceWorker("blue", "machine")) == ["here/0/machine", "workers/0"]
    assert places(0, events.Contribute(building=1, floor=2, space=4)) == ["slot/0/1/1", "part/4"]
    assert places(0, events.ChooseExploit("forest", "land")) == ["wild/forest", "wild/river"]
    assert places(0, events.ChooseSlot(None)) == []
    assert places(0, events.ChooseOrder(("base", 1))) == ["engine/0", "upgrade/1"]
    assert places(None, events.MachinePlaced(3)) == ["district/3/inner"]
    assert places(0, events.FinishProduction()) == ()


@every_game
def test_every_spot_has_words_and_a_clause(name):
    """Also in games with other catalogues."""
    for game, parts in drawings(name, 41):
        for part in parts:
            for spot in part.elements:
                if isinstance(spot, Spot):
                    family, _, rest = spot.key.partition("/")
                    words: Any = WORDS[family](game.state, NAMES, rest)
                    assert words or not spot.body, spot.key
                    clause = max((key for key in CLAUSES if spot.key.startswith(key)), key=len)
                    assert clause_text("daitoshi", CLAUSES[clause]), spot.key
