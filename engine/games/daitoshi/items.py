"""What is awaited: the frames of a player's stack (DA-6.3), and the chance outcomes of the set-up.

The newest frame of a stack comes first. Frames derived from `Awaited` wait for an event: decisions of a phase,
questions asked by effects (DA-6.5), chance (seat None). The others are steps that follow by rule as soon as they are on
top.
"""

from msgspec import Struct

from engine.agenda import Awaited
from events.vocabulary.daitoshi import CommitInventions, Contribute, Electrify, Expand, Pick, Renovate, Trade
from events.vocabulary.daitoshi.effects import Choice, Convert, Effects, Optional, Pilgrim, Progress, Restore

ActionEvent = CommitInventions | Expand | Renovate | Electrify | Trade | Contribute


class Context(Struct, frozen=True, gc=False):
    """Where an effect comes from: its tags for the audit (DA-15.2), and what its references mean (DA-7.60).

    `city` is the one that `here` means, `slot` (building, floor) the one that `this` means, `hexes` those in an
    electrified tile's slots, `chain` the cities that activated one another, `depth` how deeply lists are nested.
    """

    source: str
    city: str | None = None
    slot: tuple[int, int] | None = None
    hexes: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    depth: int = 1


class Question(Awaited, frozen=True):
    """Base class of the questions that effects and forced steps ask (DA-6.5)."""


class Step(Struct, frozen=True, tag_field="awaits", gc=False):
    """Base class of the steps that need nobody's answer."""


# Chance of the set-up, in the order of DA-5.4 to DA-5.15.


class InnerTiles(Awaited, frozen=True, tag="inner_tiles"):
    """DA-5.4: the inner tiles."""


class Cities(Awaited, frozen=True, tag="cities"):
    """DA-5.5: the cities."""


class Market(Awaited, frozen=True, tag="market"):
    """DA-5.6: the first market."""


class MachineCard(Awaited, frozen=True, tag="machine"):
    """DA-5.7: the mega-machine board."""


class MachinePlace(Awaited, frozen=True, tag="machine_place"):
    """DA-5.8: the slice where the mega-machine starts."""


class University(Awaited, frozen=True, tag="university"):
    """DA-5.9: the stack of university inventions."""


class Upgrades(Awaited, frozen=True, tag="upgrades"):
    """DA-5.10: the upgrade tiles."""


class DealtBasics(Awaited, frozen=True, tag="basics_dealt"):
    """DA-5.12: the basic inventions dealt to the players."""


class DrawnBasics(Awaited, frozen=True, tag="basics_drawn"):
    """DA-5.13: the basic inventions to choose from."""


class BasicAsked(Question, frozen=True, tag="basic"):
    """DA-5.13: a player's choice from the drawn basic inventions."""


class Neutral(Awaited, frozen=True, tag="neutral"):
    """DA-5.15: the slice where the neutral magnate starts."""


# Chance during the game.


class DistrictDraw(Awaited, frozen=True, tag="district_tile"):
    """DA-7.44: the tile for a ring of a slice."""

    slice: int
    ring: str


class Refill(Awaited, frozen=True, tag="refill"):
    """DA-7.43: an invention of a quality comes to the market."""

    quality: str


class Declaration(Awaited, frozen=True, tag="declaration"):
    """DA-7.85: what an opaque effect gave to a player."""

    player: int
    context: Context


# Decisions of a phase (DA-6.1).


class TurnStart(Awaited, frozen=True, tag="turn_start"):
    """A production turn or a city turn."""


class Produce(Awaited, frozen=True, tag="produce"):
    """DA-6.11: a player's production."""


class Workers(Awaited, frozen=True, tag="workers"):
    """DA-7.34: the workers of a city turn."""


class Act(Awaited, frozen=True, tag="act"):
    """DA-7.40: the action of a city turn."""


class Window(Awaited, frozen=True, tag="window"):
    """DA-6.21: banners of a condition may be used."""

    condition: str


# Questions.


class ExploitAsked(Question, frozen=True, tag="exploit"):
    """DA-7.37: the land hex, and the order of the two hexes."""


class DepositAsked(Question, frozen=True, tag="deposit"):
    """DA-7.45: the hexes for a new tile."""

    slice: int
    ring: str


class KeepAsked(Question, frozen=True, tag="keep"):
    """DA-6.33, DA-7.87: the workers to keep."""


class TrackAsked(Question, frozen=True, tag="track"):
    """DA-7.69: the track of pilgrim steps."""

    effect: Pilgrim
    context: Context


class ColourAsked(Question, frozen=True, tag="colour"):
    """DA-7.62: the colour of a worker."""

    context: Context


class DiscardAsked(Question, frozen=True, tag="discard"):
    """DA-7.62: the worker to discard when one of `colour` is too many."""

    colour: str
    context: Context


class RestoreAsked(Question, frozen=True, tag="restore"):
    """DA-7.71: the hex to restore."""

    effect: Restore
    context: Context


class ConflictAsked(Question, frozen=True, tag="conflict"):
    """DA-7.72: the hex whose conflict reward is gained n times."""

    n: int
    context: Context


