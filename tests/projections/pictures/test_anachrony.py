"""The parts of Anachrony's picture: legible texts, the same parts at all times, places of actions, points."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.address import goto
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from projections.pictures.anachrony.places import places
from projections.pictures.anachrony.scores import as_if_over, points_now
from projections.pictures.film import drawing_of
from projections.pictures.palette import SIZES
from projections.pictures.pen import length
from projections.pictures.sheet import Part, Spot, Table
from tests.support.specimens import Specimen, log_of, positions

RULES = ruleset("anachrony")
DEFAULT_SIZE, LEAST_SIZE = 13.0, 13.0
NARROWER = 0.93
"""Texts are estimated with a margin; this much of it is used where the estimate alone would be too wide."""
GAMES = [(2, {}), (3, {"board_side": "b"}), (4, {"preset": "bga"}), (4, {"board_side": "b"})]
by_options = pytest.mark.parametrize(("players", "options"), GAMES)


def game(players: int, options: dict[str, Any]) -> GameLog:
    return selfplay_log(RULES, f"parts-{players}", players, options, "sensible")


def parts(state: Any, names: tuple[str, ...] = ()) -> list[Part]:
    drawing = drawing_of("anachrony")
    assert drawing is not None
    return list(drawing.draw(state, Table(names)))


def sampled(log: GameLog, every: int) -> Iterator[Any]:
    for seq in range(0, len(log.records) + 1, every):
        yield goto(RULES, log, f"#{seq}" if seq else "start").state


def texts(part: Part) -> Iterator[tuple[str, float, float, float]]:
    """The texts of a part: words, size, and from where to where they reach."""
    body = "".join(each.body if isinstance(each, Spot) else each for each in part.elements)
    yield from _texts(ElementTree.fromstring(f"<g>{body}</g>"), 0.0)


def _texts(node: ElementTree.Element, x: float) -> Iterator[tuple[str, float, float, float]]:
    moved = re.match(r"translate\((\S+) ", node.get("transform", ""))
    x += float(moved[1]) if moved else 0.0
    if node.tag == "text" and node.text:
        classes = node.get("class", "").split()
        stated = re.search(r"font-size:(\d+)px", node.get("style", ""))
        size = float(stated[1]) if stated else next((SIZES[each] for each in classes if each in SIZES), DEFAULT_SIZE)
        bold = 1.1 if {"b", "h1", "h2"} & set(classes) else 1.0
        wide = length(node.text, size) * bold * NARROWER
        left = x + float(node.get("x", 0)) - wide * {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
        yield node.text, size, left, left + wide
    for each in node:
        yield from _texts(each, x)


@by_options
def test_texts_fit_and_can_be_read(players, options):
    """No text reaches beyond its part, whatever the names are; on a phone none is smaller than 11 pixels."""
    long = ("W" * 60, "Ann", "a name with many words in it", "Wilhelmina von Habenichts")[:players]
    for state in sampled(game(players, options), 23):
        for part in parts(state, long):
            for words, size, left, right in texts(part):
                assert size >= LEAST_SIZE, words
                assert left >= 0, (part.name, words)
                assert right <= part.width, (part.name, words)


@by_options
def test_parts_are_the_same_at_all_times(players, options):
    """Their names, order, widths and heights; each is of one column, and each seat has a mat."""
    shown = {
        tuple((p.name, p.title, p.height, p.columns, p.seat) for p in parts(s))
        for s in sampled(game(players, options), 17)
    }
    assert len(shown) == 1
    (known,) = shown
    assert {columns for _, _, _, columns, _ in known} == {1}
    assert [seat for *_, seat in known if seat >= 0] == list(range(players))


@by_options
def test_actions_name_places_that_are_drawn(players, options):
    """Every legal action that has a place names spots of the picture; most actions have one."""
    log, named, all_ = game(players, options), 0, 0
    for seq in range(0, len(log.records), 7):
        there = goto(RULES, log, f"#{seq}" if seq else "start")
        drawn = {
            each.key for part in parts(there.state) for each in part.elements if isinstance(each, Spot) and each.body
        }
        for seat, event in RULES.legal(there.state):
            keys = places(seat, event)
            assert set(keys) <= drawn, (seq, event)
            named, all_ = named + bool(keys), all_ + 1
    assert named > 0.8 * all_


@by_options
def test_points_now_follow_from_final_scoring(players, options):
    """AN-10: before the end they are what final scoring would give, and the position stays as it was."""
    log = game(players, options)
    last = replay(RULES, log)
    assert last.standings is not None
    assert all(points_now(last.state, each.seat) == each.vp for each in last.standings)
    before = goto(RULES, log, f"#{len(log.records) // 2}")
    figures = [dict(RULES.figures(before.state, seat)) for seat in range(players)]
    points = as_if_over(before.state)
    assert [dict(RULES.figures(before.state, seat)) for seat in range(players)] == figures
    assert all(each["buildings"] >= 0 and sum(each.values()) for each in points)
    assert as_if_over(goto(RULES, log, "start").state) == [{}] * players


def test_points_change_from_the_first_eras_on():
    """The curve of points is not flat until the end, as that of tokens is."""
    seen = {points_now(there.state, 0) for there, _ in positions(log_of(Specimen("anachrony", 0)))}
    assert len(seen) > 10
