"""Fire & Ice: the volcano factions, Dragonlords and Acolytes: TM-16.4."""

import pytest

from engine.games.terra_mystica.rounds import cult_bonus
from events.vocabulary.terra_mystica import (
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    DeclinePower,
    Dig,
    EndTurn,
    Forfeit,
    LoseCult,
    PowerAction,
    SendPriest,
    TakePriest,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has
from tests.games.terra_mystica.test_fire_ice import table
from tests.games.terra_mystica.test_fire_ice_variable import walkers


def dragons(options=None, **things):
    own = {"dwelling": "A3", "bowls": (1, 1, 6), **things}
    terrain = {"A2": "forest", "A4": "lakes"}
    return table("dragonlords", "witches", dragonlords=has(**own), terrain=terrain, options=options or {})


def test_dragonlords():
    """TM-16.4.1, TM-16.4.2: a free dig, tokens for the volcano, two on somebody's home; then a dwelling there."""
    at = dragons()
    at.copy().does("dragonlords", Dig(2)).rejected("TM-16.4.1", spades=2)
    at.copy().does("dragonlords", Transform("A4", "volcano", 0)).rejected("TM-16.4.1", dug=False)
    at.does("dragonlords", Dig(1)).has("dragonlords", bowls=(1, 1, 6), worker=15)
    at.copy().does("dragonlords", Transform("A4", "lakes", 1)).rejected("TM-16.4.1")
    at.copy().does("dragonlords", Transform("A9", "volcano", 0)).rejected("TM-7.3.1", reached=False)
    at.copy().does("dragonlords", Transform("A3", "volcano", 0)).rejected("TM-7.3.1")
    at.copy().does("dragonlords", EndTurn()).rejected("TM-6.4.5", owed=["spades"])
    at.copy().does("dragonlords", Forfeit("spades")).rejected("TM-7.11.6")
    at.copy().does("dragonlords", Transform("A4", "volcano", 0)).has("dragonlords", bowls=(0, 1, 6))
    at.does("dragonlords", Transform("A2", "volcano", 0)).has("dragonlords", bowls=(0, 0, 6))
    at.does("dragonlords", BuildDwelling("A2"), EndTurn()).turn_of("witches")


def test_a_volcano_that_cannot_be_paid():
    """TM-16.4.1, TM-16.4.2: no dig without a hex that could be; too few tokens for somebody's home."""
    at = dragons(bowls=(0, 1, 0))
    at.copy().does("dragonlords", Dig(1), Transform("A2", "volcano", 0)).rejected("TM-16.4.2", cost=2)
    dragons(bowls=(0, 0, 0)).does("dragonlords", Dig(1)).rejected("TM-16.4.1", transform_possible=False)


def test_one_volcano_a_turn():
    """TM-6.4.3, TM-7.0.2: one dig for each action, and only in the player's own turn."""
    at = dragons()
    at.does("dragonlords", Dig(1)).accepted()
    at.copy().does("dragonlords", Dig(1)).rejected("TM-6.4.3", actions_left=0)
    at.does("dragonlords", Transform("A4", "volcano", 0)).accepted()
    at.does("dragonlords", Dig(1)).rejected("TM-6.4.3", actions_left=0)
    witches = table(
        "witches", "dragonlords", witches=has(bowls=(0, 0, 12)), dragonlords=has(dwelling="A3", bowls=(4, 4, 0))
    )
    witches.does("witches", PowerAction("power_spade")).accepted()
    witches.does("dragonlords", Transform("A4", "volcano", 0)).rejected("TM-7.0.2", to_move=0)


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (Transform("A4", "forest", 0), "TM-16.4.1"),
        (Transform("A4", "volcano", 1), "TM-16.4.1"),
        (Transform("A4", "volcano", 0, landscape=True), "TM-16.4.1"),
        (Transform("A4", "volcano", 0, workshop=("shipping",)), "TM-16.4.1"),
        (Transform("r0", "volcano", 0), "TM-7.3.1"),
        (Transform("Z9", "volcano", 0), "TM-7.3.1"),
        (Transform("B2", "volcano", 0), "TM-7.3.1"),
    ],
)
def test_no_other_transformation(event, clause):
    """TM-16.4.1, TM-7.3.1: to a volcano, without spades, on an empty hex of land, desert as well as others."""
    at = table(
        "dragonlords",
        "witches",
        dragonlords=has(dwelling="A3", bowls=(4, 4, 0)),
        witches=has(dwelling="B2"),
        terrain={"A4": "desert"},
    )
    at.does("dragonlords", Dig(1)).accepted()
    at.copy().does("dragonlords", event).rejected(clause)
    at.does("dragonlords", Transform("A4", "volcano", 0)).shows("A4", terrain="volcano")


