"""The state of a game (DA-4)."""

from typing import TYPE_CHECKING

from msgspec import Struct, field

from engine.games.daitoshi.catalogue import HOUSE_CATALOGUE
from engine.games.daitoshi.components import Catalogue
from engine.games.daitoshi.items import Frame, SetupItem
from engine.games.daitoshi.options import Options

HEXES = {
    "river": "river_hexes",
    "forest": "forest_hexes",
    "mountain": "mountain_hexes",
    "underground": "underground_hexes",
}
PILGRIMS = {
    "river": "river_pilgrim",
    "forest": "forest_pilgrim",
    "mountain": "mountain_pilgrim",
    "underground": "underground_pilgrim",
}
WORKERS = {"blue": "blue_workers", "green": "green_workers", "yellow": "yellow_workers", "purple": "purple_workers"}
Pairs = tuple[tuple[str, int], ...]
NEUTRAL = -1
NOWHERE = -1
COVERED = "covered"


class Slot(Struct):
    """An invention space of a factory (DA-4.2)."""

    tile: str | None = None
    high: bool = False
    marker: int = 0
    ready: bool = False


class Activation(Struct, frozen=True, gc=False):
    """A building activated in this production turn, and the floors in the order in which their markers advance."""

    building: int
    floors: tuple[int, ...]


class Player(Struct):
    """A player's part (DA-4.2); amounts are separate fields, so that the ledger can name them.

    `fame` and `bus` count steps. The fields from `lost` to `ended` count events for statistics: resources lost for lack
    of room, inventions that became high, cities activated without a banner, tracks finished, inventions committed,
    tiles built, hexes renovated, tiles electrified, goods traded, inventions contributed, upgrades of the machine
    unlocked, buildings activated, types in conflict, ends brought in sight. `slice` and `space` are the magnate's.
    `activated`, `unused` (buildings with an invention that are not activated), `free` and `finished` are for the
    present production turn (DA-4.5). `by_rule` are the kinds of items that ended without an event since the player's
    last one (DA-6.5, DA-6.7), so that an event for one of them can be refused for that reason.
    """

    seat: int
    slots: list[list[Slot]]
    vp: int = 0
    steam: int = 0
    food: int = 0
    energy: int = 0
    building: int = 0
    luxury: int = 0
    wealth: int = 0
    blue_workers: int = 0
    green_workers: int = 0
    yellow_workers: int = 0
    purple_workers: int = 0
    river_hexes: int = 0
    forest_hexes: int = 0
    mountain_hexes: int = 0
    underground_hexes: int = 0
    river_pilgrim: int = 0
    forest_pilgrim: int = 0
    mountain_pilgrim: int = 0
    underground_pilgrim: int = 0
    chimney: int = 0
    reputation: int = 1
    fame: int = 0
    bus: int = 0
    banners: int = 0
    lost: int = 0
    upgrades: int = 0
    activations: int = 0
    finished_tracks: int = 0
    inventions: int = 0
    expanded: int = 0
    renovated: int = 0
    electrified: int = 0
    traded: int = 0
    contributed: int = 0
    unlocked: int = 0
    produced: int = 0
    conflicts: int = 0
    ended: int = 0
    in_conflict: list[str] = []
    token: str = "centre"
    grant: bool = True
    slice: int = NOWHERE
    space: str = "centre"
    activated: list[Activation] = []
    unused: list[int] = []
    free: bool = False
    finished: bool = False
    stack: list[Frame] = []
    by_rule: list[str] = []


class Purse(Struct, frozen=True):
    """What a player can pay with, under the same names as the player's figures."""

    steam: int
    food: int
    energy: int
    building: int
    luxury: int
    wealth: int
    river_hexes: int
    forest_hexes: int
    mountain_hexes: int
    underground_hexes: int


class Tile(Struct):
    """A built district tile (DA-4.1)."""

    id: str
    electrified: bool = False
    hexes: tuple[str, ...] = ()
    worker: str | None = None


class Slice(Struct):
    """A slice of the city; middle and outer are None until they are built."""

    inner: Tile
    middle: Tile | None = None
    outer: Tile | None = None


class Given(Struct, frozen=True):
    """An invention on a space of the mega-machine, and the seat that contributed it."""

    tile: str
    owner: int


class Machine(Struct):
    """The mega-machine (DA-4.1): each of `spaces` is None, `covered` or given; `upgrades` are tile ids."""

    id: str
    spaces: list[Given | str | None]
    slice: int = NOWHERE
    worker: str | None = None
    upgrades: list[str] = []
    unlocked: list[bool] = field(default_factory=lambda: [False, False, False])


class State(Struct, dict=True):
    """A position (DA-4.1).

    `agenda` is what the set-up still waits for; `acting` lists the seats whose stacks hold what is awaited later,
    `moving` those on whose stacks something may continue by itself; `due` is the next automatic step. `drawn` lists the
    drawn tiles of each kind. `own` is the catalogue of a game that does not use the house's. `promised`: an action
    waits for the banners used before it (DA-6.23). `workers_out` counts the workers of each colour that left the supply
    and have not returned.
    """

    options: Options
    players: list[Player]
    agenda: list[SetupItem]
    own: Catalogue | None = None
    phase: str = "setup"
    turn: int = 0
    round: int = 0
    active: int = 0
    acting: list[int] = []
    moving: list[int] = []
    due: str = ""
    end_round: int | None = None
    end_tracks: list[str] = []
    slices: list[Slice] = []
    machine: Machine | None = None
    university: list[str] = []
    market: dict[str, list[str]] = {}
    cities: list[str] = []
    placed: dict[str, list[int]] = {}
    basics: list[str] = []
    drawn: dict[str, list[str]] = {}
    tracks: dict[str, list[int]] = {}
    discard: dict[str, int] = {}
    first_hexes: dict[str, int] = {}
    neutral: tuple[int, str] | None = None
    leader: int | None = None
    snapshot: list[str] = []
    promised: bool = False
    workers_out: dict[str, int] = {}

    if TYPE_CHECKING:

        @property
        def catalogue(self) -> Catalogue:
            """The component values of this game."""

    def __post_init__(self) -> None:
        """Look up the catalogue once per position, not for every query; it is not part of the position."""
        self.__dict__["catalogue"] = self.own or HOUSE_CATALOGUE

    def learn(self, catalogue: Catalogue) -> None:
        """Use this catalogue for the game from now on."""
        self.own = self.__dict__["catalogue"] = catalogue
