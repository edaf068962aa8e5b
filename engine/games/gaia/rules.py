"""The table of rules, in the order of GA-7.15.4: what each event answers, how it is enumerated and what it does."""

from engine.declaration import Order, Rule
from engine.games.gaia import declaring, drawing, hunting, items, objectives, playing, power, setup, tornado
from events.vocabulary import gaia as events

ORDER = Order(over="GA-6.1.1", chance="GA-8.1.1", awaited="GA-6.1.2", actor="GA-6.1.3")
"""After these, an event's own clauses are checked in numerical order (GA-6.1.5)."""

RULES: dict[type, Rule] = {
    events.CardDeclared: Rule(declaring.declare),
    events.RowDealt: Rule(setup.deal_row, (items.RowDeal,), chance=setup.row),
    events.ObjectivesDealt: Rule(setup.deal_objectives, (items.ObjectivesDeal,), chance=setup.shown_objectives),
    events.HandDealt: Rule(setup.deal_hand, (items.HandDeal,), chance=setup.first_hand),
    events.StartPlayerDrawn: Rule(setup.start_game, (items.StartPlayerDraw,), chance=setup.any_seat),
    events.Hunt: Rule(hunting.hunt, (items.Hunting,), legal=hunting.legal_hunts),
    events.DrawRow: Rule(drawing.draw_row, (items.Action,), legal=drawing.legal_row_draws),
    events.DrawDeck: Rule(drawing.draw_deck, (items.Action,), legal=drawing.legal_deck_draws),
    events.PlayNature: Rule(playing.play_nature, (items.Action,), legal=playing.legal_natures),
    events.PlayAnimals: Rule(playing.play_animals, (items.Action,), legal=playing.legal_animals),
    events.PlayCity: Rule(playing.play_city, (items.Action,), legal=playing.legal_cities),
    events.PlayPower: Rule(power.play_power, (items.Action,), legal=power.legal_powers),
    events.DrawExhausted: Rule(drawing.draw_exhausted, (items.Action,), legal=drawing.legal_exhaustion),
    events.DeckDrawn: Rule(drawing.deck_drawn, (items.DeckDraw,), chance=drawing.deck_card),
    events.RowRefilled: Rule(drawing.row_refilled, (items.RowRefill,), chance=drawing.row_card),
    events.DiscardCard: Rule(drawing.discard_card, (items.Discard,), legal=drawing.legal_discards),
    events.Protect: Rule(power.protect, (items.Protection,), legal=power.legal_protections),
    events.PassProtection: Rule(
        power.pass_protection, (items.Protection, items.NobodyProtects), legal=power.legal_passes
    ),
    events.TornadoDrawn: Rule(power.tornado_drawn, (items.TornadoDraw,), chance=tornado.taken_cards),
    events.TornadoKeep: Rule(power.tornado_keep, (items.TornadoChoice,), legal=power.legal_keeps),
    events.ClaimObjective: Rule(objectives.claim_objective, (items.Claim,), legal=objectives.legal_claims),
}
