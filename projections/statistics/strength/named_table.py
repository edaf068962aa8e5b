"""The chances of the players of a table that one names: each with a faction, by the model that predicts games."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from events.log.codec import Unreadable
from events.problems import near_match
from projections.statistics.strength.curvature import Combinations
from projections.statistics.strength.data import FACTIONS, PLAYERS, Selection
from projections.statistics.strength.fitting import estimated
from projections.statistics.strength.results import Floats, Ints

DRAWS = 20_000
"""Random strengths from what the games leave open, the same every time; the error of a chance is about 0.3 %."""
ENDS = (0.025, 0.975)
FORM = "seats such as Ann:nomads,Bob:witches, or Ann,Bob in a game without factions"


def seats(text: str) -> list[tuple[str, str]]:
    """The (player, faction) of each seat; an empty faction where none is named.

    Raises Unreadable for fewer than two seats, a seat without a player, and a player who sits there twice.
    """
    found = [
        (player.strip(), faction.strip()) for player, _, faction in (part.partition(":") for part in text.split(","))
    ]
    players = [player for player, _ in found]
    if len(found) < 2 or not all(players):
        raise Unreadable(f"--table {text}", FORM)
    if twice := [player for player in players if players.count(player) > 1]:
        raise Unreadable(f"the player {twice[0]!r} twice in --table", "different players")
    return found


def table_rows(selection: Selection, table: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """A row for each seat: the player's games, the chance to win with its 95 % interval, the expected place.

    Raises Unreadable for a player or a faction that is not in the games.
    """
    results = selection.results.only(PLAYERS, FACTIONS)
    terms = [_terms(selection, *seat) for seat in table]
    fitted, _ = estimated(results)
    pairs = [(seat, term) for seat, own in enumerate(terms) for term in own]
    rows, columns = (np.array(each) for each in zip(*pairs, strict=True))
    mean = np.bincount(rows, fitted.effects[columns], len(table))
    covariance = fitted.curvature.covariance(_sums(len(fitted.effects), rows, columns, len(table)))
    slack = 1e-9 * np.trace(covariance) * np.eye(len(table))
    root = np.linalg.cholesky(covariance + slack)
    drawn = mean + np.random.default_rng(1).standard_normal((DRAWS, len(table))) @ root.T
    weights = np.exp(drawn - drawn.max(axis=1, keepdims=True))
    chances = weights / weights.sum(axis=1, keepdims=True)
    ahead = weights[:, None, :] / (
        weights[:, :, None] + weights[:, None, :]
    )  # of each other seat being before this one
    places = 0.5 + ahead.sum(axis=2)
    plays = results.plays()
    for seat, ((player, faction), own) in enumerate(zip(table, terms, strict=True)):
        low, high = np.quantile(chances[:, seat], ENDS)
        yield {
            "player": player,
            "faction": faction or None,
            "games": int(plays[own[0]]),
            "win_chance": float(chances[:, seat].mean()),
            "low": float(low),
            "high": float(high),
            "mean_rank": float(places[:, seat].mean()),
        }


def _terms(selection: Selection, player: str, faction: str) -> list[int]:
    """The effects that act on a seat."""
    players = [name for (name,) in selection.names[PLAYERS]]
    factions = [name for _, name in selection.names[FACTIONS]]
    if player not in players:
        raise Unreadable(f"the player {player!r}", f"one who played in these games{near_match(players, player)}")
    if not factions and not faction:
        return [players.index(player)]
    if faction not in factions:
        expected = f"one of {', '.join(factions)}" if factions else "none: nobody has one"
        raise Unreadable(f"the faction {faction!r} of {player}", f"{expected}{near_match(factions, faction)}")
    return [players.index(player), len(players) + factions.index(faction)]


def _sums(effects: int, rows: Ints, columns: Ints, number: int) -> Combinations:
    """The sums of the effects that act on each seat."""
    matrix = np.zeros((number, effects))
    matrix[rows, columns] = 1.0

    def project(chosen: Floats) -> Floats:
        return matrix @ chosen

    def back(chosen: Floats) -> Floats:
        return matrix.T @ chosen

    return Combinations(number, project, back)
