"""The action of a city turn: availability, banners used before it, payment (DA-6.22, DA-6.23, DA-7.40, DA-7.41)."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from engine.clause import Violation
from engine.games.daitoshi.figures import least_wealth, wealths
from engine.games.daitoshi.items import Act, ActionEvent, Execute, Question, Window
from engine.games.daitoshi.lookahead import Test, is_idle, purses, reaches, still_reaches
from engine.games.daitoshi.partnerships import befores, check_before, push_banners, snapshot_for
from engine.games.daitoshi.queries import district_tile, machine_of, record_size
from engine.games.daitoshi.resolving import step
from engine.games.daitoshi.state import HEXES, Player, Purse, State
from engine.ledger import Book
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import SkipAction

CONTRIBUTE = "contribute"


class Need(Struct, frozen=True, gc=False):
    """What an action requires: a cost in a resource (partly payable with wealth), steam, hexes."""

    resource: str
    cost: int
    steam: int = 0
    hexes: int = 0
    hex: str | None = None


class ActionRule(Struct, frozen=True):
    """How an action is decided.

    `id` and `condition` are those of the district and of the cities. `check(state, player, event)` raises a Violation
    for anything that no effect could remedy, `need(state, event)` is what the action requires;
    `offers(state, player, budget)` yields the parameters of all actions that pass the check and cost no more than the
    budget, each with its need; `execute(book, state, player, event)` performs the action after all checks.
    """

    id: str
    condition: str
    kind: Any
    resource: str
    check: Callable[[State, Player, Any], None]
    need: Callable[[State, Any], Need]
    offers: Callable[[State, Player, int], Iterator[tuple[dict[str, Any], Need]]]
    execute: Callable[[Book, State, Player, Any], None]


Legal = Callable[[State, int], Iterator[Any]]
ACTIONS: dict[type, ActionRule] = {}
FASTEST_FIRST = (events.Trade, events.Electrify, events.Renovate, events.Expand, events.CommitInventions)
"""The order in which actions are tried to find out whether any is legal: the one found fastest comes first."""
NEVER_AFTER_BANNERS: list[Legal] = []
"""The enumerations of actions that no city has as its condition."""


def action(rule: ActionRule) -> Legal:
    """Register an action before which banners may be used; its enumeration is returned."""
    ACTIONS[rule.kind] = rule
    return legal_actions(rule)


def is_available(state: State, player: Player, action: str) -> bool:
    """DA-7.40: the district's action, `contribute` where the mega-machine is, any action in the Town Hall."""
    of_district = district_tile(state, state.slices[player.slice].inner).action
    if action == CONTRIBUTE and machine_of(state).slice == player.slice:
        return True
    return of_district in ("wild", action)


# Deciding.


def decide(book: Book, state: State, player: Player, item: Act, event: Any) -> None:
    """DA-7.40: an action. Raises Violation under its own clause, or under DA-7.2 if it cannot be paid for.

    With `before`, the clause is DA-6.20 or DA-6.22 if those banners cannot be used, and DA-6.23 if no answers to the
    questions of their effects lead to a position in which the action could be performed.
    """
    rule = ACTIONS[type(event)]
    if not is_available(state, player, rule.id):
        raise Violation("DA-7.40", action=rule.id, slice=player.slice)
    rule.check(state, player, event)
    need = rule.need(state, event)
    check_before(state, player, rule.condition, event)
    if not event.before:
        if short := shortage(player, need, event.pay_wealth):
            raise short
    elif not can_be_done(state, player, rule, need, event):
        raise Violation("DA-6.23", action=rule.id, before=event.before)
    player.stack.pop()
    player.stack.append(Window(player.seat, rule.condition))
    state.snapshot = snapshot_for(state, player, rule.condition)
    if event.before:
        state.promised = True
        player.stack.append(Execute(event))
        push_banners(player, event.before)
    else:
        rule.execute(book, state, player, event)


def can_be_done(state: State, player: Player, rule: ActionRule, need: Need, event: Any) -> bool:
    """DA-6.23: whether some answers lead to a position in which the action can be performed."""
    if _is_safe(state, player, need, event):
        return True
    return reaches(state, player.seat, rule.condition, event.before, _test(need, event))


def _is_safe(state: State, player: Player, need: Need, event: Any) -> bool:
    """Whether the action is already possible, and no effect of the banners before it takes away what it needs."""
    catalogue = state.catalogue
    takers = catalogue.spenders if not need.hexes and need.hex is None else catalogue.takers
    if any(city in takers for city in state.cities):
        takers += catalogue.activators
    return not any(city in takers for city in event.before) and suffices(player, need, event.pay_wealth)


def _test(need: Need, event: Any) -> Test:
    """DA-6.23: the test of whether the action could be performed with what a player has."""
    return lambda there: suffices(there, need, event.pay_wealth)


def cannot_fail(state: State, player: Player, item: Question) -> bool:
    """DA-6.23: whether the chosen action remains possible whatever the answer is."""
    if is_idle(item):
        return True
    event = _decided(player)
    return _is_safe(state, player, ACTIONS[type(event)].need(state, event), event)


def _decided(player: Player) -> Any:
    """The chosen action, which waits for the banners used before it."""
    return next(frame.event for frame in player.stack if isinstance(frame, Execute))


