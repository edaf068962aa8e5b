"""Terra Mystica as a drawing: the map, the cults, rounds, turns and actions, the mats, and what is left."""

from engine.games.terra_mystica.components import GAME
from engine.games.terra_mystica.state import State
from projections.pictures.sheet import Drawing, Part, Table
from projections.pictures.terra_mystica import tiles
from projections.pictures.terra_mystica.board import board
from projections.pictures.terra_mystica.cults import cults, orders_taken
from projections.pictures.terra_mystica.legend import legend
from projections.pictures.terra_mystica.look import STYLE, definitions, paint
from projections.pictures.terra_mystica.mats import mats
from projections.pictures.terra_mystica.turns import turns
from projections.pictures.terra_mystica.wording import AWAITED, PHASES


def draw(state: State, table: Table) -> list[Part]:
    """The map in two columns; in one each: cults, rounds, actions, turns, a mat for each player, tiles, legend."""
    return [
        board(state),
        cults(state, orders_taken(table.past)),
        tiles.rounds(state),
        tiles.power_actions(state),
        turns(state, table),
        *mats(state, table),
        tiles.bonus_cards(state),
        tiles.favor_tiles(state),
        tiles.town_tiles(state),
        legend(state),
    ]


def where(state: State) -> str:
    """The round and the phase."""
    phase = PHASES.get(state.phase, state.phase.replace("_", " "))
    if state.phase == "over":
        return f"Over after round {state.round} of {GAME.rounds}"
    return f"Round {state.round} of {GAME.rounds}: {phase}" if state.round else f"Setup: {phase}"


def _paint(state: State, seat: int) -> tuple[str, str]:
    return paint(state.players[seat])


def _about(state: State, seat: int) -> str:
    player = state.players[seat]
    marks = ["dropped"] if player.dropped else ["passed"] if player.passed and state.phase == "action" else []
    return ", ".join([player.rules.name if player.faction else "no faction yet", *marks])


FIRST = {
    "coins": ("coin",),
    "workers": ("worker",),
    "priests": ("priest",),
    "power I/II/III": ("bowl1", "bowl2", "bowl3"),
    "cults F/W/E/A": ("fire", "water", "earth", "air"),
}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, definitions=definitions(), first=FIRST)
