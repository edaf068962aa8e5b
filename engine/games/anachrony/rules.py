"""The table of rules: what each event answers, how it is enumerated, what it does."""

from collections.abc import Iterator
from typing import Any

from engine.declaration import Order, Rule
from engine.games.anachrony import (
    abilities,
    anomaly,
    chameleon,
    clean_up,
    construct,
    council,
    declining,
    free_actions,
    mine,
    paradox,
    placing,
    power_up,
    preparation,
    recruit,
    research,
    setup,
    superprojects,
    trade,
    travel,
    warp,
)
from engine.games.anachrony import agenda as items
from engine.games.anachrony.breakthroughs import face_id
from engine.games.anachrony.state import State
from engine.ledger import Book
from events.vocabulary import anachrony as v

ORDER = Order(over="AN-6.1.1", chance="AN-6.1.1", awaited="AN-6.1.1", actor="AN-6.1.1", form="AN-7.0")


def legal_passes(state: State, seat: int) -> Iterator[v.Pass]:
    """AN-6.6.5, AN-7.10.1: always possible."""
    yield v.Pass()


def pass_(state: State, seat: int, event: v.Pass) -> Book:
    """AN-6.6.4, AN-11.4.15: no more turns and Free Actions in this Era."""
    state.agenda.pop()
    state.players[seat].passed = True
    state.asked = seat
    return []


RULES: dict[type, Rule] = {
    v.FirstPlayer: Rule(setup.first_player, (items.FirstPlayerDrawn,), chance=setup.first_players),
    v.EndgameCards: Rule(setup.endgame_cards, (items.EndgameDrawn,), chance=setup.endgame_deals),
    v.RevealSuperproject: Rule(
        preparation.reveal_superproject, (items.SuperprojectRevealed,), chance=preparation.superproject_reveals
    ),
    v.RevealBuilding: Rule(preparation.reveal_building, (items.TopRevealed,), chance=preparation.building_reveals),
    v.AssignPath: Rule(setup.assign_path, (items.PathDealt,), chance=setup.path_deals),
    v.AssignPathSide: Rule(setup.assign_path_side, (items.SideDealt,), chance=setup.side_deals),
    v.StartingBreakthrough: Rule(
        setup.starting_breakthrough, (items.BreakthroughDealt,), chance=setup.breakthrough_deals
    ),
    v.DrawRecruitCard: Rule(preparation.draw_recruit_card, (items.RecruitCardDrawn,), chance=preparation.recruit_draws),
    v.DrawMineCard: Rule(preparation.draw_mine_card, (items.MineCardDrawn,), chance=preparation.mine_draws),
    v.RollParadox: Rule(paradox.roll, (items.ParadoxRolled,), chance=paradox.rolls),
    v.RollResearchDie: Rule(research.roll_research_die, (items.ResearchRolled,), chance=research.research_rolls),
    v.RevealCollapsing: Rule(
        clean_up.reveal_collapsing, (items.CollapsingRevealed,), chance=clean_up.collapsing_reveals
    ),
    v.RandomResource: Rule(abilities.random_resource, (items.ResourceFound,), chance=abilities.resource_finds),
    v.ChoosePath: Rule(setup.choose_path, (items.PathChoice,), legal=setup.legal_paths),
    v.ChooseLeader: Rule(setup.choose_leader, (items.LeaderChoice,), legal=setup.legal_leaders),
    v.HydrocoreExchange: Rule(power_up.hydrocore_exchange, (items.PoweringUp,), legal=power_up.legal_exchanges),
    v.PowerUp: Rule(power_up.power_up, (items.PoweringUp,), legal=power_up.legal_power_ups),
    v.ChooseWarp: Rule(warp.choose_warp, (items.Warping,), legal=warp.legal_warps),
    v.PlaceWorker: Rule(placing.place_worker, (items.Turn, items.Nested), legal=placing.legal_placements),
    v.FreeAction: Rule(free_actions.free_action, (items.Turn,), legal=free_actions.legal_free_actions),
    v.Pass: Rule(pass_, (items.Turn,), legal=legal_passes),
    v.ConstructBuilding: Rule(construct.construct_building, (items.Constructing,), legal=construct.legal_buildings),
    v.ConstructSuperproject: Rule(
        superprojects.construct_superproject, (items.Constructing,), legal=superprojects.legal_superprojects
    ),
    v.RecruitWorker: Rule(recruit.recruit_worker, (items.Recruiting,), legal=recruit.legal_recruits),
    v.SetResearchDie: Rule(research.set_research_die, (items.DieToSet,), legal=research.legal_dice),
    v.SetSecondDie: Rule(research.set_second_die, (items.SecondDie,), legal=research.legal_second_dice),
    v.ChooseIcon: Rule(research.choose_icon, (items.IconAsked,), legal=research.legal_icons),
    v.ChooseReroll: Rule(research.choose_reroll, (items.RerollAsked,), legal=research.legal_rerolls),
    v.CopyCapitalAction: Rule(council.copy_capital_action, (items.CapitalCopy,), legal=council.legal_copies),
    v.MineTake: Rule(mine.mine_take, (items.Mining,), legal=mine.legal_mining),
    v.TradeGoods: Rule(trade.trade_goods, (items.Trading,), legal=trade.legal_trades),
    v.TimeTravel: Rule(travel.time_travel, (items.Travelling,), legal=travel.legal_travels),
    v.RetrieveWarp: Rule(travel.retrieve_warp, (items.Retrieving,), legal=travel.legal_retrievals),
    v.ReturnWarp: Rule(travel.return_warp, (items.Returning,), legal=travel.legal_returns),
    v.ChooseGain: Rule(trade.choose_gain, (items.GainAsked,), legal=trade.legal_gains),
    v.CopyWorkerSpace: Rule(chameleon.copy_worker_space, (items.SpaceCopy,), legal=chameleon.legal_space_copies),
    v.CloneWorker: Rule(chameleon.clone_worker, (items.Cloning,), legal=chameleon.legal_clones),
    v.Decline: Rule(declining.decline, tuple(declining.CLAUSES), legal=declining.legal_declines),
    v.ReturnParadox: Rule(research.return_paradox, (items.TokensBack,), legal=research.legal_tokens),
    v.AnomalyWarp: Rule(anomaly.anomaly_warp, (items.AnomalyTileBack,), legal=anomaly.legal_tiles_back),
    v.AnomalyOrBuilding: Rule(anomaly.anomaly_or_building, (items.BuildingLoss,), legal=anomaly.legal_losses),
    v.PlaceAnomaly: Rule(anomaly.place_anomaly, (items.AnomalySpot,), legal=anomaly.legal_places),
    v.CleanUpAbility: Rule(abilities.clean_up_ability, (items.Ability,), legal=abilities.legal_abilities),
}

