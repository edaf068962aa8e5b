"""What is awaited, given the order of the setup (TM-5.1), the phases of a round (TM-6.1) and what is owed."""

from engine.agenda import Awaited
from engine.games.terra_mystica.items import (
    Answer,
    AuctionOrder,
    Bidding,
    Boards,
    BonusCards,
    BonusSpades,
    Choice,
    Conversion,
    CultSteps,
    Faction,
    FactionDeal,
    FinalTile,
    FirstPosition,
    FreeDecision,
    FreeUpgrade,
    InitialCard,
    InitialDwelling,
    MainAction,
    Nomination,
    ScoringTiles,
    Seating,
    StartFavor,
    Terrain,
    Token,
    Unlock,
)
from engine.games.terra_mystica.state import NOBODY, State
from engine.games.terra_mystica.turns import may_begin_action

_OF_CHANCE: dict[str, type[Awaited]] = {
    "setup_seating": Seating,
    "setup_scoring": ScoringTiles,
    "setup_cards": BonusCards,
    "setup_final": FinalTile,
    "setup_boards": Boards,
    "setup_auction": AuctionOrder,
    "setup_deal": FactionDeal,
    "setup_intro": FirstPosition,
}
_OF_A_PLAYER: dict[str, type[Awaited]] = {
    "setup_faction": Faction,
    "setup_terrain": Terrain,
    "setup_favor": StartFavor,
    "setup_nomination": Nomination,
    "setup_bidding": Bidding,
    "setup_dwellings": InitialDwelling,
    "setup_bonus": InitialCard,
}


def awaited(state: State) -> tuple[Awaited, ...]:
    """Everything that may be answered now; empty when a step is due (TM-6.1) or the game is over."""
    phase = state.phase
    if phase == "action":
        return tuple(_in_action_phase(state))
    if phase in _OF_CHANCE:
        return (_OF_CHANCE[phase](None),)
    if phase in _OF_A_PLAYER:
        return (_OF_A_PLAYER[phase](state.waiting[0]),)
    if phase == "cult_bonus" and state.spades_due:
        return _between(state, _due(state))
    if phase == "income" and state.waiting and state.players[state.waiting[0]].unlocks_owed:
        return _between(state, Unlock(state.waiting[0]))
    return ()


def _in_action_phase(state: State) -> list[Awaited]:
    """TM-6.5.5: with immediate reactions, the answer to the first offer, then what is owed for it; otherwise all."""
    immediate = state.options.reaction_timing == "immediate"
    if immediate and state.offers:
        return [Answer(state.offers[0].receiver)]
    items: list[Awaited] = [Answer(seat) for seat in dict.fromkeys(offer.receiver for offer in state.offers)]
    items += [CultSteps(player.seat) for player in state.players if player.cult_owed]
    items += [Token(player.seat) for player in state.players if player.tokens_owed]
    if state.active == NOBODY or (immediate and state.reaction_steps):
        return items
    if state.followup.free_trading_house:
        items.append(FreeUpgrade(state.active))
    items.append(Choice(state.active))
    if may_begin_action(state):
        items.append(MainAction(state.active))
    items.append(FreeDecision(state.active))
    return items


def _due(state: State) -> Awaited:
    """What the first player of TM-6.7.2 has to decide in phase 3."""
    player = state.players[state.spades_due[0][0]]
    if player.unlocks_owed:
        return Unlock(player.seat)
    return CultSteps(player.seat) if player.cult_owed else BonusSpades(player.seat)


def _between(state: State, item: Awaited) -> tuple[Awaited, ...]:
    """What a player decides between the action phases, and the conversions allowed with it."""
    return (item, Conversion(item.seat)) if state.options.loose_convert_phase else (item,)
