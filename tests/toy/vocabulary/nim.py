"""What can happen in Nim."""

from events.log.record import Event, Intervention


class RollDice(Event, frozen=True, tag="roll_dice"):
    """Chance: the dice roll; the sum is the size of the pile (NIM-3)."""

    dice: tuple[int, ...]


class DealCards(Event, frozen=True, tag="deal_cards"):
    """Chance: each seat's card, null where a log does not name it (NIM-7)."""

    cards: tuple[str | None, ...]


class Take(Event, frozen=True, tag="take"):
    """A player takes `stones` from the pile (NIM-2)."""

    stones: int


class Answer(Event, frozen=True, tag="answer"):
    """The next player plays a stop or lets the three stones go (NIM-8)."""

    stop: bool


class Leave(Intervention, frozen=True, tag="leave"):
    """A player leaves the table (NIM-9)."""

    player: int


type_of_event = RollDice | DealCards | Take | Answer | Leave
