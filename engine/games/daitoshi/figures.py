"""A seat's figures, and the only functions that change them: goods, steam, workers, hexes, points."""

from collections.abc import Mapping
from operator import attrgetter

from engine.clause import Violation
from engine.games.daitoshi.components import CONSTANTS, RESOURCES
from engine.games.daitoshi.state import HEXES, WORKERS, Player, Purse, State
from engine.ledger import Book, enter

FIGURES = (
    *("vp", "steam", *RESOURCES, *WORKERS.values(), *HEXES.values()),
    *("river_pilgrim", "forest_pilgrim", "mountain_pilgrim", "underground_pilgrim"),
    *("chimney", "reputation", "fame", "bus", "banners"),
)
_values = attrgetter(*FIGURES)


def figures(state: State, seat: int) -> Mapping[str, int]:
    """The values of `FIGURES` for a seat."""
    return dict(zip(FIGURES, values(state, seat), strict=True))


def values(state: State, seat: int) -> tuple[int, ...]:
    """The same, without their names."""
    found: tuple[int, ...] = _values(state.players[seat])
    return found


def enter_start(state: State, player: Player) -> None:
    """DA-5.3: enter the start values, with which the ledger begins."""
    player.steam = CONSTANTS.start_steam
    player.food, player.energy = CONSTANTS.start_food, CONSTANTS.start_energy
    player.building, player.luxury = CONSTANTS.start_building, CONSTANTS.start_luxury
    player.wealth = CONSTANTS.start_wealth
    player.banners = state.catalogue.banners


def least_wealth(player: Player | Purse, resource: str, cost: int) -> int:
    """DA-7.2: the wealth that must be spent on a cost in a resource."""
    missing = cost - int(getattr(player, resource))
    return missing if missing > 0 else 0


def wealths(player: Player, resource: str, cost: int) -> range:
    """DA-7.2: the amounts of wealth that may be spent on a cost; empty if it cannot be paid."""
    return range(least_wealth(player, resource, cost), min(cost, player.wealth) + 1)


def check_wealth(player: Player, resource: str, cost: int, wealth: int | None) -> int:
    """The wealth to spend on a cost; the least if none is stated. Raises Violation DA-7.2."""
    allowed = wealths(player, resource, cost)
    spent = least_wealth(player, resource, cost) if wealth is None else wealth
    if spent not in allowed:
        raise Violation(
            "DA-7.2",
            resource=resource,
            cost=cost,
            has=getattr(player, resource),
            wealth=player.wealth,
            pay_wealth=spent,
        )
    return spent


def pay(book: Book, player: Player, resource: str, cost: int, wealth: int, source: str) -> None:
    """DA-7.2: pay a cost in a resource, `wealth` of it with wealth; both have been checked."""
    enter(book, player, resource, wealth - cost, source)
    enter(book, player, "wealth", -wealth, source)


def take_worker(book: Book, state: State, player: Player, colour: str, source: str) -> None:
    """A worker comes from the supply to a player."""
    state.workers_out[colour] += 1
    enter(book, player, WORKERS[colour], 1, source)


def return_worker(state: State, colour: str) -> None:
    """A worker goes from the city to the supply."""
    state.workers_out[colour] -= 1


def give_back_worker(book: Book, state: State, player: Player, colour: str, source: str) -> None:
    """A worker goes from a player to the supply."""
    state.workers_out[colour] -= 1
    enter(book, player, WORKERS[colour], -1, source)


def discard_hex(book: Book, state: State, player: Player, hex: str, source: str) -> None:
    """A hex leaves a player's record for the discard pile."""
    enter(book, player, HEXES[hex], -1, source)
    state.discard[hex] += 1
