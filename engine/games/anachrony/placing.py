"""Placing a Worker (AN-7.1, AN-7.2): the checks in order, then cost, Worker and Exosuit, and the effect."""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from engine.clause import Violation
from engine.games.anachrony import council, evacuation, supply, tile_effects, trade
from engine.games.anachrony.chameleon import can_copy
from engine.games.anachrony.components import (
    ADMINISTRATORS,
    CAPITAL_ACTIONS,
    SCIENTISTS,
    WORKER,
    WORKERS,
    Amounts,
)
from engine.games.anachrony.costs import can_pay, discount, in_order, pay, with_goods_paid
from engine.games.anachrony.figures import place_active, uncover, use_powered
from engine.games.anachrony.items import CapitalCopy, Mining, Nested, Trading
from engine.games.anachrony.performing import can_perform
from engine.games.anachrony.queries import counts_as, is_full
from engine.games.anachrony.spaces import (
    anomaly_spot,
    main_target,
    own_target,
    own_targets,
    payments,
    stated_cost,
    water_saved,
)
from engine.games.anachrony.state import Busy, Player, State
from engine.games.anachrony.tables import ANOMALY, MAIN, SUPPLY, Target
from engine.games.anachrony.tile_effects import Acting
from engine.ledger import Book, enter
from events.vocabulary.anachrony import Payment, PlaceWorker

OWN, MAIN_BOARD, SUIT = "own", "main", "suit"
"""The scopes of nested placements: the player's own board, main board, main board with an empty Exosuit."""
SCOPE_CLAUSE = {OWN: "AN-7.8.1", MAIN_BOARD: "AN-7.7.11", SUIT: "AN-7.8.7"}
PURIFIED = 3
Workers = list[tuple[str | None, int]]


def scope_of(state: State) -> str:
    """Where a placement can go now: anywhere in a turn, otherwise where the nested placement allows."""
    item = state.agenda[-1]
    return item.scope if type(item) is Nested else ""


def legal_placements(state: State, seat: int) -> Iterator[PlaceWorker]:
    """AN-7.10.1, AN-7.10.2, AN-11.4.7, AN-11.4.16: every space with every different Worker and payment."""
    return placements(state, state.players[seat], scope_of(state))


def placements(state: State, player: Player, scope: str, markers_used: int = 0) -> Iterator[PlaceWorker]:
    """The placements of a scope; `markers_used` are about to be placed by the Free Action that opens them."""
    workers: Workers = [(None, SCIENTISTS)]
    if scope != SUIT:
        workers = _workers(state, player)
    if not workers:
        return
    if scope != OWN and player.powered + player.powered_glitch:
        yield from _on_main_board(state, player, workers, markers_used)
    if scope in ("", OWN):
        yield from _on_own_board(state, player, workers, own_targets(state, player))


def placements_on(state: State, seat: int, spaces: Container[str]) -> Iterator[PlaceWorker]:
    """The legal placements on some spaces of the player's own board."""
    player = state.players[seat]
    if scope_of(state) in ("", OWN):
        targets = (target for target in own_targets(state, player) if target.space in spaces)
        yield from _on_own_board(state, player, _workers(state, player), targets)


def _workers(state: State, player: Player) -> Workers:
    """The Workers that can be placed, with what they count as."""
    return [
        (name, counts_as(state, player, name))
        for kind, name in enumerate(WORKERS)
        if player.active[kind] > player.fresh[kind]
    ]


def _on_main_board(state: State, player: Player, workers: Workers, markers_used: int) -> Iterator[PlaceWorker]:
    known: dict[tuple[Any, ...], bool] = {}
    saved = discount(state, player)
    taken = {space for each in state.players for space in each.suits}.union(state.face_down)
    for space, row in state.tables.spaces.items():
        if row.min_players > len(state.players) or (row.is_hex and space in taken):
            continue
        if row.after_impact and (not state.after_impact or evacuation.problem(state, player, markers_used)):
            continue
        cost = row.cost[state.after_impact]
        if not can_pay(player, cost, saved):
            continue
        net, goods = _net(state, cost, saved), tuple(what for what in cost.items() if what[0] != "water")
        for worker, types in workers:
            if types & row.types:
                key = (row.action, row.takes_first_player, types, net, goods, worker, state.collapsing.get(space))
                able = known.get(key)
                if able is None:
                    able = known[key] = _can_act(*with_goods_paid(state, player, cost), space, worker, types, net)
                if able:
                    yield PlaceWorker(space, worker)


