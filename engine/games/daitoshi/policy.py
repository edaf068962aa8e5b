"""How a sensible player rates decisions: a few numbers for each, in tenths of a victory point."""

from collections.abc import Callable
from typing import Any

from engine.games.daitoshi.components import CONSTANTS, INVENTION_COST, LAND, TYPES
from engine.games.daitoshi.exploiting import is_there
from engine.games.daitoshi.inventions import empty_floors, quality_in_market
from engine.games.daitoshi.machine import can_be_contributed, free_spaces, missing_goods
from engine.games.daitoshi.magnates import cost_of
from engine.games.daitoshi.production import cost_of as cost_of_building
from engine.games.daitoshi.progress import last_step, slots_with_inventions
from engine.games.daitoshi.queries import built, district_tile, machine_of, record_size, uncovered
from engine.games.daitoshi.state import HEXES, PILGRIMS, WORKERS, Player, State
from events.vocabulary import daitoshi as events

Judge = Callable[[State, Player, Any], int]
STEAM, WEALTH, HEX, OPENED, CONFLICT, WORKER, PRODUCED = 5, 12, 10, 20, 25, 15, 18


def worth(state: State, player: Player, event: Any) -> int:
    """What an event is worth to a player, in tenths of a victory point."""
    return _JUDGES[type(event)](state, player, event)


# What an action is worth, and where it can be performed.


def _best_commit(state: State, player: Player) -> int:
    budget = player.food + player.wealth
    if not any(empty_floors(player, building) for building in range(len(player.slots))):
        return 0
    return max((30 + 15 * cost for q, cost in INVENTION_COST.items() if cost <= budget and state.market[q]), default=0)


def _best_expansion(state: State, player: Player) -> int:
    budget, record = player.building + player.wealth, record_size(player)
    places = [place for place in state.slices if place.middle is None or place.outer is None]
    if not places or budget < CONSTANTS.expand_cost_middle or not record:
        return 0
    return 45 + (40 if budget >= CONSTANTS.renovate_cost and record > 1 else 0)


def _best_electrification(state: State, player: Player) -> int:
    budget = player.energy + player.wealth
    tiles = (tile for slice in range(len(state.slices)) for _, tile in built(state, slice) if not tile.electrified)
    return max(
        (32 * cost for cost in (district_tile(state, t).electrify_cost for t in tiles) if cost <= budget), default=0
    )


