"""The hook of pre-commit and the action of GitHub: both are read from their files and run here, offline."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import PROJECT
from tests.support import toy_logs as toy
from tests.support.running import Run

(HOOK,) = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((PROJECT / "action.yml").read_text(encoding="utf-8"))
INSTALL, VALIDATE = ACTION["runs"]["steps"]


def test_the_hook_judges_the_files_that_it_is_given(run: Run, tmp_path: Path) -> None:
    """It is named and installed as pre-commit asks for, and prints nothing about logs that are fine."""
    assert {"id", "name", "entry", "language"} <= set(HOOK)
    assert (HOOK["language"], HOOK["entry"].split()[0]) == ("python", "anyturn")
    found = run(*HOOK["entry"].split()[1:], "logs/c.jsonl")
    assert (found.code, found.out) == (0, "")
    (tmp_path / "cut.jsonl").write_bytes((tmp_path / "logs" / "c.jsonl").read_bytes()[:-100])
    found = run(*HOOK["entry"].split()[1:], "logs/c.jsonl", "cut.jsonl")
    assert found.code == 1
    assert "cut.jsonl" in found.out


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("games/a.jsonl", True),
        ("a.jsonl.gz", True),
        ("a.jsonl.zst", True),
        ("a.jsonl.facts.toml", False),
        ("a.jsonl.seals", False),
        ("a.json", False),
    ],
)
def test_the_hook_is_given_native_logs(name: str, is_one: bool) -> None:
    assert bool(re.search(HOOK["files"], name)) == is_one


def step(folder: Path, script: str = VALIDATE["run"], **inputs: str) -> tuple[int, list[str], str]:
    """Runs the step that validates with an `anyturn` that notes its arguments: status, arguments, output."""
    program = folder / "anyturn" / "bin" / "anyturn"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/arguments"\necho found\nexit 4\n')
    program.chmod(0o755)
    env = {"PATH": os.environ["PATH"], "RUNNER_TEMP": str(folder), **inputs}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]  # as runners start it
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, (folder / "arguments").read_text().splitlines(), done.stdout


def inputs_of(**given: str) -> dict[str, str]:
    """The variables of the step with these inputs, else with their defaults."""
    values = {name: given.get(name, one["default"]) for name, one in ACTION["inputs"].items()}
    return {name: values[re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", text)[1]] for name, text in VALIDATE["env"].items()}  # type: ignore[index]


def test_the_action_annotates_and_ends_as_the_command_does(run: Run, tmp_path: Path) -> None:
    status, words, out = step(tmp_path, **inputs_of(paths="logs\nmy games\n\n", arguments="--notation nimtext"))
    assert (status, out) == (4, "found\n")
    assert words == ["validate", "--format", "github", "--notation", "nimtext", "--", "logs", "my games"]
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "bad.txt").write_text(toy.too_many(toy.text(6)))
    found = run(*[word if word != "logs" else "my games" for word in words])
    assert found.code == 1
    assert found.out.startswith("::error file=my games/bad.txt,line=")


def test_the_action_writes_a_report_and_ends_as_the_command_does(tmp_path: Path) -> None:
    status, words, out = step(tmp_path, **inputs_of(sarif="all.sarif"))
    assert (status, words, out) == (4, ["validate", "--format", "sarif", "--", "."], "")
    assert (tmp_path / "all.sarif").read_text() == "found\n"


def test_no_input_becomes_text_of_a_script(tmp_path: Path) -> None:
    """What a workflow passes on, such as a branch's name, must not run."""
    assert [one for one in (INSTALL, VALIDATE) if "${{" in one["run"]] == []
    _, words, _ = step(tmp_path, **inputs_of(paths="$(touch there); *", arguments="`touch there` *"))
    assert words[3:] == ["`touch", "there`", "*", "--", "$(touch there); *"]
    assert not (tmp_path / "there").exists()


def test_the_action_installs_only_what_has_a_hash() -> None:
    """It uses the same lock file as `make`; what builds the program is in it, too."""
    installs = [line for line in INSTALL["run"].splitlines() if line.startswith("pip install")]
    assert [("--require-hashes" in line, "--no-deps --no-build-isolation" in line) for line in installs] == [
        (True, False),
        (False, True),
    ]
    named: list[Any] = re.findall(r"\$GITHUB_ACTION_PATH/(\S+?)\"", INSTALL["run"])
    assert named == ["requirements/program.txt"]
    assert (PROJECT / named[0]).is_file()
