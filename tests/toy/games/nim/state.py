"""The state of a game of Nim, its options, and what is awaited."""

from typing import Literal

from msgspec import Struct

from engine.agenda import Awaited

VERSION = "1"
STOP, BLANK = "stop", "blank"


class Options(Struct, frozen=True):
    """What a header may state."""

    rounds: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9] = 2
    dice: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] = 2
    cards: bool = False
    public: bool = False


class Roll(Awaited, frozen=True, tag="roll"):
    """Chance rolls the dice."""


class Deal(Awaited, frozen=True, tag="deal"):
    """Chance deals a card to `player`."""

    player: int


class Move(Awaited, frozen=True, tag="move"):
    """A player takes stones."""


class Answer(Awaited, frozen=True, tag="answer"):
    """The next player may stop `taker`."""

    taker: int


class Player(Struct):
    """`card` is what the player holds: stop, blank, None for an unknown card, empty for none."""

    seat: int
    faction: str | None
    card: str | None = ""
    vp: int = 0
    stones: int = 0
    left: bool = False


class State(Struct):
    """A position. `agenda` is what is awaited, the newest last; `due` names the automatic steps that are due."""

    options: Options
    players: list[Player]
    deck: dict[str, int]
    agenda: list[Roll | Deal | Move | Answer]
    size: int = 0
    pile: int = 0
    round: int = 0
    turns: int = 0
    turns_of_round: int = 0
    to_move: int = 0
    last_taker: int = 0
    due: list[str] = []

    @property
    def over(self) -> bool:
        """Whether the game is over (NIM-5)."""
        return not self.agenda and not self.due


def next_seat(state: State, seat: int) -> int:
    """NIM-1, NIM-9: the next seat whose player has not left."""
    number = len(state.players)
    seats = [(seat + distance) % number for distance in range(1, number + 1)]
    return next(seat for seat in seats if not state.players[seat].left)
