"""Attacks the program from outside for as long as one likes, and prints a table of counts.

    python -m tests.hostile.soak --seconds 600 --seed 1

Rounds of all kinds take turns: spoiled logs, which are judged or imported into a store, and spoiled command lines
(tests.hostile.commands), kills and full disks (tests.hostile.kills), edits of a store through DuckDB
(tests.hostile.edits), limits on memory and files, and pages of hostile games in Chromium. The same seed gives the same
rounds, but not the same moments of kills. Ends with exit status 1 if anything was wrong, after listing it. The long
tests run it for a few seconds, so that it works; the ten minutes above are to be run by hand before a release.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from events.store.event_store import EventStore
from projections.batch.importing import import_files
from tests.hostile import commands, edits, judge, kills
from tests.hostile.full_disk import with_own_mounts
from tests.hostile.samples import FACTS_BESIDE, KINDS, LOGS
from tests.support import TOY, install
from tests.support import toy_logs as toy

BATCH = 20
"""Spoiled inputs a round."""
MANY = 60
"""Spoiled logs for a store, which leaves out most of them."""
IMPORTED = [kind for kind in LOGS if kind != FACTS_BESIDE]
DOCUMENTED = (0, 1, 2, 3, 4)
LIMITS = {
    resource.RLIMIT_AS: (200, 900),
    resource.RLIMIT_NOFILE: (0, 24),
    resource.RLIMIT_FSIZE: (0, 2),
}
"""A limit -> the least and the most that it is set to: mebibytes, files, mebibytes."""
NAMES = (
    "<script>window.hit = 1</script>",
    "</script><img src=x onerror='window.hit = 1'>",
    "\"' onload='window.hit = 1'><img src=x>",
    "\u202eann",
    "a" * 500,
    "&lt;img&gt;",
)
"""Names of players on pages."""


@contextmanager
def browser() -> Iterator[Any]:
    """A new headless Chromium."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    try:
        yield driver
    finally:
        driver.quit()


class Round(NamedTuple):
    """What one round did: how many times, and what was wrong."""

    times: int
    wrong: list[str]


