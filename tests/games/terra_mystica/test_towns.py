"""Towns (TM-6.6), the Mermaids' towns (TM-7.1.6), bridges (TM-7.11.4)."""

import pytest

from engine.games.terra_mystica.components import TOWN_TILES
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    ChooseFavorTile,
    ChooseTownTile,
    EndTurn,
    FoundMermaidTown,
    PlaceBridge,
    PowerAction,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

FULL = (0, 0, 12)


def towns(table, names):
    return [table.state.in_town[table.hex(name)] for name in names.split()]


def witches(**things):
    """Witches around E9: neighbours D7, E10, F5, F6."""
    return position(
        "witches", "nomads", witches=has(**things), nomads=has(dwelling="B4"), options={"mini_expansion_towns": True}
    )


# --- founding -------------------------------------------------------------------------------------------------------


def test_a_town():
    """TM-6.6.2: seven power and four structures, connected; found by an upgrade."""
    table = witches(temple="E9", trading_house="E10", dwelling="F5 F6")
    table.does("witches", UpgradeStructure("F5", "trading_house")).has("witches", towns_owed=1)
    assert towns(table, "E9 E10 F5 F6") == [True] * 4
    table.does("witches", ChooseTownTile("town_7vp_2w"), EndTurn()).turn_of("nomads")


@pytest.mark.parametrize(
    ("things", "owed"),
    [
        ({"temple": "E9", "dwelling": "E10 F5 F6"}, 0),
        ({"stronghold": "E9", "trading_house": "F6", "dwelling": "F5"}, 0),
        ({"sanctuary": "E9", "trading_house": "F6", "dwelling": "F5"}, 1),
        ({"stronghold": "E9", "temple": "F6", "dwelling": "F5", "trading_house": "I6"}, 0),
    ],
)
def test_what_makes_a_town(things, owed):
    """TM-6.6.2, TM-6.6.7, TM-11.12: enough power, enough structures; a sanctuary counts for two, in its own town."""
    table = witches(**things)
    table.does("witches", UpgradeStructure("F5", "trading_house")).has("witches", towns_owed=owed)


def test_six_are_enough_with_the_favor_tile():
    """TM-6.6.2: with `favor_fire_2` in hand; taking it checks every own structure in turn (TM-6.6.1)."""
    table = witches(temple="E9", trading_house="E10", dwelling="F5 F6", favors_owed=1)
    table.does("witches", ChooseFavorTile("favor_fire_2")).has("witches", towns_owed=1)
    later = witches(temple="E9", dwelling="E10 F5 F6", favors=["favor_fire_2"])
    later.does("witches", UpgradeStructure("F5", "trading_house")).has("witches", towns_owed=1)


def test_several_towns_of_one_decision():
    """TM-6.6.6: by the favor tile, a town here and a town there."""
    table = witches(temple="E9 I6", trading_house="E10 I7", dwelling="F5 F6 H4 I8", favors_owed=1)
    table.does("witches", ChooseFavorTile("favor_fire_2")).has("witches", towns_owed=2)
    table.does("witches", ChooseTownTile("town_7vp_2w"), ChooseTownTile("town_7vp_2w")).has("witches", towns_owed=0)


def test_building_founds_a_town():
    """TM-6.6.1, TM-6.6.3: all that are connected belong to it, even more than needed."""
    table = witches(stronghold="E9", temple="F6 E10", dwelling="D7", trading_house="E11")
    table.state.terrain[table.hex("F5")] = table.state.terrain[table.hex("E9")]
    table.does("witches", BuildDwelling("F5")).has("witches", towns_owed=1)
    assert towns(table, "E9 F6 E10 D7 E11 F5") == [True] * 6


def test_joining_a_town():
    """TM-6.6.2: a new structure next to a town, and what is connected with it, join the town; no tile."""
    table = witches(stronghold="E9", temple="D7", trading_house="D8", dwelling="E11 F7 F5", towns="E9 D7 D8 E11")
    table.state.terrain[table.hex("F6")] = table.state.terrain[table.hex("E9")]
    table.does("witches", BuildDwelling("F6")).has("witches", towns_owed=0)
    assert towns(table, "F6 F7 F5") == [True] * 3


