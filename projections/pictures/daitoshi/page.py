"""Daitoshi as one SVG picture, light and dark: the round city, the wilderness, what lies beside it, the factories.

Every hex type has a colour and a letter; magnates and pilgrims carry the numbers of their seats, N is the neutral one.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from engine.games.daitoshi.components import QUALITIES
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.state import HEXES, Player, State, Tile, district_tile
from projections.pictures.daitoshi.wording import (
    ACTIONS,
    BUILDINGS,
    SPACES,
    effect_words,
    pilgrims_on,
    seat_number,
    space_words,
    standing_words,
    tiles_of,
    upgrade_words,
    worker_words,
    workshop_words,
)
from projections.pictures.pen import Block, box, circle, label, length, middle, moved, node, page, path, title

MARGIN, GAP = 24, 18
RADII = {"inner": (60, 150), "middle": (150, 220), "outer": (220, 290)}
CITY = 2 * RADII["outer"][1]
PANEL = 620
CELL, LINE = 30, 17
TRACKS = ("forest", "mountain", "underground", "river")
FILL = {"river": "#3577b3", "forest": "#3c7d55", "mountain": "#8b8d94", "underground": "#7c5c8c"}
WORKER = {"blue": "#3577b3", "green": "#3c7d55", "yellow": "#e3b52c", "purple": "#7c5c8c"}
# Okabe and Ito's palette: told apart by everybody; each piece has its number as well. Only the first is dark.
SEATS = ("#0072b2", "#d55e00", "#009e73", "#f0e442")
STYLE = """
.page{fill:#fbfaf7}.ink{fill:#1d1c1a}.soft{fill:#5b5850}.line{stroke:#1d1c1a;fill:none}
.tile{fill:#efe7d6;stroke:#1d1c1a}.lit{fill:#ffe9a6;stroke:#1d1c1a}.empty{fill:none;stroke:#a29d92}
.card{fill:#fffdf6;stroke:#77736a}.onlight{fill:#1d1c1a}.ondark{fill:#fff}
text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px}
.head{font-size:14px;font-weight:bold}.tiny{font-size:10px}
@media (prefers-color-scheme:dark){
.page{fill:#17181c}.ink{fill:#ecebe6}.soft{fill:#aeaba2}.line{stroke:#ecebe6}.empty{stroke:#5d5f68}
}
"""


def svg(state: State) -> str:
    """The whole position as an SVG document."""
    left = [_city(state)] if state.slices else []
    left.append(_wilderness(state))
    right = [_beside(state), *(_factory(state, player) for player in state.players)]
    parts: list[str] = [label(MARGIN, MARGIN + 6, standing_words(state), "head ink")]
    heights = []
    for x, blocks in ((MARGIN, left), (2 * MARGIN + CITY, right)):
        y = MARGIN + 24.0
        for block in blocks:
            parts.append(moved(x, y, block.parts))
            y += block.height + GAP
        heights.append(y)
    return page(CITY + PANEL + 3 * MARGIN, max(heights) + MARGIN, f"Daitoshi, {standing_words(state)}", STYLE, parts)


# The city.


def _city(state: State) -> Block:
    parts = [
        part
        for slice in range(len(state.slices))
        for ring, tile in tiles_of(state, slice)
        for part in _district(state, slice, ring, tile)
    ]
    for slice in range(len(state.slices)):
        parts += _magnates(state, slice)
    return Block([moved(CITY / 2, CITY / 2, parts)], CITY)


def _point(radius: float, angle: float) -> tuple[float, float]:
    """A point around the middle of the city; the angle is clockwise from the top, in fifths of a circle."""
    turn = 2 * pi * angle / 5
    return radius * sin(turn), -radius * cos(turn)


def _sector(ring: str, slice: int) -> str:
    near, far = RADII[ring]
    begin, end = slice - 0.5, slice + 0.5
    (ax, ay), (bx, by) = _point(far, begin), _point(far, end)
    (cx, cy), (dx, dy) = _point(near, end), _point(near, begin)
    return (
        f"M{ax:.1f} {ay:.1f} A{far} {far} 0 0 1 {bx:.1f} {by:.1f} "
        f"L{cx:.1f} {cy:.1f} A{near} {near} 0 0 0 {dx:.1f} {dy:.1f} Z"
    )


def _district(state: State, slice: int, ring: str, tile: Tile | None) -> Iterator[str]:
    class_ = "empty" if tile is None else "lit" if tile.electrified else "tile"
    shape = path(_sector(ring, slice), class_, stroke_dasharray=None if tile else "4 4")
    if tile is None:
        yield shape
        return
    row = district_tile(state, tile)
    words = workshop_words(row, tile)
    yield node("g", title(f"{tile.id}: {words}{', electrified' if tile.electrified else ''}"), shape)
    x, y = _point(sum(RADII[ring]) / 2, slice)
    name = ACTIONS[row.action] if ring == "inner" else tile.id
    yield middle(x, y - 6, name, "onlight" + (" head" if ring == "inner" else " tiny"))
    yield middle(x, y + 8, _short(words, 86 if ring == "inner" else 110), "tiny onlight")
    for n, hex in enumerate(tile.hexes):
        yield from _hex(x - 24 + 16 * n, y + 20, hex)
    if tile.worker:
        yield circle(x + 26, y + 20, 7, fill=WORKER[tile.worker], stroke="#1d1c1a")
        yield middle(x + 26, y + 24, tile.worker[0].upper(), "tiny ondark")


def _magnates(state: State, slice: int) -> Iterator[str]:
    """Magnates near the middle, in the order of the three spaces; the mega-machine behind them."""
    for place, space in enumerate(SPACES):
        for n, seat in enumerate(magnates_on(state, slice, space)):
            x, y = _point(44 - 16 * n, slice - 0.3 + 0.3 * place)
            fill = SEATS[seat] if seat >= 0 else "#9a9a9a"
            who = title(f"magnate {seat_number(seat)}, {space} space of slice {slice}")
            dark = "ondark" if seat == 0 else "onlight"
            disc = circle(x, y, 8, fill=fill, stroke="#1d1c1a")
            yield node("g", who, disc, middle(x, y + 4, seat_number(seat), f"tiny {dark}"))
    if state.machine is not None and state.machine.slice == slice:
        x, y = _point(RADII["outer"][1] - 14, slice - 0.36)
        yield box(x - 16, y - 10, 32, 20, rx=4, fill="#1d1c1a")
        yield middle(x, y + 4, "MM" + (state.machine.worker or " ")[0].upper().strip(), "tiny ondark")


# The wilderness.


def _wilderness(state: State) -> Block:
    parts: list[str] = []
    for line, track in enumerate(TRACKS):
        y = line * 58
        parts.append(label(0, y + 12, f"{track} (discarded {state.discard[track]})", "ink"))
        for space, hexes in enumerate([-1, *state.tracks[track]]):
            parts += _space(state, track, space, hexes, space * (CELL + 3), y + 18)
    return Block(parts, len(TRACKS) * 58)


def _space(state: State, track: str, space: int, hexes: int, x: float, y: float) -> Iterator[str]:
    """A space of a track with its value, hexes and pilgrims; the first one is the temple."""
    yield box(x, y, CELL, CELL, "card")
    if hexes < 0:
        yield middle(x + CELL / 2, y + 12, "T", "tiny soft")
    else:
        yield middle(x + CELL / 2, y + 10, state.catalogue.wilderness_track[track].vp[space - 1], "tiny onlight")
    for n in range(max(0, hexes)):
        yield from _hex(x + 9 + 12 * n, y + 21, track)
    for n, seat in enumerate(pilgrims_on(state, track, space)):
        yield circle(x + 5 + 7 * n, y + CELL + 2, 4.5, fill=SEATS[int(seat) - 1], stroke="#1d1c1a")
        yield middle(x + 5 + 7 * n, y + CELL + 5, seat, "tiny " + ("ondark" if seat == "1" else "onlight"))


def _hex(x: float, y: float, hex: str) -> Iterator[str]:
    corners = " ".join(f"{x + 6.5 * sin(n * pi / 3):.1f},{y + 6.5 * cos(n * pi / 3):.1f}" for n in range(6))
    yield node("polygon", points=corners, fill=FILL[hex], stroke="#1d1c1a")
    yield middle(x, y + 3.5, hex[0].upper(), "tiny ondark")


# What lies beside the city.


def _beside(state: State) -> Block:
    lines: list[tuple[str, str]] = []
    if state.market:
        lines.append(("head ink", "Market"))
    rows = state.catalogue.invention
    for tile in (tile for quality in QUALITIES for tile in state.market.get(quality, ())):
        row = rows[tile]
        lines.append(("ink", f"{tile}: {effect_words(row.left)} | {effect_words(row.centre)} | {row.vp} VP"))
    if state.cities:
        lines.append(("head ink", "Cities"))
    for city in state.cities:
        known, banners = state.catalogue.city[city], " ".join(map(seat_number, state.placed[city]))
        what = f"{city}, {known.cost} steam, {known.condition.replace('_', ' ')}: {effect_words(known.effect)}"
        lines.append(("ink", f"{what}{f'; banners {banners}' if banners else ''}"))
    if state.machine is not None:
        workshop = effect_words(state.catalogue.machine[state.machine.id].workshop)
        lines.append(("head ink", f"Mega-machine {state.machine.id}: {workshop}"))
        lines += [("ink", f"{n} {words}") for n, words in enumerate(space_words(state))]
        lines += [("soft", f"upgrade: {words}") for words in upgrade_words(state)]
    parts = [label(0, LINE * (n + 1), _short(words, PANEL), style) for n, (style, words) in enumerate(lines)]
    return Block(parts, LINE * len(lines))


# Factories.


def _factory(state: State, player: Player) -> Block:
    mark = " (in turn)" if player.seat == state.active and state.turn and state.phase != "finished" else ""
    goods = ", ".join(f"{good} {getattr(player, good)}" for good in ("food", "energy", "building", "luxury", "wealth"))
    record = " ".join(f"{hex} {getattr(player, HEXES[hex])}" for hex in TRACKS if getattr(player, HEXES[hex]))
    conflict = f"; conflict {' '.join(player.in_conflict)}" if player.in_conflict else ""
    second = f"workers {worker_words(player)}; record {record or 'empty'}"
    third = (
        f"chimney {player.chimney:+}, reputation {player.reputation}, fame {player.fame}, bus {player.bus}, "
        f"token {player.token}, grant {'kept' if player.grant else 'used'}, banners {player.banners}{conflict}"
    )
    parts = [
        circle(8, 8, 8, fill=SEATS[player.seat], stroke="#1d1c1a"),
        middle(8, 12, seat_number(player.seat), "tiny " + ("ondark" if player.seat == 0 else "onlight")),
        label(24, 13, f"{player.vp} VP, steam {player.steam}, {goods}{mark}", "head ink"),
        label(24, 30, _short(second, PANEL - 24), "ink"),
        label(24, 46, _short(third, PANEL - 24), "soft"),
    ]
    tallest = max(map(len, player.slots))
    for building, name in enumerate(BUILDINGS):
        x = building * (PANEL + 6) / 3
        parts.append(label(x, 62, name, "tiny soft"))
        for floor in range(1, len(player.slots[building]) + 1):
            parts += _slot(state, player, building, floor, x, 66 + 40 * (tallest - floor))
    return Block(parts, 66 + 40 * tallest)


def _slot(state: State, player: Player, building: int, floor: int, x: float, y: float) -> Iterator[str]:
    """An invention space: the tile low or high, and the progress track beneath it."""
    slot, row = player.slots[building][floor - 1], state.catalogue.slots[building][floor - 1]
    width = PANEL / 3 - 6
    yield box(x, y, width, 36, "card" if slot.tile else "empty")
    if slot.tile is not None:
        known = state.catalogue.invention[slot.tile]
        about = f"{slot.tile}: {effect_words(known.left)} | {effect_words(known.centre)} | {known.vp} VP"
        ready = ", ready" if slot.ready else ""
        words = f"{slot.tile} {'high' if slot.high else 'low'}{ready}"
        yield node("g", title(about), label(x + 6, y + 14, _short(words, width - 10), "tiny onlight"))
    for step in range(len(row.progress) + 1):
        filled = slot.tile is not None and step <= slot.marker
        yield circle(x + 10 + 12 * step, y + 27, 4, fill="#1d1c1a" if filled else "none", stroke="#77736a")


def _short(words: str, width: float) -> str:
    """Words that fit a width."""
    while length(words, 12) > width:
        words = words[:-2].rstrip() + "…"
    return words
