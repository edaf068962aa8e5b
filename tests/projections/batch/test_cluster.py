"""Two workers of a local Dask scheduler: the store is the same as from local processes, even if workers die."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import LocalCluster

from events import files
from events.store.event_store import EventStore
from projections.batch import cluster as clusters
from projections.batch import importing
from projections.batch.cluster import ClusterGone, NoCluster, connected
from projections.batch.importing import Imported, import_files
from projections.batch.validating import validate
from projections.screen.error_lines import describe
from tests.projections.batch.test_shards import content
from tests.support import PROJECT, TOY, install
from tests.support import toy_logs as toy

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals"),
]
WORKER = PROJECT / "tests" / "support" / "worker_with_nim.py"
GAMES = int(os.environ.get("ANYTURN_CLUSTER_GAMES", "100"))
KILLS = int(os.environ.get("ANYTURN_CLUSTER_KILLS", "2"))


class Local:
    """A scheduler in this process, with two workers as separate processes that are restarted when they die."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cluster = LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=60)
        self.scheduler, self.scheduler_address = self._cluster.scheduler, self._cluster.scheduler_address
        self._workers = [self._begun() for _ in range(2)]
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._replace)
        self._watch.start()

    @staticmethod
    def worker(address: str) -> list[str]:
        """The command for a worker that is not replaced."""
        words = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--preload", str(WORKER)]
        return [sys.executable, "-m", "distributed.cli.dask_worker", *words]

    def _begun(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self.worker(self.scheduler_address),
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )

    def _replace(self) -> None:
        while not self._over.wait(0.05):
            self._workers = [self._begun() if one.poll() is not None else one for one in self._workers]

    def running(self) -> list[int]:
        """The processes of the workers, once both are running."""
        deadline = time.monotonic() + 60
        while len(self.scheduler.workers) != 2 or any(one.poll() is not None for one in self._workers):
            assert time.monotonic() < deadline, "no two workers"
            time.sleep(0.05)
        return [one.pid for one in self._workers]

    def close(self) -> None:
        self._over.set()
        self._watch.join()
        for worker in self._workers:
            worker.kill()
            worker.wait()
        self._cluster.close()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}):
        there = Local(tmp_path_factory.mktemp("workers"))
    yield there
    there.close()