def test_two_towns_meet():
    """TM-6.6.4: both stay, nothing is given back or gained."""
    table = witches(
        stronghold="E9", temple="F7", dwelling="D7 E11", towns="E9 F7 D7 E11", town_tiles=["town_5vp_6c", "town_7vp_2w"]
    )
    table.state.terrain[table.hex("E10")] = table.state.terrain[table.hex("E9")]
    table.does("witches", BuildDwelling("E10")).has("witches", towns_owed=0, town_tiles=["town_5vp_6c", "town_7vp_2w"])
    assert towns(table, "E10") == [True]


def test_what_founds_nothing():
    """TM-6.6.1: transforming does not; structures of others do not count."""
    table = position(
        "witches",
        "nomads",
        witches=has(temple="E9 F6", dwelling="F5", bowls=FULL),
        nomads=has(stronghold="E10", dwelling="D7"),
    )
    table.does("witches", PowerAction("power_spade"), Transform("G5", "lakes", 1)).has("witches", towns_owed=0)


@pytest.mark.parametrize(("options", "tiles"), [({}, 10), ({"mini_expansion_towns": True}, 14)])
def test_not_more_towns_than_tiles(options, tiles):
    """TM-6.6.5: when the last is taken no town is founded."""
    table = position(
        "witches", "nomads", witches=has(temple="E9", trading_house="E10", dwelling="F5 F6"), options=options
    )
    assert sum(table.state.town_pool.values()) == tiles
    _take_tiles(table, but="")
    table.does("witches", UpgradeStructure("F5", "trading_house")).has("witches", towns_owed=0)


def _take_tiles(table, but):
    """The Nomads have all town tiles with their keys, but one of a kind."""
    nomads = table.player("nomads")
    for tile, left in table.state.town_pool.items():
        taken = left - (tile == but)
        nomads.town_tiles += [tile] * taken
        nomads.key += TOWN_TILES[tile].keys * taken
        table.state.town_pool[tile] -= taken


def test_the_last_tile_is_for_one_town():
    """TM-6.6.5: of two towns at once the second is not founded, while the first is owed the last tile."""
    table = witches(temple="E9 I6", trading_house="E10 I7", dwelling="F5 F6 H4 I8", favors_owed=1)
    _take_tiles(table, but="town_11vp")
    table.does("witches", ChooseFavorTile("favor_fire_2")).has("witches", towns_owed=1)


# --- Mermaids -------------------------------------------------------------------------------------------------------


def mermaids(**things):
    """Mermaids around r8, whose banks are B2, C1, C2 and D3."""
    things = {"stronghold": "C1", "temple": "D2", "trading_house": "B2", "dwelling": "B3"} | things
    return position("mermaids", "nomads", mermaids=has(**things), nomads=has(dwelling="I7"))


def test_a_town_over_a_river_hex():
    """TM-7.1.6, TM-7.1.8: its banks become adjacent; the link stays."""
    table = mermaids()
    table.does("mermaids", FoundMermaidTown("r8")).has("mermaids", towns_owed=1)
    assert towns(table, "C1 D2 B2 B3") == [True] * 4
    assert table.state.river_links == [table.hex("r8")]
    table.does("mermaids", ChooseTownTile("town_5vp_6c"))
    table.state.terrain[table.hex("C2")] = table.state.terrain[table.hex("D2")]
    table.does("mermaids", BuildDwelling("C2")).has("mermaids", towns_owed=0)


def test_it_is_a_choice():
    """TM-7.1.9: nothing happens by itself over a river; on land it does."""
    table = mermaids(dwelling="A5 B3", trading_house="B2")
    table.does("mermaids", UpgradeStructure("A5", "trading_house")).has("mermaids", towns_owed=0)
    table.legal(FoundMermaidTown("r8"), actor=0)


def test_a_link_that_founds_nothing():
    """TM-7.1.7: too little power, one bank only, an old link."""
    poor = mermaids(stronghold="", dwelling="B3 C1")
    poor.does("mermaids", FoundMermaidTown("r8")).rejected("TM-7.1.7", river="r8")
    table = mermaids()
    table.does("mermaids", FoundMermaidTown("r5")).rejected("TM-7.1.7")
    table.does("mermaids", FoundMermaidTown("r8"), FoundMermaidTown("r8")).rejected("TM-7.1.7")
    table.does("mermaids", FoundMermaidTown("r1")).rejected("TM-7.1.7")


