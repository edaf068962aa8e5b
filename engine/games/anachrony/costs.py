"""Paying (AN-7.1.15), the Water discount of an action (AN-7.1.7), and units of choice (AN-7.1.14)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import msgspec

from engine.games.anachrony.components import TUG, Amounts, WaterDiscount
from engine.games.anachrony.queries import passives
from engine.games.anachrony.state import ACTION, Player, State
from engine.ledger import Book, enter
from engine.snapshot import fork
from events.vocabulary.anachrony import Payment

WATER = {"water"}


def discount(state: State, player: Player) -> int:
    """AN-7.1.7, AN-7.7.4: the Water that the current action may still save."""
    if state.reservoir_used or state.phase != ACTION:
        return 0
    saved = 0
    for effect in passives(state, player, WaterDiscount):
        saved += effect.amount
    return saved


def later_discount(state: State, player: Player) -> int:
    """AN-7.1.7: the same for what is paid after the placement cost."""
    return discount(state, player) if state.options.reservoir_scope == "total" else 0


def can_pay(player: Player, cost: Amounts, saved: int = 0) -> bool:
    """Whether a cost can be paid as a whole; `saved` is the Water that is saved."""
    for what, number in cost.items():
        if getattr(player, what) < (number - saved if what == "water" else number):
            return False
    return True


def with_goods_paid(state: State, player: Player, cost: Amounts) -> tuple[State, Player]:
    """A position in which all of a cost except its Water is paid; the same one if the cost is only Water."""
    if cost.keys() <= WATER:
        return state, player
    state = fork(state)
    player = state.players[player.seat]
    for what, number in cost.items():
        if what != "water":
            setattr(player, what, getattr(player, what) - number)
    return state, player


def pay(book: Book, state: State, player: Player, cost: Amounts, saved: int, source: str) -> None:
    """Pay a cost, saving this much Water; this uses up the action's discount."""
    for what, number in cost.items():
        if what == "water" and saved and number:
            number = max(0, number - saved)
            state.reservoir_used = True
        enter(book, player, what, -number, source)


def payment_of(cost: Amounts) -> Payment:
    """How an event states the payment of a cost."""
    return msgspec.convert(cost, Payment)


def units(number: int) -> Iterator[tuple[str, ...]]:
    """AN-7.1.14, AN-7.10.3: every choice of this many Titanium, Uranium or Gold."""
    return combinations_with_replacement(TUG, number)


def affordable_units(player: Player, number: int) -> Iterator[tuple[str, ...]]:
    """The choices of this many units that a player can afford."""
    for choice in units(number):
        if has_units(player, choice):
            yield choice


def has_units(player: Player, choice: tuple[str, ...]) -> bool:
    """Whether a player has these units."""
    return all(getattr(player, unit) >= choice.count(unit) for unit in set(choice))


def are_units(choice: tuple[str, ...], number: int) -> bool:
    """AN-7.1.14: whether a choice has exactly this many units, all of the three kinds."""
    return len(choice) == number and all(unit in TUG for unit in choice)


def in_order(choice: tuple[str, ...]) -> tuple[str, ...]:
    """AN-7.10.3: a list of units as `legal` spells it; a list with anything else stays unchanged."""
    return tuple(sorted(choice, key=TUG.index)) if all(unit in TUG for unit in choice) else choice
