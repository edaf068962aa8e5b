"""The standings of a season: a table for each division and league, with what is still to be played.

All sums are exact; nothing depends on the order in which games were stored.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from events.problems import count
from projections.season.lines import Line, criteria, lines_of
from projections.season.ranking import TIED, Criterion, ordered
from projections.season.results import Game, Place, named_twice
from projections.season.settings import Members, Scheduled, Season, Settings

PROMOTED, RELEGATED, UNDECIDED = "promoted", "relegated", "undecided"
"""What a place leads to; UNDECIDED if players share the places on both sides of a line."""


class Row(Struct, frozen=True):
    """A player in a table. `rank` is None for one who has played too few games.

    `games` are those that were played to the end, `dropped` those out of which the player dropped; `counted` of both
    count. `points`, `wins` and `vp` are sums over these, `share` and `opponents` means. `to_play` is None if nothing
    states how many games there are. `decided_by` is the tie-break that separates the player from the one before.
    """

    rank: int | None
    player: str
    games: int
    dropped: int
    counted: int
    points: Fraction
    wins: Fraction
    vp: int
    share: Fraction
    opponents: Fraction
    to_play: int | None
    decided_by: str
    outcome: str

    @property
    def per_game(self) -> Fraction:
        """Points per counted game."""
        return self.points / self.counted if self.counted else Fraction(0)


class Pending(Struct, frozen=True):
    """A scheduled game that is not over; `found` is what is stored of it, if anything."""

    game: Scheduled
    found: Game | None


class Table(Struct, frozen=True):
    """The standings of one division and league in a season.

    `games` count, `left_out` do not, with the reason of each; `notes` are contradictions and oddities.
    """

    place: Place
    rows: tuple[Row, ...]
    games: tuple[Game, ...]
    left_out: tuple[tuple[Game, str], ...]
    pending: tuple[Pending, ...]
    notes: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played, as far as the file states it."""
        return not self.pending and not any(row.to_play for row in self.rows)


def standings(settings: Settings, season: str, found: Iterable[Game]) -> list[Table]:
    """The tables of a season, from the top division down."""
    games = [game for game in found if game.place.season == season]
    about = next((each for each in settings.seasons if each.name == season), Season(name=season))
    scheduled = [game for game in settings.scheduled if game.season == season]
    places = {game.place for game in games}
    places |= {Place(season, each.name, each.league) for each in about.divisions}
    places |= {Place(season, each.division, each.league) for each in scheduled}
    order = {name: number for number, name in enumerate(settings.divisions)}
    ranked = sorted(places, key=lambda place: (order.get(place.division, len(order)), place))
    return [_table(settings, about, place, games, scheduled) for place in ranked]


def _table(
    settings: Settings, about: Season, place: Place, games: Sequence[Game], scheduled: Sequence[Scheduled]
) -> Table:
    here = [game for game in games if game.place == place]
    plan = [each for each in scheduled if (each.division, each.league) == (place.division, place.league)]
    members = next(
        (each for each in about.divisions if (each.name, each.league) == (place.division, place.league)), None
    )
    twice = {game.game_id: same for same in named_twice(here) for game in same}
    left_out = [(game, why) for game in here if (why := _left_out(settings, game, twice.get(game.game_id, [])))]
    out = {game.game_id for game, _ in left_out}
    counting = [game for game in here if game.game_id not in out]
    pending = _pending(plan, here, counting)
    rows = _rows(settings, members or Members(), counting, pending, _planned(plan))
    notes = [*_notes_on_games(settings, about, place, here), *_notes_on_players(members, counting)]
    ranks = _outcomes(settings, members or Members(), place, rows)
    return Table(place, tuple(ranks), tuple(counting), tuple(left_out), tuple(pending), tuple(notes))


def _left_out(settings: Settings, game: Game, same: Sequence[Game]) -> str:
    """Why a game does not count; empty if it does."""
    if not game.counts(settings):
        return "not over" if game.verdict in ("valid", "incomplete") else game.verdict
    others = [other.game_id for other in same if other.game_id != game.game_id]
    return f"also stored as {', '.join(others)}: game {game.number} twice" if others else ""


def _notes_on_games(settings: Settings, about: Season, place: Place, here: Sequence[Game]) -> Iterable[str]:
    if settings.divisions and place.division not in settings.divisions:
        named = f"the division {place.division!r}, which is not in divisions" if place.division else "no division"
        yield f"{count(len(here), 'game')} of {named}"
    for game in here:
        for day, ahead in ((about.first_day, True), (about.last_day, False)):
            played = game.played_at[:10]
            if day and played and (played < day.isoformat()[: len(played)] if ahead else played > day.isoformat()):
                yield f"{game.game_id} was played on {played}, {'before' if ahead else 'after'} the season ({day})"