def can_still_be_done(state: State, player: Player, answer: Callable[[State], None]) -> bool:
    """DA-6.23: whether the chosen action is still possible after an answer to an effect before it."""
    event = _decided(player)
    return still_reaches(state, player.seat, answer, _test(ACTIONS[type(event)].need(state, event), event))


@step(Execute)
def execute(book: Book, state: State, player: Player, frame: Execute) -> bool:
    """DA-6.22: after the banners, perform the action with the given parameters."""
    player.stack.pop()
    state.promised = False
    ACTIONS[type(frame.event)].execute(book, state, player, frame.event)
    return True


def suffices(player: Player | Purse, need: Need, wealth: int | None) -> bool:
    """Whether a player has what an action requires, with the given amount of wealth."""
    least = least_wealth(player, need.resource, need.cost)
    spent = least if wealth is None else wealth
    if not least <= spent <= need.cost or spent > player.wealth or player.steam < need.steam:
        return False
    if need.hexes and record_size(player) < need.hexes:
        return False
    return need.hex is None or getattr(player, HEXES[need.hex]) > 0


def shortage(player: Player, need: Need, wealth: int | None) -> Violation | None:
    """What a player lacks for an action; None if nothing."""
    if suffices(player, need, wealth):
        return None
    least = least_wealth(player, need.resource, need.cost)
    spent = least if wealth is None else wealth
    if not least <= spent <= min(need.cost, player.wealth):
        return Violation(
            "DA-7.2", resource=need.resource, cost=need.cost, least=least, wealth=player.wealth, pay_wealth=spent
        )
    if player.steam < need.steam:
        return Violation("DA-7.2", steam=need.steam, has=player.steam, wealth=player.wealth)
    if (hexes := record_size(player)) < need.hexes:
        return Violation("DA-7.44", hexes=need.hexes, record=hexes)
    return Violation("DA-7.46", hex=need.hex, record=0)


# Enumerating.


def legal_actions(rule: ActionRule) -> Legal:
    """All legal decisions for a kind of action."""

    def legal(state: State, seat: int) -> Iterator[ActionEvent]:
        player = state.players[seat]
        if is_available(state, player, rule.id):
            for before in befores(state, player, rule.condition):
                yield from _with(state, player, rule, before) if before else _without(state, player, rule)

    return legal


def _without(state: State, player: Player, rule: ActionRule) -> Iterator[ActionEvent]:
    """DA-7.2: without banners, everything that can be paid for, with every possible amount of wealth."""
    budget = int(getattr(player, rule.resource)) + player.wealth
    for parameters, need in rule.offers(state, player, budget):
        if suffices(player, need, None):
            for wealth in wealths(player, need.resource, need.cost):
                yield rule.kind(pay_wealth=wealth, **parameters)


def _with(state: State, player: Player, rule: ActionRule, before: tuple[str, ...]) -> Iterator[ActionEvent]:
    """DA-6.23: after these banners; wealth is stated, or left open to mean the least at that moment (DA-7.2)."""
    ends = purses(state, player.seat, rule.condition, before)
    budget = 10**9 if ends is None else max((getattr(e, rule.resource) + e.wealth for e in ends), default=-1)
    payable: dict[tuple[Any, ...], list[int | None]] = {}  # by the fields: compiled, a Need has no hash
    for parameters, need in rule.offers(state, player, budget):
        if (key := astuple(need)) not in payable:
            amounts = (None, *range(need.cost + 1))
            payable[key] = [w for w in amounts if ends is None or any(suffices(end, need, w) for end in ends)]
        for wealth in payable[key]:
            yield rule.kind(before=before, pay_wealth=wealth, **parameters)


def with_least_wealth(state: State, player: Player, event: Any) -> Any:
    """DA-7.2: an action with the default of `pay_wealth` filled in, if it can be chosen at all."""
    rule = ACTIONS[type(event)]
    try:
        rule.check(state, player, event)
    except Violation:
        return event
    need = rule.need(state, event)
    return replace(event, pay_wealth=least_wealth(player, need.resource, need.cost))


@cache
def of_district(action: str) -> tuple[ActionRule, ...]:
    """DA-7.40: the actions that a district's tile makes available."""
    return tuple(ACTIONS[kind] for kind in FASTEST_FIRST if action in ("wild", ACTIONS[kind].id))


def can_act(state: State, player: Player) -> bool:
    """Whether any action is legal; actions without banners are tried first, as they are found fast."""
    rules = of_district(district_tile(state, state.slices[player.slice].inner).action)
    for rule in rules:
        budget, offers = int(getattr(player, rule.resource)) + player.wealth, rule.offers
        for _, need in offers(state, player, budget) if budget else ():
            if suffices(player, need, None):
                return True
    if any(True for legal in NEVER_AFTER_BANNERS for _ in legal(state, player.seat)):
        return True
    befores_of = ((rule, before) for rule in rules for before in befores(state, player, rule.condition) if before)
    return any(True for rule, before in befores_of for _ in _with(state, player, rule, before))


@step(Act)
def act(book: Book, state: State, player: Player, frame: Act) -> bool:
    """DA-6.7: if no action is legal, the step ends by itself."""
    state.phase = "action"
    if can_act(state, player):
        return False
    player.stack.pop()
    return True


def legal_skip(state: State, seat: int) -> Iterator[SkipAction]:
    """DA-7.41: skipping the action is always legal."""
    yield SkipAction()


def skip_action(book: Book, state: State, player: Player, item: Act, event: SkipAction) -> None:
    """DA-7.41: skip the action."""
    player.stack.pop()
