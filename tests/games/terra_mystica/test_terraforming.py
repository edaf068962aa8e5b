"""Spades: buying them (TM-7.2) and using them (TM-7.3)."""

import pytest

from engine.games.terra_mystica.components import WHEEL
from engine.games.terra_mystica.terraforming import spade_cost, ways
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    Convert,
    Dig,
    EndTurn,
    Forfeit,
    Pass,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

FULL = (0, 0, 12)


def witches(**things):
    """Witches at E9, whose land neighbours are D7, E10, F5 and F6."""
    return position("witches", "nomads", witches=has(**{"dwelling": "E9", "bowls": FULL, **things}), tile="score_spade")


# --- buying ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "level", "cost"),
    [
        ("witches", 0, ("worker", 3)),
        ("witches", 1, ("worker", 2)),
        ("witches", 2, ("worker", 1)),
        ("fakirs", 0, ("worker", 3)),
        ("fakirs", 1, ("worker", 2)),
        ("darklings", 0, ("priest", 1)),
    ],
)
def test_what_a_spade_costs(faction, level, cost):
    """TM-7.2.1: workers by the exchange level; a priest for the Darklings."""
    table = position(faction, "mermaids", **{faction: has(exchange=level)})
    assert spade_cost(table.player(faction)) == cost
    table.does(faction, Dig(2))
    assert getattr(table.player(faction), cost[0]) == {"worker": 15, "priest": 3}[cost[0]] - 2 * cost[1]


def test_spades_that_cannot_be_paid():
    """TM-7.2.1: in full, in what the faction pays with."""
    witches(worker=5).does("witches", Dig(2)).rejected("TM-7.2.1", cost=6, has=5)
    table = position("darklings", "mermaids", darklings=has(priest=1, worker=9))
    table.does("darklings", Dig(2)).rejected("TM-7.2.1", resource="priest", has=1)


def test_darklings_earn_two_vp_a_spade():
    """TM-7.2.1: in addition to the points of the scoring tile."""
    table = position("darklings", "mermaids", darklings=has(dwelling="A8"), tile="score_spade")
    table.does("darklings", Dig(2)).has("darklings", vp=28, priest=1)
    table.entered(0, "vp", 4, "faction_spade").entered(0, "vp", 4, "scoring_tile")


@pytest.mark.parametrize("n", [0, -1])
def test_at_least_one_spade(n):
    """TM-7.2.2: fewer than one is not allowed."""
    witches().does("witches", Dig(n)).rejected("TM-7.2.2", spades=n)


def test_digging_on():
    """TM-7.2.2, TM-7.2.3: as a main action, and again while nothing has been transformed."""
    table = witches()
    table.does("witches", Dig(1)).then(actions_left=0)
    assert (table.state.followup.spades, table.state.followup.dug, table.state.followup.hexes_left) == (1, True, 1)
    assert table.state.followup.may_dig
    assert table.state.followup.build_ok
    table.does("witches", Dig(1))
    assert table.state.followup.spades == 2
    table.does("witches", Transform("E10", "forest", 2)).has("witches", worker=9)
    table.does("witches", Dig(1)).rejected("TM-6.4.3", actions_left=0)


def test_no_dig_after_the_first_free_spade_is_used():
    """TM-7.2.2: the transform ends it."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Transform("E10", "lakes", 1))
    table.does("witches", Dig(1)).rejected("TM-7.2.2", may_dig=False)


def test_no_dig_in_phase_three():
    """TM-7.2.4, TM-7.3.12: its spades cannot be topped up."""
    table = phase_three("witches", spades=2)
    table.does("witches", Dig(1)).rejected("TM-7.2.4", phase="cult_bonus")


def test_no_dig_with_the_halflings_stronghold():
    """TM-7.2.4, TM-11.19: its three spades are all."""
    table = position("halflings", "witches", halflings=has(trading_house="E6"))
    table.does("halflings", UpgradeStructure("E6", "stronghold"), Dig(1)).rejected("TM-7.2.2", may_dig=False)


def test_bought_spades_go_into_one_transform():
    """TM-7.2.5: all of them, and none is left."""
    table = witches()
    table.does("witches", Dig(2), Transform("E10", "lakes", 1)).rejected("TM-7.2.5", spades=1, bought=2)
    table.does("witches", Forfeit("spades")).rejected("TM-7.11.6", what="spades")
    table.does("witches", Transform("E10", "forest", 2)).shows("E10", terrain="forest")


def test_two_free_spades_and_a_bought_one():
    """TM-7.2.6: make three for a single hex."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Dig(1))
    table.copy().does("witches", Transform("D7", "mountains", 1)).rejected("TM-7.2.5")
    table.does("witches", Transform("F5", "forest", 3)).has("witches", worker=12).legal(EndTurn())


