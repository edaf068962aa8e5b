"""Validate: many files replayed and compared, nothing stored."""

from collections.abc import Iterator, Sequence

from projections.batch import pool
from projections.batch.work import run, tasks
from projections.verdict import Verdict

CHUNK = 32
"""Files in a chunk: small enough to keep all processes busy, and to show results soon."""


def validate(paths: Sequence[str], jobs: int, notation: str | None = None) -> Iterator[list[Verdict]]:
    """The verdicts on files, a chunk at a time, in their order."""
    size = min(CHUNK, max(1, -(-len(paths) // jobs)))
    for items in pool.in_order(run, tasks(paths, size, notation), jobs):
        yield [item.details for item in items]
