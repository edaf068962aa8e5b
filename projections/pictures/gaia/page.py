"""Gaia as one SVG picture, readable without colours (every terrain has a sign and a name), light and dark.

Left the tiles, right objectives, open cards and players. A need that is met is filled, one that is not is an empty,
dashed box. Meeples and herds carry their numbers.
"""

from collections.abc import Iterator
from textwrap import wrap

from engine.games.gaia.components import PILES
from engine.games.gaia.state import NOBODY, City, State, city_of
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
from projections.pictures.pen import box, circle, ended, label, middle, moved, node, page, path, placed, title

TILE, GAP, MARGIN, PANEL = 104, 4, 24, 480
LINE, SECTION = 17, 7
WIDEST = PANEL // 7  # characters in a line of the panel
HEAD = "head ink"
FILL = {
    "plain": "#dfe38f",
    "forest": "#3c7d55",
    "sea": "#3577b3",
    "desert": "#f1b561",
    "mountain": "#a7a8ad",
    "swamp": "#7c5c8c",
    "animal": "#8a5a33",
    "deer": "#8a5a33",
    "fish": "#2c5f8a",
}
DARK_TILES = {"forest", "sea", "swamp", "animal", "deer", "fish"}
# Okabe and Ito's palette: told apart by everybody; each meeple has its number as well. Only the first is dark.
SEATS = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7")
# Signs of the terrains in a box of 24 by 24.
SIGNS = {
    "plain": "M3 20 Q5 12 4 6 M8 20 Q8 13 10 7 M13 20 Q13 14 12 9 M17 20 Q18 13 21 8",
    "forest": "M12 2 L19 12 H15 L21 20 H3 L9 12 H5 Z M12 20 V23",
    "sea": "M2 8 Q5 4 8 8 T14 8 T20 8 M2 14 Q5 10 8 14 T14 14 T20 14 M2 20 Q5 16 8 20 T14 20 T20 20",
    "desert": "M2 20 Q8 8 14 20 M11 15 Q16 9 22 20 M18 3 A3 3 0 1 0 18.1 3",
    "mountain": "M1 21 L9 5 L14 14 L17 9 L23 21 Z",
    "swamp": "M5 21 V8 M5 8 q-2 -3 0 -6 q2 3 0 6 M12 21 V11 M12 11 q-2 -3 0 -6 q2 3 0 6 "
    "M19 21 V8 M19 8 q-2 -3 0 -6 q2 3 0 6",
}
STYLE = """
.page{fill:#fbfaf7}.panel{fill:#efece4}.ink{fill:#1d1c1a}.soft{fill:#5b5850}.line{stroke:#1d1c1a}
.card{fill:#fffdf6;stroke:#1d1c1a}.onlight{fill:#1d1c1a}.ondark{fill:#fff}.open{fill:none;stroke:#77736a}
text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px}
.head{font-size:13px;font-weight:bold}.big{font-size:18px;font-weight:bold}.tiny{font-size:10px}
@media (prefers-color-scheme:dark){
.page{fill:#17181c}.panel{fill:#24262c}.ink{fill:#ecebe6}.soft{fill:#aeaba2}.line{stroke:#ecebe6}
}
"""


def svg(state: State) -> str:
    """The whole position as an SVG document."""
    board, width, height = _boards(state)
    panel, panel_height = _panel(state, 2 * MARGIN + width)
    full_width, full_height = width + PANEL + 3 * MARGIN, max(height, panel_height) + 2 * MARGIN
    return page(full_width, full_height, _title(state), STYLE, [*board, *panel])


def _title(state: State) -> str:
    if state.reason:
        return f"Gaia, over ({state.reason.replace('_', ' ')}): seat {seat_number(state.ranking[0])} wins"
    if not state.turn:
        return "Gaia, setup"
    return f"Gaia, turn {state.turn}: seat {seat_number(state.active)}"


