"""The Dice Forge of Board Game Arena as a process: requests go in, prompts come out (dice_forge_bridge.php)."""

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct, convert

BRIDGE = Path(__file__).with_name("dice_forge_bridge.php")
NEEDED = (
    ("PROGRAMS", ("dice-forge/game/diceforge.game.php", "bgawb/src/BGAWorkbench/Stubs/dbmodel.sql", "db.sock")),
    ("PROGRAMS_DRIVERS", ("dice-forge/fw",)),
)
END = 99
"""The state in which the program waits for no request any more."""


class Refused(Exception):
    """The program refuses a request; it says why."""


class Piece(Struct, frozen=True):
    """A face or a card: where it is, at which place there (0: showing up), and whether it can be replaced."""

    id: str
    type: str
    location: str
    place: str
    fixed: str = ""


class Prompt(Struct, frozen=True):
    """Whom the program waits for and for what, and where all pieces are.

    `rolled`: how many of the prescribed rolls were made.
    """

    state: int
    name: str
    active: list[int]
    actions: list[str]
    turn: int
    players: dict[str, dict[str, Any]]
    sides: list[Piece]
    cards: list[Piece]
    rolled: int = 0
    args: Any = None
    card: str | None = None

    def faces_up(self, player: int) -> list[str]:
        """The faces that show on the dice of a player."""
        dice = [f"dice{die}-p{player}" for die in (1, 2)]
        up = {side.location: side.type for side in self.sides if side.place == "0"}
        return [up[die] for die in dice]

    def replaceable(self, player: int) -> list[Piece]:
        """The faces on the dice of a player that can be replaced."""
        dice = [f"dice{die}-p{player}" for die in (1, 2)]
        return [side for side in self.sides if side.location in dice and side.fixed in ("", "0")]


def missing(environment: dict[str, str]) -> str:
    """Why the program cannot be run; empty if it can."""
    for variable, names in NEEDED:
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
        self.faces: dict[str, dict[str, Any]] = {}
        self.cards: dict[str, dict[str, Any]] = {}
        self.prompt = Prompt(END, "", [], [], 0, {}, [], [])

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

    def begin(self, players: list[str], options: dict[str, int], seed: int, **more: Any) -> None:
        """Set a table up. `options`: by number; `chance`: outcomes by kind, otherwise drawn."""
        answer = self.ask(op="begin", players=players, options=options, seed=seed, **more)
        self.ids = answer["ids"]
        self.faces, self.cards = answer["material"]["faces"], answer["material"]["cards"]
        self.prompt = convert(answer, Prompt)

    def act(self, player: int, action: str, *args: Any) -> None:
        """Send a request of a player. Raises Refused."""
        self.prompt = convert(self.ask(op="act", player=player, action=action, args=args), Prompt)

    def leave(self, player: int) -> None:
        """Let a player leave the table for good."""
        self.prompt = convert(self.ask(op="leave", player=player), Prompt)

    def replace(self, player: int) -> None:
        """Let the program play on for a player who has left. Raises Refused."""
        self.prompt = convert(self.ask(op="replace", player=player), Prompt)

    def result(self) -> dict[str, Any]:
        """The archive of the table (`table`) and `final` scores by name."""
        return self.ask(op="result")

    def visited(self) -> dict[str, int]:
        """How often each place of the source (file:line) has sent something, over all tables."""
        visited: dict[str, int] = self.ask(op="visited")["visited"]
        return visited