def _best_trade(state: State, player: Player) -> int:
    if not any(state.catalogue.city[city].cost <= player.steam for city in state.cities):
        return 0
    return 22 * min(CONSTANTS.max_goods, player.luxury + player.wealth // 2)


def _best_contribution(state: State, player: Player) -> int:
    ready = any(can_be_contributed(state, player, slot) for _, _, slot in slots_with_inventions(player))
    payable = player.wealth >= 1 + len(missing_goods(player))
    return 200 if ready and payable and free_spaces(state) and state.university else 0


_BEST: dict[str, Callable[[State, Player], int]] = {
    "commit": _best_commit,
    "expand": _best_expansion,
    "electrify": _best_electrification,
    "trade": _best_trade,
}


def _worth_of_district(state: State, player: Player, slice: int) -> int:
    """What the best action of a slice is worth now."""
    action = district_tile(state, state.slices[slice].inner).action
    wanted = list(_BEST) if action == "wild" else [action]
    worths = [_BEST[each](state, player) for each in wanted]
    if action == "wild" or machine_of(state).slice == slice:
        worths.append(_best_contribution(state, player))
    return max(worths)


def _worth_of_workers(state: State, player: Player, slice: int, cleared: bool) -> int:
    colour = district_tile(state, state.slices[slice].inner).worker
    held = sum(getattr(player, WORKERS[each]) for each in WORKERS if colour in ("any", each))
    free = sum(cleared or tile.worker is None for _, tile in built(state, slice))
    return WORKER * min(int(held), free + (machine_of(state).slice == slice))


def _worth_of_hex(state: State, player: Player, hex: str) -> int:
    """A hex opens the way for the player's pilgrim in front of it; a second one of a type causes a conflict."""
    if not is_there(state, hex):
        return 0
    opens = getattr(player, PILGRIMS[hex]) == uncovered(state, hex)
    return HEX + OPENED * bool(opens) - CONFLICT * bool(getattr(player, HEXES[hex]))


# Judges.


def _move(state: State, player: Player, event: events.MoveMagnate) -> int:
    slice = (player.slice + event.steps) % CONSTANTS.slices
    worth = _worth_of_district(state, player, slice) - STEAM * sum(cost_of(event.steps, event.space))
    if event.space != "right":
        worth += _worth_of_workers(state, player, slice, event.space == "left")
    operation = district_tile(state, state.slices[slice].inner).exploit
    lands = LAND if "land" in operation else tuple(hex for hex in operation if hex != "river")
    worth += max((_worth_of_hex(state, player, hex) for hex in lands), default=0)
    return worth + (_worth_of_hex(state, player, "river") if "river" in operation else 0)


def _lead(state: State, player: Player, event: Any) -> int:
    steam, worth = player.steam, 0
    for building in (1, 0, 2):
        inventions = sum(slot.tile is not None for slot in player.slots[building])
        cost = cost_of_building(state, player, building)
        if inventions and (cost <= steam or player.grant):
            steam -= min(cost, steam)
            worth += PRODUCED * 2 * inventions
    return worth


def _activate(state: State, player: Player, event: events.ActivateBuilding) -> int:
    inventions = sum(slot.tile is not None for slot in player.slots[event.building])
    return PRODUCED * inventions - STEAM * cost_of_building(state, player, event.building)


def _grant(state: State, player: Player, event: Any) -> int:
    """The grant is worth using when it opens buildings that cannot be paid for."""
    dear = [b for b in range(3) if cost_of_building(state, player, b) > player.steam]
    return PRODUCED * sum(slot.tile is not None for b in dear for slot in player.slots[b]) - 30


def _commit(state: State, player: Player, event: events.CommitInventions) -> int:
    worth = 5 * len(event.before) - WEALTH * (event.pay_wealth or 0)
    for pick in event.picks:
        cost = INVENTION_COST[quality_in_market(state, pick.tile) or "ordinary"]
        worth += 30 + 15 * cost - 5 * pick.building
    return worth - (20 if len(event.picks) > 1 else 0)


def _expand(state: State, player: Player, event: events.Expand) -> int:
    return 45 + 40 * (event.ring == "outer") + 5 * len(event.before) - WEALTH * (event.pay_wealth or 0)


def _renovate(state: State, player: Player, event: events.Renovate) -> int:
    return (
        20
        + CONFLICT * bool(getattr(player, HEXES[event.hex]) == 2)
        + 5 * len(event.before)
        - WEALTH * (event.pay_wealth or 0)
    )


def _electrify(state: State, player: Player, event: events.Electrify) -> int:
    cost = district_tile(state, getattr(state.slices[event.slice], event.ring)).electrify_cost
    return 32 * cost + 5 * len(event.before) - WEALTH * (event.pay_wealth or 0)


def _trade(state: State, player: Player, event: events.Trade) -> int:
    return 22 * event.goods + 5 * len(event.before) - WEALTH * (event.pay_wealth or 0)


def _contribute(state: State, player: Player, event: events.Contribute) -> int:
    return 200 - WEALTH * len(event.wealth_for or ())


def _track(state: State, player: Player, event: events.ChooseTrack) -> int:
    if event.track is None:
        return 0
    row = state.catalogue.wilderness_track[event.track]
    return 10 * event.steps + row.vp[-1] + 3 * (event.track in ("river", "mountain"))


def _slot(state: State, player: Player, event: events.ChooseSlot) -> int:
    if event.building is None or event.floor is None:
        return 0
    slot = player.slots[event.building][event.floor - 1]
    left = last_step(state, event.building, event.floor) - slot.marker
    return 20 - left + 5 * (not slot.high)


def _hex(state: State, player: Player, event: events.ChooseHex) -> int:
    return 10 * bool(getattr(player, HEXES[event.hex]) == 2) + 3 * TYPES.index(event.hex)


def _deposit(state: State, player: Player, event: events.DepositHexes) -> int:
    return sum(10 for hex in {*event.hexes} if getattr(player, HEXES[hex]) > 1)


def _exploit(state: State, player: Player, event: events.ChooseExploit) -> int:
    return _worth_of_hex(state, player, event.land) if event.land is not None else 0


def _held(state: State, player: Player, event: events.DiscardWorker) -> int:
    return int(getattr(player, WORKERS[event.colour]))


def _fewest(state: State, player: Player, event: events.ChooseColour) -> int:
    return -int(getattr(player, WORKERS[event.colour]))


def _convert(state: State, player: Player, event: events.ChooseConvert) -> int:
    return 5 - WEALTH * (event.pay_wealth or 0) if event.accept else 0


def _always(worth: int) -> Judge:
    return lambda state, player, event: worth


def _accept(state: State, player: Player, event: events.ChooseOptional) -> int:
    return int(event.accept)


_JUDGES: dict[type, Judge] = {
    events.LeadProduction: _lead,
    events.MoveMagnate: _move,
    events.UseGrant: _grant,
    events.ActivateBuilding: _activate,
    events.FinishProduction: _always(0),
    events.PlaceWorker: _always(10),
    events.EndWorkers: _always(0),
    events.ChooseExploit: _exploit,
    events.CommitInventions: _commit,
    events.Expand: _expand,
    events.DepositHexes: _deposit,
    events.Renovate: _renovate,
    events.Electrify: _electrify,
    events.Trade: _trade,
    events.Contribute: _contribute,
    events.SkipAction: _always(0),
    events.UsePartnership: _always(10),
    events.DeclinePartnership: _always(0),
    events.KeepWorkers: _always(0),
    events.ChooseBasic: _always(0),
    events.ChooseTrack: _track,
    events.ChooseColour: _fewest,
    events.DiscardWorker: _held,
    events.ChooseHex: _hex,
    events.ChooseSlot: _slot,
    events.ChooseConvert: _convert,
    events.ChooseCity: _always(0),
    events.ChooseWorkshop: _always(0),
    events.ChooseOrder: _always(0),
    events.ChooseInvention: _always(0),
    events.ChooseOption: _always(0),
    events.ChooseOptional: _accept,
}
