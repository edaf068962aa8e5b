"""Power actions (TM-7.7), special actions (TM-7.6), and giving up (TM-7.11.6)."""

import pytest

from events.vocabulary.terra_mystica import (
    AcceptPower,
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    ChooseFavorTile,
    ChooseTownTile,
    Convert,
    Dig,
    EndTurn,
    Forfeit,
    Pass,
    PlaceBridge,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

FULL = (0, 0, 12)


@pytest.mark.parametrize(
    ("action", "cost", "gains"),
    [
        ("power_priest", 3, {"priest": 4}),
        ("power_workers", 4, {"worker": 17}),
        ("power_coins", 4, {"coin": 37}),
        ("power_bridge", 3, {}),
        ("power_spade", 4, {}),
        ("power_two_spades", 6, {}),
    ],
)
def test_power_actions(action, cost, gains):
    """TM-7.7, TM-7.7.1: the cost goes from bowl III to bowl I; once per round, for everybody together."""
    table = position("witches", "nomads", witches=has(bowls=FULL), nomads=has(bowls=FULL), actions=2)
    table.does("witches", PowerAction(action)).has("witches", bowls=(cost, 0, 12 - cost), **gains)
    table.state.followup.spades = table.state.followup.bridges = 0
    table.copy().does("witches", PowerAction(action)).rejected("TM-7.7.1", used=True)
    table.does("witches", PowerAction("power_coins" if action == "power_workers" else "power_workers"), EndTurn())
    table.does("nomads", PowerAction(action)).rejected("TM-7.7.1", action=action, used=True)


def test_a_power_action_that_does_not_exist():
    """TM-7.7.1: there are six."""
    position("witches", "nomads").does("witches", PowerAction("power_castle")).rejected("TM-7.7.1", used=False)


def test_blocking():
    """TM-7.7.2: taken without use for the gain, the cost is paid."""
    table = position("witches", "nomads", witches=has(bowls=FULL, priest=7))
    table.does("witches", PowerAction("power_priest")).has("witches", priest=7, bowls=(3, 0, 9))
    table.then(used=["power_priest"])


def test_a_bridge_that_cannot_be_placed():
    """TM-7.7.3: without a site or a bridge left the follow-up is given up; before, nothing else is allowed."""
    for things in ({"dwelling": "A1"}, {"dwelling": "C2", "bridges_left": 0, "bridges": "C2-D3 C2-D4 C2-E5"}):
        table = position(
            "witches", "nomads", witches=has(bowls=FULL, **{k: v for k, v in things.items() if k != "bridges_left"})
        )
        table.does("witches", PowerAction("power_bridge"), EndTurn()).rejected("TM-6.4.5", owed=["bridge"])
        assert not table.offered("witches", PlaceBridge)
        table.does("witches", Forfeit("bridge"), EndTurn()).turn_of("nomads")


def test_main_actions_may_be_repeated():
    """TM-6.4.7: any number of times per round, once per turn."""
    table = position("witches", "nomads", witches=has(dwelling="E9"))
    table.does("witches", SendPriest("fire", 2), EndTurn())
    table.does("nomads", SendPriest("air", 2), EndTurn())
    table.does("witches", SendPriest("fire", 2), SendPriest("air", 2)).rejected("TM-6.4.3", actions_left=0)


# --- special actions ------------------------------------------------------------------------------------------------


def test_whose_action_it_is():
    """TM-7.6.0: of the player's own stronghold, card and favor tile; used up until the clean-up."""
    table = position("witches", "nomads", witches=has(dwelling="E9", favors=["favor_water_2"]), actions=3)
    for action in ("bonus_spade", "witches_stronghold", "nomads_stronghold", "engineers_bridge", "nonsense"):
        table.does("witches", SpecialAction(action)).rejected("TM-7.6.0", action=action)
    table.does("witches", SpecialAction("favor_cult"), ChooseCultStep("air"), SpecialAction("favor_cult"))
    table.copy().does("witches", SpecialAction("favor_cult")).rejected("TM-7.6.0", used=True)


def test_two_owners_of_the_same_action():
    """TM-7.6.0, TM-4.1: each player uses their own tile."""
    favors = has(favors=["favor_water_2"])
    table = position("witches", "nomads", witches=favors, nomads=favors)
    table.does("witches", SpecialAction("favor_cult"), ChooseCultStep("air"), EndTurn())
    table.does("nomads", SpecialAction("favor_cult"), ChooseCultStep("air")).accepted()


def test_a_card_that_changes_hands():
    """TM-7.6.0, TM-11.27: taken on passing, it is not used this round; in the next it is free again."""
    table = position("witches", "nomads", witches=has(card="bonus_cult"))
    table.does("witches", SpecialAction("bonus_cult"), ChooseCultStep("air"), EndTurn())
    table.does("nomads", SendPriest("fire", 3), EndTurn())
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult"))
    table.does("nomads", SpecialAction("bonus_cult")).rejected("TM-7.0.4", passed=True)
    table.settled().turn_of("witches").does("witches", SendPriest("fire", 2), EndTurn())
    table.does("nomads", SpecialAction("bonus_cult"), ChooseCultStep("fire")).accepted()


def test_one_cult_step():
    """TM-7.6.1: by card and by favor tile, on any track; both may be used."""
    table = position("witches", "nomads", witches=has(card="bonus_cult", favors=["favor_water_2"]), actions=2)
    table.does("witches", SpecialAction("bonus_cult")).has("witches", cult_owed=[1])
    table.does("witches", ChooseCultStep("fire"), SpecialAction("favor_cult"), ChooseCultStep("fire"))
    table.has("witches", cult="2/0/0/0")


def test_the_card_with_a_spade():
    """TM-7.6.2: one free spade, to which more may be bought."""
    table = position("witches", "nomads", witches=has(dwelling="E9", card="bonus_spade"))
    table.does("witches", SpecialAction("bonus_spade"))
    followup = table.state.followup
    assert (followup.spades, followup.hexes_left, followup.may_dig, followup.build_ok) == (1, 1, True, True)
    table.does("witches", Dig(1), Transform("E10", "forest", 2), BuildDwelling("E10")).has("witches", worker=11)


def test_auren():
    """TM-7.6.3, TM-7.11.3: two steps on one track; the favor tile comes once."""
    table = position("auren", "nomads", auren=has(trading_house="E9", cult="0/1/0/1"), actions=2)
    table.does("auren", UpgradeStructure("E9", "stronghold"), ChooseFavorTile("favor_fire_1"))
    table.does("auren", SpecialAction("auren_stronghold")).has("auren", cult_owed=[2], favors_owed=0)
    table.does("auren", ChooseCultStep("water")).has("auren", cult="1/3/0/1", bowls=(4, 8, 0), cult_owed=[])


def test_the_witches_ride():
    """TM-7.6.4: a dwelling on any empty forest, free; it counts as built, with offers, VP and town."""
    table = position(
        "witches", "nomads", witches=has(stronghold="E9"), nomads=has(dwelling="I7"), tile="score_dwelling_water"
    )
    table.does("witches", SpecialAction("witches_stronghold"), EndTurn()).rejected("TM-6.4.5", owed=["free_dwelling"])
    table.does("witches", SendPriest("fire", 3)).rejected("TM-6.4.3", actions_left=0)
    table.does("witches", BuildDwelling("I7")).rejected("TM-7.4.1")
    table.does("witches", BuildDwelling("I8")).rejected("TM-7.4.1", terrain="plains")
    table.does("witches", BuildDwelling("I6")).has("witches", vp=22, coin=30, worker=15).offers(("nomads", 1))
    none = position("witches", "nomads", witches=has(stronghold="E9"))
    none.does("witches", SpecialAction("witches_stronghold"), Forfeit("free_dwelling"), EndTurn()).turn_of("nomads")


def test_the_swarmlings_trading_house():
    """TM-7.6.5: free, and only that; with offers and VP like any upgrade."""
    table = position(
        "swarmlings",
        "nomads",
        swarmlings=has(stronghold="E11", dwelling="D2", trading_house="C2"),
        nomads=has(dwelling="D3"),
        tile="score_trading_house_air",
    )
    table.does("swarmlings", SpecialAction("swarmlings_stronghold"), UpgradeStructure("C2", "temple")).rejected(
        "TM-7.6.5", to="temple"
    )
    table.does("swarmlings", UpgradeStructure("D2", "trading_house")).has("swarmlings", vp=23, coin=30, worker=15)
    table.offers(("nomads", 1))
    idle = position("swarmlings", "nomads", swarmlings=has(stronghold="E11"))
    idle.does("swarmlings", SpecialAction("swarmlings_stronghold"), Forfeit("free_trading_house"), EndTurn()).turn_of(
        "nomads"
    )


def chaos(**options):
    return position(
        "chaos_magicians",
        "nomads",
        chaos_magicians=has(stronghold="D7", bowls=FULL),
        nomads=has(dwelling="E8"),
        options=options,
    )


def test_two_actions_in_succession():
    """TM-7.6.6: equal or different, with free decisions between them; not a third."""
    table = chaos()
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold")).then(actions_left=2)
    table.does("chaos_magicians", EndTurn()).rejected("TM-6.4.5", actions_left=2)
    table.does("chaos_magicians", SendPriest("fire", 2), Convert("power", 1, "coin", 1), SendPriest("air", 2))
    table.does("chaos_magicians", SendPriest("air", 2)).rejected("TM-6.4.3", actions_left=0)
    table.does("chaos_magicians", EndTurn()).turn_of("nomads")


def test_passing_as_the_second_action_and_as_the_first():
    """TM-7.6.6: passing loses what was left."""
    table = chaos()
    table.does(
        "chaos_magicians", SpecialAction("chaos_magicians_stronghold"), SendPriest("fire", 2), Pass("bonus_dwelling")
    )
    table.turn_of("nomads").has("chaos_magicians", passed=True)
    first = chaos()
    first.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), Pass("bonus_dwelling")).turn_of("nomads")
    first.does("chaos_magicians", SendPriest("fire", 2)).rejected("TM-7.0.4")


