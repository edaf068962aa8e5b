"""Fire & Ice in texts of Board Game Arena: lettering of maps, terrains, final tiles, forms read by their words."""

import re

import pytest

from events.vocabulary.terra_mystica import (
    BuyToken,
    ChooseFavorTile,
    ChooseHomeTerrain,
    DrawFinalScoring,
    Forfeit,
    PlaceBridge,
    SpecialAction,
    TakePriest,
    UnlockTerrain,
)
from tests.games.terra_mystica.bga_games import self_played
from tests.games.terra_mystica.bga_writer import bga_terra_mystica
from tests.games.terra_mystica.test_bga_selfplay import decisions, read
from tests.games.terra_mystica.test_bga_terra_mystica import TEXT, played

HEXES = re.compile(r"(\[(?:R~)?)([A-Z])(\d+)(?:-([A-Z])(\d+))?\]")
SHIFTED = """Game board: Base Game
Fire and Ice - Factions: On
Ann selected the faction Yetis on ice to play in position #1
Bob selected the faction Shapeshifters on desert to play in position #2
Ann chooses forest as her starting terrain
Ann is playing the Yetis Faction
Bob is playing the Shapeshifters Faction
Ann places a Dwelling [E9]
Bob places a Dwelling [D3]
Bob places a Dwelling [F3]
Ann places a Dwelling [F4]
Bob chooses 1 Bonus card
Ann chooses 1 Bonus card
~ Income phase ~
Ann gets 3 workers 1 Priests 0 coins 0 power (Income)
Bob gets 5 workers 0 Priests 0 coins 0 power (Income)
~ Action phase ~
Ann passes and becomes the first player for the next round
Ann chooses 1 Bonus card and gets 1 coins
Bob upgrades a Dwelling to a Trading house for 2 workers 3 coins [F3]
Ann gets 1 power via Structures [F3]
Bob pays 1 VP to get 1 power token
Bob upgrades a Trading house to a Faction Stronghold for 3 workers 6 coins [F3]
Ann gets 1 power via Structures [F3]
Bob passes
Bob gets 4 VP (Bonus card)
Bob chooses 1 Bonus card and gets 1 coins
~ Cleanup phase ~
~ Income phase ~
Ann gets 3 workers 0 Priests 6 coins 0 power (Income)
Bob gets 2 workers 0 Priests 0 coins 7 power (Income)
~ Action phase ~
Ann passes and becomes the first player for the next round
Ann chooses 1 Bonus card and gets 2 coins
Bob sacrificed 1 power in Bowl 2 to get 1 power from Bowl 2 to Bowl 3
Bob changes his Home terrain to wasteland for 5 power (Shapeshifters Stronghold)
Bob declines doing Conversions
"""
UNLOCKED = """Game board: Base Game
Fire and Ice - Factions: On
Ann is playing the Riverwalkers Faction
Bob is playing the Nomads Faction
Ann places a Dwelling [F2]
Bob places a Dwelling [D3]
Bob places a Dwelling [F3]
Ann places a Dwelling [F4]
Bob places a Dwelling [G4]
Bob chooses 1 Bonus card
Ann chooses 1 Bonus card
~ Income phase ~
Ann gets 3 workers 1 Priests 0 coins 0 power (Income)
Bob gets 4 workers 0 Priests 6 coins 0 power (Income)
Ann unlocks the swamp terrain for 1 coins
~ Action phase ~
Ann upgrades a Dwelling to a Trading house for 2 workers 3 coins [F4]
Bob gets 1 power via Structures [F4]
Bob passes and becomes the first player for the next round
Bob chooses 1 Bonus card and gets 1 coins
Ann upgrades a Trading house to a Faction Stronghold for 4 workers 6 coins [F4]
Ann builds a Bridge for free (Riverwalkers Stronghold) [F4-G3]
Ann declines doing Conversions
Bob declines getting Power via Structures [F4]
Ann does some Conversions (spent: 0 power 0 Priests 0 workers ; collects: 0 Priests  0 workers 0 coins)
Ann passes
Ann chooses 1 Bonus card and gets 1 coins
"""
FAVORED = """Game board: Base Game
Fire and Ice - Factions: On
Ann is playing the Ice Maidens Faction
Bob is playing the Nomads Faction
Ann takes a Favor tile
Ann gains 2 on the Cult of Water track (Favor tile)
Ann places a Dwelling [E9]
Bob places a Dwelling [D3]
"""


