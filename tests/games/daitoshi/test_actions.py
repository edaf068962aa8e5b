"""The actions of a city turn (DA-7.40 to DA-7.49) and payment (DA-7.2)."""

import pytest
from msgspec.structs import replace

from engine.games.daitoshi.state import Given
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import Pick
from events.vocabulary.daitoshi import effects as effects
from tests.games.daitoshi.table import ANN, BOB, acting, built, play, put, seat, table


def commit(*picks, **fields):
    return events.CommitInventions(picks=tuple(Pick(*pick) for pick in picks), **fields)


def at(slice, options=None, players=3, **figures):
    position = acting(table(players, options=options), ANN, slice)
    seat(position, ANN, **figures)
    return position


def test_available_actions():
    """DA-7.40: the district's; contributing where the machine is; anything in the Town Hall; one per turn."""
    rich = {"food": 8, "energy": 8, "building": 8, "luxury": 8, "wealth": 9, "steam": 20, "forest_hexes": 2}
    decisions = {
        "commit": commit(("ordinary_01", 0)),
        "expand": events.Expand(slice=0, ring="middle"),
        "renovate": events.Renovate(hex="forest"),
        "electrify": events.Electrify(slice=0, ring="inner"),
        "trade": events.Trade(city="city_10", goods=1),
        "contribute": events.Contribute(building=0, floor=1, space=0),
    }
    wanted = {
        0: set(decisions),
        1: {"commit"},
        2: {"expand", "renovate"},
        3: {"electrify"},
        4: {"trade", "contribute"},
    }
    for slice, available in wanted.items():
        position = at(slice, **rich)
        put(position, ANN, 0, 1, "basic_food", ready=True)
        for name, decision in decisions.items():
            outcome = position.fork().when(ANN, decision)
            if name in available:
                outcome.accepted()
            else:
                outcome.rejected("DA-7.40")


def test_skipping():
    """DA-7.41: always possible."""
    position = at(1)
    position.legal(events.SkipAction())
    play(position, (ANN, events.SkipAction()))
    assert position.state.active == BOB


@pytest.mark.parametrize(("food", "wealth", "allowed"), [(3, 2, [0, 1, 2]), (1, 2, [1, 2]), (0, 1, []), (3, 0, [0])])
def test_wealth_replaces_resources(food, wealth, allowed):
    """DA-7.2: unit for unit, also when the resource is there; the least by default; never steam."""
    position = at(1, food=food, wealth=wealth)
    offered = [
        e.pay_wealth
        for _, e in position.rules.legal(position.state)
        if e == commit(("innovative_01", 0), pay_wealth=getattr(e, "pay_wealth", 9))
    ]
    assert offered == allowed
    for paid in range(4):
        outcome = position.fork().when(ANN, commit(("innovative_01", 0), pay_wealth=paid))
        if paid in allowed:
            outcome.figures(ANN, wealth=wealth - paid)
        else:
            outcome.rejected("DA-7.2")
    if allowed:
        position.when(ANN, commit(("innovative_01", 0))).figures(ANN, wealth=wealth - allowed[0])


def test_what_can_be_picked():
    """DA-7.42: one or two different tiles of the market, with room for them."""
    position = at(1, food=8)
    for picks in ((), (("ordinary_01", 0),) * 2, (("ordinary_01", 0), ("ordinary_04", 0), ("innovative_01", 1))):
        position.when(ANN, commit(*picks)).rejected("DA-7.42")
    position.when(ANN, commit(("ordinary_07", 0))).rejected("DA-7.42", tile="ordinary_07")
    position.when(ANN, commit(("ordinary_01", 3))).rejected("DA-7.42", building=3)
    put(position, ANN, 0, 2, "ordinary_11")
    position.when(ANN, commit(("ordinary_01", 0), ("ordinary_04", 0))).rejected("DA-7.42", empty_floors=1)
    position.when(ANN, commit(("ordinary_01", 0), ("ordinary_04", 1))).accepted()


