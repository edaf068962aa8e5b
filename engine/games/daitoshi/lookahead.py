"""Trying out where the banners used before an action can lead (DA-6.23), on copies of the position.

Only what the action can be paid with matters there. So of answers that cannot make a difference to that, one is tried:
where a pilgrim goes, which worker comes, how far a marker moves on a track that brings nothing to pay with.
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
from engine.games.daitoshi.resolving import QUESTIONS, run
from engine.games.daitoshi.state import Player, Purse, State, factory_slot
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
"""Whatever is answered, what a player can pay with is the same, then and later."""
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
"""They bring and take nothing to pay with, and trigger nothing."""
IDLE = "idle"


def reaches(state: State, seat: int, condition: str, before: tuple[str, ...], test: Test) -> bool:
    """Whether some answers to the questions of these banners lead to a position that passes a test.

    What an opaque effect will give is not known: it counts as if it passed.
    """
    trial = _before_the_banners(state, seat, condition, before)
    return any(end is None or test(end) for end in _ends(trial, seat))


def purses(state: State, seat: int, condition: str, before: tuple[str, ...]) -> list[Purse] | None:
    """All that a player may have after these banners; None if an opaque effect may give anything."""
    found = set(_ends(_before_the_banners(state, seat, condition, before), seat))
    return None if None in found else [end for end in found if end is not None]


def still_reaches(state: State, seat: int, answer: Callable[[State], None], test: Test) -> bool:
    """The same in the midst of those effects, after an answer: what `answer` does to a copy of the position."""
    trial = _copy(state, seat)
    trial.promised = False
    stack = trial.players[seat].stack
    place = next(n for n, frame in enumerate(stack) if isinstance(frame, Execute))
    stack[place] = Goal()
    try:
        answer(trial)
    except Violation:  # of DA-6.3
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
    """A copy of a position for one player's effects: what these cannot change is shared."""
    trial = replace(state)
    trial.players = state.players.copy()
    trial.players[seat] = fork(state.players[seat])
    trial.placed = {city: seats.copy() for city, seats in state.placed.items()}
    trial.snapshot, trial.discard = state.snapshot.copy(), state.discard.copy()
    trial.workers_out = state.workers_out.copy()
    return trial


def _ends(trial: State, seat: int) -> Iterator[Purse | None]:
    """The purses with which the goal is reached, each position once; None where an effect is not known.

    Where effects go around in circles there is no end of positions: beyond the first it counts as not known. What
    breaks DA-6.3 leads nowhere.
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
    """Do what follows, unless that breaks DA-6.3."""
    try:
        run([], trial, player)
    except Violation:
        return False
    return True


def _answered(trial: State, seat: int, item: Question) -> Iterator[State]:
    """The positions after the answers to a question that make a difference."""
    player = trial.players[seat]
    for answer in list(_different(trial, item, QUESTIONS[type(item)].answers(trial, player, item))):
        ahead = _copy(trial, seat)
        if _is_taken(ahead, ahead.players[seat], item, answer):
            yield ahead


def _is_taken(trial: State, player: Player, item: Question, answer: Any) -> bool:
    """Take an answer, unless that breaks DA-6.3."""
    player.stack.pop()
    try:
        QUESTIONS[type(item)].take([], trial, player, item, answer)
    except Violation:
        return False
    return True


def _different(state: State, item: Question, answers: Iterable[Any]) -> Iterator[Any]:
    """One of the answers that lead to the same means; where steps may be declined none has to be wasted."""
    player = state.players[item.seat or 0]
    seen: set[Any] = {IDLE} if isinstance(item, ProgressAsked) and item.effect.upto else set()
    for answer in answers:
        if (kind := _matters(state, player, item, answer)) not in seen:
            seen.add(kind)
            yield answer


def is_idle(item: Question) -> bool:
    """Whether all answers leave a player the same to pay with."""
    return isinstance(item, IDLE_QUESTIONS)


def _matters(state: State, player: Player, item: Question, answer: Any) -> Any:
    """What of an answer can make a difference to what a player can pay with."""
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
    """What of a trial's player decides where it can lead; points do not."""
    player.vp = 0
    return _encode(player)
