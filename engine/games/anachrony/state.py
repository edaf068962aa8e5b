"""The state of a game of Anachrony (AN-4), and small queries that many topics share."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from engine.games.anachrony.components import ANY, BREAKTHROUGHS, COLUMNS, GENIUS, SCIENTISTS, WORKER, Board, Capacity
from engine.games.anachrony.items import Item
from engine.games.anachrony.options import Options
from engine.games.anachrony.tables import KNOWN, Tables, Tile, tables_for

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


def board_of(state: State, player: Player) -> Board:
    """The player board of a player (AN-7.9)."""
    return state.tables.boards[player.board]


def is_special(state: State, player: Player, what: str) -> bool:
    """Whether the player board has a special rule."""
    return what in state.tables.boards[player.board].special


def owns(player: Player, tile: str) -> bool:
    """Whether a tile is owned and not covered (AN-4.4.4)."""
    spots = player.spots
    return tile in spots and (not player.anomalies or spots.index(tile) not in player.anomalies)


def passives(state: State, player: Player, kind: type) -> list[Any]:
    """The effects of one kind on the player's uncovered tiles (AN-7.1.17, AN-11.4.8)."""
    spots, found = player.spots, []
    for tile, effect in state.tables.passive[kind]:
        if tile in spots and (not player.anomalies or owns(player, tile)):
            found.append(effect)
    return found


def capacity(state: State, player: Player) -> int:
    """AN-4.4.1, AN-7.6.13, AN-7.9.2: how many Paradox tokens cause an Anomaly."""
    more: int = sum(effect.add for effect in passives(state, player, Capacity))
    return CAPACITY + more + is_special(state, player, "paradox_capacity_plus_1")


def occupied_spots(player: Player) -> int:
    """AN-4.4.2: spots with a building, half of a Superproject or an Anomaly."""
    return sum(1 for number, tile in enumerate(player.spots) if tile or number in player.anomalies)


def is_free_spot(player: Player, spot: int) -> bool:
    """Whether a spot is empty."""
    return not player.spots[spot] and spot not in player.anomalies


def workers_of(player: Player, kind: int) -> int:
    """AN-4.4.3: the Workers of one type, wherever they are."""
    busy = sum(1 for each in player.busy if WORKER[each.worker] == kind)
    return player.active[kind] + player.tired[kind] + player.set_aside[kind] + busy


def markers_free(player: Player) -> int:
    """AN-4.4.5: Path markers that are neither the Focus, nor on an Evacuation slot, nor on a Free Action space."""
    return MARKERS - 1 - (1 if player.evacuated else 0) - len(player.markers)


def owned_tiles(state: State, player: Player) -> list[Tile]:
    """The player's buildings and Superprojects, each once, in the order of the spots."""
    return [state.tables.tiles[tile] for tile in dict.fromkeys(player.spots) if tile]


def counts_as(state: State, player: Player, worker: str | None) -> int:
    """AN-4.4.7, AN-7.8.7, AN-7.8.8: the types that a Worker counts as, as a mask; an empty suit is a Scientist."""
    if worker is None:
        return SCIENTISTS
    kind = WORKER[worker]
    if kind == GENIUS or (worker == "scientist" and is_noble(state, player)):
        return ANY
    return 1 << kind


def is_noble(state: State, player: Player) -> bool:
    """AN-7.8.8: whether the Scientists of a player count as Geniuses."""
    return player.leader == "patron_valerian" and state.options.leader_edition == "essential"


def is_filled(state: State, space: str) -> bool:
    """AN-4.4.6, AN-7.1.2: whether a hex holds an Exosuit or a face-down tile."""
    for player in state.players:  # a plain loop, as every placement calls this
        if space in player.suits:
            return True
    return space in state.face_down


def is_full(state: State, action: str) -> bool:
    """AN-4.4.6: whether all spaces of a Capital Action are filled."""
    spaces = state.tables.per_players[len(state.players)].capital_spaces
    return all(is_filled(state, f"{action}_{number}") for number in range(1, spaces + 1))
