"""Workers and workshops: gaining, placing and keeping workers, rewards (DA-7.34, DA-7.62, DA-7.76, DA-7.87)."""

from collections.abc import Iterator
from itertools import combinations, permutations

from engine.clause import Violation
from engine.games.daitoshi.components import COLOURS, RINGS
from engine.games.daitoshi.figures import give_back_worker, return_worker, take_worker
from engine.games.daitoshi.items import (
    ColourAsked,
    Context,
    DiscardAsked,
    KeepAsked,
    OrderAsked,
    Resolve,
    Workers,
    WorkshopAsked,
)
from engine.games.daitoshi.queries import built, district_tile, has_room_for_workers, machine_of, workers_of
from engine.games.daitoshi.resolving import ask, effect, question, resolve, step, within
from engine.games.daitoshi.state import WORKERS, Player, State, Tile
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import (
    ChooseColour,
    ChooseOrder,
    ChooseWorkshop,
    DiscardWorker,
    EndWorkers,
    KeepWorkers,
    PlaceWorker,
)
from events.vocabulary.daitoshi.effects import Effects, MachineWorkshop, Worker, WorkshopReward

WORKSHOPS = (*RINGS, "machine")
KEPT = 2
WORKSHOP, MACHINE_WORKSHOP = Context("workshop"), Context("machine_workshop")


# Gaining workers.


@effect(Worker)
def gain_workers(book: Book, state: State, player: Player, effect: Worker, context: Context) -> bool:
    """DA-7.62: n workers, one after another."""
    stack = player.stack
    height = len(stack)
    for left in reversed(range(effect.n)):
        if effect.colour == "any":
            stack.append(ColourAsked(player.seat, context))
        elif not gain_worker(book, state, player, effect.colour, context):
            continue
        if left:
            stack.insert(height, Resolve((Worker(effect.colour, left),), context))
        return True
    return False


def colour_answers(state: State, player: Player, item: ColourAsked) -> Iterator[ChooseColour]:
    """DA-7.62: any colour."""
    return map(ChooseColour, COLOURS)


def allows_colour(state: State, player: Player, item: ColourAsked, answer: ChooseColour) -> bool:
    """DA-7.62: any colour."""
    return answer.colour in COLOURS


@question(ColourAsked, "DA-7.62", colour_answers, allows_colour)
def choose_colour(book: Book, state: State, player: Player, item: ColourAsked, answer: ChooseColour) -> bool:
    """DA-7.62: the worker gained has this colour."""
    return gain_worker(book, state, player, answer.colour, item.context)


def gain_worker(book: Book, state: State, player: Player, colour: str, context: Context) -> bool:
    """DA-7.62: gain a worker; if all spaces are full, one has to leave."""
    if not has_room_for_workers(state, player):
        return ask(book, state, player, DiscardAsked(player.seat, colour, context))
    take_worker(book, state, player, colour, context.source)
    return False


def discard_answers(state: State, player: Player, item: DiscardAsked) -> Iterator[DiscardWorker]:
    """DA-7.62: a colour held, or the new one."""
    new = item.colour
    return map(DiscardWorker, [colour for colour, number in workers_of(player) if number or colour == new])


def allows_discard(state: State, player: Player, item: DiscardAsked, answer: DiscardWorker) -> bool:
    """DA-7.62: a colour held, or the new one."""
    held = WORKERS.get(answer.colour)
    return answer.colour == item.colour or (held is not None and bool(getattr(player, held)))


@question(DiscardAsked, "DA-7.62", discard_answers, allows_discard)
def discard_worker(book: Book, state: State, player: Player, item: DiscardAsked, answer: DiscardWorker) -> None:
    """DA-7.62: the new worker arrives and one leaves."""
    take_worker(book, state, player, item.colour, item.context.source)
    give_back_worker(book, state, player, answer.colour, "too_many_workers")


# Placing workers.


def legal_places(state: State, seat: int) -> Iterator[PlaceWorker]:
    """DA-7.34: each fitting colour held, to each free workshop of the district."""
    player = state.players[seat]
    free = free_workshops(state, player)
    for colour in fitting_colours(state, player) if free else ():
        yield from (PlaceWorker(colour, workshop) for workshop in free)


def fitting_colours(state: State, player: Player) -> list[str]:
    """DA-7.34: the colours held that the district's inner tile takes."""
    wanted = district_tile(state, state.slices[player.slice].inner).worker
    if wanted == "any":
        return [colour for colour, number in workers_of(player) if number]
    held = WORKERS.get(wanted)
    return [wanted] if held is not None and getattr(player, held) else []


def free_workshops(state: State, player: Player) -> list[str]:
    """DA-7.34: the workshops of the district without a worker, including the mega-machine's if it is there."""
    free = [ring for ring, tile in built(state, player.slice) if tile.worker is None]
    machine = machine_of(state)
    if machine.slice == player.slice and machine.worker is None:
        free.append("machine")
    return free


def place_worker(book: Book, state: State, player: Player, item: Workers, event: PlaceWorker) -> None:
    """DA-7.34: the worker is placed, and the workshop's reward is gained.

    Raises Violation DA-7.34 for a colour that is not held or does not fit, or for a workshop that does not exist or is
    taken.
    """
    if event.colour not in fitting_colours(state, player):
        wanted = district_tile(state, state.slices[player.slice].inner).worker
        held = [colour for colour, number in workers_of(player) if number]
        raise Violation("DA-7.34", colour=event.colour, wanted=wanted, held=held)
    if event.workshop not in (free := free_workshops(state, player)):
        raise Violation("DA-7.34", workshop=event.workshop, free=free)
    enter(book, player, WORKERS[event.colour], -1, "place_worker")
    if event.workshop == "machine":
        machine_of(state).worker = event.colour
        machine_reward(book, state, player, MACHINE_WORKSHOP)
    else:
        tile: Tile = getattr(state.slices[player.slice], event.workshop)
        tile.worker = event.colour
        resolve(book, state, player, workshop_effects(state, tile), WORKSHOP)


