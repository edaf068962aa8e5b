"""Daitoshi as a drawing: the round city, its surroundings, and the factories.

Each type of hex has a colour and a letter; magnates and pilgrims bear the numbers of their seats, N is the neutral one.
"""

from engine.games.daitoshi.state import State
from projections.pictures.daitoshi.around import (
    AROUND,
    CITIES_HIGH,
    MARKET_HIGH,
    WILD,
    cities,
    machine,
    market,
    wilderness,
)
from projections.pictures.daitoshi.city import SIZE, city
from projections.pictures.daitoshi.factories import factory, height_of
from projections.pictures.daitoshi.look import STYLE
from projections.pictures.daitoshi.wording import AWAITED, where
from projections.pictures.palette import SEATS
from projections.pictures.pen import box
from projections.pictures.sheet import WHOLE, Drawing, Part, Spot, Table, seat_name

GAP = 12.0
SIDE = SIZE + GAP
SIDE_WIDTH = WHOLE - SIDE


def draw(state: State, table: Table) -> list[Part]:
    """All in one part: the city next to market, cities and machine, the tracks below them, then the factories."""
    parts: list[Spot | str] = [*city(state)]
    parts.append(box(SIDE, 0, SIDE_WIDTH, SIZE, "panel"))
    x, wide = SIDE + 14, SIDE_WIDTH - 28
    y = (SIZE - AROUND) / 2
    parts += market(state, x, y, wide)
    parts += cities(state, x, y + MARKET_HIGH, wide)
    parts += machine(state, x, y + MARKET_HIGH + CITIES_HIGH, wide)
    parts.append(box(0, SIZE + GAP, WHOLE, WILD / 2 + 26, "panel"))
    parts += wilderness(state, 14, SIZE + GAP + 12)
    top = SIZE + WILD / 2 + 26 + 2 * GAP
    for player in state.players:
        at = player.seat % 2 * (WHOLE / 2 + GAP / 2), top + player.seat // 2 * (height_of(state) + GAP)
        parts += factory(state, player, seat_name(table.names, player.seat), *at)
    return [
        Part(
            "board",
            "Board",
            parts,
            top + (len(state.players) + 1) // 2 * (height_of(state) + GAP) - GAP,
            3,
            drawn=WHOLE,
        )
    ]


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    player = state.players[seat]
    return f"steam {player.steam}, reputation {player.reputation}"


FIRST = {
    "steam": ("steam",),
    "food/energy/building/luxury/wealth": ("food", "energy", "building", "luxury", "wealth"),
    "workers": ("blue_workers", "green_workers", "yellow_workers", "purple_workers"),
    "chimney": ("chimney",),
    "reputation": ("reputation",),
}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)
