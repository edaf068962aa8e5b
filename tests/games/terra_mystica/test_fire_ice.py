"""Fire & Ice: final scoring TM-16.1, terrains TM-16.2, the factions TM-16.3, TM-16.4, TM-16.8, editions TM-16.7."""

import pytest

from engine.games.terra_mystica.editions import EDITIONS, edition_of
from engine.games.terra_mystica.final_tiles import value_of
from engine.games.terra_mystica.flow import proceed
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.reach import by_land_and_ship
from engine.games.terra_mystica.rounds import cult_bonus, income
from engine.games.terra_mystica.scoring import score_final_tile, scorings
from engine.games.terra_mystica.terraforming import ways
from events.record import Header, Seat
from events.vocabulary.terra_mystica import (
    AcceptPower,
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    BurnPower,
    BuyToken,
    ChooseCultStep,
    ChooseFaction,
    ChooseFavorTile,
    ChooseHomeTerrain,
    ChooseSide,
    Convert,
    DealBoards,
    DeclinePower,
    Dig,
    DrawBonusCards,
    DrawFinalScoring,
    DrawScoringTiles,
    DropPlayer,
    EndTurn,
    Forfeit,
    LoseCult,
    Pass,
    PlaceInitialDwelling,
    PowerAction,
    SendPriest,
    SpecialAction,
    TakePriest,
    Transform,
    UnlockTerrain,
    UpgradeStructure,
)
from tests.games.terra_mystica.builder import has, position
from tests.games.terra_mystica.test_setup import ALL_CARDS, TILES
from tests.support import at_start

ALL = ["ice", "volcano", "variable"]


def drawn(players=2, **options):
    """A table at which factions are chosen next."""
    header = Header("terra_mystica", "1", {"fire_ice_factions": ALL, **options}, (Seat(""),) * players)
    start = at_start("terra_mystica", header)
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(ALL_CARDS[: players + 3])).accepted()
    return start


def table(*factions, **things):
    return position(*factions, options={"fire_ice_factions": ALL, **things.pop("options", {})}, **things)


# --- final scoring --------------------------------------------------------------------------------------------------


def test_the_tile_is_drawn():
    """TM-8.4: one of four, before the factions are chosen."""
    header = Header("terra_mystica", "1", {"fire_ice_final_scoring": "random"}, (Seat(""),) * 2)
    start = at_start("terra_mystica", header)
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(ALL_CARDS[:5])).then(phase="setup_final", final_tile="")
    start.when(None, DrawFinalScoring("longest_road")).rejected("TM-8.4", tile="longest_road")
    start.legal(DrawFinalScoring("outposts"), DrawFinalScoring("settlements"), actor=None)
    start.when(None, DrawFinalScoring("outposts")).then(phase="setup_faction", final_tile="outposts")


@pytest.mark.parametrize(
    ("tile", "value"),
    [("greatest_distance", 5), ("stronghold_sanctuary", 5), ("outposts", 3), ("settlements", 2)],
)
def test_what_a_tile_counts(tile, value):
    """TM-16.1.1, TM-10.5, TM-3.4.8: in the best connected set of own structures; TM-10.1: scored before the cults."""
    at = position(
        "witches",
        "nomads",
        witches=has(dwelling="A2 A3 I11", stronghold="A1", sanctuary="C2", shipping=2),
        options={"fire_ice_final_scoring": tile},
    )
    places = {name: at.state.board.places[at.hex(name)] for name in ("A1", "C2")}
    assert places == {"A1": (0, 0), "C2": (2, 4)}
    assert value_of(at.state, at.player("witches")) == value
    assert value_of(at.state, at.player("nomads")) == 0
    names = [name for name, _ in scorings(at.state)]
    assert (names[:2], names[-2:]) == (["final_fire_ice", "final_cult:fire"], ["final_area", "final_resources"])
    at.entries += score_final_tile(at.state)
    at.entered(0, "vp", 18, "final_fire_ice").not_entered(1, "vp")


# --- choosing -------------------------------------------------------------------------------------------------------


def test_boards_in_the_game():
    """TM-16.2.1: only with their option."""
    start = drawn(fire_ice_factions=["ice"])
    start.when(0, ChooseFaction("dragonlords")).rejected("TM-16.2.1", faction="dragonlords")
    start.not_legal(ChooseFaction("dragonlords")).legal(ChooseFaction("yetis"))
    start.when(0, ChooseFaction("yetis")).then(phase="setup_terrain")


