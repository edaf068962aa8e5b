"""The board of a player as a picture: goods, Workers, Exosuits, tracks, the twelve spots, Breakthroughs, markers."""

from textwrap import wrap

from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, COLUMNS, WORKERS
from engine.games.anachrony.figures import GOODS
from engine.games.anachrony.state import (
    ACTION,
    HIGHEST_MORALE,
    HIGHEST_STEP,
    SLOTS,
    Player,
    State,
    board_of,
    capacity,
)
from projections.pictures.anachrony.look import cube, suit, token, track, worker
from projections.pictures.anachrony.wording import does, lasting, name_of, spelt, who
from projections.pictures.pen import box, ended, label, moved, title

PANEL_WIDTH, PANEL_HEIGHT = 586, 330
SPOT_WIDTH, SPOT_HEIGHT = 118, 50
SPOTS_LEFT, SPOTS_TOP = 222, 62


def panel(state: State, player: Player, x: float, y: float) -> str:
    """Everything a player has, 586 by 330."""
    own = state.phase == ACTION and bool(state.agenda) and player.seat == state.current
    drawn = [box(0, 0, PANEL_WIDTH, PANEL_HEIGHT, "own" if own else "panel")]
    drawn += [suit(22, 22, player.seat), label(42, 27, who(state, player), "h2")]
    if player.focus:
        drawn += [ended(PANEL_WIDTH - 12, 27, _marks(state, player), "small soft"), *_goods(player)]
        drawn += [*_workers(player), *_suits(player), *_tracks(state, player), *_spots(state, player), *_lines(player)]
    return moved(x, y, drawn)


def _marks(state: State, player: Player) -> str:
    marks = [f"{player.vp if state.over else player.vp_tokens} VP" + ("" if state.over else " tokens")]
    marks += ["First Player"] if player.seat == state.first_player else []
    marks += ["passed"] if player.passed and state.phase == ACTION else []
    return ", ".join(marks)


def _goods(player: Player) -> list[str]:
    return [cube(12 + n * 34, 42, good, getattr(player, good)) for n, good in enumerate(GOODS)]


def _workers(player: Player) -> list[str]:
    drawn = []
    for row, (name, numbers) in enumerate((("Active", player.active), ("Tired", player.tired))):
        top = 80.0 + row * 26
        drawn.append(label(12, top + 4, name, "small"))
        held = [(kind, n) for kind, n in zip(WORKERS, numbers, strict=True) if n]
        drawn += [worker(72 + n * 30, top, kind, number) for n, (kind, number) in enumerate(held)]
    return drawn


def _suits(player: Player) -> list[str]:
    """The Hex slots: powered, empty or covered."""
    drawn = [label(12, 140, "Exosuits", "small")]
    covered = [slot in player.glitch for slot in range(1, SLOTS + 1)]
    powered, on_covered = player.powered, player.powered_glitch
    for slot, is_covered in enumerate(covered):
        left = 72 + slot * 24
        drawn.append(box(left, 126, 21, 21, "covered" if is_covered else "tile", 4))
        if is_covered and on_covered:
            on_covered -= 1
        elif not is_covered and powered:
            powered -= 1
        else:
            drawn.append(label(left + 7, 141, "x" if is_covered else "", "small soft"))
            continue
        drawn.append(moved(left + 10.5, 136.5, [suit(0, 0, player.seat)], 0.7))
    drawn.append(label(12, 162, f"{player.exosuits} in the supply, {len(player.suits)} on the board", "small soft"))
    return drawn


def _tracks(state: State, player: Player) -> list[str]:
    board = board_of(state, player)
    morale, travel = board.morale_vp[player.morale_step - 1], board.time_travel_vp[player.time_travel_step]
    return [
        label(12, 184, f"Morale {player.morale_step}: {morale} VP", "small"),
        track(12, 189, HIGHEST_MORALE, player.morale_step, 196),
        label(12, 218, f"Time Travel {player.time_travel_step}: {travel} VP", "small"),
        track(12, 223, HIGHEST_STEP, player.time_travel_step, 196),
        label(12, 252, f"Paradox {player.paradox} of {capacity(state, player)}", "small"),
        track(12, 257, capacity(state, player), player.paradox, 196),
    ]


def _spots(state: State, player: Player) -> list[str]:
    """The rows of building spots; a Superproject lies on two."""
    drawn, spot = [], 0
    while spot < len(player.spots):
        row, column = divmod(spot, COLUMNS)
        left, top = SPOTS_LEFT + column * (SPOT_WIDTH + 3), SPOTS_TOP + row * (SPOT_HEIGHT + 3)
        tile = player.spots[spot]
        wide = bool(tile) and state.tables.tiles[tile].row < 0
        drawn.append(_spot(state, player, spot, left, top, SPOT_WIDTH * 2 + 3 if wide else SPOT_WIDTH))
        spot += 2 if wide else 1
    drawn += [
        label(SPOTS_LEFT, 57, ", ".join(spelt(kind) for kind in BUILDING_TYPES) + ": a row each", "small soft"),
    ]
    return drawn


def _spot(state: State, player: Player, spot: int, x: float, y: float, width: float) -> str:
    tile, covered = player.spots[spot], spot in player.anomalies
    if not tile:
        words = [label(x + 8, y + 29, "Anomaly", "b small")] if covered else []
        return "".join((box(x, y, width, SPOT_HEIGHT, "covered" if covered else "gone"), *words))
    rules = state.tables.tiles[tile]
    head = f"{name_of(state, tile)}, {rules.vp} VP" + (", covered" if covered else "")
    drawn = [title(head), box(x, y, width, SPOT_HEIGHT, "covered" if covered else "tile")]
    drawn.append(
        label(x + 6, y + 14, head if width > SPOT_WIDTH else f"{name_of(state, tile)}: {rules.vp} VP", "b small")
    )
    lines = wrap(does(rules) or lasting(rules), 34 if width > SPOT_WIDTH else 18)[:2]
    drawn += [label(x + 6, y + 28 + n * 13, line, "small") for n, line in enumerate(lines)]
    here = [each.worker for each in player.busy if each.space == tile]
    drawn += [worker(x + width - 13, y + SPOT_HEIGHT - 13, kind) for kind in here]
    if tile in player.markers:
        drawn.append(token(x + width - 30, y + 3, player.seat, f"{player.seat + 1}", "Free Action taken"))
    return "".join(drawn)


def _lines(player: Player) -> list[str]:
    """Breakthroughs, markers off the tiles, the Evacuation."""
    held = [f"{n}× {BREAKTHROUGHS[number]}" for number, n in enumerate(player.breakthroughs) if n]
    told = [f"Breakthroughs: {', '.join(held).replace('shape_', '').replace('icon_', '') or 'none'}"]
    told += [f"Free Actions: {', '.join(map(spelt, player.markers))}"] if player.markers else []
    told += [f"evacuated as number {player.evacuated}"] if player.evacuated else []
    busy = [f"{each.worker} on {spelt(each.space)}" for each in player.busy if each.space in ("supply",)]
    return [label(12, 288 + n * 14, line, "small") for n, line in enumerate((told + busy)[:3])]
