"""Writing the league: its logs, its settings, the other name of a player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from events.files.atomic import write_whole
from projections.batch import pool
from projections.demo.plan import ALIAS, DIVISIONS, FIRST_MEMBERS, ROUNDS, Planned, half, season_plan
from projections.demo.play import GAME, Played, play_and_write
from projections.season.reading import checked
from projections.season.results import Game, Place
from projections.season.settings import Settings
from projections.season.standings import standings

LOGS, SETTINGS, ALIASES = "games", "season.toml", "aliases.csv"
MOVING = 2
"""How many players a division passes on to the next one after a season."""
_HEAD = f"""title = "The club's league"
game = "{GAME}"
divisions = [{", ".join(f'"{name}"' for name in DIVISIONS)}]

[points]
places = [5, 3, 1]
dropped = -1

[ranking]
tie_breaks = ["head_to_head", "wins", "vp", "opponents"]
minimum_games = 3
promoted = {MOVING}
relegated = {MOVING}

[names]
pattern = "S{{season}}_D{{division}}_G{{game}}_{{date}}"

[site]
logs = ["{LOGS}"]
facts = ["{ALIASES}"]
replays = 4
"""


class _Season(Struct, frozen=True):
    """A season that was played: its number and who played in each division."""

    number: int
    members: Mapping[str, Sequence[str]]


def number_of_games(seasons: int) -> int:
    """How many logs there are of that many seasons."""
    members = FIRST_MEMBERS
    return sum(len(season_plan(number, seasons, members)[0]) for number in range(1, seasons + 1))


def write_league(folder: Path, seasons: int, jobs: int) -> Iterator[list[str]]:
    """Play the seasons and write everything, yielding the logs as they are written. It is the same every time.

    After each season, players are promoted and relegated by its standings.
    """
    (folder / LOGS).mkdir(parents=True, exist_ok=True)
    members: Mapping[str, Sequence[str]] = FIRST_MEMBERS
    done: list[_Season] = []
    open_games: list[Planned] = []
    for number in range(1, seasons + 1):
        done.append(_Season(number, members))
        planned, open_games = season_plan(number, seasons, members)
        played: list[Played] = []
        for game in pool.in_order(play_and_write, [(each, str(folder / LOGS)) for each in planned], jobs):
            played.append(game)
            yield [game.file]
        members = _moved(checked(_settings(done, ())), number, members, played)
    write_whole(_settings(done, open_games).encode(), folder / SETTINGS, force=True)
    write_whole(f"alias,player\n{','.join(ALIAS)}\n".encode(), folder / ALIASES, force=True)


def _moved(
    settings: Settings, season: int, members: Mapping[str, Sequence[str]], played: Iterable[Played]
) -> dict[str, tuple[str, ...]]:
    """Who plays in each division next, by the standings of a season."""
    tables = standings(settings, str(season), [_result(game) for game in played])
    above, below = ([row.player for row in table.rows] for table in tables)
    up, down = below[:MOVING], above[-MOVING:]
    stay = {"A": down, "B": up}
    come = {"A": up, "B": down}
    return {name: (*(each for each in members[name] if each not in stay[name]), *come[name]) for name in DIVISIONS}


def _result(game: Played) -> Game:
    """A game as the standings need it, with the names by which players are known."""
    known = dict([ALIAS])
    planned = game.planned
    seats = (replace(each, player=known.get(each.player, each.player)) for each in game.seats)
    place = Place(str(planned.season), planned.division)
    source = f"{planned.name}.jsonl"
    number, day = f"{planned.number:02}", planned.day.isoformat()
    return Game(planned.name, place, number, source, day, game.verdict, game.finished, tuple(seats))


def _settings(seasons: Iterable[_Season], open_games: Iterable[Planned]) -> str:
    """The text of the file of settings."""
    parts = [_HEAD]
    for season in seasons:
        days = half(season.number)
        parts.append(f'[[seasons]]\nname = "{season.number}"\nfirst_day = {days.first}\nlast_day = {days.last}\n')
        for name in DIVISIONS:
            head = f'[[seasons.divisions]]\nname = "{name}"\ngames = {ROUNDS}\n'
            parts.append(f"{head}players = {_listed(season.members[name])}\n")
    for game in open_games:
        place = f'season = "{game.season}"\ndivision = "{game.division}"\ngame = "{game.number:02}"\n'
        parts.append(f"[[scheduled]]\n{place}players = {_listed(game.players)}\ndue = {game.day}\n")
    return "\n".join(parts)


def _listed(names: Iterable[str]) -> str:
    return f"[{', '.join(f'{chr(34)}{name}{chr(34)}' for name in names)}]"
