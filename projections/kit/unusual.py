"""Unusual players: what they choose leads to the limits of a game: full tracks, empty supplies, no choice left.

They look one event ahead, at a few of the legal events. They do so at some of their decisions and else play sensibly,
as otherwise they would seldom get anywhere.
"""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from engine.declaration import Choose
from engine.dispatch import Action
from engine.rules import Ruleset
from engine.selfplay import after
from projections.kit.aims import Aim, things
from projections.kit.traits import Numbers, tag

LOOKED_AT, SHARE, COUNTED = 6, 0.5, 30
"""Among how many legal events they choose, how often they do, and up to how many choices are counted."""
STRIDE = 37
"""From one aim to the next in the order of the fields, so that few games have aims of all sorts."""

Manner = Callable[[Any, Action], float]
"""What an action of a position is worth to such a player."""


class Unusual:
    """The unusual players of the games of a kit; what has been met so far counts for all of them."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self._kinds, self._met, self._numbers = Counter[str](), Counter[int](), Numbers()
        self._manners: tuple[Manner, ...] = (self.new, self._rare, self._hoarding, self._spending, self._hasty)

    def policy(self, number: int) -> Choose:
        """The policy of a game: those of all manners, in turn, and after each that of a player with one aim."""
        manners, turn = len(self._manners), number // 2
        manner = self._manners[turn % manners] if number % 2 else self._with_one_aim(turn)

        def choose(state: Any, actions: list[Action], rng: Random) -> int:
            self._kinds.update({tag(event) for _, event in actions})
            if rng.random() >= SHARE:
                return self.rules.selfplay.choose(state, actions, rng)
            return best_of_all_kinds(state, actions, manner, rng)

        return choose

    def _rare(self, state: Any, action: Action) -> float:
        """One of a kind that has been legal least often."""
        return -self._kinds[tag(action[1])]

    def new(self, state: Any, action: Action) -> float:
        """One after which numbers of the position are as they have seldom been."""
        met = self._numbers.of_state(self._then(state, action), action[0], "")
        self._met.update(met)
        return sum(1 / self._met[each] for each in met)

    def _hoarding(self, state: Any, action: Action) -> float:
        """One that leaves the player as much as possible of everything."""
        return self._wealth(self._then(state, action), action[0]) - self._wealth(state, action[0])

    def _spending(self, state: Any, action: Action) -> float:
        """One that leaves the player as little as possible."""
        return -self._hoarding(state, action)

    def _hasty(self, state: Any, action: Action) -> float:
        """One after which little is left to choose."""
        return -sum(1 for _ in islice(self.rules.legal(self._then(state, action)), COUNTED))

    def _with_one_aim(self, number: int) -> Manner:
        """One that leaves as much as possible of a single thing: another for each number.

        It is something that the player has or, for every third number, that all have in common; of this, as little as
        possible for every sixth, as it may be a supply.
        """
        of_all, sign = number % 3 == 2, -1 if number % 6 == 5 else 1
        aims = list[Aim]()

        def worth(state: Any, action: Action) -> float:
            actor = action[0]
            if actor is None:
                return 0
            then = self._then(state, action)
            if not aims and (among := things(then, actor, of_all)):
                aims.append(Aim(among[number * STRIDE % len(among)], sign))
            return aims[0].worth(then, actor) if aims else 0

        return worth

    def _wealth(self, state: Any, seat: int | None) -> int:
        return sum(each or 0 for each in self.rules.values(state, seat or 0))

    def _then(self, state: Any, action: Action) -> Any:
        return after(self.rules, state, *action)


def best_of_all_kinds(state: Any, actions: list[Action], manner: Manner, rng: Random) -> int:
    """The place of the action that is worth most, among a few: one of each kind first."""
    return max(_of_all_kinds(actions, rng), key=lambda each: manner(state, actions[each]))


def _of_all_kinds(actions: list[Action], rng: Random) -> list[int]:
    """The places of a few actions: one of each kind first."""
    order = rng.sample(range(len(actions)), len(actions))
    first = {tag(actions[place][1]): place for place in reversed(order)}
    return [*dict.fromkeys((*first.values(), *order))][:LOOKED_AT]
