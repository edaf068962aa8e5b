"""One run: take in what is new, judge it, and bring the site up to date.

Every file of the site is written whole or not at all, and the state last. A run that was killed is repeated by the next
one, which ends with the same site as if nothing had happened.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from events.files.atomic import refuse_existing, write_whole
from events.problems import count
from projections.batch import nameless
from projections.batch.pool import in_order
from projections.keeping import feed, post, state
from projections.keeping.intake import FEW, Taken, take_in
from projections.keeping.news import Known, known, program
from projections.keeping.site_lock import locked
from projections.pages import report
from projections.pages.report import Report
from projections.season.forms import csv_lines
from projections.season.nameless import without_names
from projections.season.reading import File
from projections.season.results import seasons
from projections.season.standings import standings
from projections.statistics import Filters

STANDINGS = "standings.csv"
HIDDEN = "something is wrong with "
"""How a finding begins that names no file."""
OWN = (STANDINGS, post.MARKDOWN, post.FORUM, feed.NAME)
"""The files of a site that are not pages."""


class Run(Struct):
    """The outcome of a run: what came in, what is new, all that is wrong, and how many pages were written."""

    taken: Taken
    new: list[str]
    findings: list[str]
    new_findings: list[str]
    pages: int
    status: int = 0


def keep(about: File, folder: Path, db: str, jobs: int | None, *, force: bool = False) -> Run:
    """Bring the site in `folder` up to date. Raises SiteInUse, Exists, LibraryMissing and StoreUnusable."""
    with locked(folder):
        if not (folder / state.NAME).exists():
            refuse_existing([folder / name for name in OWN], force)
            state.write(folder, state.State())  # from now on, all files of these names are the site's own
        taken = take_in(about, db, jobs)
        with _shown(about, db, jobs) as (shown, path):
            return _update(shown, folder, path, taken, jobs, force)


@contextmanager
def _shown(about: File, db: str, jobs: int | None) -> Iterator[tuple[File, str]]:
    """The file and the store from which the site is made: without names if the file wants it."""
    if not about.settings.site.pseudonyms:
        yield about, db
        return
    with nameless.without_names(db, jobs or 1) as (copy, named):
        yield replace(about, settings=without_names(about.settings, named.of)), copy


def _update(about: File, folder: Path, db: str, taken: Taken, jobs: int | None, force: bool) -> Run:
    """Write whatever has changed since the last run."""
    found = known(about, db, _public(about, taken.findings), program())
    before = state.read(folder)
    after = before.then(found.keys, found.print)
    names = {*before.before, *before.latest}
    new = [each for each in found.keys if each not in names]
    wrong = [each for each in found.findings if each not in names]
    if about.settings.site.pseudonyms and wrong:
        wrong = [*taken.findings, *(each for each in wrong if not each.startswith(HIDDEN))]
    run = Run(taken, new, found.findings, wrong, 0)
    if before.print == found.print and before.files and all((folder / name).exists() for name in before.files):
        return run
    prepared = _prepared(about, folder, db, force)
    made = [done for chunk in prepared.write(partial(in_order, jobs=_jobs(jobs, prepared))) for done in chunk]
    run.findings += [done.problem for done in made if done.problem]
    run.status = max((done.status for done in made), default=0)
    run.pages = sum(not done.problem for done in made)
    _write(about, folder, found, after, {done.file for done in made if not done.problem})
    for file in prepared.left_behind():
        file.unlink()
    state.write(folder, replace(after, files=tuple(str(file.relative_to(folder)) for file in _files(prepared, folder))))
    return run


def _public(about: File, findings: list[str]) -> list[str]:
    """The findings as the site shows them: names of files may contain those of players."""
    if not about.settings.site.pseudonyms or not findings:
        return findings
    return [f"{HIDDEN}{count(len(findings), 'log or file', 'logs or files')}"]


def _jobs(jobs: int | None, prepared: Report) -> int:
    return jobs or (1 if len(prepared.about.pages) < FEW else os.cpu_count() or 1)


def _prepared(about: File, folder: Path, db: str, force: bool) -> Report:
    settings = about.settings
    filters = Filters(game=settings.game or None, discrepant=settings.ranking.discrepant)
    return report.begin(db, folder, filters, settings.site.replays, force=force, settings=settings)


def _files(prepared: Report, folder: Path) -> Iterator[Path]:
    yield from prepared.files
    yield from (folder / name for name in OWN)


def _write(about: File, folder: Path, found: Known, after: state.State, there: set[Path]) -> None:
    """The files that are not pages."""
    settings = about.settings
    tables = [one for name in seasons(settings, found.games) for one in standings(settings, name, found.games)]
    replayed = [row["game_id"] for row in found.rows if folder / f"games/{row['game_id']}.html" in there]
    contents = {
        STANDINGS: ("\n".join(csv_lines(tables)) + "\n").encode(),
        **post.posts(settings, found, after),
        feed.NAME: feed.feed(settings.title, settings.site.address, found.rows, replayed),
    }
    for name, content in contents.items():
        write_whole(content, folder / name, force=True)
