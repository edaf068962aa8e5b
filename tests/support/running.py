"""Running `anyturn` in a folder."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.forking import Forking


class Ran(NamedTuple):
    """A run: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


def runs(folder: Path, forked: Forking) -> Run:
    """Runs `anyturn` in a folder."""

    def ran(*arguments: str, stdin: bytes = b"") -> Ran:
        code, out, err = forked(folder, arguments, stdin)
        assert b"Traceback" not in err, err.decode()
        return Ran(code, out.decode(), err.decode())

    return ran
