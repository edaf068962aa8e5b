"""Trade with other cities (DA-7.48)."""

from collections.abc import Iterator
from typing import Any

from engine.clause import Violation
from engine.games.daitoshi.actions import ActionRule, Need, action
from engine.games.daitoshi.components import CONSTANTS
from engine.games.daitoshi.figures import check_wealth, pay
from engine.games.daitoshi.items import Context
from engine.games.daitoshi.resolving import resolve
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import Trade

GOODS = range(1, CONSTANTS.max_goods + 1)


def check_trade(state: State, player: Player, event: Trade) -> None:
    """DA-7.48: check that the city is in play and the number of goods allowed."""
    if event.city not in state.cities:
        raise Violation("DA-7.48", city=event.city, cities=state.cities)
    if event.goods not in GOODS:
        raise Violation("DA-7.48", goods=event.goods)


def need_of_trade(state: State, event: Trade) -> Need:
    """DA-7.48: luxury goods, and the city's cost in steam."""
    return Need("luxury", event.goods, state.catalogue.city[event.city].cost)


def offered_trades(state: State, player: Player, budget: int) -> Iterator[tuple[dict[str, Any], Need]]:
    """DA-7.48: every city, with every number of goods."""
    if budget <= 0:
        return
    for city in state.cities:
        steam = state.catalogue.city[city].cost
        for goods in GOODS[:budget]:
            yield {"city": city, "goods": goods}, Need("luxury", goods, steam)


def trade(book: Book, state: State, player: Player, event: Trade) -> None:
    """DA-7.48: pay steam and goods at once, then gain that many rewards from left to right."""
    city = state.catalogue.city[event.city]
    wealth = check_wealth(player, "luxury", event.goods, event.pay_wealth)
    enter(book, player, "steam", -city.cost, "trade")
    pay(book, player, "luxury", event.goods, wealth, "trade")
    enter(book, player, "traded", event.goods, event.city)
    resolve(book, state, player, city.rewards[: event.goods], Context("trade", event.city))


legal_trades = action(ActionRule("trade", "trade", Trade, "luxury", check_trade, need_of_trade, offered_trades, trade))
