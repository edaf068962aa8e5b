"""Hunting and food consumption at the start of a turn: section 6.3 and section 7.1."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.gaia.board import check_cell, is_kind, place_of
from engine.games.gaia.ending import ended
from engine.games.gaia.evaluation import evaluate
from engine.games.gaia.state import City, State, city_of
from engine.ledger import Entry
from events.vocabulary.gaia import Hunt


def begin_hunting(state: State) -> list[Entry]:
    """GA-6.3.1, GA-11.23: the hunters are fixed when the turn starts; what is forced is done (GA-6.3.5).

    Leaves `awaiting` = hunt if the active player has to decide something, else = action or over.
    """
    active = state.active
    animals = state.catalogue.cities
    state.hunters = [city.founded_no for city in state.cities if city.meeples[active] and animals[city.card].animals]
    if state.hunters:
        return continue_hunting(state)
    state.awaiting = "action"
    return []


def continue_hunting(state: State) -> list[Entry]:
    """GA-6.3.5, GA-6.3.6, GA-11.2: await a decision, or do what is forced and evaluate once (GA-6.3.7)."""
    open_hunters = [city for city in (city_of(state, number) for number in state.hunters) if candidates(state, city)]
    entries: list[Entry] = []
    if state.options.consumption == "mandatory":
        if any(len(candidates(state, city)) > 1 for city in open_hunters):
            state.awaiting = "hunt"
            return entries
        for city in open_hunters:
            if tiles := candidates(state, city):
                entries.append(_consume(state, tiles[0]))
    elif open_hunters:
        state.awaiting = "hunt"
        return entries
    return entries + _end_hunting(state)


def candidates(state: State, hunter: City) -> list[int]:
    """GA-6.3.2: the neighbouring places with a token of a kind that the city needs."""
    tiles, kinds = state.tiles, state.catalogue.cities[hunter.card].animals
    return [
        place
        for place in state.near[hunter.place]
        if tiles[place].animals and any(is_kind(tiles[place], kind) for kind in kinds)
    ]


def legal_hunts(state: State) -> Iterator[Hunt]:
    """Every Hunt of the active player: cities by their cells, not feeding first."""
    hunters = [city_of(state, number) for number in state.hunters]
    for city in sorted(hunters, key=lambda city: state.cells[city.place]):
        places = candidates(state, city)
        if places and state.options.consumption == "optional":
            yield Hunt(state.cells[city.place], None)
        for cell in sorted(state.cells[place] for place in places):
            yield Hunt(state.cells[city.place], cell)


def hunt(state: State, seat: int, event: Hunt) -> list[Entry]:
    """GA-7.1.5: a hunter eats one token, or is declined.

    Raises Violation GA-7.1.1 (no hunter), GA-7.1.2 (nothing to eat, GA-6.3.3), GA-7.1.3 (must be fed), GA-7.1.4
    (no token there).
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

    state.hunters.remove(number)
    entries = [] if event.tile is None else [_consume(state, target)]
    return entries + continue_hunting(state)


def _consume(state: State, place: int) -> Entry:
    """GA-6.3.4: one token from a tile to the stock. Evaluated only after the whole step."""
    state.tiles[place].animals -= 1
    state.animal_stock += 1
    state.players[state.active].eaten += 1
    state.eaten_at.append(place)
    return Entry(state.active, "eaten", 1, "hunting")


def _end_hunting(state: State) -> list[Entry]:
    """GA-6.3.7, GA-6.3.8: one evaluation after the whole step, none if nothing was eaten; then the end check."""
    eaten_at, state.eaten_at, state.hunters = state.eaten_at, [], []
    entries = evaluate(state, state.active, eaten_at) if eaten_at else []
    if not ended(state, state.active):
        state.awaiting = "action"
    return entries
