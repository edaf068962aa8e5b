"""Decisions of a game with the positions around them, and what their amounts and faces are as keys of the program."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engine.games.anachrony.components import RESOURCES, WORKERS
from engine.games.anachrony.power_up import ways_of
from engine.games.anachrony.state import State
from engine.ledger import Book, Entry
from events.vocabulary import anachrony as v

GOODS = (*RESOURCES, "water", "energy_core")
CODES = (*GOODS, *WORKERS, "powered_exosuit", "vp")


class Stuck(Exception):
    """A prompt that the game has no answer to, or an answer that the program does not offer."""


class Step(Struct):
    """A decision: the positions around it, and what it entered."""

    seat: int
    event: Any
    before: State
    after: State
    book: Book
    done: bool = False


def total(book: Iterable[Any], seat: int, sign: int, figures: Iterable[str]) -> dict[str, int]:
    """What a seat pays (-1) or gains (1), by kind."""
    found: dict[str, int] = {}
    for entry in book:
        what = entry.figure.removeprefix("active_").replace("vp_tokens", "vp")
        if entry.seat == seat and entry.delta * sign > 0 and what in figures:
            found[what] = found.get(what, 0) + abs(entry.delta)
    return found


def amounts_of(key: str, goods_only: bool) -> dict[str, int]:
    """The amounts that a key such as `res1100` stands for."""
    digits = key.removeprefix("res")[::-1]
    names = GOODS if goods_only else CODES
    found = {what: int(digits[place]) for place, what in enumerate(names, 1) if place < len(digits)}
    return {what: number for what, number in found.items() if number}


def bonus_key(what: str) -> str:
    """The bonus of a Genius: that of one of the other Workers."""
    return {"scientist": "res200000", "engineer": "res1000000", "administrator": "res1000000000000"}[what]


def face_key(face: str) -> str:
    """The key of a face of a die."""
    return face.replace("_", "")


def slot_costs(step: Step, slot: v.PoweredSlot) -> list[Entry]:
    """The cost of a slot, as entries."""
    player = step.before.players[step.seat]
    cost = next(cost for pay, cost in ways_of(step.before, player, slot.slot) if pay == slot.pay)
    return [Entry(step.seat, what, -number, "power_up") for what, number in cost.items() if number]
