"""The component tables of components.toml, read once into frozen Structs.

Resources are named as in that file: coin, worker, priest, power, vp, key, spade, the four cults, cult_choice, favor,
bridge, ship_step, carpet_range. A cost or a gain is a table from resource to number.
"""

from functools import cached_property
from typing import Any

from msgspec import Struct

from engine.components import by_id, read_components

Amounts = dict[str, int]


class Terrain(Struct, frozen=True):
    """A kind of hex; `wheel` is its place on the transformation cycle (TM-3.4.10), -1 for those that are not on it."""

    id: str
    wheel: int
    letter: str
    color: str
    snellman: str


class Building(Struct, frozen=True):
    """A kind of structure: TM-3.2, TM-3.3.1. `town_count`: how many structures it counts as in a town."""

    id: str
    snellman: str
    power_value: int
    supply: int
    town_count: int
    upgrade_from: str


class Conversion(Struct, frozen=True):
    """A rate of TM-7.1.2; `factions` is empty for a rate that is open to everybody."""

    give: str
    give_n: int
    get: str
    get_n: int
    factions: list[str]


class Action(Struct, frozen=True):
    """A power action (TM-7.7) or a special action (TM-7.6)."""

    id: str
    snellman: str
    cost: Amounts
    gain: Amounts
    faction: str = ""
    source: str = ""
    once_per_round: bool = True


class FavorTile(Struct, frozen=True):
    """A favor tile: TM-7.11.1."""

    id: str
    snellman: str
    count: int
    gain: Amounts
    income: Amounts = {}
    action: str = ""
    build_vp: Amounts = {}
    pass_vp: dict[str, list[int]] = {}
    town_power: int = 0


class TownTile(Struct, frozen=True):
    """A town tile: TM-7.11.2. `option` names the option that brings it into the game."""

    id: str
    snellman: str
    count: int
    keys: int
    gain: Amounts
    option: str


class BonusCard(Struct, frozen=True):
    """A bonus card: TM-7.10. `pass_vp`: what is counted -> VP for each number of it."""

    id: str
    snellman: str
    income: Amounts
    option: str
    action: str = ""
    shipping: int = 0
    pass_vp: dict[str, list[int]] = {}


class Measure(Struct, frozen=True):
    """What the bonus of a scoring tile counts, and how many make one bonus: TM-6.7.1."""

    measure: str
    every: int


class ScoringTile(Struct, frozen=True):
    """A scoring tile: VP during the action phase (TM-7.13), bonus in phase 3 (TM-6.7.1)."""

    id: str
    snellman: str
    vp: Amounts
    bonus_per: Measure
    bonus: Amounts
    not_in_rounds: list[int]
    option: str


class ShippingTrack(Struct, frozen=True):
    """A faction's shipping track: TM-7.5.1. `vp[k]` is for the k-th step of the track."""

    start: int
    max: int
    cost: Amounts
    vp: list[int]


class ExchangeTrack(Struct, frozen=True):
    """A faction's exchange track: what a spade costs (TM-7.2.1) and what a step costs and gives (TM-7.5.2)."""

    pay: str
    rate: list[int]
    max: int
    cost: Amounts
    vp: int
    dig_vp: int = 0
    rate_home: list[int] = []


class Flight(Struct, frozen=True):
    """Tunneling or carpet flight: TM-6.3.4 to TM-6.3.6. `range` is the number of hexes that are skipped."""

    range: int
    cost: Amounts
    vp: int
    max: int = 1
    cost_with_stronghold: Amounts = {}


class FactionBuilding(Struct, frozen=True):
    """A structure on a faction board: its cost, income by number on the board, and one-time gains."""

    cost: Amounts
    income: dict[str, list[int]]
    alone_extra_coin: int = 0
    favors: int = 0
    gain: Amounts = {}
    action: str = ""
    on_spade: Amounts = {}
    ordination_max: int = 0
    pass_vp_per_bridge: int = 0
    pass_vp: dict[str, list[int]] = {}
    reuse_blocked_power_actions: bool = False
    gain_tokens_per_player: int = 0
    priest_cult_bonus: int = 0
    actions: list[str] = []


class Reaction(Struct, frozen=True):
    """What a faction gets when its neighbours take or refuse the power it offers: TM-7.12.8."""

    any_taken: Amounts
    all_declined: Amounts


class Faction(Struct, frozen=True, dict=True):
    """A faction: section 7.17 of the rulebook."""

    id: str
    name: str
    snellman: str
    set: str
    home: str
    board: str
    start: Amounts
    power: tuple[int, int, int]
    cult: Amounts
    shipping: ShippingTrack
    exchange: ExchangeTrack
    dwelling: FactionBuilding
    trading_house: FactionBuilding
    temple: FactionBuilding
    stronghold: FactionBuilding
    sanctuary: FactionBuilding
    start_dwellings: int = 2
    action: str = ""
    on_town: Amounts = {}
    on_spade: Amounts = {}
    on_leech: Reaction | None = None
    tunnel: Flight | None = None
    carpet: Flight | None = None
    ability: str = ""
    final_coin_rate: int = 3
    start_favors: int = 0
    power_action_discount: int = 0
    power_value_override: Amounts = {}
    priest_limit_start: int = 0
    unlock_cost: Amounts = {}
    shapeshift_cost: int = 5
    shapeshift_vp: int = 0
    shapeshift_limit: str = ""
    buys_token: bool = True

    @cached_property
    def income(self) -> tuple[tuple[str, str, list[int]], ...]:
        """TM-6.2.3: what structures bring: (kind of structure, what it brings, how much by their number)."""
        return tuple((kind, *each) for kind in BUILDINGS for each in self.building(kind).income.items())

    def building(self, kind: str) -> FactionBuilding:
        """The column for a kind of structure."""
        column: FactionBuilding = getattr(self, kind)
        return column

    @property
    def flight(self) -> Flight | None:
        """The faction's tunneling or carpet flight."""
        return self.tunnel or self.carpet


