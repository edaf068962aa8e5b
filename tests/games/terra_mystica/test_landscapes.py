"""Landscapes: TM-7.14, of all fourteen factions; what placing one sets off: TM-6.10."""

import pytest

from engine.games.terra_mystica.components import LANDSCAPES
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    DeclinePower,
    Dig,
    EndTurn,
    PlaceLandscape,
    PowerAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

ON = {"landscapes": True}
TOWN = "A1 A2 A3 A4 A5 A6 A7"


def table(*factions, **things):
    """A position with the option."""
    options = {**ON, **things.pop("options", {})}
    return position(*factions, options=options, **things)


def put(hex, terrain, spades=1, **more):
    return Transform(hex, terrain, spades, landscape=True, **more)


# --- what holds for all ---------------------------------------------------------------------------------------------


def test_a_landscape_instead_of_a_terrain_tile():
    """TM-7.14.2, TM-7.14.3: by a transform to the home terrain; a structure that gives and takes offers."""
    at = table("cultists", "witches", cultists=has(dwelling="E2"), witches=has(dwelling="F2"), terrain={"E3": "swamp"})
    before = at.player("cultists").coin
    at.does("cultists", Dig(1), put("E3", "plains")).shows("E3", terrain="plains", structure="landscape")
    at.has("cultists", coin=before, landscape=at.hex("E3")).offers(("witches", 1))
    at.does("witches", DeclinePower(1)).accepted()
    at.does("cultists", EndTurn()).accepted()
    at.does("witches", UpgradeStructure("F2", "trading_house")).offers(("cultists", 2))


def test_one_for_each_faction_and_only_with_the_option():
    """TM-7.14.1: no second one; Fire & Ice factions have none (TM-7.14 of the base game)."""
    things = {"cultists": has(dwelling="E2", landscape="E3"), "terrain": {"E1": "swamp"}}
    at = table("cultists", "witches", **things)
    at.does("cultists", Dig(1), put("E1", "plains")).rejected("TM-7.14.1", placed=True)
    ice = {"fire_ice_factions": ["ice"]}
    yetis = has(chosen="plains", dwelling="E2", bowls=(0, 12, 0))
    none = table("yetis", "witches", yetis=yetis, terrain={"E1": "swamp"}, options=ice)
    none.does("yetis", Dig(1), put("E1", "ice")).rejected("TM-7.14.1", placed=False)
    none.does("yetis", PlaceLandscape("r7")).rejected("TM-7.14.1", placed=False)
    off = position("cultists", "witches", cultists=has(dwelling="E2"), terrain={"E1": "swamp"})
    off.does("cultists", Dig(1), put("E1", "plains")).rejected("TM-7.14.1", option=False)


def test_only_at_home_and_in_the_action_phase():
    """TM-7.14.2: another terrain will not do, nor phase 3."""
    at = table("cultists", "witches", cultists=has(dwelling="E2"), terrain={"E3": "lakes"})
    at.does("cultists", Dig(1), put("E3", "swamp")).rejected("TM-7.14.2", to_home_terrain=False)
    at = table("cultists", "witches", cultists=has(dwelling="E2"), terrain={"E3": "swamp"})
    at.but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    at.when(0, put("E3", "plains")).rejected("TM-7.14.2", phase="cult_bonus")
    at.when(0, Transform("E3", "plains", 1)).accepted()


def test_it_stays_what_it_is():
    """TM-7.14.4, TM-7.14.3: nothing is built on it, nor is it upgraded; it extends reach and gives the discount."""
    at = table("cultists", "witches", cultists=has(dwelling="E2", landscape="E3"), witches=has(dwelling="F2"))
    at.copy().does("cultists", BuildDwelling("E3")).rejected("TM-7.4.1", structure="landscape")
    at.copy().does("cultists", UpgradeStructure("E3", "trading_house")).rejected("TM-7.8.1", structure="landscape")
    before = at.player("witches").coin
    at.but(active=1, order=[1, 0], round_order=[1, 0])
    at.does("witches", UpgradeStructure("F2", "trading_house")).has("witches", coin=before - 3)


