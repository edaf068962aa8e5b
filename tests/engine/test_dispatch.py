"""What follows from a table of rules: what is offered."""

from types import SimpleNamespace

from engine.agenda import Awaited
from engine.dispatch import offerer
from engine.ruleset import Rule


class Build(Awaited, frozen=True):
    """A player may build."""


class Repair(Awaited, frozen=True):
    """A player may repair."""


def test_what_answers_two_items_of_a_seat_is_offered_once():
    work = Rule(lambda state, seat, event: [], (Build, Repair), legal=lambda state, seat: ["brick", "wood"])
    awaited = [Build(0), Build(1), Repair(0)]
    rules = SimpleNamespace(awaited=lambda state: awaited, answered_by={Build: (work,), Repair: (work,)})
    assert list(offerer(rules)(None)) == [(0, "brick"), (0, "wood"), (1, "brick"), (1, "wood")]
