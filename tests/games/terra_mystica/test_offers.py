"""Power from structures: offers (TM-6.5) and the answers to them (TM-7.12)."""

import pytest

from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.state import Offer, Player
from events.vocabulary.terra_mystica import (
    AcceptPower,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    Convert,
    DeclinePower,
    Dig,
    DropPlayer,
    EndTurn,
    Pass,
    PlaceBridge,
    PowerAction,
    SendPriest,
    SpecialAction,
    TakeUnofferedPower,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

DEFERRED = {"reaction_timing": "deferred"}


def neighbours(active="witches", options=None, order=None, actions=1, **things):
    """Witches at E9; Nomads at D7, F5 and F6, Engineers at E10, Mermaids far away."""
    players = {
        "witches": has(dwelling="E9"),
        "nomads": has(temple="D7", dwelling="F5"),
        "engineers": has(trading_house="E10"),
        "mermaids": has(dwelling="A4"),
    }
    for name, more in things.items():
        players[name] = {**players[name], **more}
    return position(*players, active=active, options=options, order=order, actions=actions, **players)


def built(options=None, **things):
    return neighbours(options=options, **things).does("witches", UpgradeStructure("E9", "trading_house"))


# --- making offers --------------------------------------------------------------------------------------------------


def test_who_is_offered_what():
    """TM-6.5.1: the power values of all own structures next to it, in the order of turns after the builder."""
    built().offers(("nomads", 3), ("engineers", 2))
    around = neighbours(active="witches", order=["mermaids", "engineers", "witches", "nomads"])
    around.does("witches", UpgradeStructure("E9", "trading_house")).offers(("nomads", 3), ("engineers", 2))
    other = neighbours(active="witches", order=["nomads", "witches", "engineers", "mermaids"])
    other.does("witches", UpgradeStructure("E9", "trading_house")).offers(("engineers", 2), ("nomads", 3))


def test_building_a_dwelling_offers_too():
    """TM-6.5.1: the builder's structure does not matter, nor do the builder's own neighbours."""
    table = neighbours()
    table.does("witches", Dig(1), Transform("F6", "forest", 1), BuildDwelling("F6"))
    table.offers(("nomads", 1), ("engineers", 2))


def test_what_makes_no_offers():
    """TM-6.5.1: transforming, bridges; and dropped players get none."""
    table = position(
        "witches", "nomads", witches=has(dwelling="C2", bowls=(0, 0, 12)), nomads=has(dwelling="D3"), actions=2
    )
    table.does("witches", PowerAction("power_bridge"), PlaceBridge("C2", "D3")).offers()
    table.does("witches", PowerAction("power_spade"), Transform("B2", "swamp", 1)).offers()
    neighbours(nomads={"dropped": True}).does("witches", UpgradeStructure("E9", "trading_house")).offers(
        ("engineers", 2)
    )


def test_over_a_bridge():
    """TM-6.5.1, TM-3.4.5: structures joined by a bridge are adjacent."""
    table = position("witches", "nomads", witches=has(dwelling="C2", bridges="C2-D3"), nomads=has(temple="D3"))
    table.does("witches", UpgradeStructure("C2", "trading_house")).offers(("nomads", 2)).has("witches", coin=27)


@pytest.mark.parametrize(
    ("amount", "vp", "bowls", "gain"),
    [
        (3, 20, (5, 7, 0), 3),
        (3, 20, (0, 1, 11), 1),
        (3, 1, (5, 7, 0), 2),
        (3, 0, (5, 7, 0), 1),
        (1, 0, (5, 7, 0), 1),
        (4, 20, (0, 0, 12), 0),
    ],
)
def test_what_can_be_gained(amount, vp, bowls, gain):
    """TM-6.5.2, TM-7.12.3, TM-7.12.4: limited by the offer, by VP and by the room in the bowls."""
    player = Player(0, vp=vp, bowl1=bowls[0], bowl2=bowls[1], bowl3=bowls[2])
    assert gainable(player, Offer(1, 1, 0, amount, 0)) == gain


# --- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "structures"),
    [(1, {"dwelling": "F5"}), (2, {"temple": "F5"}), (3, {"temple": "D7", "dwelling": "F5"}), (4, {"temple": "D7 F5"})],
)
def test_the_price_of_power(amount, structures):
    """TM-7.12.1, TM-7.12.2: one, two, three, four power for nothing, one, two, three VP."""
    structures = {"temple": "", "dwelling": "", **structures}
    table = neighbours(nomads=structures).does("witches", UpgradeStructure("E9", "trading_house"))
    table.does("nomads", AcceptPower(1)).has("nomads", vp=20 - amount + 1, bowls=(5 - amount, 7 + amount, 0))


