"""The stores for tests of drift and statistics: filled once, and copied for every test that requests one."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from events import files
from events.log.native import GameLog, read, write
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from tests.support import TOY, install
from tests.support import toy_logs as toy

THREE = ("ann:red", "ben:blue", "cid:green")


def logs_of_each_verdict() -> dict[str, bytes]:
    """Six games: valid, with three players, discrepant, unfinished, native, and one that breaks a rule in line six."""
    texts = {
        "a.txt": toy.text(1),
        "b.txt": toy.text(2, THREE),
        "off.txt": toy.wrong_figure(toy.text(4)),
        "open.txt": "\n".join(toy.text(5).splitlines()[:5]),
        "bad.txt": toy.too_many(toy.text(6)),
    }
    return {name: text.encode() for name, text in texts.items()} | {"own.jsonl": toy.native(3, 2, {"dice": 3})}


def logs_to_count() -> dict[str, bytes]:
    """40 games of two players, 6 of three, one of three with one dropped, 3 with dates, and three that do not count."""
    texts = {f"two-{seed:02}.txt": toy.text(seed) for seed in range(40)}
    texts |= {f"three-{seed}.txt": toy.text(seed, THREE, (6, 6, 6, 3)) for seed in range(6)}
    texts["discrepant.txt"] = toy.wrong_figure(toy.text(50))
    texts["illegal.txt"] = toy.too_many(toy.text(51))
    texts["unfinished.txt"] = "\n".join(toy.text(52).splitlines()[:5])
    texts["dropped.txt"] = "Nim ann:red ben:blue cid:green\nroll 5\nann 2\nleave 1\ncid 1\nann 2"
    dated = {f"old-{seed}.jsonl": _dated(toy.native(seed, 2, {"dice": 3}), f"202{seed}-06-01") for seed in range(3)}
    return {name: text.encode() for name, text in texts.items()} | dated


def _dated(log: bytes, date: str) -> bytes:
    found = read(log.splitlines())
    return b"\n".join(write(GameLog(replace(found.header, played_at=date), found.records)))


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two stores and their logs: `each_verdict` and `to_count`."""
    folder = tmp_path_factory.mktemp("stores")
    with pytest.MonkeyPatch.context() as while_importing:
        install(while_importing, TOY)
        for name, logs in (("each_verdict", logs_of_each_verdict()), ("to_count", logs_to_count())):
            (folder / name).mkdir()
            for log, data in logs.items():
                (folder / name / log).write_bytes(data)
            with EventStore(str(folder / f"{name}.duckdb")) as store:
                list(import_files(store, files.find([str(folder / name)]), 1))
    return folder


@pytest.fixture
def logs(stores: Path) -> Path:
    """The files of the store `db`, which no test writes to."""
    return stores / "each_verdict"


@pytest.fixture
def db(stores: Path, tmp_path: Path, nim: str) -> str:
    """A store of games of each verdict."""
    return str(shutil.copy(stores / "each_verdict.duckdb", tmp_path / "s.duckdb"))


@pytest.fixture
def to_count(stores: Path, tmp_path: Path, nim: str) -> str:
    """A store of games to count."""
    return str(shutil.copy(stores / "to_count.duckdb", tmp_path / "s.duckdb"))
