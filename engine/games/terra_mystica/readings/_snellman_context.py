"""What the rows of a moderator's log have established so far that is not part of the position."""


class Context:
    """Facts from earlier rows on which the meaning of later commands depends.

    `lowered`: the steps by which cult tracks were lowered before a town tile. `void`: the void offers that were
    answered. `odd_spades`: the round in which a seat gave up its odd spade. `conversions`: the turn in which a seat
    last converted something. `ordinations`: turn and line of a seat's ordination. `given_up`: how much of something
    a seat has given up while the rest can still be used. `spare`: the spades of a seat's last transform beyond those of
    the short way.
    """

    def __init__(self) -> None:
        self.lowered: dict[int, int] = {}
        self.void: set[int] = set()
        self.odd_spades: dict[int, int] = {}
        self.conversions: dict[int, int] = {}
        self.ordinations: dict[int, tuple[int, int]] = {}
        self.given_up: dict[tuple[int, str], int] = {}
        self.spare: dict[int, int] = {}
