"""Anachrony as a drawing: main board, Timeline, buildings, everybody's mat, points, Breakthroughs, signs."""

from engine.games.anachrony.state import ACTION, State
from projections.pictures.anachrony.board import board
from projections.pictures.anachrony.legend import legend
from projections.pictures.anachrony.look import STYLE
from projections.pictures.anachrony.mat import mat
from projections.pictures.anachrony.scores import endings, points_now, scores
from projections.pictures.anachrony.stacks import stacks, supply
from projections.pictures.anachrony.timeline import timeline
from projections.pictures.anachrony.wording import AWAITED, about, where
from projections.pictures.palette import SEATS
from projections.pictures.sheet import Drawing, Part, Table, seat_name
from projections.pictures.words import MINUS


def draw(state: State, table: Table) -> list[Part]:
    """The parts, what one looks at first on top; each is of one column."""
    names = [seat_name(table.names, player.seat) for player in state.players]
    ends = endings(state)
    mats = [
        mat(state, player, name, _in_words(state, sum(end.points.values())))
        for player, name, end in zip(state.players, names, ends, strict=True)
    ]
    return [board(state), timeline(state), stacks(state), *mats, scores(state, names, ends), supply(state), legend()]


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    player = state.players[seat]
    return about(state, seat) + (", passed" if player.passed and state.phase == ACTION else "")


def _points(state: State) -> list[str]:
    return [_in_words(state, points) for points in points_now(state)]


def _in_words(state: State, points: int) -> str:
    return f"{points} VP".replace("-", MINUS) + ("" if state.over else " now")


FIRST = {
    "tokens": ("vp_tokens",),
    "N/G/U/T": ("neutronium", "gold", "uranium", "titanium"),
    "water": ("water",),
    "cores": ("energy_core",),
    "active A/E/G/S": ("active_administrator", "active_engineer", "active_genius", "active_scientist"),
    "paradoxes": ("paradox",),
}

drawing = Drawing(
    draw,
    where,
    _paint,
    _about,
    points=_points,
    worth=points_now,
    awaited=AWAITED,
    style=STYLE,
    first=FIRST,
    round="Era",
)
