"""The frames of a game: one size, a head, marks over what has just changed, and everything can be seen."""

import re
from collections import Counter
from html import escape
from itertools import pairwise
from statistics import median
from xml.etree import ElementTree

import pytest

from engine.address import goto
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Header, Seat
from projections import pictures
from projections.pictures.film import drawing_of
from projections.pictures.heading import folded
from projections.pictures.palette import CLASSES
from tests.support import given
from tests.support.contrast import contrast, poor
from tests.support.specimens import few, log_of, positions, sampled, specimens

SVG = "{http://www.w3.org/2000/svg}"
GAMES = pictures.drawn()
DRAWN = few([parameter for parameter in specimens() if parameter.values[0].game in GAMES])
QUICK = [each for each in DRAWN if each.values[0].seed == 0 and not each.values[0].path]
SHOWN = [
    each if each in QUICK or each.marks else pytest.param(*each.values, id=each.id, marks=pytest.mark.long)
    for each in DRAWN
]
"""The same with one specimen of each game, which is always tested."""
OPTIONS = {
    "terra_mystica": [{"faction_selection": "auction", "fire_ice_final_scoring": "random"}, {"landscapes": True}],
    "gaia": [{"tile_area": "separate"}, {"mode": "advanced_disasters"}],
    "anachrony": [{"board_side": "a"}],
}
every_game = pytest.mark.parametrize("game", GAMES)


def film_of(log: GameLog) -> pictures.Film:
    rules = ruleset(log.header.game)
    return pictures.Film(rules, log.header, last=replay(rules, log).state)


def frames(log: GameLog) -> list[str]:
    """A frame after every record, the first one before any."""
    film = film_of(log)
    return [film.shot(game) for game, _ in positions(log)]


def size(frame: str) -> str:
    found = re.search(r'viewBox="0 0 \d+ \d+" width="\d+" height="\d+"', frame)
    assert found is not None
    return found[0]


def tags(frame: str) -> Counter[str]:
    return Counter(re.findall(r"<[^>]*>[^<]*", frame))


def texts(frame: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(frame).iter(f"{SVG}text")]


@pytest.mark.parametrize("specimen", SHOWN)
def test_all_frames_of_a_game_have_one_size(specimen):
    """They also differ in few elements from one to the next, so that a page of them is small."""
    shots = frames(log_of(specimen))
    assert len({size(shot) for shot in shots}) == 1
    cut = [tags(shot) for shot in shots[40:120]]
    assert median((after - before).total() for before, after in pairwise(cut)) < 70


@pytest.mark.long
@every_game
def test_with_every_number_of_players_and_rare_options_too(game):
    rules = ruleset(game)
    for players in range(2, 6):
        for options in [{}, *OPTIONS.get(game, [])]:
            try:
                log = selfplay_log(rules, f"frame-{players}", players, options, "sensible")
            except (Unreadable, ValueError):
                continue
            film = film_of(log)
            shown = [film.shot(goto(rules, log, f"#{seq}")) for seq in range(0, len(log.records), 29)]
            assert len({size(shot) for shot in shown}) == 1


@pytest.mark.long
@pytest.mark.parametrize("specimen", SHOWN)
def test_everything_can_be_seen_light_and_dark(specimen):
    """Texts have a contrast of 4.5:1 with their background, pieces 3:1."""
    film = film_of(log_of(specimen))
    for game, _ in sampled(specimen, 4):
        shot = film.shot(game)
        for dark in (False, True):
            assert not list(poor(shot, dark))


@pytest.mark.long
@every_game
def test_the_most_players_can_be_seen_too(game):
    """Their pieces have separate colours."""
    rules = ruleset(game)
    players = 5 if game in ("terra_mystica", "gaia") else 4
    log = selfplay_log(rules, "many", players, {}, "sensible")
    film = film_of(log)
    for address in ("#30", "-50", "end"):
        shot = film.shot(goto(rules, log, address))
        assert not [*poor(shot, dark=False), *poor(shot, dark=True)]


def test_what_cannot_be_seen_is_found():
    """Otherwise the test above would prove little."""
    assert round(contrast("#000000", "#ffffff")) == 21
    assert contrast("#777", "#777") == 1
    state = given("dice_forge", players=3).state
    drawing = pictures.svg("dice_forge", state)
    assert not list(poor(drawing, True))
    faint = drawing.replace(CLASSES["soft"][1], "fill:#444444").replace(CLASSES["edge"][1], "stroke:#333333")
    whats = [one.what for one in poor(faint, True)]
    assert any(what.startswith("text ") for what in whats)
    dark_pieces = drawing.replace("#0f66a8", "#22242b").replace("stroke:#eceae4", "stroke:#22242b")
    assert any(one.what.startswith("piece ") for one in poor(dark_pieces, True))


@every_game
def test_frames_of_a_position_are_the_same_every_time(game):
    rules = ruleset(game)
    log = selfplay_log(rules, "same", 3, {}, "sensible")
    there = goto(rules, log, "#60")
    assert pictures.frame(there) == pictures.frame(goto(rules, log, "#60"))
    film = pictures.Film(rules, log.header)
    film.shot(goto(rules, log, "#59"))
    assert film.shot(there) == pictures.frame(there)


