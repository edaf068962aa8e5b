"""The position of a game: section 4 of the rulebook; hexes are numbers on the board, terrains places on the wheel."""

from typing import TYPE_CHECKING

from msgspec import Struct, field

from engine.clause import Violation
from engine.games.terra_mystica.board import Board
from engine.games.terra_mystica.components import GAME, Faction
from engine.games.terra_mystica.editions import EDITIONS
from engine.games.terra_mystica.options import Options

NOBODY = -1


class Player(Struct, dict=True):
    """TM-4.2: what one player has.

    `cult_owed`, `favors_owed`, `towns_owed` are choices the player still has to make (TM-6.4.2); `late_keys` the cult
    tracks marked by TM-6.4.6; `hexes` those with the player's structures, in the order of building; `burnt` the power
    tokens that left the game, `tokens_gained` those that came into it.

    Landscapes: `landscape` is the hex where it stands, `grown` the thresholds that the Breeding Ground has passed.
    Fire & Ice: `edition` is the faction's edition where it is not the usual one, `chosen` the terrain chosen,
    `loss_owed` the cult steps the Acolytes must lose, `tokens_owed` the tokens the Shapeshifters may buy, `shifts` how
    often they have shifted, `unlocked` the terrains of the Riverwalkers, `unlocks_owed` the priests they have to decide
    on, `priest_limit` how many priests the player can have.
    """

    seat: int
    faction: str = ""
    board: str = ""
    vp: int = 0
    coin: int = 0
    worker: int = 0
    priest: int = 0
    priests_on_orders: int = 0
    bowl1: int = 0
    bowl2: int = 0
    bowl3: int = 0
    burnt: int = 0
    key: int = 0
    cults: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    shipping: int = 0
    exchange: int = 0
    carpet_range: int = 0
    hexes: list[int] = field(default_factory=list)
    built: dict[str, int] = field(
        default_factory=lambda: {"dwelling": 0, "trading_house": 0, "temple": 0, "stronghold": 0, "sanctuary": 0}
    )
    bridges_left: int = GAME.bridge_limit
    bonus_card: str | None = None
    favor_tiles: list[str] = field(default_factory=list)
    town_tiles: list[str] = field(default_factory=list)
    passed: bool = False
    dropped: bool = False
    ordination: int = 0
    favors_owed: int = 0
    towns_owed: int = 0
    cult_owed: list[int] = field(default_factory=list)
    late_keys: list[int] = field(default_factory=list)
    landscape: int = NOBODY
    grown: int = 0
    edition: str = ""
    chosen: int = NOBODY
    tokens_gained: int = 0
    loss_owed: int = 0
    tokens_owed: int = 0
    shifts: int = 0
    unlocked: list[int] = field(default_factory=list)
    unlocks_owed: int = 0
    priest_limit: int = GAME.priest_limit

    if TYPE_CHECKING:

        @property
        def rules(self) -> Faction:
            """The faction's own values."""

    def __post_init__(self) -> None:
        """Look up the values once per player, not for every query; they are not part of the state."""
        self.__dict__["rules"] = EDITIONS.get(self.edition or self.faction)

    def become(self, faction: Faction, edition: str) -> None:
        """Give the player this faction from now on, in an edition other than the usual one (empty: the usual one)."""
        self.faction, self.board, self.edition = faction.id, faction.board, edition
        self.__post_init__()


class Followup(Struct):
    """TM-6.4.2: what the current main action still allows or demands.

    `homes` are hexes that became home terrain in this action, `elsewhere` those it left as another terrain, `ways` the
    (hex, direction +1 or -1) in which hexes are being turned, `flight` the hex reached by tunnel or carpet. `gate`: the
    Gate of Chaos may be placed; `landed`: the landscape was placed by the first of two spades (TM-7.14.5);
    `shapeshift`: a new home terrain must be chosen.
    """

    spades: int = 0
    dug: bool = False
    hexes_left: int = 0
    may_dig: bool = False
    build_ok: bool = False
    sandstorm: bool = False
    free_dwelling: bool = False
    free_trading_house: bool = False
    bridges: int = 0
    homes: tuple[int, ...] = ()
    elsewhere: tuple[int, ...] = ()
    ways: tuple[tuple[int, int], ...] = ()
    flight: int = NOBODY
    gate: bool = False
    landed: bool = False
    shapeshift: bool = False