ALWAYS_LOGGED = (items.PathChoice, items.LeaderChoice, items.PoweringUp, items.Warping, items.Turn, items.Nested)
ASKED: dict[type, tuple[Rule, ...]] = {}
"""AN-6.1.3: the rules that answer a follow-up: kind of item -> rules. One with a single value is executed at once."""
for _rule in RULES.values():
    for _kind in _rule.answers:
        if _rule.legal is not None and _kind not in {*ALWAYS_LOGGED, items.Ability}:
            ASKED[_kind] = (*ASKED.get(_kind, ()), _rule)


def plain(state: State, actor: int | None, event: Any) -> Any:
    """AN-7.10: an event as `legal` spells it."""
    if not state.agenda:
        return event
    seat = state.agenda[-1].seat or 0
    top = type(state.agenda[-1])
    match event:
        case v.PlaceWorker():
            return placing.plain_placement(event)
        case v.FreeAction() if top is items.Turn:
            return free_actions.plain_free_action(state, seat, event)
        case v.PowerUp():
            return power_up.plain_power_up(event)
        case v.ChooseWarp():
            return warp.plain_warp(state, event)
        case v.TradeGoods():
            return trade.plain_trade(event)
        case v.ChooseGain():
            return trade.plain_gain(event)
        case v.ConstructBuilding() if top is items.Constructing:
            return construct.plain_building(state, seat, event)
        case v.ConstructSuperproject() if top is items.Constructing:
            return superprojects.plain_superproject(state, seat, event)
        case v.CopyWorkerSpace():
            return v.CopyWorkerSpace(event.owner, event.space, placing.plain_payment(event.payment))
    return _by_id(state, event)


def _by_id(state: State, event: Any) -> Any:
    """AN-12.1: shapes and icons by their ids; AN-8.2: cards without order."""
    match event:
        case v.EndgameCards():
            order = {card: place for place, card in enumerate(state.tables.endgame_cards)}
            return v.EndgameCards(tuple(sorted(event.cards, key=lambda card: order.get(card, -1))))
        case v.SetResearchDie() | v.RollResearchDie():
            return type(event)(event.die, face_id(state, event.face))
        case v.SetSecondDie() if event.face is not None:
            return v.SetSecondDie(face_id(state, event.face))
        case v.ChooseIcon():
            return v.ChooseIcon(face_id(state, event.icon))
        case v.StartingBreakthrough():
            return v.StartingBreakthrough(event.player, face_id(state, event.shape), face_id(state, event.icon))
    return event
