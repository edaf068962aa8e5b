"""`anyturn kit`: a kit in a folder, and answers judged with the exit status of their findings."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.kit.answers import answers
from tests.support.running import Run

SMALL = ("--positions", "12", "--games", "2", "--illegal", "12", "--jobs", "1")


@pytest.fixture
def kit(run: Run, race: str, tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    assert run("kit", race, "--out", str(folder), *SMALL).code == 0
    return folder


def test_a_kit_is_written_and_its_answers_are_judged(run: Run, kit: Path, tmp_path: Path) -> None:
    manifest = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["games"]) == ["race"]
    page = (kit / "README.md").read_text(encoding="utf-8")
    assert "{" not in page.replace('{"case"', "").replace('{"', "")
    file = tmp_path / "answers.jsonl"
    lines = [json.dumps(answer) for answer in answers(kit)]
    file.write_text("\n".join(lines), encoding="utf-8")
    good = run("kit", "check", str(file), "--kit", str(kit))
    assert (good.code, good.err.splitlines()) == (0, [f"{len(lines)} answers: 0 wrong, 0 allowed"])
    assert [line.split()[-3:] for line in good.out.splitlines() if " verdicts " in line] == [["2", "0", "0"]]


def test_a_wrong_answer_is_a_finding(run: Run, kit: Path, tmp_path: Path) -> None:
    with gzip.open(kit / "race" / "illegal.jsonl.gz") as lines:
        case = next(each["id"] for each in map(json.loads, lines) if each["expect"]["clause"])
    file = tmp_path / "answers.jsonl"
    file.write_text(f'{{"case": "race/game/1", "verdict": "valid"}}\n{{"case": "{case}", "clause": "RACE-99"}}\n')
    bad = run("kit", "check", str(file), "--kit", str(kit))
    assert bad.code == 1
    assert bad.out.startswith(f"{file}:2: {case}: clauses: RACE-99, expected RACE-")
    in_json = run("kit", "check", str(file), "--kit", str(kit), "--json")
    found, *totals = map(json.loads, in_json.out.splitlines())
    assert (in_json.code, found["line"], found["judgement"]) == (1, 2, "wrong")
    assert {"clause": found["clauses"][0], "wrong": 1, "cases": [case]} in totals
    assert {"game": "race", "topic": "verdicts", "right": 1, "allowed": 0, "wrong": 0} in totals


def test_a_kit_is_not_overwritten(run: Run, kit: Path) -> None:
    before = (kit / "manifest.json").read_bytes()
    again = run("kit", "race", "--out", str(kit), *SMALL)
    assert again.code == 2
    assert "manifest.json already exists" in again.err
    assert run("kit", "race", "--out", str(kit), *SMALL, "--force").code == 0
    assert (kit / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "found no --out, expected `anyturn kit [GAME] --out FOLDER`"),
        (["gaja", "--out", "there"], "did you mean gaia?"),
        (["gaia", "answers.jsonl", "--out", "there"], "found answers.jsonl without check"),
        (["gaia", "--kit", "there", "--out", "there"], "found --kit without check"),
        (["check"], "expected `anyturn kit check ANSWERS [--kit FOLDER]`"),
        (["check", "answers.jsonl", "--out", "there"], "expected `anyturn kit check ANSWERS [--kit FOLDER]`"),
        (["check", "answers.jsonl"], "kit: found no manifest.json, expected a kit"),
        (["gaia", "--out", "there", "--games", "0"], "found --games 0, expected a whole number, 1 or more"),
    ],
)
def test_wrong_usage(run: Run, words: list[str], said: str) -> None:
    found = run("kit", *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1
