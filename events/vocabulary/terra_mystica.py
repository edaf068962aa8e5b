"""What can happen in Terra Mystica: the decisions of section 7 and the chance outcomes of section 8.

Hexes are named as in TM-3.4.2 (`E6`; river hexes `r12`), tiles, cards, actions and factions by their ids in
components.toml, offers by the number assigned when they were made (from 1, counted over the whole game).
"""

from typing import ClassVar

from events.log.record import Event, Intervention


class DrawSeating(Event, frozen=True, tag="draw_seating"):
    """TM-8.1: the turn order; the k-th number is the seat in k-th place."""

    SEATS: ClassVar = ("order",)

    order: tuple[int, ...]


class DrawScoringTiles(Event, frozen=True, tag="draw_scoring_tiles"):
    """TM-8.2: the scoring tiles of rounds 1 to 6."""

    tiles: tuple[str, ...]


class DrawBonusCards(Event, frozen=True, tag="draw_bonus_cards"):
    """TM-8.3: the bonus cards in the game."""

    cards: tuple[str, ...]


class DealBoards(Event, frozen=True, tag="deal_boards"):
    """TM-8.5: the faction board of every seat."""

    boards: tuple[str, ...]


class DrawFinalScoring(Event, frozen=True, tag="draw_final_scoring"):
    """TM-8.4: the final scoring tile of Fire & Ice."""

    tile: str


class DrawAuctionOrder(Event, frozen=True, tag="draw_auction_order"):
    """TM-8.6: the order of nominations and bids; the k-th number is the seat in k-th place."""

    SEATS: ClassVar = ("order",)

    order: tuple[int, ...]


class DealFactions(Event, frozen=True, tag="deal_factions"):
    """TM-8.7: the faction of every seat in the introductory game."""

    factions: tuple[str, ...]


class IntroPosition(Event, frozen=True, tag="intro_position"):
    """TM-8.8: the start of a faction in the introductory game: dwellings, in the order of the map, and a bonus card."""

    faction: str
    dwellings: tuple[str, ...]
    bonus_card: str


class ChooseFaction(Event, frozen=True, tag="choose_faction"):
    """TM-5.3.2: a player takes a faction."""

    faction: str


class ChooseSide(Event, frozen=True, tag="choose_side"):
    """TM-5.3.3: a player takes one of the two factions of the player's board."""

    faction: str


class NominateFaction(Event, frozen=True, tag="nominate_faction"):
    """TM-5.3.4.2: a faction is put up for auction."""

    faction: str


class Bid(Event, frozen=True, tag="bid"):
    """TM-5.3.4.3: a bid of victory points for a faction."""

    faction: str
    amount: int


class ChooseHomeTerrain(Event, frozen=True, tag="choose_home_terrain"):
    """TM-16.2.2: a Fire & Ice faction chooses its terrain; TM-16.6.3: the Shapeshifters change it."""

    terrain: str


class PlaceInitialDwelling(Event, frozen=True, tag="place_initial_dwelling"):
    """TM-5.5: a dwelling of the setup."""

    hex: str


class ChooseInitialBonusCard(Event, frozen=True, tag="choose_initial_bonus_card"):
    """TM-5.6: the bonus card of round 1."""

    card: str


class Convert(Event, frozen=True, tag="convert"):
    """TM-7.1.2: exchange `give_n` of one resource for `get_n` of another."""

    give: str
    give_n: int
    get: str
    get_n: int


class BurnPower(Event, frozen=True, tag="burn_power"):
    """TM-7.1.5: sacrifice `n` tokens to move `n` others from bowl II to bowl III."""

    n: int


class FoundMermaidTown(Event, frozen=True, tag="found_mermaid_town"):
    """TM-7.1.6: the Mermaids join the banks of a river hex to found a town."""

    river: str


class OrdainPriests(Event, frozen=True, tag="ordain_priests"):
    """TM-7.8.9: the Darklings turn `n` workers into priests."""

    n: int


class Dig(Event, frozen=True, tag="dig"):
    """TM-7.2: buy `n` spades."""

    n: int


class Transform(Event, frozen=True, tag="transform"):
    """TM-7.3: turn a hex into another terrain, using `spades` spades; a sandstorm uses none.

    `landscape`: the landscape is placed there (TM-7.14.2); `workshop`: the tracks that the Dim Workshop advances.
    """

    hex: str
    terrain: str
    spades: int
    landscape: bool = False
    workshop: tuple[str, ...] = ()


class PlaceLandscape(Event, frozen=True, tag="place_landscape"):
    """TM-7.14.12, TM-7.14.13: place a landscape without a transform: the Gate of Chaos, the Coral Reef."""

    hex: str


class BuildDwelling(Event, frozen=True, tag="build_dwelling"):
    """TM-7.4: build a dwelling."""

    hex: str


class AdvanceShipping(Event, frozen=True, tag="advance_shipping"):
    """TM-7.5.1: one step on the shipping track."""


