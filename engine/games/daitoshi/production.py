"""Production turns (DA-6.10 to DA-6.13, DA-7.10, DA-7.20 to DA-7.26)."""

from collections.abc import Iterator
from itertools import permutations

from engine.clause import Violation
from engine.games.daitoshi.agenda import (
    Activate,
    Advance,
    AdvanceAll,
    Context,
    LeaderPilgrims,
    Produce,
    TurnStart,
    Window,
)
from engine.games.daitoshi.partnerships import has_before_windows
from engine.games.daitoshi.progress import advance
from engine.games.daitoshi.resolving import resolve, step
from engine.games.daitoshi.state import (
    Activation,
    Player,
    Slot,
    State,
    factory_slot,
    invention_in,
    occupied,
    operation,
)
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ActivateBuilding, FinishProduction, LeadProduction, UseGrant
from events.vocabulary.daitoshi.effects import Effects, Pilgrim, Vp

CONDITION = "lead_production"
PRODUCTION, PROGRESS = Context("production"), Context("progress_track")
COST_LEFT = 2
TIMES, TIMES_OF_LEADER = {"x": 0, "b": 1, "p": 0, "bp": 1}, {"x": 0, "b": 1, "p": 1, "bp": 2}


# Leading.


def legal_leads(state: State, seat: int) -> Iterator[LeadProduction]:
    """DA-7.10."""
    if state.players[seat].token == "centre":
        yield LeadProduction()


def lead_production(state: State, player: Player, item: TurnStart, event: LeadProduction, book: Book) -> None:
    """DA-7.10, DA-6.10: a production turn begins. Raises Violation DA-7.10 if the token is not in the centre."""
    if player.token != "centre":
        raise Violation("DA-7.10", token=player.token)
    player.token = "right"
    state.leader, state.phase = player.seat, "production"
    state.acting = [player.seat, *(other.seat for other in state.players if other is not player)]
    player.stack.pop()
    player.stack.extend((Window(player.seat, CONDITION), LeaderPilgrims()))
    for each in state.players:
        each.activated, each.free, each.finished, each.settled = [], False, False, False
        if state.options.progress_timing == "end_of_production":
            each.stack.append(AdvanceAll())
        each.stack.append(Produce(each.seat))
    if has_before_windows(state):
        player.stack.append(Window(player.seat, CONDITION))


@step(Produce)
def produce(state: State, player: Player, frame: Produce, book: Book) -> bool:
    """DA-6.13: a player who can neither activate nor use the grant has finished."""
    unused = unused_buildings(player)
    if unused and (player.grant or player.free):
        return False
    for building in unused:
        if cost_of(state, player, building) <= player.steam:
            return False
    finish(player)
    return True


def finish(player: Player) -> None:
    """DA-6.13: nothing more of a player's in this production."""
    player.finished = True
    player.stack.pop()


# Decisions of everybody.


def open_buildings(state: State, player: Player) -> Iterator[tuple[int, int]]:
    """DA-7.21: the buildings with an invention that are not activated yet, and what they cost."""
    for building in unused_buildings(player):
        yield building, cost_of(state, player, building)


def unused_buildings(player: Player) -> list[int]:
    """The buildings with an invention that are not activated yet; the ground floor is filled first (DA-7.43)."""
    done = [activation.building for activation in player.activated]
    return [n for n, slots in enumerate(player.slots) if n not in done and _holds_any(slots)]


def _holds_any(slots: list[Slot]) -> bool:
    for slot in slots:  # noqa: SIM110  # the plain loop is the fastest, and this is asked after every event
        if slot.tile is not None:
            return True
    return False


def cost_of(state: State, player: Player, building: int) -> int:
    """DA-4.3: the steam that a building costs; nothing after the grant."""
    if player.free:
        return 0
    if building == 0:
        return COST_LEFT
    return operation(state, player, "op_buildings", "cost_centre" if building == 1 else "cost_right")


def can_use_grant(player: Player) -> bool:
    """DA-7.20: the grant is there, and a building to be activated."""
    return player.grant and bool(unused_buildings(player))


def legal_grants(state: State, seat: int) -> Iterator[UseGrant]:
    """DA-7.20."""
    if can_use_grant(state.players[seat]):
        yield UseGrant()


def use_grant(state: State, player: Player, item: Produce, event: UseGrant, book: Book) -> None:
    """DA-7.20: activations cost nothing until the end of this production turn. Raises Violation DA-7.20."""
    if not can_use_grant(player):
        raise Violation("DA-7.20", grant=player.grant, activated=[each.building for each in player.activated])
    player.grant, player.free = False, True


