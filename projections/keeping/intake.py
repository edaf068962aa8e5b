"""What comes in: logs are imported, facts and names appended. What is bad is reported, and work goes on."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from events import facts, files
from events.files import remote
from events.problems import Problem
from events.store.clock import now
from events.store.event_store import EventStore
from events.verdicts import CLEAN, INCOMPLETE
from projections.batch.importing import import_files
from projections.season.names import add_named
from projections.season.reading import File
from projections.store.adding_facts import UNCHANGED, add_facts
from projections.store.storing import Imported

FEW = 32
"""Fewer files than this are handled by one process."""


class Taken(Struct):
    """What came in: logs by the status of their import, and how many facts were new."""

    statuses: dict[str, int]
    facts: int
    findings: list[str]


def take_in(about: File, db: str, jobs: int | None) -> Taken:
    """Import the logs and facts that the file names, and what the names of games state. Raises StoreUnusable."""
    taken = Taken({}, 0, [])
    folder = Path(about.path).parent
    found = list(_logs(about.settings.site.logs, folder, taken))
    workers = jobs or (1 if len(found) < FEW else os.cpu_count() or 1)
    Path(db).parent.mkdir(parents=True, exist_ok=True)
    with EventStore(db) as store:
        for chunk in import_files(store, found, workers):
            for one in chunk:
                _note(one, taken)
        for path in about.settings.site.facts:
            _add_facts(store, _place(path, folder), path, taken)
        added, named = add_named(store, about, now())
        taken.facts += sum(fact.status != UNCHANGED for fact in added)
        taken.findings += named.contradictions
    return taken


def _place(path: str, folder: Path) -> str:
    """A path of the file, which starts at its folder."""
    return path if remote.is_url(path) else str(folder / path)


def _logs(paths: Sequence[str], folder: Path, taken: Taken) -> Iterator[str]:
    """The logs under the paths; a place that cannot be read is a finding."""
    for path in paths:
        place = _place(path, folder)
        try:
            if not (remote.exists(place) if remote.is_url(place) else Path(place).exists()):
                taken.findings.append(f"{path}: found no such file, expected recorded games")
                continue
            yield from files.find_logs([place])[0]
        except (Problem, OSError) as problem:
            taken.findings.append(f"{path}: {_reason(problem)}")


def _reason(problem: Exception) -> str:
    """The reason in one line."""
    text = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return " ".join(text.split())


def _note(one: Imported, taken: Taken) -> None:
    taken.statuses[one.status] = taken.statuses.get(one.status, 0) + 1
    if not one.game_id and one.verdict not in (*CLEAN, INCOMPLETE):  # stored games are found in the store
        name = Path(one.details.source).name
        reason = (one.details.problem or one.verdict).replace(one.details.source, name)
        taken.findings.append(reason if reason.startswith(name) else f"{name}: {one.verdict} ({reason})")


def _add_facts(store: EventStore, place: str, path: str, taken: Taken) -> None:
    try:
        added = add_facts(store, [facts.read(place)], now())
    except (Problem, OSError) as problem:
        taken.findings.append(_reason(problem).replace(place, path))
    else:
        taken.facts += sum(fact.status != UNCHANGED for fact in added)
