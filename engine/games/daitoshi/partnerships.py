"""Partnerships: banners, windows and the effects of cities (DA-6.20 to DA-6.24, DA-7.51, DA-7.74, DA-7.75)."""

from collections.abc import Iterator
from itertools import permutations

from engine.clause import Violation
from engine.games.daitoshi.items import ActionEvent, ActivationAsked, BannerAsked, Context, UseBanner, Window
from engine.games.daitoshi.resolving import ask, effect, question, resolve, step, within
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ChooseCity, DeclinePartnership, UsePartnership
from events.vocabulary.daitoshi.effects import ActivateCity, Partnership

TRADE = "trade"


# Using banners.


def eligible(state: State, player: Player, condition: str) -> list[str]:
    """DA-6.21: cities in play with the condition and the player's banner, from left to right."""
    catalogue = state.catalogue
    if player.banners == catalogue.banners:
        return []
    cities, seat, placed, there = catalogue.city, player.seat, state.placed, []
    for city in state.cities:  # a plain loop is fastest
        if seat in placed[city] and cities[city].condition == condition:
            there.append(city)
    return there


def eligible_in_window(state: State, player: Player, condition: str) -> list[str]:
    """DA-6.21: the same in a window; after a trade, only banners that were there before it (DA-4.5)."""
    there = eligible(state, player, condition)
    return [city for city in there if city in state.snapshot] if condition == TRADE else there


def has_before_windows(state: State) -> bool:
    """DA-6.20: whether banners may be used before the event that fulfils the condition."""
    return state.options.partnership_timing == "before_or_after"


@step(Window)
def window(book: Book, state: State, player: Player, frame: Window) -> bool:
    """DA-6.21, DA-6.7: a window opens only if a banner is eligible, and closes when none is left."""
    if eligible_in_window(state, player, frame.condition):
        return False
    player.stack.pop()
    return True


def legal_uses(state: State, seat: int) -> Iterator[UsePartnership]:
    """DA-7.51: the eligible banners."""
    player = state.players[seat]
    frame = player.stack[-1]
    assert isinstance(frame, Window)
    return map(UsePartnership, eligible_in_window(state, player, frame.condition))


def use_partnership(book: Book, state: State, player: Player, item: Window, event: UsePartnership) -> None:
    """DA-7.51: use a banner. Raises Violation DA-7.51 for a city that is not eligible."""
    there = eligible_in_window(state, player, item.condition)
    if event.city not in there:
        raise Violation("DA-7.51", city=event.city, eligible=there)
    use_banner(book, state, player, event.city)


def legal_declines(state: State, seat: int) -> Iterator[DeclinePartnership]:
    """DA-7.51: a window may be closed."""
    yield DeclinePartnership()


def decline_partnership(book: Book, state: State, player: Player, item: Window, event: DeclinePartnership) -> None:
    """DA-7.51, DA-6.21: the window is closed."""
    player.stack.pop()


def befores(state: State, player: Player, condition: str) -> Iterator[tuple[str, ...]]:
    """DA-6.22: the lists of banners that may be used before an action, starting with the empty one."""
    yield ()
    if condition and has_before_windows(state):
        there = eligible(state, player, condition)
        for number in range(1, len(there) + 1):
            yield from permutations(there, number)


def check_before(state: State, player: Player, condition: str, event: ActionEvent) -> None:
    """DA-6.22: check for different eligible cities. Raises Violation DA-6.20 if banners are only used afterwards."""
    if not event.before:
        return
    if not has_before_windows(state):
        raise Violation("DA-6.20", before=event.before, partnership_timing="after_only")
    there = eligible(state, player, condition)
    if len({*event.before}) < len(event.before) or not {*event.before} <= {*there}:
        raise Violation("DA-6.22", before=event.before, eligible=there)


def push_banners(player: Player, cities: tuple[str, ...]) -> None:
    """DA-6.22: stack the banners to be used before an action, with the first one on top."""
    player.stack.extend(UseBanner(city) for city in reversed(cities))


