"""Passing: TM-7.10."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.components import BONUS_CARDS, FAVOR_TILES, GAME
from engine.games.terra_mystica.landscapes import as_dwellings
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import begin_action, check_may_act, finish_turn, next_player, owed_at_the_end
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import Pass


def legal_passes(state: State, seat: int) -> Iterator[Pass]:
    """Every way to pass: one for each bonus card of the pool, none taken in the last round: TM-7.10.1."""
    if owed_at_the_end(state, state.players[seat]):
        return
    if state.round == GAME.rounds:
        yield Pass()
    else:
        yield from (Pass(card) for card in BONUS_CARDS if card in state.bonus_pool)


def pass_round(state: State, seat: int, event: Pass) -> Book:
    """TM-7.10: score, change the bonus card, leave the round; TM-7.10.6: anything left over is kept.

    Raises Violation TM-7.10.1 for a card not in the pool, or for any in the last round; TM-6.4.5 if choices are owed.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    if owed := owed_at_the_end(state, player):
        raise Violation("TM-6.4.5", owed=owed)
    last_round = state.round == GAME.rounds
    if (event.bonus_card is None) != last_round or (not last_round and event.bonus_card not in state.bonus_pool):
        raise Violation("TM-7.10.1", bonus_card=event.bonus_card, pool=list(state.bonus_pool), round=state.round)

    book: Book = []
    begin_action(book, state, player)
    _score(book, state, player)
    _change_card(book, state, player, event.bonus_card)
    player.passed = True
    if state.start_player == NOBODY:
        state.start_player = seat  # TM-6.8.1, TM-7.10.5: the first to pass starts the next round
    following = next_player(state, seat)
    if state.options.turn_order == "pass_order":  # TM-6.8.3: the next player is determined before the move
        state.order.remove(seat)
        state.order.append(seat)
    if state.actions_left and not state.options.chaos_pass_strict:
        return book  # TM-7.6.6: without the strict rule, the second action of the pair may still follow
    finish_turn(state, player, following)
    return book


def _score(book: Book, state: State, player: Player) -> None:
    """TM-7.10.3, TM-7.10.4, TM-11.24: VP for passing: by bonus card, by favor tile, by the Engineers' stronghold."""
    if player.bonus_card is not None:
        for what, vp in BONUS_CARDS[player.bonus_card].pass_vp.items():
            enter(book, player, "vp", vp[_counted(player, what)], f"bonus_pass:{player.bonus_card}")
    for tile in player.favor_tiles:
        for what, vp in FAVOR_TILES[tile].pass_vp.items():
            enter(book, player, "vp", vp[_counted(player, what)], "favor_pass")
    per_bridge = player.rules.stronghold.pass_vp_per_bridge
    if per_bridge and player.built["stronghold"]:
        enter(book, player, "vp", per_bridge * _bridges_between_own(state, player), "bridges_pass")
    if player.rules.stronghold.pass_vp and player.built["stronghold"]:  # TM-16.3.4
        for what, vp in player.rules.stronghold.pass_vp.items():
            enter(book, player, "vp", vp[player.built[what]], "temples_pass")


def _counted(player: Player, what: str) -> int:
    """What a pass bonus counts: structures of a kind, or the shipping level (0 for Dwarves and Fakirs, TM-11.5)."""
    if what == "shipping":
        return player.shipping
    return player.built[what] + as_dwellings(player) if what == "dwelling" else player.built[what]


def _bridges_between_own(state: State, player: Player) -> int:
    owner, seat = state.owner, player.seat
    return sum(bridge.owner == seat and owner[bridge.a] == seat and owner[bridge.b] == seat for bridge in state.bridges)


def _change_card(book: Book, state: State, player: Player, card: str | None) -> None:
    """TM-7.10.1, TM-7.10.2: the old card goes back without coins, the new one brings its coins at once."""
    old = player.bonus_card
    player.bonus_card = card
    if card is not None:
        enter(book, player, "coin", state.bonus_pool.pop(card), "bonus_card_coins")
    if old is not None:
        state.bonus_pool[old] = 0
