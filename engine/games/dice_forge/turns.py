"""Rounds and turns: section 6A, and the decisions that end an action or open another (DF-7.28, DF-7.29)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import COUNTS, EXTRA_ACTION, TRITON
from engine.games.dice_forge.figures import gain_split
from engine.games.dice_forge.items import Action, Bless, Blessings, ExtraOffer, NextTurn, TurnEnd
from engine.games.dice_forge.queries import room, turn_player
from engine.games.dice_forge.state import State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import ExtraAction, PassAction


def begin_turn(state: State) -> None:
    """DF-6.4: a turn begins with its blessings (DF-6.6); then step 2 may open (DF-6.2)."""
    n = len(state.players)
    state.order = [*range(state.turn_player, n), *range(state.turn_player)]
    state.extra_taken = state.conflict = False
    turn_player(state).used = []
    state.action_index = state.blessing_index = 0
    _shift_dice(state)
    state.agenda = [Blessings(), *[Bless("turn")] * COUNTS[n].blessings_per_turn]


def _shift_dice(state: State) -> None:
    """DF-6.5: the dice go to the next player for a turn, or return."""
    if state.dice_shifted and not state.seagull_pending:
        state.dice_shifted = False
    elif not state.dice_shifted and state.seagull_pending:
        state.dice_shifted = True
    if state.seagull_pending:
        state.seagull_pending -= 1


def is_last_round(state: State) -> bool:
    """Whether no round follows: DF-6.1."""
    return state.round == state.rounds


def is_last_seat(state: State) -> bool:
    """Whether the round ends with this turn: DF-6.16."""
    return state.turn_player == len(state.players) - 1


def end_turn(state: State) -> Book:
    """DF-6.16, DF-6.17: leftover Triton tokens become gold in the last round; the next turn may begin."""
    book: Book = []
    player = turn_player(state)
    if state.options.triton_auto and is_last_round(state):
        while player.triton:
            enter(book, player, "triton", -1, "triton")
            to_hammer = min(TRITON["gold"], room(state, player))
            gain_split(book, player, TRITON["gold"], to_hammer, state.options.hammer_rule, "triton")
    state.offering = []
    player.used = []
    state.agenda = [NextTurn()]
    return book


def next_turn(state: State) -> None:
    """DF-6.16: the turn of the next seat, or of the first one in the next round."""
    if is_last_seat(state):
        state.round += 1
    state.turn_player = state.order[1]
    begin_turn(state)


def open_action(state: State) -> None:
    """DF-6.12: step 3 opens."""
    state.agenda = [Action(state.turn_player)]
    state.offering = []


def complete_action(state: State) -> None:
    """DF-6.14: after the main action, step 4 may open; after the extra action, the turn ends (DF-6.15)."""
    state.offering = []
    state.card = ""
    state.agenda = [TurnEnd() if state.extra_taken else ExtraOffer(state.turn_player)]


def offer_is_over(state: State) -> bool:
    """DF-6.14: whether the extra action can no longer be paid for, even with Triton tokens."""
    player = turn_player(state)
    return player.sun < EXTRA_ACTION and not player.triton


def legal_passes(state: State, seat: int) -> Iterator[PassAction]:
    """DF-7.28: passing is legal before a face is forged."""
    if not state.offering:
        yield PassAction()


def pass_action(state: State, seat: int, event: PassAction) -> Book:
    """DF-7.28, DF-6.12: passing ends the turn (DF-11.27), and the price of an extra action is lost (DF-11.28).

    Raises Violation DF-7.28 if a face was forged in this action.
    """
    if state.offering:
        raise Violation("DF-7.28", forged=len(state.offering))

    state.agenda = [TurnEnd()]
    return []


def legal_extra_actions(state: State, seat: int) -> Iterator[ExtraAction]:
    """DF-7.29: taking the extra action if it can be paid for, or declining it."""
    if turn_player(state).sun >= EXTRA_ACTION:
        yield ExtraAction(True)
    yield ExtraAction(False)


def extra_action(state: State, seat: int, event: ExtraAction) -> Book:
    """DF-7.29, DF-6.15: pay for another action, or end the turn.

    Raises Violation DF-7.29 if the sun shards do not suffice.
    """
    player = state.players[seat]
    if event.take and player.sun < EXTRA_ACTION:
        raise Violation("DF-7.29", take=event.take, sun=player.sun, cost=EXTRA_ACTION)

    if not event.take:
        state.agenda = [TurnEnd()]
        return []
    book: Book = []
    enter(book, player, "sun", -EXTRA_ACTION, "extra_action")
    state.extra_taken = True
    state.action_index = 1
    open_action(state)
    return book
