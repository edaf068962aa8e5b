"""The table of rules: what each event answers, how it is enumerated, and what it does.

DF-7.3: each function checks everything before it changes anything.
"""

from typing import Any

from engine.agenda import Awaited, facts
from engine.clause import Violation
from engine.declaration import Order, Rule
from engine.games.dice_forge import (
    blessings,
    boars,
    card_effects,
    copying,
    draft,
    feats,
    forging,
    granted_faces,
    items,
    platform,
    reinforcement,
    resolving,
    satyrs,
    setup,
    ships,
    tokens,
    turns,
)
from engine.games.dice_forge.queues import answering, check_subject, first, too_early
from engine.games.dice_forge.state import State
from events.vocabulary import dice_forge as events

RULES: dict[type, Rule] = {
    # Chance: section 8.
    events.SanctuaryReduced: Rule(setup.sanctuary_reduced, (items.PoolReduction,), chance=setup.reductions),
    events.GroupRevealed: Rule(setup.group_revealed, (items.GroupReveal,), chance=setup.groups),
    events.DraftSlot: Rule(draft.draft_slot, (items.SlotDraw,), chance=draft.slots),
    events.DiceRolled: Rule(blessings.dice_rolled, (items.Roll,), chance=blessings.rolls),
    # The draft and the steps of a turn: sections 7B to 7D.
    events.DraftCard: Rule(draft.draft_card, (items.CardDraft,), draft.legal_drafts),
    events.UseReinforcement: Rule(reinforcement.use_reinforcement, (items.Reinforcement,), reinforcement.legal_uses),
    events.EndReinforcement: Rule(reinforcement.end_reinforcement, (items.Reinforcement,), reinforcement.legal_end),
    events.ForgeFace: Rule(forging.forge_face, (items.Action,), forging.legal_forges),
    events.PerformFeat: Rule(feats.perform_feat, (items.Action,), feats.legal_feats),
    events.EndForge: Rule(forging.end_forge, (items.Action,), forging.legal_ends),
    events.PassAction: Rule(turns.pass_action, (items.Action,), turns.legal_passes),
    events.ExtraAction: Rule(turns.extra_action, (items.ExtraOffer,), turns.legal_extra_actions),
    # The items of a blessing: section 7E.
    events.CopyFace: Rule(copying.copy_face, (items.Copy,), copying.legal_copies),
    events.ChooseFirstDie: Rule(blessings.choose_first_die, (items.FirstDie,), blessings.legal_first_dice),
    events.ResolveFace: Rule(resolving.resolve_face, (items.Face, items.Shield), resolving.legal_resolutions),
    events.BoarReward: Rule(boars.boar_reward, (items.Reward,), boars.legal_rewards),
    events.ShipForge: Rule(ships.ship_forge, (items.Ship,), ships.legal_voyages),
    events.ShipPass: Rule(ships.ship_pass, (items.Ship,), ships.legal_ship_passes),
    events.UseCerberus: Rule(blessings.use_cerberus, (items.Repeat,), blessings.legal_repeats),
    # What cards and tokens open: section 7F.
    events.ChooseSatyrFaces: Rule(satyrs.choose_satyr_faces, (items.SatyrFaces,), satyrs.legal_choices),
    events.ChooseBlessingDie: Rule(
        card_effects.choose_blessing_die, (items.BlessingDie,), card_effects.legal_blessing_dice
    ),
    events.ChooseBearer: Rule(granted_faces.choose_bearer, (items.BearerChoice,), granted_faces.legal_bearers),
    events.ForgeGranted: Rule(granted_faces.forge_granted, (items.GrantedForge,), granted_faces.legal_grants),
    events.AllocateGold: Rule(card_effects.allocate_gold, (items.GoldSplit,), card_effects.legal_allocations),
    events.UseTriton: Rule(tokens.use_triton, (items.Token,), tokens.legal_tritons),
    # The platform: DF-8.20.
    events.PlatformAdjustment: Rule(platform.platform_adjustment),
    events.PlayerQuit: Rule(platform.player_quit),
}

ORDER = Order(over="DF-7.1", chance="DF-8.1", awaited="DF-7.1", actor="DF-7.1")


def refusal(state: State, actor: int | None, event: Any) -> Violation | None:
    """DF-7.7: the clause that rejects an event that is not awaited, if it is not the general one.

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
    if isinstance(event, events.UseTriton):
        tokens = state.players[actor].triton
        return Violation("DF-7.60", seat=actor, resource=event.resource, tokens=tokens)
    head = first(state, actor)
    if head is None:
        return None
    if type(head) not in RULES[type(event)].answers:
        return Violation("DF-7.1", event=kind, actor=actor, **facts([head]))
    check_subject(head, event)
    return Violation(too_early(state, actor), event=kind, actor=actor, first=list(answering(state)))
