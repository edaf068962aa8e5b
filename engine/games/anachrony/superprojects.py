"""Building a Superproject (AN-7.3.5 to AN-7.3.7): the one in the Focus Era, its spots, Workers and Breakthroughs."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony import tile_effects
from engine.games.anachrony.breakthroughs import of_shape, plain_breakthrough
from engine.games.anachrony.components import (
    BREAKTHROUGH,
    BREAKTHROUGHS,
    BUILDING_TYPES,
    COLUMNS,
    ICONS,
    ROW,
    SHAPES,
    WORKER,
    Amounts,
)
from engine.games.anachrony.components import Superproject as SuperprojectRow
from engine.games.anachrony.construct import (
    bonus_if_built,
    chosen_discount,
    is_payable,
    less,
    payable,
    plain_discount,
    reduced,
    rights,
)
from engine.games.anachrony.costs import later_discount, pay
from engine.games.anachrony.figures import add_active, add_tired, gain_from_tile, move_breakthrough, own_tile
from engine.games.anachrony.items import Constructing
from engine.games.anachrony.queries import is_free_spot, is_special
from engine.games.anachrony.state import Player, State
from engine.ledger import Book
from events.vocabulary.anachrony import ConstructSuperproject

ACTIVE, TIRED = "active", "tired"
EXACT, PAIR = 1, 2


def in_focus(state: State, player: Player) -> SuperprojectRow | None:
    """AN-7.3.5, AN-11.4.9: the Superproject above the Focus, if it is face up and not built."""
    place = player.focus - 1
    name = state.superprojects[place]
    return state.tables.superprojects[name] if name and state.built_by[place] < 0 else None


def spots_for(state: State, player: Player) -> list[int]:
    """AN-7.3.6, AN-7.9.3: the left spots of adjacent empty pairs on which a Superproject may be placed."""
    pairs = [
        spot
        for row in range(len(BUILDING_TYPES))
        for spot in range(row * COLUMNS, row * COLUMNS + COLUMNS - 1)
        if is_free_spot(player, spot) and is_free_spot(player, spot + 1)
    ]
    if is_special(state, player, "superproject_any_adjacent_spots"):
        return pairs
    return [spot for spot in pairs if spot % COLUMNS == 0] or pairs


def worker_cost(row: SuperprojectRow) -> str:
    """The Worker that a Superproject costs; empty if none."""
    return next((what for what in row.cost if what in WORKER), "")


def columns_to_pay(player: Player, worker: str, placed: str | None) -> list[str]:
    """AN-7.1.8, AN-7.10.4, AN-11.4.2: the columns from which a Worker may be lost.

    `placed` is a Worker that is about to leave the Active column.
    """
    kind = WORKER[worker]
    columns = [ACTIVE] if player.active[kind] > (placed == worker) else []
    return [*columns, TIRED] if player.tired[kind] else columns


def tiles_to_pay(player: Player, row: SuperprojectRow) -> Iterator[tuple[str, ...]]:
    """AN-7.3.7: the exact Breakthrough, or two with the shapes of the pair and any icons."""
    held = player.breakthroughs
    exact = row.breakthrough_exact
    if exact and held[BREAKTHROUGH[f"{exact.shape}/{exact.icon}"]]:
        yield (f"{exact.shape}/{exact.icon}",)
    first, second = (_held(held, shape) for shape in row.breakthrough_pair)
    if row.breakthrough_pair[0] != row.breakthrough_pair[1]:
        yield from product(first, second)
    else:
        for pair in combinations_with_replacement(first, PAIR):
            if pair[0] != pair[1] or held[BREAKTHROUGH[pair[0]]] >= PAIR:
                yield pair


def _held(held: list[int], shape: str) -> list[str]:
    first = SHAPES.index(shape) * len(ICONS)
    return [BREAKTHROUGHS[number] for number in range(first, first + len(ICONS)) if held[number]]


def goods_cost(state: State, row: SuperprojectRow, item_worker: int, tile: str) -> Amounts:
    """AN-7.3.7: what a Superproject costs in goods, reduced as in AN-7.3.4 (1), (2)."""
    return reduced(state, state.tables.goods_costs[row.id], item_worker, tile)


def can_build(state: State, player: Player, worker: int, tile: str, saved: int, placed: str | None) -> bool:
    """AN-7.1.6: whether the Superproject of the Focus can be built."""
    row = in_focus(state, player)
    if row is None or not any(player.breakthroughs) or next(tiles_to_pay(player, row), None) is None:
        return False
    lost = worker_cost(row)
    if (lost and not columns_to_pay(player, lost, placed)) or not spots_for(state, player):
        return False
    cost = goods_cost(state, row, worker, tile)
    return is_payable(player, cost, rights(state, player, tile), saved)


def legal_superprojects(state: State, seat: int) -> Iterator[ConstructSuperproject]:
    """AN-7.3.5: every way to build the Superproject of the Focus."""
    item, player = head(state.agenda, Constructing), state.players[seat]
    row = in_focus(state, player)
    if row is None or not any(player.breakthroughs):
        return
    lost = worker_cost(row)
    columns = columns_to_pay(player, lost, None) if lost else []
    if lost and not columns:
        return
    cost = goods_cost(state, row, item.worker, item.tile)
    choices = list(payable(player, cost, rights(state, player, item.tile), later_discount(state, player)))
    tiles = list(tiles_to_pay(player, row)) if choices else []
    for spot, choice, paid in product(spots_for(state, player), choices, tiles):
        stated = choice if len(choices) > 1 else None
        for column in columns if len(columns) > 1 else [None]:
            name, number = BUILDING_TYPES[spot // COLUMNS], spot % COLUMNS + 1
            yield ConstructSuperproject(name, number, stated, paid, column)


def construct_superproject(state: State, seat: int, event: ConstructSuperproject) -> Book:
    """AN-7.3.5 to AN-7.3.8: pay goods, Breakthroughs and a Worker; the tile is placed on two spots.

    Raises Violation AN-7.3.5 if there is no Superproject above the Focus, AN-7.3.6 for other spots, AN-7.3.7 for other
    Breakthroughs, AN-7.1.8 for a Worker that is not available, otherwise as `chosen_discount` does.
    """
    item, player, book = head(state.agenda, Constructing), state.players[seat], Book()
    row = in_focus(state, player)
    if row is None:
        raise Violation("AN-7.3.5", focus=player.focus, superproject=state.superprojects[player.focus - 1])
    spot = ROW.get(event.row, -COLUMNS) * COLUMNS + event.column - 1
    spots = spots_for(state, player)
    if spot not in spots or not 1 <= event.column < COLUMNS:
        legal = [f"{BUILDING_TYPES[each // COLUMNS]}_{each % COLUMNS + 1}" for each in spots]
        raise Violation("AN-7.3.6", row=event.row, column=event.column, legal=legal)
    column = _column(player, row, event)
    paid = _in_order(state, event.breakthroughs)
    if paid not in map(_sorted, tiles_to_pay(player, row)):
        raise Violation("AN-7.3.7", breakthroughs=list(event.breakthroughs), superproject=row.id)
    cost = goods_cost(state, row, item.worker, item.tile)
    saved = later_discount(state, player)
    choice = chosen_discount(player, cost, rights(state, player, item.tile), saved, event.discount)
    state.agenda.pop()
    pay(book, state, player, less(cost, choice), saved, row.id)
    if column:
        (add_active if column == ACTIVE else add_tired)(book, player, WORKER[worker_cost(row)], -1, row.id)
    for each in paid:
        move_breakthrough(book, state, player, BREAKTHROUGH[each], -1)
    own_tile(book, player, [spot, spot + 1], row.id, 1)
    state.built_by[player.focus - 1] = seat
    gain_from_tile(book, state, player, item.tile)  # AN-16.50 j
    bonus_if_built(state, player, item.tile, spot, True)
    tile_effects.on_build(book, state, player, row.id)
    return book


def _column(player: Player, row: SuperprojectRow, event: ConstructSuperproject) -> str:
    """AN-7.1.8: the column from which the Worker is lost, by default Tired first; empty if none is lost."""
    lost, stated = worker_cost(row), event.worker_column
    columns = columns_to_pay(player, lost, None) if lost else []
    if lost and not columns:
        raise Violation("AN-7.1.8", worker=lost, column=stated)
    if stated is not None and stated not in columns:
        raise Violation("AN-7.1.8", worker=lost, column=stated, columns=columns)
    return (stated or columns[-1]) if lost else ""


def _in_order(state: State, tiles: tuple[str, ...]) -> tuple[str, ...]:
    names = state.options.breakthrough_names
    return _sorted(tuple(plain_breakthrough(names, each) for each in tiles))


def _sorted(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=lambda tile: BREAKTHROUGH.get(tile, -1)))


def plain_superproject(state: State, seat: int, event: ConstructSuperproject) -> ConstructSuperproject:
    """AN-7.10.3, AN-7.10.4: lists in order; units and column omitted if there is no choice."""
    item, player = head(state.agenda, Constructing), state.players[seat]
    row = in_focus(state, player)
    if row is None:
        return event
    discount = event.discount
    if discount is not None:
        discount = plain_discount(state, player, item, goods_cost(state, row, item.worker, item.tile), discount)
    lost = worker_cost(row)
    columns = columns_to_pay(player, lost, None) if lost else []
    column = event.worker_column
    if len(columns) > 1:
        column = TIRED if column is None else column
    elif column in columns:
        column = None
    return ConstructSuperproject(event.row, event.column, discount, _in_order(state, event.breakthroughs), column)


def complete_sets(player: Player) -> int:
    """AN-10.3.6: sets of the three shapes."""
    return min(of_shape(player.breakthroughs, shape) for shape in range(len(SHAPES)))