def test_installing_and_refilling():
    """DA-7.43: the lowest empty floor, low; refills in the order of the picks, of the right quality."""
    position = at(1, food=8)
    put(position, ANN, 0, 3, "ordinary_11")
    play(position, (ANN, commit(("innovative_01", 0), ("ordinary_01", 1))))
    assert seat(position, ANN).slots[0][1].tile == "innovative_01"
    position.when(None, events.MarketRefilled(quality="ordinary", tile="ordinary_09")).rejected("DA-8.1")
    position.when(None, events.MarketRefilled(quality="innovative", tile="innovative_01")).rejected("DA-8.1")
    play(position, (None, events.MarketRefilled(quality="innovative", tile="innovative_09")))
    assert position.state.market["innovative"] == ["innovative_02", "innovative_09"]


def test_an_empty_stack_is_not_refilled():
    """DA-11.24, DA-7.43: the market may shrink."""
    position = at(1, food=8)
    position.state.drawn["ordinary"] = list(position.state.catalogue.kinds["ordinary"])
    play(position, (ANN, commit(("ordinary_04", 0))))
    assert position.state.market["ordinary"] == ["ordinary_01"]
    assert position.state.active == BOB


def test_the_last_tile_of_a_stack():
    """DA-7.43: two picks, one tile left: a single refill."""
    position = at(1, food=2)
    position.state.drawn["ordinary"] = [t for t in position.state.catalogue.kinds["ordinary"] if t != "ordinary_20"]
    play(position, (ANN, commit(("ordinary_01", 1), ("ordinary_04", 1))))
    play(position, (None, events.MarketRefilled(quality="ordinary", tile="ordinary_20")))
    assert (position.state.market["ordinary"], position.state.active) == (["ordinary_20"], BOB)


def test_rewards_after_installing():
    """DA-7.42: with the option the tile may gain from its own reward, before it not."""
    for option, high in (("before_install", False), ("after_install", True)):
        position = at(1, {"commit_reward": option}, food=8)
        tile = "innovative_20"
        invention = position.state.catalogue.invention[tile]
        changed = invention.__class__(tile, "innovative", (effects.UpgradeInvention("any"),), (), 0)
        catalogue = position.state.catalogue
        position.state.learn(replace(catalogue, invention={**catalogue.invention, tile: changed}))
        position.state.market["innovative"][0] = tile
        seat(position, ANN).slots[0][0].high = True
        play(position, (ANN, commit((tile, 1))))
        assert seat(position, ANN).slots[1][0].high == high


def test_expanding():
    """DA-7.44, DA-3.6: which spaces, for how much; the tile comes from the ring's stack, and nobody works there yet."""
    position = at(2, building=4, river_hexes=1, forest_hexes=1)
    for slice, ring in ((5, "middle"), (-1, "middle"), (1, "inner"), (1, "outer"), (1, "centre")):
        position.when(ANN, events.Expand(slice=slice, ring=ring)).rejected("DA-7.44", slice=slice)
    play(position, (ANN, events.Expand(slice=1, ring="middle")))
    position.when(None, events.DistrictTileDrawn(ring="middle", tile="outer_01")).rejected("DA-8.1")
    position.when(None, events.DistrictTileDrawn(ring="outer", tile="outer_01")).rejected("DA-8.1")
    play(position, (None, events.DistrictTileDrawn(ring="middle", tile="middle_01")))
    tile = position.state.slices[1].middle
    assert (tile.id, tile.electrified, tile.worker) == ("middle_01", False, None)
    position.when(ANN, events.DepositHexes(("mountain",))).rejected("DA-7.45")
    position.when(ANN, events.DepositHexes(("river", "forest"))).rejected("DA-7.45")
    play(position, (ANN, events.DepositHexes(("forest",))))
    position.figures(ANN, building=2, forest_hexes=0, river_pilgrim=0 if position.state.phase == "action" else 1)
    second = at(2, building=4, river_hexes=1)
    built(second, 1, "middle", "middle_01")
    second.when(ANN, events.Expand(slice=1, ring="middle")).rejected("DA-7.44", built=["inner", "middle"])


