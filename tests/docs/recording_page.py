"""The outputs and screens of docs/recording.md: `python -m tests.docs.recording_page` writes them again."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from projections.demo.evening import write_evening
from tests.projections.recorder.emulator import Terminal, command
from tests.support import PROJECT

PAGE = PROJECT / "docs" / "recording.md"
_COMMAND = re.compile(r"^```\n\$ (.*)\n(?:[^`].*\n|\n)*?```$", re.M)
_SCREEN = re.compile(
    r"((?:<!-- game: (?P<game>\d+) -->\n)?<!-- typed: (?P<typed>.*) -->\n)```text\n(?:.*\n)*?```$", re.M
)


def generated(page: str) -> str:
    """The page with every output and every screen up to date."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_evening(folder)
        places = sorted([*_COMMAND.finditer(page), *_SCREEN.finditer(page)], key=lambda match: match.start())
        end, parts = 0, []
        for place in places:
            shown = _screen(place, folder) if place.re is _SCREEN else _output(place[1], folder)
            head = f"{place[1]}```text" if place.re is _SCREEN else f"```\n$ {place[1]}"
            parts += [page[end : place.start()], f"{head}\n{shown}```"]
            end = place.end()
        return "".join([*parts, page[end:]])


def _output(line: str, folder: Path) -> str:
    """The output of a command on both streams."""
    bin_folder = folder / "bin"
    bin_folder.mkdir(exist_ok=True)
    door = bin_folder / "anyturn"
    door.write_text(f'#!/bin/sh\nexec {sys.executable} {PROJECT / "cli.py"} "$@"\n')
    door.chmod(0o755)
    environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", f"({line}) 2>&1"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout


def _screen(place: re.Match[str], folder: Path) -> str:
    """The recorder's screen after some lines of the game and the text typed next; `⏎` stands for Enter."""
    log = folder / "screens" / "table.jsonl"
    log.parent.mkdir(exist_ok=True)
    if not log.exists():
        log.write_bytes((folder / "table.jsonl").read_bytes())
    lines = (folder / "evening.txt").read_text().splitlines()
    number = len(log.read_bytes().splitlines()) - 1
    wanted = int(place["game"] or 0) or number
    if number < wanted:
        typed = "\n".join(lines[number:wanted])
        subprocess.run([*command(), "append", log.name], cwd=log.parent, input=typed, text=True, check=True,
                       capture_output=True)  # fmt: skip
    with Terminal(log, command()) as terminal:
        terminal.type(place["typed"].strip().replace("⏎", "\r"))
        shown, before = terminal.look(2.0), [""]
        while shown != before:  # until the screen stops changing
            shown, before = terminal.look(1.0), shown
    return "\n".join(shown).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(generated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
