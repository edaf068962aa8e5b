"""Production turns (DA-6.10 to DA-6.13, DA-7.10, DA-7.20 to DA-7.26)."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import permutations

from engine.clause import Violation
from engine.games.daitoshi.catalogue import HOUSE_CATALOGUE
from engine.games.daitoshi.components import Catalogue, Marks
from engine.games.daitoshi.items import (
    Activate,
    Advance,
    AdvanceAll,
    Context,
    LeaderPilgrims,
    Produce,
    TurnStart,
    Window,
)
from engine.games.daitoshi.partnerships import eligible, has_before_windows
from engine.games.daitoshi.progress import advance
from engine.games.daitoshi.queries import occupied, operation
from engine.games.daitoshi.resolving import resolve, step
from engine.games.daitoshi.state import Activation, Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ActivateBuilding, FinishProduction, LeadProduction, UseGrant
from events.vocabulary.daitoshi.effects import Effects, Pilgrim, Vp

Floors = tuple[int, ...]
Times = dict[str, int]
"""How often a column is gained, by its mark."""
CONDITION = "lead_production"
PRODUCTION = Context("production")
SOURCES = tuple(f"building:{building}" for building in range(3))
COST_LEFT = 2
TIMES: Times = {"x": 0, "b": 1, "p": 0, "bp": 1}
TIMES_OF_LEADER: Times = {"x": 0, "b": 1, "p": 1, "bp": 2}


# Leading.


def legal_leads(state: State, seat: int) -> Iterator[LeadProduction]:
    """DA-7.10: a production turn, if it can be led."""
    if state.players[seat].token == "centre":
        yield LeadProduction()


def lead_production(book: Book, state: State, player: Player, item: TurnStart, event: LeadProduction) -> None:
    """DA-7.10, DA-6.10: a production turn begins. Raises Violation DA-7.10 if the token is not in the centre."""
    if player.token != "centre":
        raise Violation("DA-7.10", token=player.token)
    player.token = "right"
    state.leader, state.phase = player.seat, "production"
    state.moving = list(range(len(state.players)))
    state.moving.remove(player.seat)
    state.acting = [player.seat, *state.moving]
    player.stack.pop()
    player.stack.extend((Window(player.seat, CONDITION), LeaderPilgrims()))
    at_the_end = state.options.progress_timing == "end_of_production"
    for each in state.players:
        each.activated, each.free, each.finished = [], False, False
        each.unused = with_inventions(each)
        if at_the_end:
            each.stack.append(AdvanceAll())
        each.stack.append(Produce(each.seat))
    if has_before_windows(state) and eligible(state, player, CONDITION):
        player.stack.append(Window(player.seat, CONDITION))


def with_inventions(player: Player) -> list[int]:
    """The buildings that hold an invention."""
    found = []
    for building, slots in enumerate(player.slots):  # plain loops are fastest
        for slot in slots:
            if slot.tile is not None:
                found.append(building)
                break
    return found


@step(Produce)
def produce(book: Book, state: State, player: Player, frame: Produce) -> bool:
    """DA-6.13: a player who can neither activate nor use the grant has finished."""
    if player.unused and (player.grant or player.free):
        return False
    for building in player.unused:
        if cost_of(state, player, building) <= player.steam:
            return False
    finish(player)
    return True


def finish(player: Player) -> None:
    """DA-6.13: end a player's part in this production."""
    player.finished = True
    player.stack.pop()


# Decisions of everybody.


def cost_of(state: State, player: Player, building: int) -> int:
    """DA-4.3: the steam that a building costs; nothing after the grant."""
    if player.free:
        return 0
    if building == 0:
        return COST_LEFT
    return operation(state, player, "op_buildings", "cost_centre" if building == 1 else "cost_right")


def can_use_grant(player: Player) -> bool:
    """DA-7.20: whether the player has the grant and a building to activate."""
    return player.grant and bool(player.unused)


def legal_grants(state: State, seat: int) -> Iterator[UseGrant]:
    """DA-7.20: using the grant, if possible."""
    if can_use_grant(state.players[seat]):
        yield UseGrant()


def use_grant(book: Book, state: State, player: Player, item: Produce, event: UseGrant) -> None:
    """DA-7.20: activations cost nothing until the end of this production turn. Raises Violation DA-7.20."""
    if not can_use_grant(player):
        raise Violation("DA-7.20", grant=player.grant, activated=[each.building for each in player.activated])
    player.grant, player.free = False, True


def legal_activations(state: State, seat: int) -> Iterator[ActivateBuilding]:
    """DA-7.21: every building that can be paid for, in every order of its inventions and of their markers."""
    player = state.players[seat]
    for building in player.unused:
        if cost_of(state, player, building) <= player.steam:
            floors = occupied(player, building)
            for order in permutations(floors):
                stated = None if order == floors else order
                for then in permutations(floors):
                    yield ActivateBuilding(building, stated, None if then == order else then)


