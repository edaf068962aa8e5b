"""What is awaited: in the setup by its order (TM-5.1), in the rounds by their phases (TM-6.1) and by what is owed."""

from engine.agenda import Awaited
from engine.games.terra_mystica.state import NOBODY, State
from engine.games.terra_mystica.turns import may_begin_action


class Seating(Awaited, frozen=True):
    """TM-8.1: the draw of the seating."""


class ScoringTiles(Awaited, frozen=True):
    """TM-8.2: the draw of the scoring tiles."""


class BonusCards(Awaited, frozen=True):
    """TM-8.3: the draw of the bonus cards."""


class FinalTile(Awaited, frozen=True):
    """TM-8.4: the draw of the final scoring tile."""


class Boards(Awaited, frozen=True):
    """TM-8.5: the deal of the faction boards."""


class AuctionOrder(Awaited, frozen=True):
    """TM-8.6: the draw of the order of bidding."""


class FactionDeal(Awaited, frozen=True):
    """TM-8.7: the deal of the factions of the introductory game."""


class FirstPosition(Awaited, frozen=True):
    """TM-8.8: what the introductory game gives the next faction."""


class Faction(Awaited, frozen=True):
    """TM-5.3: a player chooses a faction."""


class Terrain(Awaited, frozen=True):
    """TM-16.2.2: a Fire & Ice faction chooses its terrain."""


class StartFavor(Awaited, frozen=True):
    """TM-16.2.4: a faction that begins with a favor tile chooses it."""


class Nomination(Awaited, frozen=True):
    """TM-5.3.4.2: a player nominates a faction."""


class Bidding(Awaited, frozen=True):
    """TM-5.3.4.3: a player bids."""


class InitialDwelling(Awaited, frozen=True):
    """TM-5.5: a player places a dwelling of the setup."""


class InitialCard(Awaited, frozen=True):
    """TM-5.6: a player takes the first bonus card."""


class Answer(Awaited, frozen=True):
    """TM-6.5: a player answers the offers of power."""


class CultSteps(Awaited, frozen=True):
    """TM-7.11.3: a player takes the cult steps that are owed."""


class Token(Awaited, frozen=True):
    """TM-16.6.1: the Shapeshifters buy a power token or not."""


class Unlock(Awaited, frozen=True):
    """TM-16.8.5: the Riverwalkers decide on a priest gained between the action phases."""


class BonusSpades(Awaited, frozen=True):
    """TM-6.7.2: a player uses the spades of phase 3."""


class FreeUpgrade(Awaited, frozen=True):
    """TM-7.6.5: a dwelling becomes a trading house."""


class Choice(Awaited, frozen=True):
    """TM-6.4.2: what the current action of the active player still allows or demands."""


class MainAction(Awaited, frozen=True):
    """TM-6.4.3: the active player may start a main action."""


class FreeDecision(Awaited, frozen=True):
    """TM-7.1, TM-6.4.5: what the active player may do at any time, or the end of the turn."""


class Conversion(Awaited, frozen=True):
    """TM-17.6: with `loose_convert_phase` a player may convert where something else is awaited."""


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
    """All that may be answered now; nothing when a step is due (TM-6.1) and when the game is over."""
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
    """TM-6.5.5: with immediate reactions first the answer to the first offer, then what is owed for it; else all."""
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
    """What a player decides between the action phases, and the conversions that go with it."""
    return (item, Conversion(item.seat)) if state.options.loose_convert_phase else (item,)
