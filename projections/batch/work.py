"""The unit of work: files in, items out, with the rows to store in a folder."""

import os
import traceback
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.intake import Report, examine_all
from events import files
from events.files.dumps import Piece, pieces
from events.log.codec import Unreadable
from events.log.identity import identity_of_summary, opening
from events.log.record import Source
from events.problems import LogProblem
from events.verdicts import STORED, SUMMARY, UNCHECKED
from projections.garbage import seldom_collected
from projections.store.item import Item
from projections.store.trace import Trace, prepare
from projections.verdict import Verdict, verdict_on

if TYPE_CHECKING:
    from events.store.event_store import Part


AT_ONCE = 4 * 2**20
"""Bytes of sealed logs whose seals are judged together."""


class Task(Struct):
    """A chunk: files, and what is needed to store them: a folder for rows, and the time.

    A `piece` of a long file is a chunk by itself, without paths. Relative paths start at the folder `base`, if it is
    not the working directory.
    """

    paths: list[str]
    notation: str | None = None
    folder: str = ""
    imported_at: str = ""
    piece: Piece | None = None
    base: str = ""


Finished = tuple[Task, list[Item]]
"""A task, and an item for each of its logs."""


class Fault(LogProblem):
    """A failure of the program itself on some log: reported as a problem of that log, so work on the others goes on."""

    def __init__(self, error: Exception, name: str) -> None:
        super().__init__(str(error))
        last = traceback.extract_tb(error.__traceback__)[-1]
        self.name = name
        self.where = f"{Path(last.filename).name}:{last.lineno}"
        self.what = f"{type(error).__name__}: {error}".splitlines()[0]

    def __str__(self) -> str:
        return f"{self.name}: anyturn failed on this log ({self.what}, at {self.where}); please report it with the log"


def _examined(task: Task, blob: files.Blob) -> list[tuple[Report, Trace | None]]:
    """Read and replay one file, game by game, with a trace if rows are stored. Never raises for the file's content."""
    traces: list[Trace] = []
    try:
        reports = examine_all(blob, task.notation, prepare(traces) if task.folder else None)
        if task.piece is not None and isinstance(problem := reports[0].problem, Unreadable):
            task.piece.place(problem)
        if traces and reports[0].problem is None:
            traces[0].finish()
            return [(reports[0], traces[0])]
    except Exception as error:  # a fault in the rules of one game must not end the work on a thousand others
        reports = [_faulty(blob.name, blob, error)]
    return [(report, None) for report in reports]


def _faulty(name: str, file: files.Blob, error: Exception) -> Report:
    """The report on a log on which the program failed; with ANYTURN_DEBUG set, the traceback is printed."""
    if os.environ.get("ANYTURN_DEBUG"):
        traceback.print_exception(error)
    return Report(name, file, problem=Fault(error, name))


def run(task: Task, known: AbstractSet[str] = frozenset()) -> list[Item]:
    """Work on one chunk; rows go to the task's folder, if it has one.

    Files whose digests are `known` are not replayed. A piece is always replayed, since other pieces may be missing.
    """
    part = _part(task.folder) if task.folder else None
    written: set[str] = set()
    read = (files.read(path, task.base) for path in task.paths)
    blobs = read if task.piece is None else [task.piece.blob]
    with seldom_collected():
        items = _with_seals(((blob, _items(task, blob, known, written, part)) for blob in blobs), task)
    if part is not None:
        part.write()
    return items


def _part(folder: str) -> "Part":
    """The rows to store in a folder, which is made; a run that stores nothing never loads the store."""
    from events.store.event_store import Part

    Path(folder).mkdir(exist_ok=True)
    return Part(Path(folder))


def _items(task: Task, blob: files.Blob, known: AbstractSet[str], written: set[str], part: "Part | None") -> list[Item]:
    if blob.problem is None and task.piece is None and blob.digest in known:
        return [Item(Verdict(source=blob.name), blob.digest)]
    return [_item(task, report, trace, written, part) for report, trace in _examined(task, blob)]


def _with_seals(found: Iterable[tuple[files.Blob, list[Item]]], task: Task) -> list[Item]:
    """The items of all files, with the findings on the seals beside their logs.

    The seals of many logs are judged together: between the rules of two games, the code for it would leave the
    processor's cache each time, which doubles the time of a seal.
    """
    all_items: list[Item] = []
    waiting: list[tuple[files.Blob, Item]] = []
    size = 0
    for blob, items in found:
        all_items += items
        if blob.seals:
            waiting += [(blob, item) for item in items]
            size += len(blob.data)
            if size > AT_ONCE:
                _judge_seals(waiting, task)
                size = 0
    _judge_seals(waiting, task)
    return all_items


def _judge_seals(waiting: list[tuple[files.Blob, Item]], task: Task) -> None:
    """Add the findings on the seals beside the logs of items, and the seals that a store keeps; then none wait."""
    if not waiting:
        return
    from events.seals.judging import SealFinding  # few logs have seals
    from events.seals.statements import StatedChain, chain_of
    from projections.store.game_seals import judged_beside

    for blob, item in waiting:
        try:
            hashes = StatedChain(blob.data) if item.details.verdict in STORED else chain_of(blob.data)
            item.details.seals, kept = judged_beside(blob, hashes)
        except Exception as error:  # as with a fault in the rules of a game, the work on others goes on
            item.details.seals, kept = [SealFinding(1, UNCHECKED, "", str(_faulty(blob.name, blob, error).problem))], []
        item.seals = kept if task.folder else []
    waiting.clear()


def _item(task: Task, report: Report, trace: Trace | None, written: set[str], part: "Part | None") -> Item:
    """The item for one log; a fault while its verdict or its rows are made counts as a fault of that log."""
    before = set(written)
    try:
        return _item_with_rows(task, report, trace, written, part)
    except OSError:  # no room for rows: there will be none for the next log either
        raise
    except Exception as error:
        written &= before
        return Item(verdict_on(_faulty(report.name, report.file, error)), report.digest)


def _item_with_rows(task: Task, report: Report, trace: Trace | None, written: set[str], part: "Part | None") -> Item:
    item = Item(verdict_on(report), report.digest if task.folder else "")
    if part is None or report.verdict not in STORED or (trace is None and report.verdict != SUMMARY):
        return item
    log = report.written()
    if not log.records and not log.is_summary:
        return item
    if trace is None:
        item.identity, item.opening = identity_of_summary(log.header), opening(log.header, log.header.options)
    else:
        item.identity, item.opening = trace.sameness.identity(trace.game, log), trace.sameness.opening
    item.finished = bool(report.standings)
    item.branch_of = log.header.branch.game if log.header.branch else ""
    if item.identity not in written:
        from projections.store.rows import rows, summary_rows

        written.add(item.identity)
        source = Source(Path(report.name).name, report.notation, report.digest)
        if trace is None:
            part.add(summary_rows(log, source, task.imported_at))
        else:
            part.add(rows(log, trace, report.verdict, source, task.imported_at))
    return item


def tasks(paths: Iterable[str], size: int, notation: str | None) -> Iterator[Task]:
    """The files in order, in chunks of a given size; each piece of a long file of many games is a chunk."""
    waiting: list[str] = []
    for path in paths:
        cut = pieces(path, notation)
        if (piece := next(cut, None)) is None:
            waiting.append(path)
        if waiting and (piece is not None or len(waiting) == size):
            yield Task(waiting, notation)
            waiting = []
        while piece is not None:
            yield Task([], piece.notation, piece=piece)
            piece = next(cut, None)
    if waiting:
        yield Task(waiting, notation)
