"""What a log of Anachrony leaves open (AN-16.70) is not shown as known."""

from collections.abc import Sequence
from typing import Any

from engine.games.anachrony.components import BREAKTHROUGHS, COLUMNS, ICONS, ROW, SHAPES
from engine.games.anachrony.state import Player, State
from engine.snapshot import fork
from events.log.record import Assumed
from events.vocabulary import anachrony as v
from projections.pictures.anachrony.wording import UNSTATED

OPEN_ICONS = len(BREAKTHROUGHS)
"""In positions that are shown, Breakthroughs whose icon is open are counted after all others, one number a shape."""


def without(state: State, facts: Sequence[tuple[int | None, Any, Assumed]]) -> State:
    """A copy of a position in which what stands in for open facts is UNSTATED; each comes with its actor and event.

    Superprojects and first buildings never built, Endgame Conditions, and sides of Path boards. A first Breakthrough
    has only its shape (see OPEN_ICONS), and an Anomaly whose spot is open has the number of the spot that stands in for
    it plus that of all spots.
    """
    shown = fork(state)
    for actor, event, fact in facts:
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
        elif isinstance(event, v.StartingBreakthrough):
            _hide_icon(shown.players[event.player], event)
        elif isinstance(event, v.PlaceAnomaly) and actor is not None:
            _hide_spot(shown.players[actor], ROW[event.row] * COLUMNS + event.column - 1)
    return shown


def _hidden(ids: Sequence[str], stand_ins: Sequence[str]) -> list[str]:
    return [UNSTATED if each in stand_ins else each for each in ids]


def _hide_icon(player: Player, event: v.StartingBreakthrough) -> None:
    """Count the first Breakthrough as one of its shape, if it is still held."""
    if event.shape not in SHAPES or event.icon not in ICONS:  # a log with names of its own for them
        return
    shape = SHAPES.index(event.shape)
    number = shape * len(ICONS) + ICONS.index(event.icon)
    if player.breakthroughs[number]:
        player.breakthroughs = [*player.breakthroughs, *(0 for _ in SHAPES)]
        player.breakthroughs[number] -= 1
        player.breakthroughs[OPEN_ICONS + shape] += 1


def _hide_spot(player: Player, spot: int) -> None:
    """Mark the spot of an Anomaly as open, if it is still there."""
    player.anomalies = [len(player.spots) + each if each == spot else each for each in player.anomalies]


def counted(player: Player) -> None:
    """Take back in a player what `without` leaves open and points do not depend on: icons, and spots of Anomalies."""
    number = len(player.spots)
    player.anomalies = [each % number for each in player.anomalies]
    for shape, held in enumerate(player.breakthroughs[OPEN_ICONS:]):
        player.breakthroughs[shape * len(ICONS)] += held
    del player.breakthroughs[OPEN_ICONS:]
