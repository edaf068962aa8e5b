"""Trying out where the banners used before an action can lead (DA-6.23), on copies of the position.

Only what can pay for the action matters here. Therefore, only one of the answers that make no difference to that is
tried: where a pilgrim goes, which worker comes, how far a marker moves on a track that brings no means of payment.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.clause import Violation
from engine.games.daitoshi.items import (
    BannerAsked,
    ColourAsked,
    Declaration,
    DiscardAsked,
    Execute,
    Goal,
    OrderAsked,
    ProgressAsked,
    Question,
    TrackAsked,
    UpgradeAsked,
)
from engine.games.daitoshi.partnerships import push_banners, snapshot_for
from engine.games.daitoshi.queries import factory_slot
from engine.games.daitoshi.resolving import QUESTIONS, run
from engine.games.daitoshi.state import Player, Purse, State
from engine.games.daitoshi.workshops import items_of_machine
from engine.snapshot import fork
from events.vocabulary.daitoshi.effects import (
    Effects,
    Partnership,
    Pilgrim,
    ReadyForMachine,
    Reputation,
    ScoreInvention,
    ScoreReputation,
    UpgradeInvention,
    Vp,
    Worker,
)

_encode = msgspec.msgpack.Encoder().encode

MOST_POSITIONS, MOST_IN_CIRCLES = 10_000, 30
_FIELDS = Purse.__struct_fields__
Test = Callable[[Purse], bool]
IDLE_QUESTIONS = (TrackAsked, ColourAsked, DiscardAsked, BannerAsked, UpgradeAsked)
"""Questions whose answers never change what a player can pay with, then or later."""
IDLE_EFFECTS = (
    Vp,
    Worker,
    Reputation,
    ScoreReputation,
    Pilgrim,
    Partnership,
    UpgradeInvention,
    ReadyForMachine,
    ScoreInvention,
)
"""Effects that bring and take no means of payment, and trigger nothing."""
IDLE = "idle"


def reaches(state: State, seat: int, condition: str, before: tuple[str, ...], test: Test) -> bool:
    """Whether some answers to the questions of these banners lead to a position that passes a test.

    As it is not known what an opaque effect will give, it counts as passing.
    """
    trial = _before_the_banners(state, seat, condition, before)
    return any(end is None or test(end) for end in _ends(trial, seat))


def purses(state: State, seat: int, condition: str, before: tuple[str, ...]) -> list[Purse] | None:
    """All that a player may have after these banners; None if an opaque effect may give anything."""
    found = set(_ends(_before_the_banners(state, seat, condition, before), seat))
    return None if None in found else [end for end in found if end is not None]


def still_reaches(state: State, seat: int, answer: Callable[[State], None], test: Test) -> bool:
    """The same in the middle of those effects, after `answer` has been applied to a copy of the position."""
    trial = _copy(state, seat)
    trial.promised = False
    stack = trial.players[seat].stack
    place = next(n for n, frame in enumerate(stack) if isinstance(frame, Execute))
    stack[place] = Goal()
    try:
        answer(trial)
    except Violation:  # under DA-6.3
        return False
    return any(end is None or test(end) for end in _ends(trial, seat))


def _before_the_banners(state: State, seat: int, condition: str, before: tuple[str, ...]) -> State:
    trial = _copy(state, seat)
    player = trial.players[seat]
    trial.snapshot = snapshot_for(trial, player, condition)
    player.stack[-1] = Goal()
    push_banners(player, before)
    return trial


def _copy(state: State, seat: int) -> State:
    """A copy of a position for one player's effects, sharing what these cannot change."""
    trial = replace(state)
    trial.players = state.players.copy()
    trial.players[seat] = fork(state.players[seat])
    trial.placed = {city: seats.copy() for city, seats in state.placed.items()}
    trial.snapshot, trial.discard = state.snapshot.copy(), state.discard.copy()
    trial.workers_out = state.workers_out.copy()
    return trial


def _ends(trial: State, seat: int) -> Iterator[Purse | None]:
    """The purses with which the goal is reached, for each position once; None if an effect is unknown.

    If effects go around in circles, the number of positions is endless; those beyond the limit count as unknown.
    Whatever breaks DA-6.3 leads nowhere.
    """
    seen: set[bytes] = set()
    most = MOST_IN_CIRCLES if trial.catalogue.circular else MOST_POSITIONS
    ahead = [iter((trial,))]
    while ahead:
        here = next(ahead[-1], None)
        if here is None:
            ahead.pop()
            continue
        player = here.players[seat]
        if not _goes_on(here, player):
            continue
        top = player.stack[-1]
        if isinstance(top, Goal):
            yield Purse(*(getattr(player, field) for field in _FIELDS))
        elif isinstance(top, Declaration):
            yield None
        elif isinstance(top, Question) and (key := _position(player)) not in seen:
            seen.add(key)
            if len(seen) > most:
                yield None
                return
            ahead.append(_answered(here, seat, top))


def _goes_on(trial: State, player: Player) -> bool:
    """Do what follows; returns False if that breaks DA-6.3."""
    try:
        run([], trial, player)
    except Violation:
        return False
    return True


def _answered(trial: State, seat: int, item: Question) -> Iterator[State]:
    """The positions after those answers to a question that make a difference."""
    player = trial.players[seat]
    for answer in list(_different(trial, item, QUESTIONS[type(item)].answers(trial, player, item))):
        ahead = _copy(trial, seat)
        if _is_taken(ahead, ahead.players[seat], item, answer):
            yield ahead


def _is_taken(trial: State, player: Player, item: Question, answer: Any) -> bool:
    """Apply an answer; returns False if that breaks DA-6.3."""
    player.stack.pop()
    try:
        QUESTIONS[type(item)].take([], trial, player, item, answer)
    except Violation:
        return False
    return True


def _different(state: State, item: Question, answers: Iterable[Any]) -> Iterator[Any]:
    """One of each group of answers that lead to the same means; if steps may be declined, none has to be wasted."""
    player = state.players[item.seat or 0]
    seen: set[Any] = {IDLE} if isinstance(item, ProgressAsked) and item.effect.upto else set()
    for answer in answers:
        if (kind := _matters(state, player, item, answer)) not in seen:
            seen.add(kind)
            yield answer


def is_idle(item: Question) -> bool:
    """Whether all answers leave the player's means of payment the same."""
    return isinstance(item, IDLE_QUESTIONS)


def _matters(state: State, player: Player, item: Question, answer: Any) -> Any:
    """The part of an answer that can make a difference to what a player can pay with."""
    if is_idle(item):
        return IDLE
    if isinstance(item, OrderAsked):
        items = items_of_machine(state)
        return tuple(each for each in answer.order if not _are_idle(items[each]))
    if isinstance(item, ProgressAsked) and answer.building is not None:
        marker = player.slots[answer.building][answer.floor - 1].marker
        ahead = factory_slot(state, answer.building, answer.floor).progress[marker:]
        return IDLE if all(map(_are_idle, ahead)) else answer
    return answer


def _are_idle(listed: Effects) -> bool:
    return all(isinstance(effect, IDLE_EFFECTS) for effect in listed)


def _position(player: Player) -> bytes:
    """The part of a player's position in a trial that determines where it can lead; points are not included."""
    player.vp = 0
    return _encode(player)
