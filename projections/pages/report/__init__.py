"""The report: a store as a folder of pages, to be read without a server or a network.

`stored` finds what there is to tell, `statistics`, `overview` and `listing` tell it, `markup` is how a page is made;
`report.css` and `games.js` lie in the pages. Replay pages of games stand beside them.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from events.files.atomic import Exists, write_whole
from events.problems import LogProblem
from projections.pages import replay_page
from projections.pages.report import listing, overview, statistic_pages
from projections.pages.report.contents import GAMES, Survey, survey
from projections.pages.report.markup import GENERATOR
from projections.plots import need_libraries
from projections.statistics import Filters

Spread = Callable[[Callable[["Task"], "Done"], Iterable["Task"]], Iterator["Done"]]
"""What does work for many tasks, such as `map`, or processes."""
_HEAD = 2048
"""So many bytes of a page tell who made it."""


class Task(NamedTuple):
    """A replay page that is to be made: of a stored game, from this store, in this file."""

    game_id: str
    db: str
    file: Path


class Done(NamedTuple):
    """A page that was made, or why it was not; by a problem of its log with this exit status."""

    file: Path
    problem: str = ""
    status: int = 0


class Report(NamedTuple):
    """A report that can be written: what it tells, and where."""

    about: Survey
    folder: Path

    @property
    def files(self) -> list[Path]:
        """Every page, the first one to look at last."""
        return [self.folder / name for name in (*self.about.statistics, *self.about.pages, *(GAMES, overview.FILE))]

    def left_behind(self) -> list[Path]:
        """Pages of an earlier report in this folder that are none of this one."""
        found = (file for place in (".", "games", "statistics") for file in (self.folder / place).glob("*.html"))
        return sorted(file for file in {*found} - {*self.files} if _is_ours(file))

    def write(self, spread: Spread) -> Iterator[list[Done]]:
        """Write page after page, each whole, the overview last: it leads to pages that are there."""
        headline: dict[str, str] = {}
        for name, page in statistic_pages.pages(self.about, headline):
            yield [self._put(name, page)]
        tasks = [Task(game_id, self.about.db, self.folder / name) for name, game_id in self.about.pages.items()]
        made = []
        for done in spread(replayed, tasks):
            made += [done.file] if not done.problem else []
            yield [done]
        there = {game_id for name, game_id in self.about.pages.items() if self.folder / name in made}
        yield [self._put(GAMES, listing.page_of(self.about, there))]
        yield [self._put(overview.FILE, overview.page_of(self.about, headline))]

    def _put(self, name: str, page: bytes) -> Done:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(page, file, force=True)
        return Done(file)


def begin(db: str, folder: Path, filters: Filters, pages: int | None, *, force: bool) -> Report:
    """A report of a store with replay pages of its newest games (None: all), before anything is written.

    Raises LibraryMissing, Exists for a file in the folder that is no page of a report, unless it may be overwritten,
    and what asking the store raises.
    """
    need_libraries("anyturn report")
    if folder.exists() and not folder.is_dir():
        raise Exists(f"{folder}: a file, expected a folder, or none yet")
    report = Report(survey(db, filters, pages), folder)
    for file in () if force else report.files:
        if file.exists() and not _is_ours(file):
            raise Exists(f"{file}: no page of a report, expected a folder of its own; overwrite with --force")
    return report


def replayed(task: Task) -> Done:
    """Make a replay page. A log that cannot be replayed has none, which is told."""
    try:
        page = replay_page(task.game_id, task.db)
    except LogProblem as problem:
        return Done(task.file, f"{task.game_id}: {problem}", problem.status)
    task.file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(page.data, task.file, force=True)
    return Done(task.file)


def _is_ours(file: Path) -> bool:
    """Whether a file is a page that anyturn made."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return GENERATOR.encode() in opened.read(_HEAD)