def done(report):
    assert (report.verdict, report.problem) == ("incomplete", None), report.problem
    return [event for _, event in decisions(report.replay.log())]


# --- lettering ------------------------------------------------------------------------------------------------------


def in_letters_from_a(text):
    """A text of a map whose first row is B, with rows lettered from A."""

    def earlier(found):
        first = f"{found[1]}{chr(ord(found[2]) - 1)}{found[3]}"
        return f"{first}-{chr(ord(found[4]) - 1)}{found[5]}]" if found[4] else f"{first}]"

    return HEXES.sub(earlier, text)


LAKES = "\n".join([*TEXT.replace("Base Game", "Lakes").split("\n")[:8], "Ann places a Dwelling [B9]", ""])


def test_the_first_dwelling_tells_how_the_rows_are_lettered():
    """TM-12.4: B9 is forest where the first row is B, and A9 is the same hex where it is A; C9 is swamp."""
    for text in (LAKES, LAKES.replace("[B9]", "[A9]")):
        board = played(text).replay.state.board
        assert played(text).replay.state.owner[board.numbers["B9"]] == 0
    wrong = played(LAKES.replace("[B9]", "[C9]"))
    assert (wrong.verdict, wrong.problem.line) == ("unreadable", 9)
    assert "TM-5.5.3" in str(wrong.problem)


def test_before_the_first_dwelling_the_lettering_is_open():
    """Nothing depends on it yet; a side file may state it, and the text may refute that."""
    (fact, *_) = played("\n".join(LAKES.split("\n")[:8])).replay.header.assumed
    assert (fact.what, fact.among, fact.line) == ("the letter of the first row", ("B", "A"), 5)
    assert "letter" not in str(played(LAKES).replay.header.assumed)
    assert played(LAKES, 'lines = { 5 = "B" }').problem is None
    assert played(LAKES, 'lines = { 5 = "A" }').problem.line == 9
    assert "the line 5" in str(played(TEXT, 'lines = { 5 = "A" }').problem)


@pytest.mark.parametrize(("number", "name"), [(100, "fire_ice"), (101, "lakes"), (102, "lakes"), (105, "fire_ice")])
def test_games_in_both_letterings(number, name):
    """TM-12.4: the same game, however it is lettered."""
    log = self_played(number, map=name).log()
    text = bga_terra_mystica(log)
    reports = [read(text), read(in_letters_from_a(text))]
    assert [report.verdict for report in reports] == ["valid", "valid"]
    one, other = (list(decisions(report.replay.log())) for report in reports)
    assert one == other
    assert len(one) == len(list(decisions(log)))


# --- the final tile ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(200, 212))
def test_the_final_tile_is_told_by_its_points(number):
    """TM-16.1, TM-8.4: whatever its label is; where several tiles give the same, that is open."""
    log = self_played(number, fire_ice_final_scoring="random").log()
    text = bga_terra_mystica(log)
    report = read(text)
    assert report.verdict == "valid", report.problem
    drawn = [
        next(r.event for r in one.records if isinstance(r.event, DrawFinalScoring))
        for one in (log, report.replay.log())
    ]
    open_tiles = [set(fact.among) for fact in report.replay.header.assumed if fact.what == "final scoring tile"]
    assert drawn[0] == drawn[1] or {tile.tile for tile in drawn} <= open_tiles[0]
    vp = next(line for line in text.split("\n") if line.endswith("(Final scoring tile)")).split()[2]
    wrong = read(text.replace(f"scores {vp} VP with 7 of", "scores 17 VP with 7 of"))
    assert (wrong.verdict, "final_fire_ice" in str(wrong.problem)) == ("unreadable", True)


# --- factions ---------------------------------------------------------------------------------------------------------


def test_terrains_are_told_or_follow_from_the_first_dwelling():
    """TM-16.2.2, TM-16.2.3: a line may tell it, before or after who plays what; the first dwelling does."""
    line = "Ann chooses forest as her starting terrain\n"
    without = SHIFTED.replace(line, "")
    late = without.replace("Ann places a Dwelling [E9]", line + "Ann places a Dwelling [E9]")
    for text in (SHIFTED, without, late):
        events = done(played(text))
        assert events[:2] == [ChooseHomeTerrain("forest"), ChooseHomeTerrain("desert")]
        state = played(text).replay.state
        assert state.terrain[state.board.numbers["E9"]] == 7  # ice
    for text in (SHIFTED, late):
        wrong = played(text.replace("chooses forest", "chooses lakes"))
        assert (wrong.verdict, wrong.problem.line, "TM-5.5.3" in str(wrong.problem)) == ("unreadable", 8, True)


