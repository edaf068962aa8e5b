"""Games that branch off from others, by something that could have been played there and has seldom been played.

What is rare, such as a card that costs much, is met once in a hundred games played from the beginning. A game that
begins like one in which it was legal, plays it, and goes on from there shows what it leads to. Every second one goes on
for an aim instead, from where another game came nearest to it.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from engine.chance import Outcome
from engine.declaration import Choose
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.selfplay import Draw, after, best_of, choosing, sampled
from events.log.native import GameLog
from projections.kit.aims import Aim, Frontier, Place
from projections.kit.fields import fields_of
from projections.kit.near_misses import held_by_seat
from projections.kit.traits import menu, tag, traits_of
from projections.kit.unusual import Manner, Unusual, best_of_all_kinds

LOOKED_AT, AHEAD, KEPT, TAKEN_UP = 5, 2, 4, 2
"""One of so many decisions is looked at; what so many of its actions lead to is looked at, too; so many places are kept
for each trait, of the first games; and a game that branched off counts for so many times that its traits have been
played."""
CURIOUS_SHARE, NEW_SHARE, SAMPLED, AIMED_SHARE = 0.3, 0.2, 3, 0.7
"""How often a game that has branched off goes on with what has been played least; how often else with what leads to a
new position, or with the newest of so many outcomes of chance; how often one with an aim plays for it."""


Circumstance = tuple[str, str, str, bool]
"""A kind of event, a type of what is in a position and one of its fields, and whether this has a value."""
Trait = str | Circumstance


class Branch(NamedTuple):
    """Where a game could have gone on otherwise: after record `at` of a log, perhaps by a certain action."""

    log: GameLog
    at: int
    action: Action | None

    def is_same(self, other: "Branch") -> bool:
        """Whether it is the same action in the same place of the same log."""
        return self.at == other.at and self.action is other.action and self.log is other.log


class Course(NamedTuple):
    """How a game begins like another one, and how it is played from there on."""

    branch: Branch
    policy: Choose
    draw: Draw


class Branches:
    """What could have been played in the games of a kit so far, and how often it has been.

    A trait is which kinds of events are legal together; or the kind of one, by itself, with a word in a field, with a
    word for what its player gains, or with a field of the position, or of the player, that has a value or has none.
    """

    def __init__(self, rules: Ruleset[Any], unusual: Unusual) -> None:
        self._rules, self._unusual = rules, unusual
        self._played = Counter[Trait]()
        self._offered: dict[Trait, list[Branch]] = {}
        self._now: dict[Trait, tuple[int, Action | None]] = {}
        self._decisions = 0
        self._frontier = Frontier()

    def watched(self, game: Replay, policy: str | Choose) -> Choose:
        """The policy of a game; what it chooses among is noted until the game is over."""
        self._now.clear()
        self._frontier.begin()
        inner = choosing(self._rules, policy)

        def choose(state: Any, actions: list[Action], rng: Random) -> int:
            chosen = inner(state, actions, rng)
            self._decisions += 1
            if self._decisions % LOOKED_AT == 0:
                self._note(game.seq, state, actions, rng)
                self._count(state, actions, actions[chosen])
            return chosen

        return choose

    def over(self, log: GameLog) -> None:
        """Note where the game that was watched last could have gone on otherwise."""
        for trait, (at, action) in self._now.items():
            kept = self._offered.setdefault(trait, [])
            if len(kept) < KEPT:
                kept.append(Branch(log, at, action))
        self._frontier.over(log)

    def next(self, number: int, rng: Random) -> Course | None:
        """How another game branches off, and goes on; None if no game is over yet. Every second one has an aim."""
        if number % 2 == 0 and (nearest := self._frontier.nearest(rng)) is not None:
            return self.aimed(*nearest)
        branch = self.rarest(rng)
        return branch and Course(branch, self.curious, self.curiously_drawn)

    def rarest(self, rng: Random) -> Branch | None:
        """A place where something can be played that has been played least; None if no game is over yet."""
        if not self._offered:
            return None
        least = min(self._played[trait] for trait in self._offered)
        trait = rng.choice([trait for trait in self._offered if self._played[trait] == least])
        branch = rng.choice(self._offered[trait])
        for other, kept in self._offered.items():
            if any(branch.is_same(each) for each in kept):
                self._played[other] += TAKEN_UP
        return branch

    def aimed(self, place: Place, aim: Aim) -> Course:
        """A game that begins like another one up to a place, and goes on for an aim."""

        def worth(state: Any, action: Action) -> float:
            return aim.worth(after(self._rules, state, *action), action[0])

        draw = _drawn_for(worth) if aim.thing.of_all else sampled  # chance is nobody's: no player's aim gets nearer
        return Course(Branch(place.log, place.at, None), self._aiming(worth), draw)

    def curious(self, state: Any, actions: list[Action], rng: Random) -> int:
        """A policy that sometimes plays what has been played least, and else sensibly."""
        if rng.random() < CURIOUS_SHARE:
            return best_of(actions, lambda _, event: -min(self._played[trait] for trait in traits_of(event)), rng)
        if rng.random() < NEW_SHARE:
            return best_of_all_kinds(state, actions, self._unusual.new, rng)
        return self._rules.selfplay.choose(state, actions, rng)

    def curiously_drawn(self, state: Any, outcome: Outcome, rng: Random) -> Any:
        """An outcome of chance: sometimes of a few the one that leads to the newest position."""
        if rng.random() >= NEW_SHARE:
            return outcome.sample(rng)
        return _best_drawn(state, outcome, self._unusual.new, rng)

    def _aiming(self, worth: Manner) -> Choose:
        """A policy that mostly chooses for an aim, and else sensibly."""

        def choose(state: Any, actions: list[Action], rng: Random) -> int:
            if rng.random() >= AIMED_SHARE:
                return self._rules.selfplay.choose(state, actions, rng)
            return best_of_all_kinds(state, actions, worth, rng)

        return choose

    def _count(self, state: Any, actions: list[Action], played: Action) -> None:
        """Count the traits of a decision."""
        self._played[menu(actions)] += 1
        self._played.update((*traits_of(played[1]), *_while(state, played), *self._gained(state, played)))

    def _note(self, at: int, state: Any, actions: list[Action], rng: Random) -> None:
        """Note what could be played in a position of a game, and whether it is nearer to an aim than any before."""
        self._frontier.note(at, state, actions[0][0])
        for each in actions:
            for trait in traits_of(each[1]):
                self._now[trait] = at, each
        self._now[menu(actions)] = at, None
        for each in {tag(event): (actor, event) for actor, event in actions}.values():
            for circumstance in _while(state, each):
                self._now[circumstance] = at, each
        for each in rng.sample(actions, min(AHEAD, len(actions))):
            for trait in self._gained(state, each):
                self._now[trait] = at, each

    def _gained(self, state: Any, action: Action) -> Iterator[str]:
        """What the player of an action holds after it and not before."""
        actor, event = action
        before = held_by_seat(getattr(state, "players", ()), actor)
        then = held_by_seat(getattr(after(self._rules, state, actor, event), "players", ()), actor)
        yield from (f"{tag(event)} gains {word}" for word in sorted(then - before))


def _drawn_for(worth: Manner) -> Draw:
    """Outcomes of chance: mostly, of a few, the one that is worth most."""

    def draw(state: Any, outcome: Outcome, rng: Random) -> Any:
        if rng.random() >= AIMED_SHARE:
            return outcome.sample(rng)
        return _best_drawn(state, outcome, worth, rng)

    return draw


def _best_drawn(state: Any, outcome: Outcome, worth: Manner, rng: Random) -> Any:
    among = [outcome.sample(rng) for _ in range(SAMPLED)]
    return max(among, key=lambda event: worth(state, (None, event)))


def _while(state: Any, action: Action) -> Iterator[Circumstance]:
    """The kind of an action with each field of the position, and of its player, and whether that has a value."""
    actor, event = action
    kind, players = tag(event), getattr(state, "players", ())
    for holder in (state, *players[actor : actor + 1]) if actor is not None else (state,):
        for field in fields_of(type(holder)) if isinstance(holder, Struct) else ():
            yield kind, type(holder).__name__, field.name, bool(getattr(holder, field.name))