def test_declining():
    """TM-7.12.5: nothing happens; the offer is gone."""
    table = built().does("nomads", DeclinePower(1)).has("nomads", vp=20, bowls=(5, 7, 0)).offers(("engineers", 2))
    table.does("nomads", AcceptPower(1)).rejected("TM-7.12.1", offer=1)


def test_all_or_nothing():
    """TM-6.5.3: an answer names an offer, not an amount; there are two."""
    table = built()
    assert table.offered("nomads", AcceptPower) == [AcceptPower(1)]
    assert table.offered("nomads", DeclinePower) == [DeclinePower(1)]


def test_answers_to_offers_that_are_not_there():
    """TM-7.12.1: nor to those of others."""
    table = built()
    table.does("mermaids", AcceptPower(1)).rejected("TM-7.12.1", open_offers=[])
    table.does("engineers", AcceptPower(1)).rejected("TM-7.12.1", open_offers=[2])
    table.does("nomads", DeclinePower(7)).rejected("TM-7.12.1")


def test_too_few_vp():
    """TM-7.12.4: with one VP two power."""
    built(nomads={"vp": 1}).does("nomads", AcceptPower(1)).has("nomads", vp=0, bowls=(3, 9, 0))


def test_too_little_room():
    """TM-7.12.3: what fits is gained and paid."""
    built(nomads={"bowls": (0, 2, 10)}).does("nomads", AcceptPower(1)).has("nomads", vp=19, bowls=(0, 0, 12))


def test_only_offers_cost_vp():
    """TM-6.5.9: power from income, tiles and cult spaces is free."""
    table = position("witches", "nomads", witches=has(cult="4/0/0/0"))
    table.does("witches", SendPriest("fire", 3)).has("witches", vp=20, bowls=(1, 11, 0))


def test_void_from_the_start():
    """TM-6.5.4, TM-11.18: full bowls need no decision."""
    table = built(nomads={"bowls": (0, 0, 9)}).offers(("engineers", 2))
    assert [offer.amount for offer in table.state.void_offers] == [3]
    table.does("nomads", AcceptPower(1)).rejected("TM-7.12.1")


def test_void_by_another_acceptance():
    """TM-6.5.4: as soon as the bowls are full."""
    table = neighbours(options=DEFERRED, nomads={"bowls": (0, 3, 9)}, actions=2)
    table.does("witches", UpgradeStructure("E9", "trading_house"), UpgradeStructure("E9", "temple"))
    table.offers(("nomads", 3), ("engineers", 2), ("nomads", 3), ("engineers", 2))
    table.does("nomads", AcceptPower(3)).rejected("TM-7.12.7", older=1)
    table.does("nomads", AcceptPower(1)).has("nomads", bowls=(0, 0, 12)).offers(("engineers", 2), ("engineers", 2))


# --- timing ---------------------------------------------------------------------------------------------------------


def test_immediate_reactions_come_first():
    """TM-6.5.5: in order, before anything else."""
    table = built()
    table.does("witches", EndTurn()).rejected("TM-6.5.5", open_offers=2)
    table.does("witches", Convert("worker", 1, "coin", 1)).rejected("TM-6.5.5")
    table.does("witches", BurnPower(1)).rejected("TM-6.5.5")
    table.does("engineers", AcceptPower(2)).rejected("TM-6.5.5", first=1)
    table.does("nomads", AcceptPower(1))
    table.does("engineers", DeclinePower(2))
    table.does("witches", EndTurn()).turn_of("nomads")