def test_without_the_strict_rule_an_action_follows_the_pass():
    """TM-7.6.6: `chaos_pass_strict` false."""
    table = chaos(chaos_pass_strict=False)
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), Pass("bonus_dwelling"))
    table.turn_of("chaos_magicians").does("chaos_magicians", SendPriest("fire", 2), EndTurn()).turn_of("nomads")
    ended = chaos(chaos_pass_strict=False)
    ended.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), Pass("bonus_dwelling"), EndTurn())
    ended.turn_of("nomads")


@pytest.mark.parametrize(("strict", "following"), [(True, "witches"), (False, "nomads")])
def test_who_comes_after_a_pass_as_the_first_of_two_actions(strict, following):
    """TM-6.8.3, TM-7.6.6: the next in the order before the pass; after a second action the next in the new order."""
    options = {"chaos_pass_strict": strict, "turn_order": "pass_order"}
    chaos = {"active": "chaos_magicians", "chaos_magicians": has(stronghold="D7")}
    table = position("nomads", "chaos_magicians", "witches", options=options, **chaos)
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), Pass("bonus_dwelling")).accepted()
    if not strict:
        table.does("chaos_magicians", SendPriest("fire", 2), EndTurn()).accepted()
    table.turn_of(following).then(order=[0, 2, 1])


