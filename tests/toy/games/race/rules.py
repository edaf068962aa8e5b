"""The table of rules: the only event, what it answers, how it is enumerated, what it does."""

from engine.declaration import Order, Rule
from engine.games.race import running
from engine.games.race.state import Move
from events.vocabulary import race as events

ORDER = Order(over="RACE-1", chance="RACE-1", awaited="RACE-1", actor="RACE-1")

RULES: dict[type, Rule] = {
    events.Run: Rule(running.run, (Move,), legal=running.legal_runs),
}
