"""The table of rules: what each event answers, how it is enumerated, and what it does."""

from engine.declaration import Order, Rule
from engine.games.terra_mystica import (
    actions,
    auction,
    bridges,
    buildings,
    choosing,
    cults,
    dropping,
    final_tiles,
    gate_and_reef,
    introductory,
    items,
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
"""TM-7.0.3: in the rounds, each rule rejects what is not awaited under its own clause (whose turn, what is owed)."""


def _in_setup(actor: str = "TM-5.1") -> Order:
    """TM-5.1: the events of the setup come in a fixed order; `actor` is the clause for a player who is not next."""
    return Order(over="TM-5.1", chance="TM-8.9", awaited="TM-5.1", actor=actor)


DRAWN = _in_setup()

RULES: dict[type, Rule] = {
    events.DrawSeating: Rule(setup.draw_seating, (items.Seating,), chance=setup.seating, order=DRAWN),
    events.DrawScoringTiles: Rule(
        setup.draw_scoring_tiles, (items.ScoringTiles,), chance=setup.scoring_tiles, order=DRAWN
    ),
    events.DrawBonusCards: Rule(setup.draw_bonus_cards, (items.BonusCards,), chance=setup.bonus_cards, order=DRAWN),
    events.DrawFinalScoring: Rule(
        final_tiles.draw_final_scoring, (items.FinalTile,), chance=final_tiles.final_scoring, order=DRAWN
    ),
    events.DealBoards: Rule(choosing.deal_boards, (items.Boards,), chance=choosing.boards, order=DRAWN),
    events.DrawAuctionOrder: Rule(
        auction.draw_auction_order, (items.AuctionOrder,), chance=auction.auction_order, order=DRAWN
    ),
    events.DealFactions: Rule(
        introductory.deal_factions, (items.FactionDeal,), chance=introductory.faction_deal, order=DRAWN
    ),
    events.IntroPosition: Rule(
        introductory.intro_position, (items.FirstPosition,), chance=introductory.position, order=DRAWN
    ),
    events.ChooseFaction: Rule(
        choosing.choose_faction, (items.Faction,), choosing.legal_factions, order=_in_setup("TM-5.3.2")
    ),
    events.ChooseSide: Rule(choosing.choose_side, (items.Faction,), choosing.legal_sides, order=_in_setup("TM-5.3.3")),
    events.NominateFaction: Rule(
        auction.nominate_faction, (items.Nomination,), auction.legal_nominations, order=_in_setup("TM-5.3.4.2")
    ),
    events.Bid: Rule(auction.bid, (items.Bidding,), auction.legal_bids, order=_in_setup("TM-5.3.4.3")),
    events.PlaceInitialDwelling: Rule(
        setup.place_initial_dwelling,
        (items.InitialDwelling,),
        setup.legal_initial_dwellings,
        order=_in_setup("TM-5.5.1"),
    ),
    events.ChooseInitialBonusCard: Rule(
        setup.choose_initial_bonus_card,
        (items.InitialCard,),
        setup.legal_initial_bonus_cards,
        order=_in_setup("TM-5.6.1"),
    ),
    events.AcceptPower: Rule(offers.accept_power, (items.Answer,), offers.legal_acceptances),
    events.DeclinePower: Rule(offers.decline_power, (items.Answer,), offers.legal_refusals),
    events.ChooseCultStep: Rule(cults.choose_cult_step, (items.CultSteps,), cults.legal_cult_steps),
    events.BuyToken: Rule(shapeshifters.buy_token, (items.Token,), shapeshifters.legal_tokens),
    events.Transform: Rule(terraforming.transform, (items.BonusSpades, items.Choice), terraforming.legal_transforms),
    events.PlaceLandscape: Rule(gate_and_reef.place_landscape, (items.Choice,), gate_and_reef.legal_places),
    events.Dig: Rule(terraforming.dig, (items.Choice,), terraforming.legal_digs),
    events.BuildDwelling: Rule(buildings.build_dwelling, (items.Choice,), buildings.legal_dwellings),
    events.PlaceBridge: Rule(bridges.place_bridge, (items.Choice,), bridges.legal_bridges),
    events.ChooseFavorTile: Rule(tiles.choose_favor_tile, (items.StartFavor, items.Choice), tiles.legal_favor_tiles),
    events.ChooseTownTile: Rule(tiles.choose_town_tile, (items.Choice,), tiles.legal_town_tiles),
    events.OrdainPriests: Rule(buildings.ordain_priests, (items.Choice,), buildings.legal_ordinations),
    events.LoseCult: Rule(volcano.lose_cult, (items.Choice,), volcano.legal_losses),
    events.UnlockTerrain: Rule(riverwalkers.unlock_terrain, (items.Unlock, items.Choice), riverwalkers.legal_unlocks),
    events.TakePriest: Rule(riverwalkers.take_priest, (items.Unlock, items.Choice), riverwalkers.legal_priests_taken),
    events.ChooseHomeTerrain: Rule(
        choosing.choose_home_terrain, (items.Terrain, items.Choice), choosing.legal_home_terrains
    ),
    events.Forfeit: Rule(actions.forfeit, (items.Token, items.BonusSpades, items.Choice), actions.legal_forfeits),
    events.AdvanceShipping: Rule(tracks.advance_shipping, (items.MainAction,), tracks.legal_shipping),
    events.AdvanceExchange: Rule(tracks.advance_exchange, (items.MainAction,), tracks.legal_exchange),
    events.UpgradeStructure: Rule(
        buildings.upgrade_structure, (items.FreeUpgrade, items.MainAction), buildings.legal_upgrades
    ),
    events.SendPriest: Rule(cults.send_priest, (items.MainAction,), cults.legal_priests),
    events.PowerAction: Rule(actions.power_action, (items.MainAction,), actions.legal_power_actions),
    events.SpecialAction: Rule(actions.special_action, (items.MainAction,), actions.legal_special_actions),
    events.Pass: Rule(passing.pass_round, (items.MainAction,), passing.legal_passes),
    events.EndTurn: Rule(turns.end_turn, (items.FreeDecision,), turns.legal_ends),
    events.Convert: Rule(power.convert, (items.FreeDecision, items.Conversion), power.legal_conversions),
    events.BurnPower: Rule(power.burn_power, (items.FreeDecision,), power.legal_burns),
    events.FoundMermaidTown: Rule(towns.found_mermaid_town, (items.FreeDecision,), towns.legal_mermaid_towns),
    events.DropPlayer: Rule(dropping.drop_player),
    events.AdjustResources: Rule(power.adjust_resources),
    events.TakeUnofferedPower: Rule(offers.take_unoffered_power),
}
