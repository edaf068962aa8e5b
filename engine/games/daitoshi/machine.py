"""The mega-machine: contributing to it, its upgrades, and its way around the city (DA-7.49, DA-6.30)."""

from collections.abc import Iterator
from itertools import combinations

from engine.clause import Violation
from engine.games.daitoshi.actions import CONTRIBUTE, NEVER_AFTER_BANNERS, is_available
from engine.games.daitoshi.components import CONSTANTS, GOODS
from engine.games.daitoshi.items import Act, Context, FillSlot
from engine.games.daitoshi.progress import slots_with_inventions
from engine.games.daitoshi.queries import invention_in, machine_of
from engine.games.daitoshi.resolving import resolve, step
from engine.games.daitoshi.state import COVERED, Given, Player, Slot, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import Contribute

SPACE = Context("machine_space")
COST: dict[str, int] = {price.res: price.n for price in CONSTANTS.contribute_cost}


def can_be_contributed(state: State, player: Player, slot: Slot) -> bool:
    """DA-7.49: whether an invention is ready and not a university one."""
    return slot.tile is not None and slot.ready and invention_in(state, player, slot).quality != "university"


def free_spaces(state: State) -> list[int]:
    """DA-7.49: the machine's spaces that are empty and not covered."""
    return [number for number, there in enumerate(machine_of(state).spaces) if there is None]


def missing_goods(player: Player) -> tuple[str, ...]:
    """DA-7.49: the goods that can be paid only with wealth."""
    return tuple(good for good in GOODS if getattr(player, good) < COST[good])


def legal_contributions(state: State, seat: int) -> Iterator[Contribute]:
    """DA-7.49: every ready invention to every free space, with every choice of goods paid with wealth."""
    player = state.players[seat]
    if not state.university or not is_available(state, player, CONTRIBUTE):
        return
    ready = [(b, f) for b, f, slot in slots_with_inventions(player) if can_be_contributed(state, player, slot)]
    if not ready:
        return
    missing = missing_goods(player)
    spare = player.wealth - COST["wealth"]
    choices = [
        paid
        for number in range(len(GOODS) + 1)
        for paid in combinations(GOODS, number)
        if number <= spare and {*missing} <= {*paid}
    ]
    for building, floor in ready if choices else ():
        for space in free_spaces(state):
            for paid in choices:
                yield Contribute(building=building, floor=floor, space=space, wealth_for=paid)


NEVER_AFTER_BANNERS.append(legal_contributions)


def contribute(book: Book, state: State, player: Player, item: Act, event: Contribute) -> None:
    """DA-7.49: an invention goes to the machine, and a university invention takes its place.

    Raises Violation DA-7.40 if the action is not available, DA-7.49 for any other fault in the event.
    """
    if not is_available(state, player, CONTRIBUTE):
        raise Violation("DA-7.40", action=CONTRIBUTE, slice=player.slice, machine=machine_of(state).slice)
    if event.before:
        raise Violation("DA-7.49", before=event.before)
    slot = _slot(player, event)
    if slot is None or not can_be_contributed(state, player, slot):
        raise Violation("DA-7.49", building=event.building, floor=event.floor, tile=slot and slot.tile)
    if event.space not in (free := free_spaces(state)):
        raise Violation("DA-7.49", space=event.space, free=free)
    if not state.university:
        raise Violation("DA-7.49", university_inventions=0)
    paid = _paid_with_wealth(player, event)
    player.stack.pop()
    for good in GOODS:
        if good not in paid:
            enter(book, player, good, -COST[good], "contribute")
    enter(book, player, "wealth", -COST["wealth"] - sum(COST[good] for good in paid), "contribute")
    machine = machine_of(state)
    machine.spaces[event.space] = Given(slot.tile or "", player.seat)
    slot.tile = None
    enter(book, player, "contributed", 1, f"space:{event.space}")
    player.stack.append(FillSlot(event.building, event.floor))
    resolve(book, state, player, state.catalogue.machine[machine.id].spaces[event.space], SPACE)


def _slot(player: Player, event: Contribute) -> Slot | None:
    if 0 <= event.building < len(player.slots) and 1 <= event.floor <= len(player.slots[event.building]):
        return player.slots[event.building][event.floor - 1]
    return None


def _paid_with_wealth(player: Player, event: Contribute) -> tuple[str, ...]:
    """DA-7.49: the goods paid with wealth; by default those that are missing."""
    missing = missing_goods(player)
    paid = missing if event.wealth_for is None else event.wealth_for
    fits = {*missing} <= {*paid} <= {*GOODS} and len({*paid}) == len(paid)
    if not fits or player.wealth < COST["wealth"] + sum(COST[good] for good in paid):
        raise Violation("DA-7.49", wealth_for=paid, missing=missing, wealth=player.wealth)
    return paid


@step(FillSlot)
def fill_slot(book: Book, state: State, player: Player, frame: FillSlot) -> bool:
    """DA-7.49: the top university invention arrives, never to be contributed; upgrades are unlocked."""
    player.stack.pop()
    slot = player.slots[frame.building][frame.floor - 1]
    slot.tile, slot.ready = state.university.pop(0), False
    machine = machine_of(state)
    for number, links in enumerate(state.catalogue.machine[machine.id].links):
        if all(machine.spaces[space] is not None for space in links):
            if not machine.unlocked[number]:
                enter(book, player, "unlocked", 1, machine.upgrades[number])
            machine.unlocked[number] = True
    return True


def covered_spaces(state: State, board: str) -> tuple[int, ...]:
    """DA-5.10: the spaces that block tiles cover with this number of players."""
    row = state.catalogue.machine[board]
    return {2: row.covered_2, 3: row.covered_3}.get(len(state.players), ())


def first_spaces(state: State, board: str) -> list[Given | str | None]:
    """DA-5.10: the machine's spaces at the start."""
    covered = covered_spaces(state, board)
    return [COVERED if number in covered else None for number in range(len(state.catalogue.machine[board].spaces))]


def push_machine(state: State, slices: int) -> None:
    """DA-6.30: the machine moves this many slices counter-clockwise, with the worker on it."""
    machine = machine_of(state)
    machine.slice = (machine.slice - slices) % CONSTANTS.slices


def drive_machine_out(state: State, slice: int) -> None:
    """DA-6.30: the machine leaves a slice, and moves once more if it meets the neutral magnate."""
    machine = machine_of(state)
    if machine.slice == slice:
        push_machine(state, 1)
        if state.neutral is not None and state.neutral[0] == machine.slice:
            push_machine(state, 1)


def plain_contribute(state: State, player: Player, event: Contribute) -> Contribute:
    """DA-7.49: an event with its goods in the standard order, and with the missing ones if none are stated."""
    paid = missing_goods(player) if event.wealth_for is None else event.wealth_for
    if not {*paid} <= {*GOODS}:
        return event
    ordered = tuple(sorted(paid, key=GOODS.index))
    return Contribute(
        building=event.building, floor=event.floor, space=event.space, wealth_for=ordered, before=event.before
    )
