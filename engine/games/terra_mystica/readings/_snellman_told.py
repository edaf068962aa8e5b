"""What the rows of the moderator have told, and what their codes mean, beside the position."""

from engine.games.terra_mystica.state import Player

SHIFT_CODES = {3: ("ACTH1", "ACTH2"), 4: ("ACTH3", "ACTH4"), 5: ("ACTH5", "ACTH6")}
"""TM-16.7.1: the codes of the Shapeshifters' actions, by power and by tokens: one for each price."""


def shift_codes(player: Player) -> dict[str, str]:
    """The codes of the actions by which the Shapeshifters of this edition change their home terrain."""
    codes = SHIFT_CODES.get(player.rules.shapeshift_cost, ())
    return dict(zip(("shapeshift_power", "shapeshift_tokens"), codes, strict=False))


class Told:
    """What rows have told that the position does not hold.

    `lowered` are the steps that tracks were stepped down before a town tile, `void` the void offers that were answered,
    `odd_spades` the rounds in which a seat has given up its odd spade, `conversions` the turns in which it has last
    converted something, `ordinations` turn and line of its ordination, `given_up` how much a seat has given up of
    something that is still to be used.
    """

    def __init__(self) -> None:
        self.lowered: dict[int, int] = {}
        self.void: set[int] = set()
        self.odd_spades: dict[int, int] = {}
        self.conversions: dict[int, int] = {}
        self.ordinations: dict[int, tuple[int, int]] = {}
        self.given_up: dict[tuple[int, str], int] = {}
