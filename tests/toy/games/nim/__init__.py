"""Nim: the rules of `rulebook.md`."""

from engine.games.nim import flow, setup, taking
from engine.games.nim.public import public_log
from engine.games.nim.selfplay import choose, sample_header
from engine.games.nim.state import VERSION, Answer, Deal, Move, Roll, State
from engine.ruleset import Order, Rule, Ruleset, Selfplay
from events.vocabulary import nim as events

ruleset = Ruleset(
    id="nim",
    name="Nim",
    version=VERSION,
    state=State,
    options=setup.options_of,
    start=setup.start,
    rules={
        events.RollDice: Rule(setup.roll_dice, (Roll,), chance=setup.roll),
        events.DealCard: Rule(setup.deal_card, (Deal,), chance=setup.deal),
        events.Take: Rule(taking.take, (Move,), legal=taking.legal_takes),
        events.Stop: Rule(taking.stop, (Answer,), legal=taking.legal_stops),
        events.LetPass: Rule(taking.let_pass, (Answer,), legal=taking.legal_passes),
        events.Leave: Rule(taking.leave),
    },
    order=Order(over="NIM-5", chance="NIM-3", awaited="NIM-1", actor="NIM-1"),
    proceed=flow.proceed,
    turn=flow.turn,
    figures_of_a_seat=flow.FIGURES,
    figures=flow.figures,
    faction=lambda state, seat: state.players[seat].faction,
    standings=flow.standings,
    conservation=flow.conservation,
    selfplay=Selfplay(sample_header, choose),
    public=public_log,
)
