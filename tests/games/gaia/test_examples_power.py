"""Worked examples of the advanced rules and the disasters: EX-31 to EX-48, EX-56, EX-60, EX-61, EX-63 of section 13."""

import pytest

from events.vocabulary.gaia import (
    ClaimObjective,
    DrawDeck,
    PassProtection,
    PlayCity,
    PlayNature,
    PlayPower,
    Protect,
    Taken,
    TornadoDrawn,
    TornadoKeep,
)
from tests.games.gaia.table import table

FOUNDED = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest, (1,1) sea"
FULL = "(0,0) mountain [H11 #1 4 P2:2], (1,0) plain, (0,1) forest, (-1,0) sea, (0,-1) desert"
HIT = PlayPower("lightning", (1, 0))


def advanced(board="", supply="", **options):
    return table(board, supply, mode="advanced", **options)


def disasters(board="", supply="", **options):
    return table(board, supply, mode="advanced_disasters", **options)


def swap(first, second):
    return PlayPower("earthquake", cells=(first, second))


def test_ex_31_takeover():
    """GA-6.5.10: the meeples of the others return, the actor places one."""
    taken = advanced(FOUNDED, hands={1: "sea"}, active=1).when(1, PlayNature("sea", (-1, 0)))
    taken.cities("H11 #1 3 P1:1").supply("5/4/5").entered(0, "vp", -1, "taken_over").entered(1, "vp", 1, "takeover")
    taken.sound()


def test_ex_32_fourth_need_by_another_player():
    """GA-6.5.10: two meeples at once."""
    board = "(0,0) mountain [H11 #1 3 P1:1], (1,0) plain, (0,1) forest, (-1,0) sea"
    full = advanced(board, hands={2: "desert"}, active=2).when(2, PlayNature("desert", (0, -1)))
    full.cities("H11 #1 4 P2:2").supply("5/5/3").entered(2, "vp", 1, "takeover").entered(
        2, "vp", 1, "fourth_need"
    ).sound()


def test_ex_33_fourth_need_by_the_owner():
    """GA-6.5.10, GA-11.25: the owner tops up to two."""
    board = "(0,0) mountain [H11 #1 3 P0:1], (1,0) plain, (0,1) forest, (-1,0) sea"
    full = advanced(board, hands={0: "desert"}).when(0, PlayNature("desert", (0, -1)))
    full.cities("H11 #1 4 P0:2").supply("3/5/5").entered(0, "vp", 1, "fourth_need").sound()


@pytest.mark.parametrize(("mode", "after", "supply"), [("advanced", "P2:2", "5/5/3"), ("basic", "P2:1", "5/5/4")])
def test_ex_34_founding_with_four_needs(mode, after, supply):
    """GA-6.5.7."""
    board = "(0,0) mountain, (1,0) plain, (0,1) forest, (-1,0) sea, (0,-1) desert"
    founded = table(board, hands={2: "H11"}, active=2, mode=mode).when(2, PlayCity("house_city_11", (0, 0)))
    founded.cities(f"H11 #1 4 {after}").supply(supply).sound()


def test_ex_35_sun_four_to_three():
    """GA-7.9.1.4, GA-6.5.4: one of the two meeples returns."""
    sun = advanced(FULL, hands={0: "sun"}).stock(plain=9, desert=9).when(0, PlayPower("sun", (1, 0)))
    sun.cities("H11 #1 3 P2:1").supply("5/5/4").stock(plain=10, desert=8).tile(1, 0, terrain="desert")
    sun.entered(2, "vp", -1, "fourth_need_lost").sound()