def test_a_terrain_is_chosen():
    """TM-16.2.2: at once for ice and variable factions; one that is nobody's; later players go without it."""
    start = drawn(3)
    start.when(0, ChooseFaction("witches")).accepted()
    start.when(1, ChooseFaction("yetis")).then(phase="setup_terrain", waiting=[1])
    start.when(2, ChooseFaction("giants")).rejected("TM-5.1")
    start.when(1, ChooseHomeTerrain("forest")).rejected("TM-16.2.2", terrain="forest")
    start.when(1, ChooseHomeTerrain("ice")).rejected("TM-16.2.2")
    start.when(1, ChooseHomeTerrain("lakes")).then(phase="setup_faction", waiting=[2])
    start.not_legal(ChooseFaction("mermaids"), ChooseFaction("ice_maidens"))
    start.when(2, ChooseFaction("mermaids")).rejected("TM-16.2.2", home="lakes")
    start.when(2, ChooseFaction("giants")).then(phase="setup_dwellings")


def test_volcano_factions_choose_last():
    """TM-16.2.2: after all factions are chosen; TM-16.2.3: their dwellings stand on volcanoes."""
    start = drawn()
    start.when(0, ChooseFaction("acolytes")).then(phase="setup_faction", waiting=[1])
    start.when(1, ChooseFaction("witches")).then(phase="setup_terrain", waiting=[0])
    start.when(0, ChooseHomeTerrain("plains")).then(phase="setup_dwellings")
    start.when(0, PlaceInitialDwelling("A2")).rejected("TM-5.5.3")
    start.when(0, PlaceInitialDwelling("A1")).accepted()
    assert start.state.terrain[start.state.board.numbers["A1"]] == 8


def test_boards_that_were_dealt():
    """TM-16.2.6: their terrains are in use."""
    start = drawn(faction_selection="random_board")
    start.when(None, DealBoards(("ice_board", "forest_board"))).accepted()
    start.when(0, ChooseSide("yetis")).accepted()
    start.when(0, ChooseHomeTerrain("forest")).rejected("TM-16.2.2", used=[4])
    start.when(0, ChooseHomeTerrain("plains")).accepted()


def test_ice_maidens_begin_with_a_favor_tile():
    """TM-16.2.4, TM-16.2.5: before the next player chooses; with the power of its steps."""
    start = drawn()
    start.when(0, ChooseFaction("ice_maidens")).figures(0, coin=15, worker=3, bowl1=6, bowl2=6, water=1, air=1)
    start.when(0, ChooseHomeTerrain("plains")).then(phase="setup_favor")
    start.when(1, ChooseFavorTile("favor_air_3")).rejected("TM-16.2.4", next=0)
    start.when(0, ChooseFavorTile("favor_air_3")).figures(0, air=4, bowl1=5, bowl2=7).then(phase="setup_faction")


def test_riverwalkers_begin_by_a_river():
    """TM-16.2.3: on the terrain chosen, next to a river."""
    start = drawn()
    start.when(0, ChooseFaction("riverwalkers")).accepted()
    start.when(0, ChooseHomeTerrain("plains")).accepted()
    start.when(1, ChooseFaction("witches")).accepted()
    start.when(0, PlaceInitialDwelling("A1")).rejected("TM-16.2.3", by_a_river=False)
    start.when(0, PlaceInitialDwelling("B2")).accepted()
    assert start.state.players[0].unlocked == [1]


def test_who_drops_before_the_terrain_is_chosen():
    """TM-7.15.4: chooses none, and the others go on."""
    start = drawn()
    start.when(0, ChooseFaction("shapeshifters")).then(phase="setup_terrain")
    start.when(None, DropPlayer(0)).then(phase="setup_faction", waiting=[1])
    start.when(1, ChooseFaction("witches")).then(waiting=[1, 1])


# --- ice ------------------------------------------------------------------------------------------------------------


def ice(faction="yetis", **things):
    return table(
        faction, "witches", **{faction: has(chosen="plains", dwelling="A1", **things)}, terrain={"A2": "lakes"}
    )


def test_spades_that_make_ice():
    """TM-16.3.1: one on the chosen terrain, elsewhere the wheel distance to it; for others that is as home."""
    player = ice().player("yetis")
    assert [ways(player, current, 7) for current in range(7)] == [
        {1: 1},
        {1: 0},
        {1: -1},
        {2: -1},
        {3: -1},
        {3: 1},
        {2: 1},
    ]
    assert ways(player, 0, 2) == {5: -1}
    at = ice()
    at.copy().does("yetis", Dig(2), Transform("A2", "ice", 2)).shows("A2", terrain="ice")
    at.copy().does("yetis", Dig(1), Transform("A2", "ice", 1)).rejected("TM-16.3.1", possible=[2])
    at.does("yetis", Dig(2), Transform("A2", "ice", 2), BuildDwelling("A2")).shows("A2", structure="dwelling")


