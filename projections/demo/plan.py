"""The plan of the league: who plays whom and when, and which games did not go as planned."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from random import Random

from msgspec import Struct
from msgspec.structs import replace

DIVISIONS = ("A", "B")
FIRST_MEMBERS = {
    "A": ("Ada", "Bela", "Carl", "Dora", "Emil", "Fina", "Gus", "Hedy"),
    "B": ("Ivo", "Jana", "Kurt", "Lena", "Milo", "Nora", "Otto", "Pia"),
}
"""Who plays in each division of the first season."""
ROUNDS = 7
"""How many games everybody plays in a season."""
ALIAS = "ada_l", "Ada"
"""The name under which a player sat in the first season, and the name that is known since."""
PLAYERS_OF_A_GAME = 4
_DAYS_OF_A_ROUND = 21


class Planned(Struct, frozen=True):
    """A game of the plan; `players` are in the order of their seats.

    `leaves` is the seat that drops out, if one does. `stops`: the game is still being played. `disputed`: from some
    round on, its log states wrong points for a player.
    """

    season: int
    division: str
    number: int
    day: date
    players: tuple[str, ...]
    leaves: int | None = None
    stops: bool = False
    disputed: bool = False

    @property
    def name(self) -> str:
        """The name of its log, without the ending: what the pattern of the league reads."""
        return f"S{self.season}_D{self.division}_G{self.number:02}_{self.day}"


class Half(Struct, frozen=True):
    """The first and the last day of a season: a half of a year."""

    first: date
    last: date


def half(season: int) -> Half:
    """The days of a season; the first one is in spring 2023."""
    year, later = 2023 + (season - 1) // 2, season % 2 == 0
    return Half(date(year, 7, 1), date(year, 12, 31)) if later else Half(date(year, 1, 1), date(year, 6, 30))


def season_plan(season: int, seasons: int, members: Mapping[str, Sequence[str]]) -> tuple[list[Planned], list[Planned]]:
    """The games of a season, and those that are still to be begun: in the last season, one of each division.

    In each season somebody drops out of a game. In the last one, a game is still being played and a log is disputed.
    """
    played: list[Planned] = []
    open_games: list[Planned] = []
    for division in DIVISIONS:
        games = list(_games(season, division, members[division]))
        if season == seasons:
            *games, last = games
            open_games.append(last)
        played += games
    for number, game in enumerate(played):
        played[number] = _with_incidents(game, season == seasons)
    return played, open_games


def _with_incidents(game: Planned, last: bool) -> Planned:
    """The game with what happens in it."""
    place = (game.division, game.number)
    renamed = {known: alias for alias, known in [ALIAS] if game.season == 1}
    return replace(
        game,
        players=tuple(renamed.get(player, player) for player in game.players),
        leaves=2 if place == (DIVISIONS[game.season % 2], 5) else None,
        stops=last and place == ("B", 2 * ROUNDS - 1),
        disputed=last and place == ("A", 9),
    )


def _games(season: int, division: str, members: Sequence[str]) -> Iterator[Planned]:
    """In each round, the members of a division are divided among tables by lot."""
    rng = Random(f"plan of season {season}, {division}")
    begin = half(season).first
    saturday = begin + timedelta(days=(5 - begin.weekday()) % 7 + DIVISIONS.index(division))
    for turn in range(ROUNDS):
        drawn = rng.sample(members, len(members))
        day = saturday + timedelta(days=turn * _DAYS_OF_A_ROUND)
        for table in range(len(members) // PLAYERS_OF_A_GAME):
            seats = tuple(drawn[table * PLAYERS_OF_A_GAME : (table + 1) * PLAYERS_OF_A_GAME])
            number = turn * len(members) // PLAYERS_OF_A_GAME + table + 1
            yield Planned(season, division, number, day + timedelta(days=7 * table), seats)
