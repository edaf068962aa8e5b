"""What a request leaves in the log (AN-16.20 to AN-16.23, 16D), as typed traces with the figures seen at them."""

from msgspec import Struct, field

Seen = dict[tuple[int, str], int]
"""Figures by seat and name."""


class Trace(Struct, kw_only=True):
    """Base: the seat, the packet, the block; `seen` are the figures stated with it and just before it."""

    seat: int = -1
    line: int = 0
    block: int = 0
    seen: Seen = field(default_factory=dict)


class Figures(Trace):
    """Nothing but figures."""


class Phase(Trace):
    """A phase of the Era begins, 1 to 6; 7 the end of the game (AN-16.21)."""

    number: int


class NewEra(Trace):
    """AN-16.34: an Era begins with its Superproject, Mine and Recruit card."""

    era: int
    superproject: str
    cubes: tuple[str, ...]
    workers: tuple[int, ...]


class PathTaken(Trace):
    """`choosepath`."""

    path: str


class LeaderTaken(Trace):
    """`chooseleader`."""

    leader: str


class Head(Trace):
    """Base: the beginning of a request in the Action phase (AN-16.31)."""


class Placed(Head):
    """A Worker is placed, with the Exosuit of a number; on an Anomaly, `among` are the traces of those it can be."""

    space: str
    worker: str
    among: tuple[int, ...] = ()
    suit: int = 0


class Freed(Head):
    """A marker on a Free Action space."""

    space: str


class Passed(Head):
    """A pass."""


class Paid(Trace):
    """PAY of a code that is not 0 (AN-16.23)."""

    amounts: dict[str, int]


class Gained(Trace):
    """GAIN (AN-16.23)."""

    amounts: dict[str, int]


class Powered(Trace):
    """An Exosuit comes to a Hex slot."""

    slot: int


class Built(Trace):
    """A building or Superproject is constructed."""

    tile: str
    row: str
    column: int
    piece: int


class Revealed(Trace):
    """`revealbuilding`."""

    row: int
    tile: str


class Recruited(Trace):
    """A Worker is recruited."""

    worker: str


class Dice(Trace):
    """Research dice: one, or the set one and the other; `rolled` where the text states that the other was rolled."""

    first: str
    second: str = ""
    rolled: bool = False


class Unavailable(Trace):
    """`text`: the Breakthrough of the dice is gone."""


class BreakthroughTaken(Trace):
    """A Breakthrough comes to a player."""

    number: int


class BreakthroughPaid(Trace):
    """A Breakthrough goes back."""

    number: int


class WorkerLost(Trace):
    """A Worker is paid or lost from a column."""

    worker: str
    column: str


class CubeTaken(Trace):
    """A cube of the Mine pool."""

    cube: str


class Warped(Trace):
    """A Warp tile is laid on the Timeline."""

    tile: str


class WarpBack(Trace):
    """A Warp tile comes back."""

    tile: str


class Focused(Trace):
    """The Focus is set on an Era."""

    era: int


class Rolled(Trace):
    """Paradox dice."""

    results: tuple[int, ...]


class AnomalyLaid(Trace):
    """`newanomaly`: row and column, empty where the program lost them."""

    row: str = ""
    column: int = 0


class BuildingLost(Trace):
    """AN-7.9.4: a building goes back to its stack."""

    tile: str
    piece: int


class Sealed(Trace):
    """An Anomaly is removed."""


class Returns(Trace):
    """Clean Up: Workers and Exosuits begin to come back."""


class Impact(Trace):
    """`impact`: the tiles of each action."""

    tiles: dict[str, tuple[str, ...]]


class Scored(Trace):
    """`finalscore`: the line of a player: column -> points (AN-16.47)."""

    columns: dict[int, int]