@pytest.mark.parametrize("timing", ["immediate", "deferred"])
def test_offers_of_the_first_of_two_actions(timing):
    """TM-7.6.6, TM-6.5.5, TM-6.5.6: decided before the second, or open during it."""
    table = position(
        "chaos_magicians",
        "nomads",
        chaos_magicians=has(stronghold="D7", dwelling="E10"),
        nomads=has(dwelling="E9"),
        options={"reaction_timing": timing},
    )
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), UpgradeStructure("E10", "trading_house"))
    outcome = table.does("chaos_magicians", SendPriest("fire", 2))
    if timing == "immediate":
        outcome.rejected("TM-6.5.5", open_offers=1)
        table.does("nomads", AcceptPower(1))
        table.does("chaos_magicians", SendPriest("fire", 2)).accepted()
    else:
        outcome.offers(("nomads", 1))


def test_the_giants_spades():
    """TM-7.6.7: two free spades for one hex, then a dwelling."""
    table = position("giants", "nomads", giants=has(stronghold="D7"), tile="score_spade")
    table.does("giants", SpecialAction("giants_stronghold")).has("giants", vp=24)
    assert (table.state.followup.hexes_left, table.state.followup.may_dig) == (1, True)
    table.does("giants", Transform("E10", "wasteland", 2), BuildDwelling("E10")).has("giants", worker=14)


