"""Spaces on which a Worker may be placed: which exist, what they cost, how they are paid for (AN-7.1.2, AN-7.2)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.clause import Violation
from engine.games.anachrony.components import ANY, COLUMNS, ROW, TUG, Amounts
from engine.games.anachrony.costs import affordable_units, are_units, can_pay, discount, later_discount, payment_of
from engine.games.anachrony.queries import is_filled, owns
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.supply import supply_water
from engine.games.anachrony.tables import ANOMALY, SUPPLY, Target
from engine.games.anachrony.travel import plant_range
from events.vocabulary.anachrony import Payment

ANOMALY_PREFIX = "anomaly_"


def main_target(state: State, space: str) -> Target:
    """AN-3.4, AN-6.7.12, AN-7.2.3: a space of the main board. Raises Violation AN-7.1.2 if it is not available."""
    tables = state.tables
    row = tables.spaces[space]
    if row.min_players > len(state.players) or (row.after_impact and not state.after_impact):
        raise Violation("AN-7.1.2", space=space, players=len(state.players), after_impact=state.after_impact)
    if row.is_hex and is_filled(state, space):
        raise Violation("AN-7.1.2", space=space, filled=True)
    return tables.main_targets[space][state.after_impact]


def supply_target(state: State, player: Player) -> Target:
    """AN-7.5.1: Supply, for its Water."""
    water = supply_water(state, player)
    return Target(SUPPLY, SUPPLY, ANY, {"water": water} if water else {})


def anomaly_target(state: State, space: str) -> Target:
    """AN-7.6.14, AN-11.4.14: an Anomaly, a separate space, for Water and a choice of goods."""
    return Target(space, ANOMALY, ANY, state.tables.all.anomaly.cost, ANOMALY)


def anomaly_spot(space: str) -> int:
    """The spot that an Anomaly space names, or -1 if it names none."""
    row, _, column = space.removeprefix(ANOMALY_PREFIX).rpartition("_")
    if row in ROW and column in ("1", "2", "3"):
        return ROW[row] * COLUMNS + int(column) - 1
    return -1


def anomaly_space(state: State, spot: int) -> str:
    """The id of the Anomaly space on a spot."""
    return f"{ANOMALY_PREFIX}{list(ROW)[spot // COLUMNS]}_{spot % COLUMNS + 1}"


def has_space(state: State, player: Player, tile: str) -> bool:
    """AN-7.1.17: whether an owned tile is not covered; AN-16.50 g: a covered one keeps its space."""
    return tile in player.spots and (state.options.bga_quirks or owns(player, tile))


def own_target(state: State, player: Player, space: str) -> Target:
    """AN-7.1.2: a Worker space on the player's board. Raises Violation AN-7.1.2 if it is not available."""
    for each in player.busy:
        if each.space == space:
            raise Violation("AN-7.1.2", space=space, occupied=True)
    if space == SUPPLY and state.tables.boards[player.board].supply_mode == "worker":
        return supply_target(state, player)
    if space.startswith(ANOMALY_PREFIX) and anomaly_spot(space) in player.anomalies:
        return anomaly_target(state, space)
    tile = state.tables.tiles.get(space)
    if tile is None or tile.mode != "worker" or not has_space(state, player, space):
        raise Violation("AN-7.1.2", space=space)
    return state.tables.targets[space]


def own_targets(state: State, player: Player) -> Iterator[Target]:
    """The free Worker spaces on the player's board."""
    busy = {each.space for each in player.busy}
    if SUPPLY not in busy and state.tables.boards[player.board].supply_mode == "worker":
        yield supply_target(state, player)
    for name in dict.fromkeys(player.spots):
        if name and name not in busy:
            tile = state.tables.tiles[name]
            if tile.mode == "worker" and has_space(state, player, name):
                yield state.tables.targets[name]
    for spot in player.anomalies:
        yield anomaly_target(state, anomaly_space(state, spot))


def water_saved(state: State, player: Player, target: Target) -> int:
    """AN-7.1.7: the Water saved at this placement; units on Plant 112 are not a placement cost."""
    return later_discount(state, player) if target.by_choice == "x_water" else discount(state, player)