def legal_activations(state: State, seat: int) -> Iterator[ActivateBuilding]:
    """DA-7.21: every building that can be paid, in every order of its inventions and of their markers."""
    player = state.players[seat]
    for building, cost in open_buildings(state, player):
        if cost <= player.steam:
            floors = occupied(player, building)
            for order in permutations(floors):
                yield from (ActivateBuilding(building, order, then) for then in permutations(floors))


def activate_building(state: State, player: Player, item: Produce, event: ActivateBuilding, book: Book) -> None:
    """DA-7.21: pay, then the inventions, then their markers.

    Raises Violation DA-7.21 for a building that is empty, activated or too dear, and an order that is none of it.
    """
    if event.building not in (unused := unused_buildings(player)):
        raise Violation("DA-7.21", building=event.building, open=unused)
    cost = cost_of(state, player, event.building)
    if cost > player.steam:
        raise Violation("DA-7.21", cost=cost, steam=player.steam)
    floors = occupied(player, event.building)
    order = floors if event.order is None else event.order
    then = order if event.advance_order is None else event.advance_order
    for told in (order, then):
        if told != floors and tuple(sorted(told)) != floors:
            raise Violation("DA-7.21", order=told, floors=floors)
    enter(book, player, "steam", -cost, f"building:{event.building}")
    enter(book, player, "produced", 1, f"building:{event.building}")
    player.activated.append(Activation(event.building, then))
    if state.options.progress_timing == "per_building":
        player.stack.append(Advance(event.building, then))
    player.stack.append(Activate(event.building, order))


def plain_activation(player: Player, event: ActivateBuilding) -> ActivateBuilding:
    """DA-7.21: an activation with its orders told."""
    if event.order is not None and event.advance_order is not None:
        return event
    in_range = 0 <= event.building < len(player.slots)
    order = event.order or (occupied(player, event.building) if in_range else ())
    return ActivateBuilding(event.building, order, event.advance_order or order)


def legal_finish(state: State, seat: int) -> Iterator[FinishProduction]:
    """DA-7.25."""
    yield FinishProduction()


def finish_production(state: State, player: Player, item: Produce, event: FinishProduction, book: Book) -> None:
    """DA-7.25."""
    finish(player)


# What follows.


@step(Activate)
def activate(state: State, player: Player, frame: Activate, book: Book) -> bool:
    """DA-7.22: the inventions of a building, one after the other, each by the marks of its position at this moment."""
    stack = player.stack
    stack.pop()
    height = len(stack)
    for done, floor in enumerate(frame.floors, 1):
        resolve(state, player, gains_of(state, player, frame.building, floor), PRODUCTION, book)
        if len(stack) > height:
            if done < len(frame.floors):
                stack.insert(height, Activate(frame.building, frame.floors[done:]))
            break
    return True


def gains_of(state: State, player: Player, building: int, floor: int) -> Effects:
    """DA-7.22, DA-7.23: what the marks of a slot give to a player, column by column."""
    slot, row = player.slots[building][floor - 1], factory_slot(state, building, floor)
    invention = invention_in(state, player, slot)
    times = TIMES_OF_LEADER if state.leader == player.seat else TIMES
    left, centre, right = row.marks_high if slot.high else row.marks_low
    gained = invention.left * times[left] + invention.centre * times[centre]
    return gained + (Vp(invention.vp),) * times[right] if times[right] else gained


@step(Advance)
def advance_markers(state: State, player: Player, frame: Advance, book: Book) -> bool:
    """DA-7.24: the markers of the inventions activated, one invention after the other."""
    stack = player.stack
    stack.pop()
    steps = operation(state, player, "op_progress", "advance_leader" if state.leader == player.seat else "advance")
    height = len(stack)
    for done, floor in enumerate(frame.floors, 1) if steps else ():
        place = (frame.building, floor)
        advance(state, player, place, steps, Context(PROGRESS.source, slot=place), book)
        if len(stack) > height:
            if done < len(frame.floors):
                stack.insert(height, Advance(frame.building, frame.floors[done:]))
            break
    return True


@step(AdvanceAll)
def advance_all(state: State, player: Player, frame: AdvanceAll, book: Book) -> bool:
    """DA-7.24: with `end_of_production`, in the order of activation."""
    player.stack.pop()
    player.stack.extend(Advance(each.building, each.floors) for each in reversed(player.activated))
    return True


@step(LeaderPilgrims)
def leader_pilgrims(state: State, player: Player, frame: LeaderPilgrims, book: Book) -> bool:
    """DA-7.26: a pilgrim step for each building that the leader activated."""
    player.stack.pop()
    resolve(state, player, (Pilgrim("any"),) * len(player.activated), PRODUCTION, book)
    return True
