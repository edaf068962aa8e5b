"""Evaluation of satisfaction after a board change: section 6.5.

Only cities on or next to a changed place can have a different count, so only those are counted again. All counts are
taken before any city is removed; then come losses, founding and gains (GA-6.5.3, GA-11.13), each in the order of
founding.
"""

from collections.abc import Iterable

from engine.games.gaia.board import satisfied_now
from engine.games.gaia.cards import to_discard
from engine.games.gaia.components import CONSTANTS, LIFE
from engine.games.gaia.figures import place_meeple, return_meeples
from engine.games.gaia.queries import city_label
from engine.games.gaia.state import City, State
from engine.ledger import Book, enter

FULL = CONSTANTS.needs_per_city
TWO_MEEPLES = CONSTANTS.meeples_on_full_city_advanced


def evaluate(book: Book, state: State, actor: int, changed: Iterable[int], new_city: City | None = None) -> None:
    """EVAL(actor, new_city) after a change at these places; enters its results in the book.

    It runs once for each board change (GA-6.5.1). The actor is always the active player (GA-6.5.14). `new_city` is
    already on the board, without meeples. There is no end check in between (GA-6.7.2), so a meeple that has returned
    may be placed again (GA-6.5.11), and there is no second stage of losses, as removals only uncover tiles (GA-6.5.12).
    """
    if not state.cities:
        return
    before, after = _counts(state, changed, new_city)
    uncovered = _losses(book, state, actor, after, before)
    if new_city is not None:
        _found(book, state, actor, new_city)
    if after:
        _gains(book, state, actor, before, after, uncovered)


def meeples_return(book: Book, state: State, city: City, reason: str) -> None:
    """All meeples of a city go back to their owners."""
    for seat, number in enumerate(city.meeples):
        if number:
            city.meeples[seat] = 0
            return_meeples(book, state.players[seat], number, reason)


def remove_city(book: Book, state: State, actor: int, city: City, reason: str) -> None:
    """A city leaves the board: its card joins the life discard, meeples return, and its tile is uncovered."""
    enter(book, state.players[actor], "removed", 1, city_label(city))
    enter_needs(book, state, actor, city, -city.satisfied)
    meeples_return(book, state, city, reason)
    state.cities.remove(city)
    state.tiles[city.place].city = 0
    to_discard(state, LIFE, city.card)


def enter_needs(book: Book, state: State, actor: int, city: City, change: int) -> None:
    """Enter the change in the number of met needs, and its actor; entries of meeples that move for it follow."""
    enter(book, state.players[actor], "needs", change, city_label(city))


def _counts(state: State, changed: Iterable[int], new_city: City | None) -> tuple[dict[int, int], dict[int, int]]:
    """GA-6.5.3: stored count b and count after the change p of the old cities near the change, by `founded_no`."""
    touched = set(changed)
    for place in changed:
        touched.update(state.near[place])
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for city in state.cities:
        if city.place in touched and city is not new_city:
            before[city.founded_no] = city.satisfied
            after[city.founded_no] = satisfied_now(state, city)
    return before, after


def _losses(book: Book, state: State, actor: int, after: dict[int, int], before: dict[int, int]) -> list[int]:
    """Stage L: cities with fewer met needs (net: GA-11.14). Returns the places of those that are removed.

    GA-6.5.4: a city that is no longer full loses its second meeple. GA-6.5.5, GA-11.6: with one met need, all meeples
    return and the city stays. GA-6.5.6: with none, the city is also removed.
    """
    losing = [city for city in state.cities if after.get(city.founded_no, FULL) < before.get(city.founded_no, 0)]
    uncovered: list[int] = []
    for city in losing:
        count = after[city.founded_no]
        if count == 0:
            uncovered.append(city.place)
            remove_city(book, state, actor, city, "no_need_left")
            continue
        enter_needs(book, state, actor, city, count - city.satisfied)
        city.satisfied = count
        if count == 1:
            meeples_return(book, state, city, "one_need_left")
        elif state.advanced and sum(city.meeples) == TWO_MEEPLES:
            owner = city.meeples.index(TWO_MEEPLES)
            city.meeples[owner] -= 1
            return_meeples(book, state.players[owner], 1, "fourth_need_lost")
    return uncovered


def _found(book: Book, state: State, actor: int, city: City) -> None:
    """Stage F, GA-6.5.7: the founder's meeple, or two for four needs in the advanced game."""
    city.satisfied = satisfied_now(state, city)
    enter(book, state.players[actor], "founded", 1, city_label(city))
    enter_needs(book, state, actor, city, city.satisfied)
    _place(book, state, actor, city, "city_founded")
    if state.advanced and city.satisfied == FULL and state.players[actor].supply:
        _place(book, state, actor, city, "fourth_need")


def _gains(
    book: Book,
    state: State,
    actor: int,
    before: dict[int, int],
    after: dict[int, int],
    uncovered: list[int],
) -> None:
    """Stage G, GA-6.5.8, GA-11.15: cities with more needs met through the change, or through an uncovered tile.

    A city without meeples that gains is treated like any other (GA-6.5.13). A new city was counted in stage F, after
    the losses, so it does not gain.
    """
    beside = {place for removed in uncovered for place in state.near[removed]}
    for city in state.cities:
        counted = before.get(city.founded_no, city.satisfied)
        changed = after.get(city.founded_no, counted)
        now = satisfied_now(state, city) if city.place in beside else changed
        if changed <= counted and now <= changed:
            continue
        enter_needs(book, state, actor, city, now - city.satisfied)
        city.satisfied = now
        if state.advanced:
            _gain_advanced(book, state, actor, city)
        else:
            _gain_basic(book, state, actor, city)


def _gain_basic(book: Book, state: State, actor: int, city: City) -> None:
    """GA-6.5.9, GA-11.25: one meeple of the actor, if none is there yet; meeples of others stay."""
    if not city.meeples[actor] and state.players[actor].supply:
        _place(book, state, actor, city, "need_added")


def _gain_advanced(book: Book, state: State, actor: int, city: City) -> None:
    """GA-6.5.10, GA-11.24: the actor takes over the city, with two meeples if all four needs are met."""
    player = state.players[actor]
    if not (city.meeples[actor] or player.supply):
        return
    reason = "need_added"
    for seat, number in enumerate(city.meeples):
        if number and seat != actor:
            reason = "takeover"
            city.meeples[seat] = 0
            return_meeples(book, state.players[seat], number, "taken_over")
    if not city.meeples[actor]:
        _place(book, state, actor, city, reason)
    if city.satisfied == FULL and city.meeples[actor] < TWO_MEEPLES and player.supply:
        _place(book, state, actor, city, "fourth_need")


def _place(book: Book, state: State, actor: int, city: City, reason: str) -> None:
    city.meeples[actor] += 1
    place_meeple(book, state.players[actor], reason)
