"""How fast logs are read, replayed with every check and stored, and how fast legal events are found, in one run.

    python benchmarks/replay.py [PATH...] [--repeat 3] [--jobs 1,2] [--games 12] [--many 1000]
    python benchmarks/replay.py --aims [--repeat 5] [--games 20]

Each PATH is a log or a folder of logs; without any, games of every kind are played and written first. Times per log are
CPU times, the median over the logs of the best of `--repeat` runs, on one core, not counting the start of the
interpreter.
`--aims` only compares games of four players with their limits.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from figures import AIMS, aim_of, record_figure  # noqa: E402
from material import copies, self_played  # noqa: E402

from engine.intake import Report, examine  # noqa: E402
from engine.replay import Replay  # noqa: E402
from engine.rules import games, ruleset  # noqa: E402
from engine.selfplay import header_for, play  # noqa: E402
from events import files, notations  # noqa: E402
from events.files import Blob  # noqa: E402
from events.log import native  # noqa: E402
from projections.garbage import seldom_collected  # noqa: E402

LEGAL_GAMES = 12
LEGAL_AIM = 0.5
"""Mean ms to find all legal actions of a position."""


def main() -> None:
    options = _options()
    if options.aims:
        _aims(options.games, options.repeat)
        return
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        paths = files.find(options.paths) or list(self_played(Path(folder), options.games))
        blobs = [files.read(path) for path in paths]
        reports = [examine(blob) for blob in blobs]
        _show_what(options.paths, blobs, reports)
        with seldom_collected():  # as in `validate`
            _one_core(blobs, reports, options.repeat)
        _legal(reports)
        _many(paths, [int(jobs) for jobs in options.jobs.split(",")], Path(folder), options.many)
    _start()
    _memory()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How fast logs are read, replayed and stored.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--repeat", type=int, default=3, help="runs per game, the best of which counts")
    parser.add_argument("--jobs", default="1,2", help="numbers of processes to compare")
    parser.add_argument("--aims", action="store_true", help="only compare games of four players with their limits")
    parser.add_argument("--games", type=int, default=12, help="games to play of each kind if no logs are given")
    parser.add_argument("--many", type=int, default=1_000, help="approximate number of logs to validate and import")
    return parser.parse_args()


def _aims(number: int, repeat: int) -> None:
    """For every game: the times of a native log and of finding legal actions, with their limits."""
    print(f"{'native logs of 4 players':<28}{'ms':>8}{'aim':>6}{'worst':>8}{'records':>9}{'legal':>10}{'aim':>6}  ms")
    for game in games():
        rules = ruleset(game)
        seeds = [f"{seed}" for seed in range(number)]
        played = [play(rules, header_for(rules, seed, 4, {}, drawing=False), seed) for seed in seeds]
        blobs = [Blob(seed, b"\n".join(native.write(each.log()))) for seed, each in zip(seeds, played, strict=True)]
        with seldom_collected():
            times = [1000 * _best(partial(examine, blob), repeat) for blob in blobs]
            legal = 1000 * mean(took for each in played[:LEGAL_GAMES] for took, _ in _offers(each))
        print(
            f"    {game:<24}{median(times):>8.2f}{AIMS[game]:>6.1f}{max(times):>8.2f}"
            f"{mean(each.seq for each in played):>9.0f}{legal:>10.3f}{LEGAL_AIM:>6.1f}"
        )


def _show_what(given: list[str], blobs: list[Blob], reports: list[Report]) -> None:
    verdicts = {verdict: sum(r.verdict == verdict for r in reports) for verdict in sorted({r.verdict for r in reports})}
    events, figures = sum(_events(r) for r in reports), sum(r.replay.checked for r in reports if r.replay)
    print(f"logs      {len(blobs)} {'given' if given else 'self-played'}, {sum(len(b.data) for b in blobs):,} bytes")
    print(f"verdicts  {', '.join(f'{count} {verdict}' for verdict, count in verdicts.items())}")
    print(f"content   {events:,} events, {figures:,} figures compared\n")


def _events(report: Report) -> int:
    return len(report.replay.played) if report.replay else 0


def _one_core(blobs: list[Blob], reports: list[Report], repeat: int) -> None:
    """Per game and notation: the time of a log, and how it is spent."""
    kinds: dict[str, list[tuple[Blob, Report]]] = {}
    for blob, report in zip(blobs, reports, strict=True):
        if report.replay is not None:
            kinds.setdefault(f"{report.game}, {report.notation}", []).append((blob, report))
    heads = f"{'ms':>8}{'worst':>8}{'records/s':>11}{'reading':>9}{'rules':>7}{'compare':>9}{'rest':>6}"
    print(f"{'one core, per log':<36}{heads}")
    for kind, logs in sorted(kinds.items()):
        parts = [_parts(blob, report, repeat) for blob, report in logs]
        whole, reading, rules, comparing = (sum(each) for each in zip(*parts, strict=True))
        shares = [100 * part / whole for part in (reading, rules, comparing, whole - reading - rules - comparing)]
        times = [1000 * each[0] for each in parts]
        game, _, notation = kind.partition(", ")
        record_figure(f"a log of {kind}", median(times), "ms", aim_of(game, notation))
        print(
            f"    {kind:<32}{median(times):>8.2f}{max(times):>8.2f}{sum(_events(r) for _, r in logs) / whole:>11,.0f}"
            + "".join(f"{share:>{width}.0f}%" for share, width in zip(shares, (8, 6, 8, 5), strict=True))
        )
    print()


def _parts(blob: Blob, report: Report, repeat: int) -> tuple[float, float, float, float]:
    """Seconds in total, for reading, for the rules alone, and for comparing figures.

    The rest is for recognising the notation and for interpreting a foreign one as events.
    """
    played = report.replay
    assert played is not None
    records = played.log().records
    unseen = [replace(record, observed=()) for record in records]
    whole, reading = _best(lambda: examine(blob), repeat), _best(lambda: _read(blob), repeat)
    rules = _best(lambda: Replay(played.rules, played.header).feed(unseen), repeat)
    compared = _best(lambda: Replay(played.rules, played.header).feed(records), repeat)
    return whole, reading, rules, max(0.0, compared - rules)


def _read(blob: Blob) -> Any:
    text = files.text(blob)
    name = notations.sniff(text)
    if name == native.NAME:
        return native.read(text.encode().split(b"\n"))
    return notations.notation(name).parse(text)


def _best(work: Callable[[], Any], repeat: int) -> float:
    """Seconds of the best run.

    Garbage is not collected between runs: a full collection would free memory that the interpreter keeps for the next
    log, whereas `validate` continues at once.
    """
    times = []
    for _ in range(repeat):
        start = process_time()
        try:
            work()
        except Exception as error:
            if type(error).__name__ != "Unreadable":
                raise
        times.append(process_time() - start)
    return min(times)


def _row(name: str, times: list[float]) -> None:
    print(f"    {name:<40}" + "".join(f"{1000 * f(times):>9.2f}" for f in (median, mean, max)))


def _legal(reports: list[Report]) -> None:
    games_played = [report.replay for report in reports if report.replay][:LEGAL_GAMES]
    times, offers = zip(*(each for played in games_played for each in _offers(played)), strict=True)
    print(f"{'legal, per position':<44}{'median':>9}{'mean':>9}{'worst':>9}  ms")
    _row(f"{len(times):,} positions, {mean(offers):.1f} offers each", times)
    print()


def _offers(played: Replay) -> Iterator[tuple[float, int]]:
    """For each position in which a player decides: the seconds to find the legal actions, and their number."""
    game = Replay(played.rules, played.header)
    for actor, event, _ in played.played:
        if actor is not None:
            start = process_time()
            offered = sum(1 for _ in islice(game.rules.legal(game.state), 10_000))
            yield process_time() - start, offered
        game.play(actor, event)
        game.settle()


def _many(paths: list[str], jobs: list[int], folder: Path, many: int) -> None:
    try:
        from events.store.event_store import EventStore
        from projections.batch.importing import import_files
        from projections.batch.validating import validate
    except ImportError as missing:
        print(f"many games: skipped, {missing}\n")
        return
    made = copies(paths, folder / "many", many)
    print(f"{'many games':<44}{'seconds':>9}{'games/s':>9}{'jobs':>9}{'validate':>10}  ({len(made)} logs)")
    validated: dict[int, float] = {}
    for name, work in (
        ("validate", lambda n: validate(made, n, None)),
        ("import", lambda n: _imported(EventStore, import_files, made, folder, n)),
    ):
        first = 0.0
        for n in jobs:
            start = perf_counter()
            done = [one for chunk in work(n) for one in chunk]
            took = perf_counter() - start
            first = first or took
            ratio = took / validated.setdefault(n, took)  # validate runs first
            new = sum(getattr(one, "status", "") == "new" for one in done)
            shown = f"{name}, {n} at a time" + (f", {new} new" if name == "import" else "")
            print(f"    {shown:<40}{took:>9.2f}{len(made) / took:>9.0f}{first / took:>9.2f}{ratio:>10.2f}")
    print()


def _imported(store_type: Any, import_files: Any, paths: list[str], folder: Path, jobs: int) -> Iterator[Any]:
    with store_type(str(folder / f"{jobs}.duckdb")) as store:
        yield from import_files(store, paths, jobs)


def _start() -> None:
    times = []
    for _ in range(7):
        start = perf_counter()
        subprocess.run([sys.executable, str(ROOT / "cli.py"), "--help"], check=True, capture_output=True)
        times.append(perf_counter() - start)
    print(f"anyturn --help    {1000 * median(times):.0f} ms")
    record_figure("anyturn --help", 1000 * median(times), "ms", 120.0)


def _memory() -> None:
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory       {own:.0f} MiB here, {child:.0f} MiB in the largest other process")
    print(f"load average      {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores (above that, other work was running)")


if __name__ == "__main__":
    main()
