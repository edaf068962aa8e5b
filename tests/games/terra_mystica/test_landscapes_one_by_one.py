"""Landscapes, one by one."""

import pytest

from engine.games.terra_mystica.adjacency import bridged
from engine.games.terra_mystica.board import distance
from engine.games.terra_mystica.reach import by_flight
from engine.games.terra_mystica.scoring import largest_area, score_cult
from events.vocabulary.terra_mystica import (
    AcceptPower,
    BuildDwelling,
    ChooseFavorTile,
    ChooseTownTile,
    Dig,
    EndTurn,
    Forfeit,
    Pass,
    PlaceBridge,
    PlaceLandscape,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position
from tests.games.terra_mystica.test_landscapes import TOWN, put, table


def test_tree_of_serenity():
    """TM-7.14.7: four points for every space 10 that is entered from now on."""
    at = table("auren", "nomads", auren=has(dwelling="A3", landscape="A2", cult="8/0/0/0", key=1))
    at.does("auren", SendPriest("fire", 3)).entered(0, "vp", 4, "landscape").has("auren", key=0)
    at = table("auren", "nomads", auren=has(dwelling="A3", landscape="A2", cult="5/0/0/0", key=1))
    at.does("auren", SendPriest("fire", 3)).not_entered(0, "vp")


def test_raven_cote():
    """TM-7.14.8, TM-12.7: five points or three steps for a town; the steps need keys as usual."""
    things = has(dwelling="A3", landscape="A2", towns_owed=1, cult="0/0/8/0")
    at = table("witches", "nomads", witches=things)
    at.copy().does("witches", ChooseTownTile("town_5vp_6c")).entered(0, "vp", 5, "faction_town")
    steps = ChooseTownTile("town_5vp_6c", town_bonus="earth")
    at.copy().does("witches", steps).has("witches", cult="0/0/10/0", key=0)
    at.copy().does("witches", ChooseTownTile("town_5vp_6c", town_bonus="moon")).rejected("TM-7.14.8")
    bare = table("witches", "nomads", witches=has(dwelling="A3", towns_owed=1))
    bare.does("witches", steps).rejected("TM-7.14.8", possible=("vp",))


def test_raven_cote_covers_the_town_it_founds():
    """TM-11.35: it stands when the town is checked."""
    at = table(
        "witches", "nomads", witches=has(temple="A9 A10", trading_house="A11"), terrain={"A12": "lakes", "A13": "lakes"}
    )
    at.does("witches", Dig(1), put("A12", "forest")).has("witches", towns_owed=1)
    at.does("witches", ChooseTownTile("town_5vp_6c", town_bonus="air")).has("witches", cult="0/0/0/3")


@pytest.mark.parametrize(
    ("tracks", "coins", "workers", "vp"),
    [((), 0, 0, 0), (("shipping",), 4, 0, 2), (("exchange",), 5, 2, 6), (("shipping", "exchange"), 9, 2, 8)],
)
def test_dim_workshop(tracks, coins, workers, vp):
    """TM-7.14.9: steps without the priest, with the usual points, when it is placed."""
    things = has(stronghold="A8", coin=9, worker=5, priest=0)
    at = table("alchemists", "nomads", alchemists=things, terrain={"A7": "plains"})
    at.does("alchemists", Dig(1), put("A7", "swamp", workshop=tracks))
    at.has("alchemists", coin=9 - coins, worker=5 - 3 - workers, vp=20 + vp)
    at.has("alchemists", shipping="shipping" in tracks, exchange="exchange" in tracks)


def test_a_workshop_that_cannot_be():
    """TM-7.14.9: not without the landscape, twice, for too little, of another faction, or at the end of a track."""
    things = has(stronghold="A8", coin=8, worker=5)
    at = table("alchemists", "cultists", alchemists=things, cultists=has(dwelling="E2"), terrain={"A7": "plains"})
    at.does("alchemists", Dig(1)).accepted()
    wrong = [Transform("A7", "swamp", 1, workshop=("shipping",)), put("A7", "swamp", workshop=("shipping", "exchange"))]
    for event in (*wrong, put("A7", "swamp", workshop=("shipping", "shipping"))):
        at.copy().does("alchemists", event).rejected("TM-7.14.9")
    at = table("cultists", "nomads", cultists=has(dwelling="E2"), terrain={"E3": "swamp"})
    at.does("cultists", Dig(1), put("E3", "plains", workshop=("shipping",))).rejected("TM-7.14.9")
    ends = has(stronghold="A8", shipping=3, exchange=2)
    at = table("alchemists", "nomads", alchemists=ends, terrain={"A7": "plains"})
    at.does("alchemists", Dig(1)).accepted()
    for track in ("shipping", "exchange"):
        at.copy().does("alchemists", put("A7", "swamp", workshop=(track,))).rejected("TM-7.14.9")


def test_camp():
    """TM-7.14.10: a dwelling for all that counts dwellings for points, and for nothing else."""
    things = has(stronghold="A8", favors=["favor_earth_1"], card="bonus_dwelling")
    at = table("darklings", "nomads", darklings=things, terrain={"A7": "plains"}, tile="score_dwelling_fire")
    at.does("darklings", Dig(1), put("A7", "swamp")).entered(0, "vp", 2, "scoring_tile").has("darklings", dwelling=0)
    at.entered(0, "vp", 2, "favor_build:favor_earth_1")
    at.does("darklings", EndTurn()).accepted()
    at.but(active=0, actions_left=1)
    at.does("darklings", Pass(next(iter(at.state.bonus_pool)))).entered(0, "vp", 1, "bonus_pass:bonus_dwelling")


def test_great_tunnel():
    """TM-7.14.11, TM-7.14.25: two hexes are skipped from its hex, one from others; the area too reaches farther."""
    at = table("dwarves", "nomads", dwarves=has(dwelling="A2", landscape="E7"))
    mask = by_flight(at.state, at.player("dwarves"))
    assert mask >> at.hex("E10") & 1 == 0
    assert mask >> at.hex("E5") & 1
    assert mask >> at.hex("E4") & 1
    assert not mask >> at.hex("A5") & 1
    far = table("dwarves", "nomads", dwarves=has(dwelling="E4 E1", landscape="E7"))
    assert largest_area(far.state, far.player("dwarves")) == 3 - 1
    plain = table("dwarves", "nomads", dwarves=has(dwelling="E4 E7"))
    assert largest_area(plain.state, plain.player("dwarves")) == 1


def test_tunnels_of_phase_3():
    """TM-7.14.11, TM-11.14: every spade of phase 3 may tunnel, from any structure, free, for four points."""
    at = table("dwarves", "nomads", dwarves=has(dwelling="A2", landscape="E7", worker=0), terrain={"A4": "wasteland"})
    at.but(phase="cult_bonus", spades_due=[[0, 3]], active=-1, round=2)
    at.when(0, Transform("A4", "mountains", 1)).entered(0, "vp", 4, "tunnel")
    at.when(0, Transform("E4", "forest", 1)).entered(0, "vp", 4, "tunnel").figures(0, vp=28, worker=0)
    at.when(0, Transform("E4", "mountains", 1)).figures(0, vp=28)
    bare = table("dwarves", "nomads", dwarves=has(dwelling="A2"), terrain={"A4": "wasteland"})
    bare.but(phase="cult_bonus", spades_due=[[0, 3]], active=-1)
    bare.when(0, Transform("A4", "mountains", 1)).rejected("TM-7.3.1", reached=False)


def gate():
    at = table("chaos_magicians", "nomads", chaos_magicians=has(trading_house="A6"))
    at.does("chaos_magicians", UpgradeStructure("A6", "stronghold")).accepted()
    return at


def test_gate_of_chaos():
    """TM-7.14.12: with the stronghold, on any empty wasteland, free."""
    at = gate()
    coins = at.player("chaos_magicians").coin
    at.copy().does("chaos_magicians", PlaceLandscape("A5")).rejected("TM-7.14.12", hex="A5")
    at.copy().does("chaos_magicians", PlaceLandscape("A6")).rejected("TM-7.14.12", hex="A6")
    at.copy().does("chaos_magicians", Forfeit("gate")).not_legal(PlaceLandscape("I12"))
    at.copy().does("chaos_magicians", EndTurn()).accepted()
    at.does("chaos_magicians", PlaceLandscape("I12")).shows("I12", structure="landscape")
    at.has("chaos_magicians", coin=coins)
    at.does("chaos_magicians", PlaceLandscape("I1")).rejected("TM-7.14.1", placed=True)
    late = table("chaos_magicians", "nomads", chaos_magicians=has(stronghold="A6"), terrain={"A7": "desert"})
    late.copy().does("chaos_magicians", PlaceLandscape("I12")).rejected("TM-7.14.12", stronghold_just_built=False)
    late.does("chaos_magicians", Dig(1), put("A7", "wasteland")).rejected("TM-7.14.2")


def test_no_gate_for_others():
    """TM-7.14.12: their strongholds open none."""
    at = table("alchemists", "nomads", alchemists=has(trading_house="A8"))
    at.does("alchemists", UpgradeStructure("A8", "stronghold")).accepted()
    at.does("alchemists", Forfeit("gate")).rejected("TM-7.11.6", what="gate")


def test_coral_reef():
    """TM-7.14.13, TM-7.14.22: a spade places it on the river next to one's own structure; it joins its banks."""
    at = table("mermaids", "nomads", mermaids=has(dwelling="D2", shipping=1))
    at.does("mermaids", Dig(1)).accepted()
    at.copy().does("mermaids", PlaceLandscape("r20")).rejected("TM-7.14.13", hex="r20")
    at.copy().does("mermaids", PlaceLandscape("D3")).rejected("TM-7.14.13")
    at.does("mermaids", PlaceLandscape("r7")).then(reef=at.hex("r7"))
    at.shows("r7", structure="landscape").has("mermaids", landscape=at.hex("r7"))
    at.shows("B1", structure="").does("mermaids", EndTurn()).accepted()
    two = table("mermaids", "nomads", mermaids=has(dwelling="D2"))
    two.does("mermaids", Dig(2), PlaceLandscape("r7")).rejected("TM-7.14.13", spades=2)
    other = table("cultists", "nomads", cultists=has(dwelling="E2"))
    other.does("cultists", PlaceLandscape("r7")).rejected("TM-7.14.2")
    off = position("mermaids", "nomads", mermaids=has(dwelling="D2"))
    off.does("mermaids", PlaceLandscape("r7")).rejected("TM-7.14.1", option=False)


def test_where_no_reef_grows():
    """TM-7.14.13: where a town tile lies, in phase 3, out of turn; TM-7.14.22: nor with a bought spade left."""
    linked = table("mermaids", "nomads", mermaids=has(dwelling="D2"))
    linked.but(river_links=[linked.hex("r7")])
    linked.does("mermaids", Dig(1), PlaceLandscape("r7")).rejected("TM-7.14.13", hex="r7")
    due = table("mermaids", "nomads", mermaids=has(dwelling="D2"))
    due.does("mermaids", Dig(1)).accepted()
    due.when(1, PlaceLandscape("r7")).rejected("TM-7.0.2", seat=1)
    due.but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    due.when(0, PlaceLandscape("r7")).rejected("TM-7.0.2", phase="cult_bonus")
    loose = table("mermaids", "nomads", mermaids=has(dwelling="D2"), options={"loose_dig": True})
    loose.does("mermaids", Dig(2), PlaceLandscape("r7")).accepted()


def test_a_reef_is_one_of_two_hexes():
    """TM-7.14.22, TM-7.14.5: with two free spades; the other is not for what only the reef reaches; no dig."""
    things = has(dwelling="D2", shipping=0, bowls=(0, 0, 12))
    at = table("mermaids", "nomads", mermaids=things, terrain={"D1": "forest", "C1": "swamp"})
    at.does("mermaids", PowerAction("power_two_spades"), PlaceLandscape("r7")).accepted()
    assert (at.state.followup.spades, at.state.followup.hexes_left) == (1, 1)
    at.copy().does("mermaids", Dig(1)).rejected("TM-7.2.2", may_dig=False)
    at.copy().does("mermaids", Transform("B1", "plains", 1)).rejected("TM-7.3.1", reached=False)
    at.does("mermaids", Transform("D1", "lakes", 1), BuildDwelling("D1")).accepted()
    late = table("mermaids", "nomads", mermaids=things, terrain={"D1": "forest"})
    late.does("mermaids", PowerAction("power_two_spades"), Transform("D1", "lakes", 1), PlaceLandscape("r7")).accepted()


@pytest.mark.parametrize("timing", ["on_gain", "on_use"])
def test_a_reef_uses_a_spade(timing):
    """TM-7.14.13, TM-7.3.9: it scores like one."""
    options = {"spade_vp_timing": timing}
    at = table("mermaids", "nomads", mermaids=has(dwelling="D2"), tile="score_spade", options=options)
    at.does("mermaids", Dig(1)).has("mermaids", vp=22 if timing == "on_gain" else 20)
    at.does("mermaids", PlaceLandscape("r7")).has("mermaids", vp=22)


def test_a_reef_gives_offers_and_founds_towns():
    """TM-7.14.22, TM-7.14.3: when it is placed."""
    things = has(dwelling="D2", stronghold="C1", temple="B2", shipping=1)
    at = table("mermaids", "nomads", mermaids=things, nomads=has(trading_house="D1"))
    at.does("mermaids", Dig(1), PlaceLandscape("r7")).offers(("nomads", 2)).has("mermaids", towns_owed=0)
    town = table("mermaids", "nomads", mermaids={**things, "temple": "D1", "dwelling": "D2 B1"})
    town.does("mermaids", Dig(1), PlaceLandscape("r7")).has("mermaids", towns_owed=1)
    assert town.state.in_town[town.hex("r7")]


def test_the_reef_is_adjacent_and_ships():
    """TM-7.14.22: offers and discounts over it; its own hex does not count for shipping; nobody else is hindered."""
    things = has(dwelling="D2", landscape="r7", shipping=1)
    at = table(
        "mermaids", "nomads", mermaids=things, terrain={"B1": "desert"}, active="nomads", nomads=has(dwelling="A1")
    )
    at.does("nomads", BuildDwelling("B1")).offers(("mermaids", 1))
    reef = at.hex("r7")
    assert at.state.board.near[0][reef] == sum(1 << h for h in at.state.board.banks[reef])
    joined = table("mermaids", "nomads", mermaids=things, nomads=has(bridges="C2-D4")).state
    assert [bridged(joined, at.hex(name)) for name in ("C2", "D4", "A1")] == [[at.hex("D4")], [at.hex("C2")], []]
    area = table("mermaids", "nomads", mermaids=has(dwelling="D2 B2", landscape="r7", shipping=2))
    assert largest_area(area.state, area.player("mermaids")) == 3
    bare = table("mermaids", "nomads", mermaids=has(dwelling="D2 B2", shipping=2))
    assert largest_area(bare.state, bare.player("mermaids")) == 1


def test_cult_palace():
    """TM-7.14.14, TM-10.3: ties on the tracks are won, but not from space 0."""
    at = table(
        "cultists", "nomads", cultists=has(dwelling="E2", landscape="E3", cult="5/0/5/0"), nomads=has(cult="5/0/6/0")
    )
    at.entries += score_cult(at.state, 0)
    at.entered(0, "vp", 8, "final_cult:fire").entered(1, "vp", 4, "final_cult:fire")
    assert score_cult(at.state, 1) == []
    at = at.copy()
    at.entries += score_cult(at.state, 2)
    at.entered(0, "vp", 4).entered(1, "vp", 8)


def test_excavator():
    """TM-7.14.15: next to it a transform costs a spade less, at least one."""
    at = table(
        "halflings", "nomads", halflings=has(stronghold="A1", landscape="A2"), terrain={"A3": "forest", "B1": "swamp"}
    )
    at.copy().does("halflings", Dig(2), Transform("A3", "plains", 2)).accepted()
    at.copy().does("halflings", Dig(1), Transform("A3", "plains", 1)).rejected("TM-7.3.3", possible=[2, 3])
    at.copy().does("halflings", Dig(1), Transform("B1", "plains", 1)).accepted()
    bare = table("halflings", "nomads", halflings=has(stronghold="A1", dwelling="A2"), terrain={"A3": "forest"})
    bare.does("halflings", Dig(2), Transform("A3", "plains", 2)).rejected("TM-7.3.3", possible=[3, 4])


def test_the_excavator_is_for_hexes_next_to_it():
    """TM-7.14.15: by land or over a bridge; not farther away, and not with another faction's landscape."""
    far = table("halflings", "nomads", halflings=has(stronghold="A1", landscape="A7"), terrain={"A2": "lakes"})
    far.does("halflings", Dig(2), Transform("A2", "plains", 1)).rejected("TM-7.3.3", possible=[2, 5])
    things = has(stronghold="A1", landscape="C2", bridges="C2-D3")
    over = table("halflings", "nomads", halflings=things, terrain={"D3": "lakes"})
    over.does("halflings", Dig(1), Transform("D3", "plains", 1)).accepted()
    other = table("cultists", "nomads", cultists=has(dwelling="A1", landscape="A2"), terrain={"A3": "lakes"})
    other.does("cultists", Dig(1), Transform("A3", "plains", 1)).rejected("TM-7.3.3", possible=[2, 5])


def test_bridge_tower():
    """TM-7.14.16, TM-7.14.21: land bridges from its hex along the border of two hexes."""
    things = has(dwelling="A2", stronghold="C5", landscape="E7", bowls=(0, 0, 12))
    at = table("engineers", "nomads", engineers=things, nomads=has(dwelling="E6"))
    at.does("engineers", SpecialAction("engineers_bridge")).accepted()
    at.copy().does("engineers", PlaceBridge("E7", "E5")).rejected("TM-7.11.4", site=False)
    at.copy().does("engineers", PlaceBridge("E7", "C3")).accepted()
    at.does("engineers", PlaceBridge("F3", "E7")).accepted()
    other = table("nomads", "engineers", nomads=has(landscape="E7", bowls=(0, 0, 12)))
    other.does("nomads", PowerAction("power_bridge"), PlaceBridge("F3", "E7")).rejected("TM-7.11.4", site=False)
    bare = table("engineers", "nomads", engineers=has(dwelling="E7 C2"))
    bare.does("engineers", SpecialAction("engineers_bridge"), PlaceBridge("F3", "E7")).rejected("TM-7.11.4", site=False)


@pytest.mark.parametrize(
    ("tower", "ends"), [("C4", {"A4", "E4", "B2", "B5", "D2", "D5"}), ("D4", {"B4", "F4", "C3", "C6", "E3", "E6"})]
)
def test_the_six_land_bridges(tower, ends):
    """TM-7.14.21: to the hexes beyond the six corners, in rows to either side."""
    rows = ["Y U K B G S R"] * 6
    things = has(dwelling="A1", landscape=tower)
    at = table("engineers", "nomads", engineers=things, options={"map": "custom", "map_rows": rows})
    at.does("engineers", SpecialAction("engineers_bridge")).accepted()
    bridges = at.offered("engineers", PlaceBridge)
    assert {each.hex2 for each in bridges if each.hex == tower} == ends
    assert len(bridges) == 2 * len(ends)
    places = at.state.board.places
    assert all(distance(places[at.hex(tower)], places[at.hex(end)]) == 2 for end in ends)


def breeding(**more):
    """A town of 12: stronghold, sanctuary, two trading houses, dwelling, Breeding Ground."""
    town = "A1 A2 A3 A4 A5 A6"
    things = has(
        stronghold="A1", sanctuary="A2", trading_house="A3 A4", dwelling="A5", landscape="A6", towns=town, **more
    )
    return table("swarmlings", "nomads", swarmlings=things, tile="score_town")


def test_breeding_ground():
    """TM-7.14.17, TM-7.14.23, TM-11.33: at 14 the town is founded again: a tile, the round's VP, three workers."""
    at = breeding()
    at.copy().does("swarmlings", UpgradeStructure("A5", "trading_house")).has("swarmlings", towns_owed=0, grown=0)
    at.does("swarmlings", UpgradeStructure("A3", "temple")).has("swarmlings", towns_owed=0)
    grown = breeding()
    grown.state.terrain[grown.hex("A7")] = 3
    grown.does("swarmlings", BuildDwelling("A7")).has("swarmlings", towns_owed=0)
    grown.does("swarmlings", EndTurn()).accepted()
    grown.but(active=0, actions_left=1)
    grown.does("swarmlings", UpgradeStructure("A7", "trading_house")).has("swarmlings", towns_owed=1, grown=1)
    workers = grown.player("swarmlings").worker
    grown.does("swarmlings", ChooseTownTile("town_9vp_1p")).has("swarmlings", worker=workers + 3, towns_owed=0, key=1)
    grown.not_entered(1, "vp").entered(0, "vp", 9, "town_tile").entered(0, "vp", 5, "scoring_tile")
    grown.entered(0, "worker", 3, "faction_town")
    grown.does("swarmlings", ChooseTownTile("town_9vp_1p")).rejected("TM-7.11.2", owed=0)


def test_only_the_town_of_the_breeding_ground_grows():
    """TM-7.14.17: another town does not, nor that of another faction; TM-7.14.23: no tile is owed if none is left."""
    town = has(stronghold="A1", sanctuary="A2", trading_house="A3 A4", temple="A5 A6", dwelling="A7", towns=TOWN)
    beside = table("swarmlings", "nomads", swarmlings={**town, "landscape": "I12"})
    beside.does("swarmlings", UpgradeStructure("A7", "trading_house")).has("swarmlings", towns_owed=0, grown=0)
    other = table("mermaids", "nomads", mermaids={**town, "dwelling": "A7 A8", "landscape": "r1"})
    other.does("mermaids", UpgradeStructure("A7", "trading_house")).has("mermaids", towns_owed=0, grown=0)
    within = {**town, "landscape": "A8", "towns": f"{TOWN} A8"}
    own = table("swarmlings", "nomads", swarmlings=within)
    own.does("swarmlings", UpgradeStructure("A7", "trading_house")).has("swarmlings", towns_owed=1, grown=1)
    tiles = [tile for tile in own.state.town_pool for _ in range(own.state.town_pool[tile])]
    last = table("swarmlings", "nomads", swarmlings=within, nomads=has(town_tiles=tiles))
    last.does("swarmlings", UpgradeStructure("A7", "trading_house")).has("swarmlings", towns_owed=0, grown=1)


def test_breeding_ground_with_the_favor_tile():
    """TM-7.14.17: thresholds of 12, 18, 24."""
    at = breeding(favors_owed=1)
    at.does("swarmlings", ChooseFavorTile("favor_fire_2")).has("swarmlings", towns_owed=1, grown=1)


def test_cave_of_wisdom():
    """TM-7.14.18: one exchange step with its points, free, unless the track is at its end."""
    at = table("giants", "nomads", giants=has(temple="A6", priest=0), terrain={"A7": "plains"})
    at.does("giants", Dig(2), put("A7", "wasteland", 2)).entered(0, "vp", 6, "exchange").has("giants", exchange=1)
    at = table("giants", "nomads", giants=has(temple="A6", exchange=2), terrain={"A7": "plains"})
    at.does("giants", Dig(2), put("A7", "wasteland", 2)).not_entered(0, "vp").has("giants", exchange=2)


def test_flying_school():
    """TM-7.14.19, TM-11.35: two coins for every flight after the one that places it."""
    at = table("fakirs", "cultists", fakirs=has(dwelling="A5", landscape="A4", carpet_range=1))
    coins = at.player("fakirs").coin
    at.does("fakirs", Dig(1), Transform("A2", "forest", 1)).entered(0, "vp", 4, "carpet_flight")
    at.has("fakirs", coin=coins + 2).entered(0, "coin", 2, "landscape")
    first = table("fakirs", "cultists", fakirs=has(dwelling="A5", carpet_range=1), terrain={"A3": "plains"})
    first.does("fakirs", Dig(1), put("A3", "desert")).entered(0, "vp", 4, "carpet_flight").not_entered(0, "coin")


def camp(bowls=(5, 7, 0)):
    return table(
        "cultists",
        "nomads",
        cultists=has(dwelling="E2"),
        nomads=has(trading_house="A5", landscape="E4", bowls=bowls),
        terrain={"E3": "plains"},
    )


def test_trading_camp():
    """TM-7.14.20, TM-7.14.24: power as usual, or one free coin; for the builder this counts as declined."""
    at = camp()
    coins = at.player("nomads").coin
    at.does("cultists", BuildDwelling("E3")).offers(("nomads", 1))
    at.copy().does("nomads", AcceptPower(1)).has("nomads", coin=coins, bowls=(4, 8, 0))
    at.copy().does("nomads", AcceptPower(1, "worker")).rejected("TM-7.14.20", take="worker")
    at.does("nomads", AcceptPower(1, "coin")).has("nomads", coin=coins + 1, vp=20, bowls=(5, 7, 0))
    at.entered(0, "bowl2", 1, "all_declined").has("cultists", cult_owed=[])


def test_trading_camp_with_full_bowls():
    """TM-7.14.24: the offer is not void, but there is no power to take."""
    at = camp((0, 0, 12))
    at.does("cultists", BuildDwelling("E3")).offers(("nomads", 1))
    at.copy().does("nomads", AcceptPower(1)).rejected("TM-7.14.24", room=0)
    at.does("nomads", AcceptPower(1, "coin")).accepted()


def test_a_coin_is_for_what_is_built_next_to_the_camp():
    """TM-7.14.20: or over a bridge; not for what is built next to another structure of the Nomads'."""
    things = has(trading_house="E4", landscape="A5")
    at = table("cultists", "nomads", cultists=has(dwelling="E2"), nomads=things, terrain={"E3": "plains"})
    at.does("cultists", BuildDwelling("E3")).offers(("nomads", 2))
    at.does("nomads", AcceptPower(1, "coin")).rejected("TM-7.14.20", coin=False)
    camp = has(trading_house="E5", landscape="D3")
    over = table("cultists", "nomads", cultists=has(dwelling="C2", bridges="C2-D3"), nomads=camp)
    over.does("cultists", UpgradeStructure("C2", "trading_house")).offers(("nomads", 1))
    over.does("nomads", AcceptPower(1, "coin")).accepted()


def test_a_coin_is_for_the_trading_camp():
    """TM-7.14.20: nobody else may take it, not for another landscape either."""
    auren = has(landscape="E4")
    other = table("cultists", "auren", cultists=has(dwelling="E2"), auren=auren, terrain={"E3": "plains"})
    other.does("cultists", BuildDwelling("E3")).offers(("auren", 1))
    other.does("auren", AcceptPower(1, "coin")).rejected("TM-7.14.20", coin=False)
    at = table("cultists", "nomads", cultists=has(dwelling="E2"), nomads=has(dwelling="E4"), terrain={"E3": "plains"})
    at.does("cultists", BuildDwelling("E3")).accepted()
    at.does("nomads", AcceptPower(1, "coin")).rejected("TM-7.14.20", coin=False)


def test_trading_camp_by_a_sandstorm():
    """TM-7.14.20: also without a spade."""
    at = table("nomads", "cultists", nomads=has(stronghold="A5", trading_house="B1"))
    at.does("nomads", SpecialAction("nomads_stronghold"), put("A4", "desert", 0)).shows("A4", structure="landscape")
