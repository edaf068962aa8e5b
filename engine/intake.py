"""From a file to a report: read it, detect its notation, replay it, and keep the replay or the problem."""

import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Unsupported, Violation
from engine.declaration import Standing, ranked
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from events import files, notations
from events.files import Blob
from events.files.toml import tables
from events.log import native
from events.log.codec import Decoder, Unreadable
from events.log.native import GameLog
from events.log.nesting import decoded
from events.log.record import Header, Source
from events.plugins import part
from events.problems import LogProblem
from events.verdicts import SUMMARY, UNREADABLE

Prepare = Callable[[Replay], object]

_record: Decoder[dict[str, Any]] = Decoder(dict[str, Any])
_MOST_DIGITS = 1000
_TOO_LONG = re.compile(rf"\d{{{_MOST_DIGITS + 1}}}")


class Report(Struct):
    """One log with its live replay, for the process that reads it; `projections.verdict` turns it into data.

    `file` is its source; for a file of several games, `name` is the file's name followed by the game's own. `replay`
    goes as far as the log could be replayed. `problem` is the reason why it could not be replayed, or not to the end: a
    Violation if the header itself breaks a clause, so that there is no first position. `log` is the log as written; it
    is set if that is more than was replayed (records taken back, or all if the header breaks a clause) or if the log is
    a summary: a result without records.
    """

    name: str
    file: Blob
    notation: str = ""
    game: str = ""
    replay: Replay | None = None
    problem: LogProblem | None = None
    log: GameLog | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the file; for one of several games, of the file's digest and what the game's own name adds."""
        part = self.name.removeprefix(self.file.name)
        return sha256((self.file.digest + part).encode()).hexdigest() if part else self.file.digest

    @property
    def verdict(self) -> str:
        """One of `events.verdicts.VERDICTS`."""
        if self.problem is not None:
            return self.problem.VERDICT
        if self.replay is not None:
            return self.replay.verdict
        return SUMMARY if self.log is not None and self.log.is_summary else UNREADABLE

    @property
    def standings(self) -> list[Standing]:
        """The final result, as played or as a summary states it; empty if there is none."""
        if self.verdict == SUMMARY:
            return ranked(self.game_log().header.expected)
        return (self.replay.standings if self.replay else None) or []

    def line(self, seq: int, otherwise: int = 0) -> int:
        """The line of the file in which a record stands, 0 being the header; `otherwise` if it is no native log.

        A native log has one record a line, beside empty lines; its records do not know their lines.
        """
        lines = self.lines()
        return lines[seq] if seq < len(lines) else otherwise

    def lines(self) -> list[int]:
        """The lines of the header and of each record of a native log; empty for other notations."""
        if self.notation != native.NAME:
            return []
        return [number for number, line in enumerate(files.lines(self.file), 1) if line.strip()]

    def game_log(self) -> GameLog:
        """The log to keep: header and records as written. Requires a replay or a summary."""
        if self.log is not None:
            return self.log
        assert self.replay is not None
        return self.replay.log()

    def written(self) -> GameLog:
        """The log as it is stored: see `Replay.written`."""
        return self.game_log() if self.log is not None or self.replay is None else self.replay.written()


def examine(blob: Blob, notation: str | None = None, prepare: Prepare | None = None) -> Report:
    """Read and replay a file that holds one log. A bad file raises nothing: the report carries the problem.

    `notation` overrides the detection. `prepare` is called with the Replay before its first event, to attach observers.
    """
    reports = examine_all(blob, notation, prepare)
    if len(reports) > 1:
        several = Unreadable(
            f"{len(reports)} games", "a file of one game; use `anyturn import` for this one", name=blob.name
        )
        return Report(blob.name, blob, reports[0].notation, reports[0].game, problem=several)
    return reports[0]


def examine_all(blob: Blob, notation: str | None = None, prepare: Prepare | None = None) -> list[Report]:
    """The same for a file that may hold several games: one report for each, or a single report if it holds none."""
    report = Report(blob.name, blob)
    try:
        if blob.problem is not None:
            raise blob.problem
        return _examine(report, blob, notation, prepare) or [report]
    except LogProblem as problem:
        _note(report, problem, blob.name)
    return [report]


def _note(report: Report, problem: LogProblem, name: str) -> None:
    """Note a problem; no part of an unsupported log counts as replayed."""
    report.problem = problem
    if isinstance(problem, Unsupported):
        report.replay = None
    problem.name = problem.name or name


def _examine(report: Report, blob: Blob, notation: str | None, prepare: Prepare | None) -> list[Report]:
    """Fill in the report on a file, or return reports on its games if it holds only results."""
    text = files.text(blob)
    report.notation = notation or notations.sniff(text)
    _check_size(blob, report.notation)
    if report.notation == native.NAME:
        _read_native(report, files.lines(blob), prepare)
        return []
    module = notations.notation(report.notation)
    if (place := _too_long(text)) is not None:
        line = text.count("\n", 0, place) + 1
        raise Unreadable(f"a number of over {_MOST_DIGITS} digits", "a number that occurs in games", line=line)
    report.game = module.GAME
    document, cut = _parsed(module, text, blob)
    if blob.facts:
        _add_facts(document, blob, report.notation)
    reading = part(f"engine.games.{module.GAME}.readings", report.notation)
    if cut is not None and hasattr(reading, "result"):
        raise cut
    file = blob.name.rsplit("/", 1)[-1]
    if hasattr(reading, "result"):
        return [_result(report, blob, reading, file, played) for played in document.games]
    header = replace(reading.header(document), source=Source(file, report.notation, report.digest))
    if cut is not None:
        header = replace(header, expected={})  # the last figures of a log that is cut off are not its result
    replay = _start(report, header, prepare)
    with suppress(Stopped):
        try:
            reading.read(document, replay)
        except Unreadable as problem:
            if not _ends_in(text, problem.line):
                raise
            cut = problem
        if cut is not None:
            replay.unfinished = _cut_words(cut, report.name)
        replay.finish()
    return []


def _parsed(module: Any, text: str, blob: Blob) -> tuple[Any, Unreadable | None]:
    """The document in a text; if its last line is cut off, what stands before it, and the problem with that line."""
    try:
        return module.parse(files.content(blob) if hasattr(module, "READS_BYTES") else text), None
    except Unreadable as problem:
        if not _ends_in(text, problem.line):
            raise
        before = text[: text.rfind("\n") + 1]
        with suppress(Unreadable):
            return module.parse(before), problem
        raise


def _ends_in(text: str, line: int) -> bool:
    """Whether a text ends in the middle of this line, after others: the line has no end of its own."""
    return not text.endswith("\n") and line == text.count("\n") + 1 > 1


def _is_begun(line: bytes) -> bool:
    """Whether a line is the beginning of an object in JSON, but not all of it."""
    try:
        decoded(line)
    except msgspec.DecodeError:
        return line.startswith(b"{")
    return False


def _cut_words(problem: Unreadable, name: str) -> str:
    """Where a log is cut off; what stands before that is judged."""
    problem.name = problem.name or name
    return f"{problem}; the log is cut off there and judged up to there"


def _read_native(report: Report, lines: list[bytes], prepare: Prepare | None) -> None:
    """Fill in the report from the lines of a native log."""
    cut: Unreadable | None = None
    try:
        report.log = native.read(lines)
    except Unreadable as problem:
        if not 1 < problem.line == len(lines) or not _is_begun(lines[-1]):
            _reject_form(report, lines, problem, prepare)
            return
        cut, report.log = problem, native.read(lines[:-1])
    report.game = report.log.header.game
    if not report.log.is_summary:
        replay = _start(report, report.log.header, prepare)
        replay.unfinished = _cut_words(cut, report.name) if cut is not None else ""
        replay.feed(native.resolve(report.log))


def _reject_form(report: Report, lines: list[bytes], problem: Unreadable, prepare: Prepare | None) -> None:
    """Reject a record of a known kind of event with invalid parameters, under the rulebook's clause for that.

    The replay and the log end before the record. Raises the problem if there is no such clause or something else is
    unreadable.
    """
    if not problem.path.startswith("$.event") or problem.path.startswith("$.event.kind"):
        raise problem
    before = native.read(lines[: problem.line - 1])
    clause = ruleset(before.header.game).order.form
    if not clause:
        raise problem
    record = _record(lines[problem.line - 1], problem.line)
    actor, event = record.get("actor"), record.get("event")
    if not isinstance(event, dict) or "kind" not in event or not (actor is None or type(actor) is int):
        raise problem
    in_force = native.resolve(before)
    report.log = before
    replay = _start(report, before.header, prepare)
    replay.feed(in_force)
    if replay.broke is None:
        for observer in replay.on_record:
            observer(replay, actor, event)
        with suppress(Stopped):
            violation = Violation(clause, found=problem.found, expected=problem.expected)
            replay.stop(len(before.records) + 1, problem.line, actor, event, violation)


def _check_size(blob: Blob, notation: str) -> None:
    """Raises Unreadable for a file larger than any game: a replay can take some 60 times as much memory."""
    module = None if notation == native.NAME else notations.notation(notation)
    most = getattr(module, "MAX_BYTES", files.MAX_GAME)
    if len(blob.data) > most:
        raise Unreadable(f"{len(blob.data):,} bytes", f"a log of at most {most:,} bytes in {notation}")


def _too_long(text: str) -> int | None:
    """Where a number with too many digits begins, None if there is none; any such number spans a sampled position."""
    for place in range(0, len(text), _MOST_DIGITS):
        half = _MOST_DIGITS // 2
        if not text[place].isdecimal():  # the common case
            continue
        if text[place : place + half].isdecimal() or text[max(0, place - half) : place + 1].isdecimal():
            found = _TOO_LONG.search(text, max(0, place - _MOST_DIGITS), place + _MOST_DIGITS + 1)
            if found:
                return found.start()
    return None


def _result(file_report: Report, blob: Blob, reading: Any, file: str, played: Any) -> Report:
    """The report on one game in a file of results."""
    report = Report(f"{blob.name}#{played.name}", blob, file_report.notation, file_report.game)
    try:
        header = reading.result(played)
    except LogProblem as problem:
        _note(report, problem, report.name)
        return report
    report.log = GameLog(replace(header, source=Source(f"{file}#{played.name}", report.notation, report.digest)), [])
    return report


def _add_facts(document: Any, blob: Blob, notation: str) -> None:
    """Add the facts of a side file, for a notation that leaves something out. Raises Unreadable."""
    if not hasattr(document, "facts"):
        raise Unreadable(f"a side file {files.FACTS}", f"none: {notation} leaves nothing out")
    try:
        document.facts = tables(blob.facts.decode(), "facts in TOML")
    except (Unreadable, UnicodeDecodeError) as error:
        found = error.found if isinstance(error, Unreadable) else "a byte that is not UTF-8"
        line = error.line if isinstance(error, Unreadable) else blob.facts.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"a side file {files.FACTS} with {found} in line {line}", "facts in TOML") from None


def _start(report: Report, header: Header, prepare: Prepare | None) -> Replay:
    report.game = header.game
    try:
        report.replay = Replay(ruleset(header.game), header)
    except Violation:
        report.log = report.log or GameLog(header, [])
        raise
    if prepare is not None:
        prepare(report.replay)
    return report.replay