def payments(state: State, player: Player, target: Target, saved: int) -> Iterator[tuple[Payment | None, Amounts]]:
    """AN-7.2.1: each way to pay for a space that a player can afford, with its cost."""
    fixed, kind = target.cost, target.by_choice
    if not can_pay(player, fixed, saved):
        return
    if not kind:
        yield None, fixed
    elif kind == "tug":
        for choice in affordable_units(player, target.number):
            yield Payment(tug=choice), _with_units(fixed, choice)
    elif kind == ANOMALY:
        for cost in state.tables.all.anomaly.payment_one_of:
            if "tug" in cost:
                more = {what: number for what, number in cost.items() if what != "tug"}
                for choice in affordable_units(player, cost["tug"]) if can_pay(player, more) else ():
                    yield replace(payment_of(more), tug=choice), _with_units({**fixed, **more}, choice)
            elif can_pay(player, cost):
                yield payment_of(cost), {**fixed, **cost}
    else:
        least, most = x_limits(state, player)
        if kind == "x_water":
            for number in range(least, min(most, player.water + saved) + 1):
                yield Payment(water=number), {"water": number} if number else {}
        else:
            for number in range(least, min(most, sum(getattr(player, unit) for unit in TUG)) + 1):
                for choice in affordable_units(player, number):
                    yield Payment(tug=choice), _with_units({}, choice)


def x_limits(state: State, player: Player) -> tuple[int, int]:
    """AN-7.6.6: the lowest and the highest number of units on Plants 112 and 113."""
    least = state.options.variable_plant_min
    if not least and not plant_range(state, player, 0):
        least = 1
    return least, state.era - 1 if state.options.variable_plant_max == "era" else 10**6


def _with_units(fixed: Amounts, choice: tuple[str, ...]) -> Amounts:
    return {**fixed, **{unit: choice.count(unit) for unit in TUG if unit in choice}}


def stated_cost(state: State, player: Player, target: Target, payment: Payment | None) -> Amounts:
    """AN-7.2.1: what a placement costs if paid for as stated.

    Raises Violation AN-7.2.1 for a payment that the space does not require, AN-7.0 for a missing one, AN-7.6.6 for a
    number of units that Plants 112 and 113 do not accept, AN-7.1.14 for units other than those demanded.
    """
    fixed, kind = target.cost, target.by_choice
    if not kind:
        if payment is not None:
            raise Violation("AN-7.2.1", space=target.space, payment=payment)
        return fixed
    if payment is None:
        raise Violation("AN-7.0", space=target.space, missing="payment")
    if kind == "tug":
        return _stated_units(target, payment, fixed, target.number)
    if kind == ANOMALY:
        for cost in state.tables.all.anomaly.payment_one_of:
            more = {what: number for what, number in cost.items() if what != "tug"}
            if more and payment == replace(payment_of(more), tug=payment.tug) and _are_stated(payment, cost):
                return _with_units({**fixed, **more}, payment.tug)
        return _stated_units(target, payment, fixed, state.tables.all.anomaly.payment_one_of[0]["tug"])
    number = payment.water if kind == "x_water" else len(payment.tug)
    least, most = x_limits(state, player)
    if not least <= number <= most:
        raise Violation("AN-7.6.6", space=target.space, units=number, least=least, most=most)
    if kind == "x_water":
        if payment != Payment(water=number):
            raise Violation("AN-7.2.1", space=target.space, payment=payment)
        return {"water": number} if number else {}
    return _stated_units(target, payment, {}, number)


def _are_stated(payment: Payment, cost: Amounts) -> bool:
    """AN-7.1.14: whether a payment names the units of a cost, if it has any."""
    return are_units(payment.tug, cost.get("tug", 0))


def _stated_units(target: Target, payment: Payment, fixed: Amounts, number: int) -> Amounts:
    if payment != Payment(tug=payment.tug):
        raise Violation("AN-7.2.1", space=target.space, payment=payment)
    if not are_units(payment.tug, number):
        raise Violation("AN-7.1.14", tug=list(payment.tug), demanded=number)
    return _with_units(fixed, payment.tug)
