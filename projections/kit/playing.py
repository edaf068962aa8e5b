"""The games of a kit: played by several policies, under options that take all their values, some with interventions."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from engine.chance import Outcome, Spread, Undrawable
from engine.clause import Unsupported, Violation
from engine.declaration import Choose
from engine.options import options_of_game
from engine.public import public_part
from engine.replay import Replay, Stopped
from engine.rules import Ruleset
from engine.selfplay import Endless, header_for, play_on
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Header
from events.plugins import part
from projections.kit.branching import Branches
from projections.kit.choosing import covering
from projections.kit.interventions import Moments, intervention, kinds_of_interventions
from projections.kit.traits import Numbers, Watch
from projections.kit.unusual import Unusual
from projections.kit.varied import OwnValues, header_at_limits
from projections.kit.whims import POLICIES, Whims

PUBLIC_EVERY, INTERVENED_EVERY = 5, 7
"""One of so many games is as everybody saw it, in a game that hides something; in one of so many, players intervene.
These numbers, those below and that of the policies have no common divisor, so that everything meets; the public games
are counted among those that are kept."""
UNKNOWN_EVERY, UNKNOWN_SHARE = 17, 0.6
"""In one of so many games, so many of the facts that a log need not know are not known."""
PLAYED_FOR_TWO, BRANCHED_EVERY = 3, 2
"""So many games are played for every two that are kept; after so many, another one branches off from one of them."""
STOPS, TRIES = 5, 8
"""How often interventions are tried in such a game, and how many of each kind."""
MOST_RECORDS = 1_500
"""A game that takes more is played otherwise."""
OPENING = 60
"""How many records at most a mixed game is played at random."""
CATALOGUE_EVERY, DISCOVERED_EVERY, UNUSUAL_EVERY, LIMITS_EVERY = 4, 3, 9, 13
"""One of so many games has component values of its own, in a game whose logs state some, and every third of these logs
declares what turns up; one of so many is played by an unusual player; one of so many has the least or the greatest
number of players, and options at their ends."""

Options = Mapping[str, Any]


class _Played(NamedTuple):
    """A game, and the numbers of its traits."""

    log: GameLog
    traits: list[int]


def play_games(rules: Ruleset[Any], seed: int, number: int, options: Options) -> list[GameLog]:
    """So many games under these options; of each option that is not among them, every value is played if it can be."""
    stated = _every_value(rules, options, number * PLAYED_FOR_TWO // 2, Random(f"kit-{seed}/{rules.id}/options"))
    unusual = Unusual(rules)
    shared = Whims(rules), unusual, OwnValues(rules), Numbers(), Moments(), Branches(rules, unusual)
    played = list[_Played]()
    for each, more in enumerate(stated, 1):
        plan = _Plan(rules, f"kit-{seed}/{each}", each, options, more, *shared)
        played.append(_played(plan))
        if each % BRANCHED_EVERY == 0:
            played += _branched_off(plan)
    kept = covering([each.traits for each in played], number, Random(f"kit-{seed}/{rules.id}/kept"))
    logs = [played[each].log for each in kept]
    return [
        public_part(log) if rules.public and place % PUBLIC_EVERY == 0 else log for place, log in enumerate(logs, 1)
    ]


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
    unusual: Unusual
    own: OwnValues
    numbers: Numbers
    moments: Moments
    branches: Branches


def _played(plan: _Plan) -> _Played:
    """A game as planned or, if it cannot be begun or does not end, one that is plainer."""
    for options in (dict(plan.options) | dict(plan.more), plan.options):
        with suppress(Endless, Stopped, Undrawable, Unreadable, Unsupported, Violation):
            return _play(plan, _header(plan, options), POLICIES[plan.number % len(POLICIES)])
        plan.own.forget()
    return _play(plan, header_for(plan.rules, plan.seed, None, plan.options), "sensible")


def _branched_off(plan: _Plan) -> list[_Played]:
    """A game that begins like another one and goes on otherwise; none if it does not end."""
    rng = Random(f"{plan.seed}/branch")
    course = plan.branches.next(plan.number // BRANCHED_EVERY, rng)
    if course is None:
        return []
    branch = course.branch
    game = Replay(plan.rules, branch.log.header)
    watch, policy = Watch(plan.numbers, game), plan.branches.watched(game, course.policy)
    game.feed(branch.log.records[: branch.at])
    with suppress(Endless, Undrawable):
        if branch.action is not None:
            game.play(*branch.action)
        game.settle()
        play_on(game, rng, policy, MOST_RECORDS, draw=course.draw)
        return [_over(plan, game, watch)]
    return []


def _over(plan: _Plan, game: Replay, watch: Watch) -> _Played:
    log = game.log()
    plan.branches.over(log)
    return _Played(log, watch.traits())


def _header(plan: _Plan, options: Options) -> Header:
    rules, number = plan.rules, plan.number
    if number % LIMITS_EVERY == 0:
        header = header_at_limits(rules, plan.seed, options, Random(f"{plan.seed}/limits"))
    else:
        header = header_for(rules, plan.seed, None, options)
    if number % CATALOGUE_EVERY == 0:
        header = plan.own.header(header, Random(f"{plan.seed}/catalogue"))
    return header


def _play(plan: _Plan, header: Header, name: str) -> _Played:
    rules, number, rng = plan.rules, plan.number, Random(f"{plan.seed}/play")
    game = Replay(rules, header)
    watch, policy = Watch(plan.numbers, game), plan.whims.policy(name, plan.seed, number)
    if number % UNUSUAL_EVERY == 0:
        policy = plan.unusual.policy(number // UNUSUAL_EVERY)
    policy = plan.branches.watched(game, policy)
    if number % UNKNOWN_EVERY == 0:
        _with_unknown_facts(game, rng, policy, plan.seed)
    elif name == "mixed":
        _until(game, rng, plan.branches.watched(game, "random"), rng.randrange(OPENING))
    if number % INTERVENED_EVERY == 0:
        kinds = kinds_of_interventions(rules)
        for _ in range(STOPS):
            play_on(game, rng, policy, MOST_RECORDS, until=lambda game: plan.moments.is_one(game.state, rng))
            kinds = [kind for kind in kinds if not any(_intervened(game, kind, rng) for _ in range(TRIES))]
    play_on(game, rng, policy, MOST_RECORDS)
    if number % (CATALOGUE_EVERY * DISCOVERED_EVERY) == 0 and (found := _discovered(plan, game)) is not None:
        return found
    return _over(plan, game, watch)


def _discovered(plan: _Plan, game: Replay) -> _Played | None:
    """The game as logged by somebody who did not know its components; None if no log of the game declares any."""
    module = part(f"engine.games.{plan.rules.id}", "own_catalogue")
    if module is None or not plan.own.are_of(game.header):
        return None
    header, actions = module.discovered(game.header, [(actor, event) for actor, event, _ in game.played])
    again = Replay(plan.rules, header)
    watch = Watch(plan.numbers, again)
    for actor, event in actions:
        again.play(actor, event)
    again.settle()
    return _Played(again.log(), watch.traits())


def _until(game: Replay, rng: Random, policy: str | Choose, seq: int) -> None:
    play_on(game, rng, policy, MOST_RECORDS, until=lambda game: game.seq >= seq)


def _with_unknown_facts(game: Replay, rng: Random, policy: str | Choose, seed: str) -> None:
    """Play a game to its end; some chance outcomes that a log need not know are not known in it."""

    def unknown(game: Replay) -> bool:
        outcome = game.rules.outcome(game.state)
        return outcome is not None and bool(_open(outcome)) and Random(f"{seed}/{game.seq}").random() < UNKNOWN_SHARE

    play_on(game, rng, policy, MOST_RECORDS, until=unknown)
    while (outcome := game.rules.outcome(game.state)) is not None and game.rules.standings(game.state) is None:
        drawn = outcome.sample(rng)
        game.play(None, structs.replace(drawn, **dict.fromkeys(_open(outcome))))
        game.settle()
        play_on(game, rng, policy, MOST_RECORDS, until=unknown)


def _open(outcome: Outcome) -> list[str]:
    """The fields of a chance outcome that a log need not know."""
    first = outcome.alternatives[0]  # the one that is drawn
    return [name for name, spread in first.fields.items() if isinstance(spread, Spread) and spread.allows(None)]


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
