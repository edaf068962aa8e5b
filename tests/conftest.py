"""The toy games of the tests: installed for tests that request one, removed afterwards."""

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program before it loads numpy

pytest.register_assert_rewrite("tests.support", "anyturn.laws")

from tests.support import LOGS, TOY, TOYS, install  # noqa: E402  # its asserts explain themselves like those of tests
from tests.support.part import Part  # noqa: E402
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", type=Part.named, metavar="N/M", help="of each test with many cases, every M-th from N")


@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests that read recorded games; when marks have been selected by, leave the cases of `--part`."""
    _mark(items)
    yield
    if part := config.getoption("part"):
        kept = dict.fromkeys(part.of(items, lambda item: item.nodeid.partition("[")[0]))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def _mark(items: list[pytest.Item]) -> None:
    """Mark the tests of modules that know the folder of recorded games, directly or through a module of the tests."""
    known: dict[str, bool] = {}
    for item in items:
        if (module := getattr(item, "module", None)) is None:
            continue
        if module.__name__ not in known:
            known[module.__name__] = _reads_logs(module)
        if known[module.__name__]:
            item.add_marker(pytest.mark.recorded)


def _reads_logs(module: ModuleType) -> bool:
    sources = {getattr(value, "__module__", None) for value in vars(module).values()} - {module.__name__}
    used = [sys.modules[name] for name in sources if isinstance(name, str) and name.startswith("tests.")]
    return any(value is LOGS for each in (module, *used) for value in vars(each).values())


def pytest_collection_finish() -> None:
    """Collected tests stay until the end, so the garbage collector need not examine them repeatedly."""
    gc.collect()
    gc.freeze()
