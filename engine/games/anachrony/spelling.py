"""How `legal` spells an event if the rules accept several spellings of it: AN-7.10."""

from typing import Any

from engine.games.anachrony import construct, free_actions, placing, power_up, superprojects, trade, warp
from engine.games.anachrony.breakthroughs import face_id
from engine.games.anachrony.items import Constructing, Turn
from engine.games.anachrony.state import State
from events.vocabulary import anachrony as events


def plain(state: State, actor: int | None, event: Any) -> Any:
    """AN-7.10: an event as `legal` spells it."""
    if not state.agenda:
        return event
    seat = state.agenda[-1].seat or 0
    top = type(state.agenda[-1])
    match event:
        case events.PlaceWorker():
            return placing.plain_placement(event)
        case events.FreeAction() if top is Turn:
            return free_actions.plain_free_action(state, seat, event)
        case events.PowerUp():
            return power_up.plain_power_up(event)
        case events.ChooseWarp():
            return warp.plain_warp(state, event)
        case events.TradeGoods():
            return trade.plain_trade(event)
        case events.ChooseGain():
            return trade.plain_gain(event)
        case events.ConstructBuilding() if top is Constructing:
            return construct.plain_building(state, seat, event)
        case events.ConstructSuperproject() if top is Constructing:
            return superprojects.plain_superproject(state, seat, event)
        case events.CopyWorkerSpace():
            return events.CopyWorkerSpace(event.owner, event.space, placing.plain_payment(event.payment))
    return _by_id(state, event)


def _by_id(state: State, event: Any) -> Any:
    """AN-12.1: shapes and icons by their ids; AN-8.2: cards in a standard order."""
    match event:
        case events.EndgameCards():
            order = {card: place for place, card in enumerate(state.tables.endgame_cards)}
            return events.EndgameCards(tuple(sorted(event.cards, key=lambda card: order.get(card, -1))))
        case events.SetResearchDie() | events.RollResearchDie():
            return type(event)(event.die, face_id(state, event.face))
        case events.SetSecondDie() if event.face is not None:
            return events.SetSecondDie(face_id(state, event.face))
        case events.ChooseIcon():
            return events.ChooseIcon(face_id(state, event.icon))
        case events.StartingBreakthrough():
            return events.StartingBreakthrough(event.player, face_id(state, event.shape), face_id(state, event.icon))
    return event
