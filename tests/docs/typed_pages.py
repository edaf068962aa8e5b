"""Typing the pages: every command of a page, in order, in one shell that begins in an empty folder."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

NOT_TYPED = {
    r"\bpip install\b": "installs: done in the environment of the tests",
    r"--cluster|^dask ": "needs other machines (tests/projections/batch)",
    r"s3://|https://": "needs a network (tests/events/files)",
    r"^anyturn site\b|--check\b|http\.server": "needs npm or a server (tests/browser/app)",
    r"^anyturn record\b|--watch\b": "needs a terminal (test_recording_page, tests/cli/test_terminal)",
    r"^make (?!demo)|^python benchmarks": "the project's own tools, not commands of the program",
}
"""Commands that are left out, and why; the places in parentheses test them."""
_FENCED = re.compile(r"^```(?:console|text)?\n(\$ .*?)^```$", re.M | re.S)
_INDENTED = re.compile(r"^ {4,}((?:\$ )?(?:(?:anyturn|make|cd|cp|export|printf|dask|pip|python)\b|[A-Z]+=).*)$")
_MARK = "@@ typed"


class Command(NamedTuple):
    """A command of a page: the line on which it stands (from 0), the command, and the output shown, if it is shown."""

    place: int
    line: str
    shown: list[str] | None

    @property
    def is_typed(self) -> bool:
        """Whether nothing speaks against typing it."""
        return not any(re.search(pattern, self.line) for pattern in NOT_TYPED)


def commands(page: str) -> list[Command]:
    """The commands of a page: lines of indented blocks, and those after `$` in fenced ones, whose output follows."""
    found = []
    lines = page.split("\n")
    fenced = {page[: block.start()].count("\n"): block[1] for block in _FENCED.finditer(page)}
    inside = False
    for place, line in enumerate(lines):
        if line.startswith("```"):
            inside = not inside
            if inside and place in fenced:
                found += _of_block(fenced[place].rstrip("\n").split("\n"), place + 1)
        elif not inside and (typed := _INDENTED.match(line)):
            found.append(Command(place, typed[1].removeprefix("$ "), None))
    return found


def _of_block(lines: Sequence[str], start: int) -> list[Command]:
    places = [place for place, line in enumerate(lines) if line.startswith("$ ")]
    ends = [*places[1:], len(lines)]
    return [
        Command(start + place, lines[place][2:], list(lines[place + 1 : end]))
        for place, end in zip(places, ends, strict=True)
    ]


class Printed(NamedTuple):
    """What a command printed on both streams, as in a pipe, and its exit status."""

    status: int
    lines: list[str]


def typed(lines: Sequence[str], folder: Path, ready: Path) -> list[Printed]:
    """Type commands into one shell in a folder. What was made before (`made_before`) is copied from `ready`."""
    shims = folder / ".bin"
    _write_shims(shims, ready)
    script = "".join(f"{{ {line}\n}} 2>&1 < /dev/null\nprintf '\\n{_MARK} %s\\n' $?\n" for line in lines)
    env = {**os.environ, "PATH": f"{shims}{os.pathsep}{os.environ['PATH']}", "BROWSER": "true", "TMPDIR": str(folder)}
    (folder / ".script").write_text(script, encoding="utf-8")
    done = subprocess.run(["bash", ".script"], cwd=folder, env=env, capture_output=True, text=True, check=False)
    *parts, rest = re.split(rf"\n{_MARK} (\d+)\n", done.stdout)
    assert (rest, done.stderr) == ("", "")
    outputs, statuses = parts[::2], parts[1::2]
    return [
        Printed(int(status), output.rstrip("\n").split("\n") if output else [])
        for output, status in zip(outputs, statuses, strict=True)
    ]


def _write_shims(folder: Path, ready: Path) -> None:
    """The program under its name, and two commands that take long: their results, made once, are copied."""
    folder.mkdir()
    program = f'exec {sys.executable} -m anyturn "$@"'
    club = f'[ "$1 $2 $3" = "demo league --out" ] && [ $# = 4 ] && {{ cp -r {ready}/club "$4"; exit; }}'
    demo = f'[ "$*" = demo ] && cp -r {ready}/demo demo'
    for name, text in {"anyturn": f"{club}\n{program}", "make": demo, "python": f'exec {sys.executable} "$@"'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def made_before(folder: Path, makefile: str) -> None:
    """Make in a folder what the pages begin with: `club`, by its command, and `demo`, by those of the Makefile."""
    (folder / "demo").mkdir()
    (game,) = re.findall(r"^GAME := (.*)$", makefile, re.M)
    (forge,) = re.findall(r"^FORGE = (.*)$", makefile, re.M)
    (season,) = re.findall(r"^SEASON = (.*)$", makefile, re.M)
    steps = {"$(FORGE)": forge.replace("$(GAME)", game), "$(SEASON)": season}
    wanted = ("anyturn selfplay", "anyturn import", "$(FORGE)", "$(SEASON)")
    lines = [line for line in re.findall(r"\$\(call run,(.*)\)$", makefile, re.M) if line.startswith(wanted)]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for line in [re.split(" && | [|] ", steps.get(line, line))[0] for line in lines]:
        subprocess.run(["bash", "-c", line], cwd=folder / "demo", env=env, check=True, capture_output=True)
    command = ["anyturn", "demo", "league", "--out", "club"]
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
