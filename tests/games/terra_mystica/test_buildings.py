"""Dwellings (TM-7.4) and upgrades (TM-7.8)."""

import pytest

from engine.games.terra_mystica.buildings import has_neighbour, upgrade_cost
from engine.games.terra_mystica.components import FACTIONS
from engine.games.terra_mystica.rounds import income_of
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    ChooseFavorTile,
    ChooseTownTile,
    Dig,
    EndTurn,
    PowerAction,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

FULL = (0, 0, 12)


# --- dwellings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("r3", {"land": False}),
        ("A14", {"land": False}),
        ("F5", {"structure": "temple", "owner": 1}),
        ("E9", {"structure": "dwelling", "owner": 0}),
        ("E10", {"terrain": "swamp", "home": "forest"}),
        ("I6", {"reached": False}),
    ],
)
def test_where_a_dwelling_may_stand(name, facts):
    """TM-7.4.1: land, empty, home terrain, reached."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(temple="F5"))
    table.does("witches", BuildDwelling(name)).rejected("TM-7.4.1", **facts)


def test_eight_dwellings():
    """TM-7.4.1, TM-3.2: no ninth."""
    table = position("witches", "nomads", witches=has(dwelling="A3 A10 C3 C4 D1 E9 F2 I6"), terrain={"E10": "forest"})
    table.does("witches", BuildDwelling("E10")).rejected("TM-7.4.1", dwellings_left=0)


@pytest.mark.parametrize(
    ("faction", "worker", "coin"), [("witches", 1, 2), ("engineers", 1, 1), ("swarmlings", 2, 3), ("giants", 1, 2)]
)
def test_what_a_dwelling_costs(faction, worker, coin):
    """TM-7.4.2, TM-7.4.3: as a separate main action."""
    home = FACTIONS[faction].home
    table = position(faction, "nomads", **{faction: has(dwelling="E10")}, terrain={"E9": home})
    table.does(faction, BuildDwelling("E9")).has(faction, worker=15 - worker, coin=30 - coin, dwelling=2)
    table.then(actions_left=0)


def test_a_dwelling_that_cannot_be_paid():
    """TM-7.4.2: rejected with the cost."""
    for things in ({"coin": 1}, {"worker": 0}):
        table = position("witches", "nomads", witches=has(dwelling="E9", **things), terrain={"E10": "forest"})
        table.does("witches", BuildDwelling("E10")).rejected("TM-7.4.2", cost={"worker": 1, "coin": 2})


def test_a_dwelling_without_an_action_left():
    """TM-7.4.3: it needs one, if no hex was transformed in this."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), terrain={"E10": "forest"})
    table.does("witches", PowerAction("power_workers"), BuildDwelling("E10")).rejected("TM-6.4.3", actions_left=0)


def test_one_dwelling_after_a_transform():
    """TM-7.4.4: on a hex that became home in this action, one of them."""
    table = position(
        "witches", "nomads", witches=has(dwelling="E9", bowls=FULL), terrain={"E10": "mountains", "F5": "forest"}
    )
    table.does("witches", PowerAction("power_two_spades"), Transform("F6", "forest", 1), Transform("E10", "forest", 1))
    table.copy().does("witches", BuildDwelling("F5")).rejected("TM-6.4.3")
    table.does("witches", BuildDwelling("F6"), BuildDwelling("E10")).rejected("TM-6.4.3")


def test_either_of_two_homes():
    """TM-7.4.4, TM-11.16: the second hex as well as the first."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), terrain={"E10": "mountains"})
    table.does("witches", PowerAction("power_two_spades"), Transform("F6", "forest", 1), Transform("E10", "forest", 1))
    table.copy().does("witches", BuildDwelling("F6")).accepted()
    table.does("witches", BuildDwelling("E10")).accepted()


def test_loose_build_after_dig():
    """TM-7.4.4: with the option any home hex in reach."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9", bowls=FULL),
        terrain={"F5": "forest"},
        options={"loose_build_after_dig": True},
    )
    table.does("witches", PowerAction("power_spade"), Transform("E10", "lakes", 1), BuildDwelling("F5")).accepted()


