"""The Construct Action (AN-7.3.1 to AN-7.3.4, AN-7.3.8, AN-7.3.24): what a building costs, and building it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony import tile_effects
from engine.games.anachrony.components import (
    BUILDING_TYPES,
    COLUMNS,
    ENGINEERS,
    ROW,
    TUG,
    Amounts,
    ConstructDiscount,
    GainIfBuilt,
)
from engine.games.anachrony.costs import can_pay, in_order, later_discount, pay
from engine.games.anachrony.figures import gain_from_tile, own_tile
from engine.games.anachrony.items import Constructing, TileBonus, TopRevealed
from engine.games.anachrony.queries import passives
from engine.games.anachrony.state import Player, State
from engine.ledger import Book
from events.vocabulary.anachrony import ConstructBuilding

PRIMARY, SECONDARY = "primary", "secondary"
NEUTRONIUM = "neutronium"
NO_DISCOUNT = ((),)


def reduced(state: State, costs: tuple[Amounts, Amounts], worker: int, tile: str) -> Amounts:
    """AN-7.3.4 (1), (2): a cost (of `costs` without and with an Engineer) minus the savings from Engineer and tile."""
    cost = costs[worker & ENGINEERS > 0]
    if tile:
        for effect in state.tables.collapsing[tile].effects:
            if type(effect) is ConstructDiscount and effect.of == NEUTRONIUM:
                left = cost.get(NEUTRONIUM, 0) - effect.amount
                cost = {what: n if what != NEUTRONIUM else left for what, n in cost.items()}
                cost = {what: n for what, n in cost.items() if n > 0}
    return cost


class Rights(NamedTuple):
    """How many units of choice are saved; `may_lapse`: they may be of a type that the cost lacks (AN-16.50 k)."""

    number: int
    may_lapse: bool


def rights(state: State, player: Player, tile: str) -> Rights:
    """AN-7.3.4 (3), (4), AN-7.7.5: how many units of choice the tile and the player's Superprojects save."""
    saved = 0
    for effect in passives(state, player, ConstructDiscount):
        saved += effect.amount
    if tile:
        for effect in state.tables.collapsing[tile].effects:
            if type(effect) is ConstructDiscount and effect.of == "tug":
                saved += effect.amount
    return Rights(saved, state.options.bga_quirks)


def discounts(cost: Amounts, rights: Rights) -> Iterable[tuple[str, ...]]:
    """AN-7.3.4: the lists of units to save; a right without a matching unit in the cost is not listed."""
    return _discounts(cost, rights) if rights.number else NO_DISCOUNT


def _discounts(cost: Amounts, rights: Rights) -> Iterator[tuple[str, ...]]:
    held = [cost.get(unit, 0) for unit in TUG]
    most = min(rights.number, sum(held))
    least = 0 if rights.may_lapse else most
    for size in range(most, least - 1, -1):
        for choice in _of_size(held, size):
            if size == most or any(choice.count(unit) == number for unit, number in zip(TUG, held, strict=True)):
                yield choice  # AN-16.50 k: the other rights are lost on a unit of which nothing is left to pay


def _of_size(held: list[int], size: int) -> Iterator[tuple[str, ...]]:
    for first in range(min(size, held[0]), -1, -1):
        for second in range(min(size - first, held[1]), -1, -1):
            third = size - first - second
            if third <= held[2]:
                yield (TUG[0],) * first + (TUG[1],) * second + (TUG[2],) * third


def less(cost: Amounts, saved: tuple[str, ...]) -> Amounts:
    """A cost without the units saved."""
    if not saved:
        return cost
    return {what: number - saved.count(what) for what, number in cost.items()}


def payable(player: Player, cost: Amounts, number: Rights, saved: int) -> Iterable[tuple[str, ...]]:
    """The lists of units to save with which a cost can be paid."""
    if not number.number:
        return NO_DISCOUNT if can_pay(player, cost, saved) else ()
    return (choice for choice in _discounts(cost, number) if can_pay(player, less(cost, choice), saved))


def is_payable(player: Player, cost: Amounts, number: Rights, saved: int) -> bool:
    """Whether a cost can be paid at all."""
    return next(iter(payable(player, cost, number, saved)), None) is not None


def next_spot(player: Player, row: int) -> int:
    """AN-7.3.2: the leftmost empty spot of a row, or -1 if there is none."""
    spots, anomalies = player.spots, player.anomalies
    for spot in range(row * COLUMNS, (row + 1) * COLUMNS):
        if not spots[spot] and spot not in anomalies:
            return spot
    return -1


def top_of(state: State, row: int, pile: str) -> str:
    """The visible top of a pile; empty if there is none."""
    if pile == PRIMARY:
        return state.primary[row]
    return state.secondary[row][0] if pile == SECONDARY and state.secondary[row] else ""


def can_build(state: State, player: Player, worker: int, tile: str, saved: int) -> bool:
    """AN-7.1.6: whether a building can be built; `saved` is the Water saved, minus what is spent before."""
    number = rights(state, player, tile)
    costs = state.tables.spot_costs[player.board]
    for row in range(len(BUILDING_TYPES)):
        if state.primary[row] or state.secondary[row]:
            spot = next_spot(player, row)
            if spot >= 0 and is_payable(player, reduced(state, costs[spot], worker, tile), number, saved):
                return True
    return False


