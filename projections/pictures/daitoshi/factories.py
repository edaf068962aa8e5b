"""The factories of Daitoshi: a player's goods, workers and hexes, and the inventions floor by floor."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.daitoshi.state import HEXES, WORKERS, Player, State, capacity
from projections.pictures.daitoshi.look import gauge, hexagon, marker, worker
from projections.pictures.daitoshi.wording import BUILDINGS, effect_words
from projections.pictures.pen import box, circle, ended, fitted, label, length, node, title
from projections.pictures.sheet import WHOLE, Spot

WIDTH = WHOLE / 2 - 6
GOODS = ("food", "energy", "building", "luxury", "wealth")
TRACKS = ("forest", "mountain", "underground", "river")
SLOT, TOP = 46.0, 176.0
USUAL = 8
"""The number at which a bar of goods is full."""


def height_of(state: State) -> float:
    """The height of a factory: that of its tallest building."""
    return TOP + max(map(len, state.catalogue.slots)) * (SLOT + 5) + 8


def factory(state: State, player: Player, name: str, x: float, y: float) -> Iterator[Spot | str]:
    """Everything a player has; each part that changes separately is a spot."""
    acts = player.seat == state.active and bool(state.turn) and state.phase != "finished"
    yield box(x, y, WIDTH, height_of(state), "running" if acts else "panel")
    seat = player.seat
    yield marker(x + 24, y + 23, seat, f"seat {seat + 1}", 12) + label(x + 44, y + 28, fitted(name, 260, 14.3), "h2")
    yield Spot(
        f"vp/{seat}",
        ended(x + WIDTH - 12, y + 30, f"{player.vp} VP", "big"),
        box(x + WIDTH - 116, y + 7, 110, 31, "just"),
    )
    yield Spot(
        f"steam/{seat}",
        ended(x + WIDTH - 134, y + 28, f"{player.steam} steam", "h2"),
        box(x + WIDTH - 224, y + 10, 96, 26, "just"),
    )
    for n, good in enumerate(GOODS):
        yield _good(seat, good, getattr(player, good), x + 12 + n * 115, y + 46)
    held = tuple(getattr(player, figure) for figure in WORKERS.values())
    yield _workers(seat, held, capacity(state, player), x + 12, y + 88)
    yield _record(seat, tuple(getattr(player, HEXES[track]) for track in TRACKS), x + 300, y + 88)
    yield _marks(seat, tuple(_marks_of(player)), x + 12, y + 116)
    for building, place in enumerate(BUILDINGS):
        left, wide = x + 12 + building * 191, 185.0
        token = ", the token is here" if player.token == place else ""
        yield label(left, y + TOP - 5, f"{place} building{token}", "tiny soft")
        for floor, row in enumerate(state.catalogue.slots[building]):
            slot = player.slots[building][floor]
            known = state.catalogue.invention[slot.tile] if slot.tile else None
            about = f"{effect_words(known.left)} | {effect_words(known.centre)} | {known.vp} VP" if known else ""
            top = y + TOP + (len(state.catalogue.slots[building]) - 1 - floor) * (SLOT + 5)
            facts = (slot.tile or "", slot.high, slot.marker, slot.ready, about)
            yield _slot(seat, building, floor, len(row.progress), *facts, left, top, wide)


@lru_cache(maxsize=4096)
def _good(seat: int, good: str, value: int, x: float, y: float) -> Spot:
    drawn = label(x, y + 12, good, "small") + ended(x + 104, y + 12, value, "b")
    drawn += gauge(x, y + 17, good, value, USUAL, 104)
    return Spot(f"good/{seat}/{good}", drawn, box(x - 4, y - 3, 112, 34, "just"))


@lru_cache(maxsize=4096)
def _workers(seat: int, held: tuple[int, ...], room: int, x: float, y: float) -> Spot:
    drawn = [label(x, y + 12, "workers", "small")]
    drawn += [worker(x + 66 + n * 26, y + 8, colour, held[n], 10) for n, colour in enumerate(WORKERS)]
    drawn.append(label(x + 166, y + 12, f"{sum(held)} of {room}", "small soft"))
    return Spot(f"workers/{seat}", "".join(drawn), box(x - 4, y - 5, 270, 26, "just"))


@lru_cache(maxsize=4096)
def _record(seat: int, held: tuple[int, ...], x: float, y: float) -> Spot:
    drawn = [label(x, y + 12, "hexes", "small")]
    for n, (track, number) in enumerate(zip(TRACKS, held, strict=True)):
        at = x + 56 + n * 52
        drawn.append(hexagon(at, y + 8, track, 9) if number else circle(at, y + 8, 7, "gone"))
        drawn.append(label(at + 13, y + 12, f"×{number}", "small b" if number else "small soft"))
    return Spot(f"record/{seat}", "".join(drawn), box(x - 4, y - 5, 268, 26, "just"))


def _marks_of(player: Player) -> Iterator[tuple[str, str]]:
    yield "chimney", f"{player.chimney:+}" if player.chimney else "0"
    yield "reputation", str(player.reputation)
    yield "fame", str(player.fame)
    yield "bus", str(player.bus)
    yield "banners", str(player.banners)
    yield "grant", "kept" if player.grant else "used"
    yield "conflict", " ".join(player.in_conflict) or "none"


@lru_cache(maxsize=4096)
def _marks(seat: int, marks: tuple[tuple[str, str], ...], x: float, y: float) -> Spot:
    drawn, left = [], x
    for name, value in marks:
        drawn += [label(left, y + 16, value, "b"), label(left, y + 31, name, "tiny soft")]
        left += max(length(name, 10), 46) + 12
    return Spot(f"marks/{seat}", "".join(drawn), box(x - 4, y, WIDTH - 16, 37, "just"))


@lru_cache(maxsize=8192)
def _slot(
    seat: int,
    building: int,
    floor: int,
    steps: int,
    tile: str,
    high: bool,
    now: int,
    ready: bool,
    about: str,
    x: float,
    y: float,
    wide: float,
) -> Spot:
    """An invention space: its tile, low or high, and the progress track beneath it."""
    drawn = [box(x, y, wide, SLOT, "card" if tile else "gone")]
    if tile:
        drawn.append(title(f"{tile}: {about}"))
        state = f"{'high' if high else 'low'}{', ready' if ready else ''}"
        right = length(state, 10) + 10
        drawn.append(label(x + 7, y + 14, fitted(tile.replace("_", " "), wide - 14 - right, 11), "tiny b"))
        drawn.append(ended(x + wide - 7, y + 14, state, "tiny b" if ready else "tiny soft"))
        drawn.append(label(x + 7, y + 27, fitted(about.rpartition(" | ")[0], wide - 14, 10), "tiny"))
    for step in range(steps + 1):
        done = bool(tile) and step <= now
        drawn.append(circle(x + 12 + 14 * step, y + 37, 4, "done" if done else "dot"))
    return Spot(f"slot/{seat}/{building}/{floor}", node("g", *drawn), box(x - 2, y - 2, wide + 4, SLOT + 4, "just"))
