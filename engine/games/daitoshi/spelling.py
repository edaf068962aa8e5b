"""How `legal` spells an event: with the wealth it costs, but without a default order (DA-7.1, DA-7.2)."""

from typing import Any

from engine.games.daitoshi import actions, choices, items, machine, production, workshops
from engine.games.daitoshi.agenda import awaited
from engine.games.daitoshi.state import Player, State
from events.vocabulary import daitoshi as events


def plain(state: State, actor: int | None, event: Any) -> Any:
    """DA-7.1: an event as `legal` spells it: costs stated, default orders left out, unordered lists sorted."""
    if isinstance(event, events.Revealing):
        return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__ if name != "defs"})
    if isinstance(event, events.ActivateBuilding):
        return event if actor is None else production.plain_activation(state.players[actor], event)
    if isinstance(event, events.KeepWorkers):
        return workshops.plain_keep(event)
    for item in awaited(state):
        if item.seat is None or item.seat != actor:
            continue
        player = state.players[item.seat]
        if isinstance(item, items.ConvertAsked) and isinstance(event, events.ChooseConvert):
            return choices.plain_convert(state, player, item, event)
        if isinstance(item, items.Act):
            return plain_action(state, player, event)
    return event


def plain_action(state: State, player: Player, event: Any) -> Any:
    """DA-7.2: an action with its wealth stated; with banners before it, the least is not yet known."""
    if isinstance(event, events.Contribute):
        return machine.plain_contribute(state, player, event)
    if type(event) not in actions.ACTIONS or event.before or event.pay_wealth is not None:
        return event
    return actions.with_least_wealth(state, player, event)