def test_more_spades_than_can_be_used():
    """TM-7.2.7: six, for Giants two."""
    table = position("witches", "nomads", witches=has(dwelling="E9", worker=40, exchange=2))
    table.does("witches", Dig(7)).rejected("TM-7.2.7", spades=7, most=6)
    table.does("witches", Dig(4), Dig(3)).rejected("TM-7.2.7", spades=7)
    table.does("witches", Dig(2)).has("witches", worker=34)
    giants = position("giants", "witches", giants=has(dwelling="D7"))
    giants.does("giants", Dig(3)).rejected("TM-7.2.7", most=2)
    giants.does("giants", Dig(2)).has("giants", worker=9)


def test_loose_dig():
    """TM-7.2.5, TM-7.2.7, TM-7.3.4: not with `loose_dig`: left-overs, many spades, the short way always."""
    options = {"loose_dig": True, "loose_multi_spade": True}
    table = position("witches", "nomads", witches=has(dwelling="E9", worker=40, exchange=2), options=options)
    table.does("witches", Dig(7), Transform("E10", "forest", 2)).has("witches", worker=33)
    table.does("witches", Forfeit("spades"), BuildDwelling("E10")).accepted()
    over = position("witches", "nomads", witches=has(dwelling="E9"), terrain={"D7": "lakes"}, options=options)
    over.does("witches", Dig(2), Transform("D7", "mountains", 2)).shows("D7", terrain="mountains")


@pytest.mark.parametrize("digs", [[Dig(2)], [Dig(1), Dig(1)], [PowerAction("power_two_spades"), Dig(1)]])
def test_one_hex_after_a_dig_with_loose_dig_too(digs):
    """TM-7.2.6: with `loose_dig`, bought spades still go into one hex; the rest is given up."""
    witches = has(dwelling="E9", worker=40, exchange=2, bowls=(0, 0, 12))
    options = {"loose_dig": True, "loose_multi_spade": True}
    table = position("witches", "nomads", witches=witches, options=options)
    table.does("witches", *digs, Transform("D7", "mountains", 1)).accepted()
    table.copy().does("witches", Transform("E10", "lakes", 1)).rejected("TM-7.3.1", hexes_left=0)
    table.does("witches", Forfeit("spades")).accepted()


# --- using ----------------------------------------------------------------------------------------------------------


def test_nothing_is_transformed_without_spades():
    """TM-7.3.1: also not with a spade that is used."""
    table = witches()
    table.does("witches", Transform("E10", "lakes", 1)).rejected("TM-7.3.1", spades=0)
    table.does("witches", PowerAction("power_spade"), Transform("E10", "lakes", 1))
    table.does("witches", Transform("E10", "forest", 1)).rejected("TM-7.3.1", spades=0)


