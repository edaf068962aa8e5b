"""The introductory game: TM-5.3.5, TM-8.7, TM-8.8."""

import pytest

from engine.games.terra_mystica.introductory import intro_factions
from events.log.record import Header, Seat
from events.vocabulary.terra_mystica import DealFactions, DrawBonusCards, DrawScoringTiles, DropPlayer, IntroPosition
from tests.games.terra_mystica.test_setup import ALL_CARDS, CARDS, TILES
from tests.support import at_start


def intro(players=2):
    header = Header("terra_mystica", "1", {"faction_selection": "intro"}, (Seat(""),) * players)
    start = at_start("terra_mystica", header)
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(ALL_CARDS[: players + 3])).then(phase="setup_deal")
    return start


@pytest.mark.parametrize(
    ("players", "added"), [(2, {"witches", "nomads"}), (3, {"alchemists"}), (4, {"halflings", "mermaids"})]
)
def test_factions(players, added):
    """TM-5.3.5: by the number of players."""
    assert added <= set(intro_factions(players))
    assert len(intro_factions(players)) == players
    assert set(intro_factions(5)) == {*intro_factions(4), "giants"}


def test_dealing():
    """TM-8.7: each of the factions to one player."""
    start = intro()
    start.when(None, DealFactions(("witches", "giants"))).rejected("TM-8.7", factions=("witches", "giants"))
    start.when(None, DealFactions(("witches", "witches"))).rejected("TM-8.7")
    start.legal(DealFactions(("nomads", "witches")), actor=None)
    start.when(None, DealFactions(("nomads", "witches"))).figures(0, vp=20, coin=15, worker=2).then(phase="setup_intro")


def dealt():
    start = intro()
    start.when(None, DealFactions(("nomads", "witches"))).accepted()
    return start


def test_positions():
    """TM-8.8, TM-12.1, TM-12.12: dwellings and a card for each faction, in seat order; then the first round begins."""
    start = dealt()
    start.when(None, IntroPosition("nomads", ("A5", "B1", "B4"), "bonus_6c")).accepted()
    start.when(None, IntroPosition("witches", ("A3", "C4"), "bonus_ship")).then(phase="income")
    start.settled().then(round=1, phase="action", active=0).figures(0, worker=2 + 4, coin=15 + 6)
    assert [player.built["dwelling"] for player in start.state.players] == [3, 2]


@pytest.mark.parametrize(
    "event",
    [
        IntroPosition("witches", ("A3", "C4"), "bonus_6c"),
        IntroPosition("nomads", ("A5", "B1"), "bonus_6c"),
        IntroPosition("nomads", ("B1", "A5", "B4"), "bonus_6c"),
        IntroPosition("nomads", ("A5", "A5", "B4"), "bonus_6c"),
        IntroPosition("nomads", ("A5", "B1", "B2"), "bonus_6c"),
        IntroPosition("nomads", ("A5", "B1", "Z9"), "bonus_6c"),
        IntroPosition("nomads", ("A5", "B1", "B4"), "bonus_dwelling"),
    ],
)
def test_positions_that_are_none(event):
    """TM-8.8: another faction, another number, out of order, another terrain, a card that is not in the pool."""
    assert "bonus_dwelling" not in CARDS
    dealt().when(None, event).rejected("TM-8.8")


def test_who_drops_before_the_position():
    """TM-7.15.4: is given nothing."""
    start = dealt()
    start.when(None, DropPlayer(0)).then(waiting=[1])
    start.when(None, IntroPosition("witches", ("A3", "C4"), "bonus_ship")).then(phase="income")
