"""The table of rules: what each event answers, how it is enumerated, what it does."""

from engine.declaration import Order, Rule

from anyturn_lost_cities import vocabulary as events
from anyturn_lost_cities.rules import drawing, playing
from anyturn_lost_cities.rules.state import Drawing, Move, TopCard

ORDER = Order(over="LC-11", chance="LC-2", awaited="LC-3", actor="LC-3")

RULES: dict[type, Rule] = {
    events.CardDrawn: Rule(drawing.card_drawn, (TopCard,), chance=drawing.top_card),
    events.Play: Rule(playing.play, (Move,), legal=playing.legal_plays),
    events.Discard: Rule(playing.discard, (Move,), legal=playing.legal_discards),
    events.Draw: Rule(drawing.draw, (Drawing,), legal=drawing.legal_draws),
}
