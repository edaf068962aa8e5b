"""What power cards do to the board: targets and effects of section 7.9, except the Tornado."""

from collections.abc import Iterator
from itertools import combinations

from engine.clause import Violation
from engine.games.gaia.board import place_of, replace_tile
from engine.games.gaia.components import POWER_CARDS
from engine.games.gaia.evaluation import evaluate, remove_city
from engine.games.gaia.queries import city_of
from engine.games.gaia.state import State
from engine.ledger import Book, enter
from events.vocabulary.gaia import Cell, PlayPower

Targets = tuple[list[int], list[int]]

EXCHANGES = {
    card.id: {str(effect.origin): effect.to for effect in card.effects_choice}
    for card in POWER_CARDS.values()
    if card.effects_choice
}
_EXCHANGE_CLAUSES = {
    "sun": ("GA-7.9.1.1", "GA-7.9.1.2", "GA-7.9.1.3"),
    "rain": ("GA-7.9.2.1", "GA-7.9.2.2", "GA-7.9.2.3"),
}
_CONVERSION = next(effect for effect in POWER_CARDS["eruption"].effects if effect.op == "convert_tiles")
BURNT = _CONVERSION.to


def check_exchange(state: State, event: PlayPower) -> Targets:
    """Sun, Rain: an uncovered tile of a terrain in the card's table, with a tile of the new terrain in stock."""
    covered, terrain_clause, stock_clause = _EXCHANGE_CLAUSES[event.card]
    place = _cell_of(state, event)
    if place < 0 or state.tiles[place].city:
        raise Violation(covered, cell=event.cell)
    terrain = state.tiles[place].terrain
    if terrain not in EXCHANGES[event.card]:
        raise Violation(terrain_clause, cell=event.cell, terrain=terrain)
    becomes = EXCHANGES[event.card][terrain]
    if not state.stock[becomes]:
        raise Violation(stock_clause, terrain=becomes, stock=0)
    return [place], []


def exchange(book: Book, state: State) -> None:
    """GA-7.9.1.4, GA-7.9.2.4, GA-11.17, GA-11.18: the tile is exchanged with the stock; tokens stay."""
    [place] = state.targets
    _exchange(book, state, place, EXCHANGES[state.power][state.tiles[place].terrain])
    evaluate(book, state, state.active, [place])


def check_earthquake(state: State, event: PlayPower) -> Targets:
    """GA-7.9.3.1: two tiles that are neighbours; covered ones and equal terrains are allowed."""
    first, second = (place_of(state, cell) for cell in event.cells or ())
    if first < 0 or second < 0 or second not in state.near[first]:
        raise Violation("GA-7.9.3.1", cells=event.cells)
    return [first, second], []


def earthquake(book: Book, state: State) -> None:
    """GA-7.9.3.2: the tiles change places with everything on them, followed by one evaluation."""
    first, second = state.targets
    tiles = state.tiles
    tiles[first], tiles[second] = tiles[second], tiles[first]
    for place in state.targets:
        if tiles[place].city:
            city_of(state, tiles[place].city).place = place
    evaluate(book, state, state.active, state.targets)


def check_lightning(state: State, event: PlayPower) -> Targets:
    """GA-7.9.5.1: any tile."""
    place = _cell_of(state, event)
    if place < 0:
        raise Violation("GA-7.9.5.1", cell=event.cell)
    return [place], []


def lightning(book: Book, state: State) -> None:
    """GA-7.9.5.2: everything on the tile is removed; other cities may gain from the tile that is bare again."""
    _clear(book, state, state.targets[0], "lightning")
    evaluate(book, state, state.active, state.targets)


def check_eruption(state: State, event: PlayPower) -> Targets:
    """GA-7.9.6.1 a Mountain, GA-7.9.6.2 a Desert in stock, GA-7.9.6.3 a choice if there are too few (GA-11.19)."""
    place = _cell_of(state, event)
    covered_too = state.options.eruption_site == "any_mountain"
    tile = state.tiles[place] if place >= 0 else None
    if tile is None or tile.terrain != "mountain" or (tile.city and not covered_too):
        raise Violation("GA-7.9.6.1", cell=event.cell, terrain=tile.terrain if tile else None)
    if not state.stock[BURNT]:
        raise Violation("GA-7.9.6.2", stock=0)
    convertible, stock = _convertible(state, place), state.stock[BURNT]
    if event.convert is None:
        if len(convertible) > stock:
            raise Violation("GA-7.9.6.3", convertible=len(convertible), stock=stock, convert=None)
        return [place], convertible
    chosen = [place_of(state, cell) for cell in event.convert]
    if len(set(chosen)) != len(chosen) or len(chosen) != min(stock, len(convertible)) or set(chosen) - set(convertible):
        raise Violation("GA-7.9.6.3", convertible=len(convertible), stock=stock, convert=event.convert)
    return [place], chosen


