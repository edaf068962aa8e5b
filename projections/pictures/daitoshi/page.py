"""Daitoshi as a drawing: the map of the city, what is on offer, the factories, the wilderness, and a key to all signs.

Each type of hex has a colour and a letter; magnates and pilgrims bear the numbers of their seats, N is the neutral one.
"""

from engine.games.daitoshi.state import State
from projections.pictures.daitoshi.city import city
from projections.pictures.daitoshi.districts import districts
from projections.pictures.daitoshi.factories import mat
from projections.pictures.daitoshi.key import key
from projections.pictures.daitoshi.look import STYLE
from projections.pictures.daitoshi.machine import machine
from projections.pictures.daitoshi.market import basics, cities, market
from projections.pictures.daitoshi.tracks import tracks
from projections.pictures.daitoshi.wording import AWAITED, where
from projections.pictures.palette import SEATS
from projections.pictures.sheet import Drawing, Part, Table


def draw(state: State, table: Table) -> list[Part]:
    """The map beside what is on offer, then the mats, the tracks and the mega-machine, the districts in words."""
    return [
        city(state),
        market(state),
        cities(state),
        *(mat(state, player, table) for player in state.players),
        tracks(state),
        machine(state, table),
        districts(state, table),
        *([basics(state)] if state.options.expert_basics else []),
        key(),
    ]


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    """Nobody plays a faction."""
    return ""


FIRST = {
    "steam": ("steam",),
    "goods F/E/B/L/W": ("food", "energy", "building", "luxury", "wealth"),
    "workers B/G/Y/P": ("blue_workers", "green_workers", "yellow_workers", "purple_workers"),
    "chimney": ("chimney",),
    "reputation": ("reputation",),
}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)
