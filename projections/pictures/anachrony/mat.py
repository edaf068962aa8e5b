"""The mat of an Anachrony player: points, goods, Workers, Exosuits, tracks, own spaces, buildings, Breakthroughs."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import WORKERS
from engine.games.anachrony.evacuation import measured, set_of, side_of
from engine.games.anachrony.figures import GOODS
from engine.games.anachrony.free_actions import FORCE, LEADER, SUPPLY
from engine.games.anachrony.queries import board_of, capacity
from engine.games.anachrony.state import ACTION, SLOTS, Player, State
from engine.games.anachrony.supply import supply_water
from projections.pictures.anachrony.grid import HEIGHT as GRID
from projections.pictures.anachrony.grid import grid
from projections.pictures.anachrony.look import (
    BOLD,
    LEFT,
    RIGHT,
    SIZE,
    WARP,
    breakthrough,
    chip,
    hexagon,
    plate,
    suit,
    worker,
)
from projections.pictures.anachrony.tiles import counted
from projections.pictures.anachrony.wording import UNSTATED, about, has_free_ability, spelt, tables_of, workers
from projections.pictures.kept import kept
from projections.pictures.pen import box, circle, ended, fitted, label, length, middle, moved
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.words import MINUS

GOODS_AT, WORKERS_AT, SUITS_AT, WARP_AT, SPACES_AT, TRACKS_AT = 66.0, 98.0, 128.0, 160.0, 186.0, 220.0
TRACK, TRACKS, TRACK_LEFT = 26.0, 3, 100.0
GRID_AT = TRACKS_AT + TRACKS * TRACK + 2
EVACUATION_AT = GRID_AT + GRID + 2
HELD_AT = EVACUATION_AT + 42
HEIGHT = HELD_AT + 32
GOOD = (RIGHT - LEFT - 5 * 4) / 6
OWN = ((SUPPLY, "Supply", 0.0, 104.0), (FORCE, "Force Workers", 108.0, 134.0), (LEADER, "Leader", 246.0, 86.0))


def _shows(state: State, player: Player, name: str, points: str) -> tuple[object, ...]:
    """All that a mat shows."""
    acts, is_first = _is_acting(state, player), player.seat == state.first_player
    return player, name, points, acts, is_first, state.phase == ACTION


@kept(_shows, tables_of)
def mat(state: State, player: Player, name: str, points: str) -> Part:
    """Everything a player has; what changes separately is a spot."""
    head = _head(player.seat, name, about(state, player.seat), points, ", ".join(_marks(state, player)))
    elements = [_ground(_is_acting(state, player)), head, *_belongings(state, player)]
    return Part(f"mat/{player.seat}", name, elements, HEIGHT, 1, player.seat)


@kept(lambda state, player: player, tables_of)
def _belongings(state: State, player: Player) -> list[Spot | str]:
    return list(_elements(state, player)) if player.focus else []


def _elements(state: State, player: Player) -> Iterator[Spot | str]:
    for n, good in enumerate(GOODS):
        yield _good(player.seat, good, getattr(player, good), LEFT + n * (GOOD + 4))
    yield _workers(player.seat, "Active", tuple(player.active), 62.0)
    yield _workers(player.seat, "Tired", tuple(player.tired), 232.0)
    covered = tuple(slot in player.glitch for slot in range(1, SLOTS + 1))
    yield _suits(player.seat, covered, player.powered, player.powered_glitch, player.exosuits, len(player.suits))
    yield _warp(player.seat, tuple(zip(state.tables.warp_ids, player.warped, strict=True)))
    yield from _own_spaces(state, player)
    yield from _tracks(state, player)
    yield from grid(state, player, GRID_AT)
    yield _evacuation(player.seat, *_way_out(state, player))
    yield _held(player.seat, tuple(player.breakthroughs))


def _is_acting(state: State, player: Player) -> bool:
    return state.phase == ACTION and bool(state.agenda) and player.seat == state.current


def _marks(state: State, player: Player) -> Iterator[str]:
    """What else is to know of a player, the most important first."""
    if not player.focus:
        return
    yield f"{player.vp_tokens} VP in tokens"
    if player.seat == state.first_player:
        yield "First Player"
    if player.passed and state.phase == ACTION:
        yield "passed"
    if any(player.set_aside):
        yield f"set aside {workers(player.set_aside)}"


@lru_cache(maxsize=2)
def _ground(acts: bool) -> str:
    return box(0, 0, COLUMN, HEIGHT, "running" if acts else "panel")


@lru_cache(maxsize=2048)
def _head(seat: int, name: str, about: str, points: str, marks: str) -> Spot:
    right = length(points, BOLD * 15 / 13) + 8
    drawn = [suit(25, 27, seat, size=17)]
    drawn.append(label(50, 21, fitted(name, RIGHT - 50 - right, 15 * 1.1), "lead b"))
    drawn.append(ended(RIGHT, 21, points, "lead b"))
    drawn.append(label(50, 39, fitted(about, RIGHT - 50, SIZE)))
    drawn.append(label(50, 56, fitted(marks, RIGHT - 50, SIZE), "soft"))
    return Spot(f"head/{seat}", "".join(drawn), box(4, 3, COLUMN - 8, 60, "just"))


@lru_cache(maxsize=4096)
def _good(seat: int, good: str, number: int, x: float) -> Spot:
    drawn = chip(x, GOODS_AT, good, number, GOOD, 24)
    return Spot(f"good/{seat}/{good}", drawn, box(x - 3, GOODS_AT - 3, GOOD + 6, 30, "just", 4))


@lru_cache(maxsize=4096)
def _workers(seat: int, name: str, numbers: tuple[int, ...], x: float) -> Spot:
    drawn = [label(x - 52, WORKERS_AT + 16, name)]
    held = zip(WORKERS, numbers, strict=True)
    drawn += [worker(x + 12 + n * 27, WORKERS_AT + 12, kind, number, 12) for n, (kind, number) in enumerate(held)]
    return Spot(f"workers/{seat}/{name}", "".join(drawn), box(x - 5, WORKERS_AT - 3, 115, 30, "just"))


@lru_cache(maxsize=4096)
def _suits(seat: int, covered: tuple[bool, ...], powered: int, on_covered: int, supply: int, out: int) -> Spot:
    """The Hex slots, with a powered Exosuit, empty or covered; how many are left, how many stand on the main board."""
    drawn = [label(LEFT, SUITS_AT + 18, "Exosuits")]
    for slot, is_covered in enumerate(covered):
        x, y = 90.0 + slot * 26, SUITS_AT + 13
        drawn.append(moved(x, y, [hexagon(14, "covered" if is_covered else "card")]))
        if on_covered > 0 if is_covered else powered > 0:
            on_covered, powered = on_covered - is_covered, powered - (not is_covered)
            drawn.append(suit(x, y, seat, size=12))
        elif is_covered:
            drawn.append(middle(x, y + 5, "×"))
    drawn.append(label(238, SUITS_AT + 18, f"{supply} left, {out} out", "soft"))
    return Spot(f"suits/{seat}", "".join(drawn), box(6, SUITS_AT - 3, COLUMN - 12, 32, "just"))


@lru_cache(maxsize=2048)
def _warp(seat: int, tiles: tuple[tuple[str, int], ...]) -> Spot:
    """The Warp tiles in hand; those on the Timeline leave their places hollow, with the Era."""
    drawn = [label(LEFT, WARP_AT + 14, "Warp tiles")]
    for n, (tile, era) in enumerate(tiles):
        x, letter = 98.0 + n * 27, WARP[tile.removeprefix("warp_")]
        if era:
            drawn.append(box(x - 3, WARP_AT, 24, 18, "gone", 3))
            drawn.append(middle(x + 9, WARP_AT + 14, f"{letter}{era}", "soft"))
        else:
            drawn.append(plate(x, WARP_AT, seat, letter, spelt(tile)))
    return Spot(f"warp/{seat}", "".join(drawn), box(6, WARP_AT - 4, COLUMN - 12, 26, "just"))


def _own_spaces(state: State, player: Player) -> Iterator[Spot]:
    """Supply, Force Workers and, if it is a Free Action, the leader's ability."""
    water = supply_water(state, player)
    for space, name, x, width in OWN:
        is_there = space != LEADER or has_free_ability(state, player)
        words = f"{name} {water}W" if space == SUPPLY and water else name
        here = next((each.worker for each in player.busy if each.space == space), "")
        yield _own(player.seat, space, words if is_there else "", here, space in player.markers, LEFT + x, width)