class AdvanceExchange(Event, frozen=True, tag="advance_exchange"):
    """TM-7.5.2: one step on the exchange track."""


class UpgradeStructure(Event, frozen=True, tag="upgrade_structure"):
    """TM-7.8: replace a structure with a better one."""

    hex: str
    to: str


class SendPriest(Event, frozen=True, tag="send_priest"):
    """TM-7.9: send a priest to a cult: to an order space worth 3 or 2 steps, or back to the supply for 1."""

    cult: str
    space: int


class PowerAction(Event, frozen=True, tag="power_action"):
    """TM-7.7: one of the six actions paid with power."""

    action: str


class SpecialAction(Event, frozen=True, tag="special_action"):
    """TM-7.6: an action of a stronghold, a bonus card or a favor tile."""

    action: str


class Pass(Event, frozen=True, tag="pass"):
    """TM-7.10: pass and take a bonus card (none in round 6)."""

    bonus_card: str | None = None


class ChooseFavorTile(Event, frozen=True, tag="choose_favor_tile"):
    """TM-7.11.1: take a favor tile."""

    tile: str


class ChooseTownTile(Event, frozen=True, tag="choose_town_tile"):
    """TM-7.11.2: take a town tile.

    `track_order`: the cults that use the keys first; `hold_back`: the cults that stop at 9.
    `town_bonus`: what the Witches gain for the town: `vp`, or with the Raven Cote a cult (TM-7.14.8).
    """

    tile: str
    track_order: tuple[str, ...] = ()
    hold_back: tuple[str, ...] = ()
    town_bonus: str = "vp"


class ChooseCultStep(Event, frozen=True, tag="choose_cult_step"):
    """TM-7.11.3: take the steps due on a cult track of the player's choice."""

    cult: str


class LoseCult(Event, frozen=True, tag="lose_cult"):
    """TM-16.4.2: the Acolytes lose the steps that a transform costs, all on one track."""

    cult: str


class BuyToken(Event, frozen=True, tag="buy_token"):
    """TM-16.6.1: the Shapeshifters pay a victory point for a new power token in bowl III."""


class UnlockTerrain(Event, frozen=True, tag="unlock_terrain"):
    """TM-16.8.4: the Riverwalkers unlock a terrain instead of taking a priest."""

    terrain: str


class TakePriest(Event, frozen=True, tag="take_priest"):
    """TM-16.8.4: the Riverwalkers take a priest into their hand."""


class PlaceBridge(Event, frozen=True, tag="place_bridge"):
    """TM-7.11.4: join two hexes with a bridge."""

    hex: str
    hex2: str


class Forfeit(Event, frozen=True, tag="forfeit"):
    """TM-7.11.6: decline a follow-up.

    `what`: spades, sandstorm, free_dwelling, free_trading_house, bridge, ordination, favor, gate or token.
    """

    what: str


class AcceptPower(Event, frozen=True, tag="accept_power"):
    """TM-7.12.1: take the power of an offer; `take` = `coin`: the Trading Camp's coin instead (TM-7.14.20)."""

    offer: int
    take: str = "power"


class DeclinePower(Event, frozen=True, tag="decline_power"):
    """TM-7.12.5: refuse an offer."""

    offer: int


class EndTurn(Event, frozen=True, tag="end_turn"):
    """TM-6.4.5: the turn is over."""


class DropPlayer(Intervention, frozen=True, tag="drop_player"):
    """TM-7.15: a player leaves the game for good (administrative)."""

    player: int


class AdjustResources(Intervention, frozen=True, tag="adjust_resources"):
    """TM-17.5.9: give up resources (`delta` < 0); `loose_adjust` also allows a gain."""

    resource: str
    delta: int


class TakeUnofferedPower(Intervention, frozen=True, tag="take_unoffered_power"):
    """TM-17.5.15: with `loose_leech`, leech power without an open offer; `giver` is the seat named by the log."""

    power: int
    giver: int | None = None


type_of_event = (
    DrawSeating
    | DrawScoringTiles
    | DrawBonusCards
    | DealBoards
    | DrawFinalScoring
    | DrawAuctionOrder
    | DealFactions
    | IntroPosition
    | ChooseFaction
    | ChooseSide
    | NominateFaction
    | Bid
    | ChooseHomeTerrain
    | PlaceInitialDwelling
    | ChooseInitialBonusCard
    | Convert
    | BurnPower
    | FoundMermaidTown
    | OrdainPriests
    | Dig
    | Transform
    | PlaceLandscape
    | BuildDwelling
    | AdvanceShipping
    | AdvanceExchange
    | UpgradeStructure
    | SendPriest
    | PowerAction
    | SpecialAction
    | Pass
    | ChooseFavorTile
    | ChooseTownTile
    | ChooseCultStep
    | LoseCult
    | BuyToken
    | UnlockTerrain
    | TakePriest
    | PlaceBridge
    | Forfeit
    | AcceptPower
    | DeclinePower
    | EndTurn
    | DropPlayer
    | AdjustResources
    | TakeUnofferedPower
)
