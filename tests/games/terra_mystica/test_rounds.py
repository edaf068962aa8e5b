"""Income (TM-6.2), the cult bonus and the clean-up (TM-6.7), the order of turns (TM-6.8)."""

import pytest

from engine.declaration import Turn
from engine.games.terra_mystica.components import FACTIONS
from engine.games.terra_mystica.rounds import income_of
from events.vocabulary.terra_mystica import (
    AcceptPower,
    DropPlayer,
    EndTurn,
    Pass,
    SendPriest,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position


def income(faction, **things):
    """What a faction receives, without a bonus card."""
    player = position(
        faction, "giants" if faction not in ("giants", "chaos_magicians") else "witches", **{faction: things}
    ).player(faction)
    player.bonus_card = things.get("card")
    return {what: n for what, n in income_of(player).items() if n}


def end_of_round(table, *factions, cards=("bonus_dwelling", "bonus_cult", "bonus_spade", "bonus_ship")):
    """Everybody passes in this order."""
    free = [card for card in cards if card in table.state.bonus_pool]
    for faction in factions:
        table.does(faction, Pass(free.pop(0) if table.state.round < 6 else None))
    return table.settled()


# --- income ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "things", "expected"),
    [
        ("witches", {"dwelling": "A3 A10"}, {"worker": 3}),
        ("engineers", {"dwelling": "A2 C2"}, {"worker": 2}),
        ("engineers", {"temple": "A2 C2"}, {"priest": 1, "power": 5}),
        ("swarmlings", {"dwelling": "A4"}, {"worker": 3}),
        ("witches", {"trading_house": "A3 A10 C3"}, {"worker": 1, "coin": 6, "power": 4}),
        ("witches", {"temple": "A3"}, {"worker": 1, "priest": 1}),
        ("witches", {"sanctuary": "A3"}, {"worker": 1, "priest": 1}),
        ("swarmlings", {"sanctuary": "A4"}, {"worker": 2, "priest": 2}),
        ("darklings", {"sanctuary": "A8"}, {"worker": 1, "priest": 2}),
        ("witches", {"stronghold": "A3"}, {"worker": 1, "power": 2}),
        ("mermaids", {"stronghold": "A4"}, {"worker": 1, "power": 4}),
        ("alchemists", {"stronghold": "A8"}, {"worker": 1, "coin": 6}),
        ("chaos_magicians", {"stronghold": "A6"}, {"worker": 3}),
        ("fakirs", {"stronghold": "A5"}, {"worker": 1, "priest": 1}),
        ("witches", {"dwelling": "A3 A10 C3 C4 D1 E9 F2 I6"}, {"worker": 8}),
    ],
)
def test_income_of_structures(faction, things, expected):
    """TM-6.2.2: workers by dwellings, coins and power by trading houses, priests by temples and sanctuary."""
    assert income(faction, **things) == expected


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ({"card": "bonus_6c"}, {"worker": 1, "coin": 6}),
        ({"card": "bonus_ship"}, {"worker": 1, "power": 3}),
        ({"card": "bonus_3pw_1w"}, {"worker": 2, "power": 3}),
        ({"card": "bonus_priest"}, {"worker": 1, "priest": 1}),
        ({"card": "bonus_stronghold"}, {"worker": 3}),
        ({"favors": ["favor_earth_2", "favor_air_2", "favor_fire_1"]}, {"worker": 2, "power": 5, "coin": 3}),
        ({"card": "bonus_3pw_1w", "favors": ["favor_air_2"], "stronghold": "A3"}, {"worker": 2, "power": 9}),
    ],
)
def test_income_of_card_and_tiles(things, expected):
    """TM-6.2.1, TM-6.2.3: added per resource, then gained."""
    assert income("witches", **things) == expected


def test_every_faction_has_an_income():
    """TM-6.2.2: the tables know every number of structures."""
    for faction in FACTIONS.values():
        for kind in ("dwelling", "trading_house", "temple", "stronghold", "sanctuary"):
            for numbers in faction.building(kind).income.values():
                assert len(numbers) == {"dwelling": 9, "trading_house": 5, "temple": 4}.get(kind, 2)


def test_the_round_begins_with_the_income():
    """TM-6.2.1, TM-6.2.4: by the card just taken; the round counts from here."""
    table = position("witches", "nomads", witches=has(dwelling="A3", card="bonus_6c"), pool={"bonus_3pw_1w": 0})
    table.does("witches", Pass("bonus_3pw_1w"))
    table.does("nomads", Pass("bonus_dwelling")).settled().then(round=2, phase="action")
    table.has("witches", worker=15 + 2 + 1, coin=30, bowls=(2, 10, 0), passed=False)


