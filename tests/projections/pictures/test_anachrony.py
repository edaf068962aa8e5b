"""The parts of Anachrony's picture: legible texts, the same parts at all times, places of actions, points."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.address import goto
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from events.log.record import Assumed
from events.vocabulary import anachrony as events
from projections.pages.things import Things
from projections.pictures.anachrony import text as anachrony_text
from projections.pictures.anachrony import without
from projections.pictures.anachrony.places import places
from projections.pictures.anachrony.scores import as_if_over, points_now
from projections.pictures.anachrony.wording import OPEN
from projections.pictures.film import Film, drawing_of, stated
from projections.pictures.palette import SIZES
from projections.pictures.pen import length
from projections.pictures.sheet import Part, Spot, Table
from projections.pictures.words import event_words, value_words
from tests.support.parts import markup_of
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
    body = markup_of(part)
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
    assert all(points_now(last.state)[each.seat] == each.vp for each in last.standings)
    before = goto(RULES, log, f"#{len(log.records) // 2}")
    figures = [dict(RULES.figures(before.state, seat)) for seat in range(players)]
    points = as_if_over(before.state)
    assert [dict(RULES.figures(before.state, seat)) for seat in range(players)] == figures
    assert all(each["buildings"] >= 0 and sum(each.values()) for each in points)
    assert as_if_over(goto(RULES, log, "start").state) == [{}] * players


def open_log() -> GameLog:
    """A game whose log leaves everything open that the program does not state (AN-16.71)."""
    log = game(3, {"preset": "bga"})
    facts = []
    for seq, record in enumerate(log.records[:30], 1):
        event = record.event
        if isinstance(event, events.RevealSuperproject) and event.era == 1:
            facts.append(Assumed(seq, "the Superproject of Era 1", event.superproject, (event.superproject, "others")))
        if isinstance(event, events.RevealBuilding) and event.type == "lab" and seq < 10:
            facts.append(Assumed(seq, "the first lab", event.building, (event.building, "others")))
        if isinstance(event, events.EndgameCards):
            facts.append(Assumed(seq, "2 of the 5", " ".join(event.cards[:2]), event.cards))
        if isinstance(event, events.AssignPathSide):
            facts.append(Assumed(seq, "the side", event.side, ("a", "b")))
    assert len(facts) == 6
    return GameLog(replace(log.header, assumed=tuple(facts)), log.records)


def test_what_a_log_leaves_open_is_not_drawn_as_known():
    """AN-16.70: stand-ins for open facts appear neither in the picture nor in the words for its things."""
    log = open_log()
    film = Film(RULES, log.header)
    stand_ins = {value for fact in log.header.assumed for value in fact.value.split()} - {"a", "b"}
    for seq in (20, 60, len(log.records) // 2, len(log.records)):
        there = goto(RULES, log, f"#{seq}")
        shown = stated(there)
        assert stand_ins <= set(_ids(there.state))
        assert not stand_ins & set(_ids(shown))
        assert film.shot(there).count(OPEN) >= 3
        about = Things("anachrony", ("Ann", "Ben", "Cyd")).about
        keys = [each.key for part in parts(shown) for each in part.elements if isinstance(each, Spot)]
        words = [about(shown, key) for key in keys]
        assert sum(OPEN in each for each in words) >= 4
        assert there.standings is None or all(points_now(shown)[each.seat] == each.vp for each in there.standings)
        assert OPEN in anachrony_text(shown, 80, False)
    assert stated(goto(RULES, log, "start")) == goto(RULES, log, "start").state


def test_a_breakthrough_and_an_anomaly_that_are_open_look_open():
    """AN-16.70: of the first Breakthrough only the shape is shown, of an Anomaly that it may be elsewhere."""
    log = game(3, {"preset": "bga"})
    state = goto(RULES, log, f"#{len(log.records) // 2}").state
    player = state.players[0]
    player.breakthroughs = [0] * 6 + [1] + [0] * 8
    player.spots, player.anomalies = [""] * 12, [4]
    points = points_now(state)[0]
    facts = [
        (None, events.StartingBreakthrough(0, "shape_2", "icon_2"), Assumed(1, "icon", "icon_2", ("icon_1", "icon_2"))),
        (0, events.PlaceAnomaly("factory", 2), Assumed(2, "spot", "factory_2", ("factory_1", "factory_2"))),
    ]
    shown = without(state, facts)
    mat = {each.key: each.body for part in parts(shown) for each in part.elements if isinstance(each, Spot)}
    assert "icon ?: 1" in mat["breakthroughs/0"]
    assert "here?" in mat["spot/0/4"]
    about = Things("anachrony", ("Ann", "Ben", "Cyd")).about
    assert "a triangle whose icon is not in the log" in about(shown, "breakthroughs/0")
    assert "on this spot or another" in about(shown, "spot/0/4")
    assert "whose icon is not in the log" in " ".join(anachrony_text(shown, 80, False).split())
    assert points_now(shown)[0] == points
    player.breakthroughs, player.anomalies = [0] * 15, []
    assert without(state, facts) == state, "what was paid or removed since then is not shown"


def _ids(state: Any) -> list[str]:
    return [
        *state.superprojects,
        *state.primary,
        *(tile for stack in state.secondary for tile in stack),
        *state.endgame_cards,
    ]


def test_open_facts_have_names():
    """No ids are shown where a fact is open; a value that is no id stays as it is."""
    values = {"pp_102": "Power Plant 102", "eg_workers eg_morale": "Workers and Morale", "it is not": "it is not"}
    values |= {"archive_of_the_eras": "Archive of the Eras", "shape_2/icon_5": "triangle with icon 5"}
    values |= {"power_plant_2": "Power Plant spot 2", "fa_203 of seat 1": "fa 203 of seat 1"}
    assert {value: value_words(value, "anachrony") for value in values} == values


def test_sentences_name_buildings_as_the_board_does():
    """A space on a building is called by what stands on the tile, as a Superproject is."""
    spaces = ("fa_203", "welfare_society", "mine_3")
    said = {space: event_words(events.PlaceWorker(space, "scientist")) for space in spaces}
    assert said["fa_203"] == "place scientist on Factory 203"
    assert said["welfare_society"] == "place scientist on Welfare Society"
    assert said["mine_3"] == "place scientist on mine 3"
    assert event_words(events.PlaceWorker("supply")) == "place an empty Exosuit on supply"


def test_points_change_from_the_first_eras_on():
    """The curve of points is not flat until the end, as that of tokens is."""
    seen = {points_now(there.state)[0] for there, _ in positions(log_of(Specimen("anachrony", 0)))}
    assert len(seen) > 10