def test_deferred_reactions_stay_open():
    """TM-6.5.6: any time, in any order; others play on."""
    table = built(DEFERRED)
    table.does("witches", EndTurn())
    table.does("engineers", AcceptPower(2)).offers(("nomads", 3))
    table.does("nomads", BurnPower(2), AcceptPower(1)).offers()


def test_burning_before_accepting():
    """TM-7.12.6: in the player's own turn it lowers the room, and so the price."""
    table = built(DEFERRED, nomads={"bowls": (0, 3, 6)})
    table.does("witches", EndTurn()).does("nomads", BurnPower(1), AcceptPower(1)).has("nomads", vp=20, bowls=(0, 0, 8))


def test_a_main_action_declines():
    """TM-6.4.4, TM-7.12.9: all open offers, at no cost; pass and conversions: pass does, conversions do not."""
    table = built(DEFERRED)
    table.does("witches", EndTurn())
    table.does("nomads", Convert("worker", 1, "coin", 1)).offers(("nomads", 3), ("engineers", 2))
    table.does("nomads", SendPriest("fire", 3)).offers(("engineers", 2)).has("nomads", vp=20)
    table.does("nomads", EndTurn()).does("engineers", Pass("bonus_dwelling")).offers()


def test_offers_to_a_passed_player():
    """TM-7.12.10: decided all the same, and open until the phase is over."""
    table = built(DEFERRED, nomads={"passed": True}, mermaids={"passed": True})
    table.does("witches", EndTurn()).does("engineers", Pass("bonus_dwelling"))
    table.does("witches", Pass("bonus_cult")).settled().then(phase="action", round=1)
    table.turn_of(None).does("nomads", AcceptPower(1)).has("nomads", vp=18)
    table.settled().then(round=2)


def test_equal_offers_in_their_order():
    """TM-7.12.7: of the same amount from the same player the older first."""
    table = neighbours(options=DEFERRED, actions=2)
    table.does("witches", UpgradeStructure("E9", "trading_house"), UpgradeStructure("E9", "temple"))
    table.does("nomads", AcceptPower(3)).rejected("TM-7.12.7", offer=3, older=1)
    table.does("nomads", DeclinePower(1), AcceptPower(3)).has("nomads", vp=18)


# --- Cultists -------------------------------------------------------------------------------------------------------


def cultists(options=None, **things):
    """Cultists at E9 between Nomads and Engineers."""
    players = {
        "cultists": has(dwelling="E9"),
        "nomads": has(temple="D7"),
        "engineers": has(trading_house="E10"),
    }
    for name, more in things.items():
        players[name] = {**players[name], **more}
    table = position(*players, options=options, **players)
    return table.does("cultists", UpgradeStructure("E9", "trading_house"))


def test_a_step_for_the_first_acceptance():
    """TM-7.12.8: one, regardless of the number of acceptances; with immediate reactions it comes before all else."""
    table = cultists().does("nomads", AcceptPower(1)).has("cultists", cult_owed=[1])
    table.does("engineers", AcceptPower(2)).has("cultists", cult_owed=[1])
    table.does("cultists", EndTurn()).rejected("TM-6.5.5", cult_steps_owed=1)
    table.does("cultists", ChooseCultStep("air")).then(reaction_steps=0)
    table.does("cultists", EndTurn()).has("cultists", cult="0/0/0/1", bowls=(5, 7, 0))


