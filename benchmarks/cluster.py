"""How fast a local Dask cluster validates and imports, compared with plain processes, in one run.

    python benchmarks/cluster.py [PATH...] [--games 2000] [--workers 1,2]

Each PATH is a log or a folder of logs; without any, games of every kind are played. They are copied with other
player names until there are `--games`. Scheduler and workers are separate processes. CPU is the total per kind of
process, in ms per game: other work on the machine hardly affects it, but makes seconds and games/s meaningless.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from figures import record_figure  # noqa: E402
from material import copies, self_played  # noqa: E402

from events import files  # noqa: E402
from events.store.event_store import EventStore  # noqa: E402
from projections.batch.cluster import Cluster, connected  # noqa: E402
from projections.batch.importing import import_files  # noqa: E402
from projections.batch.validating import validate  # noqa: E402

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=":0", silence_logs=50) as it:
        print(it.scheduler_address, flush=True)
        sys.stdin.read()
"""


class Cost(NamedTuple):
    """The cost of a run: wall-clock seconds, and CPU seconds of this process and of the workers."""

    seconds: float
    here: float
    workers: float


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as name:
        folder = Path(name)
        given = files.find(options.paths) or list(self_played(folder, 3))
        logs = copies(given, folder / "many", options.games)
        print(f"{len(logs)} logs, {sum(Path(log).stat().st_size for log in logs) / len(logs):,.0f} bytes each\n")
        heads = f"{'seconds':>9}{'games/s':>9}{'CPU here':>10}{'workers':>9}{'bytes':>9}  a game"
        print(f"{'':<34}{heads}")
        base = _processes(logs, folder, 2)
        for number in map(int, options.workers.split(",")):
            _workers(logs, folder, number, base)
    print(f"\nload average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores (above that, other work was running)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How fast the workers of a local Dask cluster are.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--games", type=int, default=2000, help="the number of games")
    parser.add_argument("--workers", default="1,2", help="numbers of workers to compare")
    return parser.parse_args()


def _processes(logs: list[str], folder: Path, jobs: int) -> Cost:
    """Validate and import with processes on this machine. Returns the cost of the import."""

    def workers() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    _shown(f"validate --jobs {jobs}", len(logs), _cost(lambda: validate(logs, jobs), workers))
    with EventStore(str(folder / "jobs.duckdb")) as store:
        cost = _cost(lambda: import_files(store, logs, jobs), workers)
    _shown(f"import --jobs {jobs}", len(logs), cost, (folder / "jobs.duckdb").stat().st_size)
    return cost


def _workers(logs: list[str], folder: Path, number: int, base: Cost) -> None:
    """Validate and import with the workers of a cluster, also keeping rows as Parquet."""
    with _cluster(number) as (cluster, used):
        list(validate(logs[:64], cluster))  # makes the workers load the program
        _shown(f"validate, workers: {number}", len(logs), _cost(lambda: validate(logs, cluster), used))
        with EventStore(str(folder / f"{number}.duckdb")) as store:
            cost = _cost(lambda: import_files(store, logs, cluster), used)
        _shown(f"import, workers: {number}", len(logs), cost, (folder / f"{number}.duckdb").stat().st_size)
        if number == 2:
            whole, there = cost.here + cost.workers, base.here + base.workers
            record_figure("import by 2 Dask workers, CPU to that of --jobs 2", whole / there, "times", 1.5)
        place = folder / f"parts-{number}"
        cluster.keep(str(place))
        cost = _cost(lambda: validate(logs, cluster), used)
        size = sum(file.stat().st_size for file in place.rglob("*.parquet"))
        _shown(f"validate --parts, workers: {number}", len(logs), cost, size)
        shutil.rmtree(place)


def _cost(work: Callable[[], Iterator[Any]], workers: Callable[[], float]) -> Cost:
    began, here, there = perf_counter(), process_time(), workers()
    for _ in work():
        pass
    return Cost(perf_counter() - began, process_time() - here, workers() - there)


def _shown(name: str, games: int, cost: Cost, size: int = 0) -> None:
    each = "".join(f"{1000 * part / games:>{width}.2f}" for part, width in ((cost.here, 10), (cost.workers, 9)))
    print(f"{name:<34}{cost.seconds:>9.1f}{games / cost.seconds:>9.0f}{each}{size / games:>9,.0f}")


@contextmanager
def _cluster(number: int) -> Iterator[tuple[Cluster, Callable[[], float]]]:
    """A cluster with a number of workers, and a function that gives their CPU seconds so far."""
    from distributed import Client

    command = [sys.executable, "-c", CLUSTER, str(number)]
    running = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert running.stdin is not None
    assert running.stdout is not None
    try:
        address = running.stdout.readline().decode().strip()
        with connected(address, None) as cluster, Client(address, set_as_default=False) as client:
            client.wait_for_workers(number)
            yield cluster, lambda: sum(client.run(process_time).values())
    finally:
        running.stdin.close()
        running.wait()


if __name__ == "__main__":
    main()
