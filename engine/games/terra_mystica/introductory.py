"""The introductory game: TM-5.3.5. Factions are dealt, dwellings and cards are given: TM-8.7, TM-8.8, TM-12.1."""

from collections.abc import Iterator
from itertools import combinations, permutations

from engine.clause import Violation
from engine.games.terra_mystica.buildings import put_structure
from engine.games.terra_mystica.choosing import starting_vp, take_faction
from engine.games.terra_mystica.components import BONUS_CARDS, COMPONENTS, FACTIONS
from engine.games.terra_mystica.figures import Book
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.phases import check_phase
from engine.games.terra_mystica.state import NOBODY, Player, State
from events.vocabulary.terra_mystica import DealFactions, IntroPosition


def intro_factions(players: int) -> list[str]:
    """TM-5.3.5: the factions of a game of so many."""
    return next(each.factions for each in COMPONENTS.intro_game if each.players == players)


def legal_deals(state: State) -> Iterator[DealFactions]:
    """Every deal of the factions: TM-8.7."""
    return (DealFactions(dealt) for dealt in permutations(intro_factions(len(state.players))))


def deal_factions(state: State, event: DealFactions) -> Book:
    """TM-8.7, TM-5.3.5: each player gets one of the factions of the introductory game."""
    check_phase(state, None, "setup_deal", "TM-8.7")
    in_play = intro_factions(len(state.players))
    if sorted(event.factions) != sorted(in_play):
        raise Violation("TM-8.7", factions=event.factions, in_play=in_play)
    book: Book = []
    for seat, name in enumerate(event.factions):
        book += take_faction(state, seat, FACTIONS[name], starting_vp(state.options, name))
    state.phase = "setup_intro"
    state.waiting = list(state.order)
    return book


def _sites(state: State, player: Player) -> list[int]:
    home = home_of(player)
    return [h for h in state.board.land if state.terrain[h] == home and state.owner[h] == NOBODY]


def legal_positions(state: State) -> Iterator[IntroPosition]:
    """Every position that the next faction may be given: TM-8.8."""
    player = state.players[state.waiting[0]]
    names = state.board.names
    for hexes in combinations(_sites(state, player), player.rules.start_dwellings):
        for card in BONUS_CARDS:
            if card in state.bonus_pool:
                yield IntroPosition(player.faction, tuple(names[h] for h in hexes), card)


def intro_position(state: State, event: IntroPosition) -> Book:
    """TM-8.8, TM-12.12: the dwellings and the bonus card of one faction, in seat order.

    Raises Violation TM-8.8 for another faction, hexes that are not of its home terrain and empty, in the order of the
    map, another number of them, or a card that is not in the pool.
    """
    check_phase(state, None, "setup_intro", "TM-8.8")
    player = state.players[state.waiting[0]]
    if event.faction != player.faction:
        raise Violation("TM-8.8", faction=event.faction, next=player.faction)
    sites = _sites(state, player)
    hexes = [state.board.numbers.get(name, NOBODY) for name in event.dwellings]
    if len(hexes) != player.rules.start_dwellings or not set(hexes) <= set(sites) or hexes != sorted(set(hexes)):
        raise Violation("TM-8.8", dwellings=event.dwellings, number=player.rules.start_dwellings)
    if event.bonus_card not in state.bonus_pool:
        raise Violation("TM-8.8", bonus_card=event.bonus_card, pool=list(state.bonus_pool))
    for h in hexes:
        put_structure(state, player, h, "dwelling")
    del state.bonus_pool[event.bonus_card]
    player.bonus_card = event.bonus_card
    state.waiting.pop(0)
    return []
