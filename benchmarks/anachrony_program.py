"""The Anachrony of Board Game Arena as a process: requests go in, prompts come out (anachrony_bridge.php)."""

from pathlib import Path
from typing import Any

from msgspec import Struct
from platform_program import ProgramProcess

BRIDGE = Path(__file__).with_name("anachrony_bridge.php")
NEEDED = (
    ("PROGRAMS", ("anachrony/game/anachrony.game.php", "db.sock")),
    ("PROGRAMS_DRIVERS", ("anachrony/stub/module/table/table.game.php",)),
)
SELECTION, ACTION, WARP, LEADERS, END = 2, 5, 8, 9, 99
"""The states in which the program waits for a request, or for none any more."""


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


class Program(ProgramProcess):
    """A running program; one table at a time."""

    def __init__(self) -> None:
        super().__init__(BRIDGE)
        self.ids: list[int] = []
        self.prompt = Prompt(END, [], {})

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
