"""Branches with commands: where they begin, what they count for, what cannot begin one."""

import json
from pathlib import Path

import pytest

from tests.support.running import Run

pytestmark = [pytest.mark.usefixtures("nim"), pytest.mark.long]


def test_a_branch_is_begun_and_continued_like_any_log(begun: Run, tmp_path: Path) -> None:
    """From a place of a log: recorded on in words, judged, exported, imported; statistics do not count it."""
    begun("append", "game.jsonl", "roll_dice, dice 6 6", "Ann: take, stones 3", "Bob: take, stones 2")
    made = begun("branch", "game.jsonl", "--at", "#2", "--name", "less", "--log", "less.jsonl")
    assert (made.code, made.out) == (0, "less.jsonl\n")
    assert begun("append", "less.jsonl", "Bob: take, stones 1").out.startswith("#3    Bob: take, stones 1")
    assert begun("append", "less.jsonl", "Bob: take, stones 1").code == 1
    judged = begun("validate", "less.jsonl", "game.jsonl")
    assert "less.jsonl, a branch from record 2 of another game" in judged.out
    assert judged.out.count("another game") == 1
    branch = json.loads(begun("validate", "less.jsonl", "--json").out)["branch"]
    assert (branch["seq"], branch["name"], len(branch["game"])) == (2, "less", 64)
    begun("import", "game.jsonl", "less.jsonl")
    rows = [json.loads(line) for line in begun("games", "--json").out.splitlines()]
    assert {row["source"]: row["branch_seq"] for row in rows} == {"game.jsonl": None, "less.jsonl": 2}
    assert {row["branch_of"] for row in rows} == {None, branch["game"]}
    assert begun("export", "less.jsonl", "--out", "again.jsonl").code == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "less.jsonl").read_bytes()
    kept = next(row["game_id"] for row in rows if row["branch_of"])
    gone = begun("games", "--forget", "game.jsonl")
    assert f"its beginning is still stored in 1 branch: {kept}" in gone.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", "r9"], "found the address 'r9', expected a turn or round that the game reaches"),
        (["--at", "later"], "found the address 'later', expected start, end"),
        (["--log", "game.jsonl"], "game.jsonl already exists; name another file"),
        ([], "found no --log, expected the file to create"),
    ],
)
def test_a_branch_that_cannot_be_begun(begun: Run, tmp_path: Path, words: list[str], message: str) -> None:
    begun("append", "game.jsonl", "roll_dice, dice 6 6")
    more = ["--log", "b.jsonl"] if words[:1] == ["--at"] else []
    done = begun("branch", "game.jsonl", *words, *more)
    assert (done.code, message in done.err) == (2, True)
    assert not (tmp_path / "b.jsonl").exists()


def test_a_branch_leaves_an_illegal_log_before_it_breaks(begun: Run, tmp_path: Path) -> None:
    begun("append", "game.jsonl", "roll_dice, dice 6 6")
    lines = [line.partition(b',"hash"')[0] + b"}" for line in (tmp_path / "game.jsonl").read_bytes().splitlines()]
    lines.append(b'{"seq":2,"actor":1,"event":{"kind":"take","stones":9}}')
    (tmp_path / "bad.jsonl").write_bytes(b"\n".join(lines))
    done = begun("branch", "bad.jsonl", "--log", "b.jsonl")
    assert (done.code, done.out) == (1, "b.jsonl\n")
    assert "record 2 breaks NIM-" in done.err
    assert done.err.rstrip().endswith("the branch leaves the game before it")
    assert len((tmp_path / "b.jsonl").read_bytes().splitlines()) == 2
