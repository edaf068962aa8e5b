"""The order of players, and which criterion decided it.

A criterion gives each of some players a value, the higher the better. Players who are level by the first are separated
by the second, and so on; players who are level by all share a place.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from projections.season.results import Game

Values = Mapping[str, Fraction]
Criterion = tuple[str, Callable[[Sequence[str]], Values]]
"""The name of a criterion, and its values for players who are level so far."""

TIED = "tied"
"""What stands in place of a criterion between players whom none separates."""


def ordered(players: Sequence[str], criteria: Sequence[Criterion]) -> list[tuple[str, str]]:
    """The players from the best, each with the criterion that separates them from the one before (or TIED)."""
    if len(players) < 2 or not criteria:
        return [(player, TIED if number else "") for number, player in enumerate(sorted(players))]
    name, values_of = criteria[0]
    values = values_of(players)
    found: list[tuple[str, str]] = []
    for _, level in groupby(sorted(players, key=lambda player: (-values[player], player)), key=values.__getitem__):
        part = ordered([*level], criteria[1:])
        if found:
            part[0] = (part[0][0], name)
        found += part
    return found


def head_to_head(found: Sequence[Game], players: Sequence[str]) -> Values:
    """How often each player finished ahead of one of the others, minus how often behind, in all games they shared."""
    balance = dict.fromkeys(players, Fraction(0))
    for game in found:
        there = [player for player in players if player in game.players]
        for player in there:
            own = game.placed(player)
            others = [game.placed(other) for other in there if other != player]
            balance[player] += sum((other > own) - (other < own) for other in others)
    return balance


def by_lots(lots: Sequence[str], players: Sequence[str]) -> Values:
    """Players in the order in which lots were drawn; those without a lot are level behind them."""
    return {player: Fraction(-(lots.index(player) if player in lots else len(lots))) for player in players}
