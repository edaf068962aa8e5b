"""What can happen in Anachrony: chance (AN-8) and decisions (AN-7.0), in the terms of the rulebook.

Players are seats from 0. Spaces, tiles, Workers etc. are ids from the rulebook; a Breakthrough in a list is a
single id such as `shape_2/icon_5`. Parameters that a decision does not need are left out; "none" is null.
"""

from msgspec import Struct

from events.log.record import Event


class Payment(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How to pay a cost that leaves a choice (AN-6.4.2, AN-7.2.1); `tug`: Titanium, Uranium, Gold, one by one."""

    energy_core: int = 0
    water: int = 0
    neutronium: int = 0
    tug: tuple[str, ...] = ()


class PoweredSlot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Hex slot to power up, and how to pay for it if there is a choice (AN-6.4.2)."""

    slot: int
    pay: Payment | None = None


# ---- chance


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """AN-5.1: the first player."""

    player: int


class EndgameCards(Event, frozen=True, tag="endgame_cards"):
    """AN-5.2: the five Endgame Condition cards in play."""

    cards: tuple[str, ...]


class RevealSuperproject(Event, frozen=True, tag="reveal_superproject"):
    """AN-5.3, AN-6.2.2: the Superproject above the Timeline tile of an Era."""

    era: int
    superproject: str


class RevealBuilding(Event, frozen=True, tag="reveal_building"):
    """AN-5.4, AN-6.2.3, AN-7.3.3: the new top of the primary stack of a type."""

    type: str
    building: str


class AssignPath(Event, frozen=True, tag="assign_path"):
    """AN-5.5: a Path is dealt to a player."""

    player: int
    path: str


class AssignPathSide(Event, frozen=True, tag="assign_path_side"):
    """AN-5.6: the side of a player's Path board."""

    player: int
    side: str


class StartingBreakthrough(Event, frozen=True, tag="starting_breakthrough"):
    """AN-5.7: the Breakthrough that Progress starts with."""

    player: int
    shape: str
    icon: str


class DrawRecruitCard(Event, frozen=True, tag="draw_recruit_card"):
    """AN-6.2.5: the Recruit pool card of the Era."""

    card: str


class DrawMineCard(Event, frozen=True, tag="draw_mine_card"):
    """AN-6.2.6: the Mine pool card of the Era."""

    card: str


class RollParadox(Event, frozen=True, tag="roll_paradox"):
    """AN-6.3.5: the Paradox die of a player for the Timeline tile of an Era."""

    player: int
    era: int
    result: int


class RollResearchDie(Event, frozen=True, tag="roll_research_die"):
    """AN-7.3.15: the face of a research die, `die` = `shape` or `icon`."""

    die: str
    face: str


class RevealCollapsing(Event, frozen=True, tag="reveal_collapsing"):
    """AN-6.7.11: the Collapsing Capital tiles of an action, the first on space 1."""

    action: str
    tiles: tuple[str, ...]


class RandomResource(Event, frozen=True, tag="random_resource"):
    """AN-7.8.6: what Treasure Hunter Samira finds."""

    player: int
    resource: str


# ---- setup and the phases before the action


class ChoosePath(Event, frozen=True, tag="choose_path"):
    """AN-5.5: a player takes a Path."""

    path: str


class ChooseLeader(Event, frozen=True, tag="choose_leader"):
    """AN-5.8: one of the two leaders of the player's Path."""

    leader: str


class HydrocoreExchange(Event, frozen=True, tag="hydrocore_exchange"):
    """AN-7.8.4: Captain Wolfe exchanges Water and an Energy Core, `to_core` or `to_water`."""

    direction: str


class PowerUp(Event, frozen=True, tag="power_up"):
    """AN-6.4.2: the Hex slots that get a powered Exosuit."""

    slots: tuple[PoweredSlot, ...]


class ChooseWarp(Event, frozen=True, tag="choose_warp"):
    """AN-6.5.1: none, one or two Warp tiles, in secret."""

    tiles: tuple[str, ...]


# ---- turns


class PlaceWorker(Event, frozen=True, tag="place_worker"):
    """AN-7.2.1: a Worker is placed; `worker` is null only if an empty Exosuit can be placed (AN-7.8.7)."""

    space: str
    worker: str | None = None
    payment: Payment | None = None


class FreeAction(Event, frozen=True, tag="free_action"):
    """AN-7.2.4: a Free Action; the other parameters apply only to particular spaces."""

    space: str
    lost_worker: str | None = None
    mode: str | None = None
    worker: str | None = None
    worker_column: str | None = None


class Pass(Event, frozen=True, tag="pass"):
    """AN-6.6.4: no more turns in this Era."""


# ---- follow-ups of placements


class ConstructBuilding(Event, frozen=True, tag="construct_building"):
    """AN-7.3.2: the top tile of a pile of the `stack` of a type; `discount` by AN-7.3.4."""

    stack: str
    pile: str
    discount: tuple[str, ...] | None = None


class ConstructSuperproject(Event, frozen=True, tag="construct_superproject"):
    """AN-7.3.5: the Superproject above the Focus, on `column` and the next one of a row."""

    row: str
    column: int
    discount: tuple[str, ...] | None = None
    breakthroughs: tuple[str, ...] = ()
    worker_column: str | None = None


class RecruitWorker(Event, frozen=True, tag="recruit_worker"):
    """AN-7.3.9: a Worker of the pool; `bonus` and `bonus2` only for a Genius (AN-7.3.11, AN-7.3.23)."""

    worker: str
    bonus: str | None = None
    bonus2: str | None = None


class SetResearchDie(Event, frozen=True, tag="set_research_die"):
    """AN-7.3.13: the die to set, and its face."""

    die: str
    face: str


class SetSecondDie(Event, frozen=True, tag="set_second_die"):
    """AN-7.3.14: the face of the other die, or none to roll it."""

    face: str | None


class ChooseIcon(Event, frozen=True, tag="choose_icon"):
    """AN-7.3.16: the icon, if a question mark was rolled."""

    icon: str


class ChooseReroll(Event, frozen=True, tag="choose_reroll"):
    """AN-7.3.17: the die to roll again."""

    die: str


class CopyCapitalAction(Event, frozen=True, tag="copy_capital_action"):
    """AN-7.3.20, AN-7.7.9: the Capital Action to take; AN-16.50 j: with the Collapsing Capital tile of another suit."""

    action: str
    tile: str | None = None


class MineTake(Event, frozen=True, tag="mine_take"):
    """AN-7.4.1: a cube of the Mine pool; `drill` with the Tectonic Drill (AN-7.4.2)."""

    cube: str
    drill: str | None = None


class TradeGoods(Event, frozen=True, tag="trade_goods"):
    """AN-7.4.5: a line of the trade table in a direction, `a_to_b` or `b_to_a`; `tug` if two are paid or gained."""

    line: str
    direction: str
    tug: tuple[str, ...] = ()


class TimeTravel(Event, frozen=True, tag="time_travel"):
    """AN-7.6.3: the Era to which the Focus moves; none only for a second journey (AN-7.6.7)."""

    era: int | None


class RetrieveWarp(Event, frozen=True, tag="retrieve_warp"):
    """AN-7.6.4: the Warp tile to repay after a journey, or none."""

    tile: str | None


class ReturnWarp(Event, frozen=True, tag="return_warp"):
    """AN-7.6.9: the Warp tile to return unpaid, or none."""

    tile: str | None


class ChooseGain(Event, frozen=True, tag="choose_gain"):
    """AN-7.6.10: which of the gains, from 0; `tug` if units are chosen."""

    index: int = 0
    tug: tuple[str, ...] = ()


class CopyWorkerSpace(Event, frozen=True, tag="copy_worker_space"):
    """AN-7.7.17: the Worker space that Quantum Chameleon copies, and its owner."""

    owner: int
    space: str
    payment: Payment | None = None


class CloneWorker(Event, frozen=True, tag="clone_worker"):
    """AN-7.7.18: the type of the Worker that Cloning Vat makes."""

    worker: str


class Decline(Event, frozen=True, tag="decline"):
    """AN-7.0: an optional follow-up is declined."""


class ReturnParadox(Event, frozen=True, tag="return_paradox"):
    """AN-7.3.23: how many Paradox tokens are returned."""

    count: int


# ---- Anomalies, Clean Up


class AnomalyWarp(Event, frozen=True, tag="anomaly_warp"):
    """AN-7.1.12 (b): the Warp tile to return with an Anomaly, or none."""

    tile: str | None


class AnomalyOrBuilding(Event, frozen=True, tag="anomaly_or_building"):
    """AN-7.9.4: the building to lose, or none to take the Anomaly."""

    building: str | None


class PlaceAnomaly(Event, frozen=True, tag="place_anomaly"):
    """AN-7.1.12 (d): the spot of the Anomaly."""

    row: str
    column: int


class CleanUpAbility(Event, frozen=True, tag="clean_up_ability"):
    """AN-7.8: the ability of a leader in Clean Up.

    `worker`: Zaida; `first`, `second`: cubes of Samira; `use`: Cornella.
    """

    worker: str | None = None
    first: str | None = None
    second: str | None = None
    use: bool | None = None


type_of_event = (
    FirstPlayer
    | EndgameCards
    | RevealSuperproject
    | RevealBuilding
    | AssignPath
    | AssignPathSide
    | StartingBreakthrough
    | DrawRecruitCard
    | DrawMineCard
    | RollParadox
    | RollResearchDie
    | RevealCollapsing
    | RandomResource
    | ChoosePath
    | ChooseLeader
    | HydrocoreExchange
    | PowerUp
    | ChooseWarp
    | PlaceWorker
    | FreeAction
    | Pass
    | ConstructBuilding
    | ConstructSuperproject
    | RecruitWorker
    | SetResearchDie
    | SetSecondDie
    | ChooseIcon
    | ChooseReroll
    | CopyCapitalAction
    | MineTake
    | TradeGoods
    | TimeTravel
    | RetrieveWarp
    | ReturnWarp
    | ChooseGain
    | CopyWorkerSpace
    | CloneWorker
    | Decline
    | ReturnParadox
    | AnomalyWarp
    | AnomalyOrBuilding
    | PlaceAnomaly
    | CleanUpAbility
)
