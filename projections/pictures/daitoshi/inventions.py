"""The buildings of a factory in Daitoshi, floor by floor: inventions, what they bring now, and their progress."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.daitoshi.components import FactorySlot, Invention
from engine.games.daitoshi.production import COST_LEFT
from engine.games.daitoshi.queries import operation
from engine.games.daitoshi.state import Player, State
from projections.pictures.daitoshi.look import BOLD, PAD, TEXT, shortened
from projections.pictures.daitoshi.market import INSIDE
from projections.pictures.daitoshi.wording import BUILDINGS, effect_words, tile_name
from projections.pictures.kept import catalogue_and_last, kept
from projections.pictures.pen import box, circle, ended, label, length
from projections.pictures.sheet import Spot, Table

HEADING, SLOT, FREE, GAP = 22.0, 60.0, 25.0, 4.0
"""The heights of a building's heading and of a floor, low if no invention ever comes there."""
DOT = 11.0


def buildings_high(state: State, seat: int, final: bool) -> float:
    """The height of all buildings; `final`: in the last position of a game, so that free floors stay free."""
    return sum(HEADING + sum(_floors(state, seat, building, final)) for building in range(len(BUILDINGS))) + 6


def _floors(state: State, seat: int, building: int, final: bool) -> list[float]:
    """The height of each floor with the gap below it, the highest floor first."""
    slots = state.players[seat].slots[building]
    return [(FREE if final and slot.tile is None else SLOT) + GAP for slot in reversed(slots)]


def _shows(state: State, player: Player, table: Table, y: float) -> tuple[object, ...]:
    """All that the buildings show."""
    prices = state.phase == "production" and (player.activated, player.free), player.in_conflict
    return player.seat, player.slots, prices, y


@kept(_shows, lambda state, player, table, y: catalogue_and_last(state, table))
def buildings(state: State, player: Player, table: Table, y: float) -> list[Spot | str]:
    """The three buildings one below the other, the highest floor of each on top."""
    return list(_buildings(state, player, table, y))


def _buildings(state: State, player: Player, table: Table, y: float) -> Iterator[Spot | str]:
    seat = player.seat
    for building, name in enumerate(BUILDINGS):
        yield _heading(seat, building, f"{name} building", price_of(state, player, building), y)
        y += HEADING
        for n, high in enumerate(_floors(table.last or state, seat, building, table.last is not None)):
            floor = len(player.slots[building]) - 1 - n
            slot, row = player.slots[building][floor], state.catalogue.slots[building][floor]
            tile = state.catalogue.invention[slot.tile] if slot.tile else None
            yield _slot(seat, building, floor, row, tile, slot.high, slot.marker, slot.ready, y, high - GAP)
            y += high


def price_of(state: State, player: Player, building: int) -> str:
    """What activating a building costs; during a production whether it is activated, or free of charge."""
    if state.phase == "production":
        if any(each.building == building for each in player.activated):
            return "activated"
        if player.free:
            return "free of charge"
    side = BUILDINGS[building]
    cost = operation(state, player, "op_buildings", f"cost_{side}") if building else COST_LEFT
    return f"{cost} steam to activate"


@lru_cache(maxsize=1024)
def _heading(seat: int, building: int, name: str, price: str, y: float) -> Spot:
    drawn = label(PAD, y + 16, name, "b") + ended(PAD + INSIDE, y + 16, price, "soft")
    return Spot(f"building/{seat}/{building}", drawn, box(PAD - 3, y, INSIDE + 6, HEADING, "just"))


@lru_cache(maxsize=8192)
def _slot(
    seat: int,
    building: int,
    floor: int,
    row: FactorySlot,
    tile: Invention | None,
    high: bool,
    now: int,
    ready: bool,
    y: float,
    tall: float,
) -> Spot:
    """An invention space: its tile, low or high, what it brings, and the progress track with what comes next."""
    left, right = PAD + 8, PAD + INSIDE - 8
    drawn = [box(PAD, y, INSIDE, tall, "card" if tile else "gone")]
    dots = right - 4 - DOT * len(row.progress)
    for step in range(len(row.progress) + 1):
        done = tile is not None and step <= now
        drawn.append(circle(dots + DOT * step, y + 12.5, 4, "done" if done else "dot"))
    if tile is None:
        drawn.append(label(left, y + 17, f"floor {floor + 1}: free", "soft"))
    else:
        state = f"{'high' if high else 'low'}{', ready' if ready else ''}"
        name = shortened(tile_name(tile.id), dots - left - length(state, TEXT) - 20, TEXT * BOLD)
        drawn.append(label(left, y + 17, name, "b"))
        drawn.append(label(left + length(name, TEXT) * BOLD + 8, y + 17, state, "b" if ready else "soft"))
        everybody, leader = _gains(tile, row.marks_high if high else row.marks_low)
        drawn.append(label(left, y + 34, shortened(everybody, right - left)))
        coming = _coming(row, now)
        drawn.append(ended(right, y + 51, shortened(coming, 150), "soft"))
        room = right - left - min(length(coming, TEXT), 150) - 8
        drawn.append(label(left, y + 51, shortened(leader, room)) if leader else "")
    mark = box(PAD - 2, y - 2, INSIDE + 4, tall + 4, "just")
    return Spot(f"slot/{seat}/{building}/{floor}", "".join(drawn), mark)


def _coming(row: FactorySlot, now: int) -> str:
    """The next step of a progress track that brings something."""
    for steps, effects in enumerate(row.progress[now:], 1):
        if effects:
            return f"{'next' if steps == 1 else f'in {steps} steps'} {effect_words(effects)}"
    return "finished" if now >= len(row.progress) else "nothing more"


def _gains(tile: Invention, marks: tuple[str, ...]) -> tuple[str, str]:
    """What an invention brings everybody, and what it brings the leader in addition."""
    columns = (effect_words(tile.left), effect_words(tile.centre), f"{tile.vp} VP")
    everybody = [words for words, mark in zip(columns, marks, strict=True) if "b" in mark]
    leader = [words for words, mark in zip(columns, marks, strict=True) if "p" in mark]
    return ", ".join(everybody) or "nothing", f"leader also {', '.join(leader)}" if leader else ""
