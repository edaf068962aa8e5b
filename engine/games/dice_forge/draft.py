"""The draft: DF-5.10, section 7B and the chance event DF-8.7."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import LISTED_ORDER
from engine.games.dice_forge.gains import Book
from engine.games.dice_forge.scope import check_scope
from engine.games.dice_forge.setup import candidates, check_colors, color_choices, place_group
from engine.games.dice_forge.state import State
from events.vocabulary.dice_forge import DraftCard, DraftSlot


def draws_slot(state: State) -> bool:
    """DF-5.10: whether chance decides now which slot is drafted, even if one only is left."""
    drafting = bool(not state.pools_due and state.slots_due and state.options.card_set == "draft")
    return drafting and not state.draft_slot and state.options.draft_slot_order == "chance"


def open_draft(state: State) -> None:
    """DF-5.10: with the listed order, the slot follows by rule; then the drafter decides."""
    state.step = "draft"
    if state.options.draft_slot_order == "listed":
        state.draft_slot = min(state.slots_due, key=LISTED_ORDER.index)
    if state.draft_slot:
        state.pending = "draft_card"
        state.pending_seat = drafter(state)


def drafter(state: State) -> int:
    """DF-5.10, DF-11.35: the drafters rotate."""
    return (state.options.first_drafter + state.drafted) % len(state.players)


def legal_draft_slots(state: State) -> Iterator[DraftSlot]:
    """DF-8.7: every slot that is still to be drafted."""
    return (DraftSlot(slot) for slot in state.slots_due)


def draft_slot(state: State, event: DraftSlot) -> Book:
    """DF-8.7: chance names the slot to draft.

    Raises Violation DF-8.1 if no slot is to be drawn, DF-8.7 if the slot has a group already.
    """
    if not draws_slot(state):
        raise Violation("DF-8.1", event="draft_slot")
    if event.slot not in state.slots_due:
        raise Violation("DF-8.7", slot=event.slot)

    state.draft_slot = event.slot
    return []


def legal_drafts(state: State) -> Iterator[DraftCard]:
    """DF-7.10: the candidates of the slot being drafted."""
    for group in candidates(state, state.draft_slot):
        yield DraftCard(group)
        yield from (DraftCard(group, colors) for colors in color_choices(state, group))


def draft_card(state: State, seat: int, event: DraftCard) -> Book:
    """DF-7.10 to DF-7.12: the drafter puts a group into the slot; the option tells the composition of the stack.

    Raises Violation DF-7.10 if the group is no candidate, DF-7.11 for wrong colours.
    """
    check_scope("group", event.group)
    if event.group not in candidates(state, state.draft_slot):
        raise Violation("DF-7.10", slot=state.draft_slot, group=event.group)
    check_colors(state, "DF-7.11", event.group, event.colors)

    place_group(state, state.draft_slot, event.group, event.colors)
    state.slots_due.remove(state.draft_slot)
    state.draft_slot = ""
    state.drafted += 1
    state.pending = ""
    return []