def test_the_step_waits_for_the_answers():
    """TM-6.5.5: all offers of the group are decided, then the step is chosen."""
    table = cultists().does("nomads", AcceptPower(1))
    assert [event for who, event in table.rules.legal(table.state)][:2] == [AcceptPower(2), DeclinePower(2)]
    table.does("cultists", ChooseCultStep("air")).rejected("TM-6.5.5", open_offers=1)
    cultists({"reaction_timing": "deferred"}).does("nomads", AcceptPower(1)).does(
        "cultists", ChooseCultStep("air")
    ).has("cultists", cult="0/0/0/1")


def test_power_if_all_decline():
    """TM-7.12.8: one, when the last has declined."""
    table = cultists().does("nomads", DeclinePower(1)).has("cultists", bowls=(5, 7, 0))
    table.does("engineers", DeclinePower(2)).has("cultists", bowls=(4, 8, 0), cult_owed=[])
    table.entered(0, "bowl1", -1, "all_declined")


def test_power_if_the_others_are_void():
    """TM-7.12.8: void offers are not counted, one declined is enough; TM-11.32: none but void ones give nothing."""
    table = cultists(nomads={"bowls": (0, 0, 12)}).offers(("engineers", 2))
    table.does("engineers", DeclinePower(2)).has("cultists", bowls=(4, 8, 0))
    nothing = cultists(nomads={"bowls": (0, 0, 12)}, engineers={"bowls": (0, 0, 12)})
    nothing.offers().has("cultists", bowls=(5, 7, 0), cult_owed=[])


@pytest.mark.parametrize(("others", "power"), [(True, 1), (False, 0)])
def test_power_if_the_last_offer_becomes_void(others, power):
    """TM-7.12.8, TM-6.5.4: void by other power that was taken; one declined is enough, none is too few."""
    players = {
        "cultists": has(dwelling="E9"),
        "nomads": has(temple="D7", bowls=(0, 1, 11)),
        "engineers": has(dwelling="E10") if others else {},
        "witches": has(dwelling="C5"),
    }
    table = position(*players, **players, options=DEFERRED)
    table.does("cultists", UpgradeStructure("E9", "trading_house"), EndTurn())
    if others:
        table.does("engineers", DeclinePower(2)).has("cultists", bowls=(5, 7, 0))
    table.but(active=3, actions_left=1)
    table.does("witches", UpgradeStructure("C5", "trading_house"))
    table.does("nomads", AcceptPower(table.state.offers[-1].id)).offers().then(groups=[])
    table.has("cultists", bowls=(5 - power, 7 + power, 0), cult_owed=[])
    assert [offer.giver for offer in table.state.void_offers] == [0]


def test_before_the_errata():
    """TM-7.12.8: no power without `cultist_errata`."""
    table = cultists({"cultist_errata": False}).does("nomads", DeclinePower(1))
    table.does("engineers", DeclinePower(2)).has("cultists", bowls=(5, 7, 0))


def test_one_step_for_each_group():
    """TM-7.12.8: two structures, two groups."""
    table = position(
        "cultists", "nomads", cultists=has(dwelling="E9"), nomads=has(temple="D7"), options=DEFERRED, actions=2
    )
    table.does("cultists", UpgradeStructure("E9", "trading_house"), UpgradeStructure("E9", "temple"))
    table.does("nomads", AcceptPower(1), AcceptPower(2)).has("cultists", cult_owed=[1, 1])


def test_the_step_at_any_time():
    """TM-6.5.7: with deferred reactions; but the Cultists' turn does not end with it open."""
    table = cultists(DEFERRED).does("cultists", EndTurn()).turn_of("nomads")
    table.does("nomads", AcceptPower(1), SendPriest("fire", 3), EndTurn())
    table.does("engineers", SendPriest("air", 3), EndTurn()).turn_of("cultists")
    table.copy().does("cultists", SendPriest("earth", 3), EndTurn()).rejected("TM-6.4.5", owed=["cult"])
    table.copy().does("cultists", Pass("bonus_dwelling")).rejected("TM-6.4.5", owed=["cult"])
    table.does("cultists", ChooseCultStep("water"), SendPriest("earth", 3), EndTurn()).accepted()


