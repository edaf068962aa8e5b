"""The seals of many logs are judged in batches: every log has the findings on its own seals, whatever the batches."""

import re
from pathlib import Path

import pytest

from events.seals.seal_file import Seal, append
from events.seals.ssh_signatures import new_key, private_key, sign
from events.verdicts import FAILS, HOLDS, UNCHECKED
from projections.batch import work
from projections.store import game_seals
from projections.store.item import Item
from projections.store.sealing import statement_of
from tests.support import toy_logs as toy

LOGS, FORGED = 5, 2


@pytest.fixture
def logs(nim: str, tmp_path: Path) -> list[Path]:
    """Sealed logs with one that is not; another one was exchanged after it had been sealed."""
    new_key(tmp_path / "key")
    key, files = private_key(str(tmp_path / "key")), list[Path]()
    for seed in range(LOGS):
        file = tmp_path / f"{seed}.jsonl"
        file.write_bytes(toy.native(seed))
        stated = str(statement_of(str(file)))
        append(str(file), Seal(stated, sign(key, stated.encode())))
        files.append(file)
    files[FORGED].write_bytes(toy.native(99))
    files.insert(1, tmp_path / "unsealed.jsonl")
    files[1].write_bytes(toy.native(77))
    return files


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The names of the logs of each batch, filled while they are judged."""
    found: list[list[str]] = []
    judge = work._judge_seals

    def judging(waiting: list[tuple[work.files.Blob, Item]], task: work.Task) -> None:
        found.append([Path(blob.name).stem for blob, _ in waiting])
        judge(waiting, task)

    monkeypatch.setattr(work, "_judge_seals", judging)
    return found


def examined(logs: list[Path], folder: Path) -> list[tuple[str, list[str], int]]:
    """Each log, the states of its seals, and how many a store would keep."""
    items = work.run(work.Task([str(file) for file in logs], folder=str(folder), imported_at="2024-01-01 00:00:00"))
    return [
        (Path(one.details.source).stem, [seal.state for seal in one.details.seals], len(one.seals)) for one in items
    ]


def test_seals_are_judged_in_several_batches(
    logs: list[Path], batches: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch ends with the log by which it exceeds its size, and the last one with the logs."""
    expected = [(str(seed), [FAILS if seed == FORGED else HOLDS], int(seed != FORGED)) for seed in range(LOGS)]
    expected.insert(1, ("unsealed", [], 0))
    assert examined(logs, tmp_path / "one") == expected
    assert batches == [["0", "1", "2", "3", "4"]]
    batches.clear()
    monkeypatch.setattr(work, "AT_ONCE", max(file.stat().st_size for file in logs))
    assert examined(logs, tmp_path / "several") == expected
    assert batches == [["0", "1"], ["2", "3"], ["4"]]


def test_a_failure_on_the_seals_of_one_log_ends_no_run(
    logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log keeps its verdict, its seals count as not checked, and those of the others are judged."""
    judge = game_seals.judged_beside

    def failing(blob: work.files.Blob, hashes: list[str]) -> object:
        if Path(blob.name).stem == "0":
            raise ZeroDivisionError("a fault")
        return judge(blob, hashes)

    monkeypatch.setattr(game_seals, "judged_beside", failing)
    items = work.run(work.Task([str(file) for file in logs]))
    assert [one.details.verdict for one in items] == ["valid"] * len(logs)
    assert [[seal.state for seal in one.details.seals] for one in items][:3] == [[UNCHECKED], [], [HOLDS]]
    assert re.search(r"anyturn failed .*ZeroDivisionError: a fault.* please report", items[0].details.seals[0].covers)
