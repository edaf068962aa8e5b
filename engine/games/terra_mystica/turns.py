"""Turns: who may act, how an action begins, how a turn ends (TM-6.4), and whose turn comes next (TM-6.8, TM-9)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.offers import decline_all
from engine.games.terra_mystica.state import NOBODY, Followup, Player, State
from engine.ledger import Book
from events.vocabulary.terra_mystica import EndTurn


def check_active(state: State, seat: int) -> None:
    """TM-7.0.2, TM-7.0.4, TM-6.5.5: main actions and free decisions are for the active player in the action phase."""
    if state.phase != "action":
        raise Violation("TM-7.0.2", phase=state.phase, needed="action")
    if seat != state.active:
        player = state.players[seat]
        if player.passed or player.dropped:
            raise Violation("TM-7.0.4", seat=seat, passed=player.passed, dropped=player.dropped)
        raise Violation("TM-7.0.2", seat=seat, to_move=state.active)
    if (state.offers or state.reaction_steps) and state.options.reaction_timing == "immediate":
        raise Violation("TM-6.5.5", seat=seat, open_offers=len(state.offers), cult_steps_owed=state.reaction_steps)


def may_decide(state: State, seat: int) -> bool:
    """Whether `check_active` raises nothing."""
    immediate = state.options.reaction_timing == "immediate"
    held_up = immediate and (state.offers or state.reaction_steps)
    return state.phase == "action" and seat == state.active and not held_up


def may_begin_action(state: State) -> bool:
    """Whether `check_may_act` raises nothing for the active player: TM-6.4.3."""
    return state.actions_left > 0 and not has_open_followup(state)


def check_may_act(state: State, seat: int) -> None:
    """TM-6.4.3: check that a main action is left and nothing of the previous one is open."""
    check_active(state, seat)
    if state.actions_left < 1:
        raise Violation("TM-6.4.3", actions_left=state.actions_left)
    if has_open_followup(state):
        raise Violation("TM-6.4.3", open=open_followups(state))


def has_open_followup(state: State) -> bool:
    """Whether an open part of the current action forbids a new one: TM-6.4.2, TM-6.4.3, TM-7.3.8."""
    followup = state.followup
    return bool(
        followup.spades
        or followup.sandstorm
        or followup.free_dwelling
        or followup.free_trading_house
        or followup.bridges
        or followup.shapeshift
    )


def open_followups(state: State) -> list[str]:
    """The names of the parts that `has_open_followup` checks."""
    followup = state.followup
    parts = {
        "spades": followup.spades,
        "sandstorm": followup.sandstorm,
        "free_dwelling": followup.free_dwelling,
        "free_trading_house": followup.free_trading_house,
        "bridge": followup.bridges,
        "home_terrain": followup.shapeshift,
    }
    return [name for name, still_open in parts.items() if still_open]


def begin_action(book: Book, state: State, player: Player) -> None:
    """TM-6.4.3, TM-6.4.4: start a main action: whatever is left of the previous one lapses, open offers are declined.

    TM-6.4.7: an action may be repeated turn after turn; only the actions of TM-7.6 and TM-7.7 are used up.
    """
    if state.offers:
        decline_all(book, state, player.seat)
    state.actions_left -= 1
    state.followup = Followup()


def owed_at_the_end(state: State, player: Player) -> list[str]:
    """What a player must still choose before the turn ends: TM-6.4.2.

    TM-6.5.7: with deferred reactions the last player's cult steps may wait.
    """
    owed = open_followups(state) if has_open_followup(state) else []
    if player.favors_owed:
        owed.append("favor")
    if player.towns_owed:
        owed.append("town")
    if player.loss_owed:
        owed.append("lose_cult")  # TM-16.4.2
    if player.unlocks_owed:
        owed.append("unlock")  # TM-16.8.5
    if (player.cult_owed or player.tokens_owed) and (
        state.options.reaction_timing == "immediate"
        or any(state.playing(other.seat) for other in state.players if other is not player)
    ):
        owed.append("cult" if player.cult_owed else "token")
    return owed


def _left_to_do(state: State, player: Player) -> dict[str, object]:
    """TM-6.4.5: what prevents the end of the turn: a main action not yet taken, or a choice still owed."""
    if state.actions_left and not player.passed and not state.options.loose_done:
        return {"actions_left": state.actions_left}
    owed = owed_at_the_end(state, player)
    return {"owed": owed} if owed else {}


def legal_ends(state: State, seat: int) -> Iterator[EndTurn]:
    """The end of the turn, if nothing prevents it: TM-6.4.5."""
    if not _left_to_do(state, state.players[seat]):
        yield EndTurn()


def end_turn(state: State, seat: int, event: EndTurn) -> Book:
    """TM-6.4.5: end the turn, after at least one main action. Raises Violation TM-6.4.5 if something is left to do."""
    check_active(state, seat)
    player = state.players[seat]
    if left := _left_to_do(state, player):
        raise Violation("TM-6.4.5", **left)
    finish_turn(state, player)
    return []


def finish_turn(state: State, player: Player, following: int | None = None) -> None:
    """Close a player's turn and make the next one active; `following` is given if already determined (TM-6.8.3)."""
    if player.ordination and state.options.ordination_timing == "same_turn":
        player.ordination = 0  # TM-7.8.9: not using it forfeits it
    activate(state, next_player(state, player.seat) if following is None else following, player.seat)


def next_player(state: State, seat: int) -> int:
    """TM-6.4.5: who follows a seat in turn order, possibly the same player; NOBODY if all are out.

    TM-7.10.7: the last player left takes every turn. TM-11.25: offers still open do not stop the next turn.
    """
    order, players = state.order, state.players
    place = order.index(seat)
    for _ in order:
        place = (place + 1) % len(order)
        player = players[order[place]]
        if not (player.passed or player.dropped):
            return player.seat
    return NOBODY


def activate(state: State, seat: int, previous: int) -> None:
    """TM-6.4.1: a turn begins; TM-9.3, TM-9.4: count it."""
    state.active = seat
    state.followup = Followup()
    state.actions_left = 0
    if seat == NOBODY:
        return
    state.actions_left = 1
    state.players[seat].late_keys.clear()
    state.turn += 1
    order = state.round_order
    if previous == NOBODY:
        state.cycle = 1
    elif order.index(seat) <= order.index(previous):
        state.cycle += 1
