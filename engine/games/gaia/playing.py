"""Playing nature, animal and city cards: section 7.5 to section 7.7."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.gaia.board import add_tile, check_cell, count_needs, neighbours_of, place_of, places_near
from engine.games.gaia.cards import check_card, check_in_hand, may_hold, to_discard
from engine.games.gaia.components import CONSTANTS, LIFE, NATURE, NATURE_CARD, TERRAINS
from engine.games.gaia.evaluation import evaluate
from engine.games.gaia.figures import lose_card, play_to_tableau
from engine.games.gaia.flow import finish_action, spend_action
from engine.games.gaia.objectives import check_nature_objectives
from engine.games.gaia.scoring import ended
from engine.games.gaia.state import City, State
from engine.ledger import Book, enter
from events.vocabulary.gaia import Cell, PlayAnimals, PlayCity, PlayNature


def legal_natures(state: State, seat: int) -> Iterator[PlayNature]:
    """Every PlayNature: terrains by the ids of their cards, then cells in tuple order."""
    player = state.players[seat]
    cells: list[Cell] = []
    for terrain in sorted(TERRAINS):
        if state.stock[terrain] and may_hold(state, player, NATURE_CARD[terrain]):
            cells = cells or free_cells(state)
            for cell in cells:
                yield PlayNature(terrain, cell)


def free_cells(state: State) -> list[Cell]:
    """GA-7.5.3, GA-7.5.4: the cells on which the active player may place a tile, in tuple order."""
    own = (state.active,) if state.options.tile_area == "separate" else ()
    tiles = [cell for cell in state.cells if cell[: len(own)] == own]
    if not tiles:
        return [(*own, 0, 0)]
    return sorted({near for cell in tiles for near in neighbours_of(cell)}.difference(tiles))


def play_nature(state: State, seat: int, event: PlayNature) -> Book:
    """GA-7.5.5: the card joins the tableau, and a tile of its terrain the board.

    Raises Violation GA-7.5.1 (card), GA-7.5.2 (no tile left), GA-7.5.3 (cell taken), GA-7.5.4 (not adjacent).
    """
    check_cell(state, event.cell)
    if event.terrain not in state.stock:
        raise Violation("GA-6.1.4", terrain=event.terrain)
    player, card = state.players[seat], NATURE_CARD[event.terrain]
    check_in_hand(state, player, card, "GA-7.5.1")
    if not state.stock[event.terrain]:
        raise Violation("GA-7.5.2", terrain=event.terrain, stock=0)
    if place_of(state, event.cell) >= 0 or not _own_area(state, seat, event.cell):
        raise Violation("GA-7.5.3", cell=event.cell)
    near = places_near(state, event.cell)
    _check_adjacent(state, event.cell, near)

    spend_action(state)
    book: Book = []
    lose_card(book, state, player, NATURE, card, "play_nature")
    play_to_tableau(book, player, "played_nature", event.terrain)
    place = add_tile(state, event.cell, event.terrain, seat, near)
    enter(book, player, "tiles", 1, event.terrain)
    evaluate(book, state, seat, (place,))
    if not ended(state, seat):
        check_nature_objectives(book, state, seat)
    return book


def legal_animals(state: State, seat: int) -> Iterator[PlayAnimals]:
    """Every PlayAnimals, by card, then cells in tuple order."""
    if state.animal_stock < CONSTANTS.animals_per_card:
        return
    player, cells = state.players[seat], _empty_cells(state)
    for card, site in sorted(state.catalogue.animals.items()):
        if may_hold(state, player, card):
            for cell, place in cells:
                if state.tiles[place].terrain in site:
                    yield PlayAnimals(card, cell)


def play_animals(state: State, seat: int, event: PlayAnimals) -> Book:
    """GA-7.6.6: put four tokens onto one empty tile; the card is discarded.

    Raises Violation GA-7.6.1 (card), GA-7.6.2 (not empty), GA-7.6.3 (site), GA-7.6.4 (tokens), GA-7.6.5 (not the
    player's own).
    """
    check_card(state, event.card)
    check_cell(state, event.cell)
    player = state.players[seat]
    if event.card not in state.catalogue.animals:
        raise Violation("GA-7.6.1", card=event.card)
    check_in_hand(state, player, event.card, "GA-7.6.1")
    place = _check_empty(state, event.cell, "GA-7.6.2")
    if state.tiles[place].terrain not in state.catalogue.animals[event.card]:
        raise Violation("GA-7.6.3", card=event.card, terrain=state.tiles[place].terrain)
    if state.animal_stock < CONSTANTS.animals_per_card:
        raise Violation("GA-7.6.4", animal_stock=state.animal_stock)
    if not _own_tile(state, seat, place):
        raise Violation("GA-7.6.5", cell=event.cell, seat=seat)

    spend_action(state)
    book: Book = []
    lose_card(book, state, player, LIFE, event.card, "play_animals")
    to_discard(state, LIFE, event.card)
    state.tiles[place].animals = CONSTANTS.animals_per_card
    state.animal_stock -= CONSTANTS.animals_per_card
    evaluate(book, state, seat, (place,))
    if not ended(state, seat):
        finish_action(state)
    return book


def legal_cities(state: State, seat: int) -> Iterator[PlayCity]:
    """Every PlayCity, by card, then cells in tuple order."""
    player, cells = state.players[seat], _empty_cells(state)
    for name, card in sorted(state.catalogue.cities.items()):
        if may_hold(state, player, name):
            for cell, place in cells:
                if (
                    state.tiles[place].terrain in card.site
                    and count_needs(state, card, place) >= CONSTANTS.needs_to_found
                ):
                    yield PlayCity(name, cell)


def play_city(state: State, seat: int, event: PlayCity) -> Book:
    """GA-7.7.6: the city covers its tile; the evaluation with its founding meeples follows.

    Raises Violation GA-7.7.1 (card), GA-7.7.2 (not empty), GA-7.7.3 (site), GA-7.7.4 (needs), GA-7.7.5 (owner).
    """
    check_card(state, event.card)
    check_cell(state, event.cell)
    player = state.players[seat]
    if event.card not in state.catalogue.cities:
        raise Violation("GA-7.7.1", card=event.card)
    check_in_hand(state, player, event.card, "GA-7.7.1")
    place, card = _check_empty(state, event.cell, "GA-7.7.2"), state.catalogue.cities[event.card]
    if state.tiles[place].terrain not in card.site:
        raise Violation("GA-7.7.3", card=event.card, terrain=state.tiles[place].terrain)
    met = count_needs(state, card, place)
    if met < CONSTANTS.needs_to_found:
        raise Violation("GA-7.7.4", card=event.card, met=met)
    if not _own_tile(state, seat, place):
        raise Violation("GA-7.7.5", cell=event.cell, seat=seat)

    spend_action(state)
    book: Book = []
    lose_card(book, state, player, LIFE, event.card, "play_city")
    state.last_founded_no += 1
    city = City(event.card, state.last_founded_no, place, 0, [0] * len(state.players))
    state.cities.append(city)
    state.tiles[place].city = city.founded_no
    evaluate(book, state, seat, (place,), city)
    if not ended(state, seat):
        finish_action(state)
    return book


def _check_adjacent(state: State, cell: Cell, near: list[int]) -> None:
    """GA-7.5.4, GA-4.2.3: a grid begins at (0, 0); every other cell needs neighbours, which are the places `near`."""
    if near:
        return
    area = cell[:-2]
    if any(other[:-2] == area for other in state.cells) if area else state.cells:
        raise Violation("GA-7.5.4", cell=cell)
    if cell[-2:] != (0, 0):
        raise Violation("GA-7.5.4", cell=cell, first_cell=(*area, 0, 0))


def _check_empty(state: State, cell: Cell, clause: str) -> int:
    """The place of an empty tile, without a city or token. Raises Violation `clause`."""
    place = place_of(state, cell)
    if place < 0 or state.tiles[place].city or state.tiles[place].animals:
        raise Violation(clause, cell=cell)
    return place


def _empty_cells(state: State) -> list[tuple[Cell, int]]:
    """The empty tiles that the active player may use, in tuple order of their cells, with their places."""
    return sorted(
        (state.cells[place], place)
        for place, tile in enumerate(state.tiles)
        if not tile.city and not tile.animals and _own_tile(state, state.active, place)
    )


def _own_tile(state: State, seat: int, place: int) -> bool:
    """GA-7.6.5, GA-7.7.5, GA-11.1: an option determines whose tiles a player may use."""
    if state.options.tile_area == "shared_owned":
        return state.tiles[place].placed_by == seat
    return _own_area(state, seat, state.cells[place])


def _own_area(state: State, seat: int, cell: Cell) -> bool:
    return state.options.tile_area != "separate" or cell[0] == seat
