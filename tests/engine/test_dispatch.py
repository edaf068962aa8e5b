"""The consequences of a table of rules: which events are offered."""

from engine.agenda import Awaited
from engine.declaration import Rule
from engine.dispatch import offerer


class Build(Awaited, frozen=True):
    """A player may build."""


class Repair(Awaited, frozen=True):
    """A player may repair."""


def test_what_answers_two_items_of_a_seat_is_offered_once():
    work = Rule(lambda state, seat, event: [], (Build, Repair), legal=lambda state, seat: ["brick", "wood"])
    awaited = [Build(0), Build(1), Repair(0)]
    legal = offerer(lambda state: awaited, {Build: (work,), Repair: (work,)})
    assert list(legal(None)) == [(0, "brick"), (0, "wood"), (1, "brick"), (1, "wood")]