def test_a_sandstorm():
    """TM-7.6.8: to desert, next to a structure of the player's, whatever is there, then a dwelling at its cost."""
    table = position("nomads", "witches", nomads=has(stronghold="E8", dwelling="C2", bridges="C2-E5", shipping=3))
    table.does("nomads", SpecialAction("nomads_stronghold"))
    for hex_, terrain, spades in (("E5", "desert", 0), ("G3", "desert", 0), ("E7", "forest", 0), ("E7", "desert", 1)):
        table.does("nomads", Transform(hex_, terrain, spades)).rejected("TM-7.6.8")
    table.does("nomads", BuildDwelling("D3")).rejected("TM-6.4.3", actions_left=0)
    table.does("nomads", Transform("E7", "desert", 0), BuildDwelling("E7")).has("nomads", worker=14, coin=28)
    idle = position("nomads", "witches", nomads=has(stronghold="E8"))
    idle.does("nomads", SpecialAction("nomads_stronghold"), Forfeit("sandstorm"), EndTurn()).turn_of("witches")


def test_the_engineers_bridge():
    """TM-7.6.9: two workers, as often as they are paid, from the beginning."""
    table = position("engineers", "witches", engineers=has(dwelling="C2", worker=5), actions=3)
    table.does("engineers", SpecialAction("engineers_bridge"), PlaceBridge("C2", "D3")).has("engineers", worker=3)
    table.does("engineers", SpecialAction("engineers_bridge"), PlaceBridge("D4", "C2")).has("engineers", worker=1)
    table.does("engineers", SpecialAction("engineers_bridge")).rejected("TM-7.6.9", workers=1)


@pytest.mark.parametrize("things", [{"dwelling": "H7"}, {"dwelling": "C2", "bridges": "C2-D3 C2-E5 B1-C1"}])
def test_the_engineers_bridge_needs_a_place(things):
    """TM-7.6.9: no bridge is left, or no site has their structure; the option lets it be given up."""
    action = SpecialAction("engineers_bridge")
    without = position("engineers", "witches", engineers=has(worker=5, **things))
    without.does("engineers", action).rejected("TM-7.6.9", sites=0)
    assert (0, action) not in list(without.rules.legal(without.state))
    loose = position("engineers", "witches", engineers=has(worker=5, **things), options={"loose_bridge_action": True})
    assert (0, action) in list(loose.rules.legal(loose.state))
    loose.does("engineers", action, Forfeit("bridge")).has("engineers", worker=3)


# --- giving up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what", ["spades", "sandstorm", "free_dwelling", "free_trading_house", "bridge", "ordination", "favor", "gate", ""]
)
def test_only_what_is_open_can_be_given_up(what):
    """TM-7.11.6: nothing of it is."""
    position("witches", "nomads").does("witches", Forfeit(what)).rejected("TM-7.11.6", what=what)


def test_bought_spades_that_cannot_be_used():
    """TM-7.11.6, TM-7.2.5: only then they may be given up."""
    stuck = position("fakirs", "witches", fakirs=has(dwelling="A1", priest=0, worker=3), witches=has(dwelling="A2 B1"))
    stuck.does("fakirs", Dig(1), Forfeit("spades"), EndTurn()).turn_of("witches")


def test_a_favor_tile_is_given_up_only_if_there_is_none():
    """TM-7.11.6, TM-7.11.1: all kinds are owned or gone."""
    kinds = [f"favor_{cult}_{n}" for cult in ("fire", "water", "earth", "air") for n in (1, 2, 3)]
    table = position("witches", "nomads", witches=has(favors=kinds, favors_owed=1), actions=0)
    table.does("witches", EndTurn()).rejected("TM-6.4.5", owed=["favor"])
    table.does("witches", Forfeit("favor"), EndTurn()).turn_of("nomads")
    one = position("witches", "nomads", witches=has(favors=kinds[1:], favors_owed=1), actions=0)
    one.does("witches", Forfeit("favor")).rejected("TM-7.11.6")


