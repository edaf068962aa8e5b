"""Anachrony as a picture: the Timeline, the main board with spaces taken, stacks and pools, everybody's board.

One SVG, 1240 wide, light and dark.
"""

from textwrap import wrap

from engine.games.anachrony.components import BUILDING_TYPES
from engine.games.anachrony.state import State
from projections.pictures.anachrony.look import STYLE, cube, suit, token, worker
from projections.pictures.anachrony.players import PANEL_HEIGHT, panel
from projections.pictures.anachrony.wording import name_of, spelt, where
from projections.pictures.pen import box, ended, label, page, title

WIDTH, MARGIN = 1240, 20
TIMELINE, BOARD, PLAYERS = 54, 190, 486
TIMELINE_HEIGHT, BOARD_HEIGHT = 122, 282
GROUPS = (
    ("Construct", ("construct_1", "construct_2", "construct_3")),
    ("Recruit", ("recruit_1", "recruit_2", "recruit_3")),
    ("Research", ("research_1", "research_2", "research_3")),
    ("World Council", ("council_left", "council_right")),
    ("Mine Resource", ("mine_1", "mine_2", "mine_3")),
)
POOLS = ("purify", "trade", "evacuation")


def svg(state: State) -> str:
    """The position as an SVG document, 1240 units wide."""
    rows = (len(state.players) + 1) // 2
    height = PLAYERS + rows * (PANEL_HEIGHT + 14) + MARGIN - 14
    parts = [label(MARGIN, 36, "Anachrony", "h1"), label(170, 36, where(state), style="font-size:15px")]
    parts += [_timeline(state), _spaces(state), _pools(state, 618, BOARD), _stacks(state, 850, BOARD)]
    for player in state.players:
        x = MARGIN + player.seat % 2 * (WIDTH // 2 - 6)
        parts.append(panel(state, player, x, PLAYERS + player.seat // 2 * (PANEL_HEIGHT + 14)))
    return page(WIDTH, height, f"Anachrony: {where(state)}", STYLE, parts)


def _timeline(state: State) -> str:
    """A tile for each Era: its Superproject, the Focus markers and Warp tiles on it."""
    width = (WIDTH - 2 * MARGIN - 6 * 8) / 7
    drawn = []
    for place, name in enumerate(state.superprojects):
        left, era = MARGIN + place * (width + 8), place + 1
        drawn.append(box(left, TIMELINE, width, TIMELINE_HEIGHT, "now" if era == state.era else "panel"))
        drawn.append(label(left + 8, TIMELINE + 18, f"Era {era}", "h2"))
        if era == 4:
            drawn.append(ended(left + width - 8, TIMELINE + 18, "then the Impact", "small soft"))
        for n, line in enumerate(wrap(name_of(state, name) if name else "face down", 20)[:2]):
            drawn.append(label(left + 8, TIMELINE + 35 + 13 * n, line, "small"))
        if state.built_by[place] >= 0:
            drawn.append(label(left + 8, TIMELINE + 61, f"built by player {state.built_by[place] + 1}", "small soft"))
        drawn += _pieces(state, era, left + 8, TIMELINE + 68, width - 16)
    return "".join(drawn)


def _pieces(state: State, era: int, x: float, y: float, width: float) -> list[str]:
    tokens = []
    for player in state.players:
        number = player.seat + 1
        if player.focus == era:
            tokens.append((player.seat, f"{number} F", f"Focus of player {number}"))
        for tile, place in zip(state.tables.warp_ids, player.warped, strict=True):
            if place == era:
                short = tile.removeprefix("warp_")[:2].title()
                tokens.append((player.seat, f"{number}{short}", f"player {number}: {spelt(tile)}"))
    columns = int(width // 29)
    return [
        token(x + n % columns * 29, y + n // columns * 17, seat, words, named)
        for n, (seat, words, named) in enumerate(tokens)
    ]


def _spaces(state: State) -> str:
    """The hexes of the main board in rows, then the pools."""
    drawn = [box(MARGIN, BOARD, 586, BOARD_HEIGHT, "panel")]
    for row, (name, spaces) in enumerate(GROUPS):
        top = BOARD + 8 + row * 38
        drawn.append(label(MARGIN + 10, top + 22, name, "b"))
        for column, space in enumerate(spaces):
            if state.tables.spaces[space].min_players <= len(state.players):
                drawn.append(_hex(state, space, MARGIN + 118 + column * 155, top))
    for column, space in enumerate(POOLS):
        left = MARGIN + 10 + column * 192
        drawn.append(box(left, BOARD + 202, 186, 72, "tile" if _is_open(state, space) else "gone"))
        drawn.append(label(left + 8, BOARD + 218, spelt(space).title(), "b"))
        standing = _standing(state, space)
        drawn += [suit(left + 20 + n % 6 * 29, BOARD + 236 + n // 6 * 26, *each) for n, each in enumerate(standing)]
        if space == "evacuation" and state.evacuated:
            told = ", ".join(f"{n}: player {seat + 1}" for n, seat in enumerate(state.evacuated, 1))
            drawn.append(label(left + 80, BOARD + 218, told, "small soft"))
    return "".join(drawn)


def _is_open(state: State, space: str) -> bool:
    return state.after_impact or not state.tables.spaces[space].after_impact


def _standing(state: State, space: str) -> list[tuple[int, str]]:
    """The suits on a space: player, Worker (empty for an empty suit)."""
    found = []
    for player in state.players:
        workers = [each.worker for each in player.busy if each.space == space]
        found += [(player.seat, kind) for kind in workers]
        found += [(player.seat, "")] * (player.suits.count(space) - len(workers))
    return found


def _hex(state: State, space: str, x: float, y: float) -> str:
    """A hex with its cost or tile, and the suit on it."""
    down, tile = space in state.face_down, state.collapsing.get(space)
    water = state.tables.spaces[space].cost[state.after_impact].get("water", 0)
    drawn = [title(spelt(space)), box(x, y, 148, 33, "gone" if down else "tile")]
    words = "face down" if down else spelt(tile.split("_", 2)[2]) if tile else f"{water} Water" if water else ""
    drawn.append(label(x + 34, y + 21, words, "small soft"))
    drawn += [suit(x + 17, y + 16.5, *each) for each in _standing(state, space)]
    if space.startswith("mine") and state.mine_bonus[int(space[-1]) - 1]:
        drawn.append(cube(x + 122, y + 8, next(iter(state.tables.spaces[space].bonus))))
    return "".join(drawn)


def _pools(state: State, x: float, y: float) -> str:
    """Recruit pool, Mine pool, Endgame cards, the supply of Breakthroughs."""
    drawn = [box(x, y, 220, BOARD_HEIGHT, "panel"), label(x + 10, y + 20, "Recruit", "b")]
    workers = [(kind, n) for kind, n in zip(WORKERS, state.recruit_pool, strict=True) if n]
    drawn += [worker(x + 84 + n * 28, y + 16, kind, number) for n, (kind, number) in enumerate(workers)]
    drawn.append(label(x + 10, y + 48, "Mine", "b"))
    drawn += [cube(x + 70 + n * 22, y + 35, good) for n, good in enumerate(state.mine_pool)]
    drawn.append(label(x + 10, y + 78, "Endgame Conditions", "b"))
    cards = [spelt(card.removeprefix("eg_")) for card in state.endgame_cards]
    drawn += [label(x + 16, y + 94 + n * 14, card, "small") for n, card in enumerate(cards)]
    drawn.append(label(x + 10, y + 182, "Breakthroughs left", "b"))
    for number, left in enumerate(state.breakthrough_supply):
        shape, icon = divmod(number, 5)
        drawn.append(label(x + 16 + icon * 40, y + 200 + shape * 15, f"{shape + 1}/{icon + 1}: {left}", "small"))
    drawn.append(label(x + 10, y + 268, f"Anomalies left: {state.anomaly_supply}", "small"))
    return "".join(drawn)


WORKERS = ("administrator", "engineer", "genius", "scientist")


def _stacks(state: State, x: float, y: float) -> str:
    """The stacks of buildings: the visible tops, what lies below, the secondary stack."""
    drawn = [box(x, y, WIDTH - MARGIN - x, BOARD_HEIGHT, "panel")]
    for row, kind in enumerate(BUILDING_TYPES):
        top = y + 8 + row * 68
        drawn.append(label(x + 10, top + 16, spelt(kind).title(), "b"))
        below = len(state.unseen[row]) + len(state.returned[row])
        drawn.append(box(x + 10, top + 22, 108, 34, "tile" if state.primary[row] else "gone"))
        name = name_of(state, state.primary[row]) if state.primary[row] else "none"
        drawn.append(label(x + 16, top + 36, name, "b small"))
        drawn.append(label(x + 16, top + 50, f"{below} below", "small soft"))
        names = [name_of(state, tile) for tile in state.secondary[row]]
        for n, line in enumerate(wrap(", ".join(names) or "no secondary stack", 36)[:3]):
            drawn.append(label(x + 126, top + 32 + n * 13, line, "small"))
    return "".join(drawn)
