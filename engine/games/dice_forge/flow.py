"""What follows by rule after an event, until a decision or a chance event is needed: DF-6.2, DF-6.3."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from engine.games.dice_forge import blessings, effects, feats, granted, satyrs
from engine.games.dice_forge.components import BOARS
from engine.games.dice_forge.draft import draft_card, draws_slot, legal_drafts, open_draft
from engine.games.dice_forge.forging import offering_is_over
from engine.games.dice_forge.gains import Book
from engine.games.dice_forge.queues import expects_roll
from engine.games.dice_forge.reinforcement import step_is_over
from engine.games.dice_forge.setup import reveals_group
from engine.games.dice_forge.state import State, held_by, turn_player
from engine.games.dice_forge.turns import begin_turn, complete_action, offer_is_over, open_action
from events.vocabulary.dice_forge import ForgeGranted

PENDING: dict[str, Callable[[State], Iterator[Any]]] = {
    "draft_card": legal_drafts,
    "choose_satyr_faces": satyrs.legal_choices,
    "choose_blessing_die": lambda state: effects.legal_blessing_dice(),
    "allocate_gold": effects.legal_allocations,
    "choose_bearer": granted.legal_bearers,
    "forge_granted": granted.legal_grants,
}
"""The decisions of DF-6.61 and the draft, with their legal answers."""

ANSWER: dict[str, Callable[[State, int, Any], Book]] = {
    "draft_card": draft_card,
    "choose_satyr_faces": satyrs.choose_satyr_faces,
    "choose_blessing_die": effects.choose_blessing_die,
    "allocate_gold": effects.allocate_gold,
    "choose_bearer": granted.choose_bearer,
    "forge_granted": granted.forge_granted,
}


def expects_chance(state: State) -> bool:
    """Whether a chance event comes next (DF-8.2)."""
    return expects_roll(state) or bool(state.pools_due) or reveals_group(state) or draws_slot(state)


def go_on(book: Book, state: State) -> None:
    """Do all that follows by rule; stop where somebody, or chance, has to speak, and at the end of a turn."""
    while True:
        blessing = state.blessing
        if state.pending:
            if not _answer_by_rule(book, state):
                return
        elif blessing is not None:
            if blessing.due:
                return
            if not blessings.settle(book, state, blessing):
                return
            state.blessing = None
        elif state.procedure:
            _run(book, state, state.procedure.pop())
        elif not _close_step(state):
            return


def _run(book: Book, state: State, task: str) -> None:
    """The next task of the running procedure."""
    if task.startswith("bless "):
        blessings.begin(state, task[6:])
    elif task == "reinforcement":
        state.step = "reinforcement"
    elif task == "take_card":
        feats.take_card(book, state)
    elif task == "effects":
        effects.run(book, state)
    else:
        complete_action(state)


def _close_step(state: State) -> bool:
    """Whether a step has ended by rule: DF-6.11, DF-6.14, DF-7.26; for who has quit, every step does (DF-8.20)."""
    player, step = turn_player(state), state.step
    if step in ("setup", "draft"):
        return _set_up(state)
    if step == "reinforcement" and (player.quit or step_is_over(player)):
        open_action(state)
    elif step == "action" and player.quit:
        state.step = "turn_end"
    elif step == "action" and state.offering and offering_is_over(state, player):
        complete_action(state)
    elif step == "extra_offer" and (player.quit or offer_is_over(state)):
        state.step = "turn_end"
    else:
        return False
    return True


def _set_up(state: State) -> bool:
    """DF-5.13: when Sanctuary and slots are filled, the first turn begins."""
    if state.pools_due or reveals_group(state):
        return False
    if state.slots_due:
        open_draft(state)
        return bool(state.pending)
    state.round = 1
    begin_turn(state)
    return True


def _answer_by_rule(book: Book, state: State) -> bool:
    """DF-6.3: a single answer is taken, of the Satyrs a single pair (DF-7.70); for who has quit see DF-8.20."""
    pending, seat = state.pending, state.pending_seat
    if state.players[seat].quit:
        _answer_for_absent(book, state)
        return True
    answers = list(islice(PENDING[pending](state), 3))
    single = len(satyrs.pairs(state) if pending == "choose_satyr_faces" else answers) == 1
    if not single or pending == "draft_card":
        return False
    book += ANSWER[pending](state, seat, answers[0])
    return True


def _answer_for_absent(book: Book, state: State) -> None:
    """DF-8.20: the first candidate of the draft; the bearer's first removable face of die 1; all else is dropped."""
    pending, seat = state.pending, state.pending_seat
    if pending == "draft_card":
        book += draft_card(state, seat, next(legal_drafts(state)))
    elif pending == "forge_granted" and seat != state.turn_player:
        face = next(granted.legal_grants(state)).face
        replaced = next(face for face in held_by(state, seat).dice[0] if face not in BOARS)
        book += granted.forge_granted(state, seat, ForgeGranted(face, 1, replaced))
    else:
        state.pending = ""
