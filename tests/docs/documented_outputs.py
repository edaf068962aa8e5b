"""The outputs that README.md and docs/ show: `python -m tests.docs.documented_outputs` writes them again.

A block that begins with `$ command` shows what the command prints when the whole page is typed from an empty folder. A
line `...` stands for omitted lines; as many lines precede it as the page has now, from the beginning or from the record
it begins with.
"""

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.docs.typed_pages import Command, Printed, commands, made_before, typed
from tests.support import PROJECT

RECORDING = PROJECT / "docs" / "recording.md"
"""The page whose outputs `recording_page` writes, together with its screens."""
PAGES = tuple(
    page
    for page in (PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md")))
    if any(command.is_typed for command in commands(page.read_text(encoding="utf-8")))
)
"""The pages with commands."""


class Typed(NamedTuple):
    """A page that was typed: its text with the present outputs, and what each command printed."""

    text: str
    printed: list[tuple[Command, Printed]]


def shown(lines: Sequence[str], page: Sequence[str]) -> list[str]:
    """As much of an output as the page shows of its present one."""
    if "..." not in page:
        return list(lines)
    parts = "\n".join(page).split("...")
    head, tail = (len(part.strip("\n").split("\n")) if part.strip("\n") else 0 for part in (parts[0], parts[-1]))
    start = 0
    if found := re.match(r" +(#\d+) ", page[0]):
        start = next((n for n, line in enumerate(lines) if line.startswith(f"  {found[1]} ")), 0)
    last = lines[len(lines) - tail :] if tail else []
    return [*lines[start : start + head], "...", *last]


def type_page(page: Path, folder: Path, ready: Path) -> Typed:
    """Type a page in an empty folder; what takes long was made before in `ready`."""
    text = page.read_text(encoding="utf-8")
    to_type = [command for command in commands(text) if command.is_typed]
    lines = [command.line for command in to_type]
    before = ["make demo", "cd demo"] if page.name == "README.md" else []
    printed = typed([*before, *lines], folder, ready)[len(before) :]
    found = list(zip(to_type, printed, strict=True))
    return Typed(_rewritten(text, found), found)


def _rewritten(text: str, printed: Sequence[tuple[Command, Printed]]) -> str:
    """The page with the present outputs, from the last one to the first."""
    lines = text.split("\n")
    for command, found in reversed(printed):
        if command.shown is not None:
            begin = command.place + 1
            lines[begin : begin + len(command.shown)] = shown(found.lines, command.shown)
    return "\n".join(lines)


def main() -> None:
    """Write the outputs of all pages again, or of those that are named."""
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        ready = Path(name, "ready")
        ready.mkdir()
        made_before(ready, (PROJECT / "Makefile").read_text(encoding="utf-8"))
        for page in PAGES:
            if page != RECORDING and (not wanted or page.name in wanted):
                folder = Path(name, page.stem)
                folder.mkdir()
                page.write_text(type_page(page, folder, ready).text, encoding="utf-8")


if __name__ == "__main__":
    main()
