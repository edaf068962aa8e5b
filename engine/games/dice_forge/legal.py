"""Everything that is legal in a position, in a fixed order: DF-7.5."""

from collections.abc import Iterator
from typing import Any

from engine.games.dice_forge import blessings, boars, copying, draft, forging, reinforcement, resolving, setup, ships
from engine.games.dice_forge.feats import legal_feats
from engine.games.dice_forge.flow import PENDING, expects_chance
from engine.games.dice_forge.queues import answering, head, receiver_of
from engine.games.dice_forge.state import State
from engine.games.dice_forge.tokens import legal_tritons, may_use_triton
from engine.games.dice_forge.turns import legal_extra_actions
from events.vocabulary.dice_forge import EndForge, PassAction, UseCerberus

Action = tuple[int | None, Any]


def legal(state: State) -> Iterator[Action]:
    """Every (actor, event) that may come next; actor None is chance. Platform events are not among them."""
    if expects_chance(state):
        yield from ((None, event) for event in legal_chance(state))
        return
    if state.pending:
        yield from ((state.pending_seat, event) for event in PENDING[state.pending](state))
    elif state.blessing is not None:
        for seat in answering(state):
            yield from ((seat, event) for event in _answers(state, seat))
    else:
        yield from ((state.turn_player, event) for event in _in_step(state))
    if may_use_triton(state, state.turn_player):
        yield from ((state.turn_player, event) for event in legal_tritons(state, state.turn_player))


def legal_chance(state: State) -> Iterator[Any]:
    """The outcomes of the chance event that comes next: section 8."""
    if state.pools_due:
        return setup.legal_reductions(state)
    if state.slots_due:
        return setup.legal_groups(state) if setup.reveals_group(state) else draft.legal_draft_slots(state)
    return blessings.legal_rolls(state)


def _answers(state: State, seat: int) -> Iterator[Any]:
    """The answers of the head item of a player: section 7E."""
    receiver = receiver_of(state, seat)
    kind, of = head(state, seat)
    if kind == "boar" or receiver is None:
        return boars.legal_rewards(state, seat)
    if kind == "copy":
        return copying.legal_copies(state, seat, int(of))
    if kind == "first":
        return blessings.legal_first_dice()
    if kind == "resolve":
        return resolving.legal_resolutions(state, receiver, receiver.todo[0])
    if kind == "ship":
        return ships.legal_voyages(state, receiver, int(of))
    return (UseCerberus(use) for use in (True, False))


def _in_step(state: State) -> Iterator[Any]:
    """The decisions of steps 2, 3 and 4: sections 7C and 7D."""
    player = state.players[state.turn_player]
    if state.step == "reinforcement":
        yield from reinforcement.legal_uses(state, player)
    elif state.step == "action":
        yield from forging.legal_forges(state, player)
        yield from legal_feats(state, player)
        yield EndForge() if state.offering else PassAction()
    elif state.step == "extra_offer":
        yield from legal_extra_actions(state)
