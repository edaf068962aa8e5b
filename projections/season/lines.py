"""What each player achieved in the games of one table: sums and means, and the criteria that they give."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from projections.season.ranking import Criterion, Values, by_lots, head_to_head
from projections.season.results import Game
from projections.season.settings import HEAD_TO_HEAD, LOTS, OPPONENTS, SHARE, VP, WINS, Points, Settings

Value = Callable[[Game, str], Fraction | int]
"""What a game is worth to a player."""


class Line(Struct):
    """A player's results: all of them, and those that count. `opponents` is their strength."""

    player: str
    results: list[Game]
    counted: list[Game]
    points: Fraction
    by_mean: bool
    opponents: Fraction = Fraction(0)

    @property
    def finished(self) -> int:
        """How many games the player played to the end."""
        return sum(not game.seat(self.player).dropped for game in self.results)

    @property
    def per_game(self) -> Fraction:
        """Points per counted game."""
        return self.points / max(1, len(self.counted))

    @property
    def main(self) -> Fraction:
        """That by which players are ranked first."""
        return self.per_game if self.by_mean else self.points

    def total(self, value: Value) -> Fraction:
        """The sum of a value over the games that count."""
        return sum((Fraction(value(game, self.player)) for game in self.counted), Fraction(0))

    def mean(self, value: Value) -> Fraction:
        """The mean of a value over the games that count; 0 without any."""
        return self.total(value) / max(1, len(self.counted))


def points_of(points: Points, game: Game, player: str) -> Fraction:
    """The points of a result: players who share places share what these are worth."""
    if game.seat(player).dropped:
        return _exact(points.dropped)
    if points.share is not None:
        return _exact(points.share) * game.win(player)
    first, level = game.placed(player), game.level(player)
    worth = (_exact(value) for value in points.places[first - 1 : first - 1 + level])
    return sum(worth, Fraction(0)) / level


def _exact(value: float) -> Fraction:
    """The number as it was written: 0.1 is a tenth."""
    return Fraction(str(value))


def lines_of(settings: Settings, games: Sequence[Game], players: Iterable[str]) -> dict[str, Line]:
    """The lines of players."""
    found = {player: _line(settings, games, player) for player in players}
    means = {player: line.per_game for player, line in found.items()}

    def opposing(game: Game, player: str) -> Fraction:
        others = sorted(game.players - {player})
        return sum((means[other] for other in others), Fraction(0)) / max(1, len(others))

    for line in found.values():
        line.opponents = line.mean(opposing)
    return found


def _line(settings: Settings, games: Sequence[Game], player: str) -> Line:
    results = [game for game in games if player in game.players]
    worth = {game.game_id: points_of(settings.points, game, player) for game in results}
    best = settings.ranking.best_results or len(results)

    def rank(game: Game) -> tuple[Fraction, Fraction, int, Fraction]:
        return (worth[game.game_id], game.win(player), game.vp(player), game.share(player))

    kept = {game.game_id for game in sorted(results, key=rank, reverse=True)[:best]}
    counted = [game for game in results if game.game_id in kept]
    points = sum((worth[game.game_id] for game in counted), Fraction(0))
    return Line(player, results, counted, points, settings.ranking.rank_by == "points_per_game")


def criteria(settings: Settings, games: Sequence[Game], lines: Mapping[str, Line]) -> list[Criterion]:
    """The tie-breaks, in their order. Victory points and wins are sums, or means if points per game rank."""

    def of(value: Callable[[Line], Fraction]) -> Callable[[Sequence[str]], Values]:
        return lambda players: {player: value(lines[player]) for player in players}

    def gained(value: Value) -> Callable[[Sequence[str]], Values]:
        return of(lambda line: line.mean(value) if line.by_mean else line.total(value))

    known: dict[str, Callable[[Sequence[str]], Values]] = {
        HEAD_TO_HEAD: lambda players: head_to_head(games, players),
        VP: gained(Game.vp),
        WINS: gained(Game.win),
        OPPONENTS: of(lambda line: line.opponents),
        SHARE: of(lambda line: line.mean(Game.share)),
        LOTS: lambda players: by_lots(settings.ranking.lots, players),
    }
    return [(name, known[name]) for name in settings.ranking.tie_breaks]
