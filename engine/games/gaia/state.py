"""The position of a game: section 4 of the rulebook.

Tiles are numbered in the order in which they were placed; such a number is called a place. `Place.near` lists the
neighbouring places (GA-4.2.2), so that counting needs never computes with coordinates.
"""

from msgspec import Struct, field

from engine.games.gaia.catalogue import Catalogue
from engine.games.gaia.items import Item
from engine.games.gaia.options import Options
from events.vocabulary.gaia import Cell

NOBODY = -1
EMPTY = ""


class Tile(Struct):
    """GA-4.2.3: a tile and everything on it; `city` is the `founded_no` of its city, 0 for an uncovered tile."""

    terrain: str
    placed_by: int
    animals: int = 0
    city: int = 0


class City(Struct):
    """GA-4.2.3: a founded city; `place` is its location, `meeples[seat]` the meeples of each seat on it."""

    card: str
    founded_no: int
    place: int
    satisfied: int
    meeples: list[int]


class Player(Struct):
    """Section 4.1: what one player has; `known` and `unknown[pile number]` are the hand (GA-4.5.2).

    The fields from `tiles` on only count what the player did (GA-6.6.1): tiles placed and replaced, cities founded and
    removed, tokens eaten, needs met minus needs lost, objectives claimed, power cards cancelled.
    """

    seat: int
    supply: int
    known: list[str] = field(default_factory=list)
    unknown: list[int] = field(default_factory=lambda: [0, 0, 0])
    played_nature: list[str] = field(default_factory=list)
    played_power: list[str] = field(default_factory=list)
    tiles: int = 0
    replaced: int = 0
    founded: int = 0
    removed: int = 0
    eaten: int = 0
    needs: int = 0
    objectives: int = 0
    cancelled: int = 0


class Objective(Struct):
    """A displayed objective; `claimed_by` is a seat or NOBODY."""

    id: str
    claimed_by: int = NOBODY


class TakenCard(Struct):
    """A card that a Tornado has taken and that nobody has received yet: section 8.5."""

    giver: int
    pile: str
    card: str | None


class State(Struct):
    """Section 4.3: the whole position.

    `agenda` is what is awaited; it is empty between turns and at the end. `ended_turn` is the last turn that has ended.
    `hunters` holds the `founded_no` of each city that has not eaten yet, `eaten_at` the places that lost a token.
    `power`, `targets` and `convert` describe the power card being answered, `protector` is the seat that cancelled it.
    """

    options: Options
    catalogue: Catalogue
    total: int
    advanced: bool
    public: bool
    players: list[Player]
    stock: dict[str, int]
    animal_stock: int
    deck_size: dict[str, int]
    row: dict[str, list[str]]
    seen: dict[str, int]
    discard: dict[str, list[str]]
    unknown_discards: dict[str, int]
    objectives: list[Objective] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    near: list[list[int]] = field(default_factory=list)
    place_at: dict[str, int] = field(default_factory=dict)
    cities: list[City] = field(default_factory=list)
    last_founded_no: int = 0
    agenda: list[Item] = field(default_factory=list)
    turn: int = 0
    ended_turn: int = 0
    start_player: int = NOBODY
    active: int = NOBODY
    actions_left: int = 0
    hunters: list[int] = field(default_factory=list)
    eaten_at: list[int] = field(default_factory=list)
    power: str = ""
    targets: list[int] = field(default_factory=list)
    convert: list[int] = field(default_factory=list)
    protector: int = NOBODY
    taken: list[TakenCard] = field(default_factory=list)
    reason: str = ""
    ranking: list[int] = field(default_factory=list)

    @property
    def awaiting(self) -> str:
        """Section 6.8: what is awaited; `over` at the end, `turn_end` and `next_turn` for the steps between turns."""
        if self.agenda:
            return str(self.agenda[-1].__struct_config__.tag)
        if self.reason:
            return "over"
        return "next_turn" if self.ended_turn == self.turn else "turn_end"
