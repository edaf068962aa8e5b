"""How the sensible policy rates an event: rules of thumb, in tenths of a point, from the current position alone."""

from collections.abc import Callable
from typing import Any

from engine.games.anachrony.components import (
    BUILDING_TYPES,
    ROW,
    TUG,
    WORKER,
    Gain,
    GainOneOf,
    Travel,
    TravelX,
)
from engine.games.anachrony.construct import next_spot, top_of
from engine.games.anachrony.evacuation import evacuate, side_of
from engine.games.anachrony.spaces import ANOMALY_PREFIX
from engine.games.anachrony.state import ERAS, Player, State
from engine.games.anachrony.superprojects import in_focus, spots_for, tiles_to_pay
from engine.ledger import Book
from engine.snapshot import fork
from events.vocabulary import anachrony as events

UNIT = {"neutronium": 13, "gold": 8, "uranium": 5, "titanium": 6, "water": 4, "energy_core": 6, "vp": 10}
UNIT |= {
    "powered_exosuit": 26,
    "morale": 6,
    "paradox": -9,
    "administrator": 18,
    "engineer": 18,
    "genius": 12,
    "scientist": 8,
}
WEIGHTS = {
    "anomaly": 42,  # removing one
    "construct": 95,
    "council": 40,
    "evacuate_early": -34,
    "few_water": 8,  # less than this is scarce
    "mine": 54,
    "mine_goods": -3,  # for each unit of goods in hand
    "near": 90,  # a Superproject whose Breakthroughs are available
    "plant": 12,  # the first Power Plant
    "purify": 66,
    "recruit": 64,
    "recruit_era": -4,
    "research": 52,
    "research_held": -8,
    "retrieve": 12,
    "space": 25,  # placement on one's own tile rather than nowhere
    "suit": 12,
    "suit_idle": -11,
    "supply": -9,
    "supply_tired": 18,
    "superproject": 75,
    "trade": 4,
    "travel": 40,
    "warp_held": -5,  # for each Warp tile that is out
    "warp_out": -2,
    "wanted": 40,  # a building that the Evacuation requires
}
"""The worth of individual things, found by playing many games."""
TIDE = 1000


def worth(state: State, seat: int | None, event: Any) -> int:
    """How much an event looks worth to the player who decides."""
    rate = RATES.get(type(event))
    return 0 if rate is None or seat is None else rate(state, state.players[seat], event)


def _goods(amounts: dict[str, int]) -> int:
    return sum(UNIT.get(what, 8) * number for what, number in amounts.items())


def _units(player: Player, units: tuple[str, ...]) -> int:
    """Units of choice: the scarcer ones are worth more."""
    return sum(12 - min(4, getattr(player, unit)) for unit in units)


def _power_up(state: State, player: Player, event: events.PowerUp) -> int:
    useful = sum(player.active) + 2
    paid = sum(_payment(each.pay) for each in event.slots)
    cores = sum(each.pay is None and each.slot > 3 for each in event.slots)
    number = len(event.slots)
    return (
        WEIGHTS["suit"] * min(number, useful)
        + 3 * number
        - paid
        - UNIT["energy_core"] * cores
        + (WEIGHTS["suit_idle"] * max(0, number - useful))
    )


def _payment(payment: events.Payment | None) -> int:
    if payment is None:
        return 0
    return (
        UNIT["energy_core"] * payment.energy_core + 4 * payment.water + 13 * payment.neutronium + 8 * len(payment.tug)
    )


def _warp(state: State, player: Player, event: events.ChooseWarp) -> int:
    if state.era == ERAS:
        return -len(event.tiles)
    total = 0
    for tile in event.tiles:
        row = state.tables.warp[tile]
        total += _goods(row.gain) - _goods(row.pay_on_warp) + WEIGHTS["warp_out"]
    out = sum(1 for era in player.warped if era)
    plants = sum(1 for tile in player.spots[:3] if tile)
    return total - (-WEIGHTS["warp_held"] * out - 6 * plants) * len(event.tiles)


