"""Validate: many files replayed and compared, nothing stored."""

from collections.abc import Iterator, Sequence

from projections.batch.work import tasks
from projections.batch.workers import Workers, chunk_size, done
from projections.verdict import Verdict

CHUNK = 32
"""Files in a chunk: few enough to keep all processes busy and to show results soon."""


def validate(paths: Sequence[str], workers: Workers, notation: str | None = None) -> Iterator[list[Verdict]]:
    """The verdicts on files, in order, one chunk at a time."""
    size = chunk_size(paths, workers, CHUNK)
    for _, items in done(tasks(paths, size, notation), workers):
        yield [item.details for item in items]
