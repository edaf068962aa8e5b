"""A player leaves: TM-7.15."""

import pytest

from engine.games.terra_mystica.buildings import has_neighbour
from events.log.record import Header, Seat
from events.vocabulary.terra_mystica import (
    AcceptPower,
    DeclinePower,
    DropPlayer,
    EndTurn,
    Pass,
    PowerAction,
    SendPriest,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import chosen, has, position
from tests.support import at_start

DEFERRED = {"reaction_timing": "deferred"}


def test_the_next_player_becomes_active():
    """TM-7.15.3, TM-7.15.1: if it was the turn of the player who left, who decides nothing any more."""
    table = position("witches", "nomads", "giants")
    table.does(None, DropPlayer(0)).turn_of("nomads").has("witches", dropped=True, passed=False)
    table.does("witches", SendPriest("fire", 3)).rejected("TM-7.0.4", dropped=True)
    table.does(None, DropPlayer(2)).turn_of("nomads")
    table.does("nomads", SendPriest("fire", 3), EndTurn()).turn_of("nomads")


@pytest.mark.parametrize("seat", [-1, 2, 0])
def test_who_cannot_leave(seat):
    """TM-7.15.1: only a player who is there, and still there."""
    table = position("witches", "nomads", active="nomads", witches=has(dropped=True))
    table.does(None, DropPlayer(seat)).rejected("TM-7.15.1", player=seat)
    table.does("nomads", DropPlayer(1)).rejected("TM-8.9", actor=1)


def test_nobody_leaves_a_game_that_is_over():
    """TM-7.15.1: the result stands."""
    table = position("witches", "nomads", round=6)
    table.does("witches", Pass())
    table.does("nomads", Pass()).settled().then(phase="over")
    table.does(None, DropPlayer(0)).rejected("TM-7.15.1", phase="over")


def test_the_bonus_card_goes_back():
    """TM-7.15.1: without coins, so that one more is in the pool."""
    table = position("witches", "nomads", witches=has(card="bonus_6c"))
    table.does(None, DropPlayer(0)).has("witches", bonus_card=None)
    assert table.state.bonus_pool["bonus_6c"] == 0
    assert len(table.state.bonus_pool) == 4


def test_duties_are_cancelled():
    """TM-7.15.1: what was owed, and what the action had opened."""
    table = position("witches", "nomads", witches=has(bowls=(0, 0, 12), favors_owed=1, towns_owed=1, cult_owed=[1]))
    table.does("witches", PowerAction("power_spade")).does(None, DropPlayer(0)).turn_of("nomads")
    table.has("witches", favors_owed=0, towns_owed=0, cult_owed=[])
    assert table.state.followup.spades == 0
    table.does("nomads", Pass("bonus_dwelling")).settled().then(round=2)


def test_offers_to_who_left():
    """TM-7.15.1: vanish; later ones are not made; those of others stay."""
    table = position(
        "witches",
        "nomads",
        "giants",
        witches=has(dwelling="E9"),
        nomads=has(dwelling="D7"),
        giants=has(dwelling="E10"),
        options=DEFERRED,
        actions=2,
    )
    table.does("witches", UpgradeStructure("E9", "trading_house")).offers(("nomads", 1), ("giants", 1))
    table.does(None, DropPlayer(1)).offers(("giants", 1)).does("nomads", AcceptPower(1)).rejected("TM-7.12.1")
    table.does("witches", UpgradeStructure("E9", "temple")).offers(("giants", 1), ("giants", 1))


def test_a_vanished_offer_of_the_cultists():
    """TM-7.12.8, TM-7.15.1: it counts as void: if the other one declines, they gain power."""
    table = position(
        "cultists",
        "nomads",
        "giants",
        cultists=has(dwelling="E9"),
        nomads=has(dwelling="D7"),
        giants=has(dwelling="E10"),
    )
    table.does("cultists", UpgradeStructure("E9", "trading_house"))
    table.does("nomads", DeclinePower(1)).does(None, DropPlayer(2)).has("cultists", bowls=(4, 8, 0))


@pytest.mark.parametrize(("leaves", "first"), [("shapeshifters", True), ("nomads", True), ("cultists", False)])
def test_the_step_still_comes_first(leaves, first):
    """TM-6.5.5, TM-7.15.1: the Cultists' step is owed before all else, unless they are the ones who leave."""
    table = position(
        "cultists",
        "nomads",
        "shapeshifters",
        cultists=has(dwelling="E9"),
        nomads=has(dwelling="D7"),
        shapeshifters=has(chosen="swamp", dwelling="A8", bowls=(4, 4, 0)),
        options={"fire_ice_factions": ["variable"]},
    )
    table.does("cultists", UpgradeStructure("E9", "trading_house")).accepted()
    table.does("nomads", AcceptPower(1)).has("cultists", cult_owed=[1])
    table.does(None, DropPlayer(table.seat(leaves))).accepted()
    outcome = table.does("cultists" if first else "nomads", SendPriest("fire", 3))
    outcome.rejected("TM-6.5.5", cult_steps_owed=1) if first else outcome.accepted()


@pytest.mark.parametrize("answer", [AcceptPower(1), DeclinePower(1)])
def test_answers_to_a_cultist_who_left(answer):
    """TM-7.15.1, TM-7.12.8: the offers stay, and bring the giver neither a step nor power."""
    players = {"cultists": has(dwelling="E9"), "nomads": has(dwelling="D7")}
    table = position(*players, **players)
    table.does("cultists", UpgradeStructure("E9", "trading_house"))
    table.does(None, DropPlayer(0)).offers(("nomads", 1))
    table.does("nomads", answer).has("cultists", cult_owed=[], bowls=(5, 7, 0)).turn_of("nomads")


def phase_3(*due, **things):
    """Three players in phase 3, with these spades due."""
    table = position("witches", "nomads", "giants", witches=has(dwelling="E9", **things), nomads=has(dwelling="D7"))
    return table.but(phase="cult_bonus", active=-1, spades_due=[list(each) for each in due])


def test_who_leaves_in_phase_3():
    """TM-7.15.1, TM-7.15.2, TM-6.7.2: the player's own spades are lost, not those of others; the next one decides."""
    table = phase_3((0, 2), (1, 1))
    table.when(0, Transform("E10", "lakes", 1)).then(spades_due=[[0, 1], [1, 1]])
    other = table.copy()
    table.when(None, DropPlayer(0)).then(spades_due=[[1, 1]])
    table.when(1, Transform("E10", "swamp", 1)).then(spades_due=[])  # not bound to the direction of the player who left
    other.when(None, DropPlayer(1)).then(spades_due=[[0, 1]])
    other.when(0, Transform("E10", "swamp", 1)).rejected("TM-7.3.2")
    other.when(None, DropPlayer(2)).then(spades_due=[[0, 1]])
    other.when(None, DropPlayer(0)).settled().then(phase="over", round=6)  # nobody is left to play


def test_what_factions_of_fire_and_ice_owed():
    """TM-7.15.1: steps to lose, tokens to buy and priests to decide on are cancelled; the phase goes on."""
    options = {"fire_ice_factions": ["volcano", "variable"], "reaction_timing": "deferred"}
    acolytes = has(chosen="desert", dwelling="A5", bowls=(6, 6, 0), loss_owed=3, cult_owed=[1])
    table = position("acolytes", "witches", acolytes=acolytes, options=options)
    table.does(None, DropPlayer(0)).has("acolytes", loss_owed=0, cult_owed=[]).turn_of("witches")
    shifters = has(chosen="desert", dwelling="A5", bowls=(4, 4, 0), tokens_owed=1, passed=True)
    table = position("shapeshifters", "witches", active="witches", shapeshifters=shifters, options=options)
    table.does("witches", Pass("bonus_dwelling")).settled().then(phase="action", round=1)
    table.does(None, DropPlayer(0)).settled().then(round=2)
    walkers = has(chosen="desert", dwelling="B4", bowls=(6, 6, 0), priest=0, priest_limit=1, unlocks_owed=1)
    table = position("riverwalkers", "witches", riverwalkers=walkers, options=options).but(phase="income", waiting=[0])
    table.but(active=-1).when(None, DropPlayer(0)).settled().then(phase="action", active=1)


def test_nobody_leaves_before_there_is_a_faction():
    """TM-7.15.1, TM-7.15.4: those who have one may; the others go on."""
    start = chosen("witches", "nomads")
    start.when(None, DropPlayer(0)).then(waiting=[1, 1, 1])
    header = Header("terra_mystica", "1", {}, (Seat(""),) * 2)
    at_start("terra_mystica", header).when(None, DropPlayer(0)).rejected("TM-7.15.1", faction="")


def test_structures_stay():
    """TM-7.15.2, TM-11.23: they lower the price of a trading house, and count at the end."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(temple="D7", dropped=True), round=6)
    assert has_neighbour(table.state, table.player("witches"), table.hex("E9"))
    table.does("witches", UpgradeStructure("E9", "trading_house")).offers().has("witches", coin=27)
    table.does("witches", EndTurn(), Pass()).settled().entered(1, "vp", 15, "final_area")


def test_the_others_turn_goes_on():
    """TM-7.15.3: when somebody else leaves."""
    table = position("witches", "nomads", witches=has(bowls=(0, 0, 12)))
    table.does("witches", PowerAction("power_coins")).does(None, DropPlayer(1)).turn_of("witches").then(actions_left=0)
    table.does("witches", EndTurn(), Pass("bonus_dwelling")).settled().then(round=2)
