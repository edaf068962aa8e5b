"""Banners before an action (DA-6.23) against trying everything: all answers one by one, as the clause requires."""

import random
from collections import Counter
from contextlib import suppress
from itertools import permutations

import pytest
from msgspec.structs import replace

from engine.games.daitoshi.catalogue import with_tiles
from engine.games.daitoshi.items import Execute, Goal, UseBanner
from engine.games.daitoshi.resolving import QUESTIONS, run
from engine.snapshot import fork
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import Pick
from events.vocabulary.daitoshi import effects as kinds
from tests.games.daitoshi.table import ANN, acting, built, put, seat, table

MOST = 250
GOODS = ("food", "energy", "building", "luxury", "wealth", "steam")
HEXES = ("river_hexes", "forest_hexes", "mountain_hexes", "underground_hexes")
CONDITIONS = {1: "commit", 2: "expand_or_renovate", 3: "electrify", 4: "trade"}
ACTIONS = {
    1: [events.CommitInventions(picks=(Pick(tile, 1),)) for tile in ("ordinary_04", "brilliant_01")],
    2: [events.Expand(slice=0, ring="middle"), events.Expand(slice=2, ring="outer"), events.Renovate(hex="river")],
    3: [events.Electrify(slice=0, ring="inner", pay_wealth=wealth) for wealth in (None, 1)],
    4: [events.Trade(city=city, goods=goods) for city in ("city_01", "city_08") for goods in (1, 2)],
}
NEEDS = {
    "commit_inventions": lambda player, event: has(player, "food", {"o": 1, "b": 3}[event.picks[0].tile[0]]),
    "expand": lambda player, event: (
        has(player, "building", 2 + 2 * (event.ring == "outer"))
        and sum(getattr(player, hex) for hex in HEXES) >= 1 + (event.ring == "outer")
    ),
    "renovate": lambda player, event: has(player, "building", 3) and player.river_hexes > 0,
    "electrify": lambda player, event: (
        has(player, "energy", 2) and (event.pay_wealth is None or (player.wealth >= 1 and player.energy >= 1))
    ),
    "trade": lambda player, event: (
        has(player, "luxury", event.goods) and player.steam >= {"city_01": 2, "city_08": 6}[event.city]
    ),
}


def has(player, good, cost):
    """DA-7.2: from the track or with wealth."""
    return getattr(player, good) + player.wealth >= cost


def drawn_effect(draw, depth=0):
    """An effect that brings or takes something to pay with, or leads to one."""
    inner = (drawn_effect(draw, depth + 1),) if not depth else (kinds.Gain(draw.choice(GOODS), 1),)
    price = kinds.Price(draw.choice(GOODS), draw.randint(1, 2))
    return draw.choice(
        [
            kinds.Gain(draw.choice(GOODS), draw.randint(1, 2)),
            kinds.Convert((price,), inner),
            kinds.Choice((inner, (kinds.Restore(1, draw.randint(0, 1)),))),
            kinds.Optional(inner),
            kinds.Restore(draw.randint(1, 2), draw.randint(0, 1)),
            kinds.Progress(2, "any", draw.random() < 0.5),
            kinds.Bus(2),
            kinds.ConflictReward(2),
        ]
    )


def drawn_position(draw, slice):
    """Ann's banners on four cities with the condition of the slice's action, whose effects are drawn, at her action."""
    in_play = ("city_01", "city_08", "city_10", "city_13", "city_16")
    position = acting(table(cities=in_play), ANN, slice)
    built(position, 2, "middle", "middle_01")
    rows = position.state.catalogue.city
    effects = {city: (drawn_effect(draw), drawn_effect(draw))[: draw.randint(1, 2)] for city in in_play}
    effects[draw.choice(in_play)] = (kinds.ActivateCity("other"),)
    cities = [replace(rows[city], condition=CONDITIONS[slice], effect=effects[city]) for city in in_play]
    position.state.learn(with_tiles(replace(position.state.catalogue, mode="declared"), {"city": cities}))
    amounts = {name: draw.choice((0, 0, 1, 2, 3)) for name in GOODS} | {hex: draw.randint(0, 1) for hex in HEXES}
    seat(position, ANN, **amounts, banners=3, bus=draw.randint(0, 14))
    put(position, ANN, 2, 1, "ordinary_11", marker=draw.randint(3, 6))
    for city in in_play[:2]:
        position.state.placed[city] = [ANN]
    return position


class TooManyAnswersError(Exception):
    """Trying everything would take too long."""


def can_follow(state, event, tried=None):
    """DA-6.23: whether some answers lead to a position in which the action can be done."""
    tried = [] if tried is None else tried
    tried.append(event)
    if len(tried) > MOST:
        raise TooManyAnswersError
    player = state.players[ANN]
    run([], state, player)
    item = player.stack[-1]
    if isinstance(item, Goal):
        return NEEDS[event.__struct_config__.tag](player, event)
    return any(can_follow(answered(state, item, answer), event, tried) for answer in answers(state))


def answers(state):
    """All answers to Ann's question, by its effect alone."""
    player = state.players[ANN]
    return list(QUESTIONS[type(player.stack[-1])].answers(state, player, player.stack[-1]))


def answered(state, item, answer):
    """The position after an answer."""
    trial = fork(state)
    player = trial.players[ANN]
    player.stack.pop()
    QUESTIONS[type(item)].take([], trial, player, item, answer)
    return trial


def before_banners(state, event):
    """The position in which the banners are to be used, and then the action is to be done."""
    trial = fork(state)
    trial.players[ANN].stack[-1:] = [Goal(), *map(UseBanner, reversed(event.before))]
    return trial


def in_their_midst(state):
    """The same after some answers."""
    trial = fork(state)
    trial.promised, stack = False, trial.players[ANN].stack
    stack[next(n for n, frame in enumerate(stack) if isinstance(frame, Execute))] = Goal()
    return trial


def judged(position, event):
    """The number of questions after an event; None if it is rejected. Offers are exactly those that can be kept."""
    trial, asked = position.fork(), 0
    if not can_follow(before_banners(position.state, event), event):
        trial.not_legal(event).when(ANN, event).rejected("DA-6.23")
        return None
    trial.legal(event).when(ANN, event).accepted()
    while trial.state.promised:
        here = in_their_midst(trial.state)
        item = here.players[ANN].stack[-1]
        kept = [answer for answer in answers(here) if can_follow(answered(here, item, answer), event)]
        assert [each for _, each in trial.rules.legal(trial.state)] == kept
        assert len(kept) > 1, "a single answer is not asked for"
        trial.when(ANN, kept[asked % len(kept)]).accepted()
        asked += 1
    return asked


@pytest.mark.long
@pytest.mark.parametrize("slice", CONDITIONS)
def test_promises(slice):
    """DA-6.23, DA-6.5: answers accepted and offered are those that can be kept, question by question."""
    seen = Counter()
    for seed in range(20):
        draw = random.Random(f"{slice}.{seed}")
        position = drawn_position(draw, slice)
        for action in ACTIONS[slice]:
            before = draw.choice(list(permutations(position.state.cities[:2], draw.randint(1, 2))))
            with suppress(TooManyAnswersError):
                asked = judged(position, replace(action, before=before))
                seen += Counter(kept=asked is not None, broken=asked is None, questions=asked or 0)
    assert min(seen[each] for each in ("kept", "broken", "questions")) > 4, seen