@pytest.mark.parametrize("river", ["C1", "r99", ""])
def test_a_link_is_a_river_hex(river):
    """TM-7.1.6: and nothing else."""
    mermaids().does("mermaids", FoundMermaidTown(river)).rejected("TM-7.1.6", river=river)


def test_others_do_not_link():
    """TM-7.1.6: only Mermaids, in their own turn."""
    mermaids().does("nomads", FoundMermaidTown("r8")).rejected("TM-7.0.2")
    table = position("witches", "nomads", witches=has(stronghold="C1", temple="D2", trading_house="B2", dwelling="B3"))
    table.does("witches", FoundMermaidTown("r8")).rejected("TM-7.1.6", faction="witches")


# --- bridges --------------------------------------------------------------------------------------------------------


def bridging(**options):
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="C2", bowls=FULL),
        nomads=has(dwelling="D3", bridges="C2-E5"),
        options=options,
    )
    return table.does("witches", PowerAction("power_bridge"))


def test_a_bridge():
    """TM-7.11.4, TM-11.28: on a site of the map, one end own, the other empty or foreign, in either order."""
    bridging().does("witches", PlaceBridge("C2", "D4")).has("witches", bridges_left=2)
    bridging().does("witches", PlaceBridge("D3", "C2")).has("witches", bridges_left=2)


@pytest.mark.parametrize(
    ("a", "b", "clause"),
    [
        ("C2", "C3", "TM-7.11.4"),
        ("C2", "r9", "TM-7.11.4"),
        ("C2", "Z9", "TM-7.11.4"),
        ("C2", "C2", "TM-7.11.4"),
        ("C2", "E5", "TM-11.29"),
        ("F3", "G1", "TM-11.28"),
    ],
)
def test_where_no_bridge_can_be(a, b, clause):
    """TM-7.11.4, TM-11.28, TM-11.29: no site, a bridge there already, no structure of the player's at an end."""
    bridging().does("witches", PlaceBridge(a, b)).rejected(clause)


def test_rejecting_by_name():
    """TM-11.28, TM-11.29: with the facts."""
    bridging().does("witches", PlaceBridge("C2", "E5")).rejected("TM-11.29", bridged=True)
    bridging().does("witches", PlaceBridge("F3", "G1")).rejected("TM-11.28", own_structure=False)


def test_loose_bridges():
    """TM-7.11.4: with `loose_bridge_adjacency`, no end needs a structure of the player's."""
    bridging(loose_bridge_adjacency=True).does("witches", PlaceBridge("F3", "G1")).accepted()


def test_a_bridge_that_is_not_owed():
    """TM-7.11.4: it takes an action, and a bridge in the supply."""
    table = position("witches", "nomads", witches=has(dwelling="C2", bowls=FULL))
    table.does("witches", PlaceBridge("C2", "D4")).rejected("TM-7.11.4", owed=0)
    none = position("witches", "nomads", witches=has(dwelling="C2", bowls=FULL, bridges="C2-D3 C2-E5 B1-C1"))
    none.does("witches", PowerAction("power_bridge"), PlaceBridge("C2", "D4")).rejected("TM-7.11.4", bridges_left=0)


def test_a_bridge_founds_a_town():
    """TM-6.6.1, TM-6.6.6: checked at both ends."""
    table = position(
        "engineers", "nomads", engineers=has(stronghold="C2", trading_house="B3", temple="D4", dwelling="D5")
    )
    table.does("engineers", SpecialAction("engineers_bridge"), PlaceBridge("C2", "D4")).has("engineers", towns_owed=1)


def test_a_bridge_over_a_linked_river_hex():
    """TM-7.11.5, TM-7.1.8: the Mermaids' mark there does not hinder it."""
    table = position(
        "mermaids",
        "nomads",
        mermaids=has(stronghold="C1", temple="D2", trading_house="B2", dwelling="B3", bowls=FULL),
        nomads=has(dwelling="C2"),
    )
    table.does("mermaids", FoundMermaidTown("r8"), ChooseTownTile("town_7vp_2w"))
    table.does("mermaids", PowerAction("power_bridge"), PlaceBridge("B2", "C1")).has("mermaids", bridges_left=2)