@pytest.mark.parametrize(
    ("name", "terrain", "spades", "facts"),
    [
        ("r19", "forest", 1, {"land": False}),
        ("Q1", "forest", 1, {"land": False}),
        ("F6", "mountains", 1, {"is_now": "mountains"}),
        ("F6", "river", 1, {"terrain": "river"}),
        ("F6", "ice", 1, {"terrain": "ice"}),
        ("F5", "swamp", 1, {"structure": "temple", "owner": 1}),
        ("D6", "mountains", 1, {"reached": False}),
        ("D7", "forest", 2, {"spades": 2, "has": 1}),
    ],
)
def test_which_hex_may_be_transformed(name, terrain, spades, facts):
    """TM-7.3.1: land, reached, without structure, of another terrain, with the spades one has."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), nomads=has(temple="F5"))
    table.does("witches", PowerAction("power_spade"), Transform(name, terrain, spades)).rejected("TM-7.3.1", **facts)


def test_a_hex_with_a_terrain_tile_is_empty_for_everybody():
    """TM-7.3.1, TM-7.3.14: the player who turned it has no right to it; the dwelling need not be built at once."""
    table = position("witches", "engineers", witches=has(dwelling="E9", bowls=FULL), engineers=has(dwelling="E11"))
    table.does("witches", PowerAction("power_two_spades"), Transform("E10", "forest", 2), EndTurn()).turn_of(
        "engineers"
    )
    table.does("engineers", Dig(1), Transform("E10", "mountains", 1), BuildDwelling("E10")).shows(
        "E10", structure="dwelling"
    )


def test_free_spades_may_be_used_up_on_one_hex_or_two():
    """TM-7.3.1: no hex is left after the second."""
    table = witches(worker=30)
    table.does("witches", PowerAction("power_spade"), Transform("E10", "lakes", 1)).then(actions_left=0)
    assert table.state.followup.hexes_left == 0


def test_all_steps_in_one_direction():
    """TM-7.3.2: a second decision on the same hex turns the wheel the same way."""
    table = position("swarmlings", "nomads", swarmlings=has(dwelling="E11", bowls=FULL), terrain={"E10": "mountains"})
    table.does("swarmlings", PowerAction("power_two_spades"), Transform("E10", "wasteland", 1))
    table.copy().does("swarmlings", Transform("E10", "mountains", 1)).rejected("TM-7.3.2")
    table.does("swarmlings", Transform("E10", "desert", 1)).shows("E10", terrain="desert")


def test_no_direction_is_kept_over_to_the_next_hex_or_action():
    """TM-7.3.2: it binds the hex, for the action."""
    table = position("swarmlings", "nomads", swarmlings=has(dwelling="E11", bowls=FULL), terrain={"E10": "mountains"})
    table.does("swarmlings", PowerAction("power_spade"), Transform("E10", "wasteland", 1), EndTurn())
    table.does("nomads", Pass("bonus_dwelling"))
    table.does("swarmlings", Dig(1), Transform("E10", "mountains", 1)).accepted()


@pytest.mark.parametrize(
    ("home", "current", "target", "expected"),
    [
        ("mermaids", "forest", "lakes", {1, 6}),
        ("mermaids", "lakes", "forest", {1, 6}),
        ("mermaids", "wasteland", "lakes", {3, 4}),
        ("mermaids", "swamp", "plains", {1}),
        ("mermaids", "swamp", "forest", {5}),
        ("mermaids", "desert", "wasteland", {1}),
        ("witches", "plains", "wasteland", {2}),
        ("witches", "lakes", "mountains", {5}),
        ("giants", "plains", "wasteland", {2}),
        ("giants", "mountains", "wasteland", {2}),
        ("giants", "plains", "desert", set()),
    ],
)
def test_ways_on_the_wheel(home, current, target, expected):
    """TM-7.3.3, TM-7.3.4, TM-7.3.11: both ways to and from home, else the one that does not pass it; Giants two."""
    player = position(home, "nomads").player(home)
    assert set(ways(player, WHEEL[current], WHEEL[target])) == expected


def test_the_long_way_home():
    """TM-7.3.3: allowed, with a spade for every step; another number is not."""
    table = position("witches", "nomads", witches=has(dwelling="E9", worker=30, exchange=2))
    table.does("witches", Dig(4), Transform("E10", "forest", 4)).rejected("TM-7.3.3", possible=[2, 5])
    table.does("witches", Dig(1), Transform("E10", "forest", 5)).shows("E10", terrain="forest")
    away = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), terrain={"E10": "forest"})
    away.does("witches", PowerAction("power_spade"), Transform("E10", "lakes", 1)).shows("E10", terrain="lakes")


def test_not_over_the_home_terrain():
    """TM-7.3.4: from lakes to mountains forest lies on the short way."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), terrain={"D7": "lakes"})
    table.does("witches", PowerAction("power_two_spades"), Transform("D7", "mountains", 2)).rejected(
        "TM-7.3.4", possible=[5]
    )
    table.does("witches", Transform("D7", "plains", 2)).shows("D7", terrain="plains")


def test_what_became_home_stays_so_in_the_action():
    """TM-7.3.5: the second spade goes elsewhere."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Transform("F6", "forest", 1))
    table.does("witches", Transform("F6", "lakes", 1)).rejected("TM-7.3.5", terrain="forest")
    table.does("witches", Transform("D7", "mountains", 1)).accepted()


def test_one_hex_may_end_as_something_else():
    """TM-7.3.6, TM-11.15: one of them, first or second, not both."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Transform("D7", "mountains", 1))
    table.copy().does("witches", Transform("E10", "lakes", 1)).rejected("TM-7.3.6", terrain="lakes")
    table.does("witches", Transform("F6", "forest", 1), BuildDwelling("F6")).accepted()


def test_loose_multi_spade():
    """TM-7.3.6: not with the option."""
    loose = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), options={"loose_multi_spade": True})
    loose.does(
        "witches", PowerAction("power_two_spades"), Transform("D7", "mountains", 1), Transform("E10", "lakes", 1)
    )
    loose.shows("E10", terrain="lakes")