@lru_cache(maxsize=4096)
def _own(seat: int, space: str, words: str, here: str, marked: bool, x: float, width: float) -> Spot:
    if not words:
        return Spot(f"own/{seat}/{space}", "", "")
    drawn = [box(x, SPACES_AT, width, 26, "card"), label(x + 6, SPACES_AT + 18, words)]
    if here:
        drawn.append(worker(x + width - 13, SPACES_AT + 13, here, r=10))
    if marked:
        drawn.append(plate(x + width - 22, SPACES_AT + 4, seat, str(seat + 1), "Free Action taken"))
    return Spot(f"own/{seat}/{space}", "".join(drawn), box(x - 2, SPACES_AT - 2, width + 4, 30, "just"))


def _tracks(state: State, player: Player) -> Iterator[Spot]:
    """Morale and Time Travel with the points of each step, and the Paradox tokens."""
    board = board_of(state, player)
    yield _track(player.seat, 0, "Morale", board.morale_vp, player.morale_step - 1)
    yield _track(player.seat, 1, "Time Travel", board.time_travel_vp, player.time_travel_step)
    yield _paradox(player.seat, player.paradox, capacity(state, player))


@lru_cache(maxsize=4096)
def _track(seat: int, place: int, name: str, points: tuple[int, ...], now: int) -> Spot:
    y, wide = TRACKS_AT + place * TRACK, (RIGHT - TRACK_LEFT) / len(points)
    drawn = [label(LEFT, y + 16, name)]
    for n, vp in enumerate(points):
        x = TRACK_LEFT + n * wide
        drawn.append(box(x + 1, y + 1, wide - 2, 20, "full" if n == now else "bar", 3))
        drawn.append(middle(x + wide / 2, y + 16, str(vp).replace("-", MINUS), "b" if n == now else "soft"))
    return Spot(f"track/{seat}/{place}", "".join(drawn), box(6, y - 2, COLUMN - 12, 26, "just"))


