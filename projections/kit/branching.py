"""Games that branch off from others, by something that could have been played there and has seldom been played.

What is rare, such as a card that costs much, is met once in a hundred games played from the beginning. A game that
begins like one in which it was legal, plays it, and goes on from there shows what it leads to.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from engine.declaration import Choose
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.selfplay import after, best_of, choosing
from events.log.native import GameLog
from projections.kit.near_misses import held_by_seat
from projections.kit.traits import tag, traits_of

LOOKED_AT, AHEAD, KEPT, TAKEN_UP = 5, 2, 4, 2
"""One of so many decisions is looked at; what so many of its actions lead to is looked at, too; so many places are kept
for each trait, of the first games; and a game that branched off counts for so many times that its trait has been
played."""
CURIOUS_SHARE = 0.3
"""How often a game that has branched off goes on with what has been played least."""


class Branch(NamedTuple):
    """Where a game could have gone on by another action: after record `at` of a log."""

    log: GameLog
    at: int
    action: Action


class Branches:
    """What could have been played in the games of a kit so far, and how often it has been.

    A trait is the kind of an event, by itself, with a word in a field, or with a word for what its player gains.
    """

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        self._played = Counter[str]()
        self._offered: dict[str, list[Branch]] = {}
        self._now: dict[str, tuple[int, Action]] = {}
        self._decisions = 0

    def watched(self, game: Replay, policy: str | Choose) -> Choose:
        """The policy of a game; what it chooses among is noted until the game is over."""
        self._now.clear()
        inner = choosing(self._rules, policy)

        def choose(state: Any, actions: list[Action], rng: Random) -> int:
            chosen = inner(state, actions, rng)
            self._decisions += 1
            if self._decisions % LOOKED_AT == 0:
                self._note(game.seq, state, actions, rng)
                played = actions[chosen]
                self._played.update((*traits_of(played[1]), *self._gained(state, played)))
            return chosen

        return choose

    def over(self, log: GameLog) -> None:
        """Note where the game that was watched last could have gone on otherwise."""
        for trait, (at, action) in self._now.items():
            kept = self._offered.setdefault(trait, [])
            if len(kept) < KEPT:
                kept.append(Branch(log, at, action))

    def rarest(self, rng: Random) -> Branch | None:
        """A place where something can be played that has been played least; None if no game is over yet."""
        if not self._offered:
            return None
        least = min(self._played[trait] for trait in self._offered)
        trait = rng.choice([trait for trait in self._offered if self._played[trait] == least])
        self._played[trait] += TAKEN_UP
        return rng.choice(self._offered[trait])

    def curious(self, state: Any, actions: list[Action], rng: Random) -> int:
        """A policy that sometimes plays what has been played least, and else sensibly."""
        if rng.random() < CURIOUS_SHARE:
            return best_of(actions, lambda _, event: -min(self._played[trait] for trait in traits_of(event)), rng)
        return self._rules.selfplay.choose(state, actions, rng)

    def _note(self, at: int, state: Any, actions: list[Action], rng: Random) -> None:
        for each in actions:
            for trait in traits_of(each[1]):
                self._now[trait] = at, each
        for each in rng.sample(actions, min(AHEAD, len(actions))):
            for trait in self._gained(state, each):
                self._now[trait] = at, each

    def _gained(self, state: Any, action: Action) -> Iterator[str]:
        """What the player of an action holds after it and not before."""
        actor, event = action
        before = held_by_seat(getattr(state, "players", ()), actor)
        then = held_by_seat(getattr(after(self._rules, state, actor, event), "players", ()), actor)
        yield from (f"{tag(event)} gains {word}" for word in sorted(then - before))