def _boards(state: State) -> tuple[list[str], int, int]:
    """The grids, one below the other; what they draw, width and height."""
    parts: list[str] = []
    top, widest = MARGIN, TILE
    for area, cells in grids(state).items():
        if area:
            parts.append(label(MARGIN, top + 14, f"Board of seat {seat_number(area[0])}", HEAD))
            top += 24
        left_x, top_y = min(x for x, _ in cells), min(y for _, y in cells)
        for (x, y), place in sorted(cells.items()):
            at = MARGIN + (x - left_x) * (TILE + GAP), top + (y - top_y) * (TILE + GAP)
            parts.append(moved(*at, _tile(state, place, (x, y))))
        widest = max(widest, (max(x for x, _ in cells) - left_x + 1) * (TILE + GAP))
        top += (max(y for _, y in cells) - top_y + 1) * (TILE + GAP) + MARGIN
    return parts, widest, top - MARGIN


def _tile(state: State, place: int, cell: tuple[int, int]) -> Iterator[str]:
    tile = state.tiles[place]
    tone = "ondark" if tile.terrain in DARK_TILES else "onlight"
    stroke = "#ffffff" if tile.terrain in DARK_TILES else "#1d1c1a"
    city = city_of(state, tile.city) if tile.city else None
    covered = f": #{city.founded_no} {city.card}, {city.satisfied} of 4 needs met" if city else ""
    yield title(f"{TERRAIN_NAMES[tile.terrain]} {cell[0]},{cell[1]}{covered}")
    yield box(0, 0, TILE, TILE, rx=7, fill=FILL[tile.terrain])
    line = {"stroke": stroke, "stroke_width": 1.8, "stroke_linejoin": "round", "stroke_linecap": "round"}
    yield node("path", d=SIGNS[tile.terrain], transform=placed(6, 4, 0.85), fill="none", **line)
    yield label(34, 20, TERRAIN_NAMES[tile.terrain], tone)
    yield ended(TILE - 6, TILE - 6, f"{cell[0]},{cell[1]}", f"tiny {tone}")
    if tile.animals:
        yield from _herd(tile.animals, tile.terrain)
    if city:
        yield from _city(state, city)


def _herd(number: int, terrain: str) -> Iterator[str]:
    """A disc with the head of a deer, or a fish on a Sea, and the number of tokens."""
    yield circle(36, 62, 25, "card", stroke_width=1.5)
    if terrain == "sea":
        yield path("M18 62 Q30 48 44 62 Q30 76 18 62 M44 62 L52 55 V69 Z", fill=FILL["fish"])
    else:
        horns = "M30 54 Q24 50 25 43 M28 49 L23 49 M42 54 Q48 50 47 43 M44 49 L49 49"
        yield path(horns, fill="none", stroke=FILL["deer"], stroke_width=2.4)
        yield path("M29 55 H43 L40 73 Q36 78 32 73 Z", fill=FILL["deer"])
    yield label(66, 69, f"×{number}", "big " + ("ondark" if terrain in DARK_TILES else "onlight"))


def _city(state: State, city: City) -> Iterator[str]:
    """The card over its tile: number, needs met or not, meeples."""
    yield box(5, 27, TILE - 10, TILE - 44, "card", 6, stroke_width=1.5)
    yield label(10, 41, shorten(f"#{city.founded_no} {short(city.card)}", 10), "tiny onlight")
    yield ended(TILE - 10, 41, f"{city.satisfied}/4", "tiny onlight")
    for k, (need, met) in enumerate(needs_met(state, city)):
        yield from _need(need, met, 9 + 22 * k, 45)
    seats = [seat for seat, number in enumerate(city.meeples) for _ in range(number)]
    for k, seat in enumerate(seats):
        yield from _meeple(seat, 16 + 18 * k, 76)  # five of them, one of each seat, fill the card


def _need(need: str, met: bool, left: int, top: int) -> Iterator[str]:
    """One icon of a city: filled if met, an empty dashed box if not."""
    tone = ("ondark" if need in DARK_TILES else "onlight") if met else "onlight"
    if met:
        yield box(left, top, 20, 20, rx=4, fill=FILL[need], stroke="#1d1c1a")
    else:
        yield box(left, top, 20, 20, "open", 4, stroke_dasharray="3 2", stroke_width=1.3)
    yield middle(left + 10, top + 14, need_letter(need), tone, opacity=None if met else "0.75")


