"""Everything that is legal in a position, in a fixed order: TM-7.18."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.games.terra_mystica.actions import legal_forfeits, legal_power_actions, legal_special_actions
from engine.games.terra_mystica.auction import legal_bids, legal_nominations
from engine.games.terra_mystica.bridges import legal_bridges
from engine.games.terra_mystica.buildings import legal_dwellings, legal_ordinations, legal_upgrades
from engine.games.terra_mystica.choosing import legal_factions, legal_terrains
from engine.games.terra_mystica.components import BONUS_CARDS
from engine.games.terra_mystica.cults import legal_cult_steps, legal_priests
from engine.games.terra_mystica.gate_and_reef import legal_places
from engine.games.terra_mystica.offers import legal_answers
from engine.games.terra_mystica.passing import legal_passes
from engine.games.terra_mystica.power import legal_burns, legal_conversions
from engine.games.terra_mystica.riverwalkers import legal_unlocks
from engine.games.terra_mystica.setup import initial_sites, legal_chance
from engine.games.terra_mystica.shapeshifters import legal_tokens
from engine.games.terra_mystica.shifting import legal_shifts
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.terraforming import legal_digs, legal_transforms
from engine.games.terra_mystica.tiles import legal_favor_tiles, legal_town_tiles
from engine.games.terra_mystica.towns import legal_mermaid_towns
from engine.games.terra_mystica.tracks import may_advance_exchange, may_advance_shipping
from engine.games.terra_mystica.turns import has_open_followup, owed_at_the_end
from engine.games.terra_mystica.volcano import legal_losses
from events.vocabulary.terra_mystica import AdvanceExchange, AdvanceShipping, ChooseInitialBonusCard, EndTurn

Action = tuple[int | None, Any]


def legal(state: State) -> Iterator[Action]:
    """Every (actor, event) that may come next; actor None is chance. Administrative events are not among them."""
    if state.phase == "action":
        yield from _in_action_phase(state)
    elif state.phase == "cult_bonus":
        player = state.players[state.spades_due[0][0]]
        if player.unlocks_owed:
            yield from _by(player, legal_unlocks(state, player))
        elif player.cult_owed:
            yield from _by(player, legal_cult_steps(state, player))
        else:
            yield from _by(player, legal_transforms(state, player))
            yield from _by(player, legal_forfeits(state, player))
        if state.options.loose_convert_phase:
            yield from _by(player, legal_conversions(player))
    elif state.phase == "setup_faction":
        yield from legal_factions(state)
    elif state.phase == "setup_dwellings":
        yield from ((state.waiting[0], event) for event in initial_sites(state, state.waiting[0]))
    elif state.phase == "setup_bonus":
        seat = state.waiting[0]
        yield from ((seat, ChooseInitialBonusCard(card)) for card in BONUS_CARDS if card in state.bonus_pool)
    elif state.phase in _CHOICES:
        yield from _CHOICES[state.phase](state)
    elif state.phase == "income":
        player = state.players[state.waiting[0]]
        yield from _by(player, legal_unlocks(state, player))
        if state.options.loose_convert_phase:
            yield from _by(player, legal_conversions(player))
    else:
        yield from ((None, event) for event in legal_chance(state))


def _start_favors(state: State) -> Iterator[Action]:
    player = state.players[state.waiting[0]]
    return _by(player, legal_favor_tiles(state, player))


_CHOICES: dict[str, Callable[[State], Iterator[Action]]] = {
    "setup_terrain": legal_terrains,
    "setup_favor": _start_favors,
    "setup_nomination": legal_nominations,
    "setup_bidding": legal_bids,
}


def _by(player: Player, events: Iterator[Any]) -> Iterator[Action]:
    return ((player.seat, event) for event in events)


def _in_action_phase(state: State) -> Iterator[Action]:
    yield from legal_answers(state)
    immediate = state.options.reaction_timing == "immediate"
    if immediate and state.offers:
        return
    for player in state.players:
        if player.cult_owed:
            yield from _by(player, legal_cult_steps(state, player))
        if player.tokens_owed:
            yield from _by(player, legal_tokens(player))
    if state.active == NOBODY or (immediate and state.reaction_steps):
        return
    player = state.players[state.active]
    yield from _by(player, _choices(state, player))
    if not has_open_followup(state):
        if state.actions_left:
            yield from _by(player, _main_actions(state, player))
        if _may_end_turn(state, player):
            yield player.seat, EndTurn()
    yield from _by(player, legal_conversions(player))
    yield from _by(player, legal_burns(player))
    yield from _by(player, legal_mermaid_towns(state, player))


def _choices(state: State, player: Player) -> Iterator[Any]:
    """What the current action still allows or demands."""
    followup = state.followup
    if followup.spades or followup.sandstorm:
        yield from legal_transforms(state, player)
    if state.options.landscapes:
        yield from legal_places(state, player)
    if followup.may_dig or (state.actions_left and not has_open_followup(state)):
        yield from legal_digs(state, player)
    if followup.free_trading_house:
        yield from legal_upgrades(state, player)
    yield from legal_dwellings(state, player)
    if followup.bridges:
        yield from legal_bridges(state, player)
    yield from legal_favor_tiles(state, player)
    yield from legal_town_tiles(state, player)
    yield from legal_ordinations(player)
    yield from legal_losses(player)
    yield from legal_unlocks(state, player)
    yield from legal_shifts(state, player)
    yield from legal_forfeits(state, player)


def _main_actions(state: State, player: Player) -> Iterator[Any]:
    """The main actions of TM-6.4.3 whose cost can be paid; dwellings and digging stand among the choices."""
    if may_advance_shipping(player):
        yield AdvanceShipping()
    if may_advance_exchange(player):
        yield AdvanceExchange()
    yield from legal_upgrades(state, player)
    yield from legal_priests(state, player)
    yield from legal_power_actions(state, player)
    yield from legal_special_actions(state, player)
    yield from legal_passes(state, player)


def _may_end_turn(state: State, player: Player) -> bool:
    if state.actions_left and not player.passed and not state.options.loose_done:
        return False
    return not owed_at_the_end(state, player)
