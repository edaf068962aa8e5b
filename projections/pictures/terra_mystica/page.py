"""The whole page: map and cult board, scoring tiles, what lies out, the players. One SVG, 1200 wide, light and dark."""

from collections.abc import Iterator

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import BUILDINGS, GAME, LANDSCAPE, WHEEL_SIZE
from engine.games.terra_mystica.flow import turn
from engine.games.terra_mystica.state import Player, State
from projections.pictures.pen import Block, ended, flow, inked, label, length, middle, moved, node, page
from projections.pictures.terra_mystica import tiles
from projections.pictures.terra_mystica.board import board
from projections.pictures.terra_mystica.cults import cults
from projections.pictures.terra_mystica.look import COLOURS, LETTERS, STYLE, TERRAIN_NAMES, definitions, structure
from projections.pictures.terra_mystica.players import panel

WIDTH, MARGIN, GAP = 1200.0, 20.0, 14.0
CULTS_WIDTH = 330.0
PHASES = {
    "setup_seating": "seats are drawn",
    "setup_scoring": "scoring tiles are drawn",
    "setup_cards": "bonus cards are drawn",
    "setup_boards": "boards are dealt",
    "setup_deal": "factions are dealt",
    "setup_intro": "dwellings and bonus cards are given",
    "setup_final": "the final scoring tile is drawn",
    "setup_auction": "the order of the auction is drawn",
    "setup_nomination": "factions are nominated",
    "setup_bidding": "factions are auctioned",
    "setup_faction": "factions are chosen",
    "setup_terrain": "home terrains are chosen",
    "setup_favor": "first favor tiles are chosen",
    "setup_dwellings": "first dwellings are placed",
    "setup_bonus": "first bonus cards are chosen",
    "action": "actions",
    "cult_bonus": "cult bonus",
    "income": "income comes next",
    "final": "final scoring comes next",
    "over": "the game is over",
}


def svg(state: State) -> str:
    """The position as an SVG document without outside resources; the same position gives the same bytes."""
    inner = WIDTH - 2 * MARGIN
    parts, y = [], MARGIN
    for block in _blocks(state, inner):
        parts.append(moved(MARGIN, y, block.parts))
        y += block.height + GAP
    return page(WIDTH, y - GAP + MARGIN, _title(state), STYLE, [definitions(), *parts])


def _title(state: State) -> str:
    when = f"round {state.round} of {GAME.rounds}" if state.round else "setup"
    return f"Terra Mystica: {when}, {PHASES.get(state.phase, state.phase.replace('_', ' '))}"


def _blocks(state: State, width: float) -> Iterator[Block]:
    yield _head(state, width)
    the_map = board(state, width - CULTS_WIDTH - GAP)
    yield _beside([the_map, cults(state, CULTS_WIDTH, the_map.height)], [0, width - CULTS_WIDTH])
    yield _legend(state, width)
    if state.nominated and not state.round:
        yield tiles.auction(state, width)
    yield tiles.scoring(state, width)
    yield tiles.power_actions(state, width)
    half = (width - GAP) / 2
    yield tiles.bonus_cards(state, width)
    yield _beside([tiles.favor_tiles(state, half), tiles.town_tiles(state, half)], [0, half + GAP])
    yield Block([label(0, 12, "Players, in the order of turns", "h2")], 10)
    panels = [panel(state, player, half) for player in _in_order(state)]
    for first in range(0, len(panels), 2):
        yield _beside(panels[first : first + 2], [0, half + GAP])


def _in_order(state: State) -> list[Player]:
    seats = list(dict.fromkeys([*state.order, *range(len(state.players))]))
    return [state.players[seat] for seat in seats]


def _beside(blocks: list[Block], places: list[float]) -> Block:
    drawn = [moved(x, 0, block.parts) for x, block in zip(places, blocks, strict=False)]
    return Block(drawn, max(block.height for block in blocks))


def _head(state: State, width: float) -> Block:
    """Where the game stands, whose decision it is, which offers are open."""
    title = _title(state)
    actors = [_name(state, seat) for seat in turn(state).actors]
    parts = [label(0, 18, title, "h1")]
    if actors:
        parts.append(ended(width, 18, f"to decide: {', '.join(actors)}", "b"))
    y = 18.0
    for offer in state.offers:
        y += 20
        what = f"{offer.amount} power{' or a coin' if offer.coin else ''}"
        line = f"{_name(state, offer.giver)} offers {what} to {_name(state, offer.receiver)}"
        parts.append(label(0, y, line, "b", data_offer=offer.id))
    return Block(parts, y + 6)


def _name(state: State, seat: int) -> str:
    player = state.players[seat]
    return f"{player.rules.name} ({seat + 1})" if player.faction else f"player {seat + 1}"


def _legend(state: State, width: float) -> Block:
    """Which letter is which terrain, which shape which structure; ice, volcanoes and landscapes where they are."""
    parts: list[str] = []
    entries = [*_terrains(state), *_shapes(state)]
    places, height = flow(((wide, 20.0) for wide, _ in entries), width, 8)
    for (x, y), (_, drawn) in zip(places, entries, strict=True):
        parts.append(moved(x, y, drawn))
    return Block(parts, height)


def _terrains(state: State) -> Iterator[tuple[float, list[str]]]:
    for number, terrain in TERRAIN_NAMES.items():
        if number in range(WHEEL_SIZE) or (number != RIVER and number in state.terrain):
            fill, ink = COLOURS[terrain]
            square = node("rect", width=18.0, height=18.0, rx=3, fill=fill, stroke="#1d1c1a")
            letter = middle(9, 13, LETTERS[number], "no", style=inked(ink))
            yield 26 + length(terrain, 11), [square, letter, label(23, 13, terrain, "small")]


def _shapes(state: State) -> Iterator[tuple[float, list[str]]]:
    names = {kind: f"{kind.replace('_', ' ')} {building.snellman}" for kind, building in BUILDINGS.items()}
    if state.options.landscapes:
        names[LANDSCAPE] = LANDSCAPE
    for kind, name in names.items():
        shape = moved(12, 9, [structure(kind, "#fffdf7", "#1d1c1a", 0.7)])
        yield 30 + length(name, 11), [shape, label(28, 13, name, "small")]
