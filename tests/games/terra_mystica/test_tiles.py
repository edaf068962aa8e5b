"""Favor tiles (TM-7.11.1), town tiles (TM-7.11.2), scoring tiles in the action phase (TM-7.13)."""

import pytest

from engine.games.terra_mystica.components import FAVOR_TILES, TOWN_TILES
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    ChooseFavorTile,
    ChooseTownTile,
    EndTurn,
    SpecialAction,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

MINI = {"mini_expansion_towns": True}


def owed(favors=0, towns=0, faction="swarmlings", options=None, tile="score_dwelling_fire", nomads=None, **things):
    """Somebody who has tiles to take, at the end of a turn."""
    mine = has(**{"favors_owed": favors, "towns_owed": towns, "bowls": (12, 0, 0), **things})
    players = {faction: mine, "nomads": nomads or {}}
    return position(faction, "nomads", actions=0, options={**MINI, **(options or {})}, tile=tile, **players)


# --- favor tiles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", sorted(FAVOR_TILES))
def test_favor_tiles(tile):
    """TM-7.11.1: taken from the pool, with its cult steps at once."""
    cult, steps = tile.removeprefix("favor_").split("_")
    table = owed(favors=1)
    left = table.state.favor_pool[tile]
    table.does("swarmlings", ChooseFavorTile(tile)).has("swarmlings", favors_owed=0, favor_tiles=[tile])
    assert table.state.favor_pool[tile] == left - 1
    table.figures(0, **{cult: int(steps)})
    table.has("swarmlings", bowls=(11, 1, 0) if steps == "3" else (12, 0, 0))


def test_favor_tiles_that_cannot_be_taken():
    """TM-7.11.1, TM-11.34: none owed, owned already, none left, unknown; one of each 3-step kind, else three."""
    assert {tile.count for tile in FAVOR_TILES.values() if 3 in tile.gain.values()} == {1}
    assert {tile.count for tile in FAVOR_TILES.values() if 3 not in tile.gain.values()} == {3}
    owed().does("swarmlings", ChooseFavorTile("favor_fire_1")).rejected("TM-7.11.1", owed=0)
    table = owed(favors=2, favors_owed=2, nomads=has(favors=["favor_air_3"]))
    table.does("swarmlings", ChooseFavorTile("favor_air_3")).rejected("TM-7.11.1", left=0)
    table.does("swarmlings", ChooseFavorTile("favor_moon_3")).rejected("TM-7.11.1")
    table.does("swarmlings", ChooseFavorTile("favor_fire_1"), ChooseFavorTile("favor_fire_1")).rejected(
        "TM-7.11.1", owned=True
    )


def test_tiles_owed_at_once_are_taken_one_by_one():
    """TM-11.38: each with all it brings before the next, in any order, a town tile between favor tiles as well."""
    table = owed(favors=2, towns=2, faction="chaos_magicians", town_tiles=[])
    steps = [ChooseFavorTile("favor_fire_3"), ChooseTownTile("town_9vp_1p"), ChooseFavorTile("favor_water_1")]
    before = table.player("chaos_magicians").cults[0]
    table.does("chaos_magicians", steps[0]).has("chaos_magicians", favors_owed=1, towns_owed=2)
    assert table.player("chaos_magicians").cults[0] == before + 3
    table.does("chaos_magicians", *steps[1:]).has("chaos_magicians", favors_owed=0, towns_owed=1)
    table.copy().does("chaos_magicians", EndTurn()).rejected("TM-6.4.5", owed=["town"])
    table.does("chaos_magicians", ChooseTownTile("town_9vp_1p")).has("chaos_magicians", towns_owed=0, key=2)


# --- town tiles -----------------------------------------------------------------------------------------------------

GAINS = {
    "town_5vp_6c": {"vp": 25, "coin": 36},
    "town_7vp_2w": {"vp": 27, "worker": 17 + 3},
    "town_9vp_1p": {"vp": 29, "priest": 4},
    "town_6vp_8pw": {"vp": 26, "bowls": (4, 8, 0)},
    "town_8vp_cult": {"vp": 28, "cult": "1/1/1/1"},
    "town_2vp_2cult": {"vp": 22, "cult": "2/2/2/2", "key": 2},
    "town_4vp_ship": {"vp": 26, "shipping": 1},
    "town_11vp": {"vp": 31},
}


@pytest.mark.parametrize("tile", sorted(TOWN_TILES))
def test_town_tiles(tile):
    """TM-7.11.2, TM-7.11.2.1, TM-7.11.2.2: a key (one has two), then VP, resources and steps; Swarmlings 3 workers."""
    table = owed(towns=1)
    table.does("swarmlings", ChooseTownTile(tile)).has(
        "swarmlings", **{"key": 1, "worker": 18, "towns_owed": 0} | GAINS[tile]
    )
    assert table.player("swarmlings").town_tiles == [tile]