def test_shapeshifters():
    """TM-16.6.1, TM-16.6.3: a token for a victory point where it is told, else none; another home terrain for power."""
    report = played(SHIFTED)
    events = done(report)
    assert events.count(BuyToken()) == 1
    assert [record.event for record in report.replay.log().records].count(Forfeit("token")) == 1
    assert events[-2:] == [SpecialAction("shapeshift_power"), ChooseHomeTerrain("wasteland")]
    assert report.replay.state.players[1].vp == 20 - 1 + 4


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("for 5 power (", "for 4 power (", 36, "that costs 5"),
        ("for 5 power (", "for 5 VP (", 36, "for power or power tokens"),
        ("terrain to wasteland", "terrain to desert", 36, "TM-16.6.3"),
        ("Bob sacrificed", "Bob changes his Home terrain to lakes for 5 power\nBob sacrificed", 35, "TM-16.6.3"),
        ("Bob changes", "Ann changes", 36, "TM-7.0"),
        ("Bob pays 1 VP to", "Bob pays 2 VP to", 23, "leech_token"),
    ],
)
def test_shifts_that_cannot_be(old, new, line, why):
    """TM-16.6.3, TM-16.6.1: price, terrain, power, owner; each is found at its line."""
    assert SHIFTED.count(old) == 1
    report = played(SHIFTED.replace(old, new))
    assert (report.verdict, report.problem.line) == ("unreadable", line), report.problem
    assert why in str(report.problem), report.problem


def test_riverwalkers():
    """TM-16.8.4: a terrain for the priest where that is told, else the priest; of two bridges one may be told."""
    report = played(UNLOCKED)
    events = done(report)
    assert UnlockTerrain("swamp") in events
    assert PlaceBridge("F4", "G3") in events
    assert Forfeit("bridge") in [record.event for record in report.replay.log().records]
    events = done(played(UNLOCKED.replace("Ann unlocks the swamp terrain for 1 coins\n", "")))
    assert TakePriest() in events


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("unlocks the swamp", "unlocks the forest", 15, "TM-16.8.4"),
        ("Ann unlocks", "Bob unlocks", 15, "TM-16.8"),
        ("~ Action phase ~", "~ Action phase ~\nAnn unlocks the lakes terrain for 1 coins", 17, "TM-16.8"),
        ("[F4-G3]", "[F4-E7]", 22, "TM-7.11.4"),
        (
            "Ann upgrades a Dwelling",
            "Ann builds a Bridge (Riverwalkers Stronghold) [F4-G3]\nAnn upgrades a Dwelling",
            17,
            "TM-7.11.4",
        ),
    ],
)
def test_terrains_and_bridges_that_cannot_be(old, new, line, why):
    """TM-16.8.4, TM-16.8.5, TM-7.11.4: unlocked, not theirs, no priest gained, no bridge site, no stronghold."""
    assert UNLOCKED.count(old) == 1
    report = played(UNLOCKED.replace(old, new))
    assert (report.verdict, report.problem.line) == ("unreadable", line), report.problem
    assert why in str(report.problem), report.problem


def test_ice_maidens_begin_with_a_favor_tile():
    """TM-16.2.4: told before or after who plays what; another step than the tile's is found."""
    tile, plays = FAVORED[FAVORED.index("Ann takes") : FAVORED.index("Ann places")], "Ann is playing"
    early = FAVORED.replace(tile, "").replace(plays, tile + plays)
    for text in (FAVORED, early):
        assert ChooseFavorTile("favor_water_2") in done(played(text))
        wrong = played(text.replace("gains 2", "gains 4"))
        assert (wrong.verdict, wrong.problem.line) == ("unreadable", text.split("\n").index(tile.split("\n")[1]) + 1)


def test_forms_that_are_not_known_are_refused_alone():
    """What Fire & Ice factions do in other words stops the reading at its line."""
    report = played(SHIFTED.replace("Ann passes and", "Ann freezes a river\nAnn passes and", 1))
    assert (report.verdict, report.problem.line) == ("unreadable", 18)
