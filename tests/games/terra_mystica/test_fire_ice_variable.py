"""Fire & Ice: Shapeshifters and Riverwalkers, TM-16.3 and TM-16.8, and their editions: TM-16.7."""

import pytest

from engine.games.terra_mystica.editions import EDITIONS, edition_of
from engine.games.terra_mystica.flow import proceed
from engine.games.terra_mystica.reach import by_land_and_ship
from engine.games.terra_mystica.rounds import cult_bonus, income
from events.vocabulary.terra_mystica import (
    AcceptPower,
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    BuyToken,
    ChooseHomeTerrain,
    Convert,
    DeclinePower,
    Dig,
    EndTurn,
    Forfeit,
    PowerAction,
    SpecialAction,
    TakePriest,
    Transform,
    UnlockTerrain,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has
from tests.games.terra_mystica.test_fire_ice import table

# --- Shapeshifters --------------------------------------------------------------------------------------------------


def shifters(version="v5", timing="immediate", **things):
    own = {"chosen": "plains", "dwelling": "A1", "bowls": (4, 4, 0), **things}
    return table(
        "shapeshifters",
        "witches",
        shapeshifters=has(**own),
        witches=has(dwelling="A3"),
        terrain={"A2": "plains", "A4": "plains"},
        options={"fire_ice_variable_version": version, "reaction_timing": timing},
    )


@pytest.mark.parametrize("timing", ["immediate", "deferred"])
def test_a_token_for_power_taken(timing):
    """TM-16.6.1, TM-7.12.8: a point for a token in bowl III, or not; once for each group."""
    at = shifters(timing=timing)
    at.does("shapeshifters", BuildDwelling("A2")).accepted()
    at.copy().does("witches", DeclinePower(1)).has("shapeshifters", bowls=(3, 5, 0), tokens_owed=0)
    at.copy().does("shapeshifters", BuyToken()).rejected("TM-16.6.1", tokens_owed=0)
    at.does("witches", AcceptPower(1)).has("shapeshifters", tokens_owed=1)
    at.copy().does("shapeshifters", EndTurn()).rejected("TM-6.5.5" if timing == "immediate" else "TM-6.4.5")
    at.copy().does("shapeshifters", Forfeit("token"), EndTurn()).has("shapeshifters", bowls=(4, 4, 0))
    at.does("shapeshifters", BuyToken()).has("shapeshifters", bowls=(4, 4, 1), vp=19, tokens_gained=1)
    at.entered(0, "vp", -1, "leech_token")


def test_a_token_needs_a_point():
    """TM-16.6.1: without one it can only be given up."""
    at = shifters(vp=0)
    at.does("shapeshifters", BuildDwelling("A2")).accepted()
    at.does("witches", AcceptPower(1)).accepted()
    at.does("shapeshifters", BuyToken()).rejected("TM-16.6.1", vp=0)


def test_a_token_while_offers_are_open():
    """TM-6.5.5: first the offers are answered."""
    at = shifters(tokens_owed=1)
    at.does("shapeshifters", BuildDwelling("A2"), BuyToken()).rejected("TM-6.5.5", open_offers=1)


def test_spades_of_shapeshifters():
    """TM-16.6.2: three workers each, always."""
    at = shifters()
    at.does("shapeshifters", Dig(2)).has("shapeshifters", worker=9)
    at = shifters()
    at.does("shapeshifters", AdvanceExchange()).rejected("TM-7.5.2")


def test_shifting():
    """TM-16.6.3: power or tokens for another home terrain, even under one's structures; as often as paid for."""
    at = shifters(stronghold="A7", bowls=(1, 2, 5))
    at.copy().does("shapeshifters", SpecialAction("shapeshift_tokens")).has("shapeshifters", bowls=(0, 0, 3))
    at.does("shapeshifters", SpecialAction("shapeshift_power")).has("shapeshifters", bowls=(6, 2, 0))
    at.copy().does("shapeshifters", EndTurn()).rejected("TM-6.4.5", owed=["home_terrain"])
    for terrain in ("forest", "plains", "ice"):
        at.copy().does("shapeshifters", ChooseHomeTerrain(terrain)).rejected("TM-16.6.3", terrain=terrain)
    at.does("shapeshifters", ChooseHomeTerrain("lakes")).shows("A1", terrain="lakes").shows("A2", terrain="plains")
    at.does("shapeshifters", EndTurn()).accepted()
    at.but(active=0, actions_left=1)
    at.does("shapeshifters", ChooseHomeTerrain("swamp")).rejected("TM-16.6.3", owed=False)
    at.does("shapeshifters", SpecialAction("shapeshift_power")).rejected("TM-16.6.3", bowl3=0)
    at.does("shapeshifters", SpecialAction("shapeshift_tokens")).has("shapeshifters", bowls=(1, 2, 0))


@pytest.mark.parametrize(
    ("version", "cost", "vp"), [("v1", 3, 2), ("v2", 3, 2), ("v3", 3, 2), ("v4", 4, 0), ("v5", 5, 0)]
)
def test_shifts_of_older_editions(version, cost, vp):
    """TM-16.7.1: cheaper, and with points."""
    at = shifters(version, stronghold="A7", bowls=(0, 0, 8))
    at.does("shapeshifters", SpecialAction("shapeshift_power"))
    at.has("shapeshifters", bowls=(cost, 0, 8 - cost), vp=20 + vp)


def test_how_often_one_shifts():
    """TM-16.7.2: in two editions as often as there are players, or opponents."""
    for version, shifts, fine in (("v1", 99, True), ("v2", 1, True), ("v2", 2, False), ("v3", 1, False)):
        at = shifters(version, stronghold="A7", bowls=(0, 0, 8), shifts=shifts)
        outcome = at.does("shapeshifters", SpecialAction("shapeshift_power"))
        outcome.accepted() if fine else outcome.rejected("TM-16.7.2", shifts=shifts)


def test_the_first_edition_gives_the_token():
    """TM-16.7.1: automatically, for nothing."""
    at = shifters("v1")
    at.does("shapeshifters", BuildDwelling("A2")).accepted()
    at.does("witches", AcceptPower(1)).has("shapeshifters", bowls=(4, 4, 1), vp=20, tokens_owed=0)
    at.entered(0, "bowl3", 1, "leech_token")


@pytest.mark.parametrize(
    ("faction", "playtest", "look", "value"),
    [
        ("ice_maidens", "playtest_v1_ice", lambda rules: rules.exchange.cost["worker"], 0),
        ("yetis", "playtest_v1_ice", lambda rules: rules.exchange.cost["worker"], 1),
        ("acolytes", "playtest_v1_volcano", lambda rules: rules.start["worker"], 4),
        ("acolytes", "playtest_v1_volcano", lambda rules: rules.dwelling.income["worker"][8], 7),
        ("dragonlords", "playtest_v1_volcano", lambda rules: rules.start["worker"], 2),
        ("dragonlords", "playtest_v2_volcano", lambda rules: rules.sanctuary.cost["coin"], 6),
        ("dragonlords", "playtest_v2_ice", lambda rules: rules.sanctuary.cost["coin"], 8),
    ],
)
def test_playtests(faction, playtest, look, value):
    """TM-16.7.1: the numbers of the variants."""
    assert look(EDITIONS[edition_of(faction, "v5", (playtest,)) or faction]) == value


# --- Riverwalkers ---------------------------------------------------------------------------------------------------


def walkers(version="v5", **things):
    own = {
        "chosen": "plains",
        "dwelling": "B2",
        "shipping": 1,
        "priest": 0,
        "priest_limit": 1,
        "bowls": (0, 6, 6),
        **things,
    }
    options = {"fire_ice_variable_version": version}
    return table("riverwalkers", "witches", riverwalkers=has(**own), terrain={"A4": "plains"}, options=options)


def test_reach_of_riverwalkers():
    """TM-16.8.1: by river alone, one hex; two with the card; the level does not rise."""
    at = walkers(card="bonus_6c")
    near = by_land_and_ship(at.state, at.player("riverwalkers"))
    assert near >> at.hex("C1") & 1
    assert not near >> at.hex("B1") & 1
    assert near == at.state.board.near[1][at.hex("B2")]
    far = walkers(card="bonus_ship")
    assert by_land_and_ship(far.state, far.player("riverwalkers")) == far.state.board.near[2][far.hex("B2")]
    at.does("riverwalkers", AdvanceShipping()).rejected("TM-7.5.1")


def test_no_spades_for_riverwalkers():
    """TM-16.8.2, TM-6.7.2: neither bought nor free ones, and no transform; those of phase 3 are lost."""
    at = walkers(card="bonus_spade")
    at.copy().does("riverwalkers", Dig(1)).rejected("TM-16.8.2")
    at.copy().does("riverwalkers", PowerAction("power_spade")).rejected("TM-16.8.2", action="power_spade")
    at.copy().does("riverwalkers", SpecialAction("bonus_spade")).rejected("TM-16.8.2")
    at.copy().does("riverwalkers", Transform("C1", "plains", 1)).rejected("TM-16.8.2")
    due = walkers(unlocks_owed=1).but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    due.when(0, Transform("C1", "plains", 1)).rejected("TM-6.7.2")
    at.but(active=-1)
    at.player("riverwalkers").cults[2] = 8
    cult_bonus(at.state)
    at.then(spades_due=[])


def test_terrains_that_are_unlocked():
    """TM-16.8.3: they build there, and nowhere else."""
    at = walkers()
    at.state.terrain[at.hex("C1")] = 2
    at.copy().does("riverwalkers", BuildDwelling("C1")).rejected("TM-7.4.1", terrain="swamp")
    unlocking = walkers(unlocks_owed=1)
    unlocking.state.terrain[unlocking.hex("C1")] = 2
    unlocking.does("riverwalkers", UnlockTerrain("swamp"), BuildDwelling("C1")).shows("C1", structure="dwelling")
    open = walkers(unlocked="swamp")
    open.does("riverwalkers", BuildDwelling("C1")).shows("C1", structure="dwelling", terrain="swamp")


def test_a_priest_or_a_terrain():
    """TM-16.8.4, TM-4.3.2: each priest gained is one or the other; terrains of others are dearer."""
    at = walkers()
    at.does("riverwalkers", PowerAction("power_priest")).has("riverwalkers", priest=0, unlocks_owed=1)
    at.copy().does("riverwalkers", EndTurn()).rejected("TM-6.4.5", owed=["unlock"])
    at.copy().does("riverwalkers", UnlockTerrain("plains")).rejected("TM-16.8.4", terrain="plains")
    at.copy().does("riverwalkers", UnlockTerrain("ice")).rejected("TM-16.8.4")
    taken = at.copy().does("riverwalkers", TakePriest()).has("riverwalkers", priest=1, priest_limit=1)
    taken.entered(0, "priest", 1, "take_priest")
    at.copy().does("riverwalkers", UnlockTerrain("forest")).has("riverwalkers", coin=28)
    at.does("riverwalkers", UnlockTerrain("lakes")).has("riverwalkers", coin=29, priest_limit=2, priest=0)
    at.copy().does("riverwalkers", TakePriest()).rejected("TM-16.8.4", priests_gained=0)
    full = walkers(priest=1, unlocks_owed=1)
    full.does("riverwalkers", TakePriest()).has("riverwalkers", priest=1, unlocks_owed=0)
    waiting = walkers(unlocks_owed=1).but(active=1)
    waiting.does("riverwalkers", TakePriest()).rejected("TM-7.0.2", to_move=1)
    poor = walkers(coin=0, unlocks_owed=1)
    poor.does("riverwalkers", UnlockTerrain("lakes")).rejected("TM-16.8.4", cost=1, coins=0)
    all_open = walkers(unlocked="desert swamp lakes forest mountains wasteland", priest_limit=7)
    all_open.does("riverwalkers", PowerAction("power_priest")).has("riverwalkers", priest=1)


@pytest.mark.parametrize(("version", "free", "home"), [("v1", 0, 0), ("v3", 0, 0), ("v4", 2, 3), ("v5", 1, 2)])
def test_prices_of_editions(version, free, home):
    """TM-16.7.1: of free terrains, and of the homes of others."""
    at = walkers(version, unlocks_owed=2)
    at.does("riverwalkers", UnlockTerrain("lakes"), UnlockTerrain("forest")).has("riverwalkers", coin=30 - free - home)


def test_unlocks_of_the_income():
    """TM-16.8.5, TM-6.2.1: before the action phase begins; in phase 3 in the order of turns."""
    at = walkers(temple="E2").but(phase="income", active=-1, round=2)
    income(at.state)
    at.then(phase="income", waiting=[0], round=3).legal(TakePriest(), UnlockTerrain("lakes"), actor=0)
    assert proceed(at.state) is None
    at.when(1, TakePriest()).rejected("TM-16.8.4")
    at.when(0, TakePriest()).settled().then(phase="action", active=0, waiting=[])
    wrong = walkers(unlocks_owed=1).but(phase="setup_bonus")
    wrong.when(0, TakePriest()).rejected("TM-16.8.5", phase="setup_bonus")
    due = walkers(unlocks_owed=1).but(phase="cult_bonus", spades_due=[[1, 1], [0, 1]], active=-1)
    due.when(0, TakePriest()).rejected("TM-16.8.5")
    due.but(spades_due=[[0, 1]]).when(0, UnlockTerrain("lakes")).then(spades_due=[])
    two = walkers(unlocks_owed=2, coin=1).but(phase="cult_bonus", spades_due=[[0, 2]], active=-1)
    two.when(0, UnlockTerrain("lakes")).then(spades_due=[[0, 2]]).figures(0, coin=0)
    two.when(0, TakePriest()).then(spades_due=[])


def test_a_priest_by_conversion():
    """TM-16.8.4: every priest gained."""
    at = walkers(bowls=(0, 0, 12))
    at.does("riverwalkers", Convert("power", 5, "priest", 1)).has("riverwalkers", priest=0, unlocks_owed=1)


def test_stronghold_of_riverwalkers():
    """TM-16.8.6: two bridges to place at once."""
    at = walkers(trading_house="E2")
    at.does("riverwalkers", UpgradeStructure("E2", "stronghold")).accepted()
    assert at.state.followup.bridges == 2
