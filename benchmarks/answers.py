"""A large store of monthly dumps: the time and memory of the import, and the time of every answer.

    python benchmarks/answers.py [--games 100000] [--players 2000] [--jobs 2] [--repeat 3] [--keep FOLDER]

Statistics are computed as by the program, not counting the start of the interpreter; the best of `--repeat` runs
counts. Those for the first month are compared with counts over the dump itself in plain Python.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import mean
from threading import Event, Thread
from time import perf_counter, process_time
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.dumps import write_dumps  # noqa: E402
from benchmarks.figures import record_figure  # noqa: E402
from engine.games.terra_mystica.readings._snellman_codes import FACTION_OF  # noqa: E402
from projections import statistics  # noqa: E402
from projections.statistics import Filters  # noqa: E402
from projections.store import query  # noqa: E402
from projections.store.find import open_tables  # noqa: E402

GAME = "terra_mystica"
SPLITS = ("map", "players", "faction", "against", "year", "month", "ended")
SPLIT = ("factions", "matchups", "games", "options", "trend")
"""The splits to measure, one of each kind."""
LIMIT, MODEL, KEY, IMPORT, MEMORY = 0.3, 20.0, 0.1, 600.0, 1024.0
"""Limits: seconds for a statistic, for one with the joint model, for a game by its key, for the import; MiB for it."""
MODELS = ("strength", "players", "predict", "advice")


class Timed(Struct, frozen=True):
    """A statistic or query, the rows of its answer, seconds of wall clock and of CPU, and the limit."""

    what: str
    rows: int
    wall: float
    worked: float
    limit: float

    @property
    def line(self) -> str:
        """The line of the table."""
        mark = "" if self.wall <= self.limit else "  over"
        return f"{self.what:<34}{self.rows:>7}{self.wall:>9.2f}{self.worked:>9.2f}{self.limit:>8.1f}{mark}"


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="anyturn-answers-") as folder:
        place = Path(options.keep or folder)
        if not (place / "dumps").exists():
            write_dumps(place / "dumps", options.games, options.players)
        db = place / "answers.duckdb"
        db.unlink(missing_ok=True)
        took, peak = imported(place / "dumps", db, options.jobs)
        size = db.stat().st_size / options.games / 1000
        print(
            f"import of {options.games:,} games with --jobs {options.jobs}: {took:.0f} s (limit {IMPORT:.0f}), ", end=""
        )
        print(f"{peak:,.0f} MiB at most (limit {MEMORY:,.0f}), {size:.1f} KB a game in the store\n")
        print(f"{'':<34}{'rows':>7}{'seconds':>9}{'of CPU':>9}{'limit':>8}")
        for each in [*answers(db, options.repeat, predict=True), *by_key(db, options.repeat)]:
            print(each.line, flush=True)
            record_figure(each.what, each.wall, "s", each.limit)
        print(
            f"\nfirst month: {compared(place / 'dumps' / '2013-01.json', db)} figures equal those counted in the dump"
        )
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores (above that, other work was running)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long import and answers take at size.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", help="a folder in which dumps and store are kept; existing dumps are reused")
    return parser.parse_args()


def imported(dumps: Path, db: Path, jobs: int) -> tuple[float, float]:
    """Import with the command. Returns its time, and the peak memory (MiB) of all its processes together."""
    command = [sys.executable, str(ROOT / "cli.py"), "import", str(dumps), "--db", str(db), "--jobs", str(jobs), "-q"]
    begun, peak, ended = perf_counter(), [0.0], Event()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def watch() -> None:
        while not ended.wait(0.2):
            peak[0] = max(peak[0], _memory(process.pid))

    watching = Thread(target=watch)
    watching.start()
    status = process.wait()
    ended.set()
    watching.join()
    if status:
        raise SystemExit(f"the import ended with {status}")
    return perf_counter() - begun, peak[0]


def _memory(process: int) -> float:
    """The memory of a process and its children in MiB, shared memory counted once; 0 outside Linux."""
    found = 0.0
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            found += sum(_memory(int(child)) for child in (thread / "children").read_text().split())
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return found


def measured() -> Iterator[tuple[str, str]]:
    """Every statistic of the games, (name, ""), and those with splits, (name, by)."""
    for name in sorted({*statistics.names(), *statistics.names(GAME)}):
        yield name, ""
    for name in SPLIT:
        for by in SPLITS:
            yield name, by
    yield "strength", "map"


def answers(db: Path, repeat: int = 1, *, predict: bool = False) -> Iterator[Timed]:
    """Every answer, timed; `predict`, which takes by far the longest, only if requested."""
    with open_tables(str(db)) as store:
        for name, by in measured():
            if name == "predict" and not predict:
                continue

            def answer(name: str = name, by: str = by) -> int:
                return sum(len(one.rows) for one in statistics.run(store.connection, name, Filters(by=by)))

            limit = MODEL if name in MODELS else LIMIT
            yield timed(f"stats {name}{by and f' --by {by}'}", answer, 1 if name == "predict" else repeat, limit)


def by_key(db: Path, repeat: int = 1) -> Iterator[Timed]:
    """One game by its key, as `games` and `query` find it."""
    with open_tables(str(db)) as store:
        ((key,),) = store.connection.execute("SELECT max(game_id) FROM games").fetchall()
    where = f"game_id = '{key}'"
    yield timed("games --where game_id = ...", lambda: len(query.games(str(db), where)), repeat, KEY)
    for table in ("games", "seats", "records"):
        sql = f"SELECT * FROM {table} WHERE {where}"

        def ask(sql: str = sql) -> int:
            return sum(len(rows) for _, rows in query.ask(str(db), sql))

        yield timed(f"query ... FROM {table} WHERE ...", ask, repeat, KEY)


def timed(what: str, answer: Callable[[], int], repeat: int, limit: float) -> Timed:
    """The best of some runs."""
    best = (float("inf"), float("inf"))
    for _ in range(repeat):
        begun, worked = perf_counter(), process_time()
        rows = answer()
        best = min(best, (perf_counter() - begun, process_time() - worked))
    return Timed(what, rows, *best, limit)


def compared(dump: Path, db: Path) -> int:
    """The number of figures of a month compared with its dump. Raises AssertionError if any differs."""
    seats, pairs = _counted(dump)
    checked = 0
    with open_tables(str(db)) as store:
        for name, keys in (("factions", ("faction",)), ("players", ("player",)), ("matchups", ("faction", "against"))):
            filters = Filters(since=dump.stem, until=dump.stem)
            ((answer),) = statistics.run(store.connection, name, filters)
            expected = pairs if name == "matchups" else _of_seats(seats, keys[0])
            found = {tuple(row[key] for key in keys): row for row in answer.rows}
            assert found.keys() == expected.keys(), f"{name}: other rows"
            for key, row in expected.items():
                for measure, value in row.items():
                    assert abs(found[key][measure] - value) < 1e-6, f"{name} {key}: {measure}"
                    checked += 1
    return checked


Row = dict[str, Any]


def _counted(dump: Path) -> tuple[list[Row], dict[tuple[str, ...], Row]]:
    """The seats of a dump with their results, and the results of each pair of factions, in plain Python."""
    seats, met = [], defaultdict[tuple[str, ...], list[tuple[float, int]]](list)
    for game in json.loads(dump.read_text()):
        table = [(each, game["events"]["faction"][each["faction"]]["vp"]["round"]["all"]) for each in game["factions"]]
        points = [vp for _, vp in table]
        for each, vp in table:
            faction = FACTION_OF[each["faction"]]
            share = (vp == max(points)) / points.count(max(points))
            seats.append(
                {"faction": faction, "player": each["player"], "wins": share, "vp": vp, "margin": vp - mean(points)}
            )
            for other, theirs in table:
                if other is not each:
                    met[faction, FACTION_OF[other["faction"]]].append(((vp > theirs) + (vp == theirs) / 2, vp - theirs))
    pairs = {
        key: {"games": len(each), "ahead": sum(ahead for ahead, _ in each), "mean_lead": mean(lead for _, lead in each)}
        for key, each in met.items()
    }
    return seats, pairs


def _of_seats(seats: list[Row], by: str) -> dict[tuple[str, ...], Row]:
    groups = defaultdict[tuple[str, ...], list[Row]](list)
    for seat in seats:
        if seat[by] is not None:
            groups[(seat[by],)].append(seat)
    return {
        key: {
            "games": len(group),
            "wins": sum(seat["wins"] for seat in group),
            "mean_vp": mean(seat["vp"] for seat in group),
            "mean_margin": mean(seat["margin"] for seat in group),
        }
        for key, group in groups.items()
    }


if __name__ == "__main__":
    main()
