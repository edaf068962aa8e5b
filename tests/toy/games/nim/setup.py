"""The start of the game, the roll (NIM-3) and the deal (NIM-7)."""

from engine.chance import Each, OneOf, OrUnknown, Outcome
from engine.games.nim.options import options_of
from engine.games.nim.state import CardDeal, DiceRoll, Player, State
from engine.ledger import Book
from events.log.codec import Unreadable
from events.log.record import Header
from events.vocabulary.nim import DealCards, RollDice


def start(header: Header) -> State:
    """The table before the roll."""
    if not 2 <= len(header.seats) <= 4:
        raise Unreadable(f"{len(header.seats)} seats", "2 to 4 seats", path="$.seats")
    options = options_of(header)
    players = [Player(number, seat.faction) for number, seat in enumerate(header.seats)]
    return State(options, players, agenda=[*[CardDeal(None)] * options.cards, DiceRoll(None)])


def roll(state: State) -> Outcome:
    """NIM-3: every possible roll."""
    return Outcome(RollDice, "NIM-3", dice=Each([OneOf(range(1, 7))] * state.options.dice))


def roll_dice(state: State, actor: None, event: RollDice) -> Book:
    """NIM-3: the sum of the dice becomes the pile."""
    state.agenda.pop()
    state.size = state.pile = sum(event.dice)
    state.round = 1
    return []


def deal(state: State) -> Outcome:
    """NIM-7: a card for each player, which a log need not name."""
    card = OrUnknown(OneOf(("stop", "blank")))
    return Outcome(DealCards, "NIM-7", cards=Each([card] * len(state.players)))


def deal_cards(state: State, actor: None, event: DealCards) -> Book:
    """NIM-7: each player receives a card."""
    state.agenda.pop()
    for player, card in zip(state.players, event.cards, strict=True):
        player.card = card
    return []
