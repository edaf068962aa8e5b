"""The position in a terminal, and as an SVG picture."""

from random import Random
from xml.etree import ElementTree

import pytest

from engine.address import goto
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.vocabulary import anachrony as events
from projections import pictures
from projections.pictures import anachrony
from projections.pictures.anachrony import wording
from projections.pictures.painter import SEATS
from tests.games.anachrony.table import collapsing, give, in_turn, set_up, top

RULES = ruleset("anachrony")


def shown():
    """A position that contains something of every kind."""
    position = in_turn(3, era=5, after_impact=True)
    tiles = {"power_plant_1": "pp_107", "lab_1": "exocrawler", "life_support_1": "ls_301", "factory_1": "fa_213"}
    give(position, 0, water=4, gold=2, active={"engineer": 2, "genius": 1}, tired={"scientist": 1}, tiles=tiles)
    give(position, 0, anomalies=["power_plant_1", "factory_2"], paradox=2, warped={"warp_gold": 2})
    give(position, 0, breakthroughs=["shape_2/icon_5"], markers=["ls_301"])
    collapsing(position, recruit_1="cc_recruit_wake", recruit_2="cc_recruit_extra")
    position.state.face_down = ["recruit_2"]
    top(position, "la_411")
    position.when(0, events.PlaceWorker("mine_1", "engineer")).accepted().when(0, events.MineTake("gold")).accepted()
    return position


def test_text_shows_everything():
    state = shown().state
    words = pictures.text("anachrony", state, 100, False)
    for part in (
        "2 ",
        "[1] gold",
        "mine 1 [1 engineer]",
        "recruit 1 recruit wake",
        "recruit 2 face down",
        "PP 107* (1U: travel 3, 1 VP)",
        "Anomaly",
        "Exocrawler (a main-board action)",
        "Paradox 2 of 3",
        "water 4",
        "active 1 engineer, 1 genius",
        "tired 1 scientist",
        "1 triangle with icon 5",
        "Free Actions taken: ls 301",
        "seat 2: Progress A, Librarian Cornella (their turn)",
    ):
        assert part in words, part
    assert wording.where(state) == "Era 5: actions, after the Impact"
    assert "2 Bob: Progress A" in pictures.text("anachrony", state, 100, False, ["Ann", "Bob", ""])
    assert "\x1b" not in words
    assert f"\x1b[1;38;5;{SEATS[0]}mseat 1" in anachrony.text(state, 100, True)
    assert max(len(line) for line in words.splitlines()) <= 100


def test_before_anybody_has_a_board():
    state = RULES.start(RULES.selfplay.header(Random(1), 4, {}))
    assert "seat 4: no Path yet" in pictures.text("anachrony", state, 80, False)
    ElementTree.fromstring(pictures.svg("anachrony", state))


@pytest.mark.parametrize(("players", "address"), [(2, "end"), (3, "r5"), (4, "r6.t4"), (4, "start"), (2, "r0")])
def test_svg_is_a_picture_of_the_position(players, address):
    """It shows tiles, Workers, suits and their owners; pieces have titles."""
    log = selfplay_log(RULES, f"picture-{players}", players, {"preset": "seed"}, "sensible")
    state = goto(RULES, log, address).state
    root = ElementTree.fromstring(pictures.svg("anachrony", state))
    whole, *titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    words = " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert (whole or "").startswith("Anachrony: ")
    for player in state.players:
        for tile in filter(None, player.spots):
            assert any(each.startswith(f"{wording.name_of(state, tile)}: ") for each in titles)
        if player.leader:
            assert wording.spelt(player.leader).title() in words
        standing = [each for each in player.busy if each.space in state.tables.spaces]
        assert all(f"seat {player.seat + 1}: {each.worker} Exosuit" in titles for each in standing)
    assert all(wording.name_of(state, name) in words or " " in name for name in state.superprojects if name)
    assert "prefers-color-scheme:dark" in pictures.svg("anachrony", state)


def test_every_effect_has_words():
    for tile in set_up(2).state.tables.tiles.values():
        assert bool(wording.does(tile)) == (tile.mode != "none")
        assert bool(wording.lasting(tile)) == bool(tile.passive or tile.endgame)
