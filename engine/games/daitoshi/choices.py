"""Conversions, choices, and effects with unknown text (DA-7.73, DA-7.83 to DA-7.85)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chance import Outcome
from engine.games.daitoshi.items import Context, ConvertAsked, Declaration, OptionalAsked, OptionAsked
from engine.games.daitoshi.resolving import ask, effect, question, resolve
from engine.games.daitoshi.spreads import AnyEffects
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ChooseConvert, ChooseOption, ChooseOptional, EffectDeclared
from events.vocabulary.daitoshi.effects import Choice, Convert, Effects, Gain, Good, Opaque, Optional, Vp


class Terms(NamedTuple):
    """The cost of a conversion: units by resource (steam and wealth separately), and how much wealth may replace."""

    resources: dict[str, int]
    steam: int
    wealth: int
    missing: int
    spare: int

    @property
    def payable(self) -> bool:
        """Whether wealth makes up for what is missing."""
        return self.missing <= self.spare

    @property
    def wealths(self) -> range:
        """DA-7.73: how many units may be paid with wealth: for a single resource any that fit, otherwise those missing.

        A cost in wealth itself counts as an additional resource.
        """
        if len(self.resources) != 1 or self.wealth:
            return range(self.missing, self.missing + 1)
        return range(self.missing, min(self.spare, sum(self.resources.values())) + 1)


def terms(player: Player, effect: Convert) -> Terms | None:
    """The cost of a conversion for a player; None if the steam or wealth it costs directly is lacking."""
    cost: dict[str, int] = {}
    for price in effect.cost:
        cost[price.res] = cost.get(price.res, 0) + price.n
    steam, wealth = cost.pop("steam", 0), cost.pop("wealth", 0)
    if steam > player.steam or wealth > player.wealth:
        return None
    missing = sum(max(0, n - int(getattr(player, resource))) for resource, n in cost.items())
    return Terms(cost, steam, wealth, missing, player.wealth - wealth)


@effect(Convert)
def convert(book: Book, state: State, player: Player, effect: Convert, context: Context) -> bool:
    """DA-7.73: a conversion, at most once; it is lost if it cannot be paid for."""
    return ask(book, state, player, ConvertAsked(player.seat, effect, context))


def convert_answers(state: State, player: Player, item: ConvertAsked) -> Iterator[ChooseConvert]:
    """DA-7.73: the amounts of wealth; also declining, if the option allows it or wealth would have to be spent."""
    priced = terms(player, item.effect)
    if priced is None or not priced.payable:
        return
    yield from (ChooseConvert(True, wealth) for wealth in priced.wealths)
    if state.options.conversion == "optional" or priced.missing or priced.wealth:
        yield ChooseConvert(False)


@question(ConvertAsked, "DA-7.73", convert_answers)
def choose_convert(book: Book, state: State, player: Player, item: ConvertAsked, answer: ChooseConvert) -> bool:
    """DA-7.73: pay, then gain."""
    priced = terms(player, item.effect)
    if not answer.accept or priced is None:
        return False
    wealth, source = answer.pay_wealth or 0, f"{item.context.source}/convert"
    left = wealth
    for resource, n in priced.resources.items():
        single = len(priced.resources) == 1
        replaced = left if single else max(0, n - int(getattr(player, resource)))
        enter(book, player, resource, replaced - n, source)
    enter(book, player, "steam", -priced.steam, source)
    enter(book, player, "wealth", -priced.wealth - wealth, source)
    return resolve(book, state, player, item.effect.gain, item.context)


def plain_convert(state: State, player: Player, item: ConvertAsked, answer: ChooseConvert) -> ChooseConvert:
    """DA-7.1, DA-7.2: an answer as it is offered: with the least wealth if none is stated, with none if declined."""
    priced = terms(player, item.effect)
    if not answer.accept:
        return ChooseConvert(False) if answer.pay_wealth == 0 else answer
    return ChooseConvert(True, priced.missing) if priced is not None and answer.pay_wealth is None else answer


@effect(Choice)
def choice(book: Book, state: State, player: Player, effect: Choice, context: Context) -> bool:
    """DA-7.83: ask for one of several lists of effects."""
    return ask(book, state, player, OptionAsked(player.seat, effect, context))


def option_answers(state: State, player: Player, item: OptionAsked) -> Iterator[ChooseOption]:
    """DA-7.83: every option may be chosen."""
    return map(ChooseOption, range(len(item.effect.options)))


@question(OptionAsked, "DA-7.83", option_answers)
def choose_option(book: Book, state: State, player: Player, item: OptionAsked, answer: ChooseOption) -> bool:
    """DA-7.83: resolve the list chosen."""
    return resolve(book, state, player, item.effect.options[answer.index], item.context)


@effect(Optional)
def optional(book: Book, state: State, player: Player, effect: Optional, context: Context) -> bool:
    """DA-7.84: ask whether to take the effects."""
    return ask(book, state, player, OptionalAsked(player.seat, effect, context))


def optional_answers(state: State, player: Player, item: OptionalAsked) -> Iterator[ChooseOptional]:
    """DA-7.84: yes or no."""
    return map(ChooseOptional, (True, False))


@question(OptionalAsked, "DA-7.84", optional_answers)
def choose_optional(book: Book, state: State, player: Player, item: OptionalAsked, answer: ChooseOptional) -> bool:
    """DA-7.84: resolve the effects, or decline them."""
    return answer.accept and resolve(book, state, player, item.effect.do, item.context)


@effect(Opaque)
def opaque(book: Book, state: State, player: Player, effect: Opaque, context: Context) -> bool:
    """DA-7.85: a chance outcome states what was gained."""
    player.stack.append(Declaration(None, player.seat, context))
    return True


GOODS_OF_ALL_KINDS: tuple[Good, ...] = ("steam", "wealth", "food", "energy", "building", "luxury")
SAMPLES: tuple[Effects, ...] = ((), (Vp(1),), (Gain("steam", 1),), (Gain("wealth", 1),))
PLENTY: Effects = tuple(Gain(each, 99) for each in GOODS_OF_ALL_KINDS)


def declaration(item: Declaration, samples: Sequence[Effects]) -> Outcome:
    """DA-7.85: any effects from the vocabulary, for the player who gained them."""
    return Outcome(EffectDeclared, "DA-8.1", player=item.player, effects=AnyEffects(samples))


def effect_declared(book: Book, state: State, player: Player, item: Declaration, event: EffectDeclared) -> None:
    """DA-7.85: resolve the declared effects in place of the opaque one; as a new event, with nesting from the start."""
    context = item.context
    declared = Context(f"{context.source}/declared", context.city, context.slot, context.hexes, context.chain)
    resolve(book, state, player, event.effects, declared)