def test_the_order_of_effects_of_a_dwelling():
    """TM-7.4.5, TM-6.10.1: flight and its VP, offers, cost, VP of favor and scoring tile, then the town."""
    table = position(
        "fakirs",
        "witches",
        fakirs=has(stronghold="E8", trading_house="E7", temple="D5", favors=["favor_earth_1"]),
        witches=has(temple="F4"),
        terrain={"E6": "desert", "F4": "forest", "D4": "desert"},
        tile="score_dwelling_fire",
    )
    table.does("fakirs", BuildDwelling("E6")).offers(("witches", 2)).has("fakirs", vp=24, towns_owed=1)
    assert [(e.figure, e.source) for e in table.entries] == [
        ("offer", "from:fakirs"),
        ("coin", "build_dwelling"),
        ("worker", "build_dwelling"),
        ("vp", "favor_build:favor_earth_1"),
        ("vp", "scoring_tile"),
    ]


def test_structures_stay():
    """TM-7.4.6: nothing is built over, and an upgrade stands where the old piece stood."""
    table = position("witches", "nomads", witches=has(dwelling="E9 F2"))
    table.does("witches", BuildDwelling("E9")).rejected("TM-7.4.1", structure="dwelling")
    table.does("witches", UpgradeStructure("E9", "trading_house")).shows("E9", structure="trading_house")


def test_dwellings_belong_to_the_own_turn():
    """TM-7.0.2, TM-7.0.4: not in another's turn, and not after passing."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(dwelling="E8", passed=True))
    table.does("nomads", BuildDwelling("D3")).rejected("TM-7.0.4", passed=True)
    fresh = position("witches", "nomads", nomads=has(dwelling="E8"))
    fresh.does("nomads", BuildDwelling("D3")).rejected("TM-7.0.2", seat=1, to_move=0)


# --- upgrades -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "to"),
    [
        ("E9", "temple"),
        ("E9", "dwelling"),
        ("E9", "stronghold"),
        ("D6", "trading_house"),
        ("r3", "trading_house"),
        ("Z1", "trading_house"),
        ("F5", "temple"),
        ("E9", "castle"),
    ],
)
def test_what_may_be_upgraded(name, to):
    """TM-7.8.1: one of the player's structures, of the kind that comes before."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(trading_house="F5"))
    table.does("witches", UpgradeStructure(name, to)).rejected("TM-7.8.1")


def test_a_piece_must_be_left():
    """TM-7.8.1, TM-7.8.4: four trading houses, three temples, one stronghold, one sanctuary."""
    full = position("witches", "nomads", witches=has(trading_house="A3 A10 C3 C4", dwelling="E9"))
    full.does("witches", UpgradeStructure("E9", "trading_house")).rejected("TM-7.8.1", left=0)
    second = position(
        "witches", "nomads", witches=has(trading_house="A3", stronghold="A10", sanctuary="C3", temple="C4")
    )
    second.does("witches", UpgradeStructure("A3", "stronghold")).rejected("TM-7.8.1", left=0)
    second.does("witches", UpgradeStructure("C4", "sanctuary")).rejected("TM-7.8.1", left=0)


COSTS = [
    ("witches", "trading_house", 2, 6),
    ("engineers", "trading_house", 1, 4),
    ("swarmlings", "trading_house", 3, 8),
    ("witches", "temple", 2, 5),
    ("engineers", "temple", 1, 4),
    ("swarmlings", "temple", 3, 6),
    ("witches", "stronghold", 4, 6),
    ("chaos_magicians", "stronghold", 4, 4),
    ("fakirs", "stronghold", 4, 10),
    ("engineers", "stronghold", 3, 6),
    ("darklings", "sanctuary", 4, 10),
    ("swarmlings", "sanctuary", 5, 8),
]
BEFORE = {"trading_house": "dwelling", "temple": "trading_house", "stronghold": "trading_house", "sanctuary": "temple"}


