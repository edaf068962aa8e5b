"""The worked examples of the rulebook, section 13, up to 30: number, clauses, and the figures before and after.

Where an example comes from a recorded game only what it names is
set; the hexes around are chosen so that its figures follow.
"""

from engine.games.terra_mystica.components import WHEEL
from engine.games.terra_mystica.figures import gain_power
from engine.games.terra_mystica.state import Player
from engine.games.terra_mystica.terraforming import ways
from events.vocabulary.terra_mystica import (
    AcceptPower,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    ChooseFavorTile,
    ChooseTownTile,
    Convert,
    DeclinePower,
    Dig,
    EndTurn,
    FoundMermaidTown,
    Pass,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import Table, has, position, set_up

DEFERRED = {"reaction_timing": "deferred"}
MINI = {"mini_expansion_towns": True}


def tokens(*bowls):
    return Player(0, faction="witches", bowl1=bowls[0], bowl2=bowls[1], bowl3=bowls[2])


def gained(bowls, n):
    player = tokens(*bowls)
    moves = gain_power([], player, n, "example")
    return (player.bowl1, player.bowl2, player.bowl3), moves


def test_example_1():
    """TM-4.3.1: 2/9/1 gains 3 power: 0/10/2."""
    assert gained((2, 9, 1), 3) == ((0, 10, 2), 3)


def test_example_2():
    """TM-4.3.1: 0/1/11 gains 4: 0/0/12, three are lost."""
    assert gained((0, 1, 11), 4) == ((0, 0, 12), 1)


def test_example_3():
    """TM-4.3.3: 0/6/6 takes two workers for power: 4/6/2."""
    table = position("witches", "nomads", witches=has(bowls=(0, 6, 6), worker=3))
    table.does("witches", PowerAction("power_workers")).has("witches", bowls=(4, 6, 2), worker=5)


def test_example_4():
    """TM-7.1.5: 5/7/0 burns two: 5/3/2; a second two are rejected."""
    table = position("witches", "nomads", witches=has(bowls=(5, 7, 0)))
    table.does("witches", BurnPower(2)).has("witches", bowls=(5, 3, 2))
    table.does("witches", BurnPower(2)).rejected("TM-7.1.5", bowl2=3)


def test_example_5():
    """TM-7.1.5: with 4/1/0 nothing can be burnt."""
    position("witches", "nomads", witches=has(bowls=(4, 1, 0))).does("witches", BurnPower(1)).rejected("TM-7.1.5")


def test_example_6():
    """TM-6.2.2: Witches with two dwellings and the shipping card: 15 coins 3 workers 5/7/0 -> 6 workers, 2/10/0."""
    start = set_up("witches", "mermaids").figures(0, coin=15, worker=3, bowl1=5, bowl2=7, bowl3=0)
    start.settled().then(round=1).figures(0, coin=15, worker=6, bowl1=2, bowl2=10, bowl3=0)


def test_example_7():
    """TM-5.4.1: start values of Witches, Nomads, Halflings, Mermaids."""
    table = set_up("witches", "nomads", "halflings", cards=())
    table.figures(0, coin=15, worker=3, fire=0, water=0, earth=0, air=2)
    table.figures(1, fire=1, water=0, earth=1, air=0)
    table.figures(2, fire=0, water=0, earth=1, air=1)
    set_up("witches", "mermaids").figures(1, fire=0, water=2, earth=0, air=0)


def test_example_8():
    """TM-6.5.1, TM-6.5.2: a dwelling and a temple next to the new structure: 3 power for 2 VP, 18 VP and 2/10/0."""
    table = position(
        "mermaids",
        "nomads",
        mermaids=has(dwelling="E9"),
        nomads=has(dwelling="D7", temple="E10", trading_house="F7", vp=20, bowls=(5, 7, 0)),
    )
    table.does("mermaids", UpgradeStructure("E9", "trading_house")).offers(("nomads", 3))
    table.does("nomads", AcceptPower(1)).has("nomads", vp=18, bowls=(2, 10, 0))


def offered_three(**nomads):
    """Nomads to whom three power are offered."""
    table = position(
        "mermaids", "nomads", mermaids=has(dwelling="E9"), nomads=has(dwelling="D7", temple="E10", **nomads)
    )
    table.does("mermaids", UpgradeStructure("E9", "trading_house")).offers(("nomads", 3))
    return table


def test_example_9():
    """TM-7.12.4: with 1 VP and 5/7/0 two of three are gained: 0 VP, 3/9/0."""
    offered_three(vp=1, bowls=(5, 7, 0)).does("nomads", AcceptPower(1)).has("nomads", vp=0, bowls=(3, 9, 0))


def test_example_10():
    """TM-7.12.3: with 0/1/11 one of three, for nothing."""
    offered_three(vp=20, bowls=(0, 1, 11)).does("nomads", AcceptPower(1)).has("nomads", vp=20, bowls=(0, 0, 12))


def test_example_11():
    """TM-6.5.4, TM-11.32: an offer to 0/0/8 is void."""
    table = position(
        "chaos_magicians", "nomads", chaos_magicians=has(dwelling="E9"), nomads=has(temple="E10", bowls=(0, 0, 8))
    )
    table.does("chaos_magicians", UpgradeStructure("E9", "trading_house")).offers()
    table.does("nomads", AcceptPower(1)).rejected("TM-7.12.1")


def test_example_12():
    """TM-7.12.6: Swarmlings at 82 VP, 0/6/3, with an offer of 6 burn 2: 81 VP, 0/0/7."""
    table = position(
        "witches",
        "swarmlings",
        witches=has(dwelling="E9"),
        swarmlings=has(temple="D7 E10 F5", vp=82, bowls=(0, 6, 3)),
        options=DEFERRED,
    )
    table.does("witches", UpgradeStructure("E9", "trading_house"), EndTurn()).offers(("swarmlings", 6))
    table.does("swarmlings", BurnPower(2), AcceptPower(1)).has("swarmlings", vp=81, bowls=(0, 0, 7))


def test_example_13():
    """TM-6.9.2: air 4 advances 3: air 7, four power of spaces 5 and 7."""
    table = position("witches", "nomads", witches=has(cult="0/0/0/4"))
    table.does("witches", SendPriest("air", 3)).has("witches", cult="0/0/0/7", bowls=(1, 11, 0))


def test_example_14():
    """TM-6.9.1: fire 8 without a key advances 3: fire 9, no power, marked."""
    table = position("witches", "nomads", witches=has(cult="8/0/0/0"))
    table.does("witches", SendPriest("fire", 3)).has("witches", cult="9/0/0/0", bowls=(5, 7, 0), late_keys=[0])


def test_example_15():
    """TM-6.4.6: Cultists 68 VP, 23 C, 9 W, 2 P, 4/1/0, cult 8/8/7/9: three towns, the first key lifts fire to 10."""
    # a town by the upgrade, and two more by the favor tile that lowers the limit to six
    table = _cultists_with_three_towns()
    table.does("cultists", UpgradeStructure("E6", "sanctuary"), ChooseFavorTile("favor_fire_2"))
    table.has("cultists", cult="9/8/7/9", towns_owed=3, late_keys=[0])
    table.does("cultists", Convert("priest", 2, "worker", 2))
    table.does("cultists", ChooseTownTile("town_9vp_1p")).has("cultists", cult="10/8/7/9", key=0)
    table.does("cultists", ChooseTownTile("town_9vp_1p"), ChooseTownTile("town_4vp_ship"))
    table.has("cultists", vp=98, coin=15, worker=7, priest=2, bowls=(1, 4, 0), cult="10/8/7/9", key=2)


def _cultists_with_three_towns() -> Table:
    """Groups of 3+2+1+1 and, twice, of 2+2+1+1; shipping 1, so that the town tile brings level 2."""
    return position(
        "cultists",
        "giants",
        cultists=has(
            temple="E6 A1",
            trading_house="E5 A2 I8",
            stronghold="I9",
            dwelling="F3 F4 B1 A3 H5 I7",
            vp=68,
            coin=23,
            worker=9,
            priest=2,
            bowls=(4, 1, 0),
            cult="8/8/7/9",
            shipping=1,
        ),
        tile="score_stronghold_fire",
        options=MINI,
    )


def test_example_16():
    """TM-7.11.2.4: Cultists at 6/9/4/9, `town_8vp_cult` with air first: 7/9/5/10, water stays."""
    table = position("cultists", "giants", cultists=has(cult="6/9/4/9", towns_owed=1), actions=0)
    table.does("cultists", ChooseTownTile("town_8vp_cult", ("air",))).has("cultists", cult="7/9/5/10", key=0)


def test_example_17():
    """TM-7.2.1: Darklings 20 VP, 15 C, 6 W, 1 P dig and build on E6: 22 VP, 13 C, 5 W, 0 P; offers 2, 1, 1."""
    table = position(
        "darklings",
        "engineers",
        "nomads",
        "mermaids",
        darklings=has(dwelling="E5", vp=20, coin=15, worker=6, priest=1),
        engineers=has(trading_house="E7"),
        nomads=has(dwelling="F3"),
        mermaids=has(dwelling="D4"),
        terrain={"E6": "plains"},
    )
    table.does("darklings", Dig(1), Transform("E6", "swamp", 1), BuildDwelling("E6"))
    table.has("darklings", vp=22, coin=13, worker=5, priest=0).offers(("engineers", 2), ("nomads", 1), ("mermaids", 1))


def test_example_18():
    """TM-7.3.3, TM-7.3.4: home lakes: forest to lakes 1 or 6; swamp to plains 1; swamp to forest 5."""
    mermaids = position("mermaids", "nomads").player("mermaids")

    def spades(current, target):
        return sorted(ways(mermaids, WHEEL[current], WHEEL[target]))

    assert spades("forest", "lakes") == [1, 6]
    assert spades("swamp", "plains") == [1]
    assert spades("swamp", "forest") == [5]


def test_example_19():
    """TM-7.7, TM-7.3.6: Chaos Magicians 24 VP, 13 C, 5 W, 0/0/8: two hexes, a dwelling: 28 VP, 11 C, 4 W, 6/0/2."""
    table = position(
        "chaos_magicians",
        "cultists",
        chaos_magicians=has(
            dwelling="I5", shipping=1, vp=24, coin=13, worker=5, bowls=(0, 0, 8), favors=["favor_earth_1"]
        ),
        tile="score_dwelling_fire",
    )
    table.does("chaos_magicians", PowerAction("power_two_spades"), Transform("I6", "mountains", 1))
    table.does("chaos_magicians", Transform("G1", "wasteland", 1), BuildDwelling("G1"))
    table.has("chaos_magicians", vp=28, coin=11, worker=4, bowls=(6, 0, 2))


def test_example_20():
    """TM-7.3.11: Giants with one spade need a dig."""
    table = position("giants", "witches", giants=has(dwelling="D7", card="bonus_spade", worker=3))
    table.does("giants", SpecialAction("bonus_spade"), Transform("E10", "wasteland", 1)).rejected("TM-7.3.11")
    table.does("giants", Dig(1), Transform("E10", "wasteland", 2)).has("giants", worker=0)


def test_example_21():
    """TM-7.8.2: a trading house: 2 workers, 6 coins alone, 3 with a neighbour; Swarmlings 3 workers, 8 or 4."""
    for faction, worker, alone, together in (("witches", 2, 6, 3), ("swarmlings", 3, 8, 4)):
        for structures, coin in ({}, alone), ({"dwelling": "E10"}, together):
            table = position(faction, "nomads", **{faction: has(dwelling="E9")}, nomads=structures)
            table.does(faction, UpgradeStructure("E9", "trading_house")).has(
                faction, worker=15 - worker, coin=30 - coin
            )


def test_example_22():
    """TM-7.13.1: the tile and `favor_water_1`: 3 + 3 VP."""
    table = position(
        "witches", "nomads", witches=has(dwelling="E9", favors=["favor_water_1"]), tile="score_trading_house_water"
    )
    table.does("witches", UpgradeStructure("E9", "trading_house")).has("witches", vp=26)


def test_example_23():
    """TM-7.8.6: `favor_water_1` taken for a temple gives nothing for an earlier trading house."""
    table = position("witches", "nomads", witches=has(trading_house="E9 I6"))
    table.does("witches", UpgradeStructure("E9", "temple"), ChooseFavorTile("favor_water_1")).has("witches", vp=20)


def test_example_24():
    """TM-6.6.2: temple, trading house, two dwellings (6) become a town when `favor_fire_2` is taken."""
    table = position(
        "witches", "nomads", witches=has(temple="E9", trading_house="E10", dwelling="F5 F6", favors_owed=1)
    )
    table.does("witches", ChooseFavorTile("favor_fire_2")).has("witches", towns_owed=1)


def test_example_25():
    """TM-6.6.2: sanctuary and two trading houses (7) are a town of three."""
    table = position("witches", "nomads", witches=has(sanctuary="E9", trading_house="E10", dwelling="F6"))
    table.does("witches", UpgradeStructure("F6", "trading_house")).has("witches", towns_owed=1)


def test_example_26():
    """TM-6.6.2: between a town and a free group of four worth 7: the group joins, no tile."""
    table = position(
        "witches",
        "nomads",
        witches=has(
            stronghold="D7", temple="D8 G5 H7", dwelling="E11 E10 G6", trading_house="H6", towns="D7 D8 E11 E10"
        ),
        terrain={"F6": "forest"},
    )
    table.does("witches", BuildDwelling("F6")).has("witches", towns_owed=0)
    assert all(table.state.in_town[table.hex(name)] for name in ("F6", "G5", "H7", "G6", "H6"))


def test_example_27():
    """TM-7.1.6: Mermaids 82 VP, 1 C, 3 W, 2 P, 5/0/1: a town over r33, 2 coins, a trading house: 91 VP, 1 W, 2/2/2."""
    table = position(
        "mermaids",
        "nomads",
        mermaids=has(
            dwelling="E4 G2",
            stronghold="H4",
            temple="I7 I6",
            vp=82,
            coin=1,
            worker=3,
            priest=2,
            bowls=(5, 0, 1),
        ),
        nomads=has(dwelling="E3"),
        tile="score_trading_house_air",
    )
    table.does("mermaids", FoundMermaidTown("r33"), ChooseTownTile("town_6vp_8pw")).has(
        "mermaids", vp=88, bowls=(0, 2, 4)
    )
    table.does("mermaids", Convert("power", 2, "coin", 2), UpgradeStructure("E4", "trading_house"))
    table.has("mermaids", vp=91, coin=0, worker=1, priest=2, bowls=(2, 2, 2))


def test_example_28():
    """TM-7.6.6: Chaos Magicians 4 C, 9 W, 2 P, 0/1/5, earth 9 with a key: priest and pass as two actions of a turn."""
    table = position(
        "chaos_magicians",
        "nomads",
        chaos_magicians=has(stronghold="D7", coin=4, worker=9, priest=2, bowls=(0, 1, 5), cult="0/0/9/0", key=1),
        pool={"bonus_dwelling": 1},
    )
    table.does("chaos_magicians", Convert("power", 1, "coin", 1)).has("chaos_magicians", bowls=(1, 1, 4), coin=5)
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), SendPriest("earth", 2))
    table.has("chaos_magicians", cult="0/0/10/0", bowls=(0, 0, 6), priest=1)
    table.does("chaos_magicians", Convert("power", 4, "coin", 4), Pass("bonus_dwelling"))
    table.has("chaos_magicians", coin=10, priest=1, bowls=(4, 0, 2), key=0).turn_of("nomads")


