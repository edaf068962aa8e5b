"""What a log of Anachrony leaves open (AN-16.70) is not shown as known."""

from collections.abc import Sequence
from typing import Any

from engine.games.anachrony.state import State
from engine.snapshot import fork
from events.log.record import Assumed
from events.vocabulary import anachrony as v
from projections.pictures.anachrony.wording import UNSTATED


def without(state: State, facts: Sequence[tuple[Any, Assumed]]) -> State:
    """A copy of a position in which what stands in for open facts is UNSTATED; each comes with the event it is in.

    Superprojects and first buildings never built, Endgame Conditions, and sides of Path boards.
    """
    shown = fork(state)
    for event, fact in facts:
        stand_ins = fact.value.split()
        if isinstance(event, v.RevealSuperproject):
            shown.superprojects = _hidden(shown.superprojects, stand_ins)
        elif isinstance(event, v.RevealBuilding):
            shown.primary = _hidden(shown.primary, stand_ins)
            shown.secondary = [_hidden(stack, stand_ins) for stack in shown.secondary]
        elif isinstance(event, v.EndgameCards):
            shown.endgame_cards = _hidden(shown.endgame_cards, stand_ins)
        elif isinstance(event, v.AssignPathSide):
            shown.players[event.player].path_side = UNSTATED
    return shown


def _hidden(ids: Sequence[str], stand_ins: Sequence[str]) -> list[str]:
    return [UNSTATED if each in stand_ins else each for each in ids]
