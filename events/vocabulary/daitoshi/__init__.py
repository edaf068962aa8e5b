"""What can happen in Daitoshi: the decisions of DA-7.3 and the chance outcomes of DA-8.1.

The player of a decision is the record's actor; chance outcomes have none. Slices are 0 to 4, clockwise; rings are
`inner`, `middle`, `outer`; tiles, colours and hex types are named by their ids. `effects` are those of DA-7.60 ff.
"""

from typing import Any

from msgspec import Struct

from events.log.record import Event
from events.vocabulary.daitoshi.effects import Effects

Definitions = dict[str, dict[str, Any]]


class Revealing(Event, frozen=True):
    """Base class of chance outcomes that name tiles; in open games `defs` defines those that appear first (DA-8.2)."""

    defs: Definitions | None = None


class InnerTilesPlaced(Revealing, frozen=True, kw_only=True, tag="inner_tiles_placed"):
    """DA-5.4: the inner tiles of slices 0 to 4."""

    tiles: tuple[str, ...]


class CitiesDrawn(Revealing, frozen=True, kw_only=True, tag="cities_drawn"):
    """DA-5.5: the cities in play, left to right."""

    tiles: tuple[str, ...]


class MarketDrawn(Revealing, frozen=True, kw_only=True, tag="market_drawn"):
    """DA-5.6: the first market."""

    ordinary: tuple[str, ...]
    innovative: tuple[str, ...]
    brilliant: tuple[str, ...]


class MachineDrawn(Revealing, frozen=True, kw_only=True, tag="machine_drawn"):
    """DA-5.7: the mega-machine board."""

    machine: str


class MachinePlaced(Event, frozen=True, tag="machine_placed"):
    """DA-5.8: the slice where the mega-machine starts."""

    slice: int


class UniversityStacked(Revealing, frozen=True, kw_only=True, tag="university_stacked"):
    """DA-5.9: the university inventions of the board, top first."""

    tiles: tuple[str, ...]


class UpgradesPlaced(Revealing, frozen=True, kw_only=True, tag="upgrades_placed"):
    """DA-5.10: the upgrade tiles on upgrade spaces 0, 1, 2."""

    tiles: tuple[str, ...]


class BasicsDealt(Revealing, frozen=True, kw_only=True, tag="basics_dealt"):
    """DA-5.12: a basic invention for each player, in turn order."""

    tiles: tuple[str, ...]


class BasicsDrawn(Revealing, frozen=True, kw_only=True, tag="basics_drawn"):
    """DA-5.13: the basic inventions to choose from."""

    tiles: tuple[str, ...]


class NeutralPlaced(Event, frozen=True, tag="neutral_placed"):
    """DA-5.15: the slice where the neutral magnate starts."""

    slice: int


class DistrictTileDrawn(Revealing, frozen=True, kw_only=True, tag="district_tile_drawn"):
    """DA-7.44: the tile of an expanded district."""

    ring: str
    tile: str


class MarketRefilled(Revealing, frozen=True, kw_only=True, tag="market_refilled"):
    """DA-7.43: an invention that enters the market."""

    quality: str
    tile: str


class EffectDeclared(Event, frozen=True, tag="effect_declared"):
    """DA-7.85: what a player (a seat) gained from an effect whose text is unknown."""

    player: int
    effects: Effects


class ChooseBasic(Event, frozen=True, tag="choose_basic"):
    """DA-5.13: a player's basic invention."""

    tile: str


class LeadProduction(Event, frozen=True, tag="lead_production"):
    """DA-7.10: a production turn."""


class MoveMagnate(Event, frozen=True, tag="move_magnate"):
    """DA-7.30: a city turn: a number of steps clockwise, to the space `left`, `centre` or `right`."""

    steps: int
    space: str


class UseGrant(Event, frozen=True, tag="use_grant"):
    """DA-7.20: activations of this production turn are free."""


class ActivateBuilding(Event, frozen=True, tag="activate_building"):
    """DA-7.21: the inventions of a building, in the given order (of floors); ascending by default."""

    building: int
    order: tuple[int, ...] | None = None
    advance_order: tuple[int, ...] | None = None


class FinishProduction(Event, frozen=True, tag="finish_production"):
    """DA-7.25: no more production this turn."""


class PlaceWorker(Event, frozen=True, tag="place_worker"):
    """DA-7.34: a worker to the workshop of a ring, or of the `machine`."""

    colour: str
    workshop: str


class EndWorkers(Event, frozen=True, tag="end_workers"):
    """DA-7.35: no more workers this turn."""


class ChooseExploit(Event, frozen=True, tag="choose_exploit"):
    """DA-7.37: the land hex of the Town Hall's operation, and which is taken first, `river` or `land`."""

    land: str | None
    first: str


class Pick(Struct, frozen=True, forbid_unknown_fields=True):
    """An invention of the market, and the building for it."""

    tile: str
    building: int


class Action(Event, frozen=True, kw_only=True):
    """Base class of the actions: `before` lists the cities whose banners are used first (DA-6.22)."""

    before: tuple[str, ...] = ()


