"""Quantum Chameleon and Cloning Vat (AN-7.7.17, AN-7.7.18)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony import supply, tile_effects
from engine.games.anachrony.components import ANY, WORKER, WORKERS, Amounts
from engine.games.anachrony.costs import can_pay, discount, later_discount, pay, with_goods_paid
from engine.games.anachrony.figures import add_active
from engine.games.anachrony.items import Cloning, SpaceCopy
from engine.games.anachrony.performing import can_perform
from engine.games.anachrony.spaces import (
    has_space,
    payments,
    stated_cost,
    supply_target,
    water_saved,
)
from engine.games.anachrony.state import Busy, Player, State
from engine.games.anachrony.tables import SUPPLY, Target
from engine.games.anachrony.tile_effects import Acting
from engine.ledger import Book
from events.vocabulary.anachrony import CloneWorker, CopyWorkerSpace, Payment

CHAMELEON = "quantum_chameleon"


def copied_targets(state: State, player: Player) -> Iterator[tuple[int, Target]]:
    """AN-7.7.17: the Worker spaces of all players that may be copied, with their owners."""
    for owner in state.players:
        if state.options.chameleon_scope == "board" and state.tables.boards[owner.board].supply_mode == "worker":
            yield owner.seat, supply_target(state, player)
        for name in dict.fromkeys(owner.spots):
            if name and name != CHAMELEON:
                tile = state.tables.tiles[name]
                if tile.mode == "worker" and has_space(state, owner, name):
                    yield owner.seat, state.tables.targets[name]


def _ways(state: State, player: Player, placed: str | None) -> Iterator[tuple[int, str, Payment | None]]:
    """Every space that can be copied, with every payment; the Chameleon's own space costs nothing."""
    for owner, target in copied_targets(state, player):
        for payment, cost in payments(state, player, target, water_saved(state, player, target)):
            if _is_executable(state, player, target, cost, placed):
                yield owner, target.space, payment


def _is_executable(state: State, player: Player, target: Target, cost: Amounts, placed: str | None) -> bool:
    if target.kind == SUPPLY:
        return True
    water, saved = cost.get("water", 0), discount(state, player)
    later = later_discount(state, player)
    net = (later if not (water and saved) else 0) - max(0, water - saved)
    tile = state.tables.tiles[target.space]
    if tile.looks_at_goods:
        state, player = with_goods_paid(state, player, cost)
    return can_perform(state, player, tile, ANY, net, placed, _cannot)


def _cannot(state: State, player: Player, net: int, placed: str | None) -> bool:
    return False


def can_copy(state: State, player: Player, net: int, placed: str | None) -> bool:
    """AN-7.1.6: whether a space can be copied."""
    return next(_ways(state, player, placed), None) is not None


def legal_space_copies(state: State, seat: int) -> Iterator[CopyWorkerSpace]:
    """AN-7.7.17: every space that can be copied, with every payment."""
    for owner, space, payment in _ways(state, state.players[seat], None):
        yield CopyWorkerSpace(owner, space, payment)


def copy_worker_space(state: State, seat: int, event: CopyWorkerSpace) -> Book:
    """AN-7.7.17: pay the cost; the effect is that of the space, for the acting player.

    Raises Violation AN-7.7.17 for a space that may not be copied, AN-7.1.6 for an effect that cannot be executed,
    AN-7.1.15, and those of payments.
    """
    player, book = state.players[seat], Book()
    head(state.agenda, SpaceCopy)
    target = next(
        (
            target
            for owner, target in copied_targets(state, player)
            if (owner, target.space) == (event.owner, event.space)
        ),
        None,
    )
    if target is None:
        raise Violation("AN-7.7.17", owner=event.owner, space=event.space)
    cost = stated_cost(state, player, target, event.payment)
    saved = water_saved(state, player, target)
    if not can_pay(player, cost, saved):
        raise Violation("AN-7.1.15", cost=cost, has={what: getattr(player, what) for what in cost})
    if not _is_executable(state, player, target, cost, None):
        raise Violation("AN-7.1.6", space=event.space)
    state.agenda.pop()
    place = next(number for number, each in enumerate(player.busy) if each.space == CHAMELEON)
    worker = player.busy[place].worker
    player.busy[place] = Busy(CHAMELEON, worker, event.space, event.owner)
    pay(book, state, player, cost, saved, event.space)
    if target.kind == SUPPLY:
        supply.supply(book, state, player)
    else:
        paid = sum(cost.values()) if target.by_choice.startswith("x_") else 0
        tile_effects.perform(book, state, player, event.space, Acting(worker, ANY, paid))
    return book


def legal_clones(state: State, seat: int) -> Iterator[CloneWorker]:
    """AN-7.7.18: the types in the Tired column."""
    tired = state.players[seat].tired
    return (CloneWorker(name) for kind, name in enumerate(WORKERS) if tired[kind])


def clone_worker(state: State, seat: int, event: CloneWorker) -> Book:
    """AN-7.7.18: one more Worker of a Tired type, Active. Raises Violation AN-7.7.18 for another type."""
    player, book = state.players[seat], Book()
    head(state.agenda, Cloning)
    kind = WORKER.get(event.worker, -1)
    if kind < 0 or not player.tired[kind]:
        raise Violation("AN-7.7.18", worker=event.worker, tired=dict(zip(WORKERS, player.tired, strict=True)))
    state.agenda.pop()
    add_active(book, player, kind, 1, "cloning_vat")
    return book
