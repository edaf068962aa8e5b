"""The rules as one table: what an event answers, how it is enumerated, what it does.

DF-7.3: each function checks all before it changes anything.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.agenda import Awaited, facts
from engine.clause import Violation
from engine.declaration import Order, Rule
from engine.games.dice_forge import agenda as item
from engine.games.dice_forge import (
    blessings,
    boars,
    card_effects,
    copying,
    draft,
    feats,
    forging,
    granted,
    platform,
    reinforcement,
    resolving,
    satyrs,
    setup,
    ships,
    tokens,
    turns,
)
from engine.games.dice_forge.components import COLORS, FOR_SALE
from engine.games.dice_forge.queues import answering, check_subject, first, too_early
from engine.games.dice_forge.state import State
from events.vocabulary import dice_forge as ev

RULES: dict[type, Rule] = {
    # Chance: section 8.
    ev.SanctuaryReduced: Rule(setup.sanctuary_reduced, (item.PoolReduction,), chance=setup.reductions),
    ev.GroupRevealed: Rule(setup.group_revealed, (item.GroupReveal,), chance=setup.groups),
    ev.DraftSlot: Rule(draft.draft_slot, (item.SlotDraw,), chance=draft.slots),
    ev.DiceRolled: Rule(blessings.dice_rolled, (item.Roll,), chance=blessings.rolls),
    # The draft and the steps of a turn: sections 7B to 7D.
    ev.DraftCard: Rule(draft.draft_card, (item.CardDraft,), draft.legal_drafts),
    ev.UseReinforcement: Rule(reinforcement.use_reinforcement, (item.Reinforcement,), reinforcement.legal_uses),
    ev.EndReinforcement: Rule(reinforcement.end_reinforcement, (item.Reinforcement,), reinforcement.legal_end),
    ev.ForgeFace: Rule(forging.forge_face, (item.Action,), forging.legal_forges),
    ev.PerformFeat: Rule(feats.perform_feat, (item.Action,), feats.legal_feats),
    ev.EndForge: Rule(forging.end_forge, (item.Action,), forging.legal_ends),
    ev.PassAction: Rule(turns.pass_action, (item.Action,), turns.legal_passes),
    ev.ExtraAction: Rule(turns.extra_action, (item.ExtraOffer,), turns.legal_extra_actions),
    # The items of a blessing: section 7E.
    ev.CopyFace: Rule(copying.copy_face, (item.Copy,), copying.legal_copies),
    ev.ChooseFirstDie: Rule(blessings.choose_first_die, (item.FirstDie,), blessings.legal_first_dice),
    ev.ResolveFace: Rule(resolving.resolve_face, (item.Face, item.Shield), resolving.legal_resolutions),
    ev.BoarReward: Rule(boars.boar_reward, (item.Reward,), boars.legal_rewards),
    ev.ShipForge: Rule(ships.ship_forge, (item.Ship,), ships.legal_voyages),
    ev.ShipPass: Rule(ships.ship_pass, (item.Ship,), ships.legal_ship_passes),
    ev.UseCerberus: Rule(blessings.use_cerberus, (item.Repeat,), blessings.legal_repeats),
    # What cards and tokens open: section 7F.
    ev.ChooseSatyrFaces: Rule(satyrs.choose_satyr_faces, (item.SatyrFaces,), satyrs.legal_choices),
    ev.ChooseBlessingDie: Rule(card_effects.choose_blessing_die, (item.BlessingDie,), card_effects.legal_blessing_dice),
    ev.ChooseBearer: Rule(granted.choose_bearer, (item.BearerChoice,), granted.legal_bearers),
    ev.ForgeGranted: Rule(granted.forge_granted, (item.GrantedForge,), granted.legal_grants),
    ev.AllocateGold: Rule(card_effects.allocate_gold, (item.GoldSplit,), card_effects.legal_allocations),
    ev.UseTriton: Rule(tokens.use_triton, (item.Token,), tokens.legal_tritons),
    # The platform: DF-8.20.
    ev.PlatformAdjustment: Rule(platform.platform_adjustment),
    ev.PlayerQuit: Rule(platform.player_quit),
}

_UNTOLD: dict[str, Any] = {"time": None, "note": "", "source": None, "sources": ()}
_IN_ORDER = {"removed": FOR_SALE, "colors": COLORS}


def plain(state: State, actor: int | None, event: Any) -> Any:
    """DF-7.5: an event without what is informative; faces removed, and colours, in the order of the tables.

    Names that no table has come last: it is asked before the event is judged.
    """
    changes = {field: value for field, value in _UNTOLD.items() if field in event.__struct_fields__}
    for field, order in _IN_ORDER.items():
        if told := getattr(event, field, None):
            changes[field] = tuple(sorted(told, key=partial(_place, order)))
    return replace(event, **changes)


def _place(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


ORDER = Order(over="DF-7.1", chance="DF-8.1", awaited="DF-7.1", actor="DF-7.1")


def refusal(state: State, actor: int | None, event: Any) -> Violation | None:
    """DF-7.7: by which clause an event is rejected that is not awaited, where it is not the general one.

    DF-8.1: a chance event. DF-8.2: a decision while chance is expected. DF-7.60: a token. DF-6.63, DF-6.65: an answer
    that comes too early.
    """
    kind, newest = event.__struct_config__.tag, state.newest
    if RULES[type(event)].chance is not None:
        return Violation("DF-8.1", event=kind, actor=actor)
    if isinstance(newest, Awaited) and newest.seat is None:
        return Violation("DF-8.2", event=kind, actor=actor)
    if actor is None or not 0 <= actor < len(state.players):
        return None
    if isinstance(event, ev.UseTriton):
        tokens = state.players[actor].triton
        return Violation("DF-7.60", seat=actor, resource=event.resource, tokens=tokens)
    head = first(state, actor)
    if head is None:
        return None
    if type(head) not in RULES[type(event)].answers:
        return Violation("DF-7.1", event=kind, actor=actor, **facts([head]))
    check_subject(head, event)
    return Violation(too_early(state, actor), event=kind, actor=actor, first=list(answering(state)))
