"""The position: section 4 of the rulebook.

A die is a sorted list of six face ids (DF-3.5). Supplies are tables from id to count.
"""

from typing import TypeVar

from msgspec import Struct

from engine.games.dice_forge.components import CARD_SPACES, GOLD, MOON, START, SUN
from engine.games.dice_forge.items import Item, Queued
from engine.games.dice_forge.options import Options

I = TypeVar("I", bound=Item)  # noqa: E741  # an item
_GOLD_CAP, _SUN_CAP, _MOON_CAP = GOLD.cap, SUN.cap, MOON.cap
_GOLD_CHEST, _SUN_CHEST, _MOON_CHEST = GOLD.chest, SUN.chest, MOON.chest


class Player(Struct):
    """DF-4.2: a player; `up` holds the faces showing on the player's own dice, empty before the first roll.

    `vp` is the glory, from the scoring on including that of the cards (DF-10.2); `hammer` is the position on the track;
    `cerberus` and `triton` are tokens; `lost_...` is what exceeded the caps (DF-6.70).
    """

    seat: int
    dice: list[list[str]]
    gold: int = 0
    sun: int = 0
    moon: int = 0
    vp: int = 0
    chests: int = 0
    hammers: int = 0
    hammer: int = 0
    cerberus: int = 0
    triton: int = 0
    hero: str = START
    cards: list[str] = []
    used: list[int] = []
    discard: list[str] = []
    up: list[str] = []
    lost_gold: int = 0
    lost_sun: int = 0
    lost_moon: int = 0
    quit: bool = False

    @property
    def forged(self) -> int:
        """DF-4.5: the number of faces this player has forged, which is that of the faces in the discard."""
        return len(self.discard)

    @property
    def gold_cap(self) -> int:
        """DF-4.3: the limit of gold in the reserve."""
        return _GOLD_CAP + _GOLD_CHEST * self.chests

    @property
    def sun_cap(self) -> int:
        """DF-4.3: the limit of sun in the reserve."""
        return _SUN_CAP + _SUN_CHEST * self.chests

    @property
    def moon_cap(self) -> int:
        """DF-4.3: the limit of moon in the reserve."""
        return _MOON_CAP + _MOON_CHEST * self.chests

    @property
    def hammer_room(self) -> int:
        """DF-4.6: the spaces left on all of the player's hammers."""
        return CARD_SPACES * self.hammers - self.hammer


class Receiver(Struct, gc=False):
    """One receiver of a blessing and the outcome of the dice: DF-6.30 to DF-6.51.

    `rolled`, `faces` (after the copies; empty: no effect), `factors` and `given` (resource types) have one item per die
    of the instance, the last three once the faces are being resolved. `answered`: one of the faces was (DF-6.63);
    `paid_twice` is DF-12.20, `gold_only` DF-12.23. `shield_first`: a shield was put before the ship (DF-6.37).
    `repeated`: a Cerberus token was used (DF-6.50).
    """

    rolled: list[str]
    faces: list[str] = []
    factors: list[int] = []
    given: list[list[str]] = []
    answered: bool = False
    paid_twice: bool = False
    gold_only: bool = False
    shield_first: bool = False
    repeated: bool = False

    def begin(self) -> None:
        """The faces as rolled; nothing is multiplied, given or answered yet."""
        self.faces = self.rolled.copy()
        self.answered = self.paid_twice = self.gold_only = self.shield_first = False
        if len(self.rolled) > 1:
            self.factors, self.given = [1, 1], [[], []]
        else:
            self.factors, self.given = [1], [[]]

    def place(self, die: int) -> int:
        """The place in these lists of the die with this number."""
        return die - 1 if len(self.rolled) > 1 else 0


class Blessing(Struct, gc=False):
    """A running blessing instance: DF-6.22; `die` is 0 for both dice.

    `receivers` has one item per seat, null for those who receive nothing or have not rolled; `strict` is DF-6.65;
    `holder` is the seat that goes on answering in strict order (DF-12.38), or -1.
    """

    cause: str
    kind: str
    die: int
    receivers: list[Receiver | None]
    strict: bool = False
    holder: int = -1


class State(Struct):
    """DF-4.1: the position; `order` is the turn order from the turn player; for `agenda` and `queues`, see items.py.

    `card` is the card whose feat is being performed; `undrafted` lists the slots still to be drafted; `conflict`:
    whether a blessing of this turn had one (DF-6.64, DF-12.29); `boars_owed`: boars whose reward is still due to their
    owners (DF-12.31). `open_pools` are pools of which only the number of faces left is known (DF-5.5): their kinds
    count 1 while they may be there.
    """

    options: Options
    players: list[Player]
    order: list[int]
    rounds: int
    sanctuary: dict[str, int]
    gardens: dict[str, int]
    removed: dict[str, int]
    open_pools: dict[int, int]
    slots: dict[str, list[str]]
    groups: dict[str, str]
    agenda: list[Item]
    queues: list[list[Queued]]
    undrafted: list[str]
    drafted: int = 0
    round: int = 0
    turn_player: int = 0
    blessing_index: int = 0
    action_index: int = 0
    extra_taken: bool = False
    offering: list[str] = []
    seagull_pending: int = 0
    dice_shifted: bool = False
    blessing: Blessing | None = None
    card: str = ""
    conflict: bool = False
    boars_owed: list[str] = []

    @property
    def newest(self) -> Item | None:
        """What is next; None when the game is over."""
        return self.agenda[-1] if self.agenda else None

    def next(self, kind: type[I]) -> I:
        """What is next, which is known to be of this kind."""
        item = self.agenda[-1]
        assert isinstance(item, kind), item
        return item

    @property
    def step(self) -> str:
        """The step of the turn, or of the setup; `finished` when the game is over."""
        return str(self.agenda[0].__struct_config__.tag) if self.agenda else "finished"
