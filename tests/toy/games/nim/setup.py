"""The roll (NIM-3) and the deal (NIM-7)."""

from engine.agenda import head
from engine.chance import Draw, Each, OneOf, Outcome
from engine.games.nim.state import BLANK, STOP, Deal, Move, Options, Player, Roll, State
from engine.ledger import Book
from engine.options import read_options
from events.codec import Unreadable
from events.record import Header
from events.vocabulary.nim import DealCard, RollDice


def options_of(header: Header) -> Options:
    """The options of a header. Raises Unsupported, or Unreadable for a value of a wrong type."""
    return read_options(Options, header.options)


def start(header: Header) -> State:
    """A table of two to four, nothing rolled."""
    seats = range(len(header.seats))
    if not 2 <= len(seats) <= 4:
        raise Unreadable(f"{len(seats)} seats", "2 to 4 seats", path="$.seats")
    options = options_of(header)
    players = [Player(seat, header.seats[seat].faction) for seat in seats]
    deals = [Deal(None, seat) for seat in reversed(seats)] if options.cards else []
    return State(options, players, {BLANK: len(seats), STOP: len(seats)}, agenda=[*deals, Roll(None)])


def roll(state: State) -> Outcome:
    """NIM-3: every roll of the dice."""
    return Outcome(RollDice, "NIM-3", dice=Each([OneOf(range(1, 7))] * state.options.dice))


def roll_dice(state: State, actor: None, event: RollDice) -> Book:
    """NIM-3: the sum of the dice lies there at the start of every round."""
    state.size = state.pile = sum(event.dice)
    state.round = 1
    _next_of_the_setup(state)
    return []


def deal(state: State) -> Outcome:
    """NIM-7: every card that is left; in a public log it is not named."""
    card = Draw(state.deck, hidden=state.options.public)
    return Outcome(DealCard, "NIM-7", player=head(state.agenda, Deal).player, card=card)


def deal_card(state: State, actor: None, event: DealCard) -> Book:
    """NIM-7: the card belongs to the player."""
    state.players[event.player].card = event.card
    if event.card is not None:
        state.deck[event.card] -= 1
    _next_of_the_setup(state)
    return []


def _next_of_the_setup(state: State) -> None:
    state.agenda.pop()
    if not state.agenda:
        state.agenda.append(Move(state.to_move))
