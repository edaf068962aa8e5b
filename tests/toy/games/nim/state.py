"""The state of a game of Nim, and the items of its agenda."""

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
    """A player reacts to the one who took three stones."""


class Player(Struct):
    """`card` is `stop`, `blank`, None if unknown, or empty if the player has none."""

    seat: int
    faction: str | None
    card: str | None = ""
    vp: int = 0
    stones: int = 0
    left: bool = False


class State(Struct):
    """A position. `due` holds the automatic steps to come, `last` the seat that took last."""

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
        """NIM-1, NIM-9: the next seat after `last` that has not left."""
        playing = [player.seat for player in self.players if not player.left]
        return next((seat for seat in playing if seat > self.last), playing[0])
