"""The worked examples of the rulebook, section 13: number, clauses, and the figures before and after.

Example 45 is an auction, which is not implemented. Where an example comes from a recorded game only what it names is
set; the hexes around are chosen so that its figures follow.
"""

from engine.games.terra_mystica.components import WHEEL
from engine.games.terra_mystica.figures import add_priests, gain_power
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.scoring import largest_area, score_cult, score_resources, shares
from engine.games.terra_mystica.setup import placements
from engine.games.terra_mystica.state import Player
from engine.games.terra_mystica.terraforming import ways
from events.record import Header, Seat
from events.vocabulary.terra_mystica import (
    AcceptPower,
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    ChooseFaction,
    ChooseFavorTile,
    ChooseInitialBonusCard,
    ChooseTownTile,
    Convert,
    DeclinePower,
    Dig,
    DrawBonusCards,
    DrawScoringTiles,
    EndTurn,
    FoundMermaidTown,
    Pass,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.builder import Table, has, position
from tests.games.terra_mystica.test_reading import ledger_of
from tests.support import at_start

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


def setup(*factions, cards=("bonus_6c", "bonus_ship")):
    """A game set up by its own events: dwellings on the first hexes offered, cards as named."""
    start = at_start("terra_mystica", Header("terra_mystica", "1", {}, (Seat(""),) * len(factions)))
    in_play = ("bonus_spade", "bonus_cult", "bonus_6c", "bonus_ship", "bonus_3pw_1w", "bonus_stronghold")
    tiles = ("score_town", "score_spade", "score_dwelling_water", "score_stronghold_fire", "score_dwelling_fire")
    start.when(None, DrawScoringTiles((*tiles, "score_stronghold_air"))).accepted()
    start.when(None, DrawBonusCards(in_play[: len(factions) + 3])).accepted()
    for seat, faction in enumerate(factions):
        start.when(seat, ChooseFaction(faction)).accepted()
    while start.state.phase == "setup_dwellings":
        start.when(*next(start.rules.legal(start.state))).accepted()
    for seat, card in zip(reversed(range(len(factions))), cards, strict=False):
        start.when(seat, ChooseInitialBonusCard(card)).accepted()
    return start


def test_example_6():
    """TM-6.2.2: Witches with two dwellings and the shipping card: 15 coins 3 workers 5/7/0 -> 6 workers, 2/10/0."""
    start = setup("witches", "mermaids").figures(0, coin=15, worker=3, bowl1=5, bowl2=7, bowl3=0)
    start.settled().then(round=1).figures(0, coin=15, worker=6, bowl1=2, bowl2=10, bowl3=0)


def test_example_7():
    """TM-5.4.1: start values of Witches, Nomads, Halflings, Mermaids."""
    table = setup("witches", "nomads", "halflings", cards=())
    table.figures(0, coin=15, worker=3, fire=0, water=0, earth=0, air=2)
    table.figures(1, fire=1, water=0, earth=1, air=0)
    table.figures(2, fire=0, water=0, earth=1, air=1)
    setup("witches", "mermaids").figures(1, fire=0, water=2, earth=0, air=0)


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


def test_example_31():
    """TM-6.7.1: air 6 with `score_stronghold_air`: 3 workers; earth 8 with `score_town`: 2 spades."""
    for tile, cult, worker, due in (
        ("score_stronghold_air", "0/0/0/6", 18, []),
        ("score_town", "0/0/8/0", 15, [[0, 2]]),
    ):
        table = position("witches", "nomads", tile=tile, witches=has(cult=cult, dwelling="E9"))
        table.does("witches", Pass("bonus_dwelling"))
        table.does("nomads", Pass("bonus_cult"))
        table.rules.proceed(table.state)
        table.has("witches", worker=worker).then(spades_due=due)


def test_example_32():
    """TM-7.3.12: Cultists with air 8 use two spades on B3 and G4: no VP, no dwelling, then the income."""
    table = position(
        "cultists", "giants", cultists=has(dwelling="B2 F5", cult="0/0/0/8"), tile="score_trading_house_air"
    )
    table.does("cultists", Pass("bonus_dwelling"))
    table.does("giants", Pass("bonus_cult")).settled().then(phase="cult_bonus")
    table.does("cultists", Transform("B3", "plains", 1), Transform("G4", "plains", 1)).has("cultists", vp=20, worker=15)
    table.settled().then(round=2).has("cultists", worker=18, dwelling=2)


def test_example_33():
    """TM-6.3.6: Fakirs 26 VP, 9 C, 4 W, 1 P fly to B2 with the card's spade: 32 VP, 7 C, 3 W, 0 P."""
    table = position(
        "fakirs",
        "witches",
        fakirs=has(dwelling="A3", vp=26, coin=9, worker=4, priest=1, card="bonus_spade"),
        tile="score_dwelling_water",
    )
    table.does("fakirs", SpecialAction("bonus_spade"), Transform("B2", "desert", 1), BuildDwelling("B2"))
    table.has("fakirs", vp=32, coin=7, worker=3, priest=0)


def test_example_34():
    """TM-6.3.6: Dwarves with stronghold 58 VP, 11 C, 6 W tunnel to H6 and build: 64 VP, 9 C, 4 W."""
    table = position(
        "dwarves",
        "witches",
        dwarves=has(stronghold="A2", dwelling="I9", vp=58, coin=11, worker=6),
        tile="score_dwelling_water",
    )
    table.does("dwarves", BuildDwelling("H6")).has("dwarves", vp=64, coin=9, worker=4)


def test_example_35():
    """TM-7.10.3: `bonus_trading_house` with three of them, and `favor_air_1`: 6 + 3 VP."""
    table = position(
        "witches", "nomads", witches=has(trading_house="A3 A10 C3", card="bonus_trading_house", favors=["favor_air_1"])
    )
    table.does("witches", Pass("bonus_dwelling")).has("witches", vp=29)


def test_example_36():
    """TM-7.10.3: `bonus_stronghold` with stronghold and sanctuary: 8 VP."""
    table = position("witches", "nomads", witches=has(stronghold="A3", sanctuary="C3", card="bonus_stronghold"))
    table.does("witches", Pass("bonus_dwelling")).has("witches", vp=28)


def test_example_37():
    """TM-6.7.3: a card left over in rounds 1 and 2 brings 2 coins to who takes it in round 2."""
    start = setup("witches", "mermaids").settled().then(round=1)
    left = next(iter(start.state.bonus_pool))
    assert start.state.bonus_pool[left] == 1
    others = [card for card in start.state.bonus_pool if card != left]
    start.when(0, Pass(others[0])).accepted()
    start.when(1, Pass(others[1])).accepted()
    start.settled().then(round=2)
    before = start.state.players[0].coin
    start.when(0, Pass(left)).figures(0, coin=before + 2)


def test_example_38():
    """TM-6.8.3, TM-6.8.2: A, C, B, D pass in this order: the next round's order, and the clockwise one."""
    for turn_order, expected in (("pass_order", [0, 2, 1, 3]), ("clockwise", [0, 1, 2, 3])):
        table = position("witches", "nomads", "giants", "mermaids", options={"turn_order": turn_order})
        for seat in (0, 2, 1, 3):
            table.state.active, table.state.actions_left = seat, 1
            table.when(seat, Pass(next(iter(table.state.bonus_pool)))).accepted()
        table.settled().then(order=expected)


def test_example_39():
    """TM-10.3: two on fire 9, the next on 5: 6, 6, 2."""
    table = position(
        "witches",
        "nomads",
        "giants",
        witches=has(cult="9/0/0/0"),
        nomads=has(cult="9/0/0/0"),
        giants=has(cult="5/0/0/0"),
    )
    assert [entry.delta for entry in score_cult(table.state, 0)] == [6, 6, 2]


def test_example_40():
    """TM-10.4, TM-10.2: areas 10, 9, 9, 9: 18, 6, 6, 6."""
    assert shares({0: 10, 1: 9, 2: 9, 3: 9}, [18, 12, 6]) == {0: 18, 1: 6, 2: 6, 3: 6}


def test_example_41():
    """TM-10.4: eight structures, some over one river hex: all count with shipping 1, only a group with 0."""
    hexes = "E9 E10 F5 F6 C5 B6 D8 A11"
    for shipping, size in ((1, 8), (0, 5)):
        table = position("witches", "nomads", witches=has(dwelling=hexes, shipping=shipping))
        assert largest_area(table.state, table.player("witches")) == size


def test_example_42():
    """TM-10.2: cult 0, 0, 5, 7: 4 and 8, nothing for those on 0."""
    assert shares({0: 0, 1: 0, 2: 5, 3: 7}, [8, 4, 2]) == {3: 8, 2: 4}


def test_example_43():
    """TM-10.6: Darklings 0 C, 0 W, 0 P, 6/2/0: burn one, one coin, 7/0/0, no VP."""
    table = position("darklings", "nomads", darklings=has(coin=0, worker=0, priest=0, bowls=(6, 2, 0)))
    score_resources(table.state)
    table.has("darklings", coin=1, bowls=(7, 0, 0), vp=20)


def test_example_44():
    """TM-10.6: Alchemists with 6 C, 1 W, one power in III: 8 coins, 4 VP."""
    table = position("alchemists", "nomads", alchemists=has(coin=6, worker=1, priest=0, bowls=(9, 0, 1)))
    score_resources(table.state)
    table.has("alchemists", coin=0, vp=24)


def test_example_46():
    """TM-9.2: two tiles face down: round 3."""
    table = position("witches", "nomads", round=2)
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult")).settled().then(round=3)


def test_example_47():
    """TM-7.5.1: shipping 1 advanced: level 2, 3 VP, two river hexes are crossed."""
    table = position("witches", "nomads", witches=has(dwelling="B1", shipping=1), terrain={"B2": "forest"}, actions=2)
    table.does("witches", BuildDwelling("B2")).rejected("TM-7.4.1", reached=False)
    table.does("witches", AdvanceShipping()).has("witches", shipping=2, vp=23)
    table.does("witches", BuildDwelling("B2")).accepted()


def test_example_48():
    """TM-7.5.2: exchange 0 advanced: two workers a spade, 6 VP."""
    table = position("witches", "nomads", actions=2)
    table.does("witches", AdvanceExchange()).has("witches", vp=26, worker=13)
    table.does("witches", Dig(1)).has("witches", worker=11)


def test_example_49():
    """TM-4.3.2: 6 priests and 1 on an order space: the power is paid, no priest comes."""
    table = position("witches", "nomads", witches=has(priest=6, orders={"fire": [3]}, bowls=(0, 9, 3)))
    table.does("witches", PowerAction("power_priest")).has("witches", priest=6, bowls=(3, 9, 0))
    book = []
    add_priests(book, table.player("witches"), 1, "example")
    assert not book


def test_example_50():
    """TM-7.12.9: an open offer of 2, and an own main action: declined, no VP lost."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(temple="E10"), options=DEFERRED)
    table.does("witches", UpgradeStructure("E9", "trading_house"), EndTurn()).offers(("nomads", 2))
    table.does("nomads", SendPriest("fire", 3)).offers().has("nomads", vp=20)


def test_example_51():
    """TM-7.9.2, TM-7.9.3: air 3 taken, 2 free twice: 3 rejected; 2 advances two; 1 advances one, the priest stays."""
    table = position("witches", "nomads", nomads=has(orders={"air": [3, 2]}), actions=2)
    table.does("witches", SendPriest("air", 3)).rejected("TM-7.9.2", free=[2, 2])
    table.does("witches", SendPriest("air", 2)).has("witches", cult="0/0/0/2", priests_on_orders=1)
    table.does("witches", SendPriest("air", 1)).has("witches", cult="0/0/0/3", priests_on_orders=1, priest=1)


def test_example_52():
    """TM-5.5.1, TM-5.5.2: Witches, Chaos Magicians, Nomads place W, N, N, W, N, CM."""
    table = position("witches", "chaos_magicians", "nomads")
    assert placements(table.state) == [0, 2, 2, 0, 2, 1]


def test_example_53():
    """TM-6.9.1, TM-6.9.5: two keys, fire 9 and air 8: both 10, no key left; with air taken it ends at 9."""
    table = position("witches", "nomads", witches=has(cult="9/0/0/8", key=2, bowls=(12, 0, 0)), actions=2)
    table.does("witches", SendPriest("fire", 1), SendPriest("air", 2))
    table.has("witches", cult="10/0/0/10", key=0, bowls=(6, 6, 0))
    taken = position("witches", "nomads", witches=has(cult="9/0/0/8", key=2), nomads=has(cult="0/0/0/10"), actions=2)
    taken.does("witches", SendPriest("fire", 1), SendPriest("air", 2)).has("witches", cult="10/0/0/9", key=1)


def test_example_54():
    """TM-7.6.0, TM-7.6.4: the ride to a far forest: free, 2 VP with a dwelling tile; not twice a round."""
    table = position("witches", "nomads", witches=has(stronghold="A3"), tile="score_dwelling_fire", actions=2)
    table.does("witches", SpecialAction("witches_stronghold"), BuildDwelling("I11"))
    table.has("witches", vp=22, coin=30, worker=15)
    table.does("witches", SpecialAction("witches_stronghold")).rejected("TM-7.6.0", used=True)


def test_example_55():
    """TM-7.7.1: `power_coins` twice in a round."""
    bowls = has(bowls=(0, 0, 12))
    table = position("witches", "nomads", witches=bowls, nomads=bowls)
    table.does("witches", PowerAction("power_coins"), EndTurn())
    table.does("nomads", PowerAction("power_coins")).rejected("TM-7.7.1", used=True)


def test_example_56():
    """TM-3.4.5, TM-6.3.1: a bridge makes both ends adjacent: reach, discount and offers."""
    table = position(
        "witches", "nomads", witches=has(dwelling="C2", bridges="C2-E5"), terrain={"E5": "forest"}, actions=2
    )
    table.does("witches", BuildDwelling("E5")).has("witches", dwelling=2)
    other = position("witches", "nomads", witches=has(dwelling="C2", bridges="C2-E5"), nomads=has(dwelling="E5"))
    other.does("witches", UpgradeStructure("C2", "trading_house")).has("witches", coin=27).offers(("nomads", 1))


def test_example_57():
    """TM-6.3.1: over two river hexes: shipping 2, or 1 and the card."""
    for shipping, card, reached in ((1, "bonus_6c", False), (2, "bonus_6c", True), (1, "bonus_ship", True)):
        table = position(
            "witches", "nomads", witches=has(dwelling="B1", shipping=shipping, card=card), terrain={"B2": "forest"}
        )
        outcome = table.does("witches", BuildDwelling("B2"))
        outcome.accepted() if reached else outcome.rejected("TM-7.4.1", reached=False)


def test_example_58():
    """TM-6.2.2: two dwellings: three workers; Engineers two."""
    for faction, workers in (("witches", 3), ("engineers", 2)):
        table = position(faction, "nomads", **{faction: has(dwelling="E9 E10", card="bonus_6c")})
        assert income_of(table.player(faction))["worker"] == workers


def test_example_59():
    """TM-6.4.5, TM-7.1.1: after the action a conversion and the turn's end; not after it."""
    table = position("witches", "nomads", witches=has(bowls=(5, 4, 3)))
    table.does("witches", SendPriest("fire", 2), Convert("power", 2, "coin", 2), EndTurn()).turn_of("nomads")
    table.does("witches", Convert("power", 1, "coin", 1)).rejected("TM-7.0.2")


def test_example_60():
    """TM-17.4.4: Darklings with a spade write `build` on plains: a transform, then the dwelling."""
    table = position("darklings", "witches", darklings=has(dwelling="E5"), terrain={"E6": "plains"}, options=DEFERRED)
    assert ledger_of(table, "darklings", "dig 1. build E6") == [
        Dig(1),
        Transform("E6", "swamp", 1),
        BuildDwelling("E6"),
    ]
