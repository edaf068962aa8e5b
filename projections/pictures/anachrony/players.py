"""The board of an Anachrony player: goods, Workers, Exosuits, tracks, the twelve spots, Breakthroughs, markers."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS, WORKERS
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
from projections.pictures.anachrony.look import breakthrough, cube, plate, suit, track, worker
from projections.pictures.anachrony.wording import does, lasting, name_of, spelt
from projections.pictures.pen import box, ended, fitted, label, length, title
from projections.pictures.sheet import WHOLE, Spot
from projections.pictures.words import MINUS

WIDTH, HEIGHT = WHOLE / 2 - 6, 328.0
SPOT_WIDTH, SPOT_HEIGHT = 119.0, 51.0
SPOTS_LEFT, SPOTS_TOP = 222.0, 60.0


def panel(state: State, player: Player, name: str, about: str, x: float, y: float) -> Iterator[Spot | str]:
    """Everything a player has; each part that changes separately is a spot."""
    own = state.phase == ACTION and bool(state.agenda) and player.seat == state.current
    yield box(x, y, WIDTH, HEIGHT, "running" if own else "panel")
    yield _head(player.seat, fitted(name, 220, 13 * 1.1), about, _marks(state, player), x, y)
    if not player.focus:
        return
    for n, good in enumerate(GOODS):
        yield _good(player.seat, good, getattr(player, good), x + 12 + n * 34, y + 40)
    yield _workers(player.seat, "Active", tuple(player.active), x, y + 80)
    yield _workers(player.seat, "Tired", tuple(player.tired), x, y + 106)
    covered = tuple(slot in player.glitch for slot in range(1, SLOTS + 1))
    suits = player.powered, player.powered_glitch, player.exosuits, len(player.suits)
    yield _suits(player.seat, covered, *suits, x, y)
    yield from _tracks(state, player, x, y)
    yield from _spots(state, player, x, y)
    yield _held(player.seat, tuple(player.breakthroughs), x + 12, y + 288)
    yield _line(player.seat, ", ".join(_rest(player)), x + 12, y + HEIGHT - 8)


def _marks(state: State, player: Player) -> str:
    marks = [f"{player.vp if state.over else player.vp_tokens} VP" + ("" if state.over else " in tokens")]
    marks += ["First Player"] if player.seat == state.first_player else []
    marks += ["passed"] if player.passed and state.phase == ACTION else []
    return ", ".join(marks) if player.focus else ""


@lru_cache(maxsize=2048)
def _head(seat: int, name: str, about: str, marks: str, x: float, y: float) -> Spot:
    drawn = [suit(x + 24, y + 20, seat), label(x + 44, y + 25, name, "h2")]
    left = 54 + length(name, 13) * 1.1
    drawn.append(label(x + left, y + 25, fitted(about, WIDTH - left - length(marks, 11) - 24, 11), "small"))
    drawn.append(ended(x + WIDTH - 12, y + 25, marks, "small soft"))
    wide = length(marks, 11) + 12
    return Spot(f"head/{seat}", "".join(drawn), box(x + WIDTH - 6 - wide, y + 9, wide, 24, "just"))


@lru_cache(maxsize=4096)
def _good(seat: int, good: str, number: int, x: float, y: float) -> Spot:
    return Spot(f"good/{seat}/{good}", cube(x, y, good, number), box(x - 3, y - 3, 37, 23, "just", 4))


@lru_cache(maxsize=4096)
def _workers(seat: int, name: str, numbers: tuple[int, ...], x: float, y: float) -> Spot:
    drawn = [label(x + 12, y + 4, name, "small")]
    held = zip(WORKERS, numbers, strict=True)
    drawn += [worker(x + 82 + n * 33, y, kind, number) for n, (kind, number) in enumerate(held)]
    return Spot(f"workers/{seat}/{name}", "".join(drawn), box(x + 66, y - 13, 134, 26, "just"))


@lru_cache(maxsize=4096)
def _suits(
    seat: int, covered: tuple[bool, ...], powered: int, on_covered: int, supply: int, out: int, x: float, y: float
) -> Spot:
    """The Hex slots: powered, empty or covered."""
    drawn = [label(x + 12, y + 141, "Exosuits", "small")]
    for slot, is_covered in enumerate(covered):
        left = x + 70 + slot * 23
        drawn.append(box(left, y + 126, 21, 21, "covered" if is_covered else "card", 4))
        here = on_covered > 0 if is_covered else powered > 0
        if here:
            on_covered, powered = on_covered - is_covered, powered - (not is_covered)
            drawn.append(suit(left + 10.5, y + 136.5, seat, size=9.5))
        elif is_covered:
            drawn.append(label(left + 7, y + 141, "×", "small"))
    drawn.append(label(x + 12, y + 163, f"{supply} in the supply, {out} on the board", "small soft"))
    return Spot(f"suits/{seat}", "".join(drawn), box(x + 8, y + 122, 204, 46, "just"))


def _tracks(state: State, player: Player, x: float, y: float) -> Iterator[Spot]:
    board = board_of(state, player)
    room = capacity(state, player)
    morale, travel = board.morale_vp[player.morale_step - 1], board.time_travel_vp[player.time_travel_step]
    rows = (
        (f"Morale {player.morale_step}: {morale} VP".replace("-", MINUS), HIGHEST_MORALE, player.morale_step),
        (f"Time Travel {player.time_travel_step}: {travel} VP", HIGHEST_STEP, player.time_travel_step),
        (f"Paradox {player.paradox} of {room}", room, player.paradox),
    )
    for n, (words, steps, now) in enumerate(rows):
        yield _track(player.seat, n, words, steps, now, x + 12, y + 183 + n * 34)


@lru_cache(maxsize=4096)
def _track(seat: int, place: int, words: str, steps: int, now: int, x: float, y: float) -> Spot:
    drawn = label(x, y, words, "small") + track(x, y + 5, steps, now, 198)
    return Spot(f"track/{seat}/{place}", drawn, box(x - 4, y - 12, 206, 33, "just"))


def _spots(state: State, player: Player, x: float, y: float) -> Iterator[Spot | str]:
    """The rows of building spots: twelve parts, of which a Superproject takes two."""
    rows = ", ".join(spelt(kind).title() for kind in BUILDING_TYPES)
    yield label(x + SPOTS_LEFT, y + 53, f"{rows}: one row each", "tiny soft")
    spot = 0
    while spot < len(player.spots):
        row, column = divmod(spot, COLUMNS)
        left, top = x + SPOTS_LEFT + column * (SPOT_WIDTH + 3), y + SPOTS_TOP + row * (SPOT_HEIGHT + 3)
        tile = player.spots[spot]
        wide = bool(tile) and state.tables.tiles[tile].row < 0
        rules = state.tables.tiles[tile] if tile else None
        here = tuple(each.worker for each in player.busy if tile and each.space == tile)
        effect = (does(rules) or lasting(rules)) if rules else ""
        name, vp = (name_of(state, tile), rules.vp) if rules else ("", 0)
        covered, marked = spot in player.anomalies, bool(tile) and tile in player.markers
        yield _spot(player.seat, spot, name, vp, effect, covered, marked, here, left, top, wide)
        if wide:
            yield Spot(f"spot/{player.seat}/{spot + 1}", "", "")
        spot += 2 if wide else 1


@lru_cache(maxsize=8192)
def _spot(
    seat: int,
    spot: int,
    name: str,
    vp: int,
    effect: str,
    covered: bool,
    marked: bool,
    here: tuple[str, ...],
    x: float,
    y: float,
    wide: bool,
) -> Spot:
    width = SPOT_WIDTH * (1 + wide) + 3 * wide
    key, mark = f"spot/{seat}/{spot}", box(x - 2, y - 2, width + 4, SPOT_HEIGHT + 4, "just")
    if not name:
        words = label(x + 8, y + 30, "Anomaly", "b small") if covered else ""
        return Spot(key, box(x, y, width, SPOT_HEIGHT, "covered" if covered else "gone") + words, mark)
    head = f"{name}: {vp} VP" + (", covered" if covered else "")
    room = width - 12 - 17 * marked
    drawn = [title(f"{head}; {effect}"), box(x, y, width, SPOT_HEIGHT, "covered" if covered else "card")]
    drawn.append(label(x + 6, y + 14, fitted(head, room, 11.5), "b small"))
    lines = wrap(effect, 36 if wide else 17)
    drawn += [label(x + 6, y + 29 + n * 14, line, "small") for n, line in enumerate(lines[:2])]
    drawn += [worker(x + width - 12 - 20 * n, y + SPOT_HEIGHT - 12, kind) for n, kind in enumerate(here)]
    if marked:
        drawn.append(plate(x + width - 18, y + 4, seat, str(seat + 1), "Free Action taken"))
    return Spot(key, "".join(drawn), mark)


@lru_cache(maxsize=4096)
def _held(seat: int, numbers: tuple[int, ...], x: float, y: float) -> Spot:
    drawn = [label(x, y + 4, "Breakthroughs", "small")]
    held = [(number, n) for number, n in enumerate(numbers) if n]
    step = min(34.0, 480 / max(1, len(held)))
    for place, (number, n) in enumerate(held):
        drawn.append(breakthrough(x + 106 + place * step, y, number, n))
    if not held:
        drawn.append(label(x + 96, y + 4, "none", "small soft"))
    return Spot(f"breakthroughs/{seat}", "".join(drawn), box(x + 90, y - 12, 484, 37, "just"))


def _rest(player: Player) -> Iterator[str]:
    """Markers that are not on tiles, the Evacuation, Workers in the supply."""
    if player.markers:
        yield f"Free Actions taken: {', '.join(map(spelt, player.markers))}"
    if player.evacuated:
        yield f"evacuated no. {player.evacuated}"
    yield from (f"{each.worker} in the supply" for each in player.busy if each.space == "supply")


@lru_cache(maxsize=2048)
def _line(seat: int, words: str, x: float, y: float) -> Spot:
    return Spot(f"line/{seat}", label(x, y, fitted(words, WIDTH - 24, 11), "small"), "")
