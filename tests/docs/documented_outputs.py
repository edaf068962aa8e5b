"""The outputs that README.md and docs/ show: `python -m tests.docs.documented_outputs` writes them again.

A block that begins with `$ command` shows what the command prints in the folder of `make demo`. A line `...` stands for
omitted lines; as many lines precede it as the page has now, from the beginning or from the record it begins with.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.support import PROJECT
from tests.support.league_games import write_games

PAGES = (PROJECT / "README.md", *(PROJECT / "docs" / name for name in ("tutorial.md", "facts.md", "league.md")))
DEMO = PROJECT / "demo"
_BLOCK = re.compile(r"```(?:console|text)?\n(\$ .*?)```", re.S)


def printed(command: str, folder: Path) -> list[str]:
    """The output of a command on both streams, as in a pipe."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.stdout.rstrip("\n").split("\n") if done.stdout else []


def shown(lines: list[str], page: list[str]) -> list[str]:
    """As much of an output as the page shows of its present one."""
    if "..." not in page:
        return lines
    parts = "\n".join(page).split("...")
    head, tail = (len(part.strip("\n").split("\n")) if part.strip("\n") else 0 for part in (parts[0], parts[-1]))
    start = 0
    if found := re.match(r" +(#\d+) ", page[0]):
        start = next((n for n, line in enumerate(lines) if line.startswith(f"  {found[1]} ")), 0)
    last = lines[len(lines) - tail :] if tail else []
    return [*lines[start : start + head], "...", *last]


def rewritten(text: str, folder: Path) -> str:
    """A page with the outputs of its commands, run in order."""

    def block(match: "re.Match[str]") -> str:
        return f"```\n{chr(10).join(_rewritten_block(match[1], folder))}\n```"

    return _BLOCK.sub(block, text)


def _rewritten_block(text: str, folder: Path) -> Iterator[str]:
    command, page = "", []
    for line in [*text.rstrip("\n").split("\n"), "$ "]:
        if not line.startswith("$ "):
            page.append(line)
            continue
        if command:
            yield f"$ {command}"
            yield from shown(printed(command, folder), page)
        command, page = line[2:], []


def up_to_date(page: Path, demo: Path) -> str:
    """A page with its current outputs, in a copy of the demo's folder in which nothing has been imported."""
    with tempfile.TemporaryDirectory() as name:
        folder = shutil.copytree(demo, Path(name, "demo"), ignore=shutil.ignore_patterns("*.duckdb"))
        return rewritten(page.read_text(encoding="utf-8"), folder)


def main() -> None:
    """Write the outputs of all pages again, in the folder that `make demo` has made."""
    write_games(DEMO)
    for page in PAGES:
        page.write_text(up_to_date(page, DEMO), encoding="utf-8")


if __name__ == "__main__":
    main()
