"""Fire & Ice: final scoring TM-16.1, terrains TM-16.2, the ice factions TM-16.3."""

import pytest

from engine.games.terra_mystica.final_tiles import value_of
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.scoring import score_final_tile, scorings
from engine.games.terra_mystica.terraforming import ways
from events.log.record import Header, Seat
from events.vocabulary.terra_mystica import (
    AdvanceExchange,
    BuildDwelling,
    ChooseFaction,
    ChooseFavorTile,
    ChooseHomeTerrain,
    ChooseSide,
    DealBoards,
    Dig,
    DrawBonusCards,
    DrawFinalScoring,
    DrawScoringTiles,
    DropPlayer,
    Pass,
    PlaceInitialDwelling,
    PowerAction,
    Transform,
)
from tests.games.terra_mystica.table import has, position
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
    """TM-16.1.1, TM-10.5, TM-3.4.8: in one's best connected set of structures; TM-10.1: scored before the cults."""
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


def test_a_stronghold_without_a_sanctuary():
    """TM-10.5: no distance; nobody's share."""
    players = {"witches": has(dwelling="A2", stronghold="A1"), "nomads": has(sanctuary="E5")}
    at = position(*players, options={"fire_ice_final_scoring": "stronghold_sanctuary"}, **players)
    assert [value_of(at.state, at.player(each)) for each in players] == [0, 0]


# --- choosing -------------------------------------------------------------------------------------------------------


def test_boards_in_the_game():
    """TM-16.2.1: only with their option."""
    start = drawn(fire_ice_factions=["ice"])
    start.when(0, ChooseFaction("dragonlords")).rejected("TM-16.2.1", faction="dragonlords")
    start.not_legal(ChooseFaction("dragonlords")).legal(ChooseFaction("yetis"))
    start.when(0, ChooseFaction("yetis")).then(phase="setup_terrain")


def test_a_terrain_is_chosen():
    """TM-16.2.2: at once for ice and variable factions; only an unowned one; later players go without it."""
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
    """TM-16.2.2: after all factions are chosen; TM-16.2.3: their dwellings are on volcanoes."""
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
