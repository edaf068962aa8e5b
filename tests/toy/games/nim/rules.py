"""The table of rules: what each event answers, how it is enumerated, what it does."""

from engine.declaration import Order, Rule
from engine.games.nim import leaving, setup, taking
from engine.games.nim.state import CardDeal, DiceRoll, Move, Reaction
from events.vocabulary import nim as events

ORDER = Order(over="NIM-5", chance="NIM-3", awaited="NIM-1", actor="NIM-1")

RULES: dict[type, Rule] = {
    events.RollDice: Rule(setup.roll_dice, (DiceRoll,), chance=setup.roll),
    events.DealCards: Rule(setup.deal_cards, (CardDeal,), chance=setup.deal),
    events.Take: Rule(taking.take, (Move,), legal=taking.legal_takes),
    events.Answer: Rule(taking.answer, (Reaction,), legal=taking.legal_answers),
    events.Leave: Rule(leaving.leave),
}