class Bridge(Struct):
    """A bridge between hexes a < b, and its owner."""

    a: int
    b: int
    owner: int


class Offer(Struct):
    """TM-6.5.1: `amount` of power offered by seat `giver` to seat `receiver`, one of the offers of `group`.

    `coin`: the receiver may take a coin instead (TM-7.14.20).
    """

    id: int
    giver: int
    receiver: int
    amount: int
    group: int
    coin: bool = False


class Group(Struct):
    """TM-7.12.8: the offers of one structure of a faction that profits from the answers."""

    id: int
    giver: int
    open: int
    taken: bool = False
    declined: int = 0


class State(Struct, dict=True):
    """TM-4.1: the whole position.

    `turn` is TM-9.4, `cycle` TM-9.3; `waiting` the seats that still have to choose in the setup, in order; `spades_due`
    the [seat, spades] of phase 3, or what replaces them for a Fire & Ice faction; `reaction_steps` the choices that are
    owed for answers and come before anything else (TM-6.5.5); `done` the number of final scorings made. `reef` is the
    river hex of the Coral Reef, `final_tile` the final scoring tile of Fire & Ice. For an auction: `auction_order` is
    the seats in bidding order, `nominated` the factions, with the `holders` and the `bids` for each of them; `held` the
    numbers of the factions that are held, the one held longest first.
    """

    options: Options
    players: list[Player]
    terrain: list[int]
    owner: list[int]
    kind: list[str]
    in_town: list[bool]
    round: int = 0
    phase: str = "setup_scoring"
    turn: int = 0
    cycle: int = 0
    order: list[int] = field(default_factory=list)
    round_order: list[int] = field(default_factory=list)
    start_player: int = NOBODY
    active: int = NOBODY
    actions_left: int = 0
    followup: Followup = field(default_factory=Followup)
    waiting: list[int] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    river_links: list[int] = field(default_factory=list)
    scoring: list[str] = field(default_factory=list)
    bonus_pool: dict[str, int] = field(default_factory=dict)
    favor_pool: dict[str, int] = field(default_factory=dict)
    town_pool: dict[str, int] = field(default_factory=dict)
    order_spaces: list[list[int]] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    cult_top: list[int] = field(default_factory=lambda: [NOBODY] * 4)
    offers: list[Offer] = field(default_factory=list)
    void_offers: list[Offer] = field(default_factory=list)
    offers_made: int = 0
    groups: list[Group] = field(default_factory=list)
    groups_made: int = 0
    reaction_steps: int = 0
    spades_due: list[list[int]] = field(default_factory=list)
    done: int = 0
    reef: int = NOBODY
    final_tile: str = ""
    auction_order: list[int] = field(default_factory=list)
    nominated: list[str] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)

    if TYPE_CHECKING:

        @property
        def board(self) -> Board:
            """The geometry of the map."""

        @property
        def spans(self) -> dict[int, list[int]]:
            """Where the bridges of each hex lead."""

    def __post_init__(self) -> None:
        """Look up the map and the ends of the bridges once per position, not for every query."""
        self.__dict__["board"], self.__dict__["spans"] = self.options.board, {}
        for bridge in self.bridges:
            self._span(bridge)

    def add_bridge(self, bridge: Bridge) -> None:
        """Add a bridge."""
        self.bridges.append(bridge)
        self._span(bridge)

    def _span(self, bridge: Bridge) -> None:
        self.spans.setdefault(bridge.a, []).append(bridge.b)
        self.spans.setdefault(bridge.b, []).append(bridge.a)

    def playing(self, seat: int) -> bool:
        """Whether a player has neither passed nor dropped."""
        player = self.players[seat]
        return not (player.passed or player.dropped)


def check_seat(state: State, actor: int | None) -> int:
    """TM-7.0.2: check that an event that is never awaited names a seat at the table."""
    if actor is None or not 0 <= actor < len(state.players):
        raise Violation("TM-7.0.2", actor=actor, players=len(state.players))
    return actor