@pytest.mark.parametrize(
    ("faction", "lacking", "enough"),
    [
        ("witches", has(temple="A3"), has(temple="A3 D1")),
        ("alchemists", has(temple="A8"), has(stronghold="A8")),
        ("halflings", has(temple="A1"), has(stronghold="A1")),
        ("swarmlings", has(stronghold="A4"), has(sanctuary="A4")),
        ("giants", has(dwelling="A6"), has(temple="A6")),
        ("nomads", has(dwelling="A5"), has(trading_house="A5")),
    ],
)
def test_structures_that_must_stand(faction, lacking, enough):
    """TM-7.14.6: before the landscape is placed; upgraded ones do not count."""
    home = {"witches": "forest", "alchemists": "swamp", "halflings": "plains", "swarmlings": "lakes"} | {
        "giants": "wasteland",
        "nomads": "desert",
    }
    hex = {"witches": "A2", "alchemists": "A7", "halflings": "A2", "swarmlings": "A3", "giants": "A7", "nomads": "A4"}
    before = {"witches": "lakes", "alchemists": "plains", "halflings": "swamp", "swarmlings": "swamp"} | {
        "giants": "plains",
        "nomads": "plains",
    }
    spades = 2 if faction == "giants" else 1
    event = put(hex[faction], home[faction], spades)
    terrain = {hex[faction]: before[faction]}
    rival = "cultists" if faction != "halflings" else "witches"
    at = table(faction, rival, **{faction: lacking}, terrain=terrain)
    at.does(faction, Dig(spades), event).rejected("TM-7.14.6", requires=LANDSCAPES[faction].requires)
    at = table(faction, rival, **{faction: enough}, terrain=terrain)
    at.does(faction, Dig(spades), event).accepted()


def test_the_second_spade_does_not_start_from_it():
    """TM-7.14.5: with two free spades the second hex must be reached without the landscape."""
    at = table(
        "cultists", "witches", cultists=has(dwelling="A1", bowls=(0, 0, 12)), terrain={"A2": "swamp", "A3": "swamp"}
    )
    at.does("cultists", PowerAction("power_two_spades"), put("A2", "plains")).accepted()
    at.copy().does("cultists", Transform("A3", "plains", 1)).rejected("TM-7.3.1", reached=False)
    at.does("cultists", Transform("B1", "plains", 1)).accepted()


@pytest.mark.parametrize(("hex", "reached"), [("D6", False), ("E8", True), ("E5", True)])
def test_no_long_tunnel_from_the_one_just_placed(hex, reached):
    """TM-7.14.5, TM-7.14.11: the second spade does not tunnel from the Great Tunnel that the first one placed."""
    at = table(
        "dwarves",
        "nomads",
        dwarves=has(dwelling="E6", bowls=(0, 0, 12)),
        terrain=dict.fromkeys(("E7", "D6", "E8", "E5"), "wasteland"),
    )
    at.does("dwarves", PowerAction("power_two_spades"), put("E7", "mountains")).accepted()
    outcome = at.does("dwarves", Transform(hex, "mountains", 1))
    outcome.accepted() if reached else outcome.rejected("TM-7.3.1", reached=False)


def test_the_spades_of_the_halflings_start_from_it():
    """TM-7.14.5: only with the power action; the other spades of the stronghold may be used next to the landscape."""
    at = table("halflings", "nomads", halflings=has(trading_house="A1"), terrain={"A2": "swamp", "A3": "swamp"})
    at.does("halflings", UpgradeStructure("A1", "stronghold"), put("A2", "plains")).accepted()
    at.does("halflings", Transform("A3", "plains", 1), Transform("B1", "plains", 1)).shows("A3", terrain="plains")


def test_a_landscape_counts_towards_towns():
    """TM-7.14.3, TM-11.13: one of the four structures, with a power value of 1."""
    at = table(
        "cultists", "witches", cultists=has(temple="E5 E6", trading_house="E4"), terrain={"E3": "swamp", "E7": "swamp"}
    )
    at.does("cultists", Dig(1), put("E7", "plains")).has("cultists", towns_owed=1)
