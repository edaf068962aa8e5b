"""The state of a game of Nim."""

from typing import Literal

from msgspec import Struct

from engine.ledger import Entry


class Options(Struct, frozen=True):
    """NIM-7: how many rounds there are."""

    rounds: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9] = 2


class State(Struct):
    """A position. `size` is 0 until the pile is drawn; `due` names the automatic steps that are due."""

    rounds: int
    vp: list[int]
    stones: list[int]
    size: int = 0
    pile: int = 0
    round: int = 0
    turns: int = 0
    turns_of_round: int = 0
    to_move: int = 0
    due: list[str] = []

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.vp)

    @property
    def over(self) -> bool:
        """Whether the game is over (NIM-5)."""
        return self.round == self.rounds and not self.pile and not self.due

    def gain(self, seat: int, figure: str, delta: int, source: str) -> Entry:
        """Change a figure of a seat and say why."""
        held = self.vp if figure == "vp" else self.stones
        held[seat] += delta
        return Entry(seat, figure, delta, source)
