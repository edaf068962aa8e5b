"""The games of a kit: played by several policies, under options that take all their values, some with interventions."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.clause import Unsupported, Violation
from engine.declaration import Choose
from engine.dispatch import Action
from engine.options import options_of_game
from engine.public import public_part
from engine.replay import Replay
from engine.rules import Ruleset
from engine.selfplay import Endless, best_of, header_for, play_on
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.native import GameLog
from projections.kit.choosing import covering
from projections.kit.headers import with_own_catalogue
from projections.kit.interventions import intervention, kinds_of_interventions
from projections.kit.traits import Numbers, Watch, traits_of

PUBLIC_EVERY, INTERVENED_EVERY = 9, 7
"""One of so many games is as everybody saw it, in a game that hides something; in one of so many, players intervene.
These numbers and that of the policies have no common divisor, so that everything meets."""
PLAYED_FOR_ONE = 3
"""So many games are played for each one that is kept."""
STOPS, STEPS, TRIES = 5, 40, 8
"""How often interventions are tried in such a game, after how many records at most, and how many of each kind."""
MOST_RECORDS = 3_000
"""A game that takes more is played otherwise."""
OPENING = 60
"""How many records at most a mixed game is played at random."""
CATALOGUE_EVERY = 8
"""One of so many games has a catalogue of its own, in a game whose logs carry one."""
POLICIES = ("sensible", "random", "mixed", "curious", "stubborn")
WHIM_SHARES, LIKINGS = (0.25, 0.5, 0.9), 1_000_000
"""Of the decisions of the last two policies, those that are made by a whim, in turn; how many degrees of liking."""

Options = Mapping[str, Any]


class _Played(NamedTuple):
    """A game, and the numbers of its traits."""

    log: GameLog
    traits: list[int]


def play_games(rules: Ruleset[Any], seed: int, number: int, options: Options) -> list[GameLog]:
    """So many games under these options; of each option that is not among them, every value is played if it can be."""
    stated = _every_value(rules, options, number * PLAYED_FOR_ONE, Random(f"kit-{seed}/{rules.id}/options"))
    whims, numbers = Whims(rules), Numbers()
    played = [
        _played(_Plan(rules, f"kit-{seed}/{each}", each, options, more, whims, numbers))
        for each, more in enumerate(stated, 1)
    ]
    kept = covering([each.traits for each in played], number, Random(f"kit-{seed}/{rules.id}/kept"))
    logs = [played[each].log for each in kept]
    return [
        public_part(log) if rules.public and place % PUBLIC_EVERY == 0 else log for place, log in enumerate(logs, 1)
    ]


class Whims:
    """Policies that choose by a whim now and then, and else sensibly, so that what is dear comes into reach.

    They judge events by their traits: the kind, and each word in a field. `share` is how often they do.
    """

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


def _every_value(rules: Ruleset[Any], options: Options, number: int, rng: Random) -> list[dict[str, Any]]:
    """For each game the values to state, so that all values of all options are shared evenly among the games."""
    values = [
        (name, value) for name, allowed in options_of_game(rules.id).items() for value in allowed if name not in options
    ]
    rng.shuffle(values)
    found: list[dict[str, Any]] = [{} for _ in range(number)]
    for turn in range(max(number, len(values)) if values else 0):
        name, value = values[turn % len(values)]
        found[turn % number].setdefault(name, value)
    return found


class _Plan(NamedTuple):
    """A game to be played: its number from 1, and values of options beside those that all games have."""

    rules: Ruleset[Any]
    seed: str
    number: int
    options: Options
    more: Options
    whims: Whims
    numbers: Numbers


def _played(plan: _Plan) -> _Played:
    """A game as planned or, if it cannot be begun or does not end, one that is plainer."""
    policy, own_catalogue = POLICIES[plan.number % len(POLICIES)], plan.number % CATALOGUE_EVERY == 0
    for options, own in ((dict(plan.options) | dict(plan.more), own_catalogue), (plan.options, own_catalogue)):
        with suppress(Endless, Unreadable, Unsupported, Violation):
            return _play(plan, options, policy, own)
    return _play(plan, plan.options, "sensible", False)


def _play(plan: _Plan, options: Options, name: str, own_catalogue: bool) -> _Played:
    rules, number, rng = plan.rules, plan.number, Random(f"{plan.seed}/play")
    header = header_for(rules, plan.seed, None, options)
    if own_catalogue:
        header = with_own_catalogue(rules, header, Random(f"{plan.seed}/catalogue"))
    game = Replay(rules, header)
    watch, policy = Watch(plan.numbers, game), plan.whims.policy(name, plan.seed, number)
    if name == "mixed":
        _until(game, rng, "random", rng.randrange(OPENING))
    if number % INTERVENED_EVERY == 0:
        kinds = kinds_of_interventions(rules)
        for _ in range(STOPS):
            _until(game, rng, policy, game.seq + rng.randrange(STEPS))
            kinds = [kind for kind in kinds if not any(_intervened(game, kind, rng) for _ in range(TRIES))]
    play_on(game, rng, policy, MOST_RECORDS)
    return _Played(game.log(), watch.traits())


def _until(game: Replay, rng: Random, policy: str | Choose, seq: int) -> None:
    play_on(game, rng, policy, MOST_RECORDS, until=lambda game: game.seq >= seq)


def _intervened(game: Replay, kind: type, rng: Random) -> bool:
    """Whether a drawn event of this kind is accepted now; it is then part of the game."""
    if game.rules.standings(game.state) is not None:
        return False
    actor, event = intervention(game.rules, kind, len(game.header.seats), rng)
    try:
        game.rules.apply(fork(game.state), actor, event)
    except Violation:
        return False
    game.play(actor, event)
    game.settle()
    return True
