"""The Shapeshifters' reaction (TM-16.6.1): power tokens for the power that other players take."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.figures import gain_tokens
from engine.games.terra_mystica.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import BuyToken

PRICE = 1


def power_taken(book: Book, state: State, player: Player) -> None:
    """TM-16.6.1: one of their offers was accepted: a token may be bought; TM-16.7.1: formerly it was given."""
    if not player.rules.buys_token:
        gain_tokens(book, player, 1, 3, "leech_token")
        return
    player.tokens_owed += 1
    if state.options.reaction_timing == "immediate":
        state.reaction_steps += 1


def legal_tokens(state: State, seat: int) -> Iterator[BuyToken]:
    """Buying a token on offer, if it can be paid for: TM-16.6.1."""
    if state.players[seat].vp >= PRICE:
        yield BuyToken()


def buy_token(state: State, seat: int, event: BuyToken) -> Book:
    """TM-16.6.1: pay a victory point for a new power token in bowl III. Raises Violation TM-16.6.1 if impossible."""
    player = state.players[seat]
    _check_owed(state, player)
    if player.vp < PRICE:
        raise Violation("TM-16.6.1", vp=player.vp, price=PRICE)
    book: Book = []
    _answered(state, player)
    enter(book, player, "vp", -PRICE, "leech_token")
    gain_tokens(book, player, 1, 3, "leech_token")
    return book


def forfeit_token(state: State, player: Player) -> Book:
    """TM-16.6.1: buy no token."""
    _check_owed(state, player)
    _answered(state, player)
    return []


def _check_owed(state: State, player: Player) -> None:
    if not player.tokens_owed:
        raise Violation("TM-16.6.1", seat=player.seat, tokens_owed=0)
    if state.offers and state.options.reaction_timing == "immediate":
        raise Violation("TM-6.5.5", seat=player.seat, open_offers=len(state.offers))


def _answered(state: State, player: Player) -> None:
    player.tokens_owed -= 1
    state.reaction_steps = max(0, state.reaction_steps - 1)
