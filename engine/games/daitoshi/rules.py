"""The table of rules: which event answers what, and who may decide when (DA-6.1, DA-6.6, DA-7.1, DA-7.3, DA-8.1)."""

from engine.declaration import Order, Rule
from engine.games.daitoshi import (
    actions,
    choices,
    districts,
    exploiting,
    inventions,
    items,
    machine,
    magnates,
    partnerships,
    production,
    progress,
    rewards,
    setup,
    trading,
    wilderness,
    workshops,
)
from engine.games.daitoshi.deciding import answer, chance, decision, declaration, declare, in_turn
from events.vocabulary import daitoshi as events

TOPICS = (exploiting, progress, rewards, wilderness)  # they register effects and steps, and hold no rule
PRODUCTION, ACTION, TURN_START, WORKERS = ("production",), ("action",), ("turn_start",), ("workers",)
WINDOWS = ("exploit", "production", "action")

ORDER = Order(over="DA-6.1", chance="DA-8.1", awaited="", actor="DA-6.1")
"""DA-6.1 to DA-8.1: `checked_item` determines the clause under which an event that is not awaited is rejected."""

RULES: dict[type, Rule] = {
    events.InnerTilesPlaced: chance(setup.inner_tiles_placed, items.InnerTiles, setup.inner_tiles),
    events.CitiesDrawn: chance(setup.cities_drawn, items.Cities, setup.cities),
    events.MarketDrawn: chance(setup.market_drawn, items.Market, setup.market),
    events.MachineDrawn: chance(setup.machine_drawn, items.MachineCard, setup.machine),
    events.MachinePlaced: chance(setup.machine_placed, items.MachinePlace, setup.machine_place),
    events.UniversityStacked: chance(setup.university_stacked, items.University, setup.university),
    events.UpgradesPlaced: chance(setup.upgrades_placed, items.Upgrades, setup.upgrades),
    events.BasicsDealt: chance(setup.basics_dealt, items.DealtBasics, setup.dealt_basics),
    events.BasicsDrawn: chance(setup.basics_drawn, items.DrawnBasics, setup.drawn_basics),
    events.ChooseBasic: answer(items.BasicAsked, phases=("setup",), clause="DA-5.13"),
    events.NeutralPlaced: chance(setup.neutral_placed, items.Neutral, setup.neutral),
    events.LeadProduction: decision(
        production.lead_production, items.TurnStart, TURN_START, "DA-6.1", production.legal_leads
    ),
    events.MoveMagnate: decision(magnates.move_magnate, items.TurnStart, TURN_START, "DA-6.1", magnates.legal_moves),
    events.UseGrant: decision(production.use_grant, items.Produce, PRODUCTION, "DA-6.11", production.legal_grants),
    events.ActivateBuilding: decision(
        production.activate_building, items.Produce, PRODUCTION, "DA-6.11", production.legal_activations
    ),
    events.FinishProduction: decision(
        production.finish_production, items.Produce, PRODUCTION, "DA-6.11", production.legal_finish
    ),
    events.PlaceWorker: decision(workshops.place_worker, items.Workers, WORKERS, "DA-6.1", workshops.legal_places),
    events.EndWorkers: decision(workshops.end_workers, items.Workers, WORKERS, "DA-6.1", workshops.legal_end),
    events.ChooseExploit: answer(items.ExploitAsked, phases=("exploit",), clause="DA-7.37"),
    events.CommitInventions: decision(actions.decide, items.Act, ACTION, "DA-7.40", inventions.legal_commits),
    events.Expand: decision(actions.decide, items.Act, ACTION, "DA-7.40", districts.legal_expansions),
    events.DistrictTileDrawn: chance(in_turn(districts.district_tile_drawn), items.DistrictDraw, districts.drawing),
    events.DepositHexes: answer(items.DepositAsked, phases=ACTION, clause="DA-7.45"),
    events.Renovate: decision(actions.decide, items.Act, ACTION, "DA-7.40", districts.legal_renovations),
    events.Electrify: decision(actions.decide, items.Act, ACTION, "DA-7.40", districts.legal_electrifications),
    events.Trade: decision(actions.decide, items.Act, ACTION, "DA-7.40", trading.legal_trades),
    events.Contribute: decision(machine.contribute, items.Act, ACTION, "DA-7.40", machine.legal_contributions),
    events.SkipAction: decision(actions.skip_action, items.Act, ACTION, "DA-7.41", actions.legal_skip),
    events.MarketRefilled: chance(in_turn(inventions.market_refilled), items.Refill, inventions.refilling),
    events.UsePartnership: decision(
        partnerships.use_partnership, items.Window, WINDOWS, "DA-7.51", partnerships.legal_uses
    ),
    events.DeclinePartnership: decision(
        partnerships.decline_partnership, items.Window, WINDOWS, "DA-7.51", partnerships.legal_declines
    ),
    events.KeepWorkers: answer(items.KeepAsked, phases=("turn_end",), clause="DA-7.87", plain=workshops.plain_answer),
    events.EffectDeclared: chance(in_turn(declare), items.Declaration, declaration),
    events.ChooseTrack: answer(items.TrackAsked),
    events.ChooseColour: answer(items.ColourAsked),
    events.DiscardWorker: answer(items.DiscardAsked),
    events.ChooseHex: answer(items.RestoreAsked, items.ConflictAsked),
    events.ChooseSlot: answer(items.ProgressAsked, items.UpgradeAsked),
    events.ChooseConvert: answer(items.ConvertAsked, plain=choices.plain_convert),
    events.ChooseCity: answer(items.BannerAsked, items.ActivationAsked),
    events.ChooseWorkshop: answer(items.WorkshopAsked),
    events.ChooseOrder: answer(items.OrderAsked),
    events.ChooseInvention: answer(items.InventionAsked),
    events.ChooseOption: answer(items.OptionAsked),
    events.ChooseOptional: answer(items.OptionalAsked),
}
