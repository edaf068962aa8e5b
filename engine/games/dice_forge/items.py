"""What is still to come, as tagged Structs: the agenda of the table and the queues of the players.

The agenda is a stack. At its bottom is the step of the turn, and above it whatever the step has brought about; the
newest item is next. It waits for a player or for chance (`Awaited`), or is done by rule (`Due`: flow.py). While a
blessing is being resolved, each player also has a queue, of which only the head can be answered (section 6C:
queues.py).
"""

from msgspec import Struct

from engine.agenda import Awaited

NOBODY = -1


class Due(Struct, frozen=True, tag_field="awaits"):
    """Base class of items that are done by rule as soon as they are the newest."""


# The steps: DF-6.2, DF-9.3. Their tags are the names of the steps.


class Setup(Due, frozen=True, tag="setup"):
    """Sanctuary and slots are filled: DF-5.13."""


class Draft(Due, frozen=True, tag="draft"):
    """The slots are drafted: DF-5.10."""


class Blessings(Due, frozen=True, tag="blessing"):
    """Step 1: the blessings are stacked above: DF-6.6."""


class Reinforcement(Awaited, frozen=True, tag="reinforcement"):
    """Step 2: cards are used: DF-6.11."""


class Action(Awaited, frozen=True, tag="action"):
    """Step 3: faces are forged, a feat performed, or neither: DF-6.12."""


class ExtraOffer(Awaited, frozen=True, tag="extra_offer"):
    """Step 4: a second action is on offer: DF-6.14."""


class TurnEnd(Due, frozen=True, tag="turn_end"):
    """The turn is over: DF-6.16. Done between events."""


class NextTurn(Due, frozen=True, tag="next_turn"):
    """The next turn begins, or the scoring. Done between events."""


# Chance: section 8.


class PoolReduction(Awaited, frozen=True, tag="pool_reduction"):
    """Faces are removed from a pool: DF-8.5."""

    pool: int


class GroupReveal(Awaited, frozen=True, tag="group_reveal"):
    """The group of a slot is revealed: DF-8.6."""

    slot: str


class SlotDraw(Awaited, frozen=True, tag="slot_draw"):
    """The next slot of the draft is drawn: DF-8.7."""


class Roll(Awaited, frozen=True, tag="roll"):
    """A player's roll in the running blessing: DF-8.10."""

    player: int


# Decisions outside the queues: section 7B and DF-6.61.


class CardDraft(Awaited, frozen=True, tag="draft_card"):
    """A group for a slot: DF-7.10."""

    slot: str


class SatyrFaces(Awaited, frozen=True, tag="choose_satyr_faces"):
    """Two faces of the others: DF-7.70."""


class BlessingDie(Awaited, frozen=True, tag="choose_blessing_die"):
    """The die of Sphinx or Cyclops: DF-7.52."""


class GoldSplit(Awaited, frozen=True, tag="allocate_gold"):
    """The gold of the Wild Spirits: DF-7.54."""


class BearerChoice(Awaited, frozen=True, tag="choose_bearer"):
    """The choice of who must bear the boar: DF-7.53."""


class GrantedForge(Awaited, frozen=True, tag="forge_granted"):
    """The face that a card grants or imposes: DF-7.50, DF-7.51."""


DECISIONS = CardDraft | SatyrFaces | BlessingDie | GoldSplit | BearerChoice | GrantedForge
"""The draft, and the decisions that belong to no queue: DF-6.61."""


class Token(Awaited, frozen=True, tag="use_triton"):
    """A Triton token may be used while something else waits for its owner: DF-7.60."""


# What follows by rule.


class Bless(Due, frozen=True, tag="bless"):
    """A blessing instance begins: DF-6.22; `player` is the only roller, and `die` the only die, if given."""

    cause: str
    player: int = NOBODY
    die: int = 0


class Resolving(Due, frozen=True, tag="resolving"):
    """The running blessing is resolved, until all queues are empty: DF-6.52."""


class TakeCard(Due, frozen=True, tag="take_card"):
    """The card of the feat is taken: DF-7.34 (4)."""


class CardEffects(Due, frozen=True, tag="card_effects"):
    """Its instant effects: DF-7.34 (5)."""


Step = Setup | Draft | Blessings | Reinforcement | Action | ExtraOffer | TurnEnd | NextTurn
Chance = PoolReduction | GroupReveal | SlotDraw | Roll
Item = Step | Chance | DECISIONS | Bless | Resolving | TakeCard | CardEffects
"""An item of the agenda."""


# The queue of a player: DF-6.60, in the order of its classes. `die` is the number of the die, as in the events.


class Copy(Awaited, frozen=True, tag="copy"):
    """Class 1: a mirror copies."""

    die: int


class FirstDie(Awaited, frozen=True, tag="first_die"):
    """Class 2: whether the ship or the gold comes first."""


class Face(Awaited, frozen=True, tag="face"):
    """Class 3: an ordinary face. `open`: it has been tested with the others and awaits an answer (DF-6.38)."""

    die: int
    open: bool = False


class Shield(Awaited, frozen=True, tag="shield"):
    """Class 4: a shield."""

    die: int


class Reward(Awaited, frozen=True, tag="reward"):
    """Class 5: the reward of a boar."""

    color: str


class Ship(Awaited, frozen=True, tag="ship"):
    """Class 6, or before class 3 if it was put first. `open`: it has been tested and awaits an answer (DF-6.48)."""

    die: int
    open: bool = False


class Repeat(Awaited, frozen=True, tag="repeat"):
    """Class 7: a Cerberus token."""


Queued = Copy | FirstDie | Face | Shield | Reward | Ship | Repeat
"""An item of a queue."""
