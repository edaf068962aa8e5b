"""Policies that choose by a whim now and then, and else sensibly, so that what is dear comes into reach.

They judge events by their traits: the kind, and each word in a field.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from engine.declaration import Choose
from engine.dispatch import Action
from engine.rules import Ruleset
from engine.selfplay import best_of
from projections.kit.traits import traits_of

POLICIES = ("sensible", "random", "mixed", "curious", "stubborn")
WHIM_SHARES, LIKINGS = (0.25, 0.5, 0.9), 1_000_000
"""Of the decisions of the last two policies, those that are made by a whim, in turn; how many degrees of liking."""


class Whims:
    """The policies of the games of a kit; `share` is how often they have a whim."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules, self.share, self._played = rules, WHIM_SHARES[0], Counter[str]()

    def policy(self, name: str, seed: str, number: int) -> str | Choose:
        """The policy of that name for a game."""
        self.share = WHIM_SHARES[number // len(POLICIES) % len(WHIM_SHARES)]
        found = {"curious": self.curious, "stubborn": self.stubborn(seed)}.get(name)
        return found or ("random" if name == "random" else "sensible")

    def curious(self, state: Any, actions: list[Action], rng: Random) -> int:
        """The action of which some trait has occurred least in all curious games so far."""
        chosen = self._either(
            state, actions, rng, lambda event: -min(self._played[trait] for trait in traits_of(event))
        )
        self._played.update(traits_of(actions[chosen][1]))
        return chosen

    def stubborn(self, seed: str) -> Choose:
        """A policy with likings of its own, which leads to the ends of stocks and boards."""
        liked = cache(lambda trait: Random(f"{seed}/{trait}").randrange(LIKINGS))

        def choose(state: Any, actions: list[Action], rng: Random) -> int:
            return self._either(state, actions, rng, lambda event: max(map(liked, traits_of(event))))

        return choose

    def _either(self, state: Any, actions: list[Action], rng: Random, whim: Callable[[Any], int]) -> int:
        if rng.random() < self.share:
            return best_of(actions, lambda _, event: whim(event), rng)
        return self.rules.selfplay.choose(state, actions, rng)
