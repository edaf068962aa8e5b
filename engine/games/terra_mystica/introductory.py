"""The introductory game (TM-5.3.5): factions are dealt, dwellings and cards given (TM-8.7, TM-8.8, TM-12.1)."""

from engine.chance import Combination, OneOf, Outcome, Permutation
from engine.games.terra_mystica.buildings import put_structure
from engine.games.terra_mystica.choosing import starting_vp, take_faction
from engine.games.terra_mystica.components import BONUS_CARDS, COMPONENTS, FACTIONS
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.state import NOBODY, State
from engine.ledger import Book
from events.vocabulary.terra_mystica import DealFactions, IntroPosition


def intro_factions(players: int) -> list[str]:
    """TM-5.3.5: the factions of a game with this number of players."""
    return next(each.factions for each in COMPONENTS.intro_game if each.players == players)


def faction_deal(state: State) -> Outcome:
    """TM-8.7: every deal of the factions."""
    return Outcome(DealFactions, "TM-8.7", factions=Permutation(intro_factions(len(state.players))))


def deal_factions(state: State, actor: None, event: DealFactions) -> Book:
    """TM-8.7, TM-5.3.5: each player gets one of the factions of the introductory game."""
    book: Book = []
    for number, name in enumerate(event.factions):
        book += take_faction(state, number, FACTIONS[name], starting_vp(state.options, name))
    state.phase = "setup_intro"
    state.waiting = list(state.order)
    return book


def position(state: State) -> Outcome:
    """TM-8.8: what the next faction may be given: empty hexes of its home terrain, in map order, and a card."""
    player = state.players[state.waiting[0]]
    home, names = home_of(player), state.board.names
    sites = [names[h] for h in state.board.land if state.terrain[h] == home and state.owner[h] == NOBODY]
    cards = [card for card in BONUS_CARDS if card in state.bonus_pool]
    dwellings = Combination(sites, player.rules.start_dwellings)
    return Outcome(IntroPosition, "TM-8.8", faction=player.faction, dwellings=dwellings, bonus_card=OneOf(cards))


def intro_position(state: State, actor: None, event: IntroPosition) -> Book:
    """TM-8.8, TM-12.12: the dwellings and the bonus card of one faction, in seat order."""
    player = state.players[state.waiting.pop(0)]
    for name in event.dwellings:
        put_structure(state, player, state.board.numbers[name], "dwelling")
    del state.bonus_pool[event.bonus_card]
    player.bonus_card = event.bonus_card
    return []