@pytest.mark.parametrize(("faction", "to", "worker", "coin"), COSTS)
def test_what_an_upgrade_costs(faction, to, worker, coin):
    """TM-7.8.3, TM-7.8.2, TM-11.36: without a neighbour; the tables have the rest."""
    other = "nomads" if faction not in ("nomads", "fakirs") else "giants"
    table = position(faction, other, **{faction: has(**{BEFORE[to]: "E10"})})
    poor = position(faction, other, **{faction: has(**{BEFORE[to]: "E10"}, coin=coin - 1)})
    poor.does(faction, UpgradeStructure("E10", to)).rejected("TM-7.8.3", coins=coin - 1)
    table.does(faction, UpgradeStructure("E10", to)).has(faction, worker=15 - worker, coin=30 - coin)


@pytest.mark.parametrize(("faction", "coins"), [("witches", 3), ("engineers", 2), ("swarmlings", 4)])
def test_a_trading_house_with_a_neighbour(faction, coins):
    """TM-7.8.2, TM-11.36: another player's structure next to it lowers the coins."""
    table = position(faction, "nomads", **{faction: has(dwelling="E10")}, nomads=has(dwelling="E9"))
    table.does(faction, UpgradeStructure("E10", "trading_house")).has(faction, coin=30 - coins)


def test_who_is_a_neighbour():
    """TM-7.8.2, TM-11.23: even over a bridge or if dropped; not over the river, nor one's own structures."""

    def neighbour(**nomads):
        table = position("witches", "nomads", witches=has(dwelling="C2 B3", shipping=3), nomads=has(**nomads))
        return has_neighbour(table.state, table.player("witches"), table.hex("C2"))

    assert not neighbour(dwelling="C3")
    assert neighbour(dwelling="B2")
    assert neighbour(dwelling="B2", dropped=True)
    assert not neighbour(dwelling="D4")
    assert neighbour(dwelling="D4", bridges="C2-D4")


def test_a_cost_is_known_before_the_offers():
    """TM-7.8.2: upgrade_cost by neighbour."""
    table = position("witches", "nomads", witches=has(dwelling="E9 F2"), nomads=has(dwelling="E10"))
    witches = table.player("witches")
    assert upgrade_cost(table.state, witches, table.hex("E9"), "trading_house") == {"worker": 2, "coin": 3}
    assert upgrade_cost(table.state, witches, table.hex("F2"), "trading_house") == {"worker": 2, "coin": 6}


def test_the_old_piece_returns_to_its_track():
    """TM-4.3.6, TM-7.8.5: the income of the old kind falls, and the piece can be built again."""
    table = position("witches", "nomads", witches=has(dwelling="A3 A10 C3 C4 D1 E9 F2 I6"), terrain={"F6": "forest"})
    assert income_of(table.player("witches"))["worker"] == 8
    table.does("witches", UpgradeStructure("E9", "trading_house")).has("witches", dwelling=7, trading_house=1)
    income = income_of(table.player("witches"))
    assert (income["worker"], income["coin"], income["power"]) == (8, 2 + 6, 1)
    table.state.active, table.state.actions_left = 0, 1
    table.does("witches", BuildDwelling("F6")).has("witches", dwelling=8)


def test_a_structure_in_a_town_may_be_upgraded():
    """TM-7.8.4: the town stays, no second one is founded."""
    table = position(
        "witches", "nomads", witches=has(temple="E9", stronghold="E10", dwelling="F5 F6", towns="E9 E10 F5 F6")
    )
    table.does("witches", UpgradeStructure("E9", "sanctuary")).has("witches", towns_owed=0)
    assert table.state.in_town[table.hex("E9")]


@pytest.mark.parametrize(("faction", "tiles"), [("witches", 1), ("chaos_magicians", 2)])
def test_favor_tiles_of_temple_and_sanctuary(faction, tiles):
    """TM-7.8.6, TM-7.8: one, for the Chaos Magicians two; before the end of the turn, before or after town tiles."""
    table = position(faction, "nomads", **{faction: has(trading_house="E10", temple="I2")}, actions=2)
    table.does(faction, UpgradeStructure("E10", "temple")).has(faction, favors_owed=tiles)
    table.copy().does(faction, EndTurn()).rejected("TM-6.4.5")
    table.does(faction, UpgradeStructure("I2", "sanctuary")).has(faction, favors_owed=2 * tiles)