def test_example_29():
    """TM-7.6.6: Chaos Magicians 79 VP, 6 C, 10 W dig and build twice: 83 VP, 2 C, 2 W."""
    table = position(
        "chaos_magicians",
        "engineers",
        chaos_magicians=has(stronghold="D4", dwelling="I6 D5", vp=79, coin=6, worker=10),
        terrain={"E8": "desert", "I7": "desert"},
        tile="score_dwelling_water",
    )
    table.does("chaos_magicians", SpecialAction("chaos_magicians_stronghold"), Dig(1))
    table.does("chaos_magicians", Transform("E8", "wasteland", 1), BuildDwelling("E8"))
    table.does("chaos_magicians", Dig(1), Transform("I7", "wasteland", 1), BuildDwelling("I7"))
    table.has("chaos_magicians", vp=83, coin=2, worker=2)


def test_example_30():
    """TM-7.12.8: two neighbours decline: one power at the second; one accepts: one step, not two."""
    players = {"cultists": has(dwelling="E9"), "nomads": has(dwelling="D7"), "giants": has(dwelling="E10")}
    table = position(*players, **players)
    table.does("cultists", UpgradeStructure("E9", "trading_house"))
    other = table.copy()
    table.does("nomads", DeclinePower(1)).has("cultists", bowls=(5, 7, 0))
    table.does("giants", DeclinePower(2)).has("cultists", bowls=(4, 8, 0), cult_owed=[])
    other.does("nomads", AcceptPower(1)).does("giants", AcceptPower(2)).has("cultists", cult_owed=[1])
    other.does("cultists", ChooseCultStep("air")).has("cultists", bowls=(5, 7, 0))
