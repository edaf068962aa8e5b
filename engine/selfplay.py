"""Self-play: seeded games of legal decisions, written as ordinary logs; and perft, the count of legal sequences."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.chance import Outcome, Undrawable
from engine.clause import Violation
from engine.declaration import Choose
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Header, Seat
from events.problems import Problem, count

Draw = Callable[[Any, Outcome, Random], Any]
"""How an event is drawn in a position in which chance decides."""


class Endless(Problem):
    """A game that does not end within the allowed number of records, or in which nothing is legal before its end."""


def header_for(
    rules: Ruleset[Any], seed: str, players: int | None, options: Mapping[str, Any], drawing: bool = True
) -> Header:
    """The header of the game of a seed; options that are not given are drawn, or else have the game's defaults.

    Raises Unreadable for a number of players that the game does not have.
    """
    header = rules.selfplay.header(Random(f"{seed}/header"), players, options, drawing)
    if players is not None and len(header.seats) != players:
        raise Unreadable(count(players, "player"), f"a number that {rules.name} can be played with")
    return header


def seats_of(number: int) -> tuple[Seat, ...]:
    """The seats of a self-played table, which have the same names in every game: player 1, player 2, ..."""
    return tuple(Seat(f"player {each}") for each in range(1, number + 1))


def play(rules: Ruleset[Any], header: Header, seed: str, policy: str = "sensible", limit: int = 20_000) -> Replay:
    """Play one game to its end. The same header, seed and policy give the same game.

    `policy` is `sensible` (the game's own) or `random`. Raises Endless after `limit` records, Undrawable if nothing can
    be drawn.
    """
    game = Replay(rules, header)
    try:
        play_on(game, Random(f"{seed}/play"), policy, limit)
    except (Endless, Undrawable) as problem:
        raise type(problem)(f"{rules.id}, seed {seed}: {problem}") from None
    return game


def sampled(state: Any, outcome: Outcome, rng: Random) -> Any:
    """An event drawn as the rules have it."""
    return outcome.sample(rng)


def _never(game: Replay) -> bool:
    return False


def play_on(
    game: Replay,
    rng: Random,
    policy: str | Choose = "sensible",
    limit: int = 20_000,
    until: Callable[[Replay], bool] = _never,
    draw: Draw = sampled,
) -> None:
    """Play a game on, to its end or to the first position in which `until` holds. Raises Endless as `play` does.

    `policy` is `sensible`, `random`, or a function that chooses; `draw` draws what chance decides.
    """
    rules = game.rules
    while rules.standings(game.state) is None and not until(game):
        if game.seq >= limit:
            raise Endless(f"not over after {count(limit, 'record')}")
        try:
            actor, event = next_action(rules, game.state, rng, policy, draw)
        except StopIteration:
            raise Endless(f"nothing is legal after {count(game.seq, 'record')}") from None
        game.play(actor, event)
        game.settle()


def next_action(rules: Ruleset[Any], state: Any, rng: Random, policy: str | Choose, draw: Draw = sampled) -> Action:
    """The (actor, event) that the policy chooses, never an `automatic` one.

    Raises StopIteration if none is, Undrawable for a chance outcome of which nothing can be drawn.
    """
    if (outcome := rules.outcome(state)) is not None:
        return None, draw(state, outcome, rng)
    actions = [action for action in rules.legal(state) if not getattr(action[1], "automatic", False)]
    if not actions:
        raise StopIteration
    if len(actions) == 1:
        return actions[0]
    return actions[choosing(rules, policy)(state, actions, rng)]


def choosing(rules: Ruleset[Any], policy: str | Choose) -> Choose:
    """The function by which a policy chooses: `random`, `sensible`, or a function already."""
    if policy == "random":
        return _at_random
    return rules.selfplay.choose if isinstance(policy, str) else policy


def _at_random(state: Any, actions: list[Action], rng: Random) -> int:
    return rng.randrange(len(actions))


def best_of(actions: Sequence[Action], worth: Callable[[int | None, Any], int], rng: Random) -> int:
    """The index of an action with the highest worth; ties are broken by a draw."""
    worths = [worth(actor, event) for actor, event in actions]
    most = max(worths)
    return rng.choice([number for number, each in enumerate(worths) if each == most])


def perft(rules: Ruleset[Any], state: Any, depth: int) -> int:
    """How many sequences of `depth` legal events there are from a position."""
    actions = list(rules.legal(state))
    if depth <= 1:
        return len(actions) if depth == 1 else 1
    return sum(perft(rules, after(rules, state, actor, event), depth - 1) for actor, event in actions)


def after(rules: Ruleset[Any], state: Any, actor: int | None, event: Any) -> Any:
    """The position after an event and its automatic steps; the given position stays unchanged."""
    position = fork(state)
    try:
        rules.apply(position, actor, event)
    except Violation as violation:
        raise AssertionError(f"{rules.id}: {event} of {actor} is offered and breaks {violation}") from violation
    while rules.proceed(position) is not None:
        pass
    return position


def selfplay_log(
    rules: Ruleset[Any], seed: str, players: int | None, options: Mapping[str, Any], policy: str
) -> GameLog:
    """One self-played game as a log."""
    return play(rules, header_for(rules, seed, players, options), seed, policy).log()
