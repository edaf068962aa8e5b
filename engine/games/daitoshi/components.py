"""The component tables of Daitoshi (DA-3) as Structs: what the rules fix, and the rows of a catalogue.

Values fixed by the rules are in `CONSTANTS` and the small tables next to it; everything that differs between catalogues
(DA-3.16) is a row of a table here, and a `Catalogue` holds the rows of one game.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from engine.components import read_components
from events.vocabulary.daitoshi.effects import Colour, Count, Effects, Price, Times, Wild

GAME = "daitoshi"
TYPES = ("river", "forest", "mountain", "underground")
LAND = ("forest", "mountain", "underground")
COLOURS = ("blue", "green", "yellow", "purple")
RINGS = ("inner", "middle", "outer")
OUTER_RINGS = ("middle", "outer")
RESOURCES = ("food", "energy", "building", "luxury", "wealth")
GOODS = ("food", "energy", "building", "luxury")
QUALITIES = ("ordinary", "innovative", "brilliant")
CONDITIONS = (
    *(f"exploit_{each}" for each in TYPES),
    "commit",
    "expand_or_renovate",
    "electrify",
    "trade",
    "lead_production",
)

Condition = Literal[
    "exploit_river",
    "exploit_forest",
    "exploit_mountain",
    "exploit_underground",
    "commit",
    "expand_or_renovate",
    "electrify",
    "trade",
    "lead_production",
]
Mark = Literal["x", "b", "p", "bp"]
Marks = tuple[Mark, Mark, Mark]


class Constants(Struct, frozen=True):
    """Numbers fixed by the rules (DA-3, DA-5)."""

    slices: int
    start_steam: int
    start_food: int
    start_energy: int
    start_building: int
    start_luxury: int
    start_wealth: int
    reputation_levels: int
    grant_progress: int
    free_steps: int
    market_ordinary: int
    market_innovative: int
    market_brilliant: int
    max_goods: int
    cities_in_play: int
    expand_cost_middle: int
    expand_cost_outer: int
    hexes_middle: int
    hexes_outer: int
    renovate_cost: int
    contribute_cost: tuple[Price, ...]
    leftover_divisor: int


class Counts(Struct, frozen=True):
    """The number of each kind of component (DA-3.1)."""

    basic: int
    ordinary: int
    innovative: int
    brilliant: int
    university: int
    university_types: int
    district_inner: int
    district_middle: int
    district_outer: int
    cities: int
    machines: int
    machine_upgrades: int


class InventionCost(Struct, frozen=True):
    """The cost of an invention in food (DA-7.42)."""

    ordinary: int
    innovative: int
    brilliant: int


class MagnateSpace(Struct, frozen=True):
    """A magnate space of a district (DA-7.31); `max_magnates` 0 means any number."""

    id: str
    steam: int
    max_magnates: int
    clears_workers: bool
    worker_step: bool


class OperationTile(Struct, frozen=True):
    """An operation tile (DA-3.7): the hex type it goes with by default, and the numbers of its two sides."""

    id: str
    wilderness: Wild
    normal: dict[str, int]
    conflict: dict[str, int]


class SteamTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.10: positions from min to max; those with an upward arrow, and those with a downward one."""

    min: Annotated[int, Meta(ge=-99, le=0)]
    max: Annotated[int, Meta(ge=0, le=99)]
    up: tuple[int, ...]
    down: tuple[int, ...]
    start: Literal[0] = 0


class ReputationTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.11: the VP of the levels."""

    vp: tuple[Times, ...]


class Circuit(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.11: the fame track or the rail of the Worm-Bus; what is gained on entering each space."""

    spaces: Annotated[tuple[Effects, ...], Meta(min_length=1)]
    cyclic: bool


