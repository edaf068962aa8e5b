"""Aims: as much or as little as possible of one thing that a player has, or that all have in common.

Rules have limits: supplies that run out, tracks that end, tiles of which a player has one of each. Games that are
played for one aim come close to a limit, and those that begin where another game was closest come closer.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from events.log.native import GameLog

ITEMS = 12
"""How many items a list of numbers has at most, each of which an aim may be."""


class Thing(NamedTuple):
    """A field of a position, or of the position of a player, that is a number or a list, or an item of it."""

    of_all: bool
    name: str
    item: Any


class Aim(NamedTuple):
    """As much of a thing as possible (1), or as little (-1)."""

    thing: Thing
    sign: int

    def worth(self, state: Any, actor: int | None) -> int:
        """How near a position is to the aim; 0 for what players have if no player is acting."""
        holder = state if self.thing.of_all else _player(state, actor)
        return 0 if holder is None else self.sign * _amount(holder, self.thing)


class Place(NamedTuple):
    """A position after record `at` of a game."""

    log: GameLog
    at: int


class Frontier:
    """How far each aim has been reached in the games so far, and where."""

    def __init__(self) -> None:
        self._first: dict[Thing, int] = {}
        self._best: dict[Aim, int] = {}
        self._places: dict[Aim, Place] = {}
        self._now: dict[Aim, tuple[int, int]] = {}
        self._taken = Counter[Aim]()

    def begin(self) -> None:
        """Forget what has been noted since the last game was over."""
        self._now.clear()

    def note(self, at: int, state: Any, actor: int | None) -> None:
        """Note a position of the game that is being played if it is nearer to an aim than any before."""
        for thing, amount in _amounts(state, actor):
            first = self._first.setdefault(thing, amount)
            if amount == first:
                continue
            aim = Aim(thing, 1 if amount > first else -1)
            worth = aim.sign * amount
            so_far = self._now[aim][0] if aim in self._now else self._best.get(aim)
            if so_far is None or worth > so_far:
                self._now[aim] = worth, at

    def over(self, log: GameLog) -> None:
        """The game is over, and this is its log."""
        for aim, (worth, at) in self._now.items():
            self._best[aim], self._places[aim], self._taken[aim] = worth, Place(log, at), 0
        self._now.clear()

    def nearest(self, rng: Random) -> tuple[Place, Aim] | None:
        """An aim that has been taken up least since there was progress, and where it is nearest; None if none is."""
        if not self._places:
            return None
        least = min(self._taken[aim] for aim in self._places)
        aim = rng.choice([aim for aim in self._places if self._taken[aim] == least])
        self._taken[aim] += 1
        return self._places[aim], aim


def things(state: Any, actor: int | None, of_all: bool) -> list[Thing]:
    """What there can be more or less of in a position, of all players or of the one who acts."""
    return [thing for thing, _ in _amounts(state, actor) if thing.of_all == of_all]


def _amounts(state: Any, actor: int | None) -> Iterator[tuple[Thing, int]]:
    for of_all, holder in ((True, state), (False, _player(state, actor))):
        for name in getattr(holder, "__struct_fields__", ()):
            value = getattr(holder, name)
            if isinstance(value, int):
                yield Thing(of_all, name, None), int(value)
            elif isinstance(value, dict):
                numbers = ((key, each) for key, each in value.items() if isinstance(each, int))
                yield from ((Thing(of_all, name, key), each) for key, each in numbers)
            elif isinstance(value, list):
                if 0 < len(value) <= ITEMS and all(isinstance(each, int) for each in value):
                    yield from ((Thing(of_all, name, place), int(each)) for place, each in enumerate(value))
                else:
                    yield Thing(of_all, name, None), len(value)


def _player(state: Any, actor: int | None) -> Any:
    players = getattr(state, "players", ())
    return players[actor] if actor is not None and actor < len(players) else None


def _amount(holder: Any, thing: Thing) -> int:
    """How much there is of a thing; 0 where the field or item has no number now."""
    value, at = getattr(holder, thing.name), thing.item
    if at is None:
        return len(value) if isinstance(value, list) else value if isinstance(value, int) else 0
    if isinstance(value, list):
        value = dict(enumerate(value))
    return int(value.get(at) or 0) if isinstance(value, dict) else 0
