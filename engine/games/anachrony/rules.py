"""The table of rules: what each event answers, how it is enumerated, and what it does."""

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
    items,
    mine,
    paradox,
    passing,
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
from events.vocabulary import anachrony as events

ORDER = Order(over="AN-6.1.1", chance="AN-6.1.1", awaited="AN-6.1.1", actor="AN-6.1.1", form="AN-7.0")


RULES: dict[type, Rule] = {
    events.FirstPlayer: Rule(setup.first_player, (items.FirstPlayerDrawn,), chance=setup.first_players),
    events.EndgameCards: Rule(setup.endgame_cards, (items.EndgameDrawn,), chance=setup.endgame_deals),
    events.RevealSuperproject: Rule(
        preparation.reveal_superproject, (items.SuperprojectRevealed,), chance=preparation.superproject_reveals
    ),
    events.RevealBuilding: Rule(preparation.reveal_building, (items.TopRevealed,), chance=preparation.building_reveals),
    events.AssignPath: Rule(setup.assign_path, (items.PathDealt,), chance=setup.path_deals),
    events.AssignPathSide: Rule(setup.assign_path_side, (items.SideDealt,), chance=setup.side_deals),
    events.StartingBreakthrough: Rule(
        setup.starting_breakthrough, (items.BreakthroughDealt,), chance=setup.breakthrough_deals
    ),
    events.DrawRecruitCard: Rule(
        preparation.draw_recruit_card, (items.RecruitCardDrawn,), chance=preparation.recruit_draws
    ),
    events.DrawMineCard: Rule(preparation.draw_mine_card, (items.MineCardDrawn,), chance=preparation.mine_draws),
    events.RollParadox: Rule(paradox.roll, (items.ParadoxRolled,), chance=paradox.rolls),
    events.RollResearchDie: Rule(research.roll_research_die, (items.ResearchRolled,), chance=research.research_rolls),
    events.RevealCollapsing: Rule(
        clean_up.reveal_collapsing, (items.CollapsingRevealed,), chance=clean_up.collapsing_reveals
    ),
    events.RandomResource: Rule(abilities.random_resource, (items.ResourceFound,), chance=abilities.resource_finds),
    events.ChoosePath: Rule(setup.choose_path, (items.PathChoice,), legal=setup.legal_paths),
    events.ChooseLeader: Rule(setup.choose_leader, (items.LeaderChoice,), legal=setup.legal_leaders),
    events.HydrocoreExchange: Rule(power_up.hydrocore_exchange, (items.PoweringUp,), legal=power_up.legal_exchanges),
    events.PowerUp: Rule(power_up.power_up, (items.PoweringUp,), legal=power_up.legal_power_ups),
    events.ChooseWarp: Rule(warp.choose_warp, (items.Warping,), legal=warp.legal_warps),
    events.PlaceWorker: Rule(placing.place_worker, (items.Turn, items.Nested), legal=placing.legal_placements),
    events.FreeAction: Rule(free_actions.free_action, (items.Turn,), legal=free_actions.legal_free_actions),
    events.Pass: Rule(passing.pass_era, (items.Turn,), legal=passing.legal_passes),
    events.ConstructBuilding: Rule(
        construct.construct_building, (items.Constructing,), legal=construct.legal_buildings
    ),
    events.ConstructSuperproject: Rule(
        superprojects.construct_superproject, (items.Constructing,), legal=superprojects.legal_superprojects
    ),
    events.RecruitWorker: Rule(recruit.recruit_worker, (items.Recruiting,), legal=recruit.legal_recruits),
    events.SetResearchDie: Rule(research.set_research_die, (items.DieToSet,), legal=research.legal_dice),
    events.SetSecondDie: Rule(research.set_second_die, (items.SecondDie,), legal=research.legal_second_dice),
    events.ChooseIcon: Rule(research.choose_icon, (items.IconAsked,), legal=research.legal_icons),
    events.ChooseReroll: Rule(research.choose_reroll, (items.RerollAsked,), legal=research.legal_rerolls),
    events.CopyCapitalAction: Rule(council.copy_capital_action, (items.CapitalCopy,), legal=council.legal_copies),
    events.MineTake: Rule(mine.mine_take, (items.Mining,), legal=mine.legal_mining),
    events.TradeGoods: Rule(trade.trade_goods, (items.Trading,), legal=trade.legal_trades),
    events.TimeTravel: Rule(travel.time_travel, (items.Travelling,), legal=travel.legal_travels),
    events.RetrieveWarp: Rule(travel.retrieve_warp, (items.Retrieving,), legal=travel.legal_retrievals),
    events.ReturnWarp: Rule(travel.return_warp, (items.Returning,), legal=travel.legal_returns),
    events.ChooseGain: Rule(trade.choose_gain, (items.GainAsked,), legal=trade.legal_gains),
    events.CopyWorkerSpace: Rule(chameleon.copy_worker_space, (items.SpaceCopy,), legal=chameleon.legal_space_copies),
    events.CloneWorker: Rule(chameleon.clone_worker, (items.Cloning,), legal=chameleon.legal_clones),
    events.Decline: Rule(declining.decline, tuple(declining.CLAUSES), legal=declining.legal_declines),
    events.ReturnParadox: Rule(research.return_paradox, (items.TokensBack,), legal=research.legal_tokens),
    events.AnomalyWarp: Rule(anomaly.anomaly_warp, (items.AnomalyTileBack,), legal=anomaly.legal_tiles_back),
    events.AnomalyOrBuilding: Rule(anomaly.anomaly_or_building, (items.BuildingLoss,), legal=anomaly.legal_losses),
    events.PlaceAnomaly: Rule(anomaly.place_anomaly, (items.AnomalySpot,), legal=anomaly.legal_places),
    events.CleanUpAbility: Rule(abilities.clean_up_ability, (items.Ability,), legal=abilities.legal_abilities),
}

ALWAYS_LOGGED = (items.PathChoice, items.LeaderChoice, items.PoweringUp, items.Warping, items.Turn, items.Nested)
ASKED: dict[type, tuple[Rule, ...]] = {}
"""AN-6.1.3: kind of follow-up -> rules that answer it. A follow-up with only one answer is executed immediately."""
for _rule in RULES.values():
    for _kind in _rule.answers:
        if _rule.legal is not None and _kind not in {*ALWAYS_LOGGED, items.Ability}:
            ASKED[_kind] = (*ASKED.get(_kind, ()), _rule)