@lru_cache(maxsize=512)
def _paradox(seat: int, tokens: int, room: int) -> Spot:
    y = TRACKS_AT + 2 * TRACK
    drawn = [label(LEFT, y + 16, "Paradox")]
    drawn += [circle(TRACK_LEFT + 14 + n * 30, y + 11, 9, "token" if n < tokens else "gone") for n in range(room)]
    drawn.append(ended(RIGHT, y + 16, f"{tokens} of {room}", "soft"))
    return Spot(f"track/{seat}/2", "".join(drawn), box(6, y - 2, COLUMN - 12, 26, "just"))


def _way_out(state: State, player: Player) -> tuple[str, str]:
    """How far the condition of the Evacuation is met, and what it brings; or that the player has left."""
    if player.evacuated:
        return "Evacuated", f"as number {player.evacuated}"
    if player.path_side == UNSTATED:
        return "Evacuation", "the side of the Path board is not in the log"
    side = side_of(state, player)
    condition = counted(side.condition.at_least, side.condition.count)
    parts, each = set_of(state, side)
    return (
        f"Evacuation: {measured(state, player, side.condition.count)} of {condition}",
        f"{side.base_vp} VP + {each} per {' + '.join(counted(n, what) for what, n in parts.items())}",
    )


@lru_cache(maxsize=2048)
def _evacuation(seat: int, condition: str, brings: str) -> Spot:
    drawn = [label(LEFT, EVACUATION_AT + 15, fitted(condition, RIGHT - LEFT, SIZE))]
    drawn.append(label(LEFT, EVACUATION_AT + 31, fitted(brings, RIGHT - LEFT, SIZE), "soft"))
    return Spot(f"evacuation/{seat}", "".join(drawn), box(6, EVACUATION_AT, COLUMN - 12, 38, "just"))


@lru_cache(maxsize=4096)
def _held(seat: int, numbers: tuple[int, ...]) -> Spot:
    drawn = [label(LEFT, HELD_AT + 18, "Breakthroughs")]
    left = LEFT + length("Breakthroughs", SIZE) + 22
    held = [(number, n) for number, n in enumerate(numbers) if n]
    step = min(48.0, (RIGHT - 32 - left) / max(1, len(held) - 1))
    for place, (number, n) in enumerate(held):
        drawn.append(breakthrough(left + place * step, HELD_AT + 14, number, n))
    if not held:
        drawn.append(label(left - 12, HELD_AT + 18, "none", "soft"))
    return Spot(f"breakthroughs/{seat}", "".join(drawn), box(left - 16, HELD_AT - 3, RIGHT - left + 20, 33, "just"))
