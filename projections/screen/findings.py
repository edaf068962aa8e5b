"""What is wrong with a log, one finding at a time and each with its place in a file, for reports of other programs.

A log has findings exactly if it makes the exit status of `validate` other than 0.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engine.clause import clause_text
from events.files import SEALS
from events.files.remote import is_url
from events.verdicts import DISCREPANT, FAILS, HOLDS, INCOMPLETE, TAMPERED, UNREADABLE, UNSUPPORTED
from projections.screen.verdict_words import discrepancy_words, seal_words, violation_words
from projections.verdict import Verdict

ERROR, WARNING = "error", "warning"
SEAL = "seal"
KINDS = {
    DISCREPANT: (WARNING, "A figure that the log states differs from the one that follows from the rules."),
    INCOMPLETE: (WARNING, "The log ends before the game does, or lacks a fact on which something depends."),
    UNSUPPORTED: (ERROR, "The log names an option that is not implemented."),
    UNREADABLE: (ERROR, "The log cannot be read."),
    TAMPERED: (ERROR, "The hash chain is broken: a record was changed, added or removed after it had been written."),
    SEAL: (ERROR, "A seal beside the log does not hold, or its signature was not checked."),
}
"""The findings that are not under a clause -> their level, and what they mean."""


class Finding(NamedTuple):
    """One thing that is wrong: its level, its rule (a clause, or a key of KINDS), what was found, and where.

    `game` is the game of a clause, else empty. `file` is as `file_of` returns it; `line` counts from 1, 0 if it is
    unknown.
    """

    level: str
    rule: str
    game: str
    message: str
    file: str
    line: int

    @property
    def text(self) -> str:
        """What the rule says: the clause as it stands in the rulebook, or the meaning of the finding."""
        return clause_text(self.game, self.rule) if self.game else KINDS[self.rule][1]


def findings(one: Verdict) -> Iterator[Finding]:
    """All findings on a log, in the order in which they are printed elsewhere."""
    file = file_of(one.source)
    if one.problem is not None:
        line, message = _placed(one.problem, one.source)
        yield _of_kind(one.verdict, message, file, line)
    elif one.verdict == INCOMPLETE:
        yield _of_kind(INCOMPLETE, f"the game is not over after {one.records:,} records", file, 0)
    for seal in one.seals:
        if seal.state != HOLDS:
            level = ERROR if seal.state == FAILS else WARNING
            yield Finding(level, SEAL, "", seal_words(seal), f"{file}{SEALS}", seal.line)
    for found in one.discrepancies:
        yield _of_kind(DISCREPANT, discrepancy_words(one, found), file, found["line"])
    if one.violation is not None:
        yield _broken(one, one.violation, file)


def _placed(problem: str, source: str) -> tuple[int, str]:
    """The line that a problem names and what follows; 0 if it names none, or a place in another file beside the log."""
    found = re.match(rf"{re.escape(source)}:(?:(\d+):)? ", problem)
    return (int(found[1] or 0), problem[found.end() :]) if found else (0, problem)


def _of_kind(kind: str, message: str, file: str, line: int) -> Finding:
    return Finding(KINDS[kind][0], kind, "", message, file, line)


def _broken(one: Verdict, broke: dict[str, Any], file: str) -> Finding:
    game = one.game.replace("-", "_")
    return Finding(ERROR, broke["clause"], game, "\n".join(violation_words(one, broke)), file, broke["line"])


def file_of(source: str) -> str:
    """The file of a log, relative to the working folder; a URL unchanged, empty for standard input.

    Games of a dump are named `FILE#NAME`; the file is the part that exists.
    """
    if is_url(source):
        return source
    parts = source.split("#")
    files = ("#".join(parts[:number]) for number in range(len(parts), 0, -1))
    found = next(filter(os.path.exists, files), "")
    if not found:
        return "" if source == "stdin" else source
    return Path(os.path.relpath(found)).as_posix()
