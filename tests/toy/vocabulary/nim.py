"""What can happen in Nim."""

from events.record import Event, Intervention


class RollDice(Event, frozen=True, tag="roll_dice"):
    """Chance: the dice, whose sum is the size of the pile (NIM-3)."""

    dice: tuple[int, ...]


class DealCard(Event, frozen=True, tag="deal_card"):
    """Chance: the card of a player, null in a public log (NIM-7)."""

    player: int
    card: str | None = None


class Take(Event, frozen=True, tag="take"):
    """A player takes `stones` from the pile (NIM-2)."""

    stones: int


class Stop(Event, frozen=True, tag="stop"):
    """The next player plays a stop (NIM-8)."""


class LetPass(Event, frozen=True, tag="let_pass"):
    """The next player does not (NIM-8)."""


class Leave(Intervention, frozen=True, tag="leave"):
    """A player leaves (NIM-9)."""

    player: int


type_of_event = RollDice | DealCard | Take | Stop | LetPass | Leave