def test_ex_36_sun_stock_and_tokens():
    """GA-7.9.1.1 to GA-7.9.1.4, GA-11.17, GA-11.18: tokens stay, the old tile returns."""
    tokens = advanced("(0,0) swamp*3", hands={0: "sun"}).stock(plain=10, swamp=6).when(0, PlayPower("sun", (0, 0)))
    tokens.tile(0, 0, terrain="plain", animals=3).stock(plain=9, swamp=7).sound()
    no_plain = advanced("(0,0) swamp*3", hands={0: "sun"})
    no_plain.state.stock["plain"] = 0
    no_plain.when(0, PlayPower("sun", (0, 0))).rejected("GA-7.9.1.3", terrain="plain")
    covered = advanced("(0,0) swamp [H12 #1 2 P0:1], (1,0) sea, (0,1) forest", hands={0: "sun"})
    covered.when(0, PlayPower("sun", (0, 0))).rejected("GA-7.9.1.1")
    covered.when(0, PlayPower("sun", (5, 5))).rejected("GA-7.9.1.1")
    covered.when(0, PlayPower("sun", (0, 1))).rejected("GA-7.9.1.2", terrain="forest")


def test_ex_37_earthquake_moves_a_city():
    """GA-7.9.3.2: counted at its new cell, against its stored count."""
    board = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest, (2,0) sea, (1,1) desert, (1,-1) swamp"
    moved = advanced(board, hands={1: "earthquake"}, active=1).when(1, swap((0, 0), (1, 0)))
    moved.cities("H11 #1 3 P1:1").supply("5/4/5").tile(1, 0, terrain="mountain").tile(0, 0, terrain="plain").sound()


def test_ex_38_earthquake_two_cities():
    """GA-6.5.3, GA-6.5.10: a loss, then a gain, by one swap."""
    board = (
        "(-1,0) mountain [H10 #1 2 P0:1], (-1,1) forest, (0,0) plain, (1,0) desert, (2,0) swamp [H18 #2 2 P1:1], "
        "(2,1) forest, (3,0) mountain"
    )
    two = advanced(board, hands={2: "earthquake"}, active=2).sound().when(2, swap((0, 0), (1, 0)))
    two.cities("H10 #1 1 -", "H18 #2 3 P2:1").supply("5/5/4").sound()


def test_ex_39_net_zero():
    """GA-6.5.3, GA-11.14: one need lost and another met: nothing happens."""
    board = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest, (1,1) desert"
    zero = advanced(board, hands={1: "earthquake"}, active=1).when(1, swap((1, 0), (1, 1)))
    zero.cities("H11 #1 2 P0:1").not_entered(0, "vp").not_entered(1, "vp").sound()


@pytest.mark.parametrize(
    ("more", "after", "supply"),
    [("(1,1) swamp", "1 -", "5/5/5"), ("(1,1) forest, (1,-1) swamp", "2 P2:1", "5/5/4")],
)
def test_ex_40_four_to_one_and_four_to_two(more, after, supply):
    """GA-6.5.4, GA-6.5.5."""
    lost = advanced(f"{FULL}, {more}", hands={0: "earthquake"}).when(0, swap((0, 0), (1, 0)))
    lost.cities(f"H11 #1 {after}").supply(supply).sound()


@pytest.mark.parametrize("scope", ["everyone", "opponents"])
def test_ex_41_tornado(scope):
    """GA-7.12.2, GA-7.12.3, GA-8.5.1, GA-8.5.3."""
    hands = {0: "H03", 1: "tornado", 2: "sea sun"}
    blown = advanced(hands=hands, active=1, tornado_scope=scope).when(1, PlayPower("tornado")).awaits("tornado_draw")
    event = TornadoDrawn((Taken(2, "power", "sun"), Taken(0, "life", "house_city_03")))
    blown.when(None, TornadoDrawn(event.taken[::-1])).rejected("GA-8.1.1")
    chosen = blown.when(None, event).awaits("tornado_keep", 1).sound().legal(TornadoKeep(0), TornadoKeep(2))
    chosen.entered(2, "hand", -1, "tornado")
    kept = chosen.when(1, TornadoKeep(0)).hand(0, "").hand(1, "H03").hand(2, "sea").awaits("action", 1).sound()
    kept.entered(1, "hand", 1, "tornado")
    assert kept.state.discard["power"] == ["sun"]
    one = advanced(hands={1: "tornado", 2: "sea sun"}, active=1, tornado_scope=scope).when(1, PlayPower("tornado"))
    one.when(None, TornadoDrawn((Taken(2, "power", "sun"),))).hand(1, "sun").awaits("action", 1).sound()


