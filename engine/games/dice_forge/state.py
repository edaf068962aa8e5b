"""The position: section 4 of the rulebook.

A die is a sorted list of six face ids (DF-3.5). Supplies are tables id -> count.
"""

from msgspec import Struct

from engine.games.dice_forge.components import CARD_SPACES, GOLD, MOON, START, SUN
from engine.games.dice_forge.options import Options

NOBODY = -1

_GOLD_CAP, _SUN_CAP, _MOON_CAP = GOLD.cap, SUN.cap, MOON.cap
_GOLD_CHEST, _SUN_CHEST, _MOON_CHEST = GOLD.chest, SUN.chest, MOON.chest

# DF-6.60: the stages of a receiver's resolution, in the order of the classes of items.
COPIES, FIRST_DIE, FIRST_SHIP, FACE_ITEMS, SHIELDS, SHIPS, CERBERUS, DONE = range(1, 9)


class Player(Struct):
    """DF-4.2. `up` holds the faces showing on the player's own dice, empty before the first roll.

    `lost_...` is what the caps have cut off (DF-6.70); `card_glory` is there once the cards are counted (DF-10.2).
    """

    seat: int
    dice: list[list[str]]
    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    chests: int = 0
    hammers: int = 0
    hammer_position: int = 0
    cerberus_tokens: int = 0
    triton_tokens: int = 0
    hero: str = START
    cards: list[str] = []
    used: list[int] = []
    discard: list[str] = []
    up: list[str] = []
    lost_gold: int = 0
    lost_sun: int = 0
    lost_moon: int = 0
    card_glory: int = 0
    quit: bool = False

    @property
    def forged(self) -> int:
        """DF-4.5: the faces this player has forged are those in the discard."""
        return len(self.discard)

    @property
    def gold_cap(self) -> int:
        """DF-4.3."""
        return _GOLD_CAP + _GOLD_CHEST * self.chests

    @property
    def sun_cap(self) -> int:
        """DF-4.3."""
        return _SUN_CAP + _SUN_CHEST * self.chests

    @property
    def moon_cap(self) -> int:
        """DF-4.3."""
        return _MOON_CAP + _MOON_CHEST * self.chests

    @property
    def hammer_room(self) -> int:
        """DF-4.6: the spaces left on all own hammers."""
        return CARD_SPACES * self.hammers - self.hammer_position


class Receiver(Struct):
    """One receiver of a blessing and how far the resolution has come: DF-6.30 to DF-6.51.

    `rolled`, `faces` (after the copies), `factors` and `given` (resource types) have one item per die of the instance.
    `todo` are the places in them that still wait in this stage. `answered` is DF-6.63: one of two faces was answered;
    `paid_twice` is DF-12.20.
    """

    seat: int
    rolled: list[str]
    faces: list[str]
    factors: list[int]
    given: list[list[str]]
    todo: list[int]
    stage: int = COPIES
    ship_first: bool = False
    swept: bool = False
    ship_open: bool = False
    answered: bool = False
    paid_twice: bool = False
    asked: bool = False


class Blessing(Struct):
    """A running blessing instance: DF-6.22. `die` is 0 for both dice; `due` are the seats that still roll.

    `receivers` has an item per seat, null for those who receive nothing; `strict` is DF-6.65.
    """

    cause: str
    kind: str
    die: int
    due: list[int]
    receivers: list[Receiver | None]
    strict: bool = False


class State(Struct):
    """DF-4.1. `order` is the turn order from the turn player.

    `procedure` is the stack of what follows by rule, its next task last; `pending` is an open decision that belongs to
    no blessing, of the player `pending_seat`; `card` is the card whose feat is being performed. `open_pools` are pools
    of which only the number of faces left is known (DF-5.5): their kinds count 1 while they may be there.
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
    boars: list[list[str]]
    pools_due: list[int]
    slots_due: list[str]
    draft_slot: str = ""
    drafted: int = 0
    step: str = "setup"
    round: int = 0
    turn_player: int = 0
    blessing_index: int = 0
    action_index: int = 0
    extra_taken: bool = False
    offering: list[str] = []
    seagull_pending: int = 0
    dice_shifted: bool = False
    procedure: list[str] = []
    blessing: Blessing | None = None
    pending: str = ""
    pending_seat: int = NOBODY
    card: str = ""
    ousted: int = NOBODY
    blessing_die: int = 0


def held_by(state: State, seat: int) -> Player:
    """DF-4.4: the player whose dice `seat` holds."""
    return state.players[seat - 1] if state.dice_shifted else state.players[seat]


def room(state: State, player: Player) -> int:
    """DF-4.6: the gold that a player may put on the hammer in one gain."""
    if not player.hammers:
        return 0
    left = player.hammer_room
    if left and state.options.hammer_rule == "printed":
        return CARD_SPACES - player.hammer_position % CARD_SPACES
    return left


def turn_player(state: State) -> Player:
    """Whose turn it is."""
    return state.players[state.turn_player]


def phase(state: State) -> str:
    """DF-9.3: the part of the turn."""
    if state.step == "blessing":
        return f"blessing.{state.blessing_index}"
    if state.step == "action":
        if state.blessing is not None and state.blessing.cause == "oust":
            return "oust"
        if state.card:
            return "feat_effect"
        return "extra" if state.action_index else "action"
    return "turn_end" if state.step == "next_turn" else state.step