def activate_building(book: Book, state: State, player: Player, item: Produce, event: ActivateBuilding) -> None:
    """DA-7.21: pay, then the inventions, then their markers.

    Raises Violation DA-7.21 for a building that is empty, already activated or too expensive, or for an invalid order.
    """
    if event.building not in player.unused:
        raise Violation("DA-7.21", building=event.building, open=player.unused)
    cost = cost_of(state, player, event.building)
    if cost > player.steam:
        raise Violation("DA-7.21", cost=cost, steam=player.steam)
    floors = occupied(player, event.building)
    order = floors if event.order is None else _checked(event.order, floors)
    then = order if event.advance_order is None else _checked(event.advance_order, floors)
    building, source = event.building, SOURCES[event.building]
    enter(book, player, "steam", -cost, source)
    enter(book, player, "produced", 1, source)
    player.unused.remove(building)
    player.activated.append(Activation(building, then))
    at_once = then if state.options.progress_timing == "per_building" else ()
    activate(book, state, player, building, order, at_once)


def _checked(stated: Floors, floors: Floors) -> Floors:
    """DA-7.21: check that this is an order of these floors. Raises Violation DA-7.21."""
    if stated != floors and (len(stated) != len(floors) or {*stated} != {*floors}):
        raise Violation("DA-7.21", order=stated, floors=floors)
    return stated


def plain_activation(player: Player, event: ActivateBuilding) -> ActivateBuilding:
    """DA-7.1: an activation without orders that are the default, if the player can activate that building."""
    if event.building not in player.unused:
        return event
    floors = occupied(player, event.building)
    order = floors if event.order is None else event.order
    then = order if event.advance_order is None else event.advance_order
    return _plain(event.building, order, then) if tuple(sorted(order)) == floors else event


def _plain(building: int, order: Floors, then: Floors) -> ActivateBuilding:
    """DA-7.21: the activation; the default is ascending order, with the markers in the same order."""
    stated = None if list(order) == sorted(order) else order
    return ActivateBuilding(building, stated, None if then == order else then)


def legal_finish(state: State, seat: int) -> Iterator[FinishProduction]:
    """DA-7.25: no more production."""
    yield FinishProduction()


def finish_production(book: Book, state: State, player: Player, item: Produce, event: FinishProduction) -> None:
    """DA-7.25: end one's own production."""
    finish(player)


# What follows.


@step(Activate)
def go_on_activating(book: Book, state: State, player: Player, frame: Activate) -> bool:
    """DA-7.22: continue after a question."""
    player.stack.pop()
    activate(book, state, player, frame.building, frame.floors, frame.then)
    return True


def activate(book: Book, state: State, player: Player, building: int, floors: Floors, then: Floors) -> None:
    """DA-7.22: the inventions of a building, one after another, each by the marks of its position at this moment.

    DA-7.24: after them, the markers of the floors `then`.
    """
    stack, leads = player.stack, state.leader == player.seat
    slots, rows = player.slots[building], state.catalogue.slots[building]
    gains_of = house_gains if state.own is None else partial(gains, state.own)
    height, left = len(stack), iter(floors)
    for floor in left:
        slot, row = slots[floor - 1], rows[floor - 1]
        marks = row.marks_high if slot.high else row.marks_low
        if resolve(book, state, player, gains_of(slot.tile or "", marks, leads), PRODUCTION):
            if (rest := tuple(left)) or then:
                stack.insert(height, Activate(building, rest, then))
            return
    advance_markers(book, state, player, building, then)


@cache
def house_gains(tile: str, marks: Marks, leads: bool) -> Effects:
    """DA-7.22: what a tile of the house gives in a slot with these marks, computed once."""
    return gains(HOUSE_CATALOGUE, tile, marks, leads)


def gains(catalogue: Catalogue, tile: str, marks: Marks, leads: bool) -> Effects:
    """DA-7.23: what the marks of a slot give, column by column; a column gained twice comes twice in a row."""
    times, invention = TIMES_OF_LEADER if leads else TIMES, catalogue.invention[tile]
    columns = invention.left, invention.centre, (Vp(invention.vp),) if invention.vp else ()
    return tuple(effect for column, mark in zip(columns, marks, strict=True) for effect in column * times[mark])


@step(Advance)
def go_on_advancing(book: Book, state: State, player: Player, frame: Advance) -> bool:
    """DA-7.24: continue after a question, or at the end of the production."""
    player.stack.pop()
    advance_markers(book, state, player, frame.building, frame.floors)
    return True


def advance_markers(book: Book, state: State, player: Player, building: int, floors: Floors) -> None:
    """DA-7.24: the markers of the activated inventions, one invention after another."""
    stack = player.stack
    steps = operation(state, player, "op_progress", "advance_leader" if state.leader == player.seat else "advance")
    height, left = len(stack), iter(floors if steps else ())
    for floor in left:
        if advance(book, state, player, (building, floor), steps, progress_of(building, floor)):
            if rest := tuple(left):
                stack.insert(height, Advance(building, rest))
            return


@cache
def progress_of(building: int, floor: int) -> Context:
    """The context of the steps of a slot's progress track."""
    return Context("progress_track", slot=(building, floor))


@step(AdvanceAll)
def advance_all(book: Book, state: State, player: Player, frame: AdvanceAll) -> bool:
    """DA-7.24: with `end_of_production`, in the order of activation."""
    player.stack.pop()
    player.stack.extend(Advance(each.building, each.floors) for each in reversed(player.activated))
    return True


@step(LeaderPilgrims)
def leader_pilgrims(book: Book, state: State, player: Player, frame: LeaderPilgrims) -> bool:
    """DA-7.26: a pilgrim step for each building that the leader activated."""
    player.stack.pop()
    resolve(book, state, player, (Pilgrim("any"),) * len(player.activated), PRODUCTION)
    return True
