"""The report: a store as a folder of pages, readable without a server or a network.

`contents` surveys what there is to report; `statistic_pages`, `people`, `standings_pages`, `overview` and `listing`
make the pages with `markup`; `report.css` and `games.js` are included in them. The replay pages stand next to them.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from events.files.atomic import Exists, write_whole
from events.problems import LogProblem
from events.store.event_store import EventStore
from projections.pages import replay_page
from projections.pages.report import explorer, listing, overview, standings_pages, statistic_pages
from projections.pages.report import people as people_pages
from projections.pages.report.addresses import PLAYERS, STANDINGS
from projections.pages.report.contents import GAMES, Survey, survey
from projections.pages.report.markup import GENERATOR
from projections.pages.report.people import Places, people
from projections.pages.report.standings_pages import League, standing_files
from projections.plots import need_libraries
from projections.season.profiles import profiles
from projections.season.results import season_games
from projections.season.settings import Settings
from projections.statistics import Filters

Spread = Callable[[Callable[["Task"], "Done"], Iterable["Task"]], Iterator["Done"]]
"""Runs a function for many tasks, as `map` does, or in several processes."""
FOLDERS = (".", "games", "statistics", "players", "factions", "standings", "explorer")
"""The folders of a report that hold pages."""
_HEAD = 2048
"""The generator is named within this many bytes of a page."""


class Task(NamedTuple):
    """A replay page to make: of this stored game, from this store, in this file."""

    game_id: str
    db: str
    file: Path


class Done(NamedTuple):
    """A page that was made, or the problem of its log that prevented it and the exit status of that problem."""

    file: Path
    problem: str = ""
    status: int = 0


class Report(NamedTuple):
    """A report that can be written: its contents, its folder, and the address where readers check logs, if any.

    `without_rows` are pages of statistics that turned out to have no rows; they are not written.
    """

    about: Survey
    folder: Path
    check: str = ""
    league: League | None = None
    without_rows: set[str] | None = None

    @property
    def files(self) -> list[Path]:
        """Every page; the overview, which is opened first, comes last."""
        further = [*people(self.about.games).files, *explorer.files(self.about).values()]
        further += standing_files(self.league) if self.league else ()
        statistics = [name for name in self.about.statistics if name not in (self.without_rows or ())]
        names = (*statistics, *self.about.pages, *further, *(GAMES, overview.FILE))
        return [self.folder / name for name in names]

    def left_behind(self) -> list[Path]:
        """Pages of an earlier report in this folder that are not part of this one."""
        found = (file for place in FOLDERS for file in (self.folder / place).glob("*.html"))
        return sorted(file for file in {*found} - {*self.files} if _is_ours(file))

    def write(self, spread: Spread) -> Iterator[list[Done]]:
        """Write the pages, each atomically; the overview comes last, so that it only links to pages that exist."""
        headline: dict[str, str] = {}
        shown = statistic_pages.pages(self.about, headline)
        if self.without_rows is not None:
            self.without_rows.update(self.about.statistics.keys() - shown.keys())
        for name, page in shown.items():
            yield [self._put(name, page)]
        tasks = [Task(game_id, self.about.db, self.folder / name) for name, game_id in self.about.pages.items()]
        made = []
        for done in spread(replayed, tasks):
            made += [done.file] if not done.problem else []
            yield [done]
        there = {game_id for name, game_id in self.about.pages.items() if self.folder / name in made}
        for name, page in self._further(there):
            yield [self._put(name, page)]
        yield [self._put(GAMES, listing.page_of(self.about, Places(people(self.about.games), there, "")))]
        yield [
            self._put(
                overview.FILE,
                overview.page_of(
                    self.about._replace(statistics={name: self.about.statistics[name] for name in shown}),
                    headline,
                    self.check,
                    self._ways(),
                ),
            )
        ]

    def _further(self, there: set[str]) -> Iterator[tuple[str, bytes]]:
        """The pages of players, factions, beginnings and seasons; `there` are the games with a replay page."""
        known = people(self.about.games)
        if known.files:
            yield from people_pages.pages(profiles(self.about.db, self.about.filters), known, there)
        yield from explorer.pages(self.about, Places(known, there, "../"))
        if self.league is not None:
            yield from standings_pages.pages(self.league, Places(known, there, ""))

    def _ways(self) -> dict[str, str]:
        """The pages to which the overview leads besides those of games, with their names."""
        players = {PLAYERS: "Players"} if people(self.about.games).files else {}
        return ({STANDINGS: "Standings"} if self.league is not None else {}) | players

    def _put(self, name: str, page: bytes) -> Done:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(page, file, force=True)
        return Done(file)


def begin(
    db: str,
    folder: Path,
    filters: Filters,
    pages: int | None,
    *,
    force: bool,
    check: str = "",
    settings: Settings | None = None,
) -> Report:
    """Prepare a report of a store with replay pages of its `pages` newest games (None: all); nothing is written yet.

    `check` is the address of the browser edition, if the overview is to link to one; `settings` are those of a league,
    whose standings are then part of the report.

    Raises LibraryMissing, Exists for a file of the same name that anyturn did not make (unless `force`), and what
    querying the store raises.
    """
    need_libraries("anyturn report")
    if folder.exists() and not folder.is_dir():
        raise Exists(f"{folder}: found a file, expected a folder or a new name")
    league = None if settings is None else League(settings, season_games(db, settings))
    report = Report(survey(db, filters, pages), folder, check, league, set())
    for file in () if force else report.files:
        if file.exists() and not _is_ours(file):
            raise Exists(f"{file}: not a page of a report; choose another folder, or overwrite with --force")
    return report


def replayed(task: Task) -> Done:
    """Make a replay page; if the log cannot be replayed, report why there is none."""
    try:
        with EventStore(task.db, read_only=True) as store:
            page = replay_page(task.game_id, task.db, back=f"../{overview.FILE}", store=store)
    except LogProblem as problem:
        return Done(task.file, f"{task.game_id}: {problem}", problem.status)
    task.file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(page.data, task.file, force=True)
    return Done(task.file)


def _is_ours(file: Path) -> bool:
    """Whether a file is a page made by anyturn."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return GENERATOR.encode() in opened.read(_HEAD)
