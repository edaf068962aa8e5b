"""The cost of a store, in one run: the time of an import compared with `validate`, bytes per game, and memory.

    python benchmarks/store.py [PATH...] [--many 1000] [--jobs 2] [--repeat 3]

Each PATH is a log or a folder of logs; without any, games of every kind are played first. They are multiplied to about
`--many` different games. The two commands run alternately; of `--repeat` runs, those with the median CPU time of all
processes count, and the median of the ratios of each pair.
"""

import argparse
import os
import re
import resource
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from figures import record_figure  # noqa: E402
from material import copies, self_played  # noqa: E402

from events import files  # noqa: E402
from events.store.event_store import EventStore  # noqa: E402
from projections.batch.importing import import_files  # noqa: E402
from projections.batch.validating import validate  # noqa: E402

PLAYED = 4
"""Games of each kind to play if no logs are given."""
PROCESSES = Path("/proc")
TABLES = ("records", "entries", "turn_ends", "tallies", "seats", "games", "sources", "leaves")


class Cost(NamedTuple):
    """Seconds: CPU time of this process and of its workers, and wall-clock time."""

    here: float
    working: float
    clock: float

    @property
    def cpu(self) -> float:
        """CPU time of all processes."""
        return self.here + self.working


def main() -> None:
    options = _options()
    peaks = Peaks()
    peaks.start()
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as name:
        folder = Path(name)
        paths = files.find(options.paths) or list(self_played(folder, PLAYED))
        many = copies(paths, folder / "many", options.many)
        stores = [folder / f"{number}.duckdb" for number in range(options.repeat)]
        validating, importing = [], []
        for store in stores:
            validating.append(_cost(lambda: validate(many, options.jobs)))
            importing.append(_cost(lambda path=store: _imported(path, many, options.jobs)))
        _show(validating, importing, len(many))
        _show_size(stores[-1])
    _show_memory(peaks)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What a store costs.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--many", type=int, default=1_000, help="approximate number of games")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--repeat", type=int, default=3, help="runs, of which the median counts")
    return parser.parse_args()


def _imported(path: Path, logs: list[str], jobs: int) -> Iterable[object]:
    with EventStore(str(path)) as store:
        yield from import_files(store, logs, jobs)


def _cost(work: Callable[[], Iterable[object]]) -> Cost:
    before = _used()
    for _ in work():
        pass
    return Cost(*(now - then for now, then in zip(_used(), before, strict=True)))


def _used() -> Cost:
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return Cost(own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime, perf_counter())


def _show(validating: list[Cost], importing: list[Cost], logs: int) -> None:
    print(f"{f'ms a log, {logs} logs':<24}{'working':>9}{'here':>9}{'all CPU':>9}{'clock':>9}")
    for name, costs in (("validate", validating), ("import", importing)):
        cost = sorted(costs, key=lambda cost: cost.cpu)[len(costs) // 2]
        times = (cost.working, cost.here, cost.cpu, cost.clock)
        print(f"    {name:<20}" + "".join(f"{1000 * time / logs:>9.2f}" for time in times))
    pairs = list(zip(importing, validating, strict=True))
    cpu = median(imported.cpu / validated.cpu for imported, validated in pairs)
    clock = median(imported.clock / validated.clock for imported, validated in pairs)
    record_figure("import to validate, CPU of all processes", cpu, "times", 1.6)
    record_figure("import to validate, by the clock", clock, "times", 1.6)
    print(f"    {'import / validate':<38}" + f"{cpu:>9.2f}{clock:>9.2f}")


def _show_size(path: Path) -> None:
    """Bytes of the file, and of the blocks of each table; a shared block counts for each of its tables."""
    with EventStore(str(path), read_only=True) as store:
        ask = store.connection.execute
        (games,) = ask("SELECT count(*) FROM games").fetchone() or (0,)
        record_figure("the store, a game", path.stat().st_size / games / 1000, "kB", 30.0)
        print(f"\nstore         {path.stat().st_size / games / 1000:>9.1f} kB a game, {games} games")
        for table in TABLES:
            rows, blocks = ask(
                f"SELECT (SELECT count(*) FROM {table}), count(DISTINCT block) FROM "
                "(SELECT unnest(list_append(additional_block_ids, block_id)) AS block "
                f"FROM pragma_storage_info('{table}')) WHERE block >= 0"
            ).fetchone() or (0, 0)
            print(f"    {table:<10}{blocks * 262.144 / games:>9.1f} kB, {rows / games:,.0f} rows")
        (free,) = ask("SELECT free_blocks FROM pragma_database_size()").fetchone() or (0,)
        print(f"    {'unused':<10}{free * 262.144 / games:>9.1f} kB, for what is stored next")


class Peaks(Thread):
    """The peak memory of this process and of each worker in MiB, sampled at intervals.

    The fallback is `getrusage`, which for a child starts at the peak of its parent.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._found: dict[int, int] = {}

    def run(self) -> None:
        while PROCESSES.exists():
            for process in (os.getpid(), *_children()):
                self._found[process] = max(self._found.get(process, 0), _peak(process))
            sleep(0.5)

    def highest(self) -> tuple[int, int]:
        """The peak of this process, and that of the largest other one."""
        if not self._found:
            own, others = (
                resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
            )
            return own // 1024, others // 1024
        found = self._found.copy()
        return found.pop(os.getpid()), max(found.values(), default=0)


def _children() -> list[int]:
    """The child processes of all threads of this process."""
    try:
        lists = [file.read_text().split() for file in (PROCESSES / str(os.getpid())).glob("task/*/children")]
    except OSError:  # the thread has ended
        return []
    return [int(number) for numbers in lists for number in numbers]


def _peak(process: int) -> int:
    try:
        high = re.search(r"VmHWM:\s+(\d+) kB", (PROCESSES / str(process) / "status").read_text())
    except OSError:  # the process has ended
        return 0
    return int(high[1]) // 1024 if high else 0


def _show_memory(peaks: Peaks) -> None:
    own, others = peaks.highest()
    record_figure("import and validate, peak memory of a process", max(own, others), "MiB", 600.0)
    print(f"\npeak memory   {own:>9} MiB here, {others} MiB in the largest working process")
    print(f"load average  {os.getloadavg()[0]:>9.1f} on {os.cpu_count()} cores (above that, other work was running)")


if __name__ == "__main__":
    main()
