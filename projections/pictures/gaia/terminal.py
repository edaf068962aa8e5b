"""Gaia in a terminal: the tiles with their cities, herds and meeples, objectives, cards, hands.

Each tile shows its terrain and tokens above its city: the city's number, the needs met, and the seats with meeples
there, counted from 1. Each city is listed below with its four needs, `+` if met, `-` if not.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.games.gaia.components import PILES
from engine.games.gaia.queries import city_of
from engine.games.gaia.state import NOBODY, Player, State
from projections.pictures.gaia.wording import (
    TERRAIN_NAMES,
    card_words,
    grids,
    hand_words,
    needs_met,
    objective_words,
    pending_words,
    seat_number,
    short,
)
from projections.pictures.painter import SEATS, listed, painted
from projections.pictures.sheet import numbered, seat_name

WIDEST, LEAST = 14, 7  # "#19 4/4 12345" and a space; "#19 4/4" at least
MARGIN = 5
# Background and text colours of the 256-colour palette.
PAINT = {
    "plain": (185, 16),
    "forest": (29, 231),
    "sea": (25, 231),
    "desert": (215, 16),
    "mountain": (246, 16),
    "swamp": (96, 231),
}


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The whole position, at most `width` columns wide where names allow it."""
    blocks = [*_boards(state, width, colour, names), _cities(state, width), _objectives(state, width)]
    blocks.append(_supply(state, width))
    blocks += [
        _player(state, player, width, colour, numbered(names, seat)) for seat, player in enumerate(state.players)
    ]
    blocks.append(list(_pending(state, names)))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _boards(state: State, width: int, colour: bool, names: Sequence[str]) -> Iterator[list[str]]:
    """Each grid, in cells as wide as space allows; if it is still too wide, in parts from left to right."""
    for area, cells in grids(state).items():
        owner = [f"board of {numbered(names, area[0])}"] if area else []
        columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
        cell = max(LEAST, min(WIDEST, (width - MARGIN) // len(columns)))
        at_once = max(1, (width - MARGIN) // cell)
        for first in range(0, len(columns), at_once):
            yield owner + _part(state, cells, columns[first : first + at_once], cell, colour)
            owner = []


def _part(state: State, cells: dict[tuple[int, int], int], columns: range, cell: int, colour: bool) -> list[str]:
    """Some columns of a grid: terrain and tokens of each tile, its city below, and, in narrow cells, meeples on
    a separate line.
    """
    contents = (_ground, _on_it) if cell >= WIDEST else (_ground, _its_city, _its_meeples)
    lines = [f"{'':{MARGIN}}" + "".join(f"{x:^{cell}}" for x in columns).rstrip()]
    for y in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
        places = [cells.get((x, y)) for x in columns]
        for n, content in enumerate(contents):
            begin = f"{y:>4} " if n == 0 else " " * MARGIN
            cells_of_row = "".join(_cell(state, place, content, cell, colour) for place in places)
            if n == 0 or cell >= WIDEST or any(state.tiles[place].city for place in places if place is not None):
                lines.append(f"{begin}{cells_of_row}".rstrip())
    return lines


def _ground(state: State, place: int, room: int) -> str:
    tile = state.tiles[place]
    tokens = f" *{tile.animals}" if tile.animals else ""
    name, left = TERRAIN_NAMES[tile.terrain], room - len(tokens)
    return f"{name if len(name) <= left else name[: left - 1] + '.'}{tokens}"


def _on_it(state: State, place: int, room: int) -> str:
    return f"{_its_city(state, place, room)} {_its_meeples(state, place, room)}".rstrip()


def _its_city(state: State, place: int, room: int) -> str:
    number = state.tiles[place].city
    return f"#{number} {city_of(state, number).satisfied}/4"[:room] if number else ""


def _its_meeples(state: State, place: int, room: int) -> str:
    number = state.tiles[place].city
    meeples = enumerate(city_of(state, number).meeples) if number else ()
    return "".join(seat_number(seat) * count for seat, count in meeples)[:room]


def _cell(state: State, place: int | None, content: Callable[[State, int, int], str], cell: int, colour: bool) -> str:
    if place is None:
        return " " * cell
    shown = f"{content(state, place, cell - 1):<{cell - 1}}"
    if not colour:
        return f"{shown} "
    back, front = PAINT[state.tiles[place].terrain]
    return f"{painted(shown, front, back, bold=bool(state.tiles[place].city))} "


def _cities(state: State, width: int) -> list[str]:
    """Each city with its cell, its needs (+ met, - not) and the meeples on it."""
    lines = []
    for city in state.cities:
        needs = " ".join(f"{'+' if met else '-'}{need}" for need, met in needs_met(state, city))
        who = ", ".join(f"{seat_number(seat)} x{count}" for seat, count in enumerate(city.meeples) if count) or "nobody"
        cell = ",".join(map(str, state.cells[city.place]))
        lines += listed(f"#{city.founded_no} {short(city.card)} at {cell}", [needs, f"meeples: {who}"], width)
    return lines


def _objectives(state: State, width: int) -> list[str]:
    parts = [
        f"{short(each.id)} ({objective_words(state, each.id)})"
        + (f" claimed by {seat_number(each.claimed_by)}" if each.claimed_by != NOBODY else "")
        for each in state.objectives
    ]
    return listed("objectives", parts, width) if parts else []


def _supply(state: State, width: int) -> list[str]:
    """Rows of cards with decks and discards; tiles and tokens in stock."""
    lines = []
    for pile in PILES if state.advanced else PILES[:2]:
        row = [card_words(state, card) for card in state.row[pile] if card]
        discarded = len(state.discard[pile]) + state.unknown_discards[pile]
        lines += listed(pile, [*row, f"deck {state.deck_size[pile]}", f"discarded {discarded}"], width)
    stock = [f"{terrain} {number}" for terrain, number in state.stock.items()]
    return [*lines, *listed("stock", [*stock, f"animals {state.animal_stock}"], width)]


def _player(state: State, player: Player, width: int, colour: bool, name: str) -> list[str]:
    """Supply, hand and tableaux of a player."""
    mark = " (in turn)" if player.seat == state.active and state.turn and not state.reason else ""
    heading = painted(name, SEATS[player.seat], bold=True) if colour else name
    parts = [f"supply {player.supply} of {state.total}"]
    parts.append(f"played {' '.join(player.played_nature) or 'nothing'}")
    if state.advanced:
        parts.append(f"power {' '.join(player.played_power) or 'nothing'}")
    return [
        *listed(f"{heading}{mark}", parts, width),
        *listed("  hand", hand_words(state, player) or ["empty"], width),
    ]


def _pending(state: State, names: Sequence[str]) -> Iterator[str]:
    """The power card that waits for an answer, or how the game ended."""
    if state.power:
        yield pending_words(state)
    if state.reason:
        yield f"over: {state.reason.replace('_', ' ')}; {seat_name(names, state.ranking[0])} wins"
