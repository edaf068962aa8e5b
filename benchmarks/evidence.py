"""What the root and the seals add to an import, as parts of its CPU time, and how large proofs are.

    python benchmarks/evidence.py [PATH...] [--many 300]

Each PATH is a log or a folder of logs; without any, games of every kind are played first. They are multiplied to about
`--many` different games, which are imported by this process alone: first without seals, then each with one beside it.
The parts are measured inside the same run, so that other work on the machine changes both alike.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from math import log2
from pathlib import Path
from time import process_time, thread_time
from typing import Any, Self

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from figures import record_figure  # noqa: E402
from material import copies, self_played  # noqa: E402

from events import files  # noqa: E402
from events.seals.seal_file import Seal, append  # noqa: E402
from events.seals.ssh_signatures import new_key, private_key, sign  # noqa: E402
from events.seals.statements import of_log  # noqa: E402
from events.store import event_store, merkle  # noqa: E402
from events.store.event_store import EventStore  # noqa: E402
from events.store.tree import Tree  # noqa: E402
from projections.batch import work  # noqa: E402
from projections.batch.importing import import_files  # noqa: E402
from projections.store.storing import Importer  # noqa: E402

PLAYED = 2
"""Games of each kind to play if no logs are given."""
MOST = 3.0
"""The most that the root, or a seal of each log, may add to an import, in per cent."""
SIZES = (100, 10_000, 1_000_000)
"""Leaves of the trees whose proofs are measured."""
ROOT: tuple[tuple[Any, str], ...] = (
    (Tree, "write"), (Tree, "keep"), (EventStore, "_take_in"), (event_store, "source_leaves"),
)  # fmt: skip
SEALS: tuple[tuple[Any, str], ...] = ((work, "_judge_seals"), (Importer, "keep_seals"))
"""The functions that do nothing but that."""


class Spent:
    """The CPU time that functions take, as a context manager; one within another counts once."""

    def __init__(self, functions: tuple[tuple[Any, str], ...]) -> None:
        self.seconds = 0.0
        self._inside = False
        self._before = [(owner, name, getattr(owner, name)) for owner, name in functions]

    def __enter__(self) -> Self:
        for owner, name, function in self._before:
            setattr(owner, name, self._timed(function))
        return self

    def __exit__(self, *_: object) -> None:
        for owner, name, function in self._before:
            setattr(owner, name, function)

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **options: Any) -> Any:
            if self._inside:
                return function(*args, **options)
            self._inside, began = True, thread_time()
            try:
                return function(*args, **options)
            finally:
                self.seconds += thread_time() - began
                self._inside = False

        return timed


def main() -> None:
    parser = argparse.ArgumentParser(description="What the root and the seals cost.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--many", type=int, default=300, help="approximate number of games")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as name:
        folder = Path(name)
        paths = files.find(options.paths) or list(self_played(folder, PLAYED))
        many = copies(paths, folder / "many", options.many)
        _imported(folder / "first.duckdb", many, ROOT)  # loads the libraries
        print(f"parts of the CPU time of an import, {len(many)} logs")
        _show("the root", MOST, *_imported(folder / "root.duckdb", many, ROOT))
        _seal(many, folder / "key")
        _show("a seal of each log", MOST, *_imported(folder / "seals.duckdb", many, SEALS))
    _show_proofs()


def _seal(logs: list[str], file: Path) -> None:
    new_key(file)
    key = private_key(str(file))
    for log in logs:
        statement = str(of_log(files.read(log)))
        append(log, Seal(statement, sign(key, statement.encode())))


def _imported(path: Path, logs: list[str], functions: tuple[tuple[Any, str], ...]) -> tuple[float, float]:
    """The CPU seconds of an import, and those of the functions in it."""
    began = process_time()
    with Spent(functions) as spent, EventStore(str(path)) as store:
        for _ in import_files(store, logs, 1):
            pass
    return process_time() - began, spent.seconds


def _show(what: str, most: float | None, whole: float, part: float) -> None:
    """A part in per cent of the rest, which is what an import took without it."""
    added = 100 * part / (whole - part)
    record_figure(f"{what}, added to an import", added, "%", most)
    print(f"    {what:<20}{1000 * part:>9.1f} of {1000 * whole:,.0f} ms: {added:.2f} % more")


def _show_proofs() -> None:
    print("\nhashes in a proof    inclusion  consistency  log2 of the leaves")
    for size in SIZES:
        leaves = [merkle.leaf_hash(b"%d" % number) for number in range(size)]
        inclusion = len(merkle.inclusion_proof(size // 3, leaves))
        consistency = len(merkle.consistency_proof(size // 3, leaves))
        print(f"    {size:>9,} leaves {inclusion:>9} {consistency:>12} {log2(size):>19.1f}")


if __name__ == "__main__":
    main()