class CommitInventions(Action, frozen=True, kw_only=True, tag="commit_inventions"):
    """DA-7.42: one or two inventions of the market."""

    picks: tuple[Pick, ...]
    pay_wealth: int | None = None


class Expand(Action, frozen=True, kw_only=True, tag="expand"):
    """DA-7.44: a middle or outer tile for a slice."""

    slice: int
    ring: str
    pay_wealth: int | None = None


class DepositHexes(Event, frozen=True, tag="deposit_hexes"):
    """DA-7.45: the hexes that go to the new tile's slots, in their order."""

    hexes: tuple[str, ...]


class Renovate(Action, frozen=True, kw_only=True, tag="renovate"):
    """DA-7.46: a hex of the record is restored for its conflict reward."""

    hex: str
    pay_wealth: int | None = None


class Electrify(Action, frozen=True, kw_only=True, tag="electrify"):
    """DA-7.47: a tile of the city is electrified."""

    slice: int
    ring: str
    pay_wealth: int | None = None


class Trade(Action, frozen=True, kw_only=True, tag="trade"):
    """DA-7.48: 1 to 5 luxury goods to a city."""

    city: str
    goods: int
    pay_wealth: int | None = None


class Contribute(Action, frozen=True, kw_only=True, tag="contribute"):
    """DA-7.49: an invention to a space of the mega-machine; `wealth_for`: resources paid with wealth."""

    building: int
    floor: int
    space: int
    wealth_for: tuple[str, ...] | None = None


class SkipAction(Event, frozen=True, tag="skip_action"):
    """DA-7.41: no action this turn."""


class UsePartnership(Event, frozen=True, tag="use_partnership"):
    """DA-7.51: use a banner."""

    city: str


class DeclinePartnership(Event, frozen=True, tag="decline_partnership"):
    """DA-7.51: no more banners in this window."""


class KeepWorkers(Event, frozen=True, tag="keep_workers"):
    """DA-7.87: the two workers to keep."""

    keep: tuple[str, ...]


class ChooseTrack(Event, frozen=True, tag="choose_track"):
    """DA-7.69: the track of pilgrim steps; null stops."""

    track: str | None
    steps: int = 1


class ChooseColour(Event, frozen=True, tag="choose_colour"):
    """DA-7.62: the colour of a worker gained."""

    colour: str


class DiscardWorker(Event, frozen=True, tag="discard_worker"):
    """DA-7.62: the colour of the worker that leaves, one held or the new one."""

    colour: str


class ChooseHex(Event, frozen=True, tag="choose_hex"):
    """DA-7.71, DA-7.72: a hex of the record."""

    hex: str


class ChooseSlot(Event, frozen=True, tag="choose_slot"):
    """DA-7.70, DA-7.79: an invention space; a null building stops."""

    building: int | None
    floor: int | None = None


class ChooseConvert(Event, frozen=True, tag="choose_convert"):
    """DA-7.73: whether to convert, and how many units are paid with wealth."""

    accept: bool
    pay_wealth: int | None = None


class ChooseCity(Event, frozen=True, tag="choose_city"):
    """DA-7.74, DA-7.75: a city in play."""

    city: str


class ChooseWorkshop(Event, frozen=True, tag="choose_workshop"):
    """DA-7.76: the ring of a tile of the current district."""

    ring: str


class ChooseOrder(Event, frozen=True, tag="choose_order"):
    """DA-7.77: the order of the mega-machine's items: `base` and the spaces of unlocked upgrades."""

    order: tuple[str | int, ...]


class ChooseInvention(Event, frozen=True, tag="choose_invention"):
    """DA-7.78: an invention of the market."""

    tile: str


class ChooseOption(Event, frozen=True, tag="choose_option"):
    """DA-7.83: the index of the list to gain."""

    index: int


class ChooseOptional(Event, frozen=True, tag="choose_optional"):
    """DA-7.84: whether to take the effects."""

    accept: bool


type_of_event = (
    InnerTilesPlaced
    | CitiesDrawn
    | MarketDrawn
    | MachineDrawn
    | MachinePlaced
    | UniversityStacked
    | UpgradesPlaced
    | BasicsDealt
    | BasicsDrawn
    | NeutralPlaced
    | DistrictTileDrawn
    | MarketRefilled
    | EffectDeclared
    | ChooseBasic
    | LeadProduction
    | MoveMagnate
    | UseGrant
    | ActivateBuilding
    | FinishProduction
    | PlaceWorker
    | EndWorkers
    | ChooseExploit
    | CommitInventions
    | Expand
    | DepositHexes
    | Renovate
    | Electrify
    | Trade
    | Contribute
    | SkipAction
    | UsePartnership
    | DeclinePartnership
    | KeepWorkers
    | ChooseTrack
    | ChooseColour
    | DiscardWorker
    | ChooseHex
    | ChooseSlot
    | ChooseConvert
    | ChooseCity
    | ChooseWorkshop
    | ChooseOrder
    | ChooseInvention
    | ChooseOption
    | ChooseOptional
)