def test_ice_stays_ice():
    """TM-16.3.2: nobody turns it."""
    at = table("witches", "yetis", witches=has(dwelling="A3"), yetis=has(chosen="plains"), terrain={"A2": "ice"})
    at.copy().does("witches", Dig(1), Transform("A2", "forest", 1)).rejected("TM-16.3.2", terrain="ice")
    at = table(
        "dragonlords", "yetis", dragonlords=has(dwelling="A3", bowls=(4, 4, 0)), terrain={"A2": "ice", "A4": "lakes"}
    )
    at.does("dragonlords", Dig(1), Transform("A2", "volcano", 0)).rejected("TM-16.3.2")


def test_exchange_of_the_ice_factions():
    """TM-16.3.3: one worker, five coins, a priest."""
    at = ice()
    before = at.player("yetis").worker
    at.does("yetis", AdvanceExchange()).has("yetis", worker=before - 1, coin=25, priest=2)


def test_temples_of_the_ice_maidens():
    """TM-16.3.4: three points for each temple when passing, with the stronghold."""
    at = table(
        "ice_maidens", "witches", ice_maidens=has(chosen="plains", temple="A1 E2", stronghold="F5", sanctuary="F7")
    )
    at.does("ice_maidens", Pass(next(iter(at.state.bonus_pool)))).entered(0, "vp", 6, "temples_pass")


def test_power_of_the_yetis():
    """TM-16.3.5, TM-7.7.1: cheaper actions; with the stronghold also used ones; dearer structures."""
    at = ice(bowls=(0, 9, 3))
    at.copy().does("yetis", PowerAction("power_workers")).has("yetis", bowls=(3, 9, 0))
    at.but(used=["power_workers"])
    at.does("yetis", PowerAction("power_workers")).rejected("TM-7.7.1")
    strong = ice(stronghold="B2", bowls=(0, 9, 3)).but(used=["power_workers"])
    strong.does("yetis", PowerAction("power_workers")).then(used=["power_workers"])
    assert [power_value(strong.player("yetis"), kind) for kind in ("stronghold", "sanctuary", "temple")] == [4, 4, 2]


# --- volcano --------------------------------------------------------------------------------------------------------


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
    """TM-6.4.3, TM-7.0.2: one dig for each action, and only in the own turn."""
    at = dragons()
    at.does("dragonlords", Dig(1)).accepted()
    at.copy().does("dragonlords", Dig(1)).rejected("TM-6.4.3", actions_left=0)
    at.does("dragonlords", Transform("A4", "volcano", 0)).accepted()
    at.does("dragonlords", Dig(1)).rejected("TM-6.4.3", actions_left=0)
    witches = table(
        "witches", "dragonlords", witches=has(bowls=(0, 0, 12)), dragonlords=has(dwelling="A3", bowls=(4, 4, 0))
    )
    witches.does("witches", PowerAction("power_spade")).accepted()
    witches.does("dragonlords", Transform("A4", "volcano", 0)).rejected("TM-7.0.2", active=0)


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
    """TM-6.5.5, TM-7.0.2: with immediate reactions; and only in the own turn."""
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


def test_no_spades_to_give_up_in_phase_3():
    """TM-7.11.6, TM-16.4.4, TM-16.8.4: steps and unlocks that stand in their place cannot be forfeited as spades."""
    at = acolytes("0/0/4/0").but(active=-1)
    at.state.scoring[0] = "score_town"
    cult_bonus(at.state)
    at.when(0, Forfeit("spades")).rejected("TM-7.11.6", phase="cult_bonus")
    at.when(0, ChooseCultStep("fire")).then(spades_due=[])
    due = walkers(unlocks_owed=1).but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    due.when(0, Forfeit("spades")).rejected("TM-7.11.6", phase="cult_bonus")
    due.when(0, TakePriest()).then(spades_due=[])


def test_priests_of_acolytes():
    """TM-7.9.4, TM-16.4.5: a step more with the stronghold."""
    acolytes("0/0/0/0", stronghold="A5").does("acolytes", SendPriest("fire", 2)).has("acolytes", cult="3/0/0/0")
    acolytes("0/0/0/0").does("acolytes", SendPriest("fire", 2)).has("acolytes", cult="2/0/0/0")


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
    """TM-16.6.3: power or tokens for another home terrain, under the own structures too; as often as it is paid."""
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
    waiting.does("riverwalkers", TakePriest()).rejected("TM-7.0.2", active=1)
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