@pytest.fixture
def cluster(local: Local) -> Local:
    """The scheduler, with both workers present."""
    local.running()
    return local


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("logs")
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        for seed in range(GAMES):
            (folder / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    return files.find([str(folder)])


@pytest.fixture(scope="module")
def reference(logs: list[str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[object, ...]]]:
    """The tables that two local processes store, run by the command line."""
    folder = tmp_path_factory.mktemp("reference")
    store = folder / "jobs.duckdb"
    arguments = ["import", str(Path(logs[0]).parent), "--db", str(store), "--jobs", "2", "-q"]
    subprocess.run([*toy.door(folder), *arguments], check=True, capture_output=True)
    with EventStore(str(store), read_only=True) as opened:
        return content(opened)


def stored(store: Path, logs: list[str], cluster: Local, place: str | None = None) -> list[Imported]:
    with EventStore(str(store)) as opened, connected(cluster.scheduler_address, place) as workers:
        return [one for chunk in import_files(opened, logs, workers) for one in chunk]


def content_of(store: Path) -> dict[str, list[tuple[object, ...]]]:
    with EventStore(str(store), read_only=True) as opened:
        return content(opened)


@pytest.mark.parametrize("kind", ["here", "folder", "file://"])
def test_the_store_is_that_of_two_processes(
    cluster: Local, logs: list[str], reference: dict[str, Any], tmp_path: Path, nim: str, kind: str
) -> None:
    """They are equal table by table; a second run changes nothing, and nothing is left in the place for rows."""
    shared = tmp_path / "parts"
    place = {"here": None, "folder": str(shared), "file://": f"file://{shared}"}[kind]
    found = stored(tmp_path / "store.duckdb", logs, cluster, place)
    assert [(one.details.source, one.status) for one in found] == [(log, "new") for log in logs]
    assert content_of(tmp_path / "store.duckdb") == reference
    again = stored(tmp_path / "store.duckdb", logs, cluster, place)
    assert {one.status for one in again} == {"unchanged"}
    assert content_of(tmp_path / "store.duckdb") == reference
    assert list(shared.iterdir() if shared.exists() else ()) == []


def test_verdicts_come_in_the_order_of_the_logs(cluster: Local, logs: list[str], nim: str) -> None:
    with connected(cluster.scheduler_address, None) as workers:
        found = [one for chunk in validate(logs, workers) for one in chunk]
    assert found == [one for chunk in validate(logs, 1) for one in chunk]


def test_rows_that_stay_are_those_of_the_store(
    cluster: Local, logs: list[str], reference: dict[str, Any], tmp_path: Path, nim: str
) -> None:
    """Each game is there once; in a second run, its verdict is taken from there, and only missing games are judged."""
    place = tmp_path / "parts"

    def judged(some: list[str]) -> list[tuple[str, str]]:
        with connected(cluster.scheduler_address, str(place)) as workers:
            workers.keep(str(place))
            return [(one.source, one.verdict) for chunk in validate(some, workers) for one in chunk]

    first = judged(logs[:-8])
    before = set(place.rglob("*.parquet"))
    assert judged(logs) == [*first, *((log, "valid") for log in logs[-8:])]
    assert before < set(place.rglob("*.parquet"))
    assert {folder.name for folder in place.iterdir()} <= set(reference)
    import duckdb

    with duckdb.connect() as connection:
        games = connection.execute("SELECT game_id FROM read_parquet(?)", [f"{place}/games/*.parquet"]).fetchall()
        entries = connection.execute("SELECT count(*) FROM read_parquet(?)", [f"{place}/entries/*.parquet"]).fetchall()
    assert sorted(game for (game,) in games) == sorted(row[0] for row in reference["games"])
    assert entries == [(len(reference["entries"]),)]


def test_workers_that_are_killed_lose_and_double_nothing(
    cluster: Local,
    logs: list[str],
    reference: dict[str, Any],
    tmp_path: Path,
    nim: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds at any moment: a shard goes to another worker, and reaches the store once."""
    monkeypatch.setattr(importing, "CHUNK", max(4, GAMES // 10))
    began = time.monotonic()
    stored(tmp_path / "whole.duckdb", logs, cluster)
    lasted = time.monotonic() - began
    for number in range(KILLS):
        store = tmp_path / f"killed-{number}.duckdb"
        worker = random.choice(cluster.running())
        timer = threading.Timer(random.uniform(0.1, 0.9) * lasted, os.kill, (worker, signal.SIGKILL))
        timer.start()
        found = stored(store, logs, cluster)
        timer.join()
        assert {one.status for one in found} == {"new"}
        assert content_of(store) == reference


def test_a_log_that_kills_every_worker_is_reported_and_the_others_are_stored(
    cluster: Local, logs: list[str], tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found by halving its shard, and only it is lost."""
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    deadly = tmp_path / "deadly.jsonl"
    deadly.write_bytes(Path(logs[0]).read_bytes())
    found = stored(tmp_path / "store.duckdb", [logs[0], str(deadly), logs[1]], cluster)
    assert [one.status for one in found] == ["new", "left out", "new"]
    assert found[1].verdict == "unreadable"
    expected = "the worker died (killed, or out of memory); try it alone with `anyturn validate`"
    assert found[1].details.problem == f"{deadly}: {expected}"


def test_what_the_work_raises_is_raised_here(cluster: Local, logs: list[str], tmp_path: Path, nim: str) -> None:
    """The place for rows is left unchanged."""
    faulty, shared = tmp_path / "faulty.jsonl", tmp_path / "parts"
    faulty.write_bytes(Path(logs[0]).read_bytes())
    with pytest.raises(RecursionError, match="a fault of the program"):
        stored(tmp_path / "store.duckdb", [logs[0], str(faulty)], cluster, str(shared))
    assert list(shared.iterdir()) == []


def test_what_the_workers_cannot_do_is_reported_before_they_begin(
    cluster: Local, logs: list[str], nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        connected(cluster.scheduler_address, None) as workers,
        pytest.raises(NoCluster, match=r"^the worker tcp://.* does not see /nowhere/a\.txt: logs must be where"),
    ):
        list(validate(["/nowhere/a.txt"], workers))
    monkeypatch.setattr(clusters, "program", lambda: "anyturn 9")
    with (
        connected(cluster.scheduler_address, None) as workers,
        pytest.raises(NoCluster, match=r"^the worker tcp://.* runs anyturn .*, expected anyturn 9: install the same"),
    ):
        list(validate(logs, workers))


def test_an_address_at_which_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER", 0.3)
    with pytest.raises(NoCluster) as refused, connected("tcp://127.0.0.1:9", None):
        pass
    line, status = describe(refused.value)
    assert line.startswith("no Dask scheduler answers at tcp://127.0.0.1:9 (")
    assert line.endswith("expected one, such as tcp://HOST:8786 started by `dask scheduler`")
    assert status == 2
    with pytest.raises(NoCluster, match="no Dask scheduler answers at no address"), connected("no address", None):
        pass


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported if no worker comes, or if all disappear while there is work."""
    monkeypatch.setattr(clusters, "ANSWER", 0.5)
    monkeypatch.setattr(clusters, "LOOK", 0.3)
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0", silence_logs=60) as empty:
        words = r"has no worker; `dask worker .*` starts one"
        with pytest.raises(NoCluster, match=words), connected(empty.scheduler_address, None):
            pass
        monkeypatch.setattr(clusters, "_await_worker", lambda *_: None)
        with (
            connected(empty.scheduler_address, None) as workers,
            pytest.raises(ClusterGone, match="has no worker left; what is stored stays"),
        ):
            list(validate(["a.txt"], workers))


def test_a_scheduler_that_dies_is_reported(logs: list[str], tmp_path: Path, nim: str) -> None:
    """Stored games stay."""
    port = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--no-show"]
    scheduler = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--scheduler-file", str(port)], stderr=subprocess.DEVNULL, cwd=tmp_path
    )
    while not port.exists() or not port.read_text():
        time.sleep(0.05)
    address = json.loads(port.read_text())["address"]
    worker = subprocess.Popen(Local.worker(address), stderr=subprocess.DEVNULL, cwd=tmp_path)
    try:
        with EventStore(str(tmp_path / "s.duckdb")) as store, connected(address, None) as workers:
            found = import_files(store, logs * 20, workers)
            assert next(found)
            scheduler.kill()
            scheduler.wait()
            with pytest.raises(ClusterGone, match="is gone, or has dropped the work; what is stored stays: run again"):
                list(found)
        assert content_of(tmp_path / "s.duckdb")["games"]
    finally:
        worker.kill()
        worker.wait()


def test_ctrl_c_ends_the_run_and_reports_what_stays(cluster: Local, logs: list[str], tmp_path: Path, nim: str) -> None:
    command = toy.door(tmp_path)
    store = tmp_path / "store.duckdb"
    (tmp_path / "tmp").mkdir()
    many = [
        shutil.copy(log, tmp_path / f"{number}-{place}.jsonl") for number in range(20) for place, log in enumerate(logs)
    ]
    process = subprocess.Popen(
        [*command, "import", *map(str, many), "--db", str(store), "--cluster", cluster.scheduler_address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors.decode()
    assert errors.startswith(b"interrupted after ")
    assert errors.endswith(b"logs; these are stored; run the same command again to continue\n")
    assert list((tmp_path / "tmp").iterdir()) == []
    assert content_of(store)["games"]
