"""The rules as one table: what each event answers, how it is enumerated, what it does."""

from engine.declaration import Order, Rule
from engine.games.terra_mystica import (
    actions,
    agenda,
    auction,
    bridges,
    buildings,
    choosing,
    cults,
    dropping,
    final_tiles,
    gate_and_reef,
    introductory,
    offers,
    passing,
    power,
    riverwalkers,
    setup,
    shapeshifters,
    terraforming,
    tiles,
    towns,
    tracks,
    turns,
    volcano,
)
from events.vocabulary import terra_mystica as events

ORDER = Order(over="", chance="TM-8.9", awaited="", actor="TM-7.0.2")
"""TM-7.0.3: in the rounds each rule says by a clause of its own what is not awaited: whose turn it is, what is owed."""


def _in_setup(actor: str = "TM-5.1") -> Order:
    """TM-5.1: the events of the setup come in their order; `actor` is the clause of one who is not next."""
    return Order(over="TM-5.1", chance="TM-8.9", awaited="TM-5.1", actor=actor)


DRAWN = _in_setup()

RULES: dict[type, Rule] = {
    events.DrawSeating: Rule(setup.draw_seating, (agenda.Seating,), chance=setup.seating, order=DRAWN),
    events.DrawScoringTiles: Rule(
        setup.draw_scoring_tiles, (agenda.ScoringTiles,), chance=setup.scoring_tiles, order=DRAWN
    ),
    events.DrawBonusCards: Rule(setup.draw_bonus_cards, (agenda.BonusCards,), chance=setup.bonus_cards, order=DRAWN),
    events.DrawFinalScoring: Rule(
        final_tiles.draw_final_scoring, (agenda.FinalTile,), chance=final_tiles.final_scoring, order=DRAWN
    ),
    events.DealBoards: Rule(choosing.deal_boards, (agenda.Boards,), chance=choosing.boards, order=DRAWN),
    events.DrawAuctionOrder: Rule(
        auction.draw_auction_order, (agenda.AuctionOrder,), chance=auction.auction_order, order=DRAWN
    ),
    events.DealFactions: Rule(
        introductory.deal_factions, (agenda.FactionDeal,), chance=introductory.faction_deal, order=DRAWN
    ),
    events.IntroPosition: Rule(
        introductory.intro_position, (agenda.FirstPosition,), chance=introductory.position, order=DRAWN
    ),
    events.ChooseFaction: Rule(
        choosing.choose_faction, (agenda.Faction,), choosing.legal_factions, order=_in_setup("TM-5.3.2")
    ),
    events.ChooseSide: Rule(choosing.choose_side, (agenda.Faction,), choosing.legal_sides, order=_in_setup("TM-5.3.3")),
    events.NominateFaction: Rule(
        auction.nominate_faction, (agenda.Nomination,), auction.legal_nominations, order=_in_setup("TM-5.3.4.2")
    ),
    events.Bid: Rule(auction.bid, (agenda.Bidding,), auction.legal_bids, order=_in_setup("TM-5.3.4.3")),
    events.PlaceInitialDwelling: Rule(
        setup.place_initial_dwelling,
        (agenda.InitialDwelling,),
        setup.legal_initial_dwellings,
        order=_in_setup("TM-5.5.1"),
    ),
    events.ChooseInitialBonusCard: Rule(
        setup.choose_initial_bonus_card,
        (agenda.InitialCard,),
        setup.legal_initial_bonus_cards,
        order=_in_setup("TM-5.6.1"),
    ),
    events.AcceptPower: Rule(offers.accept_power, (agenda.Answer,), offers.legal_acceptances),
    events.DeclinePower: Rule(offers.decline_power, (agenda.Answer,), offers.legal_refusals),
    events.ChooseCultStep: Rule(cults.choose_cult_step, (agenda.CultSteps,), cults.legal_cult_steps),
    events.BuyToken: Rule(shapeshifters.buy_token, (agenda.Token,), shapeshifters.legal_tokens),
    events.Transform: Rule(terraforming.transform, (agenda.BonusSpades, agenda.Choice), terraforming.legal_transforms),
    events.PlaceLandscape: Rule(gate_and_reef.place_landscape, (agenda.Choice,), gate_and_reef.legal_places),
    events.Dig: Rule(terraforming.dig, (agenda.Choice,), terraforming.legal_digs),
    events.BuildDwelling: Rule(buildings.build_dwelling, (agenda.Choice,), buildings.legal_dwellings),
    events.PlaceBridge: Rule(bridges.place_bridge, (agenda.Choice,), bridges.legal_bridges),
    events.ChooseFavorTile: Rule(tiles.choose_favor_tile, (agenda.StartFavor, agenda.Choice), tiles.legal_favor_tiles),
    events.ChooseTownTile: Rule(tiles.choose_town_tile, (agenda.Choice,), tiles.legal_town_tiles),
    events.OrdainPriests: Rule(buildings.ordain_priests, (agenda.Choice,), buildings.legal_ordinations),
    events.LoseCult: Rule(volcano.lose_cult, (agenda.Choice,), volcano.legal_losses),
    events.UnlockTerrain: Rule(riverwalkers.unlock_terrain, (agenda.Unlock, agenda.Choice), riverwalkers.legal_unlocks),
    events.TakePriest: Rule(riverwalkers.take_priest, (agenda.Unlock, agenda.Choice), riverwalkers.legal_priests_taken),
    events.ChooseHomeTerrain: Rule(
        choosing.choose_home_terrain, (agenda.Terrain, agenda.Choice), choosing.legal_home_terrains
    ),
    events.Forfeit: Rule(actions.forfeit, (agenda.Token, agenda.BonusSpades, agenda.Choice), actions.legal_forfeits),
    events.AdvanceShipping: Rule(tracks.advance_shipping, (agenda.MainAction,), tracks.legal_shipping),
    events.AdvanceExchange: Rule(tracks.advance_exchange, (agenda.MainAction,), tracks.legal_exchange),
    events.UpgradeStructure: Rule(
        buildings.upgrade_structure, (agenda.FreeUpgrade, agenda.MainAction), buildings.legal_upgrades
    ),
    events.SendPriest: Rule(cults.send_priest, (agenda.MainAction,), cults.legal_priests),
    events.PowerAction: Rule(actions.power_action, (agenda.MainAction,), actions.legal_power_actions),
    events.SpecialAction: Rule(actions.special_action, (agenda.MainAction,), actions.legal_special_actions),
    events.Pass: Rule(passing.pass_round, (agenda.MainAction,), passing.legal_passes),
    events.EndTurn: Rule(turns.end_turn, (agenda.FreeDecision,), turns.legal_ends),
    events.Convert: Rule(power.convert, (agenda.FreeDecision, agenda.Conversion), power.legal_conversions),
    events.BurnPower: Rule(power.burn_power, (agenda.FreeDecision,), power.legal_burns),
    events.FoundMermaidTown: Rule(towns.found_mermaid_town, (agenda.FreeDecision,), towns.legal_mermaid_towns),
    events.DropPlayer: Rule(dropping.drop_player),
    events.AdjustResources: Rule(power.adjust_resources),
    events.TakeUnofferedPower: Rule(offers.take_unoffered_power),
}