def test_ex_42_protection():
    """GA-7.8.6, GA-7.10.3 to GA-7.10.6, GA-7.11.2, GA-6.2.4."""
    board = "(0,0) mountain, (1,0) plain"
    shaken = advanced(board, hands={0: "earthquake", 2: "protection"}).when(0, swap((0, 0), (1, 0)))
    shaken.awaits("protection", 2).legal(Protect(), PassProtection(), actor=2)
    shaken.when(1, Protect()).rejected("GA-6.1.3")
    cancelled = table(board, mode="advanced", hands={0: "earthquake", 2: "protection"})
    cancelled = cancelled.when(0, swap((0, 0), (1, 0))).when(2, Protect()).awaits("action", 0).then(actions_left=1)
    cancelled.tile(0, 0, terrain="mountain").entered(2, "cancelled", 1, "earthquake").sound()
    assert [player.played_power for player in cancelled.state.players] == [["earthquake"], [], ["protection"]]
    shaken.when(2, PassProtection()).tile(0, 0, terrain="plain").awaits("action", 0).sound()


def both_reach_four(supply, objectives):
    board = "(0,0) desert"
    three = "sun sun rain"
    start = advanced(
        board,
        supply,
        hands={0: "rain", 2: "protection"},
        powers={0: three, 2: three.replace("sun", "earthquake")},
        objectives=objectives,
    )
    return start.when(0, PlayPower("rain", (0, 0))).when(2, Protect()).awaits("claim", 0)


def test_ex_43_both_reach_four():
    """GA-7.13.5, GA-7.13.7, GA-11.22, GA-9.5: the cancelled player first."""
    asked = both_reach_four("", "objective_power_1")
    declined = both_reach_four("", "objective_power_1").when(0, ClaimObjective(None)).awaits("claim", 2)
    assert declined.rules.turn(declined.state).index == 1
    declined.when(2, ClaimObjective("objective_power_1")).supply("5/5/4").awaits("action", 0).sound()
    claimed = asked.when(0, ClaimObjective("objective_power_1")).supply("4/5/5").awaits("action", 0).sound()
    assert [len(player.played_power) for player in claimed.state.players] == [0, 0, 4]
    assert len(claimed.state.discard["power"]) == 4


def test_ex_44_victory_in_anothers_turn():
    """GA-6.7.1, GA-11.16: by the claim that follows Protection."""
    asked = both_reach_four("2/5/1", "objective_power_1 objective_power_2")
    claimed = asked.when(0, ClaimObjective("objective_power_1")).supply("1/5/1").awaits("claim", 2)
    claimed.when(2, ClaimObjective("objective_power_2")).over("all_meeples", 2, 0, 1).then(active=0)
    first = both_reach_four("1/5/1", "objective_power_1 objective_power_2")
    first.when(0, ClaimObjective("objective_power_1")).over("all_meeples", 0, 2, 1)


def test_ex_45_protection_in_ones_own_turn():
    """GA-7.8.2."""
    advanced(hands={0: "protection"}).when(0, PlayPower("protection")).rejected("GA-7.8.2")


