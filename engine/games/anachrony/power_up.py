"""The Power Up phase (AN-6.4): Exosuits on Hex slots, Water for empty ones, exchanges of Captain Wolfe (AN-7.8.4)."""

from collections.abc import Iterable, Iterator

import msgspec

from engine.clause import Violation
from engine.games.anachrony.components import Amounts
from engine.games.anachrony.costs import can_pay, payment_of, units
from engine.games.anachrony.items import PoweringUp
from engine.games.anachrony.queries import board_of
from engine.games.anachrony.state import POWER_UP, SLOTS, Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import HydrocoreExchange, Payment, PoweredSlot, PowerUp

Way = tuple[Payment | None, Amounts]
"""A way to pay for a slot: what the event states, and the units."""
EXCHANGES = {"to_core": ("water", 2, "energy_core", 1), "to_water": ("energy_core", 1, "water", 2)}
WATER_DIGIT = 10


def begin(state: State) -> Book:
    """AN-6.4.1: every player powers up, in any order."""
    state.phase, state.due = POWER_UP, "warp"
    state.agenda += [PoweringUp(seat) for seat in reversed(state.player_order)]
    return []


def ways(alternatives: Iterable[Amounts]) -> list[Way]:
    """AN-6.4.2: the ways to pay for a slot; `pay` is stated only if there is a choice."""
    alternatives = list(alternatives)
    if not alternatives:
        return [(None, {})]
    if len(alternatives) == 1 and "tug" not in alternatives[0]:
        return [(None, alternatives[0])]
    found: list[Way] = []
    for cost in alternatives:
        if "tug" in cost:
            fixed = {what: number for what, number in cost.items() if what != "tug"}
            for choice in units(cost["tug"]):
                stated = msgspec.structs.replace(payment_of(fixed), tug=choice)
                found.append((stated, {**fixed, **{unit: choice.count(unit) for unit in choice}}))
        else:
            found.append((payment_of(cost), cost))
    return found


def ways_of(state: State, player: Player, slot: int) -> list[Way]:
    """The ways to pay for a slot on the player's board."""
    known, key = state.tables.ways, (player.board, slot)
    if key not in known:
        known[key] = ways(board_of(state, player).slots[slot - 1])
    return known[key]


def legal_power_ups(state: State, seat: int) -> Iterator[PowerUp]:
    """AN-6.4.2, AN-6.4.6: every affordable choice of slots and payments; slots of equal cost are all listed."""
    player = state.players[seat]
    slots = [
        [(PoweredSlot(slot, pay), cost) for pay, cost in ways_of(state, player, slot) if can_pay(player, cost)]
        for slot in range(1, SLOTS + 1)
        if slot not in player.glitch
    ]
    yield from map(PowerUp, _choices(player, slots))


def _choices(player: Player, slots: list[list[tuple[PoweredSlot, Amounts]]]) -> Iterator[tuple[PoweredSlot, ...]]:
    """Every choice with the slots after its last one: first none, then each with all that continue it."""
    open_: list[tuple[tuple[PoweredSlot, ...], Amounts, int]] = [((), {}, 0)]
    while open_:
        chosen, cost, after = open_.pop()
        yield chosen
        if len(chosen) == player.exosuits:
            continue
        longer = []
        for number in range(after, len(slots)):
            for powered, more in slots[number]:
                together = _sum((cost, more)) if more else cost
                if not more or can_pay(player, together):
                    longer.append(((*chosen, powered), together, number + 1))
        open_ += reversed(longer)


def _sum(costs: Iterable[Amounts]) -> Amounts:
    total: Amounts = {}
    for cost in costs:
        for what, number in cost.items():
            total[what] = total.get(what, 0) + number
    return total


def power_up(state: State, seat: int, event: PowerUp) -> Book:
    """AN-6.4.3, AN-6.4.4: pay, power up, then gain the Water of the empty slots.

    Raises Violation AN-6.4.2 for slots or payments that do not fit, AN-7.1.15 for what cannot be afforded.
    """
    player, book = state.players[seat], Book()
    cost = _sum([_cost_of(state, player, each) for each in event.slots])
    numbers = [each.slot for each in event.slots]
    if len(set(numbers)) < len(numbers) or len(numbers) > player.exosuits:
        raise Violation("AN-6.4.2", slots=numbers, exosuits=player.exosuits)
    if not can_pay(player, cost):
        raise Violation("AN-7.1.15", cost=cost, has={what: getattr(player, what) for what in cost})
    state.agenda.remove(PoweringUp(seat))
    for what, number in cost.items():
        enter(book, player, what, -number, "power_up")
    enter(book, player, "exosuits", -len(numbers), "power_up")
    enter(book, player, "powered", len(numbers), "power_up")
    empty = SLOTS - len(player.glitch) - len(numbers)
    water = empty * board_of(state, player).empty_slot_water
    if state.options.bga_quirks and water >= WATER_DIGIT:  # AN-16.50 b
        enter(book, player, "energy_core", 1, "empty_slots")
        water -= WATER_DIGIT
    enter(book, player, "water", water, "empty_slots")
    return book


def _cost_of(state: State, player: Player, powered: PoweredSlot) -> Amounts:
    """AN-6.4.2: what a slot costs when paid for in this way."""
    slots = board_of(state, player).slots
    if not 1 <= powered.slot <= len(slots) or powered.slot in player.glitch:
        raise Violation("AN-6.4.2", slot=powered.slot, covered=list(player.glitch))
    payable = ways_of(state, player, powered.slot)
    for pay, cost in payable:
        if powered.pay == pay:
            return cost
    raise Violation("AN-6.4.2", slot=powered.slot, pay=powered.pay, ways=[pay for pay, _ in payable])


def plain_power_up(event: PowerUp) -> PowerUp:
    """The event with its slots in order."""
    return PowerUp(tuple(sorted(event.slots, key=lambda each: each.slot)))


def legal_exchanges(state: State, seat: int) -> Iterator[HydrocoreExchange]:
    """AN-7.8.4: the directions that Captain Wolfe can pay for."""
    player = state.players[seat]
    if player.leader == "captain_wolfe":
        for direction, (paid, number, _, _) in EXCHANGES.items():
            if getattr(player, paid) >= number:
                yield HydrocoreExchange(direction)


def hydrocore_exchange(state: State, seat: int, event: HydrocoreExchange) -> Book:
    """AN-6.4.5, AN-7.8.4: an exchange before the player's own Power Up, any number of times.

    Raises Violation AN-7.8.4 for another leader or direction, AN-7.1.15 for what cannot be afforded.
    """
    player, book = state.players[seat], Book()
    if player.leader != "captain_wolfe" or event.direction not in EXCHANGES:
        raise Violation("AN-7.8.4", leader=player.leader, direction=event.direction)
    paid, number, gained, more = EXCHANGES[event.direction]
    if getattr(player, paid) < number:
        raise Violation("AN-7.1.15", pay={paid: number}, has=getattr(player, paid))
    enter(book, player, paid, -number, "hydrocore_exchange")
    enter(book, player, gained, more, "hydrocore_exchange")
    return book
