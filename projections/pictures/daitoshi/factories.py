"""The mats of Daitoshi: a player's points, goods, workers, hexes and markers, and the inventions floor by floor."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.daitoshi.queries import capacity, operation
from engine.games.daitoshi.state import HEXES, PILGRIMS, WORKERS, Player, State
from projections.pictures.daitoshi.icons import sign
from projections.pictures.daitoshi.inventions import buildings, buildings_high
from projections.pictures.daitoshi.look import BOLD, PAD, hexagon, marker, shortened, worker
from projections.pictures.daitoshi.market import INSIDE
from projections.pictures.daitoshi.tracks import TRACKS
from projections.pictures.daitoshi.wording import circuit_words
from projections.pictures.kept import catalogue_and_last, kept
from projections.pictures.pen import box, circle, ended, label, middle
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name
from projections.pictures.words import signed

GOODS = ("food", "energy", "building", "luxury", "wealth")
HEAD, GOOD, HELD, TRACK, MARK = 42.0, 28.0, 32.0, 21.0, 21.0
"""The heights of the lines of a mat."""
TABLE = HEAD + 2 * GOOD + HELD + 6
MARKS = TABLE + 4 * TRACK + 10
BUILDINGS = MARKS + 4 * MARK + 8


def _shows(state: State, player: Player, table: Table) -> tuple[object, ...]:
    """All that a mat shows."""
    name = seat_name(table.names, player.seat)
    return player, name, _is_acting(state, player), state.phase == "production"


def _is_acting(state: State, player: Player) -> bool:
    return player.seat == state.active and bool(state.turn) and state.phase != "finished"


@kept(_shows, lambda state, player, table: catalogue_and_last(state, table))
def mat(state: State, player: Player, table: Table) -> Part:
    """Everything a player has; each part that changes separately is a spot."""
    seat = player.seat
    name = seat_name(table.names, seat)
    height = BUILDINGS + buildings_high(table.last or state, seat, table.last is not None)
    parts: list[Spot | str] = [*_head(seat, name, height, _is_acting(state, player)), _vp(seat, player.vp)]
    for n, good in enumerate(("steam", *GOODS)):
        number = getattr(player, good)
        parts.append(_good(seat, good, number, PAD + n % 3 * 112, HEAD + n // 3 * GOOD))
    held = tuple(getattr(player, figure) for figure in WORKERS.values())
    parts.append(_workers(seat, held, capacity(state, player), HEAD + 2 * GOOD))
    parts.append(_captions())
    for n, track in enumerate(TRACKS):
        numbers = getattr(player, HEXES[track]), getattr(player, PILGRIMS[track])
        parts.append(_record(seat, n, track, *numbers, track in player.in_conflict))
    for n, (mark, words) in enumerate(_marks_of(state, player)):
        parts.append(_mark(seat, mark, words, PAD + n // 4 * (INSIDE - 108), MARKS + n % 4 * MARK, n // 4 == 1))
    parts += buildings(state, player, table, BUILDINGS)
    return Part(f"mat/{seat}", f"Mat of {name}", parts, height, seat=seat)


@lru_cache(maxsize=64)
def _head(seat: int, name: str, height: float, acts: bool) -> tuple[str, ...]:
    shown = label(46, 28, shortened(name, 190, 15 * BOLD), "lead b")
    ground = box(0, 0, COLUMN, height, "running" if acts else "panel")
    return ground, marker(24, 23, seat, f"seat {seat + 1}", 13) + shown


@lru_cache(maxsize=1024)
def _vp(seat: int, vp: int) -> Spot:
    return Spot(f"vp/{seat}", ended(COLUMN - PAD, 30, f"{vp} VP", "big"), box(COLUMN - 112, 7, 108, 31, "just"))


@lru_cache(maxsize=4096)
def _good(seat: int, good: str, value: int, x: float, y: float) -> Spot:
    drawn = sign(x + 13, y + 13, good) + label(x + 31, y + 18, value, "lead b" if value else "lead soft")
    drawn += label(x + 36 + 10.5 * len(str(value)), y + 18, good, "soft")
    key = f"steam/{seat}" if good == "steam" else f"good/{seat}/{good}"
    return Spot(key, drawn, box(x - 3, y - 1, 110, 28, "just"))


@lru_cache(maxsize=4096)
def _workers(seat: int, held: tuple[int, ...], room: int, y: float) -> Spot:
    drawn = [label(PAD, y + 19, "workers")]
    for n, (colour, number) in enumerate(zip(WORKERS, held, strict=True)):
        x = PAD + 84 + n * 50
        drawn.append(worker(x, y + 14, colour) if number else circle(x, y + 14, 10, "gone"))
        drawn.append(label(x + 15, y + 19, f"×{number}" if number else colour[0].upper(), "b" if number else "soft"))
    drawn.append(ended(PAD + INSIDE, y + 19, f"{sum(held)} of {room}", "soft"))
    return Spot(f"workers/{seat}", "".join(drawn), box(PAD - 3, y, INSIDE + 6, 28, "just"))


@lru_cache(maxsize=1)
def _captions() -> str:
    return "".join(label(PAD, TABLE + 15 + n * TRACK, words) for n, words in enumerate(("record", "pilgrim"), 1))


@lru_cache(maxsize=4096)
def _record(seat: int, column: int, track: str, held: int, pilgrim: int, conflict: bool) -> Spot:
    """A type of hex: those in the record, how far the pilgrim is on its track, and whether it is in conflict."""
    x = PAD + 66 + column * 67
    centre = x + 32
    drawn = [hexagon(centre, TABLE + 10, track)]
    drawn.append(middle(centre, TABLE + 15 + TRACK, held, "b" if held else "soft"))
    drawn.append(middle(centre, TABLE + 15 + 2 * TRACK, pilgrim or "temple", "b" if pilgrim else "soft"))
    drawn.append(middle(centre, TABLE + 15 + 3 * TRACK, "conflict", "b") if conflict else "")
    outline = box(x, TABLE - 3, 64, 4 * TRACK + 3, "warned" if conflict else "calm")
    mark = box(x - 1, TABLE - 4, 66, 4 * TRACK + 5, "just")
    return Spot(f"record/{seat}/{track}", "".join([outline, *drawn]), mark)


def _marks_of(state: State, player: Player) -> Iterator[tuple[str, str]]:
    """The markers of a player: four lines with what comes next, four short ones."""
    catalogue = state.catalogue
    levels = catalogue.reputation.vp
    yield "reputation", f"reputation {player.reputation} of {len(levels)}: {levels[player.reputation - 1]} VP"
    yield "fame", f"fame {player.fame}, next {circuit_words(catalogue.fame_track, player.fame)}"
    yield "bus", f"bus {player.bus}, next {circuit_words(catalogue.bus_rail, player.bus)}"
    arrow = operation(state, player, "op_steam", "steam_per_arrow")
    yield "chimney", f"chimney {signed(player.chimney) if player.chimney else 0}, {arrow} steam an arrow"
    yield "banners", f"banners {player.banners}"
    yield "grant", f"grant {'kept' if player.grant else 'used'}"
    yield "token", f"token {player.token}"


@lru_cache(maxsize=4096)
def _mark(seat: int, name: str, words: str, x: float, y: float, short: bool) -> Spot:
    wide = 108.0 if short else INSIDE - 114
    drawn = label(x, y + 15, shortened(words, wide), "soft" if words.endswith(("used", " 0")) else "")
    return Spot(f"marks/{seat}/{name}", drawn, box(x - 3, y - 1, wide + 6, MARK, "just"))
