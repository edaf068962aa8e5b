"""What SEASON.toml states: one Struct per table of the file (docs/seasons.md)."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

Number = int | float
Whole = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(min_length=1, max_length=500)]

HEAD_TO_HEAD, VP, WINS, OPPONENTS, SHARE, LOTS = "head_to_head", "vp", "wins", "opponents", "share", "lots"
TieBreak = Literal["head_to_head", "vp", "wins", "opponents", "share", "lots"]
RankBy = Literal["points", "points_per_game"]


class _Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class Points(_Table, frozen=True):
    """What a result is worth: `places` (by place; tied players share theirs), or `share` times the share of the win.

    `dropped` is what a player gets who dropped out of the game.
    """

    places: tuple[Number, ...] = ()
    share: Number | None = None
    dropped: Number = 0


class Ranking(_Table, frozen=True):
    """How players are ranked.

    `rank_by` is the sum of points, or their mean per game. Players who are level are separated by the `tie_breaks`, in
    their order; `lots` lists players in the order in which lots were drawn. Who has played fewer than `minimum_games`
    has no rank. If `best_results` is not 0, only that many of a player's results count. `promoted` and `relegated` are
    the numbers of players per table. With `discrepant`, games count whose log states other figures than the rules give.
    """

    rank_by: RankBy = "points"
    tie_breaks: tuple[TieBreak, ...] = ("head_to_head", "vp", "wins", "opponents")
    lots: tuple[Name, ...] = ()
    minimum_games: Whole = 0
    best_results: Whole = 0
    promoted: Whole = 0
    relegated: Whole = 0
    discrepant: bool = False


class Names(_Table, frozen=True):
    """How games are named: what is stated by the names of their files or sources (names.py)."""

    pattern: Name


class Members(_Table, frozen=True):
    """The players of one table in a season: of a division, and of a league in it if it has several.

    `games` is how many games each of them plays. `promoted` and `relegated` replace those of all tables.
    """

    name: Name = ""
    league: str = ""
    players: tuple[Name, ...] = ()
    games: Whole = 0
    promoted: Whole | None = None
    relegated: Whole | None = None


class Season(_Table, frozen=True):
    """A season, named as in the tag `season` of its games; its first and last day, and who plays in it."""

    name: Name
    first_day: date | None = None
    last_day: date | None = None
    divisions: tuple[Members, ...] = ()


class Scheduled(_Table, frozen=True):
    """A game that is to be played: by these players; `game` is its number or name within its table."""

    season: Name
    players: Annotated[tuple[Name, ...], Meta(min_length=2)]
    division: str = ""
    league: str = ""
    game: str = ""
    due: date | None = None


class Site(_Table, frozen=True):
    """What `anyturn season` keeps up to date, and from what; paths are relative to the file.

    `logs` and `facts` are files, folders or URLs; `store` is the store; `address` is where the site is published;
    `replays` is how many games get a replay page. With `pseudonyms`, no player is named.
    """

    logs: tuple[Name, ...] = ()
    facts: tuple[Name, ...] = ()
    store: Name = "anyturn.duckdb"
    address: str = ""
    replays: Whole = 20
    pseudonyms: bool = False


class Settings(_Table, frozen=True):
    """The whole file. `divisions` are listed from the top; `game` limits everything to one ruleset."""

    title: Name
    points: Points
    game: str = ""
    divisions: tuple[Name, ...] = ()
    ranking: Ranking = Ranking()
    names: Names | None = None
    seasons: tuple[Season, ...] = ()
    scheduled: tuple[Scheduled, ...] = ()
    site: Site = Site()