def _on_own_board(state: State, player: Player, workers: Workers, targets: Iterable[Target]) -> Iterator[PlaceWorker]:
    for target in targets:
        saved = water_saved(state, player, target)
        ways: list[tuple[Payment | None, Amounts]] | None = None
        for worker, types in workers:
            if types & target.types:
                if ways is None:
                    ways = list(payments(state, player, target, saved))
                for payment, cost in ways:
                    if _is_executable(state, player, target, worker, types, cost, saved):
                        yield PlaceWorker(target.space, worker, payment)


def _net(state: State, cost: Amounts, saved: int) -> int:
    """AN-7.1.6, AN-7.1.7: the Water that later costs of the action save, minus the cost of its placement."""
    water = cost.get("water", 0)
    if not water:
        return saved if state.options.reservoir_scope == "total" else 0
    return saved - water if saved < water else 0


def _is_executable(
    state: State, player: Player, target: Target, worker: str | None, types: int, cost: Amounts, saved: int
) -> bool:
    """AN-7.1.6: whether the effect of a space on the player's own board can be executed."""
    if target.kind in (SUPPLY, ANOMALY):
        return True
    net, tile = _net(state, cost, saved), state.tables.tiles[target.space]
    if tile.looks_at_goods:
        state, player = with_goods_paid(state, player, cost)
    return can_perform(state, player, tile, types, net, worker, can_copy)


def _can_act(state: State, player: Player, space: str, worker: str | None, types: int, net: int) -> bool:
    """AN-7.1.6: whether the effect of a space on the main board can be executed."""
    row = state.tables.spaces[space]
    if row.action in CAPITAL_ACTIONS:
        return council.can_do(state, player, row.action, types, net, state.collapsing.get(space, ""), worker)
    if row.action == "world_council" and not row.takes_first_player:  # AN-7.3.21
        if state.options.idle_actions and any(is_full(state, action) for action in CAPITAL_ACTIONS):
            return True
        barred = council.barred_for(state, player, worker)
        return next(council.copies(state, player, types, True, barred, net, worker), None) is not None
    if row.action == "trade_with_nomads":
        return state.options.idle_actions or trade.can_trade(state, player)
    return True


def place_worker(state: State, seat: int, event: PlaceWorker) -> Book:
    """AN-7.1.1, AN-7.2.1, AN-7.2.2: a Worker is placed on a space, and its effect begins.

    Raises Violation for the first of the checks that fails: AN-7.1.2 for a space that is not available; AN-7.8.1,
    AN-7.7.11, AN-7.8.7 for one that the Free Action does not open; AN-7.1.3 and AN-7.1.5 for the Worker; AN-7.1.4 for
    the Exosuit; AN-7.2.1 and others for the payment, AN-7.1.15, AN-7.1.6 for an effect that cannot be executed.
    """
    player, scope, row = state.players[seat], scope_of(state), state.tables.spaces.get(event.space)
    on_main = row is not None
    target = main_target(state, event.space) if on_main else own_target(state, player, event.space)
    _check_scope(scope, event, on_main)
    types = counts_as(state, player, event.worker)
    _check_worker(player, event, target, types)
    if on_main and not player.powered + player.powered_glitch:
        raise Violation("AN-7.1.4", powered=0)
    cost = stated_cost(state, player, target, event.payment)
    saved = water_saved(state, player, target)
    if not can_pay(player, cost, saved):
        raise Violation("AN-7.1.15", cost=cost, has={what: getattr(player, what) for what in cost})
    _check_effect(state, player, event, target, types, cost, saved)
    state.agenda.pop()
    book = Book()
    pay(book, state, player, cost, saved, event.space)
    _stand(book, state, player, event, target)
    if row is not None:
        MAIN_ACTIONS[row.action](book, state, player, event, types)
    elif target.kind == SUPPLY:
        supply.supply(book, state, player)
    elif target.kind != ANOMALY:
        paid = sum(cost.values()) if target.by_choice.startswith("x_") else 0
        tile_effects.perform(book, state, player, event.space, Acting(event.worker, types, paid))
    return book


