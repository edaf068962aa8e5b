"""Commands that write are killed at random moments, or find a full disk; the next run has to finish the work.

    python -m tests.hostile.kills --kills 50 --sizes 30 --seed 1

prints for each command how many runs ended before they were killed, how many failed for want of room, the room that it
needs in KiB, and whatever was lost, doubled or left behind.
"""

import argparse
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from events.seals.ssh_signatures import new_key
from events.store import schema
from events.store.event_store import EventStore
from projections.keeping import site_lock
from projections.store.find import find_stored
from tests.hostile.edits import judged
from tests.hostile.full_disk import PAGE, Disk, with_own_mounts
from tests.support import TOY, install
from tests.support import toy_logs as toy
from tests.support.forking import Forking
from tests.support.older_stores import without_leaves

GAMES = 40
STORE = "anyturn.duckdb"
ID = "ID"
"""Stands for the id of a stored game in the words of a command."""
MEASURED = 5
"""Runs by which the usual time of a command is known."""
MORE = 2**21
"""Bytes that no command needs for a time, besides what it leaves."""
SEASON = f"""title = "The club's league"
game = "nim"
[points]
share = 6
[site]
logs = ["logs"]
facts = ["facts.csv"]
store = "{STORE}"
replays = 2
"""
WITHOUT_TIMES = {"games": "imported_at", "sources": "imported_at", "facts": "told_at, hash", "acts": "acted_at, hash"}
"""The columns that differ between runs."""
VARYING = (STORE, site_lock.NAME)
"""The files that differ between runs: the store has times in it, the lock of a site the number of a process."""
SLOW = "import projections.keeping.keeper, projections.pages.report, projections.plots.charts\n"
"""What reports and seasons need besides what every forked process has loaded."""


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
    "season": Case(["season", "season.toml", "--out", "site"], stored=False),
}