def workshop_effects(state: State, tile: Tile) -> Effects:
    """DA-3.4: a workshop's reward on the side that is up."""
    row = district_tile(state, tile)
    return row.workshop_electrified if tile.electrified else row.workshop


def legal_end(state: State, seat: int) -> Iterator[EndWorkers]:
    """DA-7.35: no more workers."""
    yield EndWorkers()


def end_workers(book: Book, state: State, player: Player, item: Workers, event: EndWorkers) -> None:
    """DA-7.35: end the placing of workers."""
    player.stack.pop()


@step(Workers)
def workers_step(book: Book, state: State, player: Player, frame: Workers) -> bool:
    """DA-6.7: the step ends by itself when nothing can be placed."""
    state.phase = "workers"
    if fitting_colours(state, player) and free_workshops(state, player):
        return False
    player.stack.pop()
    return True


def clear_slice(state: State, slice: int) -> None:
    """DA-7.33: the workers of a slice return to the supply, including the one on the mega-machine if it is there."""
    for _, tile in built(state, slice):
        clear_tile(state, tile)
    machine = machine_of(state)
    if machine.slice == slice and machine.worker is not None:
        return_worker(state, machine.worker)
        machine.worker = None


def clear_tile(state: State, tile: Tile) -> None:
    """The worker of a tile returns to the supply."""
    if tile.worker is not None:
        return_worker(state, tile.worker)
        tile.worker = None


# Rewards of workshops without a worker.


@effect(WorkshopReward)
def workshop_reward(book: Book, state: State, player: Player, effect: WorkshopReward, context: Context) -> bool:
    """DA-7.76: a workshop's reward; there is a current district only in a city turn (DA-7.60)."""
    if state.leader is not None or state.phase in ("final_grants", "setup"):
        return False
    return ask(book, state, player, WorkshopAsked(player.seat, context))


def workshop_answers(state: State, player: Player, item: WorkshopAsked) -> Iterator[ChooseWorkshop]:
    """DA-7.76: the built tiles of the active player's slice."""
    return (ChooseWorkshop(ring) for ring, _ in built(state, state.players[state.active].slice))


@question(WorkshopAsked, "DA-7.76", workshop_answers)
def choose_workshop(book: Book, state: State, player: Player, item: WorkshopAsked, answer: ChooseWorkshop) -> bool:
    """DA-7.76: the reward on the workshop's present side."""
    tile: Tile = getattr(state.slices[state.players[state.active].slice], answer.ring)
    return resolve(book, state, player, workshop_effects(state, tile), within(item.context, "workshop"))


@effect(MachineWorkshop)
def machine_workshop(book: Book, state: State, player: Player, effect: MachineWorkshop, context: Context) -> bool:
    """DA-7.77: the reward of the mega-machine's workshop, wherever the machine is."""
    return machine_reward(book, state, player, within(context, "machine_workshop"))


def machine_reward(book: Book, state: State, player: Player, context: Context) -> bool:
    """DA-7.77: the board's workshop and the unlocked upgrades, in the order chosen."""
    return ask(book, state, player, OrderAsked(player.seat, context))


def items_of_machine(state: State) -> dict[str | int, Effects]:
    """DA-7.77: the board's workshop and the unlocked upgrades, each with its effects."""
    machine, catalogue = machine_of(state), state.catalogue
    items: dict[str | int, Effects] = {"base": catalogue.machine[machine.id].workshop}
    for number, unlocked in enumerate(machine.unlocked):
        if unlocked:
            items[number] = catalogue.machine_upgrade[machine.upgrades[number]].effect
    return items


def order_answers(state: State, player: Player, item: OrderAsked) -> Iterator[ChooseOrder]:
    """DA-7.77: the permutations of the items."""
    return (ChooseOrder(order) for order in permutations(items_of_machine(state)))


@question(OrderAsked, "DA-7.77", order_answers)
def choose_order(book: Book, state: State, player: Player, item: OrderAsked, answer: ChooseOrder) -> bool:
    """DA-7.77: the items' effects in this order."""
    items = items_of_machine(state)
    effects = tuple(effect for each in answer.order for effect in items[each])
    return resolve(book, state, player, effects, item.context)


# Too many workers at the end of a turn.


def keep_answers(state: State, player: Player, item: KeepAsked) -> Iterator[KeepWorkers]:
    """DA-7.87: the different pairs that can stay."""
    held = [colour for colour in COLOURS for _ in range(getattr(player, WORKERS[colour]))]
    return map(KeepWorkers, dict.fromkeys(combinations(held, KEPT)))


@question(KeepAsked, "DA-7.87", keep_answers)
def keep_workers(book: Book, state: State, player: Player, item: KeepAsked, answer: KeepWorkers) -> None:
    """DA-6.33: the other workers return to the supply."""
    for colour in COLOURS:
        for _ in range(getattr(player, WORKERS[colour]) - answer.keep.count(colour)):
            give_back_worker(book, state, player, colour, "keep_workers")


def plain_keep(event: KeepWorkers) -> KeepWorkers:
    """DA-7.87: the colours in their standard order, as the order does not matter."""
    if set(event.keep) <= set(COLOURS):
        return KeepWorkers(tuple(sorted(event.keep, key=COLOURS.index)))
    return event


def plain_answer(state: State, player: Player, item: KeepAsked, answer: KeepWorkers) -> KeepWorkers:
    """DA-7.1: an answer as it is offered."""
    return plain_keep(answer)
