"""The results of a store as a season needs them: its games, in the tables to which they belong."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from events.verdicts import CLEAN, DISCREPANT
from projections.season.patterns import NUMBER
from projections.season.settings import Settings
from projections.store.query import games


class Place(Struct, frozen=True, order=True):
    """The table to which a game belongs; division and league are empty if there are none."""

    season: str
    division: str = ""
    league: str = ""

    @property
    def words(self) -> str:
        """`Season 1, division A, league 2`."""
        parts = (f"division {self.division}" * bool(self.division), f"league {self.league}" * bool(self.league))
        return ", ".join([f"Season {self.season}", *filter(None, parts)])


class Seat(Struct, frozen=True):
    """A seat; `vp` is None if the log gives no points."""

    player: str
    faction: str | None
    vp: int | None
    rank: int | None
    dropped: bool


class Game(Struct, frozen=True):
    """A stored game. `number` is its name within its table, empty if nothing states it."""

    game_id: str
    place: Place
    number: str
    source: str
    played_at: str
    verdict: str
    finished: bool
    seats: tuple[Seat, ...]

    @property
    def players(self) -> frozenset[str]:
        """Who sat there, as far as names are known."""
        return frozenset(seat.player for seat in self.seats if seat.player)

    def placed(self, player: str) -> int:
        """The place of a player: 1 plus the number of those ahead; who dropped out is behind all others."""
        own = self._order(self.seat(player))
        return 1 + sum(self._order(other) < own for other in self.seats)

    def level(self, player: str) -> int:
        """How many players share this player's place, with the player."""
        own = self._order(self.seat(player))
        return sum(self._order(other) == own for other in self.seats)

    def seat(self, player: str) -> Seat:
        """The seat of a player who sat there."""
        return next(seat for seat in self.seats if seat.player == player)

    def win(self, player: str) -> Fraction:
        """The share of the win: 1 for the only winner."""
        seat = self.seat(player)
        return Fraction(0) if seat.dropped or self.placed(player) > 1 else Fraction(1, self.level(player))

    def vp(self, player: str) -> int:
        """The player's victory points; 0 if the log gives none."""
        return self.seat(player).vp or 0

    def share(self, player: str) -> Fraction:
        """The player's share of all victory points of the table; 0 if there are none."""
        total = sum(seat.vp or 0 for seat in self.seats)
        return Fraction(self.vp(player), total) if total > 0 else Fraction(0)

    def counts(self, settings: Settings) -> bool:
        """Whether the game counts: it is over, and nothing was found wrong with its log."""
        return self.finished and (self.verdict in CLEAN or (settings.ranking.discrepant and self.verdict == DISCREPANT))

    @staticmethod
    def _order(seat: Seat) -> tuple[bool, int]:
        return (True, 0) if seat.dropped or seat.rank is None else (False, seat.rank)


def season_games(db: str, settings: Settings) -> list[Game]:
    """The games of all seasons, by date. Raises what querying the store raises."""
    rows = (row for row in games(db, "branch_of IS NULL") if settings.game in ("", row["game"]))
    found = [_game(row, settings) for row in rows if (row["tags"] or {}).get("season")]
    return sorted(found, key=lambda game: (game.played_at or "~", game.source, game.game_id))


def _game(row: Mapping[str, Any], settings: Settings) -> Game:
    tags = row["tags"]
    place = Place(tags["season"], tags.get("division", "") if settings.divisions else "", tags.get("league", ""))
    seats = tuple(
        Seat(*(seat[name] for name in ("player", "faction", "vp", "rank", "dropped"))) for seat in row["seats"] or ()
    )
    known = (row["source"], row["played_at"], row["verdict"], row["finished"], seats)
    return Game(row["game_id"], place, tags.get(NUMBER, ""), *known)


def seasons(settings: Settings, found: Iterable[Game]) -> list[str]:
    """The names of all seasons: as the file lists them, then those that only games have, in their natural order."""
    listed = [season.name for season in settings.seasons]
    others = {game.place.season for game in found} | {game.season for game in settings.scheduled}
    return [*listed, *sorted(others - {*listed}, key=natural)]


def natural(name: str) -> tuple[bool, int, str]:
    """A key by which 9 comes before 10."""
    return (not name.isdecimal(), int(name) if name.isdecimal() else 0, name)


def named_twice(found: Sequence[Game]) -> list[list[Game]]:
    """Finished games that claim the same number in the same table."""
    claimed: dict[tuple[Place, str], list[Game]] = {}
    for game in found:
        if game.number and game.finished:
            claimed.setdefault((game.place, game.number), []).append(game)
    return [same for same in claimed.values() if len(same) > 1]