def test_the_order_of_the_income_does_not_matter():
    """TM-6.2.5: everybody's is their own."""

    def after(order):
        table = position("witches", "nomads", order=order, witches=has(dwelling="A3"), nomads=has(temple="A5"))
        return end_of_round(table, *order, cards=("bonus_dwelling", "bonus_cult"))

    one, other = after(("witches", "nomads")), after(("nomads", "witches"))
    for faction in ("witches", "nomads"):
        assert one.player(faction).worker == other.player(faction).worker
        assert one.player(faction).priest == other.player(faction).priest


def test_dropped_players_have_income():
    """TM-6.2.1, TM-7.15.2: in every round."""
    table = position("witches", "nomads", witches=has(dwelling="A3 A10"))
    table.does(None, DropPlayer(0)).does("nomads", Pass("bonus_dwelling")).settled().has("witches", worker=18)


# --- cult bonus -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "cult", "gain"),
    [
        ("score_spade", "0/0/5/0", {"coin": 35}),
        ("score_dwelling_water", "0/9/0/0", {"priest": 5}),
        ("score_stronghold_fire", "7/0/0/0", {"worker": 18}),
        ("score_dwelling_fire", "8/0/0/0", {"bowls": (0, 4, 8)}),
        ("score_stronghold_air", "0/0/0/6", {"worker": 18}),
        ("score_town", "9/9/3/9", {}),
    ],
)
def test_the_cult_bonus(tile, cult, gain):
    """TM-6.7.1: as often as the position on the tile's track holds its number; the position stays."""
    bowls = (1, 10, 1)
    table = position("witches", "nomads", tile=tile, witches=has(cult=cult, bowls=bowls))
    table.does("witches", Pass("bonus_cult"))
    table.does("nomads", Pass("bonus_spade"))
    step = table.rules.proceed(table.state)
    assert step.name == "cult_bonus"
    table.has("witches", **{"coin": 30, "worker": 15, "priest": 3, "bowls": (1, 10, 1), "cult": cult} | gain)


@pytest.mark.parametrize("priests", [0, 1, 3])
def test_the_temple_tile_counts_priests(priests):
    """TM-6.7.1, TM-11.30: two coins for every own priest on an order space."""
    orders = {"fire": [3, 2, 2][:priests]}
    table = position(
        "witches", "nomads", tile="score_temple", witches=has(orders=orders), options={"temple_scoring_tile": True}
    )
    table.does("witches", Pass("bonus_cult"))
    table.does("nomads", Pass("bonus_spade"))
    table.rules.proceed(table.state)
    table.has("witches", coin=30 + 2 * priests)


def test_bonuses_first_then_spades_in_order():
    """TM-6.7.2: in the order of the next round, one at a time."""
    table = position(
        "witches", "nomads", witches=has(cult="0/0/4/0", dwelling="E9"), nomads=has(cult="0/0/8/0", dwelling="E8")
    )
    table.does("witches", SendPriest("fire", 3), EndTurn())
    end_of_round(table, "nomads", "witches").then(phase="cult_bonus", spades_due=[[1, 2], [0, 1]], order=[1, 0])
    table.does("witches", Transform("F6", "forest", 1)).rejected("TM-6.7.2", seat=0)
    table.does("nomads", Transform("D5", "swamp", 1)).then(spades_due=[[1, 1], [0, 1]])
    table.does("nomads", Transform("D5", "plains", 1)).then(spades_due=[[0, 1]])
    table.does("witches", Transform("F6", "forest", 1)).settled().then(round=2, phase="action")


def test_directions_are_each_players_own():
    """TM-7.3.2, TM-7.15.1: a player who drops in phase 3 leaves no direction behind."""
    table = position(
        "witches", "nomads", witches=has(cult="0/0/8/0", dwelling="E9"), nomads=has(cult="0/0/8/0", dwelling="F6")
    )
    end_of_round(table, "witches", "nomads").then(spades_due=[[0, 2], [1, 2]])
    table.does("witches", Transform("F5", "swamp", 1)).does(None, DropPlayer(0)).then(spades_due=[[1, 2]])
    table.does("nomads", Transform("F5", "plains", 1)).accepted()


def test_dropped_players_lose_their_spades():
    """TM-7.15.2, TM-6.7.1: the rest of the bonus they get."""
    table = position("witches", "nomads", witches=has(cult="0/0/8/0"))
    table.does(None, DropPlayer(0)).does("nomads", Pass("bonus_dwelling")).settled().then(round=2, spades_due=[])
    coins = position("witches", "nomads", tile="score_spade", witches=has(cult="0/0/8/0"))
    coins.does(None, DropPlayer(0)).does("nomads", Pass("bonus_dwelling")).settled().has("witches", coin=38)