def prepared(folder: Path) -> Path:
    """A folder with logs, facts, a key and a season."""
    start = folder / "start"
    (start / "logs").mkdir(parents=True)
    for seed in range(GAMES):
        (start / "logs" / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    new_key(start / "key")
    rows = "".join(f"{seed}.jsonl,2024-05-31,{seed}\n" for seed in range(GAMES))
    (start / "facts.csv").write_text(f"source,played_at,season\n{rows}")
    (start / "season.toml").write_text(SEASON)
    return start


def stored(folder: Path, anyturn: Forking) -> Path:
    """Such a folder, with a store of the logs."""
    start = prepared(folder)
    status, _, said = anyturn(start, CASES["import"].words)
    if status:
        raise RuntimeError(f"the first import: exit status {status}: {said.decode()}")
    return start


def forking(folder: Path) -> Forking:
    """What runs the commands: a short one would mostly load the program, which is of no interest here."""
    return Forking(folder, toy.started(SLOW + toy.FEW_AT_ONCE))


def content(path: Path) -> dict[str, list[object]]:
    """The rows of a store without times."""
    with EventStore(str(path), read_only=True) as store:
        found = {}
        for table in (*schema.ROWS, *schema.ANNOTATIONS):
            left_out = f"EXCLUDE ({WITHOUT_TIMES[table]})" if table in WITHOUT_TIMES else ""
            found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
        return found


def files_in(folder: Path) -> dict[str, str]:
    """All files in a folder by their paths in it, with their digests, but for those that differ between runs."""
    return {
        str(file.relative_to(folder)): "" if file.name in VARYING else hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


class Rig:
    """Runs one case: undisturbed first, then under a kill or on a full disk, each time in a fresh copy of the folder.

    To be used as a context manager. Temporary files lie on the same disk.
    """

    def __init__(self, folder: Path, start: Path, anyturn: Forking, case: Case) -> None:
        self.start, self.case, self.anyturn, self.disk = start, case, anyturn, Disk(folder / "disk")
        self.place, self.temporary = self.disk.folder / "run", self.disk.folder / "tmp"
        self.usual = os.environ.get("TMPDIR")
        game_id, _ = find_stored("7.jsonl", str(start / STORE))
        self.words = [game_id if word == ID else word for word in case.words]
        self.fresh()
        before = self.disk.used()
        self.lasted = [self.undisturbed()]
        self.most = max(self.disk.used() - before, 0) + MORE
        self.needed: int | None = None  # not known yet
        self.content, self.files = content(self.place / STORE), files_in(self.place)

    def __enter__(self) -> "Rig":
        return self

    def __exit__(self, *_: object) -> None:
        if self.usual is None:
            os.environ.pop("TMPDIR", None)
        else:
            os.environ["TMPDIR"] = self.usual
        self.disk.end()

    def fresh(self) -> None:
        """Begin anew."""
        for folder in (self.place, self.temporary):
            shutil.rmtree(folder, ignore_errors=True)
        self.temporary.mkdir()
        os.environ["TMPDIR"] = str(self.temporary)
        shutil.copytree(self.start, self.place)
        store = self.place / STORE
        if self.case.stored:
            self.case.before(str(store))
        else:
            store.unlink()

    def run(self) -> tuple[int, str]:
        """Run the command to its end; its exit status, and what it said."""
        status, _, said = self.anyturn(self.place, self.words, largest_file=self.disk.largest_file)
        return status, said.decode().strip()

    def undisturbed(self) -> float:
        """Run the command to its end, which has to be a good one; the seconds that it took."""
        began = time.monotonic()
        status, said = self.run()
        lasted = time.monotonic() - began
        if status:
            raise RuntimeError(f"undisturbed: exit status {status}: {said}")
        return lasted

    def measure(self, times: int) -> None:
        """Run the command so many times more, as the first run is no measure of its usual time."""
        for _ in range(times):
            self.fresh()
            self.lasted.append(self.undisturbed())

    def needs(self) -> int:
        """The room, in bytes, below which the command fails, found by halving until it is known to a sixteenth."""
        if self.needed is None:
            too_small, enough = -1, self.most // PAGE
            while enough - too_small > 1 + enough // 16:
                pages = (too_small + enough) // 2
                self.fresh()
                if self.run_on_a_full_disk(pages * PAGE)[0]:
                    too_small = pages
                else:
                    enough = pages
            self.needed = (too_small + 1) * PAGE
        return self.needed

    def room(self, rng: Random) -> int:
        """Less room than the command needs: no or a few pages as often as nearly enough."""
        pages = self.needs() // PAGE
        return PAGE * rng.choice((int((pages + 1) ** rng.random()) - 1, rng.randrange(max(pages, 1))))

    def run_on_a_full_disk(self, room: int) -> tuple[int, str]:
        """Run the command with room for so many bytes; then there is room again."""
        self.disk.fill_up(room)
        try:
            return self.run()
        finally:
            self.disk.empty()

    def kill(self, rng: Random) -> bool:
        """Run the command and kill it at a random moment of its usual time; whether it had ended before.

        Where a machine becomes less busy, the usual time becomes shorter.
        """
        moment = rng.random() * median(self.lasted[-MEASURED:])
        ended = self.anyturn.killed(self.place, self.words, moment)
        self.lasted += [moment] if ended else []
        return ended

    def faults(self) -> list[str]:
        """Run the command again with room and time, and say what is wrong then."""
        status, said = self.run()
        if status and "a game forgotten on" not in said:  # it had been forgotten already
            return [f"the next run: exit status {status}: {said[-300:]}"]
        wrong = judged(self.place / STORE)[0]
        if content(self.place / STORE) != self.content:
            wrong.append("the store differs from that of an undisturbed run")
        found = files_in(self.place)
        if left := found.keys() - self.files.keys():
            wrong.append(f"left behind: {sorted(left)}")
        if lost := self.files.keys() - found.keys():
            wrong.append(f"lost: {sorted(lost)}")
        if other := [name for name, digest in self.files.items() if found.get(name, digest) != digest]:
            wrong.append(f"other than after an undisturbed run: {other}")
        if left_there := sorted(file.name for file in self.temporary.iterdir()):
            wrong.append(f"left among the temporary files: {left_there}")
        return wrong


def try_all(folder: Path, kills: int, sizes: int, seed: int, names: list[str]) -> tuple[list[str], list[str]]:
    """Kill the commands, and let them find a full disk; the lines of a table, and all faults."""
    anyturn = forking(folder)
    start = stored(folder, anyturn)
    lines, wrong = [], []
    for name in names:
        rng, ended, failed, before = Random(f"{seed}/{name}"), 0, 0, len(wrong)
        with Rig(folder, start, anyturn, CASES[name]) as rig:
            rig.measure(MEASURED if kills else 0)
            for number in range(kills):
                rig.fresh()
                ended += rig.kill(rng)
                wrong += [f"{name}, kill {number}: {fault}" for fault in rig.faults()]
            for _ in range(sizes):
                room = rig.room(rng)
                rig.fresh()
                status, said = rig.run_on_a_full_disk(room)
                failed += status != 0
                if "itself failed" in said or "Traceback" in said or status not in (0, 1, 2, 3):
                    wrong.append(f"{name}, room for {room} bytes: {status} {said[-300:]}")
                wrong += [f"{name}, room for {room} bytes: {fault}" for fault in rig.faults()]
            needed = rig.needs() // 1024 if sizes else 0
            if ended > kills / 5:
                wrong.append(f"{name}: {ended} of {kills} runs had ended before they were killed")
            if failed < sizes / 2:
                wrong.append(f"{name}: only {failed} of {sizes} disks were full")
        lines.append(f"{name:<12}{kills:>7}{ended:>9}{sizes:>8}{failed:>8}{needed:>9,}{len(wrong) - before:>8}")
        print(lines[-1], *wrong[before:], sep="\n", file=sys.stderr, flush=True)
    anyturn.close()
    return lines, wrong


def main() -> int:
    """Print a table and the faults; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--sizes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=f"of {', '.join(CASES)} (default: all)")
    given = parser.parse_args()
    with_own_mounts()
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        lines, wrong = try_all(folder, given.kills, given.sizes, given.seed, given.commands or list(CASES))
    print(f"{'command':<12}{'kills':>7}{'ended':>9}{'full':>8}{'failed':>8}{'needed':>9}{'wrong':>8}")
    print("\n".join([*lines, *wrong]))
    shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