@every_game
def test_marks_lie_over_what_has_changed(game):
    """There are none before anything happens, some after nearly every record, and none when a film goes back."""
    rules = ruleset(game)
    log = selfplay_log(rules, "marks", 3, {}, "sensible")
    shots = frames(log)
    numbers = [int(re.findall(r'data-marks="(\d+)"', shot)[0]) for shot in shots]
    assert numbers[0] == 0
    assert sum(number > 0 for number in numbers) > 0.7 * len(numbers)
    assert all(shot.rstrip().endswith("</g>\n</svg>") for shot in shots)
    film = film_of(log)
    film.shot(goto(rules, log, "#40"))
    assert 'data-marks="0"' in film.shot(goto(rules, log, "#30"))


@every_game
def test_an_aside_has_no_marks_and_leaves_the_film_as_it_was(game):
    rules = ruleset(game)
    log = selfplay_log(rules, "marks", 3, {}, "sensible")
    before, between, after = (goto(rules, log, address) for address in ("#40", "#41", "#43"))
    film, other = film_of(log), film_of(log)
    assert film.aside(before) == film_of(log).parts(before)
    assert film.parts(before) == other.parts(before)
    assert film.aside(between) == film_of(log).parts(between)
    assert film.parts(after) == other.parts(after)
    assert (film.spots, film.changed) == (other.spots, other.changed)


@every_game
def test_the_head_shows_who_where_and_what(game):
    rules = ruleset(game)
    log = selfplay_log(rules, "head", 3, {}, "sensible")
    names = ("Anna", "", "<b>&'Zoë'\u202e")
    seats = tuple(Seat(name, seat.faction) for name, seat in zip(names, log.header.seats, strict=True))
    log = GameLog(_named(log.header, seats), log.records)
    begun, over = pictures.frame(goto(rules, log, "start")), pictures.frame(goto(rules, log, "end"))
    assert "Before the first record" in texts(begun)
    for shot in (begun, over):
        words = " ".join(texts(shot))
        assert "Anna" in words
        assert "seat 2" in words
        assert "<b>&'Zoë'\\u202e" in words
        assert escape("<b>") in shot
        assert "\u202e" not in shot
    standings = goto(rules, log, "end").standings
    assert standings is not None
    lines = texts(over)
    assert {"1st place", *(f"{each.vp} VP" for each in standings)} <= set(lines)
    assert any(line.startswith(f"#{len(log.records)}  ") for line in lines)
    assert any("wins with" in line or "share the victory" in line for line in lines)
    assert any(line.startswith("Over after ") for line in lines)


def _named(header: Header, seats: tuple[Seat, ...]) -> Header:
    return Header(
        header.game, header.ruleset, header.options, seats, header.catalogue, {}, "", header.source, header.vocabulary
    )


def test_what_changed_is_put_into_words():
    """The words name the seat, the figure and the reason; long lists end with the number of further changes."""
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, "words", 2, {}, "sensible")
    game = Replay(rules, log.header)
    film = pictures.Film(rules, log.header, words=lambda event, names: "a word of one's own")
    words = ""
    for record in log.records:
        game.feed([record])
        words += " ".join(texts(film.shot(game)))
    assert "a word of one's own" in words
    assert re.search(r"player 1: gold \+\d+ \(die\)", words)
    assert re.search(r"gold \N{MINUS SIGN}\d+", words)
    assert folded(["one", "two"], 40, 2) == ["one; two"]
    assert folded([f"part {n}" for n in range(30)], 40, 2)[-1].endswith("more")


@every_game
def test_a_frame_needs_nothing_from_outside(game):
    rules = ruleset(game)
    shot = pictures.frame(goto(rules, selfplay_log(rules, "alone", 4, {}, "sensible"), "-30"))
    for outside in ("href", "@import", "<script", "url(http"):
        assert outside not in shot
    root = ElementTree.fromstring(shot)
    assert root.get("class") == "anyturn"
    ids = {each.get("id") for each in root.iter() if each.get("id")}
    assert {part.split(")")[0] for part in shot.split("url(#")[1:]} <= ids
    style = root.find(f"{SVG}style")
    assert style is not None
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", (style.text or "").replace("@media (prefers-color-scheme:dark){", ""))
    assert all(selector.startswith(".anyturn ") for selector in selectors)


@every_game
def test_every_class_has_a_style(game):
    """This covers the game's own classes and the common ones; awaited items have words, not ids."""
    rules = ruleset(game)
    drawing = drawing_of(game)
    assert drawing is not None
    log = selfplay_log(rules, "classes", 4, {}, "sensible")
    film = film_of(log)
    for position, _ in positions(log):
        if position.seq % 23 == 0:
            root = ElementTree.fromstring(film.shot(position))
            used = {name for each in root.iter() for name in each.get("class", "").split()} - {"anyturn"}
            assert used <= {*CLASSES, *drawing.style}
            for item in rules.awaited(position.state):
                kind = type(item).__struct_config__.tag or type(item).__name__
                assert kind in drawing.awaited
        assert "_" not in drawing.where(position.state)


def test_a_record_that_breaks_a_rule_is_named():
    """It is named on the frame of the position before it."""
    rules = ruleset("gaia")
    log = selfplay_log(rules, "broken", 3, {}, "sensible")
    log.records[30] = log.records[8].__class__(31, log.records[8].actor, log.records[8].event)
    game = replay(rules, log)
    assert game.broke is not None
    assert game.broke.seq == 31
    lines = texts(pictures.frame(game))
    assert f"Record 31 breaks {game.broke.violation.clause}" in lines
    assert any(line.startswith("#30  ") for line in lines)