def test_the_effect_of_a_transform():
    """TM-7.3.7: spades and hexes are counted down, digging is over, a home hex may be built on."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Transform("F6", "forest", 1))
    followup = table.state.followup
    assert (followup.spades, followup.hexes_left, followup.may_dig, list(followup.homes)) == (
        1,
        1,
        False,
        [table.hex("F6")],
    )


def test_spades_are_used_at_once():
    """TM-7.3.8: no building, no ending, no other action before; free ones may be given up."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades"), Transform("F6", "forest", 1))
    table.does("witches", BuildDwelling("F6")).rejected("TM-7.3.8", spades=1)
    table.does("witches", EndTurn()).rejected("TM-6.4.5", owed=["spades"])
    table.does("witches", SendPriest("fire", 3)).rejected("TM-6.4.3")
    table.does("witches", Forfeit("spades"), BuildDwelling("F6"), EndTurn()).turn_of("nomads")


def test_the_spade_tile():
    """TM-7.3.9, TM-11.1: two VP a spade, however many go into one hex."""
    table = witches()
    table.does("witches", PowerAction("power_two_spades")).has("witches", vp=24)
    table.does("witches", Dig(1)).has("witches", vp=26)
    table.does("witches", Transform("F5", "forest", 3)).has("witches", vp=26)
    other = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL))
    other.does("witches", PowerAction("power_spade")).has("witches", vp=20)


@pytest.mark.parametrize(("timing", "gained", "used", "lost"), [("on_gain", 24, 24, 24), ("on_use", 20, 22, 22)])
def test_when_a_spade_counts(timing, gained, used, lost):
    """TM-7.3.9, TM-11.2: when it is gained, or with `on_use` when it is used: they differ for those given up."""
    options = {"spade_vp_timing": timing}
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), tile="score_spade", options=options)
    table.does("witches", PowerAction("power_two_spades")).has("witches", vp=gained)
    table.does("witches", Transform("F6", "forest", 1)).has("witches", vp=used)
    table.does("witches", Forfeit("spades")).has("witches", vp=lost)


def test_halflings_earn_a_vp_for_every_spade():
    """TM-7.3.10: of all kinds, also of the stronghold and of phase 3."""
    table = position("halflings", "witches", halflings=has(dwelling="F6", trading_house="E6", bowls=FULL), actions=3)
    table.does("halflings", PowerAction("power_two_spades")).has("halflings", vp=22).entered(
        0, "vp", 2, "faction_spade"
    )
    table.does("halflings", Forfeit("spades"), UpgradeStructure("E6", "stronghold")).has("halflings", vp=25)
    bonus = position("halflings", "witches", halflings=has(dwelling="F6", cult="0/0/8/0"), round=1)
    bonus.does("halflings", Pass("bonus_dwelling"))
    bonus.does("witches", Pass("bonus_cult")).settled().has("halflings", vp=22)


def test_alchemists_gain_power_for_spades_after_their_stronghold():
    """TM-7.3.10, TM-7.8.8, TM-7.8.7: twelve power for building it, two for every spade from then on."""
    table = position("alchemists", "witches", alchemists=has(trading_house="A8", dwelling="E10"), actions=3)
    table.does("alchemists", Dig(1)).has("alchemists", bowls=(5, 7, 0))
    table.does("alchemists", Transform("D8", "swamp", 1), UpgradeStructure("A8", "stronghold")).has(
        "alchemists", bowls=(0, 5, 7)
    )
    table.copy().does("alchemists", Dig(2)).has("alchemists", bowls=(0, 1, 11))
    table.does("alchemists", Dig(1)).has("alchemists", bowls=(0, 3, 9)).entered(0, "bowl3", 2, "faction_spade")


def test_giants_use_two_spades():
    """TM-7.3.11: whatever the distance, to wasteland only; a single one needs a dig, or is given up."""
    table = position("giants", "witches", giants=has(dwelling="D7", bowls=FULL, worker=3))
    table.does("giants", PowerAction("power_spade"))
    table.copy().does("giants", Transform("E10", "wasteland", 1)).rejected("TM-7.3.11", possible=[2])
    table.copy().does("giants", Forfeit("spades"), EndTurn()).turn_of("witches")
    table.does("giants", Dig(1), Transform("E10", "swamp", 2)).rejected("TM-7.3.1")
    table.copy().does("giants", Transform("E10", "lakes", 2)).rejected("TM-7.3.11", possible=[])
    table.does("giants", Transform("E10", "wasteland", 2)).shows("E10", terrain="wasteland")


