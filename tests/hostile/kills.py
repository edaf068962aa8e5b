"""Commands that write are killed at random moments, or find a full disk; the next run has to finish the work.

    python -m tests.hostile.kills --kills 50 --sizes 30 --seed 1

prints for each command how many runs ended before they were killed, and whatever was lost, doubled or left behind. A
full disk is a limit on the size of files, beyond which writing fails.
"""

import argparse
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from events.seals.ssh_signatures import new_key
from events.store import schema
from events.store.event_store import EventStore
from projections.store.find import find_stored
from tests.hostile.edits import judged
from tests.support import TOY, install
from tests.support import toy_logs as toy
from tests.support.older_stores import without_leaves

GAMES = 40
ID = "ID"
"""Stands for the id of a stored game in the words of a command."""
WITHOUT_TIMES = {"games": "imported_at", "sources": "imported_at", "facts": "told_at, hash", "acts": "acted_at, hash"}
"""The columns that differ between runs."""


class Case(NamedTuple):
    """A command that is killed: its words, whether it needs the store, and what is done to the store before."""

    words: list[str]
    stored: bool = True
    before: Callable[[str], None] = lambda path: None


CASES = {
    "import": Case(["import", "logs", "--jobs", "1"], stored=False),
    "migration": Case(["rules", "drift", "--apply"], before=without_leaves),
    "facts": Case(["import", "--facts", "facts.csv"]),
    "forget": Case(["games", "--forget", ID]),
    "export": Case(["export", "--all", "--out", "exported", "--force"]),
    "tables": Case(["export", "--all", "--parquet", "--out", "exported", "--force"]),
    "seal": Case(["seal", "logs/7.jsonl", "--key", "key"]),
    "report": Case(["report", "--out", "site", "--games", "2", "--jobs", "1", "--force"]),
}


def prepared(folder: Path) -> Path:
    """A folder with logs, facts and a store of the logs."""
    start = folder / "start"
    (start / "logs").mkdir(parents=True)
    for seed in range(GAMES):
        (start / "logs" / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    new_key(start / "key")
    rows = "".join(f"{seed}.jsonl,2024-05-31,{seed}\n" for seed in range(GAMES))
    (start / "facts.csv").write_text(f"source,played_at,season\n{rows}")
    return start


def content(path: Path) -> dict[str, list[object]]:
    """The rows of a store without times."""
    with EventStore(str(path), read_only=True) as store:
        found = {}
        for table in (*schema.ROWS, *schema.ANNOTATIONS):
            left_out = f"EXCLUDE ({WITHOUT_TIMES[table]})" if table in WITHOUT_TIMES else ""
            found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
        return found


def names_in(folder: Path) -> set[str]:
    """All files in a folder, by their paths in it."""
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


class Rig:
    """Runs one case: `undisturbed` first, then under a kill or a limit, each time in a fresh copy of the folder."""

    def __init__(self, folder: Path, start: Path, command: list[str], case: Case) -> None:
        self.start, self.case, self.place = start, case, folder / "run"
        game_id, _ = find_stored("7.jsonl", str(start / "anyturn.duckdb"))
        self.words = [*command, *(game_id if word == ID else word for word in case.words)]
        self.fresh()
        began = time.monotonic()
        done = self.run()
        self.lasted = time.monotonic() - began
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        self.content, self.names = content(self.place / "anyturn.duckdb"), names_in(self.place)

    def fresh(self) -> None:
        """Begin anew."""
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.start, self.place)
        store = self.place / "anyturn.duckdb"
        if self.case.stored:
            self.case.before(str(store))
        else:
            store.unlink()

    def run(self, limit: int | None = None) -> "subprocess.CompletedProcess[bytes]":
        """Run the command, with the most bytes of a file if there is a limit."""

        def full() -> None:
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        return subprocess.run(self.words, cwd=self.place, capture_output=True, preexec_fn=full, check=False)

    def kill(self, moment: float) -> bool:
        """Run the command and kill it at a moment; whether it had ended before."""
        silent = subprocess.DEVNULL
        process = subprocess.Popen(self.words, cwd=self.place, stdout=silent, stderr=silent)
        time.sleep(moment)
        process.kill()
        return process.wait() == 0

    def faults(self) -> list[str]:
        """Run the command again with room and time, and say what is wrong then."""
        done = self.run()
        again = done.stderr.decode().strip()
        if done.returncode and "a game forgotten on" not in again:  # it had been forgotten already
            return [f"the next run: exit status {done.returncode}: {again[-300:]}"]
        wrong = judged(self.place / "anyturn.duckdb")[0]
        if content(self.place / "anyturn.duckdb") != self.content:
            wrong.append("the store differs from that of an undisturbed run")
        if left := names_in(self.place) - self.names:
            wrong.append(f"left behind: {sorted(left)}")
        if lost := self.names - names_in(self.place):
            wrong.append(f"lost: {sorted(lost)}")
        return wrong


def try_all(folder: Path, kills: int, sizes: int, seed: int, names: list[str]) -> tuple[list[str], list[str]]:
    """Kill and limit the commands; the lines of a table, and all faults."""
    command, start = toy.door(folder), prepared(folder)
    store = start / "anyturn.duckdb"
    subprocess.run([*command, *CASES["import"].words], cwd=start, check=True, capture_output=True)
    lines, wrong = [], []
    for name in names:
        rig, rng, ended, failed = Rig(folder, start, command, CASES[name]), Random(f"{seed}/{name}"), 0, 0
        for number in range(kills):
            rig.fresh()
            ended += rig.kill(rng.uniform(0.1, 1.1) * rig.lasted)
            wrong += [f"{name}, kill {number}: {fault}" for fault in rig.faults()]
        whole = store.stat().st_size
        for _ in range(sizes):
            rig.fresh()
            done = rig.run(limit := rng.randrange(1_000, whole + 200_000))
            failed += done.returncode != 0
            if b"Traceback" in done.stderr or done.returncode not in (0, 1, 2, 3):
                wrong.append(f"{name}, at most {limit} bytes: {done.returncode} {done.stderr.decode()[-300:]}")
            wrong += [f"{name}, at most {limit} bytes: {fault}" for fault in rig.faults()]
        lines.append(f"{name:<12}{kills:>7}{ended:>9}{sizes:>8}{failed:>8}")
    return lines, wrong


def main() -> int:
    """Print a table and the faults; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--sizes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=f"of {', '.join(CASES)} (default: all)")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        lines, wrong = try_all(folder, given.kills, given.sizes, given.seed, given.commands or list(CASES))
    print(f"{'command':<12}{'kills':>7}{'ended':>9}{'limits':>8}{'failed':>8}")
    print("\n".join([*lines, *wrong]))
    shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
