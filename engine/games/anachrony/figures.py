"""The figures of a seat (AN-4.2), and the functions that change them and enter the change with its source."""

from collections.abc import Callable, Mapping
from operator import attrgetter

from engine.games.anachrony.components import (
    BREAKTHROUGHS,
    RESOURCES,
    TUG,
    WORKER,
    WORKERS,
    Amounts,
    Gain,
    ReturnTokens,
    WakeAll,
)
from engine.games.anachrony.items import TokensBack
from engine.games.anachrony.queries import board_of
from engine.games.anachrony.state import HIGHEST_MORALE, SLOTS, Player, State
from engine.ledger import Book, Entry, enter

GOODS = (*RESOURCES, "water", "energy_core")
_PLAIN = (
    "vp",
    "vp_tokens",
    *GOODS,
    "paradox",
    "morale_step",
    "time_travel_step",
    "focus",
    "exosuits",
    "powered",
    "powered_glitch",
)
_ACTIVE = tuple(f"active_{worker}" for worker in WORKERS)
_TIRED = tuple(f"tired_{worker}" for worker in WORKERS)
FIGURES = (*_PLAIN, *_ACTIVE, *_TIRED)
PLACE = {figure: place for place, figure in enumerate(FIGURES)}
_values = attrgetter(*_PLAIN)


def figures(state: State, seat: int) -> Mapping[str, int]:
    """The figures of a seat, in the order of FIGURES. `exosuits` are those in the supply."""
    return dict(zip(FIGURES, values(state, seat), strict=True))


def values(state: State, seat: int) -> tuple[int, ...]:
    """The same, without their names."""
    player = state.players[seat]
    return (*_values(player), *player.active, *player.tired)


def _in(column: str, kind: int) -> Callable[[Player], int]:
    """The function that gives the number of Workers of a type in a column."""
    workers: Callable[[Player], list[int]] = attrgetter(column)
    return lambda player: workers(player)[kind]


_VALUE_OF: dict[str, Callable[[Player], int]] = {
    **{name: attrgetter(name) for name in _PLAIN},
    **{name: _in("active", kind) for kind, name in enumerate(_ACTIVE)},
    **{name: _in("tired", kind) for kind, name in enumerate(_TIRED)},
}


def has(player: Player, stated: Mapping[str, int]) -> bool:
    """Whether these are figures of a player, which saves looking up all the others."""
    return [_VALUE_OF[name](player) for name in stated] == [*stated.values()]


def faction(state: State, seat: int) -> str | None:
    """The Path of a seat, or None before it is chosen."""
    return state.players[seat].path or None


def add_active(book: Book, player: Player, kind: int, number: int, source: str) -> None:
    """Add Workers of a type to the Active column, or remove them, fresh ones first (AN-7.1.8)."""
    player.active[kind] += number
    player.fresh[kind] = max(0, min(player.fresh[kind], player.fresh[kind] + number))
    book.append(Entry(player.seat, _ACTIVE[kind], number, source))


def add_tired(book: Book, player: Player, kind: int, number: int, source: str) -> None:
    """Add Workers of a type to the Tired column, or remove them."""
    player.tired[kind] += number
    book.append(Entry(player.seat, _TIRED[kind], number, source))


def place_active(book: Book, player: Player, worker: str, source: str) -> None:
    """AN-7.1.5: move a Worker that is not fresh from the Active column to a space."""
    kind = WORKER[worker]
    player.active[kind] -= 1
    book.append(Entry(player.seat, _ACTIVE[kind], -1, source))


def wake(book: Book, player: Player, fresh: bool, source: str) -> None:
    """Move all Tired Workers to the Active column; AN-7.1.13: fresh ones cannot be placed this turn."""
    for kind, number in enumerate(player.tired):
        if number:
            add_tired(book, player, kind, -number, source)
            add_active(book, player, kind, number, source)
            if fresh:
                player.fresh[kind] += number


def gain(book: Book, state: State, player: Player, give: Amounts, source: str) -> None:
    """AN-7.6.1: gain amounts that leave no choice, in order; Paradox tokens are handled in their own module."""
    for what, number in give.items():
        if what in GOODS or what == "paradox":
            enter(book, player, what, number, source)
        elif what == "vp":  # AN-7.1.16
            enter(book, player, "vp_tokens", number, source)
        elif what in WORKER:
            add_active(book, player, WORKER[what], number, source)
        else:
            assert what in ("morale", "powered_exosuit"), what
            for _ in range(number):
                raise_morale(book, state, player, source) if what == "morale" else power_one(book, player, source)


def gain_tug(book: Book, player: Player, units: tuple[str, ...], source: str) -> None:
    """Gain chosen units (AN-7.1.14)."""
    for unit in TUG:
        enter(book, player, unit, units.count(unit), source)


def has_room(player: Player) -> bool:
    """AN-7.1.10: whether an Exosuit can be powered up outside of its phase."""
    return player.exosuits > 0 and player.powered < SLOTS - len(player.glitch)


def power_one(book: Book, player: Player, source: str) -> None:
    """AN-7.1.10: power up an Exosuit from the supply; without room, nothing is gained."""
    if has_room(player):
        enter(book, player, "exosuits", -1, source)
        enter(book, player, "powered", 1, source)


def use_powered(book: Book, player: Player, source: str) -> None:
    """AN-7.1.4: take a powered Exosuit, preferably from a normal slot."""
    enter(book, player, "powered" if player.powered else "powered_glitch", -1, source)


def raise_morale(book: Book, state: State, player: Player, source: str) -> None:
    """AN-7.1.11: one step up; on the last step, points instead."""
    if player.morale_step < HIGHEST_MORALE:
        enter(book, player, "morale_step", 1, source)
    else:
        enter(book, player, "vp_tokens", board_of(state, player).morale_over_vp, source)


def gain_from_tile(book: Book, state: State, player: Player, tile: str) -> None:
    """AN-7.3.23: what a Collapsing Capital tile gives at once, by whatever action (AN-16.50 j)."""
    for effect in state.tables.collapsing[tile].effects if tile else ():
        if type(effect) is Gain:
            gain(book, state, player, effect.give, tile)
        elif type(effect) is WakeAll:
            wake(book, player, False, tile)
        elif type(effect) is ReturnTokens:
            state.agenda.append(TokensBack(player.seat, effect.max))


def cover(book: Book, player: Player, spot: int) -> None:
    """Put an Anomaly on a spot."""
    player.anomalies.append(spot)
    player.anomalies.sort()
    book.append(Entry(player.seat, "anomalies", 1, "anomaly"))


def uncover(book: Book, player: Player, spot: int) -> None:
    """Remove an Anomaly from a spot."""
    player.anomalies.remove(spot)
    book.append(Entry(player.seat, "anomalies", -1, "anomaly"))


def own_tile(book: Book, player: Player, spots: list[int], tile: str, number: int) -> None:
    """Put a building or Superproject on spots, or remove it (-1)."""
    for spot in spots:
        player.spots[spot] = tile if number > 0 else ""
    book.append(Entry(player.seat, "superprojects" if len(spots) > 1 else "buildings", number, tile))


def move_breakthrough(book: Book, state: State, player: Player, number: int, delta: int) -> None:
    """Take a Breakthrough from the supply, or return it (-1), which makes it available again (AN-3.3)."""
    state.breakthrough_supply[number] -= delta
    player.breakthroughs[number] += delta
    book.append(Entry(player.seat, "breakthroughs", delta, BREAKTHROUGHS[number]))
