"""The worked examples of the rulebook, section 13, from 31 on: number, clauses, figures before and after.

Example 45 is in test_auction.py. Where an example comes from a recorded game only what it names is
set; the hexes around are chosen so that its figures follow.
"""

from engine.games.terra_mystica.figures import add_priests
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.scoring import largest_area, score_area, score_cult, score_resources
from events.vocabulary.terra_mystica import (
    AdvanceExchange,
    AdvanceShipping,
    BuildDwelling,
    Convert,
    Dig,
    EndTurn,
    Pass,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import chosen, has, position, set_up
from tests.games.terra_mystica.test_reading import ledger_of

DEFERRED = {"reaction_timing": "deferred"}


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
    """TM-6.7.3: a card left over in rounds 1 and 2 brings 2 coins to the player who takes it in round 2."""
    start = set_up("witches", "mermaids").settled().then(round=1)
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
    table = position(
        "witches",
        "nomads",
        "giants",
        "mermaids",
        witches=has(dwelling="A1 A2 A3 A4 A5 A6 A7 A8", temple="A9 A10"),
        nomads=has(dwelling="E1 E2 E3 E4 E5 E6 E7 E8", temple="F2"),
        giants=has(dwelling="I1 I2 I3 I4 I5 I6 I7 I8", temple="I9"),
        mermaids=has(dwelling="D7 D8 E9 E10 E11 F5 F6 F7", temple="G5"),
    )
    assert [largest_area(table.state, player) for player in table.state.players] == [10, 9, 9, 9]
    assert [entry.delta for entry in score_area(table.state)] == [18, 6, 6, 6]


def test_example_41():
    """TM-10.4: eight structures, some over one river hex: all count with shipping 1, only a group with 0."""
    hexes = "E9 E10 F5 F6 C5 B6 D8 A11"
    for shipping, size in ((1, 8), (0, 5)):
        table = position("witches", "nomads", witches=has(dwelling=hexes, shipping=shipping))
        assert largest_area(table.state, table.player("witches")) == size


def test_example_42():
    """TM-10.2: cult 0, 0, 5, 7: 4 and 8, nothing for those on 0."""
    cults = {"witches": 0, "nomads": 0, "giants": 5, "mermaids": 7}
    table = position(*cults, **{name: has(cult=f"0/{steps}/0/0") for name, steps in cults.items()})
    assert [(entry.seat, entry.delta) for entry in score_cult(table.state, 1)] == [(2, 4), (3, 8)]


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
    """TM-7.12.9: an open offer of 2, and a main action of the player's: declined, no VP lost."""
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
    placed = []
    start = chosen("witches", "chaos_magicians", "nomads")
    while start.state.phase == "setup_dwellings":
        seat, event = next(start.rules.legal(start.state))
        placed.append(start.state.players[seat].faction)
        start.when(seat, event).accepted()
    assert placed == ["witches", "nomads", "nomads", "witches", "nomads", "chaos_magicians"]


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
    """TM-3.4.5, TM-6.3.1: a bridge makes both ends adjacent: reach, towns, discount and offers."""
    table = position(
        "witches", "nomads", witches=has(dwelling="C2", bridges="C2-E5"), terrain={"E5": "forest"}, actions=2
    )
    table.does("witches", BuildDwelling("E5")).has("witches", dwelling=2)
    spade = has(dwelling="C2", bridges="C2-E5")
    turned = position("witches", "nomads", witches=spade, terrain={"E5": "mountains"})
    turned.does("witches", Dig(1), Transform("E5", "forest", 1), BuildDwelling("E5")).has("witches", dwelling=2)
    town = has(stronghold="C2", temple="F3", trading_house="E4", bridges="C2-E5")
    founded = position("witches", "nomads", witches=town, terrain={"E5": "forest"})
    founded.does("witches", BuildDwelling("E5")).has("witches", towns_owed=1)
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
