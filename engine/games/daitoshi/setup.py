"""The set-up (DA-5): its events in order, and what follows from them."""

from collections.abc import Iterator

from engine.chance import OneOf, Outcome, Permutation
from engine.clause import Violation
from engine.games.daitoshi import items
from engine.games.daitoshi.catalogue import catalogue_of
from engine.games.daitoshi.components import COLOURS, CONSTANTS, MARKET, TYPES, UNIVERSITIES_OF_A_MACHINE
from engine.games.daitoshi.figures import enter_start
from engine.games.daitoshi.machine import first_spaces
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.options import options_of
from engine.games.daitoshi.queries import machine_of
from engine.games.daitoshi.resolving import QUESTIONS, question
from engine.games.daitoshi.spreads import Stack
from engine.games.daitoshi.state import Machine, Player, Slice, Slot, State, Tile
from engine.games.daitoshi.tiles import draw, known, learn, learned, stack, top, undrawn
from engine.games.daitoshi.wilderness_setup import first_hexes
from engine.ledger import Book
from events.log.record import Header
from events.vocabulary import daitoshi as events

PLAYERS = range(2, 5)
TOWN_HALL = "wild"


def start(header: Header) -> State:
    """DA-5.2, DA-5.3: the state before the first event.

    Raises Violation DA-1.4 for a number of players outside 2 to 4, Unsupported for an option that DA-1.6 does not list,
    Unreadable for anything that is not a catalogue, Violation DA-3.3 to DA-3.18 for a catalogue that breaks them.
    """
    players = len(header.seats)
    if players not in PLAYERS:
        raise Violation("DA-1.4", players=players, expected="2 to 4")
    options = options_of(header)
    catalogue = catalogue_of(header, players)
    basics: list[items.SetupItem] = [
        items.DrawnBasics(None) if options.expert_basics else items.DealtBasics(None),
        *([items.Neutral(None)] if players == 2 else []),
    ]
    order: list[items.SetupItem] = [
        items.InnerTiles(None),
        items.Cities(None),
        items.Market(None),
        items.MachineCard(None),
        items.MachinePlace(None),
        items.University(None),
        items.Upgrades(None),
        *basics,
    ]
    state = State(
        options,
        [Player(seat, [[Slot() for _ in floors] for floors in catalogue.slots]) for seat in range(players)],
        order[::-1],
        None if catalogue.mode == "house" else catalogue,
        tracks={each: first_hexes(catalogue.wilderness_track[each], players) for each in TYPES},
        discard=dict.fromkeys(TYPES, 0),
        workers_out=dict.fromkeys(COLOURS, 0),
    )
    state.first_hexes = {each: sum(hexes) for each, hexes in state.tracks.items()}
    for player in state.players:
        enter_start(state, player)
    return state


# The board.


def inner_tiles(state: State, item: items.InnerTiles) -> Outcome:
    """DA-5.4: any order of the five."""
    return Outcome(events.InnerTilesPlaced, "DA-8.1", tiles=Permutation(known(state, "inner")))


def inner_tiles_placed(book: Book, state: State, item: items.InnerTiles, event: events.InnerTilesPlaced) -> None:
    """DA-5.4: place the tiles in the city's centre."""
    learn(state, learned(state, state.catalogue, "inner", event.tiles, event.defs))
    state.agenda.pop()
    state.slices = [Slice(Tile(tile)) for tile in event.tiles]


def cities(state: State, item: items.Cities) -> Outcome:
    """DA-5.5: five different cities."""
    return Outcome(events.CitiesDrawn, "DA-8.1", tiles=stack(state, "city", CONSTANTS.cities_in_play))


def cities_drawn(book: Book, state: State, item: items.Cities, event: events.CitiesDrawn) -> None:
    """DA-5.5: the other cities leave the game."""
    draw(state, "city", event.tiles, event.defs)
    state.agenda.pop()
    state.cities = list(event.tiles)
    state.placed = {city: [] for city in event.tiles}


def market(state: State, item: items.Market) -> Outcome:
    """DA-5.6: two ordinary, two innovative, one brilliant invention."""
    spreads = {quality: stack(state, quality, number) for quality, number in MARKET.items()}
    return Outcome(events.MarketDrawn, "DA-8.1", **spreads)


def market_drawn(book: Book, state: State, item: items.Market, event: events.MarketDrawn) -> None:
    """DA-5.6: fill the market."""
    drawn: dict[str, list[str]] = {quality: list(getattr(event, quality)) for quality in MARKET}
    grown, defs = state.catalogue, event.defs or {}
    named = [tile for tiles in drawn.values() for tile in tiles]
    if odd := sorted({*defs} - {*named}):
        raise Violation("DA-3.16", tile=odd[0], expected=f"definitions of {', '.join(named)}")
    for quality, tiles in drawn.items():
        theirs = {tile: defs[tile] for tile in tiles if tile in defs}
        grown = learned(state, grown, quality, tiles, theirs)
    learn(state, grown)
    state.agenda.pop()
    state.market = {quality: list(tiles) for quality, tiles in drawn.items()}
    state.drawn |= drawn


# The mega-machine.


def machine(state: State, item: items.MachineCard) -> Outcome:
    """DA-5.7: any board."""
    return Outcome(events.MachineDrawn, "DA-8.1", machine=top(state, "machine"))


def machine_drawn(book: Book, state: State, item: items.MachineCard, event: events.MachineDrawn) -> None:
    """DA-5.7, DA-5.10: the board, with its block tiles."""
    draw(state, "machine", (event.machine,), event.defs)
    state.agenda.pop()
    state.machine = Machine(event.machine, first_spaces(state, event.machine))