class FactionVariant(Struct, frozen=True):
    """TM-16.7: how an older edition of a faction differs; `snellman` is the option that names the edition."""

    faction: str
    snellman: str
    changes: dict[str, Any]


class Landscape(Struct, frozen=True):
    """A landscape: TM-7.14. `requires` are the structures that must stand when it is placed (TM-7.14.6)."""

    id: str
    faction: str
    name: str
    power_value: int
    requires: list[str]
    effect: dict[str, Any]


class IntroGame(Struct, frozen=True):
    """The factions of the introductory game: TM-5.3.5."""

    players: int
    factions: list[str]


class StartingVp(Struct, frozen=True):
    """A table of starting victory points: TM-5.4.2."""

    id: str
    maps: list[str]
    default: int
    vp: Amounts


class Map(Struct, frozen=True):
    """A map: rows of letters (TM-3.4.1) and its ids on the site whose ledgers are read."""

    id: str
    name: str
    first_row_index: int
    rows: list[str]
    bridges: list[str]
    snellman_ids: list[str]


class SiteOption(Struct, frozen=True):
    """An option line of a ledger and the option of TM-1.3 it sets: TM-17.6."""

    option: str
    value: str
    name: str = ""


class CultTrack(Struct, frozen=True):
    """The cult tracks: TM-6.9.2, TM-10.3."""

    top: int
    power_at: dict[str, int]
    final_vp: list[int]


class Cult(Struct, frozen=True):
    """A cult and its order spaces: TM-7.9."""

    id: str
    snellman: str
    order_spaces: list[int]


class FinalScoring(Struct, frozen=True):
    """A final scoring: TM-10.4, TM-10.5."""

    id: str
    snellman: str
    vp: list[int]
    option: str = ""


class Game(Struct, frozen=True):
    """The limits of the common supply: TM-3.1, TM-3.2."""

    players_min: int
    players_max: int
    rounds: int
    priest_limit: int
    bridge_limit: int
    power_tokens: int
    cult_space_top: int
    town_power: int
    town_structures: int
    bonus_cards_extra: int


class Components(Struct, frozen=True):
    """The parts of components.toml that the rules use."""

    game: Game
    terrain: list[Terrain]
    cult: list[Cult]
    cult_track: CultTrack
    building: list[Building]
    conversion: list[Conversion]
    power_action: list[Action]
    special_action: list[Action]
    favor_tile: list[FavorTile]
    town_tile: list[TownTile]
    bonus_card: list[BonusCard]
    scoring_tile: list[ScoringTile]
    final_scoring: list[FinalScoring]
    faction: list[Faction]
    faction_variant: list[FactionVariant]
    landscape: list[Landscape]
    intro_game: list[IntroGame]
    starting_vp: list[StartingVp]
    map: list[Map]
    site_option: list[SiteOption]
    site_default: list[SiteOption]


COMPONENTS = read_components("terra_mystica", Components)
GAME = COMPONENTS.game
CULTS = tuple(cult.id for cult in COMPONENTS.cult)
WHEEL_SIZE = sum(terrain.wheel >= 0 for terrain in COMPONENTS.terrain)
TERRAINS = tuple(terrain.id for terrain in COMPONENTS.terrain if terrain.wheel >= 0 or not terrain.letter)
ICE, VOLCANO = TERRAINS.index("ice"), TERRAINS.index("volcano")
VOLCANO_BOARD = "volcano_board"
WHEEL = {terrain.id: terrain.wheel for terrain in COMPONENTS.terrain if terrain.wheel >= 0}
BUILDINGS = by_id(COMPONENTS.building)
LANDSCAPE = "landscape"
LANDSCAPES = {landscape.faction: landscape for landscape in COMPONENTS.landscape}
POWER_VALUE = {building.id: building.power_value for building in COMPONENTS.building} | {
    LANDSCAPE: COMPONENTS.landscape[0].power_value
}
TOWN_COUNT = {building.id: building.town_count for building in COMPONENTS.building} | {LANDSCAPE: 1}
POWER_ACTIONS = by_id(COMPONENTS.power_action)
SPECIAL_ACTIONS = by_id(COMPONENTS.special_action)
FAVOR_TILES = by_id(COMPONENTS.favor_tile)
TOWN_TILES = by_id(COMPONENTS.town_tile)
BONUS_CARDS = by_id(COMPONENTS.bonus_card)
SCORING_TILES = by_id(COMPONENTS.scoring_tile)
FACTIONS = by_id(COMPONENTS.faction)
PLAYTESTS = tuple(
    dict.fromkeys(
        each.snellman.removeprefix("faction-variant ")
        for each in COMPONENTS.faction_variant
        if each.snellman.startswith("faction-variant ")
    )
)
MAPS = by_id(COMPONENTS.map)
POWER_AT = {int(space): power for space, power in COMPONENTS.cult_track.power_at.items()}
TOP = GAME.cult_space_top
POWER_UP_TO = [sum(power for at, power in POWER_AT.items() if at <= space) for space in range(TOP + 1)]
"""For each space of a cult track, the total power of all spaces up to it."""
