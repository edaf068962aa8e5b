"""The toy games of the tests: installed for tests that request one, removed afterwards."""

import gc
import importlib
import os

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program before it loads numpy

pytest.register_assert_rewrite("tests.support")

from tests.support import TOY, TOYS, install  # noqa: E402  # its asserts explain themselves like those of tests
from tests.support.toy_logs import forked  # noqa: E402, F401  # a fixture

# Tests of a toy import its modules by name; only those that use a fixture find the toys among the installed games.
with pytest.MonkeyPatch.context() as _while_importing:
    install(_while_importing, TOY)
    for _toy in TOYS:
        importlib.import_module(f"engine.games.{_toy}")


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> str:
    """The plainest toy game, Race, installed: its id."""
    install(monkeypatch, TOY)
    return "race"


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> str:
    """The toy game Nim, installed: its id."""
    install(monkeypatch, TOY)
    return "nim"


def pytest_collection_finish() -> None:
    """Collected tests stay until the end, so the garbage collector need not examine them repeatedly."""
    gc.collect()
    gc.freeze()