def test_ex_46_lightning():
    """GA-7.9.5.2, GA-6.5.8: the bare tile is a gain for another city."""
    board = (
        "(0,0) mountain [H11 #2 2 P1:1], (1,0) plain [H03 #1 2 P0:1], (2,0) sea, (1,1) mountain, (-1,0) sea, "
        "(0,1) desert"
    )
    struck = disasters(board, "4/4/5", hands={2: "lightning"}, active=2).sound().when(2, HIT)
    struck.cities("H11 #2 3 P2:1").supply("5/5/4").tile(1, 0, terrain="plain").sound()
    struck.entered(0, "vp", -1, "lightning").entered(2, "needs", -2, "#1 house_city_03").figures(2, needs=-1, removed=1)
    assert struck.state.discard["life"] == ["house_city_03"]


def erupting(owner=1, supply="5/4/3", seat=0, **options):
    board = (
        f"(0,0) mountain, (1,0) plain*3, (0,1) swamp, (-1,0) forest [H05 #1 3 P{owner}:1], (0,-1) sea, (-1,1) plain, "
        "(-2,0) sea, (2,0) desert [H07 #2 4 P2:2], (2,1) sea, (3,0) plain"
    )
    return disasters(board, supply, hands={seat: "eruption"}, active=seat, **options).sound()


def test_ex_47_eruption():
    """GA-7.9.6.4: cleared, then burnt; one evaluation."""
    before = erupting().stock(plain=7, forest=7, desert=9, swamp=6).then(animal_stock=17)
    before.legal(PlayPower("eruption", (0, 0))).not_legal(PlayPower("eruption", (1, 0)))
    burnt = before.when(0, PlayPower("eruption", (0, 0))).supply("5/5/4").cities("H07 #2 2 P2:1")
    burnt.stock(plain=8, forest=8, desert=6, swamp=7).then(animal_stock=20).sound()
    for cell in ((1, 0), (0, 1), (-1, 0)):
        burnt.tile(*cell, terrain="desert")
    burnt.tile(0, -1, terrain="sea").tile(0, 0, terrain="mountain").entered(1, "vp", -1, "eruption")
    assert burnt.state.discard["life"] == ["house_city_05"]


def test_ex_48_eruption_limits():
    """GA-7.9.6.1, GA-7.9.6.2, GA-7.9.6.3, GA-11.19, GA-7.15.1."""
    none = erupting()
    none.state.stock["desert"] = 0
    none.when(0, PlayPower("eruption", (0, 0))).rejected("GA-7.9.6.2", stock=0)
    few = erupting()
    few.state.stock["desert"] = 2
    choices = [event.convert for _, event in few.rules.legal(few.state) if isinstance(event, PlayPower)]
    assert choices == [((-1, 0), (0, 1)), ((-1, 0), (1, 0)), ((0, 1), (1, 0))]
    for convert in (None, ((0, 1),), ((-1, 0), (0, -1)), ((-1, 0), (0, 1), (1, 0)), ((0, 1), (0, 1))):
        few.when(0, PlayPower("eruption", (0, 0), convert=convert)).rejected("GA-7.9.6.3", stock=2)
    backwards = PlayPower("eruption", (0, 0), convert=((0, 1), (-1, 0)))
    assert few.rules.plain(few.state, 0, backwards).convert == ((-1, 0), (0, 1))
    some = few.when(0, PlayPower("eruption", (0, 0), convert=((-1, 0), (0, 1)))).stock(desert=0)
    some.tile(1, 0, terrain="plain").cities("H07 #2 3 P2:1")
    named = PlayPower("eruption", (0, 0), convert=((-1, 0), (1, 0), (0, 1)))
    whole = erupting()
    assert whole.rules.plain(whole.state, 0, named) == PlayPower("eruption", (0, 0))
    whole.when(0, named).stock(desert=6)
    whole.cities("H07 #2 2 P2:1")
    enough = erupting()
    enough.state.stock["desert"] = 3
    enough.legal(PlayPower("eruption", (0, 0))).when(0, PlayPower("eruption", (0, 0))).stock(desert=0)
    covered = f"{FOUNDED}, (2,1) swamp"
    offered = disasters(covered, hands={1: "eruption"}, active=1).legal(PlayPower("eruption", (0, 0)))
    kept = offered.when(1, PlayPower("eruption", (0, 0)))
    kept.cities("H11 #1 1 -").tile(1, 0, terrain="desert").sound()
    bare_only = disasters(covered, hands={1: "eruption"}, active=1, eruption_site="uncovered_mountain")
    bare_only.not_legal(PlayPower("eruption", (0, 0)))
    bare_only.when(1, PlayPower("eruption", (0, 0))).rejected("GA-7.9.6.1", terrain="mountain")
    bare_only.when(1, PlayPower("eruption", (0, 1))).rejected("GA-7.9.6.1", terrain="forest")


