"""The answer that a notification of amounts stands for: DF-16.20, DF-16.42."""

from collections.abc import Iterator
from typing import Any

from engine.games.dice_forge.boars import legal_rewards
from engine.games.dice_forge.card_effects import legal_allocations
from engine.games.dice_forge.components import BOAR_REWARD, CHOICES, FACES, REWARD_A, Bundle, times
from engine.games.dice_forge.items import DECISIONS, Face, GoldSplit, Reward, Shield
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.queues import first, may_act, receiver_of
from engine.games.dice_forge.quirks import counts_as, hammered
from engine.games.dice_forge.readings._bga_counters import value_of
from engine.games.dice_forge.resolving import (
    choices,
    convert_table,
    is_kind,
    legal_resolutions,
    losing,
    open_face,
    resolutions_with,
)
from engine.games.dice_forge.state import Receiver, State
from engine.rules import Ruleset
from engine.snapshot import fork
from events.notations.bga_diceforge import Row
from events.vocabulary.dice_forge import AllocateGold, BoarReward, ResolveFace

Shown = tuple[int, int, int, int, int]
"""Gold, sun, moon, glory, hammer."""

_COUNTERS = {"goldcount_p": "gold", "firecount_p": "sun", "mooncount_p": "moon", "player_score_": "vp"}


def answers_of(state: State, seat: int) -> Iterator[ResolveFace | BoarReward | AllocateGold]:
    """The legal answers of a player that amounts can express; not what the automatic hammer takes."""
    newest = state.newest
    if isinstance(newest, DECISIONS):
        if isinstance(newest, GoldSplit) and newest.seat == seat:
            yield from legal_allocations(state, seat)
    elif may_act(state, seat):
        item = first(state, seat)
        if isinstance(item, Reward):
            yield from legal_rewards(state, seat)
        elif isinstance(item, Face | Shield):
            yield from (event for event in legal_resolutions(state, seat) if not event.automatic)


def answers_with(state: State, seat: int, to_hammer: int) -> Iterator[ResolveFace | BoarReward | AllocateGold]:
    """The same, as far as the player puts so much gold on the hammer."""
    is_face = isinstance(first(state, seat), Face | Shield) and not isinstance(state.newest, DECISIONS)
    if is_face and may_act(state, seat):
        return resolutions_with(state, seat, to_hammer)
    return (event for event in answers_of(state, seat) if getattr(event, "to_hammer", 0) == to_hammer)


def automatic(state: State, seat: int) -> ResolveFace | None:
    """DF-12.25: what the automatic hammer takes next of the faces that wait, die 1 first."""
    if may_act(state, seat):
        for die in (1, 2):
            if gold := hammered(state, seat, receiver_of(state, seat), die):
                return ResolveFace(die, None, gold, automatic=True)
    return None


def shown_in(row: Row) -> Shown:
    """The amounts of a notifBlessing."""
    return (
        row.number("gold"),
        row.number("fireshard"),
        row.number("moonshard"),
        row.number("vp"),
        row.number("hammer"),
    )


def _sum(shown: Shown, more: Bundle) -> Shown:
    gold, sun, moon, glory, hammer = shown
    return gold + more[0], sun + more[1], moon + more[2], glory + more[3], hammer


def shows(rules: Ruleset[State], state: State, seat: int, event: Any) -> list[Shown]:
    """The amounts that the platform may show for an answer: its own, and those with the shield that follows by rule."""
    if isinstance(event, AllocateGold):
        return [(3 - event.to_hammer, 0, 0, 0, event.to_hammer)]
    if isinstance(event, BoarReward):
        amount = BOAR_REWARD[event.resource]
        sun, moon, glory = (amount if event.resource == each else 0 for each in ("sun", "moon", "glory"))
        return [(0, sun, moon, glory, 0)]
    receiver, place = open_face(state, seat)
    if isinstance(first(state, seat), Face):
        place = receiver.place(event.die)  # DF-12.28: of two faces that wait, either
    amounts = next(choice.amounts for choice in choices(receiver, place) if choice.take == event.take)
    own = _own(state, seat, amounts, event)
    reward = _shield_that_follows(rules, state, seat, receiver, place, event)
    if losing(state):
        return [lost for shown in ([_sum(own, reward), own] if reward else [own]) for lost in _lost(state, seat, shown)]
    found = [own]
    if amounts[0] and event.take is None and not event.convert and room(state, state.players[seat]):
        found.append((own[0], 0, 0, 0, own[4]))  # DF-16.20: everything but gold came with the roll
    return [_sum(each, reward) for each in found] + found if reward else found


def _own(state: State, seat: int, amounts: Bundle, event: ResolveFace) -> Shown:
    """DF-6.55: the bundle, with converted resources as glory and gold on the hammer apart."""
    gold, sun, moon, glory = amounts
    hammer, convert = event.to_hammer, event.convert
    if convert:
        table = convert_table(state, seat)
        glory += sum(n * table[resource] for resource, n in convert.items())
        gold, sun, moon = gold - convert.get("gold", 0), sun - convert.get("sun", 0), moon - convert.get("moon", 0)
    return gold - hammer, sun, moon, glory, hammer


def _lost(state: State, seat: int, shown: Shown) -> list[Shown]:
    """DF-16.20: the Minotaur's losses are shown as negative amounts; gold may be limited to what the player had."""
    gold, sun, moon, glory, _ = shown
    return [(-n, -sun, -moon, -glory, 0) for n in {gold: 0, min(gold, state.players[seat].gold): 0}]


def _shield_that_follows(
    rules: Ruleset[State], state: State, seat: int, receiver: Receiver, place: int, event: ResolveFace
) -> Bundle | None:
    """The reward of a shield on the other die, if this answer brings it by rule."""
    if len(receiver.faces) == 1:
        return None
    other = 1 - place
    shield = receiver.faces[other]
    if not is_kind(shield, "shield") or receiver.given[other]:
        return None
    position = fork(state)
    rules.apply(position, seat, event)
    if isinstance(item := first(position, seat), Face | Shield) and item.die == other + 1:
        return None
    taken = next(choice for choice in choices(receiver, place) if choice.take == event.take)
    if FACES[shield].watch in counts_as(state, receiver, place, taken.types, event.convert):
        return REWARD_A[shield]
    return times(CHOICES[shield, 1][0].amounts, receiver.factors[other])


def agrees(rules: Ruleset[State], state: State, seat: int, event: Any, row: Row, id_: str) -> bool:
    """Whether a player's counters in the given row are those after this answer."""
    position = fork(state)
    rules.apply(position, seat, event)
    figures = rules.figures(position, seat)
    counters = row.counters()
    return all(value_of(row, counters, f"{name}{id_}") in (None, figures[figure]) for name, figure in _COUNTERS.items())
