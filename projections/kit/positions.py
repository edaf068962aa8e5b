"""Positions of games: which ones a kit asks about, and what holds in them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.selfplay import after
from events.log.record import Record
from projections.kit.cases import Figures, PositionCase, PositionExpect
from projections.kit.choosing import covering
from projections.schemas.kit_answer import Acted, Booked

MOST_LEGAL = 300
"""A position in which more events are legal is not asked about."""
MOST_COUNTED, MOST_COUNTED_DEEP, DEEP_EVERY, DEEPEST = 300, 10_000, 50, 6
"""Sequences of legal events are counted to the depth at which they are still this few; more in every 50th position."""


class Place(NamedTuple):
    """A position that can be asked about, after record `at` of a game, and the numbers of its traits."""

    game: int
    at: int
    traits: Sequence[int]


def canonical(value: Any) -> Any:
    """A header, a record or an event as JSON data whose members have the order of canonical JSON."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def acted(actor: int | None, event: Any) -> Acted:
    """An action as JSON data."""
    return Acted(actor, canonical(event))


class Offered(NamedTuple):
    """Legal actions in a position, MOST_LEGAL + 1 at most; `whole`, if they are all that there are."""

    actions: list[Action]
    whole: bool

    @property
    def number(self) -> int | None:
        """How many there are; None if they are too many to ask about."""
        return len(self.actions) if self.whole else None


def offered(game: Replay) -> Offered:
    """The legal actions in a position."""
    return offered_in(game.rules, game.state)


def offered_in(rules: Ruleset[Any], state: Any) -> Offered:
    """The legal actions in the position of a state."""
    found = list(islice(rules.legal(state), MOST_LEGAL + 1))
    return Offered(found, len(found) <= MOST_LEGAL and not _is_endless(rules, state))


def _is_endless(rules: Ruleset[Any], state: Any) -> bool:
    """Whether more events are legal than can be listed, as where something unknown turns up."""
    outcome = rules.outcome(state)
    return outcome is not None and outcome.endless


def figures(game: Replay) -> Figures:
    """The figures of all seats."""
    return figures_of(game.rules, game.state, len(game.header.seats))


def figures_of(rules: Ruleset[Any], state: Any, seats: int) -> Figures:
    """The figures of so many seats in a position."""
    return [list(rules.values(state, seat)) for seat in range(seats)]


def drawn(places: Sequence[Place], number: int, rng: Random, is_asked: Sequence[bool] = ()) -> list[Place]:
    """Places in the order of the games: those that are asked about, at most half of the number; others.

    Three of four others are chosen by their traits, the rest are random.
    """
    asked = [each for each, asked in enumerate(is_asked) if asked]
    chosen = rng.sample(asked, min(number // 2, len(asked)))
    others = sorted({*range(len(places))}.difference(asked))
    covers = covering([places[each].traits for each in others], (number - len(chosen)) * 3 // 4, rng)
    chosen += [others[each] for each in covers]
    left = sorted({*others}.difference(chosen))
    chosen += rng.sample(left, min(number - len(chosen), len(left)))
    return sorted((places[each] for each in chosen), key=_order)


def _order(place: Place) -> tuple[int, int]:
    return place.game, place.at


def visited(
    rules: Ruleset[Any], records: Sequence[Record[Any]], header: Any, at: Sequence[int]
) -> Iterator[tuple[Replay, int]]:
    """The replay of a game at each of some ascending places. It may be played on from there by one record at a time."""
    game = Replay(rules, header)
    game.settle()
    for place in at:
        game.feed(records[game.seq : place])
        yield game, place


class Tries(NamedTuple):
    """Events to try in a position, the numbers of those that the rules accept, and events to play that they accept."""

    tried: Sequence[Action]
    accepted: list[int]
    played: Sequence[Action]


def position_case(
    name: str, log: str, game: Replay, legal: Sequence[Action], tries: Tries, following: Record[Any] | None, deep: bool
) -> PositionCase:
    """What holds in a position with these legal actions; the game is then played on by the record that follows."""
    at, now = game.seq, figures(game)
    then = [after(game.rules, game.state, *each) for each in tries.played]
    reached = [figures_of(game.rules, state, len(now)) for state in then]
    numbers = [offered_in(game.rules, state).number for state in then]
    counts = perft_counts(game.rules, game.state, MOST_COUNTED_DEEP if deep else MOST_COUNTED)
    before = len(game.entered)
    if following is not None:
        game.feed([following])
    entries = [
        Booked(entry.seat, entry.figure, entry.delta, entry.source)
        for entered in game.entered[before:]
        for entry in entered.entries
    ]
    expect = PositionExpect(_acted(legal), counts, now, entries, tries.accepted, reached, numbers)
    return PositionCase(name, log, at, _acted(tries.tried), _acted(tries.played), expect)


def _acted(actions: Sequence[Action]) -> list[Acted]:
    return [acted(*each) for each in actions]


def perft_counts(rules: Ruleset[Any], state: Any, most: int) -> list[int]:
    """The numbers of sequences of 1, 2, ... legal events, up to the last that is at most `most`, or to DEEPEST.

    The first is counted in any case. It ends before a depth to which no sequence leads.
    """
    found = [sum(1 for _ in rules.legal(state))]
    while len(found) < DEEPEST and found[-1]:
        number = _counted(rules, state, len(found) + 1, most)
        if not 0 < number <= most:
            break
        found.append(number)
    return found


def _counted(rules: Ruleset[Any], state: Any, depth: int, most: int) -> int:
    """The number of sequences of `depth` legal events; more than `most` if there are, or if there is no end of them."""
    if _is_endless(rules, state):
        return most + 1
    legal, found = rules.legal(state), 0
    if depth == 1:
        return sum(1 for _ in islice(legal, most + 1))
    for actor, event in legal:
        found += _counted(rules, after(rules, state, actor, event), depth - 1, most - found)
        if found > most:
            break
    return found


def by_game(places: Sequence[Place]) -> Mapping[int, list[int]]:
    """Game -> its places, ascending."""
    found: dict[int, list[int]] = {}
    for place in places:
        found.setdefault(place.game, []).append(place.at)
    return found
