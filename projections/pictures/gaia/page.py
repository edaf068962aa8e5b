"""Gaia as a drawing, readable without colours: the board, objectives, open cards, mats, cities, stock.

A need is filled if it is met, and otherwise an empty, dashed box. Meeples and herds bear their numbers.
"""

from engine.games.gaia.state import State
from projections.pictures.gaia.around import cities, objectives, open_cards, stock
from projections.pictures.gaia.board import boards
from projections.pictures.gaia.look import STYLE
from projections.pictures.gaia.mats import mat
from projections.pictures.gaia.wording import AWAITED, where
from projections.pictures.palette import SEATS
from projections.pictures.sheet import Drawing, Part, Table


def draw(state: State, table: Table) -> list[Part]:
    """The board or boards, what can be claimed and drawn, the mats, a list of the cities, what is left."""
    mats = [mat(state, player, table) for player in state.players]
    return [*boards(state, table), objectives(state), open_cards(state), *mats, cities(state, table), stock(state)]


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    """Nobody plays a faction."""
    return ""


FIRST = {"hand": ("hand",), "tiles": ("tiles",), "cities": ("founded",), "objectives": ("objectives",)}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)