def machine_place(state: State, item: items.MachinePlace) -> Outcome:
    """DA-5.8: any slice but the Town Hall's."""
    rows = state.catalogue.district_tile
    slices = [n for n, place in enumerate(state.slices) if rows[place.inner.id].action != TOWN_HALL]
    return Outcome(events.MachinePlaced, "DA-8.1", slice=OneOf(slices))


def machine_placed(book: Book, state: State, item: items.MachinePlace, event: events.MachinePlaced) -> None:
    """DA-5.8: place the mega-machine."""
    state.agenda.pop()
    machine_of(state).slice = event.slice


def university(state: State, item: items.University) -> Outcome:
    """DA-5.9: the university inventions of the board's type, in any order."""
    board = machine_of(state).id
    rows = state.catalogue.invention
    ids = [tile for tile in undrawn(state, "university") if rows[tile].machine == board]
    if state.catalogue.mode != "open":
        return Outcome(events.UniversityStacked, "DA-8.1", tiles=Permutation(ids))
    whole = stack(state, "university", UNIVERSITIES_OF_A_MACHINE)
    others = {tile for tile in undrawn(state, "university") if tile not in ids}
    spread = Stack(ids, whole.size, None, whole.taken | others, whole.left)
    return Outcome(events.UniversityStacked, "DA-8.1", tiles=spread)


def university_stacked(book: Book, state: State, item: items.University, event: events.UniversityStacked) -> None:
    """DA-5.9: stack the university inventions."""
    grown = learned(state, state.catalogue, "university", event.tiles, event.defs)
    board = machine_of(state).id
    for tile in event.tiles:
        if (belongs := grown.invention[tile].machine) != board:
            raise Violation("DA-8.1", tile=tile, machine=belongs, expected=board)
    learn(state, grown)
    state.agenda.pop()
    state.drawn["university"] = list(event.tiles)
    state.university = list(event.tiles)


def upgrades(state: State, item: items.Upgrades) -> Outcome:
    """DA-5.10: the upgrade tiles in any order."""
    return Outcome(events.UpgradesPlaced, "DA-8.1", tiles=stack(state, "machine_upgrade", 3))


def upgrades_placed(book: Book, state: State, item: items.Upgrades, event: events.UpgradesPlaced) -> None:
    """DA-5.10: place the upgrade tiles."""
    draw(state, "machine_upgrade", event.tiles, event.defs)
    state.agenda.pop()
    machine_of(state).upgrades = list(event.tiles)


# Basic inventions and magnates.


def dealt_basics(state: State, item: items.DealtBasics) -> Outcome:
    """DA-5.12: a different one for each player."""
    return Outcome(events.BasicsDealt, "DA-8.1", tiles=stack(state, "basic", len(state.players)))


def basics_dealt(book: Book, state: State, item: items.DealtBasics, event: events.BasicsDealt) -> None:
    """DA-5.12: deal each player a basic invention."""
    draw(state, "basic", event.tiles, event.defs)
    state.agenda.pop()
    for player, tile in zip(state.players, event.tiles, strict=True):
        take_basic(state, player, tile)


def drawn_basics(state: State, item: items.DrawnBasics) -> Outcome:
    """DA-5.13: as many different ones as there are players."""
    return Outcome(events.BasicsDrawn, "DA-8.1", tiles=stack(state, "basic", len(state.players)))


def basics_drawn(book: Book, state: State, item: items.DrawnBasics, event: events.BasicsDrawn) -> None:
    """DA-5.13: the players choose in turn order."""
    draw(state, "basic", event.tiles, event.defs)
    state.agenda.pop()
    state.basics = list(event.tiles)
    state.agenda.extend(items.BasicAsked(seat) for seat in reversed(range(len(state.players))))


def basic_answers(state: State, player: Player, item: items.BasicAsked) -> Iterator[events.ChooseBasic]:
    """DA-5.13: what remains of the pool."""
    return map(events.ChooseBasic, state.basics)


@question(items.BasicAsked, "DA-5.13", basic_answers)
def choose_basic(book: Book, state: State, player: Player, item: items.BasicAsked, answer: events.ChooseBasic) -> None:
    """DA-5.13: take a basic invention."""
    state.basics.remove(answer.tile)
    take_basic(state, player, answer.tile)


def take_basic(state: State, player: Player, tile: str) -> None:
    """DA-5.14: the tile goes to the ground floor on the left, the magnate to the district of its action."""
    player.slots[0][0].tile = tile
    wanted, rows = state.catalogue.invention[tile].start, state.catalogue.district_tile
    slice = next(n for n, place in enumerate(state.slices) if rows[place.inner.id].action == wanted)
    taken = magnates_on(state, slice, "centre")
    player.slice, player.space = slice, "right" if taken else "centre"


def settle_basics(book: Book, state: State) -> None:
    """DA-5.13: the last player takes the tile that remains, without an event."""
    while state.agenda and isinstance(item := state.agenda[-1], items.BasicAsked) and len(state.basics) == 1:
        state.agenda.pop()
        player = state.players[item.seat or 0]
        QUESTIONS[items.BasicAsked].take(book, state, player, item, events.ChooseBasic(state.basics[0]))


def neutral(state: State, item: items.Neutral) -> Outcome:
    """DA-5.15: a slice without a player's magnate."""
    taken = {player.slice for player in state.players}
    slices = [slice for slice in range(len(state.slices)) if slice not in taken]
    return Outcome(events.NeutralPlaced, "DA-8.1", slice=OneOf(slices))


def neutral_placed(book: Book, state: State, item: items.Neutral, event: events.NeutralPlaced) -> None:
    """DA-5.15: the neutral magnate goes to the centre space."""
    state.agenda.pop()
    state.neutral = (event.slice, "centre")
