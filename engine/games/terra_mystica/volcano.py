"""The volcano factions (TM-16.4): tokens or cult steps make a volcano; spades become tokens or cult steps."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.board import members
from engine.games.terra_mystica.components import CULTS, TERRAINS, VOLCANO, VOLCANO_BOARD, WHEEL_SIZE
from engine.games.terra_mystica.cults import step_down, track_of
from engine.games.terra_mystica.figures import gain_tokens, remove_tokens, tokens
from engine.games.terra_mystica.homes import others_homes
from engine.games.terra_mystica.reach import by_land_and_ship
from engine.games.terra_mystica.rewards import on_spades
from engine.games.terra_mystica.state import NOBODY, Followup, Player, State
from engine.games.terra_mystica.turns import begin_action, check_active, check_may_act
from engine.ledger import Book
from events.vocabulary.terra_mystica import Dig, LoseCult, Transform


def is_volcanic(player: Player) -> bool:
    """Whether the player has one of the two factions."""
    return player.board == VOLCANO_BOARD


def _cost(state: State, player: Player, h: int) -> int:
    """TM-16.4.2: the tokens or steps that a volcano on hex h costs: one more on the home terrain of another faction."""
    exchange = player.rules.exchange
    return (exchange.rate_home if state.terrain[h] in others_homes(state, player) else exchange.rate)[0]


def _can_pay(state: State, player: Player, h: int) -> bool:
    """TM-16.4.2: whether the player has enough tokens, or enough steps on a single track."""
    stock = tokens(player) if player.rules.exchange.pay == "power_token" else max(player.cults)
    return stock >= _cost(state, player, h)


def _sites(state: State, player: Player) -> Iterator[int]:
    """The hexes that can become a volcano now."""
    for h in members(by_land_and_ship(state, player)):
        if state.owner[h] == NOBODY and 0 <= state.terrain[h] < WHEEL_SIZE and _can_pay(state, player, h):
            yield h


def legal_digs(state: State, player: Player) -> Iterator[Dig]:
    """The dig that allows a transform, if one can be paid for."""
    if not state.followup.spades and next(_sites(state, player), None) is not None:
        yield Dig(1)


def dig(state: State, seat: int, event: Dig) -> Book:
    """TM-16.4.1: a main action without cost that allows one transform, and a dwelling there.

    Raises Violation TM-16.4.1 for another number, or if no hex could be transformed.
    """
    check_may_act(state, seat)
    player = state.players[seat]
    if event.n != 1:
        raise Violation("TM-16.4.1", spades=event.n, allowed=1)
    if next(_sites(state, player), None) is None:
        raise Violation("TM-16.4.1", transform_possible=False)
    book: Book = []
    begin_action(book, state, player)
    state.followup = Followup(spades=1, dug=True, hexes_left=1, build_ok=True)
    return book


def legal_transforms(state: State, player: Player) -> Iterator[Transform]:
    """Every hex that can become a volcano after the dig."""
    if state.followup.spades:
        for h in _sites(state, player):
            yield Transform(state.board.names[h], TERRAINS[VOLCANO], 0)


def transform(state: State, seat: int, event: Transform) -> Book:
    """TM-16.4.1, TM-16.4.2: a hex becomes a volcano. TM-16.4.6: there is no exchange track, and no other transform.

    Raises Violation TM-16.4.1 without a dig or for another terrain, TM-16.3.2 for ice and volcano, TM-7.3.1 for a hex
    that is not empty or not reached, TM-16.4.2 if it cannot be paid for.
    """
    check_active(state, seat)
    player = state.players[seat]
    followup = state.followup
    if not followup.spades or event.terrain != TERRAINS[VOLCANO] or event.spades or event.landscape or event.workshop:
        raise Violation("TM-16.4.1", dug=bool(followup.spades), terrain=event.terrain, spades=event.spades)
    h = _hex(state, player, event.hex)
    if not _can_pay(state, player, h):
        cost = _cost(state, player, h)
        raise Violation("TM-16.4.2", hex=event.hex, cost=cost, tokens=tokens(player), cults=list(player.cults))

    book: Book = []
    cost = _cost(state, player, h)
    if player.rules.exchange.pay == "power_token":
        remove_tokens(book, player, cost, "volcano")
    else:
        player.loss_owed = cost
    state.terrain[h] = VOLCANO
    followup.spades = followup.hexes_left = 0
    followup.homes += (h,)
    return book


def _hex(state: State, player: Player, name: str) -> int:
    h = state.board.numbers.get(name, NOBODY)
    if h == NOBODY or state.board.terrain[h] == NOBODY or state.owner[h] != NOBODY:
        raise Violation("TM-7.3.1", hex=name, empty_land=False)
    if state.terrain[h] >= WHEEL_SIZE:
        raise Violation("TM-16.3.2", hex=name, terrain=TERRAINS[state.terrain[h]])
    if not by_land_and_ship(state, player) >> h & 1:
        raise Violation("TM-7.3.1", hex=name, reached=False)
    return h


# --- cult steps and spades ------------------------------------------------------------------------------------------


def legal_losses(state: State, seat: int) -> Iterator[LoseCult]:
    """Every track on which the Acolytes can lose the steps they owe."""
    player = state.players[seat]
    if player.loss_owed:
        yield from (LoseCult(cult) for track, cult in enumerate(CULTS) if player.cults[track] >= player.loss_owed)


def lose_cult(state: State, seat: int, event: LoseCult) -> Book:
    """TM-16.4.2, TM-16.4.3: the steps of a transform, all on one track; their power is not returned.

    Raises Violation TM-16.4.2 if none are owed, or the track has too few.
    """
    check_active(state, seat)
    player = state.players[seat]
    track = track_of(event.cult)
    if not player.loss_owed or player.cults[track] < player.loss_owed:
        raise Violation("TM-16.4.2", owed=player.loss_owed, cult=event.cult, steps=player.cults[track])
    book: Book = []
    step_down(book, state, player, track, player.loss_owed, "volcano")
    player.loss_owed = 0
    return book


def exchange_spades(book: Book, state: State, player: Player, n: int) -> None:
    """TM-16.4.4: spades gained become tokens in bowl I, or cult steps, each on any track; the tile counts them.

    They are used as soon as they are gained, so TM-7.3.9 makes no difference.
    """
    on_spades(book, state, player, n)
    if player.rules.exchange.pay == "power_token":
        gain_tokens(book, player, n, 1, "spade")
    elif state.phase == "cult_bonus":
        if not player.dropped:
            state.spades_due.append([player.seat, n])
            player.cult_owed += [1] * n
    else:
        player.cult_owed += [1] * n
