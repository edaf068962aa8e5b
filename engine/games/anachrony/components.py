"""The component tables of components.toml as Structs, and what the rules look up in them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Amounts = dict[str, int]
"""What is paid or gained: keys and units as explained at the top of components.toml."""

RESOURCES = ("neutronium", "gold", "uranium", "titanium")
TUG = ("titanium", "uranium", "gold")
"""AN-7.10.3: the order in which choices are listed."""
WORKERS = ("administrator", "engineer", "genius", "scientist")
ADMINISTRATOR, ENGINEER, GENIUS, SCIENTIST = range(4)
WORKER: Mapping[str, int] = {name: number for number, name in enumerate(WORKERS)}
BUILDING_TYPES = ("power_plant", "factory", "life_support", "lab")
ROW: Mapping[str, int] = {name: number for number, name in enumerate(BUILDING_TYPES)}
COLUMNS = 3
PATHS = ("harmony", "dominance", "progress", "salvation")
SHAPES = ("shape_1", "shape_2", "shape_3")
ICONS = ("icon_1", "icon_2", "icon_3", "icon_4", "icon_5")
QUESTION = "question"
CAPITAL_ACTIONS = ("construct", "recruit", "research")
BREAKTHROUGHS = tuple(f"{shape}/{icon}" for shape in SHAPES for icon in ICONS)
BREAKTHROUGH: Mapping[str, int] = {name: number for number, name in enumerate(BREAKTHROUGHS)}


def types_of(names: tuple[str, ...]) -> int:
    """A set of Worker types as a mask: bit n stands for the n-th of WORKERS."""
    return ANY if "any" in names else sum(1 << WORKER[name] for name in names)


ANY = (1 << len(WORKERS)) - 1
ENGINEERS, ADMINISTRATORS, SCIENTISTS = 1 << ENGINEER, 1 << ADMINISTRATOR, 1 << SCIENTIST

# ---- effects, as explained at the top of components.toml


class Op(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """Base class of the effects."""


class Gain(Op, frozen=True, tag="gain"):
    """Gain amounts."""

    give: Amounts


class GainOneOf(Op, frozen=True, tag="gain_one_of"):
    """Choose one of the gains."""

    choices: tuple[Amounts, ...]


class LoseWorker(Op, frozen=True, tag="lose_worker"):
    """A Worker of the player's choice goes to the general supply."""

    count: int


class Travel(Op, frozen=True, tag="time_travel"):
    """Set back the Focus, then possibly retrieve a Warp tile."""

    range: int
    retrieve: bool
    times: int = 1


class TravelX(Op, frozen=True, tag="time_travel_x"):
    """Time Travel as far as the player pays for."""

    currency: str
    vp: str


class ReturnTiles(Op, frozen=True, tag="return_warp"):
    """Take back one's own Warp tiles without payment."""

    max: int


class ReturnTokens(Op, frozen=True, tag="return_paradox"):
    """Put back one's own Paradox tokens."""

    max: int


class WakeAll(Op, frozen=True, tag="wake_all"):
    """All Tired Workers to the Active column."""


class CopyCapital(Op, frozen=True, tag="copy_capital"):
    """One of the Capital Actions as a standard action."""

    actions: tuple[str, ...]


class CopySpace(Op, frozen=True, tag="copy_worker_space"):
    """A Worker space of any player."""


class MainBoardAction(Op, frozen=True, tag="main_board_action"):
    """A placement on the main board."""


class Exchange(Op, frozen=True, tag="exchange"):
    """One exchange in either direction."""

    a: Amounts
    b: Amounts


class Clone(Op, frozen=True, tag="clone_worker"):
    """AN-7.7.18: clone a Worker."""


class ResearchTimes(Op, frozen=True, tag="research"):
    """Research Actions without a Worker."""

    times: int


class PlantRange(Op, frozen=True, tag="plant_range"):
    """Passive: the owner's Power Plants reach further."""

    add: int


class Capacity(Op, frozen=True, tag="paradox_capacity"):
    """Passive: room for Paradox tokens."""

    add: int


class SupplyCost(Op, frozen=True, tag="supply_cost"):
    """Passive: the cost of Supply (AN-7.5.2)."""

    half_up: bool


