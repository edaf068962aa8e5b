"""The Dice Forge of Board Game Arena as a process: requests go in, prompts come out (dice_forge_bridge.php)."""

from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from platform_program import ProgramProcess

BRIDGE = Path(__file__).with_name("dice_forge_bridge.php")
NEEDED = (
    ("PROGRAMS", ("dice-forge/game/diceforge.game.php", "bgawb/src/BGAWorkbench/Stubs/dbmodel.sql", "db.sock")),
    ("PROGRAMS_DRIVERS", ("dice-forge/fw",)),
)
END = 99
"""The state in which the program waits for no request any more."""


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


class Program(ProgramProcess):
    """A running program; one table at a time."""

    def __init__(self) -> None:
        super().__init__(BRIDGE)
        self.ids: list[int] = []
        self.faces: dict[str, dict[str, Any]] = {}
        self.cards: dict[str, dict[str, Any]] = {}
        self.prompt = Prompt(END, "", [], [], 0, {}, [], [])

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
