"""Terra Mystica: rulebook.md is the specification, components.toml its tables, `ruleset` what the engine uses.

Each module enforces one topic of the rulebook and names its clauses.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.clause import Violation
from engine.games.terra_mystica.actions import forfeit, power_action, special_action
from engine.games.terra_mystica.auction import bid, draw_auction_order, nominate_faction
from engine.games.terra_mystica.bridges import place_bridge
from engine.games.terra_mystica.buildings import build_dwelling, ordain_priests, upgrade_structure
from engine.games.terra_mystica.choosing import choose_faction, choose_first_terrain, choose_side, deal_boards
from engine.games.terra_mystica.cults import choose_cult_step, send_priest
from engine.games.terra_mystica.dropping import drop_player
from engine.games.terra_mystica.figures import FIGURES, Book, of_player
from engine.games.terra_mystica.final_tiles import draw_final_scoring
from engine.games.terra_mystica.gate_and_reef import place_landscape
from engine.games.terra_mystica.introductory import deal_factions, intro_position
from engine.games.terra_mystica.legal import legal
from engine.games.terra_mystica.offers import accept_power, decline_power, take_unoffered_power
from engine.games.terra_mystica.passing import pass_round
from engine.games.terra_mystica.policy import choose
from engine.games.terra_mystica.power import adjust_resources, burn_power, convert
from engine.games.terra_mystica.riverwalkers import take_priest, unlock_terrain
from engine.games.terra_mystica.rounds import proceed
from engine.games.terra_mystica.sampling import sample_chance, sample_header
from engine.games.terra_mystica.setup import (
    choose_initial_bonus_card,
    draw_bonus_cards,
    draw_scoring_tiles,
    draw_seating,
    move_on,
    place_initial_dwelling,
    plain_cards,
    start,
)
from engine.games.terra_mystica.shapeshifters import buy_token
from engine.games.terra_mystica.shifting import change_home
from engine.games.terra_mystica.standing import conservation, standings, turn
from engine.games.terra_mystica.state import State
from engine.games.terra_mystica.terraforming import dig, transform
from engine.games.terra_mystica.tiles import choose_favor_tile, choose_town_tile
from engine.games.terra_mystica.towns import found_mermaid_town
from engine.games.terra_mystica.tracks import advance_exchange, advance_shipping
from engine.games.terra_mystica.turns import end_turn
from engine.games.terra_mystica.volcano import lose_cult
from engine.ledger import Entry
from events.vocabulary import terra_mystica as events


def choose_home_terrain(state: State, seat: int, event: events.ChooseHomeTerrain) -> Book:
    """TM-16.2.2 in the setup, TM-16.6.3 afterwards."""
    return choose_first_terrain(state, seat, event) if state.round == 0 else change_home(state, seat, event)


DECISIONS: dict[type, Callable[[State, int, Any], Book]] = {
    events.ChooseFaction: choose_faction,
    events.ChooseSide: choose_side,
    events.NominateFaction: nominate_faction,
    events.Bid: bid,
    events.ChooseHomeTerrain: choose_home_terrain,
    events.PlaceInitialDwelling: place_initial_dwelling,
    events.ChooseInitialBonusCard: choose_initial_bonus_card,
    events.Convert: convert,
    events.BurnPower: burn_power,
    events.FoundMermaidTown: found_mermaid_town,
    events.OrdainPriests: ordain_priests,
    events.Dig: dig,
    events.Transform: transform,
    events.PlaceLandscape: place_landscape,
    events.BuildDwelling: build_dwelling,
    events.AdvanceShipping: advance_shipping,
    events.AdvanceExchange: advance_exchange,
    events.UpgradeStructure: upgrade_structure,
    events.SendPriest: send_priest,
    events.PowerAction: power_action,
    events.SpecialAction: special_action,
    events.Pass: pass_round,
    events.ChooseFavorTile: choose_favor_tile,
    events.ChooseTownTile: choose_town_tile,
    events.ChooseCultStep: choose_cult_step,
    events.LoseCult: lose_cult,
    events.BuyToken: buy_token,
    events.UnlockTerrain: unlock_terrain,
    events.TakePriest: take_priest,
    events.PlaceBridge: place_bridge,
    events.Forfeit: forfeit,
    events.AcceptPower: accept_power,
    events.DeclinePower: decline_power,
    events.EndTurn: end_turn,
    events.AdjustResources: adjust_resources,
    events.TakeUnofferedPower: take_unoffered_power,
}
CHANCE: dict[type, Callable[[State, Any], Book]] = {
    events.DrawSeating: draw_seating,
    events.DrawScoringTiles: draw_scoring_tiles,
    events.DrawBonusCards: draw_bonus_cards,
    events.DealBoards: deal_boards,
    events.DrawFinalScoring: draw_final_scoring,
    events.DrawAuctionOrder: draw_auction_order,
    events.DealFactions: deal_factions,
    events.IntroPosition: intro_position,
    events.DropPlayer: drop_player,
}


class TerraMystica:
    """The rules of Terra Mystica as `engine.ruleset.Ruleset` asks for them."""

    id = "terra_mystica"
    name = "Terra Mystica"
    version = "1"
    state_type = State
    figures_of_a_seat = FIGURES

    start = staticmethod(start)
    proceed = staticmethod(proceed)
    legal = staticmethod(legal)
    turn = staticmethod(turn)
    standings = staticmethod(standings)
    conservation = staticmethod(conservation)
    sample_header = staticmethod(sample_header)
    sample_chance = staticmethod(sample_chance)
    choose = staticmethod(choose)

    def apply(self, state: State, event: Any, actor: int | None) -> list[Entry]:
        """Apply one event: TM-7.0.3. TM-8.9: chance, in the setup, and the administration have no actor."""
        decide = DECISIONS.get(type(event))
        if decide is None:
            if actor is not None:
                raise Violation("TM-8.9", actor=actor, event=type(event).__name__)
            book = CHANCE[type(event)](state, event)
        elif actor is None or not 0 <= actor < len(state.players):
            raise Violation("TM-7.0.2", actor=actor, players=len(state.players))
        else:
            book = decide(state, actor, event)
        if state.round == 0:
            move_on(state)
        return book

    def plain(self, state: State, event: Any) -> Any:
        """An event as `legal` spells it: TM-8.3 leaves the order of the cards open."""
        return plain_cards(state, event) if isinstance(event, events.DrawBonusCards) else event

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        """The eleven figures of a seat."""
        return of_player(state.players[seat])

    def faction(self, state: State, seat: int) -> str | None:
        """The faction of a seat, None before it is chosen."""
        return state.players[seat].faction or None


ruleset = TerraMystica()