def _place(state: State, player: Player, event: events.PlaceWorker) -> int:
    space = event.space
    cost = _payment(event.payment) + (6 if event.worker == "genius" else 0)
    if space.startswith(ANOMALY_PREFIX):
        return WEIGHTS["anomaly"] + 3 * state.era - cost
    if space == "supply":
        return WEIGHTS["supply_tired"] * sum(player.tired) + WEIGHTS["supply"] - 3 * sum(player.active)
    if space in state.tables.spaces:
        row = state.tables.spaces[space]
        return MAIN[row.action](state, player, event) - _goods(row.cost[state.after_impact]) - cost
    return _tile(state, player, space) - cost


def _tile(state: State, player: Player, name: str) -> int:
    """What the space of a tile gives."""
    tile, total = state.tables.tiles[name], WEIGHTS["space"]
    for op in tile.effects:
        if isinstance(op, Gain):
            total += _goods(op.give)
        elif isinstance(op, GainOneOf):
            total += max(map(_goods, op.choices))
        elif isinstance(op, Travel | TravelX):
            total += WEIGHTS["travel"] if any(player.warped) else -5
        else:
            total += 12
    return total - _goods(tile.cost)


def _construct(state: State, player: Player, event: events.PlaceWorker) -> int:
    return WEIGHTS["construct"] + (WEIGHTS["near"] if is_near(state, player) else 0)


def is_near(state: State, player: Player) -> bool:
    """Whether the Breakthroughs and spots for the Superproject of the Focus are available."""
    row = in_focus(state, player)
    return row is not None and bool(spots_for(state, player)) and next(tiles_to_pay(player, row), None) is not None


def _recruit(state: State, player: Player, event: events.PlaceWorker) -> int:
    return WEIGHTS["recruit"] + WEIGHTS["recruit_era"] * state.era + (10 if event.worker == "administrator" else 0)


def _research(state: State, player: Player, event: events.PlaceWorker) -> int:
    return WEIGHTS["research"] + WEIGHTS["research_held"] * sum(player.breakthroughs)


def _council(state: State, player: Player, event: events.PlaceWorker) -> int:
    return WEIGHTS["council"] if event.worker != "administrator" else 12


def _mine(state: State, player: Player, event: events.PlaceWorker) -> int:
    goods: int = sum(getattr(player, unit) for unit in TUG)
    return WEIGHTS["mine"] + WEIGHTS["mine_goods"] * goods + (8 if event.worker == "engineer" else 0)


def _purify(state: State, player: Player, event: events.PlaceWorker) -> int:
    few = player.water <= WEIGHTS["few_water"]
    return WEIGHTS["purify"] - 2 * player.water - (0 if few else 6 + 2 * player.water)


def _trade(state: State, player: Player, event: events.PlaceWorker) -> int:
    return WEIGHTS["trade"] + 7 * (player.titanium < 2)


def _evacuate(state: State, player: Player, event: events.PlaceWorker) -> int:
    later = fork(state)
    evacuate(Book(), later, later.players[player.seat])
    vp = later.players[player.seat].vp_tokens - player.vp_tokens
    collapsing = len(state.collapsing) - len(state.face_down) <= 3
    return 10 * vp if state.era >= ERAS - 1 or collapsing else 10 * vp + WEIGHTS["evacuate_early"]


MAIN: dict[str, Callable[[State, Player, events.PlaceWorker], int]] = {
    "construct": _construct,
    "recruit": _recruit,
    "research": _research,
    "world_council": _council,
    "mine": _mine,
    "purify_water": _purify,
    "trade_with_nomads": _trade,
    "evacuation": _evacuate,
}


def _free(state: State, player: Player, event: events.FreeAction) -> int:
    if event.space == "force_workers":
        return 12 * sum(player.tired) - 20 if not sum(player.active) and event.lost_worker is None else -5
    if event.space == "supply":
        return 14 * sum(player.tired) - 8
    if event.space == "leader":
        crowded = event.mode == "gain" and player.paradox >= 2
        return -5 if crowded or event.mode == "return" else TIDE
    if event.worker is not None:
        return -5
    tile = state.tables.tiles[event.space]
    gains = [op for op in tile.effects if isinstance(op, Gain)]
    if any("paradox" in op.give for op in gains) and player.paradox >= 2:
        return -5
    return TIDE if gains else 6


