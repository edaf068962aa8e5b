"""Gaia in a terminal: the tiles with their cities, herds and meeples, objectives, cards, hands.

Every tile shows its terrain and its tokens over its city: number of founding, needs met, and the seats that have
meeples there, from 1. Below, each city has its four needs, `+` met or `-` not.
"""

from collections.abc import Callable, Iterator

from engine.games.gaia.components import PILES
from engine.games.gaia.state import NOBODY, Player, State, city_of
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
from projections.pictures.painter import listed, painted

CELL = 14  # "#19 4/4 12345" and a space
# Background and text colours of the 256-colour palette.
PAINT = {
    "plain": (185, 16),
    "forest": (29, 231),
    "sea": (25, 231),
    "desert": (215, 16),
    "mountain": (246, 16),
    "swamp": (96, 231),
}


def text(state: State, width: int, colour: bool) -> str:
    """The whole position, lists at most `width` columns wide; the board as wide as it is."""
    blocks = [*_boards(state, colour), _cities(state), _objectives(state, width), _supply(state, width)]
    blocks += [_player(state, seat, player, width) for seat, player in enumerate(state.players)]
    blocks.append(list(_pending(state)))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _boards(state: State, colour: bool) -> Iterator[list[str]]:
    for area, cells in grids(state).items():
        owner = [f"board of {seat_number(area[0])}"] if area else []
        columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
        lines = [*owner, f"{'':5}" + "".join(f"{x:^{CELL}}" for x in columns).rstrip()]
        for y in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
            places = [cells.get((x, y)) for x in columns]
            for begin, content in ((f"{y:>4} ", _ground), (" " * 5, _on_it)):
                cells_of_row = "".join(_cell(state, place, content, colour) for place in places)
                lines.append(f"{begin}{cells_of_row}".rstrip())
        yield lines


def _ground(state: State, place: int) -> str:
    tile = state.tiles[place]
    return f"{TERRAIN_NAMES[tile.terrain]}{f' *{tile.animals}' if tile.animals else ''}"


def _on_it(state: State, place: int) -> str:
    number = state.tiles[place].city
    if not number:
        return ""
    city = city_of(state, number)
    who = "".join(seat_number(seat) * count for seat, count in enumerate(city.meeples))
    return f"#{number} {city.satisfied}/4 {who}"


def _cell(state: State, place: int | None, content: Callable[[State, int], str], colour: bool) -> str:
    if place is None:
        return " " * CELL
    shown = f"{content(state, place):<{CELL - 1}}"
    if not colour:
        return f"{shown} "
    back, front = PAINT[state.tiles[place].terrain]
    return f"{painted(shown, front, back, bold=bool(state.tiles[place].city))} "


def _cities(state: State) -> list[str]:
    """Each city with its cell, its needs (+ met, - not) and the meeples on it."""
    lines = []
    for city in state.cities:
        needs = " ".join(f"{'+' if met else '-'}{need}" for need, met in needs_met(state, city))
        who = ", ".join(f"{seat_number(seat)} x{count}" for seat, count in enumerate(city.meeples) if count) or "nobody"
        cell = ",".join(map(str, state.cells[city.place]))
        lines.append(f"#{city.founded_no} {short(city.card)} at {cell}: {needs}; meeples: {who}")
    return lines


def _objectives(state: State, width: int) -> list[str]:
    parts = [
        f"{short(each.id)} ({objective_words(state, each.id)})"
        + (f" claimed by {seat_number(each.claimed_by)}" if each.claimed_by != NOBODY else "")
        for each in state.objectives
    ]
    return listed("objectives", parts, width) if parts else []


def _supply(state: State, width: int) -> list[str]:
    """Rows with decks and discards, tiles and tokens in stock."""
    lines = []
    for pile in PILES if state.advanced else PILES[:2]:
        row = [card_words(state, card) for card in state.row[pile] if card]
        discarded = len(state.discard[pile]) + state.unknown_discards[pile]
        lines += listed(pile, [*row, f"deck {state.deck_size[pile]}", f"discarded {discarded}"], width)
    stock = [f"{terrain} {number}" for terrain, number in state.stock.items()]
    return [*lines, *listed("stock", [*stock, f"animals {state.animal_stock}"], width)]


def _player(state: State, seat: int, player: Player, width: int) -> list[str]:
    """Supply, hand and tableaux of a player."""
    mark = " (in turn)" if seat == state.active and not state.reason else ""
    parts = [f"supply {player.supply} of {state.total}"]
    parts.append(f"played {' '.join(player.played_nature) or 'nothing'}")
    if state.advanced:
        parts.append(f"power {' '.join(player.played_power) or 'nothing'}")
    return [
        *listed(f"seat {seat_number(seat)}{mark}", parts, width),
        *listed("  hand", hand_words(state, player) or ["empty"], width),
    ]


def _pending(state: State) -> Iterator[str]:
    """What is being answered, or how the game ended."""
    if state.power:
        yield pending_words(state)
    if state.reason:
        yield f"over: {state.reason.replace('_', ' ')}; seat {seat_number(state.ranking[0])} wins"