def _notes_on_players(members: Members | None, games: Sequence[Game]) -> Iterable[str]:
    if members is not None and members.players:
        strangers = sorted({player for game in games for player in game.players} - {*members.players})
        if strangers:
            yield f"not listed as {'a player' if len(strangers) == 1 else 'players'} here: {', '.join(strangers)}"
    nobody = sum(not seat.player for game in games for seat in game.seats)
    if nobody:
        yield f"{count(nobody, 'seat')} without a player's name: in no row"


def _pending(plan: Sequence[Scheduled], here: Sequence[Game], counting: Sequence[Game]) -> list[Pending]:
    """The scheduled games that are not over: each is met by a game of its number, else by one of the same players."""
    free = [*counting]
    waiting = []
    for game in plan:
        met = next((each for each in free if game.game and each.number == game.game), None)
        met = met or next((each for each in free if _of_same_players(game, each)), None)
        if met is None:
            waiting.append(game)
        else:
            free.remove(met)
    begun = [game for game in here if game not in counting]
    return [Pending(game, next((each for each in begun if _meets(game, each)), None)) for game in waiting]


def _of_same_players(game: Scheduled, found: Game) -> bool:
    return not (game.game and found.number) and {*game.players} == found.players


def _meets(game: Scheduled, found: Game) -> bool:
    return bool(game.game and found.number == game.game) or _of_same_players(game, found)


def _planned(plan: Sequence[Scheduled]) -> set[str]:
    return {player for game in plan for player in game.players}


def _rows(
    settings: Settings, members: Members, games: Sequence[Game], pending: Sequence[Pending], planned: set[str]
) -> list[Row]:
    """The rows in order, without what their places lead to."""
    ranking = settings.ranking
    players = sorted({player for game in games for player in game.players} | {*members.players} | planned)
    lines = lines_of(settings, games, players)
    main: Criterion = (ranking.rank_by, lambda players: {player: lines[player].main for player in players})
    enough = [name for name in players if lines[name].results and lines[name].finished >= ranking.minimum_games]
    order = ordered(enough, [main, *criteria(settings, games, lines)])
    rest = ordered([player for player in players if player not in enough], [main])
    found: list[Row] = []
    for number, (player, decided) in enumerate([*order, *((player, "") for player, _ in rest)], 1):
        rank = None if number > len(order) else found[-1].rank if decided == TIED else number
        to_play = _to_play(members, lines[player], pending, planned)
        found.append(_row(rank, lines[player], to_play, "" if decided in (TIED, ranking.rank_by) else decided))
    return found


def _row(rank: int | None, line: Line, to_play: int | None, decided_by: str) -> Row:
    return Row(
        rank=rank,
        player=line.player,
        games=line.finished,
        dropped=len(line.results) - line.finished,
        counted=len(line.counted),
        points=line.points,
        wins=line.total(Game.win),
        vp=int(line.total(Game.vp)),
        share=line.mean(Game.share),
        opponents=line.opponents,
        to_play=to_play,
        decided_by=decided_by,
        outcome="",
    )


def _to_play(members: Members, line: Line, pending: Sequence[Pending], planned: set[str]) -> int | None:
    """How many games a player has still to play, by the schedule or else by the number of games of each."""
    if planned:
        return sum(line.player in each.game.players for each in pending)
    if members.games and (not members.players or line.player in members.players):
        return max(0, members.games - len(line.results))
    return None


def _outcomes(settings: Settings, members: Members, place: Place, rows: Sequence[Row]) -> list[Row]:
    """The rows with what their places lead to. A line that runs through a shared place decides nothing."""
    order = list(settings.divisions)
    number = order.index(place.division) if place.division in order else 0
    up = settings.ranking.promoted if members.promoted is None else members.promoted
    down = settings.ranking.relegated if members.relegated is None else members.relegated
    up, down = up if number > 0 else 0, down if number < len(order) - 1 else 0
    ranked = len([*takewhile(lambda row: row.rank is not None, rows)])
    down = min(down, max(0, ranked - up))
    found = []
    for row in rows:
        if row.rank is None:
            found.append(row)
            continue
        last = row.rank + sum(other.rank == row.rank for other in rows) - 1
        outcome = ""
        if row.rank <= up:
            outcome = PROMOTED if last <= up else UNDECIDED
        if last > ranked - down:
            outcome = RELEGATED if row.rank > ranked - down and not outcome else UNDECIDED
        found.append(replace(row, outcome=outcome))
    return found