def eruption(book: Book, state: State) -> None:
    """GA-7.9.6.4: the neighbours are cleared, then turned into Desert; the Mountain stays unchanged; one evaluation."""
    [mountain] = state.targets
    for place in state.near[mountain]:
        _clear(book, state, place, "eruption")
    for place in state.convert:
        _exchange(book, state, place, BURNT)
    evaluate(book, state, state.active, state.near[mountain])


def exchange_targets(state: State, card: str) -> Iterator[PlayPower]:
    """Every legal Sun or Rain, by cell."""
    for cell, place in _by_cell(state):
        becomes = EXCHANGES[card].get(state.tiles[place].terrain)
        if becomes and not state.tiles[place].city and state.stock[becomes]:
            yield PlayPower(card, cell)


def earthquake_targets(state: State, card: str) -> Iterator[PlayPower]:
    """Every legal Earthquake, each pair once, the smaller cell first (GA-7.15.1)."""
    for cell, place in _by_cell(state):
        for other in sorted(state.cells[near] for near in state.near[place]):
            if cell < other:
                yield PlayPower(card, cells=(cell, other))


def lightning_targets(state: State, card: str) -> Iterator[PlayPower]:
    """Every legal Lightning, by cell."""
    yield from (PlayPower(card, cell) for cell, _ in _by_cell(state))


def eruption_targets(state: State, card: str) -> Iterator[PlayPower]:
    """Every legal Eruption; with too few Deserts, one for every choice of tiles (GA-7.15.1)."""
    stock = state.stock[BURNT]
    covered_too = state.options.eruption_site == "any_mountain"
    for cell, place in _by_cell(state):
        tile = state.tiles[place]
        if not stock or tile.terrain != "mountain" or (tile.city and not covered_too):
            continue
        convertible = sorted(state.cells[near] for near in _convertible(state, place))
        if len(convertible) <= stock:
            yield PlayPower(card, cell)
        else:
            yield from (PlayPower(card, cell, convert=chosen) for chosen in combinations(convertible, stock))


def plain_power(state: State, event: PlayPower) -> PlayPower:
    """GA-7.15.1, GA-7.9.6.3: cells in ascending order, `convert` omitted if it lists everything that can burn."""
    cells = tuple(sorted(event.cells)) if event.cells is not None else None
    convert = tuple(sorted(event.convert)) if event.convert is not None else None
    if convert is not None and event.cell in state.cells:
        burning = sorted(state.cells[near] for near in _convertible(state, state.cells.index(event.cell)))
        convert = None if list(convert) == burning and len(burning) <= state.stock[BURNT] else convert
    return PlayPower(event.card, event.cell, cells, convert)


def _cell_of(state: State, event: PlayPower) -> int:
    """The place of the card's target cell, or -1 if it has no tile."""
    return place_of(state, event.cell or ())


def _convertible(state: State, mountain: int) -> list[int]:
    """GA-7.9.6.3: the neighbours that can burn, including covered ones."""
    return [near for near in state.near[mountain] if state.tiles[near].terrain in _CONVERSION.origin]


def _clear(book: Book, state: State, place: int, reason: str) -> None:
    """Clear a tile: city to the life discard, meeples to their owners, tokens to the stock; the tile stays."""
    tile = state.tiles[place]
    if tile.city:
        remove_city(book, state, state.active, city_of(state, tile.city), reason)
    state.animal_stock += tile.animals
    tile.animals = 0


def _exchange(book: Book, state: State, place: int, terrain: str) -> None:
    old = state.tiles[place].terrain
    replace_tile(state, place, terrain)
    enter(book, state.players[state.active], "replaced", 1, f"{old} to {terrain}")


def _by_cell(state: State) -> list[tuple[Cell, int]]:
    return sorted((cell, place) for place, cell in enumerate(state.cells))