def test_ordination_may_be_given_up():
    """TM-7.11.6: the Darklings need not."""
    table = position("darklings", "nomads", darklings=has(trading_house="A8"))
    table.does("darklings", UpgradeStructure("A8", "stronghold"), Forfeit("ordination")).has("darklings", ordination=0)


# --- tracks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "level", "vp"),
    [
        ("witches", 0, 2),
        ("witches", 1, 3),
        ("witches", 2, 4),
        ("mermaids", 1, 2),
        ("mermaids", 2, 3),
        ("mermaids", 3, 4),
        ("mermaids", 4, 5),
    ],
)
def test_advancing_shipping(faction, level, vp):
    """TM-7.5, TM-7.5.1: a priest and four coins; VP by the level reached."""
    table = position(faction, "nomads", **{faction: has(shipping=level)})
    table.does(faction, AdvanceShipping()).has(faction, shipping=level + 1, vp=20 + vp, coin=26, priest=2)
    table.entered(0, "vp", vp, "shipping")


@pytest.mark.parametrize(
    ("faction", "things"),
    [
        ("witches", {"shipping": 3}),
        ("mermaids", {"shipping": 5}),
        ("dwarves", {}),
        ("fakirs", {}),
        ("witches", {"coin": 3}),
        ("witches", {"priest": 0}),
    ],
)
def test_no_shipping_to_advance(faction, things):
    """TM-7.5.1: not at the maximum, not without a track, not unpaid."""
    table = position(faction, "giants", **{faction: has(**things)})
    table.does(faction, AdvanceShipping()).rejected("TM-7.5.1")


@pytest.mark.parametrize(
    ("faction", "coins", "level"), [("witches", 5, 0), ("witches", 5, 1), ("halflings", 1, 0), ("fakirs", 5, 0)]
)
def test_advancing_exchange(faction, coins, level):
    """TM-7.5.2: two workers, a priest, and coins; six VP."""
    table = position(faction, "giants", **{faction: has(exchange=level)})
    table.does(faction, AdvanceExchange()).has(faction, exchange=level + 1, vp=26, coin=30 - coins, worker=13, priest=2)
    table.entered(0, "vp", 6, "exchange")


@pytest.mark.parametrize(
    ("faction", "things"),
    [("witches", {"exchange": 2}), ("fakirs", {"exchange": 1}), ("darklings", {}), ("witches", {"worker": 1})],
)
def test_no_exchange_to_advance(faction, things):
    """TM-7.5.2: not at the maximum, not without a track, not unpaid."""
    table = position(faction, "giants", **{faction: has(**things)})
    table.does(faction, AdvanceExchange()).rejected("TM-7.5.2")


def test_free_shipping_steps():
    """TM-7.5.3: VP of the level reached; Fakirs fly further; Dwarves have nothing of it."""
    for faction, after in (  # the tile itself is worth 4 VP, score_town 5, a town of Witches 5
        ("witches", {"shipping": 1, "vp": 20 + 4 + 2 + 5 + 5}),
        ("fakirs", {"carpet_range": 2, "vp": 29}),
        ("dwarves", {"shipping": 0, "vp": 29}),
    ):
        table = position(faction, "giants", **{faction: has(towns_owed=1)}, options={"mini_expansion_towns": True})
        table.does(faction, ChooseTownTile("town_4vp_ship")).has(faction, **after)
    full = position(
        "swarmlings", "giants", swarmlings=has(towns_owed=1, shipping=3), options={"mini_expansion_towns": True}
    )
    full.does("swarmlings", ChooseTownTile("town_4vp_ship")).has("swarmlings", shipping=3, vp=29)


def test_burning_for_an_action():
    """TM-7.1.1, TM-7.1.5: before the action."""
    table = position("witches", "nomads", witches=has(bowls=(5, 7, 0)))
    table.does("witches", BurnPower(3), PowerAction("power_priest")).has("witches", bowls=(8, 1, 0))