# --- phase 3 --------------------------------------------------------------------------------------------------------


def phase_three(faction, spades, **things):
    """A faction with this number of spades to use after round 1; Nomads have also passed."""
    table = position(faction, "nomads", **{faction: has(**{"dwelling": "E9", "cult": f"0/0/{4 * spades}/0", **things})})
    table.does(faction, Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult"))
    return table.settled()


def test_spades_of_phase_three():
    """TM-7.3.12, TM-6.7.2: no action, any number of hexes, none need become home; then no dwelling, and the income."""
    table = phase_three("witches", 2).then(phase="cult_bonus")
    table.does("witches", Transform("D7", "mountains", 1), Transform("F5", "desert", 1)).shows("F5", terrain="desert")
    table.settled().then(phase="action", round=2)


def test_what_phase_three_does_not_allow():
    """TM-7.3.12, TM-6.7.2, TM-7.11.6: building, digging, others' spades; spades may be given up, nothing else."""
    table = phase_three("witches", 2)
    table.does("witches", Transform("F6", "forest", 1), BuildDwelling("F6")).rejected("TM-7.0.2", phase="cult_bonus")
    table.does("nomads", Transform("F6", "lakes", 1)).rejected("TM-6.7.2", seat=1)
    table.does("nomads", Forfeit("spades")).rejected("TM-7.11.6")
    table.does("witches", Forfeit("bridge")).rejected("TM-7.11.6", phase="cult_bonus")
    table.does("witches", Forfeit("spades")).settled().then(phase="action", round=2)


def test_no_shipping_card_no_tunnel_no_tile_in_phase_three():
    """TM-7.3.12, TM-11.4: shipping without the card, on foot, without VP of the spade tile."""
    table = position("witches", "nomads", witches=has(dwelling="B1", cult="0/0/4/0", vp=20), pool={"bonus_ship": 0})
    table.does("witches", Pass("bonus_ship"))
    table.does("nomads", Pass("bonus_cult")).settled()
    table.does("witches", Transform("D2", "forest", 1)).rejected("TM-7.3.1", reached=False)
    table.does("witches", Transform("A2", "forest", 1)).has("witches", vp=20)
    dwarves = phase_three("dwarves", 1, dwelling="E7")
    dwarves.does("dwarves", Transform("E5", "plains", 1)).rejected("TM-7.3.1", reached=False)


def test_darklings_use_spades_of_phase_three():
    """TM-7.3.12: without a priest, and without their VP."""
    table = phase_three("darklings", 1, dwelling="A8", vp=20)
    table.does("darklings", Transform("A7", "swamp", 1)).has("darklings", vp=20, priest=3)


@pytest.mark.parametrize(("spades", "due"), [(1, []), (2, [[0, 2]])])
def test_giants_in_phase_three(spades, due):
    """TM-7.3.12: a single spade is lost."""
    phase_three("giants", spades, dwelling="D7").then(spades_due=due, round=1 if due else 2)


def test_giants_with_three_spades_use_two():
    """TM-7.3.12: the third is lost with them."""
    table = phase_three("giants", 2, dwelling="D7")
    table.state.spades_due[0][1] = 3
    table.does("giants", Transform("E10", "wasteland", 2)).then(spades_due=[]).settled().then(round=2)


def test_in_phase_three_a_hex_may_pass_over_home():
    """TM-7.3.12, TM-7.3.2: in steps, each of them in the direction of the first."""
    table = phase_three("witches", 2)
    table.does("witches", Transform("F6", "forest", 1))
    table.copy().does("witches", Transform("F6", "mountains", 1)).rejected("TM-7.3.2")
    table.does("witches", Transform("F6", "lakes", 1)).shows("F6", terrain="lakes")


def test_a_sandstorm_is_a_transform_without_spades():
    """TM-7.3.13: no spade is used, none is counted."""
    table = position("nomads", "witches", nomads=has(stronghold="E8"), tile="score_spade")
    table.does("nomads", SpecialAction("nomads_stronghold"), Transform("E7", "desert", 0)).has("nomads", vp=20)


def test_conversions_between_dig_and_transform():
    """TM-11.20: workers for the dig may be bought on the way."""
    table = witches(worker=3)
    table.does("witches", Dig(1), Convert("power", 3, "worker", 1), Transform("F6", "forest", 1)).has(
        "witches", worker=1
    )
