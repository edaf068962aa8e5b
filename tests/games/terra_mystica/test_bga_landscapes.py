"""Landscapes and the Darklings' ordination in texts of Board Game Arena."""

import pytest

from engine.games.terra_mystica.components import LANDSCAPES
from events.vocabulary.terra_mystica import OrdainPriests, Transform
from tests.games.terra_mystica.bga_games import self_played
from tests.games.terra_mystica.bga_writer import bga_terra_mystica
from tests.games.terra_mystica.test_bga_selfplay import decisions, read
from tests.games.terra_mystica.test_bga_terra_mystica import TEXT, played

PLACED = (
    TEXT.replace("Landscapes expansion: Off", "Landscapes expansion: On")
    .replace("Witches", "Auren")
    .split("~ Action phase ~")[0]
    + """~ Action phase ~
Ann transforms a Terrain space mountains → forest for 3 workers → 1 spade(s) [E7]
Ann gets 2 VP (Scoring tile bonus)
Ann places his Special Landscape [E7]
Ann declines doing Conversions
Bob passes and becomes the first player for the next round
Bob chooses 1 Bonus card and gets 1 coins
Ann sends a Priest to the Order of the Cult of Fire. Forever!
Ann gains 3 on the Cult of Fire track
Ann declines doing Conversions
"""
)


def test_a_landscape_is_placed_with_the_transform_before_it():
    """TM-7.14.2: its place is told in a line of its own; so are the points of the spade."""
    report = played(PLACED)
    assert (report.verdict, report.problem) == ("incomplete", None)
    assert Transform("E7", "forest", 1, landscape=True) in [event for _, event in decisions(report.replay.log())]
    state = report.replay.state
    assert state.board.names[state.players[0].landscape] == "E7"
    assert report.replay.header.options["landscapes"] is True


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("his Special Landscape [E7]", "his Special Landscape [G2]", 23, "TM-7.14.2"),
        ("Landscapes expansion: On", "Landscapes expansion: Off", 21, "TM-7.14.1"),
        ("Ann sends", "Ann places his Special Landscape [E7]\nAnn sends", 27, "there is only one"),
        ("Ann places his", "Bob places his", 23, "TM-7.0.2"),
        ("Ann sends", "Ann builds a Dwelling for 1 workers 2 coins [E7]\nAnn sends", 27, "TM-7.4"),
        ("Ann sends", "Ann scores 4 VP (Special Landscape)\nAnn sends", 28, "-4 VP for landscape"),
        ("Ann sends", "Ann digs for his Special Landscape\nAnn sends", 27, "the line"),
    ],
)
def test_landscapes_that_cannot_be(old, new, line, why):
    """TM-7.14.1, TM-7.14.2, TM-7.0.2, TM-7.4.1: each at its line; a form that was never seen is refused alone."""
    assert PLACED.count(old) == 1
    report = played(PLACED.replace(old, new))
    assert (report.verdict, report.problem.line) == ("unreadable", line), report.problem
    assert why in str(report.problem), report.problem


ORDAINED = """Game board: Base Game
Ann selected the faction Darklings on swamp to play in position #1
Bob selected the faction Nomads on desert to play in position #2
Ann is playing the Darklings Faction
Bob is playing the Nomads Faction
Ann places a Dwelling [E5]
Bob places a Dwelling [D3]
Bob places a Dwelling [F3]
Ann places a Dwelling [G5]
Bob places a Dwelling [G4]
Bob chooses 1 Bonus card
Ann chooses 1 Bonus card
~ Income phase ~
Ann gets 5 workers 0 Priests 0 coins 0 power (Income)
Bob gets 4 workers 0 Priests 6 coins 0 power (Income)
~ Action phase ~
Ann upgrades a Dwelling to a Trading house for 2 workers 3 coins [E5]
Bob declines getting Power via Structures [E5]
Bob upgrades a Dwelling to a Trading house for 2 workers 3 coins [G4]
Ann gets 1 power via Structures [G4]
Ann sacrificed 4 power in Bowl 2 to get 4 power from Bowl 2 to Bowl 3
Ann spends 4 power to collect 2 workers (Power action)
Bob passes and becomes the first player for the next round
Bob chooses 1 Bonus card and gets 1 coins
Ann upgrades a Trading house to a Faction Stronghold for 4 workers 6 coins [E5]
Bob gets 1 power via Structures [E5]
Ann trades 2 workers for 2 Priests (Darklings Stronghold)
Ann declines doing Conversions
Ann sends a Priest to the Order of the Cult of Fire. Forever!
Ann gains 3 on the Cult of Fire track
"""


def test_workers_become_priests():
    """TM-7.8.9: as many priests as workers; nothing is traded where nothing is told."""
    report = played(ORDAINED)
    assert (report.verdict, report.problem) == ("incomplete", None)
    assert OrdainPriests(2) in [event for _, event in decisions(report.replay.log())]
    darklings = report.replay.state.players[0]
    assert (darklings.worker, darklings.priest) == (0, 2)
    report = played(ORDAINED.replace("Ann trades 2 workers for 2 Priests (Darklings Stronghold)\n", ""))
    assert (report.replay.state.players[0].worker, report.replay.state.players[0].ordination) == (2, 0)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("trades 2 workers for 2", "trades 3 workers for 3", 27, "TM-7.8.9"),
        ("trades 2 workers for 2", "trades 2 workers for 1", 27, "one worker becomes one priest"),
        ("Ann trades", "Bob trades", 27, "TM-7.0.4"),
        ("Bob declines", "Ann trades 2 workers for 2 Priests (Darklings Stronghold)\nBob declines", 18, "7.8.9"),
        ("Ann sends", "Ann trades 1 workers for 1 Priests (Darklings Stronghold)\nAnn sends", 29, "TM-7.8.9"),
    ],
)
def test_ordinations_that_cannot_be(old, new, line, why):
    """TM-7.8.9, TM-7.0.4: no more than there are, only the Darklings, with the stronghold, once."""
    assert ORDAINED.count(old) == 1
    report = played(ORDAINED.replace(old, new))
    assert (report.verdict, report.problem.line) == ("unreadable", line), report.problem
    assert why in str(report.problem), report.problem


GAMES = range(131, 191, 2)


def self_played_with_landscapes(number):
    return self_played(number, landscapes=True, map="base").log()


@pytest.mark.parametrize("number", GAMES)
def test_self_played_games_with_landscapes(number):
    """Told and read back: the same decisions, but for what is open."""
    log = self_played_with_landscapes(number)
    report = read(bga_terra_mystica(log))
    assert report.verdict == "valid", report.problem
    pairs = zip(decisions(log), decisions(report.replay.log()), strict=True)
    assert sum(one != other for one, other in pairs) <= len(report.replay.header.assumed)


@pytest.mark.long
def test_most_landscapes_are_met():
    """The games above have placed nearly all that the site's texts can tell of, scored one, and ordained priests."""
    placed, texts = set(), ""
    for number in GAMES:
        log = self_played_with_landscapes(number)
        text = bga_terra_mystica(log)
        texts += text
        placed |= {player.faction for player in read(text).replay.state.players if player.landscape >= 0}
    assert len(placed) > len(LANDSCAPES) * 2 // 3, sorted(set(LANDSCAPES) - placed)
    assert "scores 4 VP (Special Landscape)" in texts
    assert "Priests (Darklings Stronghold)" in texts