def legal_buildings(state: State, seat: int) -> Iterator[ConstructBuilding]:
    """AN-7.3.2: every pile with a tile, a spot for it, and every list of units to save with which it can be paid."""
    item, player = head(state.agenda, Constructing), state.players[seat]
    if item.only_superproject:
        return
    number, saved = rights(state, player, item.tile), later_discount(state, player)
    for row, name in enumerate(BUILDING_TYPES):
        piles = [pile for pile in (PRIMARY, SECONDARY) if top_of(state, row, pile)]
        spot = next_spot(player, row) if piles else -1
        if spot >= 0:
            cost = reduced(state, state.tables.spot_costs[player.board][spot], item.worker, item.tile)
            choices = list(payable(player, cost, number, saved))
            for pile in piles:
                for choice in choices:
                    yield ConstructBuilding(name, pile, choice if len(choices) > 1 else None)


def chosen_discount(
    player: Player, cost: Amounts, number: Rights, saved: int, discount: tuple[str, ...] | None
) -> tuple[str, ...]:
    """AN-7.3.4: the units saved: those stated, or the only legal list.

    Raises Violation AN-7.3.4 for an invalid list, AN-7.1.15 for a cost that cannot be paid.
    """
    if discount is not None:
        choice = in_order(discount)
        if choice not in discounts(cost, number):
            raise Violation("AN-7.3.4", discount=list(discount), cost=cost, rights=number.number)
        if not can_pay(player, less(cost, choice), saved):
            raise Violation("AN-7.1.15", cost=less(cost, choice))
        return choice
    choices = list(payable(player, cost, number, saved))
    if not choices:
        raise Violation("AN-7.1.15", cost=cost)
    if len(choices) > 1:
        raise Violation("AN-7.3.4", discount=None, choices=[list(choice) for choice in choices])
    return choices[0]


def construct_building(state: State, seat: int, event: ConstructBuilding) -> Book:
    """AN-7.3.2, AN-7.3.3, AN-7.3.8: the top tile of a pile goes to the leftmost empty spot of its row.

    Raises Violation AN-7.3.26 if only a Superproject may be built, AN-7.3.2 for a pile without a tile or a row without
    a spot, otherwise as `chosen_discount` does.
    """
    item, player, book = head(state.agenda, Constructing), state.players[seat], Book()
    if item.only_superproject:
        raise Violation("AN-7.3.26", stack=event.stack)
    row = ROW.get(event.stack, -1)
    building = top_of(state, row, event.pile) if row >= 0 else ""
    spot = next_spot(player, row) if building else -1
    if spot < 0:
        raise Violation("AN-7.3.2", stack=event.stack, pile=event.pile, top=building)
    cost = reduced(state, state.tables.spot_costs[player.board][spot], item.worker, item.tile)
    number, saved = rights(state, player, item.tile), later_discount(state, player)
    choice = chosen_discount(player, cost, number, saved, event.discount)
    state.agenda.pop()
    pay(book, state, player, less(cost, choice), saved, building)
    if event.pile == PRIMARY:
        state.primary[row] = ""
    else:
        state.secondary[row].pop(0)
    own_tile(book, player, [spot], building, 1)
    gain_from_tile(book, state, player, item.tile)  # AN-16.50 j
    bonus_if_built(state, player, item.tile, spot, False)
    tile_effects.on_build(book, state, player, building)
    if event.pile == PRIMARY:
        state.agenda.append(TopRevealed(None, row))
    return book


def bonus_if_built(state: State, player: Player, tile: str, spot: int, superproject: bool) -> None:
    """AN-7.3.24: the points of the tile for what was built, due after the effects of building it."""
    if not tile:
        return
    for effect in state.tables.collapsing[tile].effects:
        if type(effect) is GainIfBuilt and (effect.kind == "superproject") == superproject:
            column = spot % COLUMNS
            vp = effect.give["vp"] if superproject else effect.vp_by_column[column]
            if state.options.bga_quirks and not superproject:  # AN-16.50 f
                vp = _tiles_in_row(state, player, spot // COLUMNS)
            state.agenda.append(TileBonus(player.seat, tile, vp))


def _tiles_in_row(state: State, player: Player, row: int) -> int:
    """AN-16.50 f: the buildings and Anomalies in a row, with two for each Superproject."""
    spots = range(row * COLUMNS, (row + 1) * COLUMNS)
    return sum((player.spots[spot] != "") + (spot in player.anomalies) for spot in spots)


def plain_building(state: State, seat: int, event: ConstructBuilding) -> ConstructBuilding:
    """AN-7.3.4, AN-7.10.3: omit the list of units if only one is legal, otherwise sort it."""
    item, player = head(state.agenda, Constructing), state.players[seat]
    row = ROW.get(event.stack, -1)
    if event.discount is None or row < 0 or next_spot(player, row) < 0:
        return event
    cost = reduced(state, state.tables.spot_costs[player.board][next_spot(player, row)], item.worker, item.tile)
    return ConstructBuilding(event.stack, event.pile, plain_discount(state, player, item, cost, event.discount))


def plain_discount(
    state: State, player: Player, item: Constructing, cost: Amounts, discount: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The list of units as `legal` spells it: omitted if it is the only legal one."""
    choices = list(payable(player, cost, rights(state, player, item.tile), later_discount(state, player)))
    choice = in_order(discount)
    return None if choices == [choice] else choice
