"""The state of a game of Anachrony (AN-4)."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from engine.games.anachrony.components import BREAKTHROUGHS, COLUMNS
from engine.games.anachrony.items import Item
from engine.games.anachrony.options import Options
from engine.games.anachrony.tables import KNOWN, Tables, tables_for

SETUP, PREPARATION, PARADOX, POWER_UP, WARP, ACTION, CLEAN_UP, SCORING = (
    "setup",
    "preparation",
    "paradox",
    "power_up",
    "warp",
    "action",
    "clean_up",
    "scoring",
)
ERAS, LAST_BEFORE_IMPACT = 7, 4
SPOTS = 4 * COLUMNS
SLOTS = 6
EXOSUITS = 6
MARKERS = 8
CAPACITY = 3
HIGHEST_STEP = 8
HIGHEST_MORALE = 7


def _zeros(number: int) -> Any:
    return field(default_factory=lambda: [0] * number)


class Busy(Struct, frozen=True, gc=False):
    """A Worker on a space; `copied` and `owner` are those of a space copied by Quantum Chameleon (AN-7.7.17)."""

    space: str
    worker: str
    copied: str = ""
    owner: int = -1


class Player(Struct):
    """AN-4.2: what a player has; lists of 4 are by Worker type, of 12 by row and column, of 15 by Breakthrough.

    `spots` holds ids, with a Superproject twice; `anomalies` are numbers of spots; `warped` gives for each Warp tile
    the Era it is on, 0 in the supply; `suits` are the spaces with the player's Exosuits.
    """

    seat: int
    path: str = ""
    path_side: str = ""
    leader: str = ""
    board: str = ""
    vp: int = 0
    vp_tokens: int = 0
    neutronium: int = 0
    gold: int = 0
    uranium: int = 0
    titanium: int = 0
    water: int = 0
    energy_core: int = 0
    paradox: int = 0
    morale_step: int = 0
    time_travel_step: int = 0
    focus: int = 0
    exosuits: int = 0
    powered: int = 0
    powered_glitch: int = 0
    evacuated: int = 0
    passed: bool = False
    active: list[int] = _zeros(4)
    tired: list[int] = _zeros(4)
    fresh: list[int] = _zeros(4)
    set_aside: list[int] = _zeros(4)
    busy: list[Busy] = []
    suits: list[str] = []
    glitch: list[int] = []
    warped: list[int] = _zeros(9)
    breakthroughs: list[int] = _zeros(15)
    spots: list[str] = field(default_factory=lambda: [""] * SPOTS)
    anomalies: list[int] = []
    markers: list[str] = []


class State(Struct, dict=True):
    """AN-4.1: a position; stacks are by building type, and `due` names the automatic step that comes next.

    `key` identifies the component tables of this log. `chosen` are the Warp tiles chosen in secret. `reservoir_used`:
    the current action has already had its Water discount (AN-7.1.7). `asked` is the last player who had to decide
    (AN-16.50 a). `current` is the player whose turn it is; `turn` counts the turns of the Era, `turns` those completed
    (AN-9.4, AN-9.5).
    """

    options: Options
    key: str
    players: list[Player]
    agenda: list[Item]
    era: int = 0
    phase: str = SETUP
    due: str = ""
    over: bool = False
    after_impact: bool = False
    first_player: int = 0
    player_order: list[int] = []
    superprojects: list[str] = field(default_factory=lambda: [""] * ERAS)
    built_by: list[int] = field(default_factory=lambda: [-1] * ERAS)
    endgame_cards: list[str] = []
    primary: list[str] = field(default_factory=lambda: [""] * 4)
    unseen: list[list[str]] = []
    returned: list[list[str]] = []
    secondary: list[list[str]] = []
    recruit_pool: list[int] = _zeros(4)
    recruit_card: str = ""
    recruit_cards_left: list[str] = []
    mine_pool: list[str] = []
    mine_bonus: list[bool] = field(default_factory=lambda: [False] * 3)
    mine_cards_left: list[str] = []
    superprojects_left: list[str] = []
    breakthrough_supply: list[int] = _zeros(len(BREAKTHROUGHS))
    collapsing: dict[str, str] = {}
    face_down: list[str] = []
    evacuated: list[int] = []
    anomaly_supply: int = 0
    chosen: list[tuple[str, ...] | None] = []
    reservoir_used: bool = False
    asked: int = 0
    current: int = 0
    turn: int = 0
    turns: int = 0
    end: str = ""

    if TYPE_CHECKING:

        @property
        def tables(self) -> Tables:
            """The component tables of this log."""

    def __post_init__(self) -> None:
        """Look up the tables once per position, not for every query; they are not part of the position."""
        self.__dict__["tables"] = KNOWN.get(self.key) or tables_for(self.options, self.key)