class Soak:
    """The rounds of one run, in a folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.needed: dict[str, int] = {}
        self.command = toy.door(folder)
        (folder / "scene").mkdir()
        (folder / "spoiled").mkdir()
        (folder / "kills").mkdir()
        self.anyturn = kills.forking(folder / "kills")
        self.start = kills.stored(folder / "kills", self.anyturn)
        (folder / "edits").mkdir()
        self.store = edits.ten_games(folder / "edits")
        self.root = edits.judged(self.store)[1]

    def end(self) -> None:
        """End what runs commands."""
        self.anyturn.close()

    def logs(self, number: int) -> Round:
        """Spoiled logs, catalogues and facts."""
        kind, wrong = KINDS[number % len(KINDS)], []
        first = self.seed * 1_000_000 + number * BATCH
        for each, data, notation in judge.inputs(kind, first, first + BATCH):
            found = judge.judged(kind, data, notation, self.folder / "spoiled")
            wrong += [f"{kind} {each}: {fault}" for fault in found.wrong]
        return Round(BATCH, wrong)

    def imports(self, number: int) -> Round:
        """A store takes in spoiled logs: none stops another, and the store then holds."""
        kind = IMPORTED[number % len(IMPORTED)]
        first, place = self.seed * 1_000_000 + number * MANY, self.folder / "imported"
        place.mkdir()
        for each, data, _ in judge.inputs(kind, first, first + MANY):
            (place / f"{each}.log").write_bytes(data)
        with EventStore(str(place / kills.STORE)) as store:
            done = [one for chunk in import_files(store, sorted(map(str, place.glob("*.log"))), 1) for one in chunk]
        failed = [one.details.problem for one in done if "anyturn failed" in (one.details.problem or "")]
        wrong = [*filter(None, failed), *edits.judged(place / kills.STORE)[0]]
        shutil.rmtree(place)
        return Round(MANY, [f"{kind} from {first}: {fault}" for fault in wrong])

    def command_lines(self, number: int) -> Round:
        """Spoiled keys, seals, proofs, witnesses, statements, addresses and options."""
        first = self.seed * 1_000_000 + number * BATCH
        place = self.folder / "scene" / str(number)
        place.mkdir()
        found, _ = commands.run(first, first + BATCH, [*commands.KINDS], place)
        shutil.rmtree(place)
        return Round(BATCH, [f"{each['kind']} {each['number']}: {'; '.join(each['wrong'])}" for each in found])

    def _rig(self, number: int) -> tuple[str, kills.Rig, Random]:
        name = [*kills.CASES][number % len(kills.CASES)]
        rig = kills.Rig(self.folder, self.start, self.anyturn, kills.CASES[name])
        rig.needed = self.needed.get(name)
        return name, rig, Random(f"{self.seed}/{number}")

    def kill(self, number: int) -> Round:
        """A command that writes is killed; the next run finishes its work."""
        name, rig, rng = self._rig(number)
        with rig:
            rig.fresh()
            rig.kill(rng)
            return Round(1, [f"{name}: {fault}" for fault in rig.faults()])

    def full_disk(self, number: int) -> Round:
        """A command that writes finds no room; the next run, with room, succeeds."""
        name, rig, rng = self._rig(number)
        with rig:
            room, self.needed[name] = rig.room(rng), rig.needs()
            rig.fresh()
            status, said = rig.run_on_a_full_disk(room)
            wrong = [f"status {status}: {said[-300:]}"] if status not in DOCUMENTED or "itself failed" in said else []
            return Round(1, [f"{name}: {fault}" for fault in wrong + rig.faults()])

    def edit(self, number: int) -> Round:
        """A random edit of a store is found by the audit, or by its root."""
        kinds, path = [*edits.KINDS], self.folder / "edited.duckdb"
        kind = kinds[number % len(kinds)]
        edits.edited(self.store, path, kind, Random(f"{self.seed}/{number}"))
        missed = edits.found_by(path, self.root) == edits.MISSED
        return Round(1, [f"edit {number} ({kind}) was not found"] if missed else [])

    def limited(self, number: int) -> Round:
        """A command with little memory, few files, or small ones ends with one line, and spoils nothing."""
        rng = Random(f"{self.seed}/{number}")
        which = [*LIMITS][number % len(LIMITS)]
        amount = rng.randint(*LIMITS[which]) * (1 if which == resource.RLIMIT_NOFILE else 2**20)
        place = self.folder / "limited"
        shutil.copytree(self.start, place)
        words = rng.choice(
            (["validate", "logs", "--jobs", "1"], ["audit", "--all"], ["import", "--facts", "facts.csv"])
        )
        done = subprocess.run(
            [*self.command, *words], cwd=place, capture_output=True, check=False, timeout=120,
            preexec_fn=lambda: resource.setrlimit(which, (amount, amount)),
        )  # fmt: skip
        wrong = []
        # with so little memory that the program cannot be loaded, Python itself says so; nothing is promised then
        if b"itself failed" in done.stderr:
            wrong.append(f"{words[0]} with limit {which} of {amount}: {done.stderr.decode()[-300:]}")
        again = subprocess.run([*self.command, "audit", "--all"], cwd=place, capture_output=True, check=False)
        if again.returncode:
            wrong.append(f"{words[0]} with limit {which} of {amount}: then {again.stdout.decode()[-300:]}")
        shutil.rmtree(place)
        return Round(1, wrong)

    def page(self, number: int) -> Round:
        """The page of a game whose players have hostile names runs nothing and logs no error."""
        rng = Random(f"{self.seed}/{number}")
        log, page = self.folder / "page.jsonl", self.folder / "page.html"
        name = rng.choice(NAMES)
        words = ["new", "nim", "--log", str(log), "--player", name, "--player", "ben"]
        for call in (words, ["replay", str(log), "--html", str(page)]):
            done = subprocess.run([*self.command, *call], capture_output=True, check=False)
            if done.returncode:
                return Round(1, [f"{call[0]} with {name!r}: {done.stderr.decode()}"])
        with browser() as driver:
            driver.get(page.as_uri())
            errors = [entry["message"] for entry in driver.get_log("browser")]
            hit = driver.execute_script("return window.hit || document.images.length")
        log.unlink()
        page.unlink()
        errors += ["the name became markup"] if hit else []
        return Round(1, [f"page with {name!r}: {text}" for text in errors])

    def kinds(self) -> dict[str, Callable[[int], Round]]:
        """The kinds of rounds; pages only where there is a browser."""
        there = shutil.which("chromium") and shutil.which("chromedriver")
        pages = {"pages in Chromium": self.page} if there else {}
        return {
            "spoiled logs": self.logs,
            "imports of spoiled logs": self.imports,
            "spoiled command lines": self.command_lines,
            "edits of a store": self.edit,
            "kills": self.kill,
            "full disks": self.full_disk,
            "limits": self.limited,
            **pages,
        }


def rounds(soak: Soak, seconds: float) -> Iterator[tuple[str, Round]]:
    """Rounds of all kinds in turn until the time is over, each kind at least once."""
    began, number = time.monotonic(), 0
    while not number or time.monotonic() - began < seconds:
        for name, work_on in soak.kinds().items():
            try:
                yield name, work_on(number)
            except Exception as error:
                yield name, Round(1, [f"the round itself failed: {type(error).__name__}: {error}"])
            if number and time.monotonic() - began >= seconds:
                break
        number += 1
    soak.end()


def main() -> int:
    """Soak, print the table and whatever was wrong; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with_own_mounts()
    counts: dict[str, list[int]] = {}
    wrong: list[str] = []
    began = time.monotonic()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="soak-") as folder:
        install(patch, TOY)
        for name, one in rounds(Soak(Path(folder), given.seed), given.seconds):
            count = counts.setdefault(name, [0, 0])
            count[0] += one.times
            count[1] += len(one.wrong)
            wrong += [f"{name}: {text}" for text in one.wrong]
    print(f"{'attack':<24}{'times':>9}{'wrong':>8}")
    for name, (times, faults) in counts.items():
        print(f"{name:<24}{times:>9,}{faults:>8,}")
    print(f"seed {given.seed}, {time.monotonic() - began:.0f} s")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