def test_town_tiles_that_cannot_be_taken():
    """TM-7.11.2: no town, unknown, none left, not in this game."""
    owed().does("swarmlings", ChooseTownTile("town_11vp")).rejected("TM-7.11.2", owed=0)
    table = owed(towns=1, nomads=has(town_tiles=["town_11vp"]))
    table.does("swarmlings", ChooseTownTile("town_11vp")).rejected("TM-7.11.2", left=0)
    table.does("swarmlings", ChooseTownTile("town_99vp")).rejected("TM-7.11.2")
    base = owed(towns=1, options={"mini_expansion_towns": False})
    base.does("swarmlings", ChooseTownTile("town_11vp")).rejected("TM-7.11.2", left=0)
    owed(towns=1).does("swarmlings", EndTurn()).rejected("TM-6.4.5", owed=["town"])


def test_the_same_kind_twice():
    """TM-7.11.2.6: both tiles of a kind."""
    owed(towns=2).does("swarmlings", ChooseTownTile("town_7vp_2w"), ChooseTownTile("town_7vp_2w")).has(
        "swarmlings", vp=34
    )


@pytest.mark.parametrize(("faction", "vp", "worker"), [("witches", 41, 15), ("swarmlings", 36, 18), ("giants", 36, 15)])
def test_what_a_town_gives_besides(faction, vp, worker):
    """TM-7.11.2.3: five VP by the town tile of the round, five for Witches, three workers for Swarmlings."""
    table = owed(towns=1, faction=faction, tile="score_town")
    table.does(faction, ChooseTownTile("town_11vp")).has(faction, vp=vp, worker=worker)
    table.entered(0, "vp", 5, "scoring_tile")


def test_two_keys_are_one_town():
    """TM-7.11.2.3: the VP are per town, not per key."""
    owed(towns=1, tile="score_town").does("swarmlings", ChooseTownTile("town_2vp_2cult")).has(
        "swarmlings", vp=27, key=2
    )


def test_which_track_gets_the_key():
    """TM-7.11.2.4, TM-11.7: fire comes first unless another is named; keys cannot be saved."""
    first = owed(towns=1, cult="9/9/0/9").does("swarmlings", ChooseTownTile("town_8vp_cult"))
    first.has("swarmlings", cult="10/9/1/9", key=0, late_keys=[1, 3])
    air = owed(towns=1, cult="9/9/0/9").does("swarmlings", ChooseTownTile("town_8vp_cult", ("air",)))
    air.has("swarmlings", cult="9/9/1/10", key=0)
    two = owed(towns=1, cult="8/8/0/8").does("swarmlings", ChooseTownTile("town_2vp_2cult", ("water", "air")))
    two.has("swarmlings", cult="9/10/2/10", key=0)


def test_which_marked_track_gets_the_key():
    """TM-7.11.2.4, TM-6.4.6: a key too few for the marked tracks lifts none of them; one enters by the tile's step."""
    marked = owed(towns=1, cult="9/9/0/0", late_keys=[0, 1])
    marked.copy().does("swarmlings", ChooseTownTile("town_8vp_cult")).has("swarmlings", cult="10/9/1/1", key=0)
    water = ChooseTownTile("town_8vp_cult", ("water",))
    marked.does("swarmlings", water).has("swarmlings", cult="9/10/1/1", key=0)
    one = owed(towns=1, cult="9/9/0/0", late_keys=[0])
    one.does("swarmlings", water).rejected("TM-7.11.2.4", keys=1)
    taken = owed(towns=1, cult="9/9/9/0", late_keys=[0], nomads=has(cult="10/0/0/0"))
    earth = ChooseTownTile("town_8vp_cult", ("earth",))
    taken.does("swarmlings", earth).has("swarmlings", cult="9/9/10/1", key=0)


@pytest.mark.parametrize("order", [("air", "air"), ("fire",), ("earth",), ("air", "water")])
def test_an_order_that_decides_nothing(order):
    """TM-7.11.2.4: it names the tracks that get the keys, where these do not suffice; not otherwise."""
    owed(towns=1, cult="9/9/0/9").does("swarmlings", ChooseTownTile("town_8vp_cult", order)).rejected(
        "TM-7.11.2.4", keys=1
    )
    owed(towns=1).does("swarmlings", ChooseTownTile("town_11vp", ("air",))).rejected("TM-7.11.2.4")
    owed(towns=1).does("swarmlings", ChooseTownTile("town_11vp", ("love",))).rejected("TM-7.0.1")


