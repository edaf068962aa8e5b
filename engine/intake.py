"""From a file to an answer: read it, find its notation, replay it, and say what came of it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Unsupported, Violation
from engine.replay import Replay, Stopped
from engine.ruleset import ruleset
from events import files, log, notations
from events.codec import Unreadable
from events.files import Blob
from events.log import GameLog
from events.record import Header, Source

VERDICTS = ("valid", "discrepant", "illegal", "incomplete", "unsupported", "unreadable")


class Report(Struct):
    """What became of one file.

    `replay` is there as far as the file could be replayed; `problem` says why it could not be, or not to its end: a
    Violation where the header itself breaks a clause, so that there is no first position.
    `log` is the log as it was written, where that is more than what was replayed (records taken back).
    """

    name: str
    digest: str
    notation: str = ""
    game: str = ""
    replay: Replay | None = None
    problem: Exception | None = None
    log: GameLog | None = None

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        if isinstance(self.problem, Unsupported):
            return "unsupported"
        if isinstance(self.problem, Violation):
            return "illegal"
        if self.problem is not None or self.replay is None:
            return "unreadable"
        return self.replay.verdict

    def game_log(self) -> GameLog:
        """The log to keep: header and records as they were written. Only where there is a replay."""
        if self.log is not None:
            return self.log
        assert self.replay is not None
        return self.replay.log()


def examine(blob: Blob, notation: str | None = None, prepare: Any = None) -> Report:
    """Read and replay one file. Never raises for a bad file: the report then carries the problem.

    `notation` overrides the sniffing. `prepare` is called with the Replay before its first event, to hang on observers.
    """
    report = Report(blob.name, blob.digest)
    try:
        if blob.problem is not None:
            raise blob.problem
        with _no_search_for_cycles():
            _examine(report, blob, notation, prepare)
    except (Unsupported, Violation) as problem:
        report.problem = problem
    except (Unreadable, log.ChainBroken) as problem:
        report.problem = problem
        if not problem.name:
            problem.name = blob.name
    return report


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """A replay makes many objects and keeps them all: looking for garbage among them takes a twentieth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _examine(report: Report, blob: Blob, notation: str | None, prepare: Any) -> None:
    text = files.text(blob)
    report.notation = notation or notations.sniff(text)
    if report.notation == log.NAME:
        report.log = log.read(text.encode().split(b"\n"))
        _start(report, report.log.header, prepare).feed(log.resolve(report.log))
        return
    module = notations.notation(report.notation)
    report.game = module.GAME
    document = module.parse(text)
    reading = import_module(f"engine.games.{module.GAME}.readings.{report.notation}")
    header = replace(
        reading.header(document), source=Source(blob.name.rsplit("/", 1)[-1], report.notation, blob.digest)
    )
    replay = _start(report, header, prepare)
    try:
        reading.read(document, replay)
        replay.finish()
    except Stopped:
        return


def _start(report: Report, header: Header, prepare: Any) -> Replay:
    report.game = header.game
    report.replay = Replay(ruleset(header.game), header)
    if prepare is not None:
        prepare(report.replay)
    return report.replay
