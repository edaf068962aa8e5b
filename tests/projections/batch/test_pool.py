"""Chunks processed by several processes: in order, with their errors, and stoppable at any moment."""

import os
import signal

import pytest

from projections.batch import pool
from projections.batch.pool import WorkerDied, in_order

LARGE = 50_000_000
"""Bytes: a result that takes a while to be handed over."""


def squared(number: int) -> int:
    if number == 7:
        raise ValueError(f"not {number}")
    if number == 8:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def large(number: int) -> bytes:
    return bytes(LARGE)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_chunks(jobs: int) -> None:
    assert list(in_order(squared, iter(range(7)), jobs)) == [0, 1, 4, 9, 16, 25, 36]


def test_no_more_processes_begin_than_there_are_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    start = pool._Worker.__init__
    monkeypatch.setattr(pool._Worker, "__init__", lambda self, work: (begun.append(self), start(self, work))[1])
    assert list(in_order(squared, [1, 2], 10**30)) == [1, 4]
    assert len(begun) == 2


def test_what_the_work_raises_is_raised_here() -> None:
    found = in_order(squared, [1, 7, 2], 2)
    assert next(found) == 1
    with pytest.raises(ValueError, match="not 7") as raised:
        next(found)
    assert "in squared" in raised.value.__notes__[0]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_process_that_dies_is_reported() -> None:
    with pytest.raises(WorkerDied):
        list(in_order(squared, [1, 8, 2, 3, 4, 5], 2))


@pytest.mark.parametrize("seen", [1, 2])
def test_it_ends_while_results_are_handed_over(seen: int) -> None:
    """Nothing waits for half a result."""
    found = in_order(large, range(20), 2)
    for _ in range(seen):
        assert len(next(found)) == LARGE
    found.close()