def snapshot_for(state: State, player: Player, condition: str) -> list[str]:
    """DA-4.5: the cities that bear the player's banner when a trade is decided."""
    return [city for city in state.cities if player.seat in state.placed[city]] if condition == TRADE else []


@step(UseBanner)
def use_before(book: Book, state: State, player: Player, frame: UseBanner) -> bool:
    """DA-6.22: a banner used before an action."""
    player.stack.pop()
    use_banner(book, state, player, frame.city)
    return True


def use_banner(book: Book, state: State, player: Player, city: str) -> None:
    """DA-6.24: the banner returns to the supply, then the city's effect is resolved."""
    state.placed[city].remove(player.seat)
    if city in state.snapshot:
        state.snapshot.remove(city)
    enter(book, player, "banners", 1, f"use:{city}")
    root = Context("city_effect", city, chain=(city,))
    resolve(book, state, player, state.catalogue.city[city].effect, root)


# Placing banners.


@effect(Partnership)
def partnership(book: Book, state: State, player: Player, effect: Partnership, context: Context) -> bool:
    """DA-7.74: place a banner; `here` is lost outside a trade and a city's effect (DA-7.60)."""
    if effect.where == "any":
        return ask(book, state, player, BannerAsked(player.seat, context))
    if context.city is not None and context.city in without_banner(state, player):
        place_banner(book, state, player, context.city, context)
    return False


def without_banner(state: State, player: Player) -> list[str]:
    """DA-7.74: the cities in play that can take a banner of the player; none if the supply has no banner."""
    return [city for city in state.cities if player.seat not in state.placed[city]] if player.banners else []


def banner_answers(state: State, player: Player, item: BannerAsked) -> Iterator[ChooseCity]:
    """DA-7.74: the cities that can take the banner."""
    return map(ChooseCity, without_banner(state, player))


@question(BannerAsked, "DA-7.74", banner_answers)
def choose_banner(book: Book, state: State, player: Player, item: BannerAsked, answer: ChooseCity) -> None:
    """DA-7.74: the banner is placed."""
    place_banner(book, state, player, answer.city, item.context)


def place_banner(book: Book, state: State, player: Player, city: str, context: Context) -> None:
    """DA-7.74: a banner goes from the supply to a city."""
    state.placed[city] = sorted([*state.placed[city], player.seat])
    enter(book, player, "banners", -1, f"{context.source}/place:{city}")


# Activating cities.


@effect(ActivateCity)
def activate(book: Book, state: State, player: Player, effect: ActivateCity, context: Context) -> bool:
    """DA-7.75: a city's effect without its condition; `here` outside a trade is lost (DA-7.60)."""
    if effect.where == "other":
        return ask(book, state, player, ActivationAsked(player.seat, context))
    return context.city is not None and activate_city(book, state, player, context.city, context)


def activation_answers(state: State, player: Player, item: ActivationAsked) -> Iterator[ChooseCity]:
    """DA-7.75: the cities in play, except the one whose effect this is and those in the chain."""
    out = (item.context.city, *item.context.chain)
    return (ChooseCity(city) for city in state.cities if city not in out)


@question(ActivationAsked, "DA-7.75", activation_answers)
def choose_activation(book: Book, state: State, player: Player, item: ActivationAsked, answer: ChooseCity) -> bool:
    """DA-7.75: the effect of the chosen city; a banner there stays (DA-11.27)."""
    return activate_city(book, state, player, answer.city, item.context)


def activate_city(book: Book, state: State, player: Player, city: str, context: Context) -> bool:
    """DA-7.75: resolve a city's effect; `here` is this city in what follows."""
    inner = within(context, "city_effect")
    inner = Context(inner.source, city, None, (), (*context.chain, city), inner.depth)
    enter(book, player, "activations", 1, f"{context.source}/{city}")
    return resolve(book, state, player, state.catalogue.city[city].effect, inner)
