"""`audit --all` with roots, `prove` and `check`: what they print, and what they refuse."""

import json
from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.running import Run


def root_of(run: Run) -> str:
    return str(run("audit", "--all", "--json").json[-1]["root"])


@pytest.mark.long
def test_roots_grow_and_are_compared(stored: Run, tmp_path: Path) -> None:
    before = root_of(stored)
    assert stored("audit", "--all", "--expect", before).code == 0
    (tmp_path / "more.jsonl").write_bytes(toy.native(77, 2, {"dice": 5}))
    assert stored("import", "logs").err == "3 logs: 3 unchanged; 3 valid\n"
    assert root_of(stored) == before
    assert stored("import", "more.jsonl").code == 0
    grown = stored("audit", "--all", "--since", before)
    assert grown.code == 0
    assert f"since        {before[: before.index(':') + 17]}: 3 games then, 3 of them stored; 1 new\n" in grown.out
    assert grown.out.splitlines()[-1] == f"root         {root_of(stored)}"
    changes = [one for one in stored("audit", "--all", "--json").json if "change" in one]
    assert [(one["number"], one["change"]) for one in changes] == [(1, "create"), (2, "import"), (3, "import")]
    assert (changes[1]["after"], changes[2]["before"], changes[2]["after"]) == (before, before, root_of(stored))
    other = stored("audit", "--all", "--expect", before)
    assert (other.code, other.err) == (4, "4 games hold; the store does not\n")
    assert "; the store had that root earlier: compare with --since" in other.out
    assert stored("audit", "--all", "--since", "3:" + "0" * 64).code == 4


def test_a_forgotten_game_is_counted(stored: Run) -> None:
    before = root_of(stored)
    assert stored("games", "--forget", "a").code == 0
    found = stored("audit", "--all", "--since", before)
    assert (found.code, "3 games then, 2 of them stored, 1 forgotten; 0 new" in found.out) == (0, True)


def test_a_proof_is_checked_without_the_store(stored: Run, tmp_path: Path) -> None:
    root = root_of(stored)
    assert stored("prove", "a", "--root", "--out", "proof.json").out == "proof.json\n"
    proof = json.loads((tmp_path / "proof.json").read_text())
    assert stored("prove", "a", "--root").json == [proof]
    (tmp_path / "anyturn.duckdb").rename(tmp_path / "away")
    checked = stored("check", "proof.json")
    assert checked.code == 0
    assert checked.out.startswith("holds  the game ")
    assert checked.out.endswith(f" of {root}\n")
    assert "compare that with one that you keep" in checked.err
    assert stored("check", "proof.json", "--expect", root).err == ""
    (found,) = stored("check", "proof.json", "--json", "--expect", root).json
    assert (found["holds"], found["root"], found["leaf"]["game"]) == (True, root, "nim")
    other = stored("check", "proof.json", "--expect", f"9{root}")
    assert (other.code, other.err.startswith("anyturn: proof.json: the proof is about the root ")) == (4, True)


def test_a_proof_about_a_log(stored: Run, tmp_path: Path) -> None:
    stored("prove", "a", "--root", "--out", "proof.json")
    stored("export", "a", "--out", "a.jsonl")
    stored("export", "b", "--out", "b.jsonl")
    assert stored("check", "proof.json", "--log", "a.jsonl").code == 0
    other = stored("check", "proof.json", "--log", "b.jsonl")
    assert (other.code, " has the head " in other.err) == (4, True)
    missing = stored("check", "proof.json", "--log", "none.jsonl")
    assert (missing.code, "no file 'none.jsonl'" in missing.err) == (1, True)


@pytest.mark.long
def test_a_proof_of_an_earlier_root(stored: Run, tmp_path: Path) -> None:
    before = root_of(stored)
    (tmp_path / "more.jsonl").write_bytes(toy.native(77, 2, {"dice": 5}))
    stored("import", "more.jsonl")
    (tmp_path / "since.json").write_text(stored("prove", "--since", before).out)
    found = stored("check", "since.json", "--expect", root_of(stored))
    assert (found.code, found.err) == (0, "")
    assert found.out == f"holds  every leaf of {before}\n       is in its place in {root_of(stored)}\n"
    with_log = stored("check", "since.json", "--log", "more.jsonl")
    assert (with_log.code, "a proof of a game, or no --log" in with_log.err) == (1, True)
    wrong = stored("prove", "--since", "2:" + "0" * 64)
    assert (wrong.code, "a root that the store had" in wrong.err) == (2, True)


BROKEN: list[tuple[dict[str, object], int, str]] = [
    ({"index": 0}, 4, "leaf 1 and its path do not lead to the root"),
    ({"index": -1}, 4, "do not lead to the root"),
    ({"path": []}, 4, "do not lead to the root"),
    ({"path": ["zz"]}, 1, "expected 64 hexadecimal digits"),
    ({"root": "7:0"}, 1, "expected a root such as"),
    ({"leaf": "{}"}, 4, "do not lead to the root"),
    ({"leaf": "\ud800"}, 1, "expected "),
    ({"proof": "faith"}, 1, "expected "),
    ({"path": 7}, 1, "expected array"),
    ({"more": 1}, 1, "expected only known fields"),
]
"""Changes of a proof, with the exit status and words of the message."""


def test_a_proof_that_does_not_hold(stored: Run, tmp_path: Path) -> None:
    (proof,) = stored("prove", "a", "--root").json
    for change, code, words in BROKEN:
        (tmp_path / "proof.json").write_text(json.dumps({**proof, **change}))
        found = stored("check", "proof.json")
        assert (found.code, found.out, len(found.err.splitlines())) == (code, "", 1), (change, found.err)
        assert words in found.err


MISUSE = [
    ("prove", "give either GAME --root or --since ROOT"),
    ("prove a", "give either GAME --root or --since ROOT"),
    ("prove a --root --since 1:00", "give either GAME --root or --since ROOT"),
    ("prove a --root --force", "found --force without a file to write"),
    ("prove --since 1:00", "expected a root such as 27:9f86d0..."),
    ("prove nothing --root", "expected a file, or the id or source of a stored game"),
    ("audit a --expect 1:00", "found --expect with GAME, expected it with --all"),
    ("audit --all --since x", "found the root 'x'"),
    ("check", "found no PROOF, expected one"),
]


def test_misuse(stored: Run) -> None:
    for words, expected in MISUSE:
        found = stored(*words.split())
        assert (found.code, found.out, expected in found.err) == (2, "", True), (words, found.err)
