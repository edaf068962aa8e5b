"""The draft: DF-5.10, section 7B and the chance event DF-8.7."""

from collections.abc import Iterator

from engine.chance import OneOf, Outcome
from engine.clause import Violation
from engine.games.dice_forge.components import LISTED_ORDER
from engine.games.dice_forge.items import CardDraft, SlotDraw
from engine.games.dice_forge.slots import candidates, check_colors, color_choices, place_group
from engine.games.dice_forge.state import State
from engine.games.dice_forge.unsupported_cards import check_scope
from engine.ledger import Book
from events.vocabulary.dice_forge import DraftCard, DraftSlot


def open_slot(state: State) -> None:
    """DF-5.10: chance, or the listed order, determines the slot to draft next, even if only one is left."""
    if state.options.draft_slot_order == "listed":
        state.agenda.append(CardDraft(drafter(state), min(state.undrafted, key=LISTED_ORDER.index)))
    else:
        state.agenda.append(SlotDraw(None))


def drafter(state: State) -> int:
    """DF-5.10, DF-11.35: the drafters rotate."""
    return (state.options.first_drafter + state.drafted) % len(state.players)


def slots(state: State) -> Outcome:
    """DF-8.7: every slot still to be drafted; DF-8.13: all are equally likely."""
    return Outcome(DraftSlot, "DF-8.7", slot=OneOf(state.undrafted))


def draft_slot(state: State, actor: None, event: DraftSlot) -> Book:
    """DF-8.7: chance names the slot to draft."""
    state.agenda[-1] = CardDraft(drafter(state), event.slot)
    return []


def legal_drafts(state: State, seat: int) -> Iterator[DraftCard]:
    """DF-7.10: the candidates of the slot being drafted."""
    for group in candidates(state, state.next(CardDraft).slot):
        yield DraftCard(group)
        yield from (DraftCard(group, colors) for colors in color_choices(state, group))


def draft_card(state: State, seat: int, event: DraftCard) -> Book:
    """DF-7.10 to DF-7.12: the drafter puts a group into the slot; the option determines the composition of the stack.

    Raises Violation DF-7.10 if the group is not a candidate, DF-7.11 for wrong colours.
    """
    check_scope("group", event.group)
    slot = state.next(CardDraft).slot
    if event.group not in candidates(state, slot):
        raise Violation("DF-7.10", slot=slot, group=event.group)
    check_colors(state, "DF-7.11", event.group, event.colors)

    place_group(state, slot, event.group, event.colors)
    state.undrafted.remove(slot)
    state.drafted += 1
    del state.agenda[-1]
    return []