class ProgressAsked(Question, frozen=True, tag="progress"):
    """DA-7.70: the slot whose progress marker advances."""

    effect: Progress
    context: Context


class UpgradeAsked(Question, frozen=True, tag="upgrade"):
    """DA-7.79: the invention that moves to its high position."""

    context: Context


class ConvertAsked(Question, frozen=True, tag="convert"):
    """DA-7.73: whether to convert."""

    effect: Convert
    context: Context


class BannerAsked(Question, frozen=True, tag="banner"):
    """DA-7.74: the city for a banner."""

    context: Context


class ActivationAsked(Question, frozen=True, tag="activation"):
    """DA-7.75: the city to activate."""

    context: Context


class WorkshopAsked(Question, frozen=True, tag="workshop"):
    """DA-7.76: the workshop whose reward is gained."""

    context: Context


class OrderAsked(Question, frozen=True, tag="order"):
    """DA-7.77: the order of the mega-machine's items."""

    context: Context


class InventionAsked(Question, frozen=True, tag="invention"):
    """DA-7.78: an invention of the market."""

    quality: str
    context: Context


class OptionAsked(Question, frozen=True, tag="option"):
    """DA-7.83: one of several lists of effects."""

    effect: Choice
    context: Context


class OptionalAsked(Question, frozen=True, tag="optional"):
    """DA-7.84: whether to take effects."""

    effect: Optional
    context: Context


# Steps.


class Resolve(Step, frozen=True, tag="resolve"):
    """DA-6.3: the remaining effects of a list."""

    effects: Effects
    context: Context


class Activate(Step, frozen=True, tag="activate"):
    """DA-7.22: the inventions on these floors of a building; `then` are the floors whose markers advance (DA-7.24)."""

    building: int
    floors: tuple[int, ...]
    then: tuple[int, ...]


class Advance(Step, frozen=True, tag="advance"):
    """DA-7.24: the progress markers of these floors of a building."""

    building: int
    floors: tuple[int, ...]


class AdvanceAll(Step, frozen=True, tag="advance_all"):
    """DA-7.24: with `end_of_production`, the markers of everything that was activated."""


class MoveMarker(Step, frozen=True, tag="move_marker"):
    """DA-7.70: the remaining steps of a progress marker; `context` is that of what they give."""

    building: int
    floor: int
    steps: int
    context: Context


class LeaderPilgrims(Step, frozen=True, tag="leader_pilgrims"):
    """DA-7.26: the leader's pilgrim steps."""


class Exploit(Step, frozen=True, tag="exploit_step"):
    """DA-7.36: the operation of the inner tile."""


class Hex(Step, frozen=True, tag="hex"):
    """DA-7.36: a hex to be exploited, with its windows."""

    type: str


class TakeHex(Step, frozen=True, tag="take_hex"):
    """DA-7.38, DA-7.39: a hex to be taken."""

    type: str


class UseBanner(Step, frozen=True, tag="use_banner"):
    """DA-6.22: a banner used before an action."""

    city: str


class Execute(Step, frozen=True, tag="execute"):
    """DA-6.22: the action, after what comes before it."""

    event: ActionEvent


class Goal(Step, frozen=True, tag="goal"):
    """DA-6.23: the place at which an action would be executed; used only in trials."""


class Install(Step, frozen=True, tag="install"):
    """DA-7.43: the inventions to install."""

    picks: tuple[Pick, ...]


class TurnTile(Step, frozen=True, tag="turn_tile"):
    """DA-7.47: a tile is turned to its electrified side."""

    slice: int
    ring: str


class FillSlot(Step, frozen=True, tag="fill_slot"):
    """DA-7.49: a university invention arrives, and upgrades are unlocked."""

    building: int
    floor: int


class CleanUp(Step, frozen=True, tag="clean_up"):
    """DA-6.30: the end of a city turn."""


class Check(Step, frozen=True, tag="check"):
    """DA-6.32: the check for conflicts."""


SetupItem = (
    InnerTiles
    | Cities
    | Market
    | MachineCard
    | MachinePlace
    | University
    | Upgrades
    | DealtBasics
    | DrawnBasics
    | BasicAsked
    | Neutral
)
Frame = (
    DistrictDraw
    | Refill
    | Declaration
    | TurnStart
    | Produce
    | Workers
    | Act
    | Window
    | ExploitAsked
    | DepositAsked
    | KeepAsked
    | TrackAsked
    | ColourAsked
    | DiscardAsked
    | RestoreAsked
    | ConflictAsked
    | ProgressAsked
    | UpgradeAsked
    | ConvertAsked
    | BannerAsked
    | ActivationAsked
    | WorkshopAsked
    | OrderAsked
    | InventionAsked
    | OptionAsked
    | OptionalAsked
    | Resolve
    | Activate
    | Advance
    | AdvanceAll
    | MoveMarker
    | LeaderPilgrims
    | Exploit
    | Hex
    | TakeHex
    | UseBanner
    | Execute
    | Goal
    | Install
    | TurnTile
    | FillSlot
    | CleanUp
    | Check
)