def test_favor_and_town_tile_in_either_order():
    """TM-7.8.6: the upgrade that founds a town."""
    table = position("witches", "nomads", witches=has(trading_house="E9", stronghold="E10", dwelling="F5", temple="F6"))
    table.does("witches", UpgradeStructure("E9", "temple")).has("witches", favors_owed=1, towns_owed=1)
    table.copy().does("witches", ChooseFavorTile("favor_fire_1"), ChooseTownTile("town_7vp_2w"), EndTurn()).accepted()
    table.does("witches", ChooseTownTile("town_7vp_2w"), ChooseFavorTile("favor_fire_1"), EndTurn()).turn_of("nomads")


STRONGHOLDS = [
    ("auren", {"favors_owed": 1}, "auren_stronghold"),
    ("witches", {}, "witches_stronghold"),
    ("swarmlings", {}, "swarmlings_stronghold"),
    ("chaos_magicians", {}, "chaos_magicians_stronghold"),
    ("giants", {}, "giants_stronghold"),
    ("nomads", {}, "nomads_stronghold"),
    ("alchemists", {"bowls": (0, 5, 7)}, ""),
    ("darklings", {"ordination": 3}, ""),
    ("cultists", {"vp": 27}, ""),
    ("mermaids", {"vp": 22, "shipping": 2}, ""),
    ("fakirs", {"carpet_range": 2}, ""),
    ("dwarves", {}, ""),
    ("engineers", {}, ""),
]


@pytest.mark.parametrize(("faction", "gains", "action"), STRONGHOLDS)
def test_strongholds(faction, gains, action):
    """TM-7.8.7, TM-7.17: what each faction gets once, and the action it may use from the next action on."""
    other = "nomads" if faction not in ("nomads", "fakirs") else "giants"
    things = has(trading_house="E10", vp=20, bowls=(5, 7, 0))
    table = position(faction, other, **{faction: things}, actions=2)
    before = {name: table.player(faction).built[name] for name in ("stronghold",)}
    assert before == {"stronghold": 0}
    if action:
        table.does(faction, SpecialAction(action)).rejected("TM-7.6.0", action=action)
    table.does(faction, UpgradeStructure("E10", "stronghold")).has(faction, **gains)
    if action:
        table.does(faction, SpecialAction(action)).accepted()


def test_the_halflings_stronghold():
    """TM-7.8.7, TM-7.3.6: three free spades for up to three hexes, and one dwelling."""
    table = position(
        "halflings", "nomads", halflings=has(trading_house="E10"), terrain={"E9": "swamp", "D7": "swamp", "F7": "swamp"}
    )
    table.does("halflings", UpgradeStructure("E10", "stronghold")).has("halflings", coin=22, worker=11)
    followup = table.state.followup
    assert (followup.spades, followup.hexes_left, followup.may_dig, followup.build_ok) == (3, 3, False, True)
    for name in ("E9", "D7", "F7"):
        table.does("halflings", Transform(name, "plains", 1))
    table.does("halflings", BuildDwelling("D7"), BuildDwelling("E9")).rejected("TM-6.4.3")


def test_the_mermaids_stronghold_at_the_end_of_the_track():
    """TM-7.5.3: a step beyond the maximum is lost."""
    table = position("mermaids", "nomads", mermaids=has(trading_house="E10", shipping=5))
    table.does("mermaids", UpgradeStructure("E10", "stronghold")).has("mermaids", shipping=5, vp=20)


def test_digging_and_building_in_one_action():
    """TM-7.4.4: dig, transform, build: one main action."""
    table = position("witches", "nomads", witches=has(dwelling="E9"))
    table.does("witches", Dig(1), Transform("F6", "forest", 1), BuildDwelling("F6"), EndTurn()).turn_of("nomads")
    table.has("witches", worker=11, coin=28, dwelling=2)