def test_a_dig_that_comes_to_nothing():
    """TM-7.11.6: the tokens are burnt meanwhile, so that no hex can become a volcano; not as long as one can."""
    at = table("dragonlords", "witches", dragonlords=has(dwelling="A3", bowls=(0, 2, 0)), terrain={"A2": "forest"})
    at.state.terrain[at.hex("A4")] = at.state.terrain[at.hex("B2")] = 4
    at.does("dragonlords", Dig(1)).accepted()
    at.copy().does("dragonlords", Forfeit("spades")).rejected("TM-7.11.6")
    at.does("dragonlords", BurnPower(1)).legal(Forfeit("spades")).does("dragonlords", Forfeit("spades")).accepted()
    at.does("dragonlords", EndTurn()).turn_of("witches")


def test_no_exchange_track():
    """TM-16.4.6, TM-7.5.2: none for volcano factions; TM-16.5.1: shipping as usual."""
    at = dragons()
    at.copy().does("dragonlords", AdvanceExchange()).rejected("TM-7.5.2")
    at.does("dragonlords", AdvanceShipping()).has("dragonlords", shipping=1, vp=22)


@pytest.mark.parametrize("timing", ["on_gain", "on_use"])
def test_spades_of_dragonlords(timing):
    """TM-16.4.4, TM-7.3.9: new tokens; the scoring tile counts them, as they are used at once; no transform follows."""
    at = dragons(bowls=(0, 0, 8), options={"spade_vp_timing": timing})
    at.state.scoring[0] = "score_spade"
    at.does("dragonlords", PowerAction("power_two_spades")).has("dragonlords", bowls=(8, 0, 2), tokens_gained=2)
    at.entered(0, "vp", 4, "scoring_tile").not_legal(Transform("A4", "volcano", 0)).legal(EndTurn())


def test_stronghold_of_dragonlords():
    """TM-16.4.5: as many tokens as players."""
    at = dragons(trading_house="A5")
    at.does("dragonlords", UpgradeStructure("A5", "stronghold")).has("dragonlords", bowls=(3, 1, 6))


def acolytes(cult="3/10/4/0", **things):
    own = {"dwelling": "A3", "cult": cult, "bowls": (6, 6, 0), **things}
    options = things.pop("options", {})
    own.pop("options", None)
    return table("acolytes", "witches", acolytes=has(**own), terrain={"A2": "forest", "A4": "lakes"}, options=options)


def test_acolytes():
    """TM-16.4.2, TM-16.4.3: three steps on one track, four on somebody's home; leaving space 10 returns the key."""
    at = acolytes()
    at.does("acolytes", Dig(1), Transform("A2", "volcano", 0)).has("acolytes", loss_owed=4)
    at.copy().does("acolytes", EndTurn()).rejected("TM-6.4.5", owed=["lose_cult"])
    at.copy().does("acolytes", LoseCult("fire")).rejected("TM-16.4.2", owed=4, steps=3)
    at.copy().does("acolytes", LoseCult("earth")).has("acolytes", cult="3/10/0/0")
    at.does("acolytes", LoseCult("water")).has("acolytes", cult="3/6/4/0", key=1, bowls=(6, 6, 0))
    at.then(cult_top=[-1, -1, -1, -1]).does("acolytes", EndTurn()).accepted()
    cheap = acolytes("3/0/0/0")
    cheap.does("acolytes", Dig(1), Transform("A4", "volcano", 0), LoseCult("fire")).has("acolytes", cult="0/0/0/0")
    acolytes("2/2/2/2").does("acolytes", Dig(1)).rejected("TM-16.4.1")
    acolytes().does("acolytes", LoseCult("fire")).rejected("TM-16.4.2", owed=0)


