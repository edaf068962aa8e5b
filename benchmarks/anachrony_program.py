"""The Anachrony of Board Game Arena as a process: requests go in, prompts come out (anachrony_bridge.php)."""

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

BRIDGE = Path(__file__).with_name("anachrony_bridge.php")
SOCKET, GAME, STUB = "db.sock", "anachrony/game/anachrony.game.php", "anachrony/stub/module/table/table.game.php"
SELECTION, ACTION, WARP, LEADERS, END = 2, 5, 8, 9, 99
"""The states in which the program waits for a request, or for none any more."""


class Refused(Exception):
    """The program refuses a request; it says why."""


class Pending(Struct, frozen=True):
    """What the program is about to do: its function and that function's parameters."""

    function: str
    target_id: str | None = None
    extra: str | None = None
    arg: str | None = None
    arg2: str | None = None
    player_id: str | None = None


class Prompt(Struct, frozen=True):
    """Whom the program waits for, what can be clicked, and for each the second clicks."""

    state: int
    players: list[int]
    selectable: dict[str, list[str]]
    nb: int | None = None
    pending: Pending | None = None


def missing(environment: dict[str, str]) -> str:
    """Why the program cannot be run; empty if it can."""
    for variable, names in (("PROGRAMS", (GAME, SOCKET)), ("PROGRAMS_DRIVERS", (STUB,))):
        folder = environment.get(variable)
        if folder is None:
            return f"{variable} is not set"
        for name in names:
            if not Path(folder, name).exists():
                return f"{variable} names a folder without {name}"
    return ""


class Program:
    """A running program; one table at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["php", str(BRIDGE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        )
        self.ids: list[int] = []
        self.prompt = Prompt(END, [], {})

    def __enter__(self) -> "Program":
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

    def begin(self, players: list[str], board_side: str, path_assignment: str, seed: int, **more: Any) -> None:
        """Set a table up. `chance`: outcomes by kind, otherwise drawn; `undo`: `keep` or `drop` undone rows."""
        board, paths = "ab".index(board_side) + 1, ("given", "choice").index(path_assignment) + 1
        given = {"undo": "keep", **more}
        self.ids = []
        answer = self.ask(op="begin", players=players, board=board, paths=paths, seed=seed, **given)
        self.ids = answer["ids"]
        self._asked(answer)

    def select(self, player: int, arg1: str, arg2: str | None = None) -> None:
        """Click, and click a second time on a target. Raises Refused."""
        self._asked(self.ask(op="select", player=player, arg1=arg1, arg2=arg2))

    def warp(self, player: int, tiles: list[str]) -> None:
        """Choose Warp tiles by number. Raises Refused."""
        self._asked(self.ask(op="select", player=player, tiles=tiles))

    def _asked(self, answer: dict[str, Any]) -> None:
        pending = answer["pending"]
        if pending is not None:
            pending = Pending(**{name: pending[name] for name in Pending.__struct_fields__})
        self.prompt = Prompt(answer["state"], answer["players"], answer["selectable"], answer["nb"], pending)

    def rows(self, table: str) -> list[dict[str, str]]:
        """The rows of one of the program's tables."""
        rows: list[dict[str, str]] = self.ask(op="rows", table=table)["rows"]
        return rows

    def result(self) -> dict[str, Any]:
        """The archive of the table (`table`), `final` scores by name, their `columns`, `requests`, `gamedatas`."""
        return self.ask(op="result")

    def visited(self) -> dict[str, int]:
        """How often each place of the source (file:line) has sent something, over all tables."""
        visited: dict[str, int] = self.ask(op="visited")["visited"]
        return visited
