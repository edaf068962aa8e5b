"""Judges corrupted inputs of one kind, in a separate process whose memory only they use.

    python -m tests.hostile.judge KIND FIRST LAST
    python -m tests.hostile.judge KIND FILE

prints a JSON line for every input that breaks a law, and one for the whole run: how many, CPU seconds, peak memory.
"""

import json
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from engine.clause import clause_text
from events import facts
from events.notations import names
from events.problems import LogProblem
from events.store.event_store import Part
from events.verdicts import ILLEGAL, TAMPERED, UNREADABLE, UNSUPPORTED
from projections.batch import work
from projections.game import catalogues
from projections.screen.verdict_line import verdict_lines
from projections.verdict import Verdict
from tests.hostile.mutations import spoiled
from tests.hostile.samples import BESIDE, FACTS_BESIDE, FOREIGN, samples, text_with_facts
from tests.support.peak_memory import peak_memory

SECONDS_A_MEGABYTE = 1.0
LONGEST = 2000
"""The most characters that the text of a problem may have."""
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_PLACED = re.compile(
    r":\d+: |\.facts\.toml: |: found [\d,]+ (bytes|characters)|: .* record \d+\b|: .* at ((a key of )?\$|uid )|#.+?: "
    r"|: .* side file"
    r"|: found (no facts|no field `ledger`|object, expected array|\w+, expected (array|object)|no row with figures"
    r"|no rows|no line of a faction|JSON nested too deeply)"
)
"""A line, a record, a place in JSON, a game in a file of many; or a property or lack of the whole file."""
_FAILED = "anyturn failed on this log"


class Outcome(Struct):
    """The outcome of one input: a verdict or `refused`, and the faults in the way it was judged."""

    verdict: str
    wrong: list[str]


def inputs(kind: str, first: int, last: int) -> Iterator[tuple[int, bytes, str | None]]:
    """Corrupted inputs by number, each with the notation in which it is forcibly read (mostly none)."""
    good = samples(kind)
    for number in range(first, last):
        rng = Random(f"{kind}/{number}")
        data = spoiled(rng.choice(good), FOREIGN, rng)
        yield number, data, rng.choice(names()) if kind not in BESIDE and rng.random() < 0.03 else None


def judged(kind: str, data: bytes, notation: str | None, folder: Path) -> Outcome:
    """The outcome of one input, read from a file as every command reads it."""
    file = folder / ("input" + Path(kind).suffix)
    if kind == FACTS_BESIDE:
        (folder / "input.facts.toml").write_bytes(data)
        data = text_with_facts()[0]
    file.write_bytes(data)
    return outcome_of(kind, file, str(folder / "rows"), notation)


def outcome_of(kind: str, file: Path, rows: str, notation: str | None = None) -> Outcome:
    """The outcome of a file; `rows` is the folder for the rows of a log, which are made but not written."""
    with file.open("rb") as opened:
        packed = opened.read(4).startswith(_PACKED)
    try:
        if kind not in BESIDE:
            (item, *_) = found = work.run(work.Task([str(file)], notation, rows, "2024-01-01 00:00:00"))
            assert all(isinstance(each.details, Verdict) for each in found)
            wrong = [fault for each in found for fault in _verdict_faults(each.details, str(file), packed)]
            return Outcome(item.details.verdict, wrong)
        if kind.startswith("facts"):
            facts.read(str(file))
            return Outcome("accepted", [])
        _, faults = catalogues.check(kind.removeprefix("catalogue-"), str(file))
        return Outcome("accepted", [f for each in faults for f in _words_faults(each, str(file), placed=False)])
    except LogProblem as problem:
        return Outcome("refused", _words_faults(str(problem), str(file), placed=not packed))
    except Exception:
        return Outcome("fault", [traceback.format_exc()])


def _verdict_faults(one: Verdict, file: str, packed: bool) -> list[str]:
    """The faults in the report on a log: no reason, no place, too much text, several lines."""
    json.dumps(one.as_json()).encode()
    lines = list(verdict_lines(one))
    wrong = [f"a line break in {line!r}" for line in lines if "\n" in line]
    if one.verdict in (UNREADABLE, TAMPERED, UNSUPPORTED) or one.problem:
        of_the_file = one.verdict in (UNREADABLE, TAMPERED)
        words = one.problem or ""
        wrong += _words_faults(words if of_the_file else f"{file}: {words}", file, placed=of_the_file and not packed)
    elif one.verdict == ILLEGAL:
        broke = one.violation or {}
        if broke.get("seq", -1) < 0 or not clause_text(one.game, broke["clause"]):
            wrong.append(f"no record or no clause: {broke}")
    return wrong


def _words_faults(words: str, file: str, *, placed: bool) -> list[str]:
    """The faults in the text of a file's problem."""
    wrong = []
    if _FAILED in words or "Traceback" in words:
        wrong.append(words)
    if not words.startswith(file):
        wrong.append(f"no file: {words[:200]!r}")
    if placed and not _PLACED.match(words.removeprefix(file)):
        wrong.append(f"no line: {words[:200]!r}")
    if len(words) > LONGEST:
        wrong.append(f"{len(words)} characters: {words[:200]!r}...")
    if "\n" in words:
        wrong.append(f"a line break: {words[:200]!r}")
    return wrong


def limit(size: int) -> float:
    """The CPU seconds that judging this many bytes may take."""
    return SECONDS_A_MEGABYTE * max(1.0, size / 2**20)


def run_file(kind: str, file: Path) -> dict[str, Any]:
    """The outcome of one file, as the last line of a run."""
    Part.write = lambda part: None
    began = process_time()
    outcome = outcome_of(kind, file, str(file.with_name("rows")))
    spent = process_time() - began
    return {"verdict": outcome.verdict, "wrong": outcome.wrong, "seconds": round(spent, 2), "mebibytes": peak_memory()}


def run(kind: str, first: int, last: int) -> Iterator[dict[str, Any]]:
    """The inputs that break a law, then the summary of the run."""
    Part.write = lambda part: None  # rows are made but not written
    verdicts: Counter[str] = Counter()
    slowest = 0.0
    began = process_time()
    with tempfile.TemporaryDirectory() as folder:
        for number, data, notation in inputs(kind, first, last):
            start = process_time()
            outcome = judged(kind, data, notation, Path(folder))
            spent = process_time() - start
            slowest = max(slowest, spent)
            verdicts[outcome.verdict] += 1
            if spent > limit(len(data)):
                outcome.wrong.append(f"{spent:.2f} s for {len(data)} bytes")
            if outcome.wrong:
                yield {"kind": kind, "number": number, "verdict": outcome.verdict, "wrong": outcome.wrong}
    whole = {"inputs": last - first, "seconds": round(process_time() - began, 2), "slowest": round(slowest, 3)}
    yield {**whole, "mebibytes": peak_memory(), "verdicts": dict(verdicts.most_common())}


if __name__ == "__main__":
    if len(sys.argv) > 3:
        for line in run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])):
            print(json.dumps(line), flush=True)
    else:
        print(json.dumps(run_file(sys.argv[1], Path(sys.argv[2]))))
