"""Resources and power, conversions and burning: TM-4.3, TM-7.1, and giving up by a moderator's row."""

import pytest

from engine.games.terra_mystica.figures import add_priests, gain_power, priest_room, room, spend_power
from engine.games.terra_mystica.state import Player
from events.vocabulary.terra_mystica import (
    AdjustResources,
    AdvanceShipping,
    BurnPower,
    Convert,
    EndTurn,
    OrdainPriests,
    Pass,
    PowerAction,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position


def a_player(one, two, three, **fields):
    return Player(0, faction="witches", bowl1=one, bowl2=two, bowl3=three, **fields)


@pytest.mark.parametrize(
    ("before", "n", "after", "gained"),
    [
        ((5, 7, 0), 3, (2, 10, 0), 3),
        ((2, 9, 1), 3, (0, 10, 2), 3),
        ((0, 1, 11), 4, (0, 0, 12), 1),
        ((0, 0, 12), 2, (0, 0, 12), 0),
        ((5, 7, 0), 40, (0, 0, 12), 17),
    ],
)
def test_gaining_power(before, n, after, gained):
    """TM-4.3.1: one move per power, I to II first, then II to III; any excess is lost."""
    player, book = a_player(*before), []
    assert room(player) == 2 * before[0] + before[1]
    assert gain_power(book, player, n, "test") == gained
    assert (player.bowl1, player.bowl2, player.bowl3) == after


def test_no_limit_on_coins_and_workers_but_on_priests():
    """TM-4.3.2, TM-4.2: there are seven priests, less those on order spaces; one too many is lost."""
    player, book = a_player(5, 7, 0, priest=4, priests_on_orders=2), []
    assert priest_room(player) == 1
    add_priests(book, player, 3, "test")
    assert (player.priest, book[0].delta) == (5, 1)
    table = position("witches", "nomads", witches=has(priest=5, orders={"fire": [3, 2]}, bowls=(0, 6, 6)))
    table.does("witches", PowerAction("power_priest")).has("witches", priest=5, bowls=(3, 6, 3))
    rich = position("witches", "nomads", witches=has(coin=500, worker=500, bowls=(0, 6, 6)))
    rich.does("witches", PowerAction("power_coins")).has("witches", coin=507)


def test_spending_power():
    """TM-4.3.3: power spent goes from bowl III to bowl I, and must be there."""
    player, book = a_player(0, 6, 6), []
    spend_power(book, player, 4, "test")
    assert (player.bowl1, player.bowl2, player.bowl3) == (4, 6, 2)
    table = position("witches", "nomads", witches=has(bowls=(0, 9, 3)))
    table.does("witches", PowerAction("power_workers")).rejected("TM-4.3.3", cost=4, bowl3=3)
    table.does("witches", PowerAction("power_priest")).has("witches", bowls=(3, 9, 0), priest=4)


def test_costs_are_paid_in_full_and_nothing_is_converted_for_them():
    """TM-4.3.4: coins that only conversions would bring are not there."""
    table = position("witches", "nomads", witches=has(trading_house="A3", coin=4, worker=9, bowls=(0, 2, 10)))
    table.does("witches", UpgradeStructure("A3", "temple")).rejected("TM-7.8.3", coins=4, workers=9)
    table.does("witches", Convert("power", 1, "coin", 1), UpgradeStructure("A3", "temple")).has(
        "witches", coin=0, worker=7
    )


def test_vp_do_not_fall_below_zero():
    """TM-4.3.5: a payment of VP needs that many."""
    table = position("alchemists", "nomads", alchemists=has(vp=2))
    table.does("alchemists", Convert("vp", 3, "coin", 3)).rejected("TM-4.3.5", give=3, has=2)
    table.does("alchemists", Convert("vp", 2, "coin", 2)).has("alchemists", vp=0, coin=32)


RATES = [
    (Convert("power", 5, "priest", 1), {"bowls": (5, 0, 7), "priest": 4}),
    (Convert("power", 3, "worker", 1), {"bowls": (3, 0, 9), "worker": 16}),
    (Convert("power", 1, "coin", 1), {"bowls": (1, 0, 11), "coin": 31}),
    (Convert("priest", 1, "worker", 1), {"priest": 2, "worker": 16}),
    (Convert("worker", 1, "coin", 1), {"worker": 14, "coin": 31}),
    (Convert("priest", 1, "coin", 1), {"priest": 2, "coin": 31}),
    (Convert("power", 10, "priest", 2), {"bowls": (10, 0, 2), "priest": 5}),
]


@pytest.mark.parametrize(("event", "after"), RATES, ids=str)
def test_rates(event, after):
    """TM-7.1.2, TM-11.21: the rates, also priest to coin directly; several at once."""
    position("witches", "nomads", witches=has(bowls=(0, 0, 12))).does("witches", event).has("witches", **after)


@pytest.mark.parametrize(
    "event",
    [
        Convert("power", 4, "priest", 1),
        Convert("power", 6, "priest", 1),
        Convert("coin", 1, "power", 1),
        Convert("worker", 1, "spade", 1),
        Convert("coin", 3, "worker", 1),
        Convert("power", 0, "coin", 0),
        Convert("power", -1, "coin", -1),
        Convert("power", 13, "coin", 13),
        Convert("fire", 1, "coin", 1),
    ],
    ids=str,
)
def test_other_rates_are_rejected(event):
    """TM-7.1.2: exactly the rate, and nothing converts to power or spades."""
    position("witches", "nomads", witches=has(bowls=(0, 0, 12))).does("witches", event).rejected("TM-7.1.2")


def test_the_alchemists_rates():
    """TM-7.1.3: VP to coins one to one, two coins to a VP, for the Alchemists alone."""
    table = position("alchemists", "nomads")
    table.does("alchemists", Convert("coin", 4, "vp", 2), Convert("vp", 1, "coin", 1)).has("alchemists", vp=21, coin=27)
    table.entered(0, "vp", +2, "convert").entered(0, "vp", -1, "convert")
    table.does("alchemists", Convert("coin", 3, "vp", 2)).rejected("TM-7.1.2")
    position("witches", "nomads").does("witches", Convert("vp", 1, "coin", 1)).rejected("TM-7.1.3", faction="witches")


def test_priests_beyond_the_limit_are_lost_in_conversions_too():
    """TM-7.1.4: the power is gone all the same."""
    table = position("witches", "nomads", witches=has(priest=6, bowls=(0, 0, 12)))
    table.does("witches", Convert("power", 10, "priest", 2)).has("witches", priest=7, bowls=(10, 0, 2))


def test_conversions_belong_to_the_own_turn():
    """TM-7.1.1, TM-11.9: before and after the action, not in the turn of another, not after passing."""
    table = position("witches", "alchemists", witches=has(bowls=(0, 6, 6)))
    table.does("alchemists", Convert("vp", 1, "coin", 1)).rejected("TM-7.0.2", to_move=0)
    table.does("witches", Convert("power", 1, "coin", 1), PowerAction("power_priest"), Convert("power", 1, "coin", 1))
    table.does("witches", EndTurn()).turn_of("alchemists")
    table.does("witches", Convert("power", 1, "coin", 1)).rejected("TM-7.0.2")
    table.does("alchemists", Pass("bonus_dwelling")).turn_of("witches")
    table.does("alchemists", Convert("vp", 1, "coin", 1)).rejected("TM-7.0.4", passed=True)


def test_conversions_between_the_parts_of_an_action():
    """TM-11.20, TM-7.1.1: between an upgrade and the choice of the favor tile."""
    table = position("witches", "nomads", witches=has(trading_house="A3", bowls=(0, 6, 6)))
    table.does("witches", UpgradeStructure("A3", "temple"), Convert("power", 3, "worker", 1)).has("witches", worker=14)


@pytest.mark.parametrize(
    ("bowls", "n", "after"), [((5, 7, 0), 2, (5, 3, 2)), ((5, 7, 0), 3, (5, 1, 3)), ((0, 2, 3), 1, (0, 0, 4))]
)
def test_burning(bowls, n, after):
    """TM-7.1.5: two tokens of bowl II for each: one leaves the game, one goes to bowl III."""
    table = position("witches", "nomads", witches=has(bowls=bowls))
    burnt = table.player("witches").burnt
    table.does("witches", BurnPower(n)).has("witches", bowls=after, burnt=burnt + n)


@pytest.mark.parametrize(("bowls", "n"), [((4, 1, 0), 1), ((5, 3, 2), 2), ((5, 7, 0), 0), ((5, 7, 0), -1)])
def test_burning_too_much(bowls, n):
    """TM-7.1.5: not with one token in bowl II, not none."""
    table = position("witches", "nomads", witches=has(bowls=bowls))
    table.does("witches", BurnPower(n)).rejected("TM-7.1.5", n=n, bowl2=bowls[1])


def test_burning_for_nothing():
    """TM-11.37: the power need not be used, nor have been lacking; with one token in bowl II it is impossible."""
    table = position("witches", "nomads", witches=has(bowls=(0, 4, 6)))
    table.does("witches", BurnPower(2)).has("witches", bowls=(0, 0, 8))
    table.does("witches", BurnPower(1)).rejected("TM-7.1.5", bowl2=0)
    table.does("witches", AdvanceShipping(), EndTurn()).turn_of("nomads")


def test_burning_has_the_timing_of_conversions():
    """TM-7.1.5: only in the player's own turn."""
    position("witches", "nomads").does("nomads", BurnPower(1)).rejected("TM-7.0.2")


def test_giving_resources_up():
    """TM-17.5.9: a moderator's row may take resources, and give them only with the option."""
    table = position("witches", "nomads", witches=has(worker=3, bowls=(5, 5, 2)))
    table.does("witches", AdjustResources("worker", -2), AdjustResources("power", -1)).has(
        "witches", worker=1, bowls=(6, 5, 1)
    )
    table.does("witches", AdjustResources("worker", -2)).rejected("TM-17.5.9", has=1)
    table.does("witches", AdjustResources("worker", -1)).has("witches", worker=0)
    table.does("witches", AdjustResources("coin", 2)).rejected("TM-17.5.9", delta=2)
    table.does("witches", AdjustResources("spade", -1)).rejected("TM-17.5.9", resource="spade")
    loose = position("witches", "nomads", options={"loose_adjust": True})
    loose.does("witches", AdjustResources("coin", 2), AdjustResources("priest", 1)).has("witches", coin=32, priest=4)
    loose.entered(0, "coin", +2, "adjust")


@pytest.mark.parametrize(("bowls", "after"), [((2, 9, 1), (0, 8, 4)), ((0, 1, 11), (0, 0, 12))])
def test_power_that_a_moderator_gives(bowls, after):
    """TM-17.5.9, TM-4.3.1: it is gained as always; what does not fit is lost."""
    loose = position("witches", "nomads", witches=has(bowls=bowls), options={"loose_adjust": True})
    loose.does("witches", AdjustResources("power", 5)).has("witches", bowls=after)


def test_ordaining_priests():
    """TM-7.8.9: up to three workers become priests in the turn in which the Darklings' stronghold is built."""
    table = position("darklings", "nomads", darklings=has(trading_house="A8"))
    table.does("darklings", OrdainPriests(1)).rejected("TM-7.8.9", most=0)
    table.does("darklings", UpgradeStructure("A8", "stronghold")).has("darklings", ordination=3, worker=11)
    table.does("darklings", OrdainPriests(4)).rejected("TM-7.8.9", n=4, most=3)
    table.does("darklings", OrdainPriests(-1)).rejected("TM-7.8.9")
    table.does("darklings", OrdainPriests(3)).has("darklings", priest=6, worker=8, ordination=0)
    table.does("darklings", OrdainPriests(1)).rejected("TM-7.8.9")


def test_ordaining_obeys_the_priest_limit_and_the_workers():
    """TM-7.8.9: priests beyond the limit are lost, workers that are not there are not turned."""
    table = position("darklings", "nomads", darklings=has(trading_house="A8", worker=6, priest=6))
    table.does("darklings", UpgradeStructure("A8", "stronghold"))
    table.copy().does("darklings", OrdainPriests(3)).rejected("TM-7.8.9", workers=2)
    table.does("darklings", OrdainPriests(2)).has("darklings", priest=7, worker=0)


@pytest.mark.parametrize(("timing", "left"), [("same_turn", 0), ("any_time", 3)])
def test_when_ordination_ends(timing, left):
    """TM-7.8.9: forfeited at the end of the turn; with `any_time` still there in a later own turn."""
    table = position("darklings", "nomads", darklings=has(trading_house="A8"), options={"ordination_timing": timing})
    table.does("darklings", UpgradeStructure("A8", "stronghold"), EndTurn())
    table.does("nomads", Pass("bonus_dwelling")).has("darklings", ordination=left)
    outcome = table.does("darklings", OrdainPriests(2))
    outcome.has("darklings", priest=5) if left else outcome.rejected("TM-7.8.9")
