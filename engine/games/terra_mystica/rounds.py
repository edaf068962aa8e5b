"""The automatic steps between the action phases: income (TM-6.2), the cult bonus and the clean-up (TM-6.7)."""

from engine.declaration import Step
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    CULTS,
    FAVOR_TILES,
    SCORING_TILES,
    Amounts,
)
from engine.games.terra_mystica.rewards import gain, spades_gained
from engine.games.terra_mystica.riverwalkers import has_no_spades
from engine.games.terra_mystica.state import NOBODY, Followup, Player, State
from engine.games.terra_mystica.terraforming import least_useful
from engine.games.terra_mystica.turns import activate, next_player
from engine.games.terra_mystica.volcano import exchange_spades, is_volcanic
from engine.ledger import Book


def next_order(state: State) -> list[int]:
    """TM-6.8: the turn order of the next round; TM-6.8.2: clockwise from the first player to pass.

    TM-6.8.4: dropped players stay in it and are skipped.
    """
    if state.options.turn_order == "pass_order" or state.start_player == NOBODY:
        return list(state.order)
    order = list(state.options.seat_order) or state.order  # TM-12.11: after an auction, seats can be in another order
    place = order.index(state.start_player)
    return order[place:] + order[:place]


def cult_bonus(state: State) -> Step:
    """TM-6.7.1, TM-6.7.2: the bonus of the round's tile for cult steps or priests, then spades in order.

    TM-7.15.2: dropped players also get it, but lose their spades. TM-7.3.12: Giants lose a single spade.
    """
    state.phase = "cult_bonus"
    state.order = next_order(state)
    state.followup = Followup()
    book: Book = []
    for seat in state.order:
        player = state.players[seat]
        bonus = bonus_of(state, player)
        if not player.faction or not bonus:
            continue
        gain(book, state, player, bonus, "cult_bonus")
        if spades := bonus.get("spade", 0):
            _owe_spades(book, state, player, spades)
        _owe_unlocks(state, player)
    if state.options.income_merged:  # TM-6.2.6, TM-11.26
        _pay_income(book, state)
    return Step("cult_bonus", book)


def bonus_of(state: State, player: Player) -> Amounts:
    """TM-6.7.1: what the tile of the round gives a player, before any limit."""
    tile = SCORING_TILES[state.scoring[state.round - 1]]
    times = _measured(player, tile.bonus_per.measure) // tile.bonus_per.every
    return {what: n * times for what, n in tile.bonus.items()} if times else {}


def _owe_spades(book: Book, state: State, player: Player, spades: int) -> None:
    """TM-6.7.2: the spades of phase 3 are used in turn order; TM-16.4.4, TM-16.8.2: not by every faction."""
    if is_volcanic(player):
        exchange_spades(book, state, player, spades)
        return
    spades_gained(book, state, player, spades)
    if not player.dropped and spades >= least_useful(player) and not has_no_spades(player):
        state.spades_due.append([player.seat, spades])


def _owe_unlocks(state: State, player: Player) -> None:
    """TM-16.8.4: decisions on priests gained in phase 3 are also made in turn order."""
    if player.dropped:
        player.unlocks_owed = 0
    if player.unlocks_owed:
        state.spades_due.append([player.seat, player.unlocks_owed])


def _measured(player: Player, measure: str) -> int:
    """TM-6.7.1: the position on the tile's cult track, or the player's priests on order spaces (TM-11.30)."""
    return player.priests_on_orders if measure == "priests_on_orders" else player.cults[CULTS.index(measure)]


def clean_up(state: State) -> Step:
    """TM-6.7.3: actions become free again, and each bonus card left over gets a coin."""
    state.phase = "income"
    state.used.clear()
    state.void_offers.clear()
    _put_coins(state)
    return Step("clean_up", [], ends_round=True)


def _put_coins(state: State) -> None:
    for card in state.bonus_pool:
        state.bonus_pool[card] += 1


def income(state: State) -> Step:
    """TM-6.2.1: the next round begins with everybody's income (TM-6.2.5: in turn order).

    TM-5.6.1: before the first income, the cards get their coin.
    """
    if state.round == 0:
        _put_coins(state)
    state.round += 1
    book: Book = []
    if state.round == 1 or not state.options.income_merged:
        _pay_income(book, state)
    for player in state.players:
        player.passed = False
        if player.unlocks_owed:
            state.waiting.append(player.seat)  # TM-16.8.5; there is only one such player
    if not state.waiting:
        _begin_action_phase(state)
    return Step("income", book)


def _pay_income(book: Book, state: State) -> None:
    """TM-6.2.1, TM-6.2.5: everybody's income, in turn order."""
    for seat in state.order:
        player = state.players[seat]
        if player.faction:
            gain(book, state, player, income_of(player), "income")
        if player.dropped:
            player.unlocks_owed = 0


def unlocked(state: State) -> Step | None:
    """TM-16.8.5: the action phase begins when the Riverwalkers have decided on the priests of the income."""
    if state.players[state.waiting[0]].unlocks_owed:
        return None
    state.waiting.clear()
    _begin_action_phase(state)
    return Step("unlocked", [])


def _begin_action_phase(state: State) -> None:
    """The action phase of a round: TM-6.4.1, TM-9.3."""
    state.phase = "action"
    state.start_player = NOBODY
    state.round_order = list(state.order)
    first = state.order[0]
    activate(state, first if state.playing(first) else next_player(state, first), NOBODY)


def income_of(player: Player) -> Amounts:
    """TM-6.2.1, TM-6.2.2, TM-6.2.3, TM-6.2.4: bonus card, favor tiles and structures, added per resource."""
    sources = [FAVOR_TILES[tile].income for tile in player.favor_tiles]
    if player.bonus_card is not None:
        sources.append(BONUS_CARDS[player.bonus_card].income)
    total: Amounts = {}
    for source in sources:
        for what, n in source.items():
            total[what] = total.get(what, 0) + n
    built = player.built
    for kind, what, by_number in player.rules.income:
        total[what] = total.get(what, 0) + by_number[built[kind]]
    return total