def _building(state: State, player: Player, event: events.ConstructBuilding) -> int:
    row = ROW[event.stack]
    tile = state.tables.tiles[top_of(state, row, event.pile)]
    wanted = side_of(state, player).condition.count == event.stack and player.spots[row * 3 + 2] == ""
    plant = WEIGHTS["plant"] if event.stack == BUILDING_TYPES[0] and not any(player.spots[:3]) else 0
    return 40 + 10 * tile.vp + (WEIGHTS["wanted"] if wanted else 0) + plant - 6 * (next_spot(player, row) % 3)


def _superproject(state: State, player: Player, event: events.ConstructSuperproject) -> int:
    name = state.superprojects[player.focus - 1]
    return WEIGHTS["superproject"] + 10 * state.tables.superprojects[name].vp - 8 * len(event.breakthroughs)


def _recruited(state: State, player: Player, event: events.RecruitWorker) -> int:
    return UNIT[event.worker] + (8 if not player.active[WORKER[event.worker]] else 0)


def _mined(state: State, player: Player, event: events.MineTake) -> int:
    drill = _units(player, (event.drill,)) if event.drill else 0
    few: bool = getattr(player, event.cube) < 2
    return drill + UNIT[event.cube] + 5 * few + 4 * (event.cube == "titanium")


def _traded(state: State, player: Player, event: events.TradeGoods) -> int:
    line = state.tables.trade[event.line]
    paid, gained = (line.a, line.b) if event.direction == "a_to_b" else (line.b, line.a)
    total = 0
    for amounts, sign in ((paid, -1), (gained, 1)):
        for what, number in amounts.items():
            each = _units(player, event.tug) if what == "tug" else number * UNIT[what]
            total += sign * each + (8 if sign > 0 and what != "tug" and getattr(player, what) == 0 else 0)
    return total


def _journey(state: State, player: Player, event: events.TimeTravel) -> int:
    if event.era is None:
        return 0
    project = state.superprojects[event.era - 1] and state.built_by[event.era - 1] < 0
    return 10 * player.warped.count(event.era) + (4 if project else 0)


def _tile_back(state: State, player: Player, event: Any) -> int:
    return 0 if event.tile is None else WEIGHTS["retrieve"]


def _gain(state: State, player: Player, event: events.ChooseGain) -> int:
    return _units(player, event.tug) + 10 * (not event.tug)


def _second_die(state: State, player: Player, event: events.SetSecondDie) -> int:
    return 10 if event.face else 0


def _kept(state: State, player: Player, event: events.AnomalyOrBuilding) -> int:
    return 0 if event.building is None else 25 - 10 * state.tables.tiles[event.building].vp


def _ability(state: State, player: Player, event: events.CleanUpAbility) -> int:
    return (
        sum(UNIT[what] for what in (event.worker, event.first) if what) + 4 * bool(event.second) + 10 * bool(event.use)
    )


def _tokens(state: State, player: Player, event: events.ReturnParadox) -> int:
    return event.count


def _passing(state: State, player: Player, event: events.Pass) -> int:
    return 1


def _copied(state: State, player: Player, event: events.CopyWorkerSpace) -> int:
    return 20 if event.space == "supply" else _tile(state, player, event.space) - _payment(event.payment)


def _exchange(state: State, player: Player, event: events.HydrocoreExchange) -> int:
    """Buying cores for Exosuits outranks any Power Up while there is enough Water; other exchanges are avoided."""
    return (
        TIDE
        if event.direction == "to_core" and player.water > WEIGHTS["few_water"] and player.energy_core < 3
        else -TIDE
    )


RATES: dict[type, Callable[[State, Player, Any], int]] = {
    events.HydrocoreExchange: _exchange,
    events.PowerUp: _power_up,
    events.ChooseWarp: _warp,
    events.PlaceWorker: _place,
    events.FreeAction: _free,
    events.Pass: _passing,
    events.ConstructBuilding: _building,
    events.ConstructSuperproject: _superproject,
    events.RecruitWorker: _recruited,
    events.SetSecondDie: _second_die,
    events.MineTake: _mined,
    events.TradeGoods: _traded,
    events.TimeTravel: _journey,
    events.RetrieveWarp: _tile_back,
    events.ReturnWarp: _tile_back,
    events.AnomalyWarp: _tile_back,
    events.ChooseGain: _gain,
    events.CopyWorkerSpace: _copied,
    events.ReturnParadox: _tokens,
    events.AnomalyOrBuilding: _kept,
    events.CleanUpAbility: _ability,
}