@pytest.mark.parametrize("hex", ["river", "forest", "mountain", "underground"])
def test_a_hex_of_any_type_is_needed(hex):
    """DA-7.44: as many as the space costs, of whatever types the record holds."""
    expand = events.Expand(slice=1, ring="middle")
    at(2, building=4).when(ANN, expand).rejected("DA-7.44", hexes=1, record=0)
    at(2, building=4, **{f"{hex}_hexes": 1}).when(ANN, expand).accepted()


def test_the_same_type_twice():
    """DA-7.45: if the record holds two; then nothing is asked."""
    position = at(2, building=4, river_hexes=2, food=0)
    built(position, 1, "middle", "middle_01")
    play(
        position,
        (ANN, events.Expand(slice=1, ring="outer")),
        (None, events.DistrictTileDrawn(ring="outer", tile="outer_03")),
    )
    position.figures(ANN, river_hexes=0, food=2)


def test_renovating():
    """DA-7.46: a hex that the record holds."""
    position = at(2, building=3, wealth=0, forest_hexes=1)
    position.when(ANN, events.Renovate(hex="river")).rejected("DA-7.46", hex="river")
    position.when(ANN, events.Renovate(hex="lake")).rejected("DA-7.46", hex="lake")
    position.legal(events.Renovate(hex="forest", pay_wealth=0), actor=ANN)
    position.not_legal(events.Renovate(hex="river", pay_wealth=0), actor=ANN)
    for hex, wealth in (("forest", 0), ("lake", None)):  # DA-7.2: of the possible amounts, the least is stated
        spelt = position.rules.plain(position.state, ANN, events.Renovate(hex=hex))
        assert spelt == events.Renovate(hex=hex, pay_wealth=wealth)
    position.when(ANN, events.Renovate(hex="forest")).figures(ANN, building=0, forest_hexes=0, river_pilgrim=1)
    position.entered(ANN, "renovated", 1, "forest")
    at(2, building=2, wealth=0, forest_hexes=1).when(ANN, events.Renovate(hex="forest")).rejected("DA-7.2")


def test_electrifying():
    """DA-7.47: any built tile of the city that is not electrified; magnates stay (DA-11.20)."""
    position = at(3, energy=4, wealth=0)
    for slice, ring in ((5, "inner"), (1, "machine"), (1, "middle")):
        position.when(ANN, events.Electrify(slice=slice, ring=ring)).rejected("DA-7.47", slice=slice)
    position.state.slices[0].inner.electrified = True
    position.when(ANN, events.Electrify(slice=0, ring="inner")).rejected("DA-7.47", electrified=True)
    position.state.machine.worker = "blue"
    position.state.workers_out["blue"] += 1
    before = [(player.slice, player.space) for player in position.state.players]
    position.when(ANN, events.Electrify(slice=4, ring="inner")).figures(ANN, energy=2, luxury=2, fame=1)
    position.entered(ANN, "electrified", 1, "inner")
    assert before == [(player.slice, player.space) for player in position.state.players]
    assert position.state.machine.worker == "blue"


def test_trading():
    """DA-7.48, DA-7.2, DA-11.32: a city in play, one to five goods; wealth may replace luxury goods, but not steam."""
    position = at(4, steam=5, luxury=2, wealth=1)
    position.when(ANN, events.Trade(city="city_01", goods=1)).rejected("DA-7.48", city="city_01")
    for goods in (0, 6, -1):
        position.when(ANN, events.Trade(city="city_10", goods=goods)).rejected("DA-7.48", goods=goods)
    position.when(ANN, events.Trade(city="city_10", goods=4)).rejected("DA-7.2")
    position.when(ANN, events.Trade(city="city_10", goods=3)).figures(ANN, steam=0, luxury=0, wealth=0, vp=6)
    at(4, steam=4, wealth=9).when(ANN, events.Trade(city="city_10", goods=1)).rejected("DA-7.2", steam=5, has=4)


def contributing(players=3, **figures):
    position = at(4, players=players, **{"food": 1, "energy": 1, "building": 1, "luxury": 1, "wealth": 3, **figures})
    put(position, ANN, 0, 1, "basic_food", ready=True)
    return position


