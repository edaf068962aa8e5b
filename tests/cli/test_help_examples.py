"""The examples at the end of every command's help work in the folder that `make demo` fills, here with fewer games."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from projections.commands.application import called
from projections.commands.command_table import COMMANDS, Command
from projections.commands.examples import EXAMPLES
from tests.docs.test_docs import commands
from tests.support import PROJECT
from tests.support.forking import Forking
from tests.support.running import Run, runs

STATUS = {"anyturn validate forged.jsonl": 1, "anyturn validate forged.jsonl --format github": 1}
"""Examples that have findings."""
QUICKER = {"report": ["--min-games", "999"]}
"""Arguments added to an example that would take seconds otherwise."""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_examples_of_the_command(run: Run, command: str) -> None:
    """There are one or two, with existing options and with files that the demo makes."""
    examples = EXAMPLES[command]
    lines = run(command, "--help").out.rstrip().splitlines()
    assert 1 <= len(examples) <= 2
    assert [line.strip() for line in lines[-len(examples) :]] == list(examples)
    assert examples[-1].split()[1] == command
    makefile = (PROJECT / "Makefile").read_text()
    for words in map(shlex.split, examples):
        assert {word for word in words if word.startswith("--")} <= commands()[words[1]]
        made = [word for word in words if re.match(r"games/|more/|forged", word)]
        assert [file for file in made if file not in makefile] == []


@pytest.mark.parametrize(("name", "command"), COMMANDS.items())
def test_the_overview_prints_the_first_paragraph_of_the_help(name: str, command: Command) -> None:
    assert command.summary == " ".join((command.load().__doc__ or "").split("\n\n")[0].split()), name


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["validate", "rules"], "validate"),
        (["--no-pager", "rules"], "rules"),
        (["--", "log"], "log"),
        (["--help", "log"], ""),
        (["logs"], ""),
        ([], ""),
    ],
)
def test_which_command_is_loaded(words: list[str], command: str) -> None:
    assert called(words) == command


def test_every_command_has_examples() -> None:
    assert list(EXAMPLES) == list(COMMANDS)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, forked: Forking) -> Path:
    """Some of the files that `make demo` makes."""
    folder = tmp_path_factory.mktemp("demo")
    in_demo = runs(folder, forked)
    games = in_demo("selfplay", "terra_mystica", "--players", "4", "--games", "2", "--seed", "2026", "--out", "games")
    for game, players in (("dice_forge", "2"), ("daitoshi", "3")):
        assert in_demo("selfplay", game, "--players", players, "--seed", "2026", "--out", "more").code == 0
    text = re.sub(r',"hash":"[^"]*"', "", (folder / games.out.split()[0]).read_text())
    (folder / "forged.jsonl").write_text(re.sub(r'("build_dwelling","hex":)"[^"]*"', r'\1"A1"', text))
    assert in_demo("import", "games").code == 0
    written = re.search(r"^SEASON = (.*)$", (PROJECT / "Makefile").read_text(), re.M)
    assert written is not None
    subprocess.run(["bash", "-c", written[1]], cwd=folder, check=True)
    assert in_demo("import", "--season", "season.toml").code == 0
    return folder


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_examples_work_in_the_demo(
    demo: Path, forked: Forking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    shutil.copytree(demo, tmp_path / "demo")
    in_demo = runs(tmp_path / "demo", forked)
    for example in EXAMPLES[command]:
        found = in_demo(*shlex.split(example)[1:], *QUICKER.get(command, ()))
        if example.startswith("anyturn record "):  # only a terminal is missing
            assert (found.code, "found no terminal" in found.err) == (2, True)
            assert (tmp_path / "demo" / example.split()[2]).is_file()
        else:
            assert found.code == STATUS.get(example, 0), found.err
            assert found.out or "--quiet" in example or re.search("hold|would change", found.err), example