def test_steps_are_lost_after_the_answers():
    """TM-6.5.5, TM-7.0.2: with immediate reactions, and only in the player's own turn."""
    at = table(
        "acolytes",
        "witches",
        acolytes=has(dwelling="A3", cult="3/0/4/0", bowls=(6, 6, 0)),
        witches=has(dwelling="A5"),
        terrain={"A4": "lakes"},
    )
    at.does("acolytes", Dig(1), Transform("A4", "volcano", 0), BuildDwelling("A4")).offers(("witches", 1))
    at.does("acolytes", LoseCult("fire")).rejected("TM-6.5.5", open_offers=1)
    at.does("witches", DeclinePower(1)).accepted()
    at.does("acolytes", LoseCult("fire"), EndTurn()).turn_of("witches")


def test_a_key_that_comes_back():
    """TM-16.4.2, TM-6.4.6: it lifts a track that stopped for lack of one in the same turn."""
    at = acolytes("9/10/4/0", bowls=(12, 0, 0), late_keys=[0])
    at.does("acolytes", Dig(1), Transform("A4", "volcano", 0), LoseCult("water"))
    at.has("acolytes", cult="10/7/4/0", key=0, late_keys=[], bowls=(9, 3, 0)).then(cult_top=[0, -1, -1, -1])


@pytest.mark.parametrize("loose", [False, True])
def test_steps_while_a_loss_is_owed(loose):
    """TM-17.6: with `loose_lose_cult` only."""
    at = acolytes(options={"loose_lose_cult": loose}, cult_owed=[1])
    at.does("acolytes", Dig(1), Transform("A2", "volcano", 0)).accepted()
    outcome = at.does("acolytes", ChooseCultStep("fire"))
    outcome.accepted() if loose else outcome.rejected("TM-16.4.2", owed=4)


def test_spades_of_acolytes():
    """TM-16.4.4: cult steps, each on any track; in phase 3 in the order of turns."""
    at = acolytes("0/0/0/0", bowls=(0, 6, 6))
    at.does("acolytes", PowerAction("power_two_spades")).has("acolytes", cult_owed=[1, 1])
    at.does("acolytes", ChooseCultStep("fire"), ChooseCultStep("air")).has("acolytes", cult="1/0/0/1", cult_owed=[])
    at = acolytes("0/0/0/4")
    at.state.scoring[0] = "score_town"
    at.but(active=-1)
    at.player("acolytes").cults[2] = 4
    at.entries += cult_bonus(at.state).entries
    at.then(spades_due=[[0, 1]])
    at.when(1, ChooseCultStep("fire")).rejected("TM-7.11.3")
    at.when(0, ChooseCultStep("fire")).then(spades_due=[]).figures(0, fire=1)
    waiting = acolytes("0/0/0/0", cult_owed=[1]).but(phase="cult_bonus", active=-1, spades_due=[[1, 1], [0, 1]])
    waiting.when(0, ChooseCultStep("fire")).rejected("TM-16.4.2", owed=0, spades_due=[[1, 1], [0, 1]])


def test_no_spades_to_give_up_in_phase_3():
    """TM-7.11.6, TM-16.4.4, TM-16.8.4: steps and unlocks that replace them cannot be forfeited as spades."""
    at = acolytes("0/0/4/0").but(active=-1)
    at.state.scoring[0] = "score_town"
    cult_bonus(at.state)
    at.when(0, Forfeit("spades")).rejected("TM-7.11.6", phase="cult_bonus")
    at.when(0, ChooseCultStep("fire")).then(spades_due=[])
    due = walkers(unlocks_owed=1).but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    due.when(0, Forfeit("spades")).rejected("TM-7.11.6", phase="cult_bonus")
    due.when(0, TakePriest()).then(spades_due=[])


def test_priests_of_acolytes():
    """TM-7.9.4, TM-16.4.5: one more step with the stronghold."""
    acolytes("0/0/0/0", stronghold="A5").does("acolytes", SendPriest("fire", 2)).has("acolytes", cult="3/0/0/0")
    acolytes("0/0/0/0").does("acolytes", SendPriest("fire", 2)).has("acolytes", cult="2/0/0/0")