def test_what_can_be_contributed():
    """DA-7.49, DA-11.33: a ready invention to a free space, while university inventions are left."""
    position = contributing()
    position.when(ANN, events.Contribute(building=1, floor=1, space=0)).rejected("DA-7.49")
    position.when(ANN, events.Contribute(building=7, floor=1, space=0)).rejected("DA-7.49")
    position.when(ANN, events.Contribute(building=0, floor=0, space=0)).rejected("DA-7.49")
    position.when(ANN, events.Contribute(building=0, floor=1, space=5)).rejected("DA-7.49", free=[0, 1, 2, 3, 4])
    position.state.machine.spaces[0] = Given("ordinary_11", BOB)
    position.when(ANN, events.Contribute(building=0, floor=1, space=0)).rejected("DA-7.49")
    position.when(ANN, events.Contribute(building=0, floor=1, space=2)).accepted()
    none_left = contributing()
    none_left.state.university = []
    none_left.when(ANN, events.Contribute(building=0, floor=1, space=0)).rejected("DA-7.49", university_inventions=0)
    not_ready = contributing()
    seat(not_ready, ANN).slots[0][0].ready = False
    not_ready.when(ANN, events.Contribute(building=0, floor=1, space=0)).rejected("DA-7.49", tile="basic_food")


def test_wealth_for_a_contribution():
    """DA-7.49: for what is missing, and for more if the player likes."""
    position = contributing(food=0)
    wanted = {("food",), ("food", "energy"), ("food", "building"), ("food", "luxury")}
    offered = {e.wealth_for for _, e in position.rules.legal(position.state) if isinstance(e, events.Contribute)}
    assert offered == wanted
    for odd in ((), ("energy",), ("food", "food"), ("food", "steam"), ("food", "energy", "building")):
        position.when(ANN, events.Contribute(building=0, floor=1, space=2, wealth_for=odd)).rejected("DA-7.49")
    position.fork().when(ANN, events.Contribute(building=0, floor=1, space=2)).figures(ANN, wealth=1, energy=0)
    paid = events.Contribute(building=0, floor=1, space=2, wealth_for=("food", "energy"))
    position.when(ANN, paid).figures(ANN, wealth=0, energy=1)


def test_no_banner_before_a_contribution():
    """DA-7.49: no city has this condition."""
    position = contributing()
    position.state.placed["city_10"] = [ANN]
    told = events.Contribute(building=0, floor=1, space=0, before=("city_10",))
    position.when(ANN, told).rejected("DA-7.49", before=("city_10",))


def test_the_slot_is_empty_while_the_space_rewards():
    """DA-7.49, DA-7.70: the invention has left, the university's has not come: progress of the fame track is lost."""
    position = contributing(fame=6)
    play(position, (ANN, events.Contribute(building=0, floor=1, space=0))).figures(ANN, fame=8, vp=9)
    slot = seat(position, ANN).slots[0][0]
    assert (slot.tile, slot.marker) == ("university_1_1", 0)


@pytest.mark.parametrize(("players", "unlocked"), [(2, [False, True, False]), (3, [False, False, False])])
def test_unlocking_ignores_covered_spaces(players, unlocked):
    """DA-7.49, DA-11.18: space 3 is covered with two players."""
    position = contributing(players)
    play(position, (ANN, events.Contribute(building=0, floor=1, space=2)))
    assert position.state.machine.unlocked == unlocked


def test_a_university_invention_is_never_ready():
    """DA-7.80, DA-11.26: it keeps position and marker, and progress does not make it ready."""
    position = contributing()
    seat(position, ANN).slots[0][0].marker = 2
    play(position, (ANN, events.Contribute(building=0, floor=1, space=2)))
    slot = seat(position, ANN).slots[0][0]
    from engine.games.daitoshi.items import Context
    from engine.games.daitoshi.progress import advance

    advance([], position.state, seat(position, ANN), (0, 1), 1, Context("progress_track", slot=(0, 1)))
    assert (slot.marker, slot.ready) == (3, False)