def need_letter(need: str) -> str:
    """One letter for a need: P F S D M W, A for animals; R for deer (roe), H for fish."""
    return {"swamp": "W", "animal": "A", "deer": "R", "fish": "H"}.get(need, need[0].upper())


def _meeple(seat: int, x: int, y: int) -> Iterator[str]:
    """A player piece with the number of its seat."""
    shape = f"M{x} {y - 9} a4 4 0 0 1 3 6.6 q5.5 1 5.5 9.4 h-17 q0 -8.4 5.5 -9.4 a4 4 0 0 1 3 -6.6 Z"
    yield path(shape, fill=SEATS[seat], stroke="#1d1c1a", stroke_width=1)
    yield middle(x, y + 6, seat_number(seat), f"tiny {'onlight' if seat else 'ondark'}", font_weight="bold")


def _panel(state: State, left: int) -> tuple[list[str], int]:
    """What lies beside the board; what it draws, and its height."""
    parts: list[str] = []
    y = MARGIN
    for style, seat, words in _panel_lines(state):
        y += LINE + (SECTION if style == HEAD and parts else 0)
        if seat is not None:
            parts += _meeple(seat, left + 8, y - 4)
        parts.append(label(left + (24 if seat is not None else 0), y, words, style))
    height = y - MARGIN + LINE
    return [box(left - 12, MARGIN - 4, PANEL, height, "panel", 8), *parts], height


def _panel_lines(state: State) -> Iterator[tuple[str, int | None, str]]:
    """Style, seat whose meeple stands before it, words: one for each line."""
    yield HEAD, None, _title(state)
    animals = ["A animals"] if state.options.animal_kinds == "generic" else ["R deer", "H fish"]
    if state.power:
        yield "ink", None, pending_words(state)
    needs = ["P plain", "F forest", "S sea", "D desert", "M mountain", "W swamp", *animals]
    yield from (("soft", None, line) for line in _folded(["Needs:", *needs]))
    if state.objectives:
        yield HEAD, None, "Objectives"
    for each in state.objectives:
        claimed = each.claimed_by if each.claimed_by != NOBODY else None
        yield ("soft" if claimed is not None else "ink"), claimed, objective_words(state, each.id)
    for pile in PILES if state.advanced else PILES[:2]:
        discarded = len(state.discard[pile]) + state.unknown_discards[pile]
        yield HEAD, None, f"{pile.capitalize()} cards: deck {state.deck_size[pile]}, discarded {discarded}"
        yield from (("ink", None, line) for line in _folded([card_words(state, c) for c in state.row[pile] if c]))
    stock = [f"{terrain} {number}" for terrain, number in state.stock.items()]
    yield HEAD, None, f"Stock: animals {state.animal_stock}"
    yield "ink", None, ", ".join(stock)
    for seat, player in enumerate(state.players):
        turn = " (in turn)" if seat == state.active and not state.reason else ""
        yield HEAD, seat, f"Seat {seat_number(seat)}{turn}: {player.supply} of {state.total} meeples in supply"
        yield from (("ink", None, line) for line in _folded(["hand:", *(hand_words(state, player) or ["empty"])]))
        played = [*player.played_nature, *player.played_power]
        yield from (("soft", None, line) for line in _folded(["played:", *(played or ["nothing"])]))


def _folded(parts: list[str]) -> list[str]:
    """Words in lines that fit the panel, broken between the parts where that is possible."""
    lines: list[str] = []
    for part in (piece for whole in parts for piece in wrap(whole, WIDEST)):
        joined = f"{lines[-1]}{' ' if lines[-1].endswith(':') else ' · '}{part}" if lines else part
        if not lines or len(joined) > WIDEST:
            lines.append(part)
        else:
            lines[-1] = joined
    return lines


def shorten(words: str, most: int) -> str:
    """Words in at most so many characters."""
    return words if len(words) <= most else f"{words[: most - 1]}…"