def _check_scope(scope: str, event: PlaceWorker, on_main: bool) -> None:
    if scope and on_main != (scope != OWN):
        raise Violation(SCOPE_CLAUSE[scope], space=event.space)
    if (event.worker is None) != (scope == SUIT):
        raise Violation("AN-7.8.7", space=event.space, worker=event.worker)
    if event.worker is not None and event.worker not in WORKER:
        raise Violation("AN-7.0", worker=event.worker, expected=list(WORKERS))


def _check_worker(player: Player, event: PlaceWorker, target: Target, types: int) -> None:
    if not types & target.types:
        raise Violation("AN-7.1.3", space=event.space, worker=event.worker)
    if event.worker is not None:
        kind = WORKER[event.worker]
        if player.active[kind] <= player.fresh[kind]:
            raise Violation("AN-7.1.5", worker=event.worker, active=player.active[kind], fresh=player.fresh[kind])


def _check_effect(
    state: State, player: Player, event: PlaceWorker, target: Target, types: int, cost: Amounts, saved: int
) -> None:
    if target.kind != MAIN:
        able = _is_executable(state, player, target, event.worker, types, cost, saved)
    else:
        if event.space == "evacuation" and (problem := evacuation.problem(state, player)):
            raise problem
        net = _net(state, cost, saved)
        able = _can_act(*with_goods_paid(state, player, cost), event.space, event.worker, types, net)
    if not able:
        raise Violation("AN-7.1.6", space=event.space, worker=event.worker)


def _stand(book: Book, state: State, player: Player, event: PlaceWorker, target: Target) -> None:
    """AN-7.2.2: put Worker and Exosuit on the space; AN-7.6.14: on an Anomaly, both Worker and tile are removed."""
    if event.worker is not None:
        place_active(book, player, event.worker, event.space)
    if target.kind == ANOMALY:
        state.anomaly_supply += 1
        uncover(book, player, anomaly_spot(event.space))
        return
    if event.worker is not None:
        player.busy.append(Busy(event.space, event.worker))
    if target.kind == MAIN:
        use_powered(book, player, event.space)
        player.suits.append(event.space)


# ---- what the spaces of the main board do


def _capital(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    """AN-7.3: the Capital Action; AN-7.3.25, AN-7.3.26: then one more action, if the tile grants it."""
    tile = state.collapsing.get(event.space, "")
    action = state.tables.spaces[event.space].action
    state.agenda += council.extra_of(state, player.seat, tile, types, action)
    state.agenda.append(council.opened(player.seat, action, types, tile))


def _council(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    """AN-7.3.19 to AN-7.3.21, AN-11.4.10: the World Council."""
    left = state.tables.spaces[event.space].takes_first_player
    if left:
        state.first_player = player.seat
    barred = council.barred_for(state, player, event.worker)
    state.agenda.append(CapitalCopy(player.seat, types, True, left, barred))


def _mine(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    """AN-7.4.3: there is no cost, and any Worker is allowed."""
    state.agenda.append(Mining(player.seat, event.space))


def _purify(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    """AN-7.4.4: a Scientist gains one more Water."""
    enter(book, player, "water", PURIFIED + bool(types & SCIENTISTS), "purify")


def _trade(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    """AN-7.4.6: an Administrator may trade twice."""
    more = bool(types & ADMINISTRATORS)
    state.agenda.append(Trading(player.seat, "", state.options.idle_actions, more))


def _evacuation(book: Book, state: State, player: Player, event: PlaceWorker, types: int) -> None:
    evacuation.evacuate(book, state, player)


MAIN_ACTIONS: dict[str, Callable[[Book, State, Player, PlaceWorker, int], None]] = {
    "construct": _capital,
    "recruit": _capital,
    "research": _capital,
    "world_council": _council,
    "mine": _mine,
    "purify_water": _purify,
    "trade_with_nomads": _trade,
    "evacuation": _evacuation,
}


def plain_placement(event: PlaceWorker) -> PlaceWorker:
    """AN-7.10.3: the placement with its units in order."""
    return PlaceWorker(event.space, event.worker, plain_payment(event.payment))


def plain_payment(payment: Payment | None) -> Payment | None:
    """The same for a payment."""
    if payment is None or not payment.tug:
        return payment
    return Payment(payment.energy_core, payment.water, payment.neutronium, in_order(payment.tug))
