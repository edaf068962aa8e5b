"""Trade with Nomads and the Particle Collider (AN-7.4.5, AN-7.4.6, AN-7.7.7); gains of choice (AN-7.6.10)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony.components import Amounts, Gain, GainOneOf, TradeLine
from engine.games.anachrony.costs import are_units, can_pay, in_order, units
from engine.games.anachrony.figures import gain, gain_tug
from engine.games.anachrony.items import GainAsked, Trading
from engine.games.anachrony.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import ChooseGain, TradeGoods

DIRECTIONS = ("a_to_b", "b_to_a")


def _sides(line: TradeLine, direction: str) -> tuple[Amounts, Amounts]:
    return (line.a, line.b) if direction == DIRECTIONS[0] else (line.b, line.a)


def trades(state: State, player: Player, line: str) -> Iterator[TradeGoods]:
    """AN-7.4.5: the trades that a player can afford, on one line or (without a name) on all."""
    for row in state.tables.all.trade:
        if line in ("", row.id):
            for direction in DIRECTIONS:
                paid, gained = _sides(row, direction)
                number = paid.get("tug", 0) + gained.get("tug", 0)
                for choice in units(number) if can_pay(player, _cost(paid, ())) else ():
                    if can_pay(player, _cost(paid, choice)):
                        yield TradeGoods(row.id, direction, choice)


def _cost(paid: Amounts, choice: tuple[str, ...]) -> Amounts:
    """What is paid, including the chosen units if units are paid."""
    if "tug" not in paid:
        return paid
    return {**{what: n for what, n in paid.items() if what != "tug"}, **{unit: choice.count(unit) for unit in choice}}


def can_trade(state: State, player: Player, line: str = "") -> bool:
    """AN-7.1.6: whether an exchange can be afforded."""
    return next(trades(state, player, line), None) is not None


def legal_trades(state: State, seat: int) -> Iterator[TradeGoods]:
    """AN-7.4.5, AN-7.7.7: each exchange that can be afforded."""
    return trades(state, state.players[seat], head(state.agenda, Trading).line)


def trade_goods(state: State, seat: int, event: TradeGoods) -> Book:
    """AN-7.4.5: trade on a line; AN-7.4.6: an Administrator may trade once more.

    Raises Violation AN-7.4.5 for a line or direction that is not offered, AN-7.1.14 for units other than those
    demanded, AN-7.1.15 for what cannot be afforded.
    """
    item, player, book = head(state.agenda, Trading), state.players[seat], Book()
    row = state.tables.trade.get(event.line)
    if row is None or item.line not in ("", event.line) or event.direction not in DIRECTIONS:
        raise Violation("AN-7.4.5", line=event.line, direction=event.direction, offered=item.line or "all")
    paid, gained = _sides(row, event.direction)
    number = paid.get("tug", 0) + gained.get("tug", 0)
    if not are_units(event.tug, number):
        raise Violation("AN-7.1.14", tug=list(event.tug), demanded=number)
    cost = _cost(paid, event.tug)
    if not can_pay(player, cost):
        raise Violation("AN-7.1.15", pay=cost)
    state.agenda.pop()
    for what, amount in cost.items():
        enter(book, player, what, -amount, "trade")
    if "tug" in gained:
        gain_tug(book, player, event.tug, "trade")
    gain(book, state, player, {what: n for what, n in gained.items() if what != "tug"}, "trade")
    if item.more:
        state.agenda.append(Trading(seat, item.line, True))
    return book


def gains_of(state: State, item: GainAsked) -> tuple[Amounts, ...]:
    """The gains of which one is chosen; of Titanium, Uranium and Gold (`tug`) only the number is fixed."""
    effect = state.tables.tiles[item.tile].effects[item.effect]
    if type(effect) is GainOneOf:
        return effect.choices
    assert type(effect) is Gain
    return (effect.give,)


def legal_gains(state: State, seat: int) -> Iterator[ChooseGain]:
    """AN-7.6.10: each of the gains, with each choice of units."""
    for index, give in enumerate(gains_of(state, head(state.agenda, GainAsked))):
        for choice in units(give["tug"]) if "tug" in give else ((),):
            yield ChooseGain(index, choice)


def choose_gain(state: State, seat: int, event: ChooseGain) -> Book:
    """AN-7.6.10: one of the gains. Raises Violation AN-7.6.10 for another index, AN-7.1.14 for other units."""
    item, player, book = head(state.agenda, GainAsked), state.players[seat], Book()
    choices = gains_of(state, item)
    if not 0 <= event.index < len(choices):
        raise Violation("AN-7.6.10", index=event.index, choices=list(choices))
    give = choices[event.index]
    if not are_units(event.tug, give.get("tug", 0)):
        raise Violation("AN-7.1.14", tug=list(event.tug), demanded=give.get("tug", 0))
    state.agenda.pop()
    if "tug" in give:
        gain_tug(book, player, event.tug, item.tile)
    gain(book, state, player, {what: n for what, n in give.items() if what != "tug"}, item.tile)
    return book


def plain_trade(event: TradeGoods) -> TradeGoods:
    """AN-7.10.3: the trade with its units in order."""
    return TradeGoods(event.line, event.direction, in_order(event.tug))


def plain_gain(event: ChooseGain) -> ChooseGain:
    """AN-7.10.3: the gain with its units in order."""
    return ChooseGain(event.index, in_order(event.tug))
