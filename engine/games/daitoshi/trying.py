"""Trying out where the banners used before an action can lead (DA-6.23), on copies of the position."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from engine.games.daitoshi.agenda import Declaration, Execute, Goal, Question
from engine.games.daitoshi.partnerships import push_banners, snapshot_for
from engine.games.daitoshi.resolving import QUESTIONS, run
from engine.games.daitoshi.state import Player, State
from engine.snapshot import fork

_encode = msgspec.msgpack.Encoder().encode


class Purse(Struct, frozen=True):
    """What a player can pay with, under the names that a player's figures have."""

    steam: int
    food: int
    energy: int
    building: int
    luxury: int
    wealth: int
    river_hexes: int
    forest_hexes: int
    mountain_hexes: int
    underground_hexes: int


MOST_POSITIONS = 10_000
_FIELDS = Purse.__struct_fields__
Test = Callable[[Purse], bool]


def reaches(state: State, seat: int, condition: str, before: tuple[str, ...], test: Test) -> bool:
    """Whether some answers to the questions of these banners lead to a position that passes a test.

    What an opaque effect will give is not known: it counts as if it passed.
    """
    trial = _before_the_banners(state, seat, condition, before)
    return any(end is None or test(end) for end in _ends(trial, seat, set()))


def purses(state: State, seat: int, condition: str, before: tuple[str, ...]) -> list[Purse] | None:
    """All that a player may have after these banners; None if an opaque effect may give anything."""
    found = list(_ends(_before_the_banners(state, seat, condition, before), seat, set()))
    return None if None in found else [end for end in found if end is not None]


def still_reaches(state: State, seat: int, answer: Callable[[State], None], test: Test) -> bool:
    """The same in the midst of those effects, after an answer: what `answer` does to a copy of the position."""
    trial = fork(state)
    trial.promised = False
    stack = trial.players[seat].stack
    place = next(n for n, frame in enumerate(stack) if isinstance(frame, Execute))
    stack[place] = Goal()
    answer(trial)
    return any(end is None or test(end) for end in _ends(trial, seat, set()))


def _before_the_banners(state: State, seat: int, condition: str, before: tuple[str, ...]) -> State:
    trial = fork(state)
    player = trial.players[seat]
    trial.snapshot = snapshot_for(trial, player, condition)
    player.stack[-1] = Goal()
    push_banners(player, before)
    return trial


def _ends(trial: State, seat: int, seen: set[bytes]) -> Iterator[Purse | None]:
    """The purses with which the goal is reached, each position once; None where an effect is not known.

    Where effects go around in circles there is no end of positions: beyond the first it counts as not known.
    """
    player = trial.players[seat]
    run(trial, player, [])
    top = player.stack[-1]
    if isinstance(top, Goal):
        yield Purse(*(getattr(player, field) for field in _FIELDS))
    elif isinstance(top, Declaration):
        yield None
    elif isinstance(top, Question) and (key := _position(player)) not in seen:
        seen.add(key)
        if len(seen) > MOST_POSITIONS:
            yield None
            return
        asking = QUESTIONS[type(top)]
        for answer in list(asking.answers(trial, player, top)):
            ahead = fork(trial)
            there = ahead.players[seat]
            there.stack.pop()
            asking.take(ahead, there, top, answer, [])
            yield from _ends(ahead, seat, seen)


def _position(player: Player) -> bytes:
    """What of a trial's player decides where it can lead; points do not."""
    player.vp = 0
    return _encode(player)