# --- clean-up -------------------------------------------------------------------------------------------------------


def test_the_clean_up():
    """TM-6.7.3: actions are free again, cards left over get a coin each, on top of what lies there."""
    table = position("witches", "nomads", pool={"bonus_priest": 2})
    table.state.used.append("power_coins")
    end_of_round(table, "witches", "nomads").then(used=[])
    assert table.state.bonus_pool["bonus_priest"] == 3
    assert set(table.state.bonus_pool.values()) == {1, 3}


def test_phase_three_belongs_to_the_old_round():
    """TM-11.26: its spades are used before the income of the new one."""
    table = position("witches", "nomads", witches=has(cult="0/0/4/0", dwelling="E9"))
    end_of_round(table, "witches", "nomads").then(phase="cult_bonus", round=1).has("witches", worker=15)
    table.does("witches", Transform("F6", "forest", 1)).settled().then(round=2).has("witches", worker=17)


def test_the_last_round_has_no_bonus():
    """TM-6.7.4, TM-5.2.2: no cult bonus, no clean-up; the final scoring follows."""
    table = position("witches", "nomads", round=6, tile="score_stronghold_air", witches=has(cult="0/0/0/8"))
    table.does("witches", Pass())
    table.does("nomads", Pass())
    names = []
    while (step := table.rules.proceed(table.state)) is not None:
        names.append(step.name)
    assert names == [
        "final_cult:fire",
        "final_cult:water",
        "final_cult:earth",
        "final_cult:air",
        "final_area",
        "final_resources",
    ]
    table.then(phase="over", round=6)


def test_the_phases():
    """TM-6.1: the action phase ends when all have passed and nothing is open, and then the steps follow."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9"),
        nomads=has(dwelling="D7"),
        options={"reaction_timing": "deferred"},
    )
    assert table.rules.proceed(table.state) is None
    table.does("witches", UpgradeStructure("E9", "trading_house"), EndTurn())
    table.state.players[1].passed, table.state.active = True, 0
    table.state.actions_left = 1
    table.does("witches", Pass("bonus_dwelling")).turn_of(None)
    assert table.rules.proceed(table.state) is None
    table.does("nomads", AcceptPower(1))
    names = []
    while (step := table.rules.proceed(table.state)) is not None:
        names.append((step.name, step.ends_round))
    assert names == [("cult_bonus", False), ("clean_up", True), ("income", False)]


# --- the order of turns ---------------------------------------------------------------------------------------------


def passed(order, *factions):
    table = position("witches", "nomads", "giants", "mermaids", options={"turn_order": order}, active=factions[0])
    for faction in factions:
        table.state.active, table.state.actions_left = table.seat(faction), 1
        table.does(faction, Pass(next(iter(table.state.bonus_pool))))
    return table


def test_clockwise():
    """TM-6.8.2, TM-6.8.1: seats in their cyclic order, from the first who passed."""
    table = passed("clockwise", "giants", "witches", "mermaids", "nomads").then(order=[0, 1, 2, 3])
    table.settled().then(order=[2, 3, 0, 1], active=2)


def test_pass_order():
    """TM-6.8.3: a player who passes moves to the end; the next round has the order of passing."""
    table = passed("pass_order", "giants", "witches").then(order=[1, 3, 2, 0])
    whole = passed("pass_order", "giants", "witches", "mermaids", "nomads")
    whole.settled().then(order=[2, 0, 3, 1], active=2)
    assert table.state.round_order == [0, 1, 2, 3]


def test_the_next_player_is_found_before_the_move():
    """TM-6.8.3: the seat after the one who passed."""
    table = position("witches", "nomads", "giants", options={"turn_order": "pass_order"}, active="nomads")
    table.does("nomads", Pass("bonus_dwelling")).turn_of("giants").then(order=[0, 2, 1])


def test_dropped_players_stay_in_the_order():
    """TM-6.8.4: and are skipped."""
    table = position("witches", "nomads", "giants", options={"turn_order": "pass_order"})
    table.does(None, DropPlayer(1)).does("witches", SendPriest("fire", 3), EndTurn()).turn_of("giants")
    table.does("giants", Pass("bonus_dwelling")).does("witches", Pass("bonus_cult")).settled()
    table.then(order=[1, 2, 0]).turn_of("giants")


def test_where_the_game_stands():
    """TM-9: with and without those who may decide now."""
    table = position("witches", "nomads", round=3)
    where = table.rules.turn(table.state)
    assert (where.round, where.phase, where.actors) == (3, "action", (0,))
    assert table.rules.place(table.state) == Turn(where.index, 3, where.cycle, "action", ())