def test_ex_56_tornado_for_everyone():
    """GA-8.5.1, GA-7.12.3, GA-11.12."""
    hands = {0: "plain tornado", 1: "rain"}
    event = TornadoDrawn((Taken(1, "power", "rain"), Taken(0, "nature", "nature_plain")))
    all_lose = advanced(players=2, hands=hands).when(0, PlayPower("tornado")).when(None, event)
    kept = all_lose.when(0, TornadoKeep(0)).hand(0, "plain").hand(1, "").sound()
    assert kept.state.discard["power"] == ["rain"]
    others = advanced(players=2, hands=hands, tornado_scope="opponents").when(0, PlayPower("tornado"))
    others.when(None, event).rejected("GA-8.1.1", awaited=[1])
    others.when(None, TornadoDrawn(event.taken[:1])).hand(0, "plain rain").awaits("action", 0).sound()


def test_ex_60_basic_game_and_power_events():
    """GA-7.3.1, GA-7.8.1, GA-6.1.2, GA-7.2.1."""
    basic = table("(0,0) swamp")
    basic.when(0, DrawDeck("power")).rejected("GA-7.3.1", mode="basic")
    basic.when(0, PlayPower("sun", (0, 0))).rejected("GA-7.8.1", mode="basic")
    basic.when(0, Protect()).rejected("GA-6.1.2")


def test_ex_61_own_losses_by_own_eruption_or_earthquake():
    """GA-6.5.14, GA-7.8.4: the actor's own cities are treated like all others."""
    burnt = erupting(owner=0, supply="4/5/3").when(0, PlayPower("eruption", (0, 0))).supply("5/5/4")
    burnt.entered(0, "vp", -1, "eruption").sound()
    lost = advanced(FULL.replace("P2:2", "P0:2"), hands={0: "earthquake"}).when(0, swap((0, 0), (1, 0)))
    lost.cities("H11 #1 1 -").supply("5/5/5").entered(0, "vp", -2, "one_need_left").sound()


def test_ex_63_two_claims_by_one_player():
    """GA-7.13.9, GA-7.13.7, GA-11.21: the four oldest cards, then asked once more."""
    seven = "sun earthquake tornado rain sun rain earthquake"

    def asked():
        start = advanced(
            "(0,0) desert",
            "3/5/5",
            hands={0: "rain"},
            powers={0: seven},
            objectives="objective_power_1 objective_power_2",
        )
        return start.when(0, PlayPower("rain", (0, 0))).awaits("claim", 0)

    first = asked().when(0, ClaimObjective("objective_power_1")).supply("2/5/5").awaits("claim", 0).sound()
    assert first.state.players[0].played_power == ["sun", "rain", "earthquake", "rain"]
    assert first.state.discard["power"] == ["sun", "earthquake", "tornado", "rain"]
    ended = asked().when(0, ClaimObjective("objective_power_1")).when(0, ClaimObjective(None))
    ended.supply("2/5/5").awaits("action", 0)
    second = first.when(0, ClaimObjective("objective_power_2")).supply("1/5/5").awaits("action", 0).sound()
    assert second.state.players[0].played_power == []
    asked().when(0, ClaimObjective(None)).supply("3/5/5").awaits("action", 0)
