"""The documentation is true: the commands, options, files, code and logs it shows are those of the program."""

import doctest
import json
import re
from functools import cache
from pathlib import Path

import pytest
import typer

from engine.intake import examine
from engine.rules import games
from events.files import Blob
from events.log.native import read
from events.problems import CHAIN, FINDINGS, FINE, INTERRUPTED, STORE, TERMINATED, USAGE
from projections.commands.application import application
from tests.docs.board_picture import PICTURE, demo_game, drawn
from tests.support import PROJECT, TOY

PAGES = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").glob("*.md"))]
SHOWN = {
    "events/vocabulary/nim.py": TOY / "vocabulary" / "nim.py",
    **{
        f"engine/games/nim/{name}": TOY / "games" / "nim" / name
        for name in (
            "rulebook.md",
            "state.py",
            "setup.py",
            "taking.py",
            "figures.py",
            "flow.py",
            "rules.py",
            "selfplay.py",
            "__init__.py",
        )
    },
}
"""The files of the toy game that the page on rulesets shows in full; it names the others."""
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def code(text):
    """The lines of fenced and indented blocks, and texts in backticks."""
    fenced = [line for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
    rest = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return fenced + re.findall(r"^    (.*)$", rest, re.M) + re.findall(r"`([^`\n]+)`", rest)


@cache
def commands():
    """Command -> its options, from the command line itself."""
    group = typer.main.get_command(application())
    return {
        name: {"--help", *(word for parameter in command.params for word in parameter.opts if word.startswith("--"))}
        for name, command in group.commands.items()
    }


def calls(text):
    """The words after `anyturn` of every call that a page shows."""
    for line in code(text):
        for call in re.findall(r"(?:^|\$ |\| |&& |; |`)anyturn ([^|;&>`#]+)", line):
            yield call.split()


@every_page
def test_every_command_and_option_that_is_shown_exists(page):
    for command, *words in calls(page.read_text(encoding="utf-8")):
        if command in ("--help", "--version", "--install-completion", "--show-completion"):
            continue
        assert command in commands(), command
        for word in words:
            name = word.split("=")[0].strip("[].,")
            assert not name.startswith("--") or name in commands()[command], f"anyturn {command} {word}"


def test_the_table_of_commands_lists_every_command_with_its_options():
    """`--json` and `--help`, which nearly all have, are described below the table."""
    text = (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `anyturn ([\w-]+)[^`]*` \| .* \| ([^|]*)\|$", text, re.M)
    listed = {name: set(re.findall(r"`(--[\w-]+)`", options)) for name, options in rows}
    assert listed == {name: options - {"--help", "--json"} for name, options in commands().items()}
    assert {name for name, options in commands().items() if "--json" not in options} == {"record"}
    for option in ("--help", "--json", "--no-pager", "--version", "--install-completion"):
        assert f"{option}`" in text


def test_every_exit_status_is_described():
    text = (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
    statuses = [FINE, FINDINGS, USAGE, STORE, CHAIN, INTERRUPTED, TERMINATED]
    assert [int(status) for status in re.findall(r"^\| (\d+) \| ", text, re.M)] == statuses


def test_the_readme_is_read_in_a_minute():
    """It shows a picture, four commands and six lines of Python, and leads to every page."""
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert len(text.encode()) <= 6000
    assert len(re.findall(r"^\$ anyturn ", text, re.M)) == 4
    assert len(re.findall(r"^>>> ", text, re.M)) == 6
    for page in PAGES[1:]:
        assert f"]({page.relative_to(PROJECT)})" in text, page


@pytest.fixture(scope="module")
def one_game(tmp_path_factory):
    """The first game of the demo, in a folder like it."""
    return demo_game(tmp_path_factory.mktemp("demo"))


def test_the_python_of_the_readme_prints_what_it_shows(one_game, monkeypatch):
    monkeypatch.chdir(one_game.parent.parent)
    found = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert (found.attempted, found.failed) == (6, 0)


def test_the_picture_of_the_readme_is_the_program_s(one_game):
    """If it is not, `python -m tests.docs.board_picture` draws it again."""
    assert len(PICTURE.read_bytes()) <= 60_000
    assert PICTURE.read_text(encoding="utf-8") == drawn(one_game)
    assert "docs/board.svg" in (PROJECT / "README.md").read_text(encoding="utf-8")


@every_page
def test_every_statistic_and_game_that_is_shown_exists(page):
    folder = PROJECT / "projections" / "statistics"
    statistics = {path.stem for path in (*folder.rglob("*.sql"), *(folder / "computed").glob("*.py"))}
    for command, *words in calls(page.read_text(encoding="utf-8")):
        first = next((word for word in words if not word.startswith("-")), "")
        if command == "stats" and re.fullmatch("[a-z_]+", first):
            assert first in statistics
        if command in ("selfplay", "rules") and re.fullmatch("[a-z_]+", first):
            assert first in {*games(), "drift"}


@every_page
def test_every_file_and_link_that_is_named_exists(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https://") or (page.parent / link).exists(), link
    for name in re.findall(r"`((?:engine|events|projections|tests|docs|benchmarks)/[\w/.]+\.\w+)`", text):
        assert (PROJECT / name).exists() or "nim" in name or "NAME" in name, name
    for target in re.findall(r"(?:^|`|    )make (\w+)", text):
        assert re.search(rf"^{target}:", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.M), target


def test_the_ruleset_that_is_shown_is_the_one_that_is_tested():
    """The page shows files of the toy game unchanged and names the other files of its rules."""
    text = (PROJECT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
    shown = re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)^```$", text, re.M | re.S)
    assert sorted(name for name, _ in shown) == sorted(SHOWN)
    for name, block in shown:
        assert block == SHOWN[name].read_text(encoding="utf-8"), name
    files = {path for path in (TOY / "games" / "nim").iterdir() if path.suffix in (".py", ".md")}
    assert sorted(path.name for path in files - set(SHOWN.values()) if f"`{path.name}`" not in text) == []


def test_the_tests_that_are_shown_are_there():
    text = (PROJECT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
    tests = (PROJECT / "tests" / "games" / "nim" / "test_taking.py").read_text(encoding="utf-8")
    shown = [block for block in blocks(text, "python") if block.startswith("def test_")]
    assert len(shown) == 1
    for test in shown[0].split("\n\n\n"):
        assert test.strip() in tests


def test_the_log_that_is_shown_is_one(nim):
    text = (PROJECT / "docs" / "log-format.md").read_text(encoding="utf-8")
    log, left, appended = blocks(text, "json")
    assert read([left.encode()]).header.branch.seq == 2
    assert examine(Blob("shown", log.encode())).verdict == "valid"
    for line in (log + appended).splitlines():
        json.loads(line)
    report = examine(Blob("shown", (log + appended).encode()))
    assert (report.verdict, report.replay.state.pile) == ("incomplete", 5)


def test_the_demo_calls_what_exists():
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    lines = re.findall(r"\$\(call run,(.*)\)$", makefile, re.M)
    assert len(lines) > 5
    for command, *words in (call for line in lines for call in calls(f"    {line}")):
        assert {word for word in words if word.startswith("--")} <= commands()[command]


FORMER_WORDS = (
    "Looks after every record",
    "not yet met a recorded table",
    "All of it is what",
    "shows other games and numbers",
    "each of them asked for",
    "Not only legal: equal",
    "games with oneself",
    "(default: found out)",
    "what could be done at a place",
    "over at least so many",
    "says little",
    "the administration's",
    "found no such combination",
    "hears nothing of Ctrl-C",
    "hang it on before",
    "the present rules change",
    "present rules make something else",
)


def test_former_wordings_are_gone():
    """Each has been replaced by a plainer one."""
    folders = ("engine", "events", "projections", "docs", "tests", "benchmarks")
    files = [path for folder in folders for path in (PROJECT / folder).rglob("*.*") if path.suffix in (".py", ".md")]
    for path in {*files, *PROJECT.glob("*.md"), PROJECT / "cli.py"} - {Path(__file__)}:
        text = " ".join(path.read_text(encoding="utf-8").split())
        assert not [words for words in FORMER_WORDS if words in text], path
