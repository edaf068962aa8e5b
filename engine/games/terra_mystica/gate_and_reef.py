"""The two landscapes that no transform places: the Gate of Chaos (TM-7.14.12) and the Coral Reef (TM-7.14.13)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.components import LANDSCAPES
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.placing import may_place, put_landscape
from engine.games.terra_mystica.rewards import spades_used
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book
from events.vocabulary.terra_mystica import PlaceLandscape


def legal_places(state: State, seat: int) -> Iterator[PlaceLandscape]:
    """Every hex for the Gate of Chaos or the Coral Reef, in reading order."""
    player, names = state.players[seat], state.board.names
    if state.followup.gate:
        yield from (PlaceLandscape(names[h]) for h in state.board.land if _opens_at(state, player, h))
    if state.followup.spades and _reef_possible(state, player):
        yield from (PlaceLandscape(names[r]) for r in state.board.rivers if _grows_at(state, player, r))


def place_landscape(state: State, seat: int, event: PlaceLandscape) -> Book:
    """TM-7.14.12, TM-7.14.13: place the landscape, with the stronghold or with a spade.

    Raises Violation TM-7.14.12 for a hex where the Gate of Chaos cannot stand, TM-7.14.13 for a place or time not
    allowed for the Coral Reef, TM-7.14.2 for another faction's landscape, TM-7.14.1 if it is already placed or the
    option is off.
    """
    check_active(state, seat)
    player = state.players[seat]
    if not state.options.landscapes or player.landscape != NOBODY or player.faction not in LANDSCAPES:
        raise Violation("TM-7.14.1", option=state.options.landscapes, placed=player.landscape != NOBODY)
    h = state.board.numbers.get(event.hex, NOBODY)
    name = LANDSCAPES[player.faction].id
    book: Book = []
    if name == "gate_of_chaos":
        if not state.followup.gate or h == NOBODY or not _opens_at(state, player, h):
            raise Violation("TM-7.14.12", hex=event.hex, stronghold_just_built=state.followup.gate)
        state.followup.gate = False
        put_landscape(book, state, player, h)
    elif name == "coral_reef":
        if not state.followup.spades or not _reef_possible(state, player) or not _grows_at(state, player, h):
            raise Violation("TM-7.14.13", hex=event.hex, spades=state.followup.spades)
        _grow(book, state, player, h)
    else:
        raise Violation("TM-7.14.2", landscape=name, hex=event.hex)
    return book


def open_gate(state: State, player: Player) -> None:
    """TM-7.14.12: the Chaos Magicians have built their stronghold."""
    if may_place(state, player) and LANDSCAPES[player.faction].id == "gate_of_chaos":
        state.followup.gate = True


def _opens_at(state: State, player: Player, h: int) -> bool:
    return state.terrain[h] == home_of(player) and state.owner[h] == NOBODY


def _reef_possible(state: State, player: Player) -> bool:
    """TM-7.14.22, TM-7.2.5: a spade and a hex are left, and no bought spade would be left over."""
    followup = state.followup
    if not may_place(state, player) or LANDSCAPES[player.faction].id != "coral_reef" or not followup.hexes_left:
        return False
    return not followup.dug or followup.spades == 1 or state.options.loose_dig


def _grows_at(state: State, player: Player, r: int) -> bool:
    """TM-7.14.13: an empty river hex next to one of the player's structures; one with a town tile is not empty."""
    if r not in state.board.rivers or r in state.river_links:
        return False
    return any(state.owner[n] == player.seat for n in state.board.banks[r])


def _grow(book: Book, state: State, player: Player, r: int) -> None:
    followup = state.followup
    followup.spades -= 1
    followup.hexes_left -= 1
    followup.landed, followup.may_dig = followup.may_dig, False
    spades_used(book, state, player, 1)
    state.reef = r
    put_landscape(book, state, player, r)
