"""The state of a game of Nim, and what is awaited."""

from msgspec import Struct

from engine.agenda import Awaited
from engine.games.nim.options import Options


class DiceRoll(Awaited, frozen=True, tag="roll"):
    """Chance rolls the dice."""


class CardDeal(Awaited, frozen=True, tag="deal"):
    """Chance deals the cards."""


class Move(Awaited, frozen=True, tag="move"):
    """A player takes stones."""


class Reaction(Awaited, frozen=True, tag="reaction"):
    """A player answers the one who took three."""


class Player(Struct):
    """`card` is a stop, a blank, None for an unknown card, or empty."""

    seat: int
    faction: str | None
    card: str | None = ""
    vp: int = 0
    stones: int = 0
    left: bool = False


class State(Struct):
    """A position. `due` are automatic steps, `last` is who took last."""

    options: Options
    players: list[Player]
    agenda: list[DiceRoll | CardDeal | Move | Reaction]
    due: list[str] = []
    size: int = 0
    pile: int = 0
    round: int = 0
    turns: int = 0
    turns_of_round: int = 0
    last: int = -1

    @property
    def to_move(self) -> int:
        """NIM-1, NIM-9: the next after the one who took last, of those who have not left."""
        playing = [player.seat for player in self.players if not player.left]
        return next((seat for seat in playing if seat > self.last), playing[0])
