"""A program of Board Game Arena as a process: requests go in, answers come out, one JSON object a line."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class Refused(Exception):
    """The program refuses a request; it says why."""


def missing(needed: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Why the program cannot be run, empty if it can.

    `needed`: environment variables, each with the names that must exist in its folder.
    """
    for variable, names in needed:
        folder = os.environ.get(variable)
        if folder is None:
            return f"{variable} is not set"
        for name in names:
            if not Path(folder, name).exists():
                return f"{variable} names a folder without {name}"
    return ""


class ProgramProcess:
    """A running program behind its bridge, a script in PHP; one table at a time."""

    def __init__(self, bridge: Path) -> None:
        self.process = subprocess.Popen(
            ["php", str(bridge)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request. Raises Refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the program's process has ended; its message stands above")
        answer: dict[str, Any] = json.loads(line)
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer

    def result(self) -> dict[str, Any]:
        """What became of the table: its archive (`table`), `final` scores by name, and what else the bridge has."""
        return self.ask(op="result")

    def visited(self) -> dict[str, int]:
        """How often each place of the source (file:line) has sent something, over all tables."""
        visited: dict[str, int] = self.ask(op="visited")["visited"]
        return visited
