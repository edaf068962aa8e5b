"""Simulated leagues with known effects, to see whether intervals contain them, and what misleads."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from events.store.migrations import RESULTS
from projections.statistics.strength.results import Floats, Ints, Results
from projections.store.versions import PROJECTION, VERSION

POINTS_A_LOGIT = 12
"""Victory points per logit of strength; points are whole numbers, so some seats tie."""
MEAN_POINTS = 110


class Plan(Struct, frozen=True, kw_only=True):
    """The parameters of a league. `skill` and `spread` are the standard deviations of players and of factions, in
    logits.

    `preference` is how much strong players prefer strong factions: a player one deviation above the mean picks a
    faction one deviation above the mean exp(preference) times as often as an average one, and one a deviation below it
    that much less often. `drop` is the probability that a seat is dropped.
    """

    games: int = 500
    players: int = 60
    factions: int = 14
    chairs: int = 4
    skill: float = 0.6
    spread: float = 0.35
    preference: float = 0.0
    drop: float = 0.0


class League(Struct, frozen=True):
    """The games of a league, and the true effects (players, then factions) in logits."""

    results: Results
    truth: Floats


def league(plan: Plan, seed: int) -> League:
    """A league with these parameters; the same seed gives the same league."""
    rng = np.random.default_rng(seed)
    skills = rng.normal(0, plan.skill, plan.players)
    powers = rng.normal(0, plan.spread, plan.factions)
    players = tables(rng, plan)
    factions = chosen(rng, plan, players, plan.preference * np.outer(skills / plan.skill, powers / plan.spread))
    result = skills[players] + powers[factions] + rng.gumbel(size=players.shape)
    points = np.rint(MEAN_POINTS + POINTS_A_LOGIT * result)
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    rank = np.where(rng.random(rank.shape) < plan.drop, 0, rank)
    terms = np.stack([players, plan.players + factions], axis=2)
    results = Results(rank, terms, (plan.players, plan.factions), points)
    return League(results, np.concatenate([skills, powers]))


def specialists(plan: Plan, spread: float, seed: int) -> League:
    """A league of players who are better with some factions than with others, by `spread` (logits), and choose these.

    A player picks a faction with which they are one deviation better exp(1) times as often as one where they are not.
    """
    rng = np.random.default_rng(seed)
    skills = rng.normal(0, plan.skill, plan.players)
    powers = rng.normal(0, plan.spread, plan.factions)
    pairs = rng.normal(0, spread, (plan.players, plan.factions))
    players = tables(rng, plan)
    factions = chosen(rng, plan, players, pairs / spread)
    result = skills[players] + powers[factions] + pairs[players, factions] + rng.gumbel(size=players.shape)
    points = np.rint(MEAN_POINTS + POINTS_A_LOGIT * result)
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    terms = np.stack([players, plan.players + factions], axis=2)
    return League(Results(rank, terms, (plan.players, plan.factions), points), np.concatenate([skills, powers]))


class Changing(Struct, frozen=True):
    """A league of players who change: its games, and the strength (players, games) of each player at each game.

    `improving`, `pausing`, `rare` (players): who improves steadily, who is away for the middle third, who plays rarely.
    """

    results: Results
    strength: Floats
    factions: Floats
    improving: NDArray[np.bool_]
    pausing: NDArray[np.bool_]
    rare: NDArray[np.bool_]


def changing(plan: Plan, seed: int, gain: float = 0.0, drift: float = 0.0) -> Changing:
    """A league in which a third of the players improve by `gain` logits from the first game to the last.

    Besides, each wanders by a Brownian motion with the standard deviation `drift` over the whole time. A quarter of the
    players are away for the middle third, another quarter play a fifth as often as the others.
    """
    rng = np.random.default_rng(seed)
    time = np.linspace(0, 1, plan.games)
    numbers = np.arange(plan.players)
    improving, pausing, rare = numbers % 3 == 0, numbers % 4 == 1, numbers % 4 == 2
    skills = rng.normal(0, plan.skill, plan.players)
    powers = rng.normal(0, plan.spread, plan.factions)
    steps = rng.normal(0, drift / np.sqrt(plan.games), (plan.players, plan.games)).cumsum(axis=1)
    strength = skills[:, None] + np.where(improving, gain, 0.0)[:, None] * (time - 0.5) + steps
    away = (time > 1 / 3) & (time < 2 / 3)
    often = np.where(rare, 0.2, 1.0)[:, None] * np.where(pausing[:, None] & away, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        drawn = np.log(often.T) + rng.gumbel(size=(plan.games, plan.players))
    players = drawn.argsort(axis=1)[:, ::-1][:, : plan.chairs]
    factions = chosen(rng, plan, players, plan.preference * np.outer(skills / plan.skill, powers / plan.spread))
    now = strength[players, np.arange(plan.games)[:, None]]
    points = np.rint(MEAN_POINTS + POINTS_A_LOGIT * (now + powers[factions] + rng.gumbel(size=players.shape)))
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    terms = np.stack([players, plan.players + factions], axis=2)
    results = Results(rank, terms, (plan.players, plan.factions), points)
    return Changing(results, strength, powers, improving, pausing, rare)


def chosen(rng: np.random.Generator, plan: Plan, players: Ints, wish: Floats) -> Ints:
    """(games, chairs): the factions that players pick in turn, by how much they `wish` (players, factions)."""
    factions = np.empty_like(players)
    taken = np.zeros((plan.games, plan.factions), dtype=bool)
    games = np.arange(plan.games)
    for chair in range(plan.chairs):
        liked = wish[players[:, chair]] + rng.gumbel(size=(plan.games, plan.factions))
        factions[:, chair] = np.where(taken, -np.inf, liked).argmax(axis=1)
        taken[games, factions[:, chair]] = True
    return factions


def clubs(plan: Plan, gap: float, seed: int) -> League:
    """Two leagues with these parameters that never meet; the factions of the second are `gap` logits stronger."""
    own = [league(plan, 2 * seed), league(plan, 2 * seed + 1)]
    terms, points = [], []
    for number, each in enumerate(own):
        player, faction = each.results.terms[:, :, 0], each.results.terms[:, :, 1] - plan.players
        terms.append(
            np.stack(
                [player + number * plan.players, faction + 2 * plan.players + number * plan.factions],
                axis=2,
            )
        )
        points.append(each.results.points)
    sizes = (2 * plan.players, 2 * plan.factions)
    results = Results(
        np.concatenate([each.results.rank for each in own]), np.concatenate(terms), sizes, np.concatenate(points)
    )
    truth = [own[0].truth[: plan.players], own[1].truth[: plan.players]]
    truth += [own[0].truth[plan.players :], own[1].truth[plan.players :] + gap]
    return League(results, np.concatenate(truth))


def tables(rng: np.random.Generator, plan: Plan) -> Ints:
    """(games, chairs): the players of each game, drawn at random, nobody twice at the same table."""
    players = rng.integers(plan.players, size=(plan.games, plan.chairs))
    while (again := (np.diff(np.sort(players, axis=1), axis=1) == 0).any(axis=1)).any():
        players[again] = rng.integers(plan.players, size=(int(again.sum()), plan.chairs))
    return players


def neutral_rates(plan: Plan, truth: Floats, number: int = 20_000) -> Floats:
    """(factions): how often each faction would win with factions assigned at random, from many such tables."""
    rng = np.random.default_rng(0)
    players = tables(rng, plan)[: min(plan.games, number)]
    players = np.concatenate([players] * (number // len(players)))
    factions = rng.random((len(players), plan.factions)).argsort(axis=1)[:, : plan.chairs]
    weights = np.exp(truth[players] + truth[plan.players + factions])
    chances = weights / weights.sum(axis=1, keepdims=True)
    sums = np.bincount(factions.ravel(), chances.ravel(), minlength=plan.factions)
    return sums / np.bincount(factions.ravel(), minlength=plan.factions)


def store_league(connection: Any, made: League, game: str = "terra_mystica", maps: int = 1) -> None:
    """Store a league in an empty store as games with only a result, with maps in rotation and one day per game.

    Players are called p0, p1 ..., factions f0, f1 ..., maps m0, m1 ...; a player without an effect has no name.
    """
    results, (players, _) = made.results, made.results.sizes
    connection.execute(
        """
        INSERT INTO games SELECT 'g' || lpad(n::VARCHAR, 7, '0'), $game, '1', {'map': 'm' || (n % $maps)}::JSON, 'test',
            '', '', 'summary', $chairs, 0, 0, true, 'finished', NULL, '', (DATE '2020-01-01' + n::INTEGER)::VARCHAR,
            now(), '{}', n::VARCHAR, '', 0, NULL, NULL, NULL, 0, 0, NULL, NULL
        FROM range($games) AS t(n)
        """,
        {"game": game, "maps": maps, "chairs": results.rank.shape[1], "games": len(results.rank)},
    )
    connection.execute("INSERT INTO checkpoints SELECT ?, ?, game_id, head FROM games", [PROJECTION, VERSION])
    games, chairs = np.indices(results.rank.shape)
    best = np.where(results.playing, results.rank, results.rank.max() + 1).min(axis=1, keepdims=True)
    first = results.playing & (results.rank == best)
    columns = {
        "g": games,
        "seat": chairs,
        "player": results.terms[:, :, 0],
        "faction": results.terms[:, :, 1] - players,
        "vp": results.points.astype(int),
        "rank": np.where(results.playing, results.rank, results.rank.shape[1]),
        "share": first / np.maximum(first.sum(axis=1, keepdims=True), 1),
        "dropped": ~results.playing,
    }
    listed = ", ".join(f"unnest(${name}) AS {name}" for name in columns)
    connection.execute(
        f"""
        INSERT INTO seats SELECT 'g' || lpad(g::VARCHAR, 7, '0'), seat,
            CASE WHEN player < 0 THEN '' ELSE 'p' || player END, 'f' || faction, seat + 1, vp, rank, share, dropped
        FROM (SELECT {listed})
        """,
        {name: values.ravel().tolist() for name, values in columns.items()},
    )
    connection.execute(RESULTS)