class Wilderness(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.9: a hex type; rewards when it is exploited, and in conflict; its operation tile (default: DA-3.7)."""

    id: Wild
    worker: Colour
    place: Effects
    conflict: Effects
    operation_tile: str = ""


class WildernessTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.8: a track of hexes; lists of spaces count from 1. The multipliers are those of DA-10.5.

    Any `empty_N` that a river does not state is that of DA-5.11.
    """

    id: Wild
    spaces: Annotated[int, Meta(ge=2, le=99)]
    vp: tuple[Times, ...]
    extra_3: tuple[int, ...] = ()
    extra_4: tuple[int, ...] = ()
    empty_2: Times | None = None
    empty_3: Times | None = None
    empty_4: Times | None = None
    temple_vp: Literal[0] = 0
    penalty: tuple[Times, ...] = ()
    temple_penalty: Literal[10] = 10
    multiplier: str = ""
    penalty_multiplier: Literal["conflict_tiles"] = "conflict_tiles"


class Factory(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.12: how many floors the three buildings have; the left building's cost (DA-3.7)."""

    floors: tuple[Count, ...]
    cost_left: Literal[2] = 2


class FactorySlot(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.13: an invention space; its marks when low and high; `progress[k - 1]`: the effects of step k."""

    building: Times
    floor: Count
    marks_low: Marks
    marks_high: Marks
    progress: tuple[Effects, ...]


class DistrictTile(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.3, DA-3.4: a district tile; only inner tiles have the last three fields."""

    id: str
    ring: Literal["inner", "middle", "outer"]
    workshop: Effects
    workshop_electrified: Effects
    electrify_cost: Literal[2, 3, 4]
    electrify_reward: Effects
    action: Literal["commit", "expand", "electrify", "trade", "wild", ""] = ""
    worker: Colour | Literal["any", ""] = ""
    exploit: tuple[Wild | Literal["land"], ...] = ()


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.14: a city tile: its cost in steam, trade rewards from left to right, condition and effect."""

    id: str
    condition: Condition
    effect: Effects
    cost: Times
    rewards: Effects


class Invention(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.13: an invention tile; `start` is for basic ones (DA-5.14), `machine` for university ones."""

    id: str
    quality: Literal["basic", "ordinary", "innovative", "brilliant", "university"]
    left: Effects
    centre: Effects
    vp: Times
    start: Literal["commit", "expand", "electrify", "trade", ""] = ""
    machine: str = ""


class MachineBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.15: a mega-machine board: rewards of its spaces, spaces linked to each upgrade, and covered spaces."""

    id: str
    workshop: Effects
    spaces: tuple[Effects, ...]
    links: tuple[tuple[Times, ...], ...]
    covered_3: tuple[Times, ...]
    covered_2: tuple[Times, ...]
    card: int = 0
    workshop_spaces: Literal[1] = 1


class MachineUpgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """DA-3.15: an upgrade tile of the mega-machine."""

    id: str
    effect: Effects


class Catalogue(Struct, frozen=True):
    """The component values of a game (DA-3.16): boards, and tiles by id; `slots[building][floor - 1]`.

    `kinds` are the ids of each kind of tile (each quality of inventions, each ring of districts), `type_of` the hex
    type of each operation tile; `counts` are numbers of tiles lower than those in the rules. `circular`: effects may
    trigger themselves again without end (DA-6.3). `spenders` are the cities whose effects may take away resources or
    steam, `takers` those that may take away these or hexes, `activators` those that may activate another city
    (DA-6.23).
    """

    id: str
    mode: str
    steam_track: SteamTrack
    reputation: ReputationTrack
    fame_track: Circuit
    bus_rail: Circuit
    wilderness: dict[str, Wilderness]
    wilderness_track: dict[str, WildernessTrack]
    slots: tuple[tuple[FactorySlot, ...], ...]
    district_tile: dict[str, DistrictTile]
    city: dict[str, City] = {}
    invention: dict[str, Invention] = {}
    machine: dict[str, MachineBoard] = {}
    machine_upgrade: dict[str, MachineUpgrade] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    type_of: dict[str, str] = {}
    counts: dict[str, int] = {}
    hexes_per_type: int | None = None
    banners: int = 5
    circular: bool = False
    spenders: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()
    activators: tuple[str, ...] = ()


def kind_of(table: str, row: Any) -> str:
    """The kind of a tile: the quality of an invention, the ring of a district tile, otherwise the table."""
    return str(row.quality if table == "invention" else row.ring if table == "district_tile" else table)


class Fixed(Struct, frozen=True):
    """The tables of components.toml that hold rules, the same in every catalogue."""

    constants: Constants
    counts: Counts
    invention_cost: InventionCost
    magnate_space: tuple[MagnateSpace, ...]
    operation_tile: tuple[OperationTile, ...]


TABLES: dict[str, Any] = read_components(GAME, dict[str, Any])
FIXED = msgspec.convert(TABLES, Fixed)
CONSTANTS, COUNTS = FIXED.constants, FIXED.counts
MAGNATE_SPACES = {row.id: row for row in FIXED.magnate_space}
OPERATION_TILES = {row.id: row for row in FIXED.operation_tile}
OPERATION_OF = {row.wilderness: row.id for row in FIXED.operation_tile}
INVENTION_COST: dict[str, int] = msgspec.structs.asdict(FIXED.invention_cost)
EXPAND_COST = {"middle": CONSTANTS.expand_cost_middle, "outer": CONSTANTS.expand_cost_outer}
HEX_SLOTS = {"middle": CONSTANTS.hexes_middle, "outer": CONSTANTS.hexes_outer}
COUNT_OF = {
    "basic": COUNTS.basic,
    "ordinary": COUNTS.ordinary,
    "innovative": COUNTS.innovative,
    "brilliant": COUNTS.brilliant,
    "university": COUNTS.university,
    "inner": COUNTS.district_inner,
    "middle": COUNTS.district_middle,
    "outer": COUNTS.district_outer,
    "city": COUNTS.cities,
    "machine": COUNTS.machines,
    "machine_upgrade": COUNTS.machine_upgrades,
}
MARKET = {
    "ordinary": CONSTANTS.market_ordinary,
    "innovative": CONSTANTS.market_innovative,
    "brilliant": CONSTANTS.market_brilliant,
}
UNIVERSITIES_OF_A_MACHINE = COUNTS.university // COUNTS.university_types
MULTIPLIERS = {
    "forest": "university_inventions",
    "mountain": "finished_tracks",
    "underground": "reputation_vp",
    "river": "empty_types",
}
EMPTY_OF_THE_RIVER = {2: 8, 3: 4, 4: 0}
"""DA-5.11: for each number of players, how many spaces of the river are left empty at the start."""
Row = dict[str, Any]
