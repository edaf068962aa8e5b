"""Terra Mystica as a drawing: map and cult board, scoring tiles, the display of tiles and cards, the players."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import BUILDINGS, FACTIONS, GAME, LANDSCAPE, WHEEL_SIZE
from engine.games.terra_mystica.state import NOBODY, State
from projections.pictures.pen import box, fitted, flow, inked, label, length, middle, moved, node, placed
from projections.pictures.sheet import WHOLE, Drawing, Part, Spot, Table, seat_name
from projections.pictures.terra_mystica import tiles
from projections.pictures.terra_mystica.board import board, layout
from projections.pictures.terra_mystica.cults import cults, cults_height, orders_taken
from projections.pictures.terra_mystica.look import (
    COLOURS,
    LETTERS,
    STYLE,
    TERRAIN_NAMES,
    definitions,
    paint,
    structure,
)
from projections.pictures.terra_mystica.players import height_of, lines_of, panel
from projections.pictures.terra_mystica.wording import AWAITED, PHASES

GAP = 14.0
CULTS_WIDTH = 336.0
STRIP, PILL = 24.0, 218.0


def draw(state: State, table: Table) -> list[Part]:
    """All in one part: map and cult board, the tiles and cards on display, and a panel per player, two in a row."""
    laid = layout(state.board, WHOLE - CULTS_WIDTH - GAP)
    parts: list[Spot | str] = [*board(state, laid)]
    taken = orders_taken(table.past)
    parts += cults(state, taken, WHOLE - CULTS_WIDTH, CULTS_WIDTH, laid.height)
    y = max(laid.height, cults_height(laid.height)) + 10
    legend, height = _legend(state)
    parts.append(moved(0, y, legend))
    y += height + 10
    in_auction = state.options.faction_selection == "auction" and not state.round
    parts += (
        _strip("Auction", _bids(state, table), y) if in_auction else _strip("Power offered", _offers(state, table), y)
    )
    y += STRIP + 8
    parts += tiles.scoring(state, y)
    y += tiles.scoring_height(state) + GAP
    parts += tiles.power_actions(state, y)
    y += 20 + tiles.CHIP + GAP
    parts += tiles.bonus_cards(state, y)
    y += 20 + tiles.bonus_rows(state) * (tiles.CHIP + tiles.GAP) + 8
    parts += tiles.favor_tiles(state, y)
    y += 20 + 2 * (tiles.TILE + tiles.GAP) + 8
    parts += tiles.town_tiles(state, y)
    y += 20 + tiles.CHIP + GAP
    return [
        Part("board", "Board", parts + _players(state, table, y), y + _players_height(state, table), 3, drawn=WHOLE)
    ]


def _players(state: State, table: Table, y: float) -> list[Spot | str]:
    lines = lines_of(table.last)
    parts: list[Spot | str] = []
    for player in state.players:
        x, top = player.seat % 2 * (WHOLE / 2 + GAP / 2), y + player.seat // 2 * (height_of(lines) + GAP)
        parts += panel(state, player, seat_name(table.names, player.seat), x, top, lines)
    return parts


def _players_height(state: State, table: Table) -> float:
    rows = (len(state.players) + 1) // 2
    return rows * (height_of(lines_of(table.last)) + GAP) - GAP


def where(state: State) -> str:
    """The round and the phase."""
    phase = PHASES.get(state.phase, state.phase.replace("_", " "))
    if state.phase == "over":
        return f"Over after round {state.round} of {GAME.rounds}"
    return f"Round {state.round} of {GAME.rounds}: {phase}" if state.round else f"Setup: {phase}"


def _strip(heading: str, pills: list[tuple[str, tuple[str, object]]], y: float) -> Iterator[str]:
    """A line for temporary information: pills next to a heading; those that do not fit are counted."""
    yield label(0, y + 16, heading, "b") + label(104, y + 16, "" if pills else "none", "small soft")
    room = int((WHOLE - 104) // PILL)
    for n, (words, (name, value)) in enumerate(pills):
        more = len(pills) - room + 1
        shown = f"and {more} more" if n == room - 1 and more > 1 else fitted(words, PILL - 24, 11)
        pill = box(0, 0, PILL - 6, STRIP, "running", 12) + label(11, 16, shown, "small")
        at = placed(104 + n * PILL, y)
        yield node("g", pill if n < room else "", transform=at, **{f"data_{name}": value})


def _offers(state: State, table: Table) -> list[tuple[str, tuple[str, object]]]:
    """The open offers of power."""
    found: list[tuple[str, tuple[str, object]]] = []
    for offer in state.offers:
        what = f"{offer.amount}{' or a coin' if offer.coin else ''}"
        words = f"{what}: {seat_name(table.names, offer.giver)} to {seat_name(table.names, offer.receiver)}"
        found.append((words, ("offer", offer.id)))
    return found


def _bids(state: State, table: Table) -> list[tuple[str, tuple[str, object]]]:
    """The factions of an auction: who holds them, and for what bid."""
    found: list[tuple[str, tuple[str, object]]] = []
    for name, holder, bid in zip(state.nominated, state.holders, state.bids, strict=True):
        held = "nobody's yet" if holder == NOBODY else f"{seat_name(table.names, holder)}, {bid} VP"
        found.append((f"{FACTIONS[name].name}: {held}", ("nominated", name)))
    return found


def _legend(state: State) -> tuple[list[str], float]:
    """The letters of terrains and the shapes of structures; ice, volcanoes and landscapes only if they can occur."""
    return _legend_of(bool(state.options.fire_ice_factions), state.options.landscapes)


@lru_cache(maxsize=8)
def _legend_of(fire_and_ice: bool, landscapes: bool) -> tuple[list[str], float]:
    entries = [*_terrains(fire_and_ice), *_shapes(landscapes)]
    places, height = flow(((wide, 20.0) for wide, _ in entries), WHOLE, 8)
    return [moved(x, y, drawn) for (x, y), (_, drawn) in zip(places, entries, strict=True)], height


def _terrains(fire_and_ice: bool) -> Iterator[tuple[float, list[str]]]:
    for number, terrain in TERRAIN_NAMES.items():
        if number in range(WHEEL_SIZE) or (number != RIVER and fire_and_ice):
            fill, ink = COLOURS[terrain]
            square = node("rect", width=18.0, height=18.0, rx=3, fill=fill, class_="edge")
            letter = middle(9, 13, LETTERS[number], "no", style=inked(ink))
            yield 26 + length(terrain, 11), [square, letter, label(23, 13, terrain, "small")]


def _shapes(landscapes: bool) -> Iterator[tuple[float, list[str]]]:
    names = {kind: f"{kind.replace('_', ' ')} {building.snellman}" for kind, building in BUILDINGS.items()}
    if landscapes:
        names[LANDSCAPE] = LANDSCAPE
    for kind, name in names.items():
        shape = moved(12, 9, [structure(kind, "none", "", 0.7, "edge")])
        yield 30 + length(name, 11), [shape, label(28, 13, name, "small")]


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
    "power": ("bowl1", "bowl2", "bowl3"),
    "cults": ("fire", "water", "earth", "air"),
}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, definitions=definitions(), first=FIRST)