class SecondDieRight(Op, frozen=True, tag="second_die"):
    """Passive, or of a tile: the right to set the second die (AN-7.3.14)."""

    cost: Amounts


class WaterDiscount(Op, frozen=True, tag="water_discount"):
    """Passive: saves Water (AN-7.1.7)."""

    amount: int


class ConstructDiscount(Op, frozen=True, tag="construct_discount"):
    """Passive, or of a tile: a discount on construction (AN-7.3.4)."""

    amount: int
    of: str


class MineBonus(Op, frozen=True, tag="mine_bonus"):
    """Passive: an additional unit when mining (AN-7.4.2)."""

    give: Amounts


class NoMoraleLoss(Op, frozen=True, tag="no_morale_loss"):
    """Passive: no loss of Morale (AN-7.5.6)."""


class EvacuationMet(Op, frozen=True, tag="evacuation_condition_met"):
    """Passive: the condition of the Evacuation counts as met (AN-7.4.9)."""


class VpPer(Op, frozen=True, tag="vp_per"):
    """End of the game: points for each unit of something."""

    count_of: str
    vp: int


class MoraleFloor(Op, frozen=True, tag="morale_floor"):
    """End of the game: the minimum that Morale scores."""

    min: int


class ExtraAction(Op, frozen=True, tag="extra_action"):
    """AN-7.3.25, AN-7.3.26: one additional action."""

    action: str
    only: str = ""


class GainIfBuilt(Op, frozen=True, tag="gain_if_built"):
    """AN-7.3.24: points for what was built."""

    kind: str
    give: Amounts = {}
    vp_by_column: tuple[int, ...] = ()


class BonusAgain(Op, frozen=True, tag="recruit_bonus_again"):
    """AN-7.3.23: the Recruit bonus once more."""


Effect = (
    Gain
    | GainOneOf
    | LoseWorker
    | Travel
    | TravelX
    | ReturnTiles
    | ReturnTokens
    | WakeAll
    | CopyCapital
    | CopySpace
    | MainBoardAction
    | Exchange
    | Clone
    | ResearchTimes
    | PlantRange
    | Capacity
    | SupplyCost
    | SecondDieRight
    | WaterDiscount
    | ConstructDiscount
    | MineBonus
    | NoMoraleLoss
    | EvacuationMet
    | VpPer
    | MoraleFloor
    | ExtraAction
    | GainIfBuilt
    | BonusAgain
)

# ---- rows


class PlayerCount(Struct, frozen=True):
    """What depends on the number of players."""

    players: int
    capital_spaces: int
    collapsing_tiles_per_action: int
    minus3_evacuation_slot: int


class Die(Struct, frozen=True):
    """A die with its faces."""

    id: str
    faces: tuple[str, ...]


class SpaceRow(Struct, frozen=True):
    """A space of the main board."""

    id: str
    action: str
    kind: str
    min_players: int
    workers: tuple[str, ...]
    pre: Amounts
    post: Amounts
    collapses: bool
    bonus: Amounts = {}
    only_after_impact: bool = False
    takes_first_player: bool = False


class TradeLine(Struct, frozen=True):
    """A line of the trade table."""

    id: str
    a: Amounts
    b: Amounts


class RecruitBonus(Struct, frozen=True):
    """AN-7.3.11: the bonus for recruiting a type of Worker."""

    worker: str
    give: Amounts = {}
    choice_of: tuple[str, ...] = ()


class RecruitCard(Struct, frozen=True):
    """The Workers of a Recruit pool card."""

    id: str
    bga: int
    administrator: int
    engineer: int
    genius: int
    scientist: int


class MineCard(Struct, frozen=True):
    """The cubes of a Mine pool card, from top to bottom."""

    id: str
    bga: int
    cubes: tuple[str, ...]


class WarpTile(Struct, frozen=True):
    """A Warp tile."""

    id: str
    bga: int
    pay_on_warp: Amounts
    gain: Amounts
    repay: Amounts


class EndgameCondition(Struct, frozen=True):
    """An Endgame Condition card."""

    id: str
    bga: int
    compare: str
    vp: int


class Anomaly(Struct, frozen=True):
    """The Anomaly tile."""

    number: int
    vp: int
    count: int
    worker: str
    cost: Amounts
    payment_one_of: tuple[Amounts, ...]


