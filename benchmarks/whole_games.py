"""A large store of whole games of every kind: its import, size and memory, and the time of every answer.

    python benchmarks/whole_games.py [--games 100000] [--played 2000] [--jobs 2] [--repeat 2] [--game GAME]
        [--keep FOLDER] [PATH...]

Games of every kind are played, and each PATH (a log or a folder of logs) is added; they are multiplied to `--games`
different games by other names of players. Every statistic of every game, or of `--game`, is asked for, alone and with
each split; the best of `--repeat` runs counts.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from benchmarks.answers import Timed, by_key, imported, timed  # noqa: E402
from benchmarks.figures import record_figure  # noqa: E402
from benchmarks.material import copies, self_played  # noqa: E402
from engine.rules import games  # noqa: E402
from events import files  # noqa: E402
from events.log.codec import Unreadable  # noqa: E402
from projections import statistics  # noqa: E402
from projections.statistics import Filters, computed  # noqa: E402
from projections.store.find import open_tables  # noqa: E402

SPLITS = ("faction", "against", "players", "ended", "player")
STATISTIC, PARTS, MODEL, IMPORT, MEMORY = 0.5, 1.0, 30.0, 2_700.0, 1_024.0
"""Limits: seconds for a statistic, for a split, for a model, for the import; MiB for it."""


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="anyturn-whole-games-") as folder:
        place = Path(options.keep or folder)
        logs, db = place / "logs", place / "games.duckdb"
        if not logs.exists():
            _write_logs(place, logs, options)
        if not db.exists():
            took, peak = imported(logs, db, options.jobs)
            print(f"import: {took:.0f} s (limit {IMPORT:.0f}), {peak:,.0f} MiB at most (limit {MEMORY:,.0f})")
        with open_tables(str(db)) as store:
            ((stored,),) = store.connection.execute("SELECT count(*) FROM games").fetchall()
        print(f"{stored:,} games, {db.stat().st_size / stored / 1000:.1f} KB each\n")
        print(f"{'':<46}{'rows':>7}{'seconds':>9}{'of CPU':>9}{'limit':>8}")
        for each in chain(_answers(db, options.repeat, options.game), by_key(db, options.repeat), _commands(db)):
            print(each.line, flush=True)
            record_figure(each.what, each.wall, "s", each.limit)
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores (above that, other work was running)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long import and answers take with whole games.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--played", type=int, default=2_000, help="games to play, of all kinds together")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--game", choices=games(), help="only statistics of this game")
    parser.add_argument("--keep", help="a folder in which logs and store are kept; an existing one is reused")
    return parser.parse_args()


def _write_logs(place: Path, logs: Path, options: argparse.Namespace) -> None:
    played = place / "played"
    played.mkdir(parents=True)
    paths = [*files.find(options.paths), *self_played(played, options.played // len(games()))]
    copies(paths, logs, options.games)


def _answers(db: Path, repeat: int, only: str | None) -> Iterator[Timed]:
    """Every statistic of every game, or of one, alone and with each split that its games have."""
    with open_tables(str(db)) as store:

        def answer(name: str, filters: Filters) -> int:
            return sum(len(one.rows) for one in statistics.run(store.connection, name, filters))

        for game in [only] if only else games():
            for name in sorted({*statistics.names(), *statistics.names(game)}):
                for by in ("", *SPLITS):
                    limit = MODEL if name in computed.names() else PARTS if by else STATISTIC
                    what = f"{game}: {name}{by and f' --by {by}'}"
                    with suppress(Unreadable):
                        yield timed(what, partial(answer, name, Filters(game=game, by=by)), repeat, limit)


def _commands(db: Path) -> Iterator[Timed]:
    """The audit of a game and of all, the list of games, and a page: as commands, with the start of Python."""
    with open_tables(str(db)) as store:
        ((key,),) = store.connection.execute("SELECT max(game_id) FROM games").fetchall()
    page = str(db.with_name("page.html"))
    limits = {
        ("audit", key): 0.5,
        ("audit", "--all"): IMPORT,
        ("games", "--limit", "20"): STATISTIC,
        ("replay", key, "--html", page, "--force"): PARTS,
    }
    for words, limit in limits.items():
        yield timed(f"anyturn {words[0]} {words[1]}", partial(_run, *words, "--db", str(db)), 1, limit)


def _run(*words: str) -> int:
    """The lines that a command prints. Ends this program if it fails."""
    done = subprocess.run([sys.executable, str(ROOT / "cli.py"), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return len(done.stdout.splitlines())


if __name__ == "__main__":
    main()