def test_the_step_of_the_last_player():
    """TM-6.5.7: may wait until the phase ends, which waits for it."""
    table = cultists(DEFERRED, nomads={"passed": True}, engineers={"passed": True})
    table.does("nomads", AcceptPower(1))
    table.does("engineers", DeclinePower(2))
    table.does("cultists", EndTurn(), Pass("bonus_dwelling")).turn_of(None).settled().then(phase="action")
    table.does("cultists", ChooseCultStep("air")).settled().then(round=2)


@pytest.mark.parametrize("timing", ["immediate", "deferred"])
def test_steps_of_an_action_of_the_last_player(timing):
    """TM-6.5.7, TM-6.4.5: they may wait with deferred reactions only."""
    options = {"reaction_timing": timing}
    table = position("auren", "nomads", auren=has(stronghold="A3"), nomads=has(passed=True), options=options)
    table.does("auren", SpecialAction("auren_stronghold")).has("auren", cult_owed=[2])
    outcome = table.copy().does("auren", EndTurn())
    outcome.rejected("TM-6.4.5", owed=["cult"]) if timing == "immediate" else outcome.accepted()
    table.does("auren", ChooseCultStep("fire"), EndTurn()).accepted()


def test_a_dropped_cultist_is_owed_nothing():
    """TM-7.15.1: nobody waits for the step."""
    table = cultists().does("nomads", AcceptPower(1))
    table.does(None, DropPlayer(0)).does("engineers", DeclinePower(2)).turn_of("nomads")
    table.does("nomads", SendPriest("fire", 3), EndTurn()).turn_of("engineers")


# --- without an offer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "vp", "bowls", "gain", "cost"),
    [(3, 20, (5, 7, 0), 3, 2), (1, 20, (5, 7, 0), 1, 0), (3, 1, (5, 7, 0), 2, 1), (3, 20, (0, 1, 11), 1, 0)],
)
def test_power_that_nobody_offered(power, vp, bowls, gain, cost):
    """TM-17.5.15: with `loose_leech`, as far as VP and room go (TM-7.12.3), no matter whose turn it is."""
    table = neighbours(options={"loose_leech": True}, nomads={"vp": vp, "bowls": bowls})
    before = table.player("nomads")
    room = 2 * before.bowl1 + before.bowl2
    table.does("nomads", TakeUnofferedPower(power, 0)).has("nomads", vp=vp - cost)
    after = table.player("nomads")
    assert room - (2 * after.bowl1 + after.bowl2) == gain
    assert not table.offered("nomads", TakeUnofferedPower)


def test_who_has_left_takes_no_power():
    """TM-7.15.1: not even with `loose_leech`."""
    table = neighbours(options={"loose_leech": True}, nomads={"dropped": True})
    table.does("nomads", TakeUnofferedPower(1)).rejected("TM-7.15.1", dropped=True)
    table.does("mermaids", TakeUnofferedPower(1)).accepted()


def test_full_bowls_void_the_offers_there_are():
    """TM-17.5.15, TM-6.5.4."""
    table = built(DEFERRED | {"loose_leech": True}, nomads={"bowls": (0, 1, 11)}).offers(
        ("nomads", 3), ("engineers", 2)
    )
    table.does("nomads", TakeUnofferedPower(1)).offers(("engineers", 2))


def test_where_every_leech_needs_an_offer():
    """TM-17.5.15: without `loose_leech`, for no power, before the first round or when the game is over."""
    neighbours().does("nomads", TakeUnofferedPower(1)).rejected("TM-17.5.15", loose_leech=False)
    loose = neighbours(options={"loose_leech": True})
    loose.copy().does("nomads", TakeUnofferedPower(0)).rejected("TM-17.5.15", power=0)
    for place in ({"round": 0}, {"phase": "over"}):
        early = loose.copy()
        for name, value in place.items():
            setattr(early.state, name, value)
        early.does("nomads", TakeUnofferedPower(1)).rejected("TM-17.5.15")