class CollapsingTile(Struct, frozen=True):
    """A Collapsing Capital tile."""

    id: str
    bga: int
    action: str
    effects: tuple[Effect, ...]


class PathRow(Struct, frozen=True):
    """A Path with its starting assets."""

    id: str
    bga: int
    start: Amounts
    active: Amounts
    tired: Amounts
    random_breakthroughs: int


class Condition(Struct, frozen=True):
    """What the Evacuation requires."""

    count: str
    at_least: int


class Evacuation(Struct, frozen=True):
    """A side of a Path board; an edition's figure may be "unknown" (AN-1.6)."""

    id: str
    path: str
    side: str
    bga: int
    name: str
    condition: Condition
    base_vp: int
    set: Amounts
    vp_per_set: int
    first_edition_set: Amounts | None = None
    first_edition_vp_per_set: int | str | None = None


class EvacuationLimits(Struct, frozen=True):
    """AN-7.4.10: the limits on the points of the Evacuation."""

    min_vp: int
    max_vp: int
    last_slot_penalty: int


class Leader(Struct, frozen=True):
    """A leader, in a particular edition."""

    id: str
    path: str
    bga: int
    edition: str
    kind: str
    clause: str
    cost: Amounts = {}


class Board(Struct, frozen=True):
    """A player board (AN-7.9)."""

    id: str
    side: str
    path: str
    slots: tuple[tuple[Amounts, ...], ...]
    empty_slot_water: int
    glitch: tuple[int, ...]
    supply_mode: str
    supply_motivated_workers: tuple[str, ...]
    morale_start: int
    morale_vp: tuple[int, ...]
    morale_over_vp: int
    supply_water: tuple[int, ...]
    time_travel_vp: tuple[int, ...]
    spot_power_plant: tuple[Amounts, ...]
    spot_factory: tuple[Amounts, ...]
    spot_life_support: tuple[Amounts, ...]
    spot_lab: tuple[Amounts, ...]
    special: tuple[str, ...]


class Building(Struct, frozen=True):
    """A building."""

    id: str
    number: int
    type: str
    vp: int
    mode: str
    worker: str = "any"
    cost: Amounts = {}
    effects: tuple[Effect, ...] = ()
    retrieve: str = "tired"
    motivated_workers: tuple[str, ...] = ()
    on_build: tuple[Effect, ...] = ()
    passive: tuple[Effect, ...] = ()
    endgame: tuple[Effect, ...] = ()
    range_value: int = 0
    alternative: dict[str, Any] = {}


class Exact(Struct, frozen=True):
    """A Breakthrough with shape and icon."""

    shape: str
    icon: str


class Superproject(Struct, frozen=True):
    """A Superproject."""

    id: str
    bga: int
    name: str
    vp: int
    cost: Amounts
    breakthrough_pair: tuple[str, str]
    mode: str
    breakthrough_exact: Exact | None = None
    worker: str = "any"
    action_cost: Amounts = {}
    effects: tuple[Effect, ...] = ()
    retrieve: str = "tired"
    on_build: tuple[Effect, ...] = ()
    passive: tuple[Effect, ...] = ()
    endgame: tuple[Effect, ...] = ()
    range_value: int = 0


class Components(Struct, frozen=True):
    """The parts of components.toml that the rules use."""

    counts: dict[str, int]
    die: tuple[Die, ...]
    player_count: tuple[PlayerCount, ...]
    space: tuple[SpaceRow, ...]
    trade: tuple[TradeLine, ...]
    recruit_bonus: tuple[RecruitBonus, ...]
    recruit_card: tuple[RecruitCard, ...]
    mine_card: tuple[MineCard, ...]
    warp_tile: tuple[WarpTile, ...]
    endgame_condition: tuple[EndgameCondition, ...]
    anomaly: Anomaly
    collapsing_tile: tuple[CollapsingTile, ...]
    path: tuple[PathRow, ...]
    evacuation: tuple[Evacuation, ...]
    evacuation_limits: EvacuationLimits
    leader: tuple[Leader, ...]
    player_board: tuple[Board, ...]
    salvation_b_lab3_code: dict[str, Amounts]
    building: tuple[Building, ...]
    superproject: tuple[Superproject, ...]
