"""Hunting and food consumption at the start of a turn: section 6.3 and section 7.1."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.gaia.board import check_cell, is_kind, place_of
from engine.games.gaia.evaluation import evaluate
from engine.games.gaia.items import Action, Hunting
from engine.games.gaia.queries import city_of
from engine.games.gaia.scoring import ended
from engine.games.gaia.state import City, State
from engine.ledger import Book, enter
from events.vocabulary.gaia import Hunt


def begin_hunting(state: State) -> Book:
    """GA-6.3.1, GA-11.23: the hunters are fixed when the turn starts; forced steps are done (GA-6.3.5).

    Then a decision of the active player is awaited: about the hunting, or the first action, unless the game is over.
    """
    book: Book = []
    active = state.active
    animals = state.catalogue.cities
    state.hunters = [city.founded_no for city in state.cities if city.meeples[active] and animals[city.card].animals]
    if state.hunters:
        continue_hunting(book, state)
    else:
        state.agenda.append(Action(active))
    return book


def continue_hunting(book: Book, state: State) -> None:
    """GA-6.3.5, GA-6.3.6, GA-11.2: await a decision, or do forced steps and evaluate once (GA-6.3.7)."""
    open_hunters = [city for city in (city_of(state, number) for number in state.hunters) if candidates(state, city)]
    mandatory = state.options.consumption == "mandatory"
    if any(len(candidates(state, city)) > 1 for city in open_hunters) if mandatory else open_hunters:
        state.agenda.append(Hunting(state.active))
        return
    for city in open_hunters:
        if tiles := candidates(state, city):
            _consume(book, state, tiles[0])
    _end_hunting(book, state)


def candidates(state: State, hunter: City) -> list[int]:
    """GA-6.3.2: the neighbouring places with a token of a kind that the city needs."""
    tiles, kinds = state.tiles, state.catalogue.cities[hunter.card].animals
    return [
        place
        for place in state.near[hunter.place]
        if tiles[place].animals and any(is_kind(tiles[place], kind) for kind in kinds)
    ]


def legal_hunts(state: State, seat: int) -> Iterator[Hunt]:
    """Every Hunt of the active player: cities by their cells, with not feeding first."""
    hunters = [city_of(state, number) for number in state.hunters]
    for city in sorted(hunters, key=lambda city: state.cells[city.place]):
        places = candidates(state, city)
        if places and state.options.consumption == "optional":
            yield Hunt(state.cells[city.place], None)
        for cell in sorted(state.cells[place] for place in places):
            yield Hunt(state.cells[city.place], cell)


def hunt(state: State, seat: int, event: Hunt) -> Book:
    """GA-7.1.5: a hunter eats one token, or is not fed.

    Raises Violation GA-7.1.1 (not a hunter), GA-7.1.2 (nothing to eat, GA-6.3.3), GA-7.1.3 (must be fed), GA-7.1.4 (no
    token there).
    """
    check_cell(state, event.city)
    if event.tile is not None:
        check_cell(state, event.tile)
    place = place_of(state, event.city)
    number = state.tiles[place].city if place >= 0 else 0
    if number not in state.hunters:
        raise Violation("GA-7.1.1", city=event.city, hunters=len(state.hunters))
    places = candidates(state, city_of(state, number))
    if not places:
        raise Violation("GA-7.1.2", city=event.city)
    if event.tile is None and state.options.consumption != "optional":
        raise Violation("GA-7.1.3", city=event.city, tile=None)
    target = -1 if event.tile is None else place_of(state, event.tile)
    if event.tile is not None and target not in places:
        raise Violation("GA-7.1.4", city=event.city, tile=event.tile)

    book: Book = []
    state.agenda.pop()
    state.hunters.remove(number)
    if event.tile is not None:
        _consume(book, state, target)
    continue_hunting(book, state)
    return book


def _consume(book: Book, state: State, place: int) -> None:
    """GA-6.3.4: move one token from a tile to the stock; the evaluation follows only after the whole step."""
    state.tiles[place].animals -= 1
    state.animal_stock += 1
    state.eaten_at.append(place)
    enter(book, state.players[state.active], "eaten", 1, "hunting")


def _end_hunting(book: Book, state: State) -> None:
    """GA-6.3.7, GA-6.3.8: one evaluation after the whole step, or none if nothing was eaten; then the end check."""
    eaten_at, state.eaten_at, state.hunters = state.eaten_at, [], []
    if eaten_at:
        evaluate(book, state, state.active, eaten_at)
    if not ended(state, state.active):
        state.agenda.append(Action(state.active))