def test_holding_back():
    """TM-7.11.2.5: only with `loose_key` a track ends at 9 although a key is there."""
    event = ChooseTownTile("town_8vp_cult", hold_back=("fire",))
    owed(towns=1, cult="9/0/0/0").does("swarmlings", event).rejected("TM-7.11.2.5", hold_back=("fire",))
    loose = owed(towns=1, cult="9/0/0/0", options={"loose_key": True})
    loose.copy().does("swarmlings", ChooseTownTile("town_8vp_cult", hold_back=("air",))).rejected("TM-7.11.2.5")
    tile = {event for event in loose.offered("swarmlings", ChooseTownTile) if event.tile == "town_8vp_cult"}
    assert tile == {ChooseTownTile("town_8vp_cult"), event}
    loose.does("swarmlings", event).has("swarmlings", cult="9/1/1/1", key=1)


# --- scoring tiles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "before", "to", "vp"),
    [
        ("score_dwelling_water", "", "dwelling", 2),
        ("score_dwelling_fire", "", "dwelling", 2),
        ("score_trading_house_water", "dwelling", "trading_house", 3),
        ("score_trading_house_air", "dwelling", "trading_house", 3),
        ("score_stronghold_fire", "trading_house", "stronghold", 5),
        ("score_stronghold_air", "temple", "sanctuary", 5),
        ("score_temple", "trading_house", "temple", 4),
        ("score_stronghold_air", "trading_house", "temple", 0),
        ("score_town", "", "dwelling", 0),
    ],
)
def test_scoring_tiles(tile, before, to, vp):
    """TM-7.13.1, TM-7.13: what the tile of the current round gives."""
    things = has(dwelling="E9") if not before else has(**{before: "E10"})
    table = position(
        "witches", "nomads", witches=things, tile=tile, terrain={"E10": "forest"}, options={"temple_scoring_tile": True}
    )
    event = BuildDwelling("E10") if to == "dwelling" else UpgradeStructure("E10", to)
    table.does("witches", event).has("witches", vp=20 + vp)
    if vp:
        table.entered(0, "vp", vp, "scoring_tile")


def test_only_the_tile_of_the_round():
    """TM-7.13.1: not the one of the next."""
    tiles = (
        "score_town",
        "score_dwelling_fire",
        "score_spade",
        "score_dwelling_water",
        "score_trading_house_air",
        "score_stronghold_air",
    )
    for number, vp in ((1, 20), (2, 22), (3, 20), (4, 22)):
        table = position(
            "witches", "nomads", round=number, scoring=tiles, witches=has(dwelling="E9"), terrain={"E10": "forest"}
        )
        table.does("witches", BuildDwelling("E10")).has("witches", vp=vp)


def test_free_structures_count():
    """TM-7.13.1: the Witches' ride."""
    table = position("witches", "nomads", witches=has(stronghold="E9"), tile="score_dwelling_fire")
    table.does("witches", SpecialAction("witches_stronghold"), BuildDwelling("I6")).has("witches", vp=22)


@pytest.mark.parametrize(
    ("favor", "before", "to", "vp"),
    [("favor_earth_1", "", "dwelling", 2), ("favor_water_1", "dwelling", "trading_house", 3)],
)
def test_favor_tiles_add_to_them(favor, before, to, vp):
    """TM-7.13.2, TM-4.4: with their own source."""
    things = has(dwelling="E9", favors=[favor])
    table = position("witches", "nomads", witches=things, tile="score_stronghold_air", terrain={"E10": "forest"})
    event = BuildDwelling("E10") if to == "dwelling" else UpgradeStructure("E9", to)
    table.does("witches", event).has("witches", vp=20 + vp).entered(0, "vp", vp, f"favor_build:{favor}")


def test_a_tile_does_not_count_for_the_structure_that_brought_it():
    """TM-7.13.2: `favor_water_1` taken for a temple."""
    table = position("witches", "nomads", witches=has(trading_house="E9"))
    table.does("witches", UpgradeStructure("E9", "temple"), ChooseFavorTile("favor_water_1")).has("witches", vp=20)


def test_everything_has_its_source():
    """TM-4.4: VP are entered with the ids of the rulebook."""
    table = owed(towns=1, faction="witches", tile="score_town").does("witches", ChooseTownTile("town_11vp"))
    assert [(e.delta, e.source) for e in table.entries if e.figure == "vp"] == [
        (11, "town_tile"),
        (5, "scoring_tile"),
        (5, "faction_town"),
    ]
