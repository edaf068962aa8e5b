"""The documentation is true: its commands, options, files, blocks of code and logs are those of the program."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
import typer

import cli
from engine.intake import examine
from engine.rules import games
from events.files import Blob
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
"""The files of the toy game that the page on rulesets shows. The others of its rules are named there."""
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def code(text):
    """Lines of fenced and indented blocks, and what stands in backticks."""
    fenced = [line for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
    rest = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return fenced + re.findall(r"^    (.*)$", rest, re.M) + re.findall(r"`([^`\n]+)`", rest)


@cache
def commands():
    """Command -> its options, of the command line as it is."""
    group = typer.main.get_command(cli.app)
    return {
        name: {"--help", *(word for parameter in command.params for word in parameter.opts if word.startswith("--"))}
        for name, command in group.commands.items()
    }


def calls(text):
    """Every call of the program that a page shows: its words after `anyturn`."""
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


def test_every_command_is_shown():
    """In the README, and each option in one of the pages."""
    shown = {call[0] for call in calls((PROJECT / "README.md").read_text(encoding="utf-8"))}
    assert set(commands()) <= shown
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    options = set().union(*commands().values())
    assert not {option for option in options if option not in pages}


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
    """The files of the toy game that the page shows stand there as they are; the other files of its rules are named."""
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
    log, appended = blocks(text, "json")
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
    "again changes nothing",
    "says little",
    "the administration's",
    "found no such combination",
    "hears nothing of Ctrl-C",
    "hang it on before",
    "the present rules change",
    "present rules make something else",
)


def test_nobody_says_it_in_the_former_words():
    """Each has a plainer form."""
    folders = ("engine", "events", "projections", "docs", "tests", "benchmarks")
    files = [path for folder in folders for path in (PROJECT / folder).rglob("*.*") if path.suffix in (".py", ".md")]
    for path in {*files, *PROJECT.glob("*.md"), PROJECT / "cli.py"} - {Path(__file__)}:
        text = " ".join(path.read_text(encoding="utf-8").split())
        assert not [words for words in FORMER_WORDS if words in text], path
