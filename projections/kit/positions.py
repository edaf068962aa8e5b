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
from projections.schemas.kit_answer import Acted, Booked

MOST_LEGAL = 300
"""A position in which more events are legal is not asked about."""
MOST_COUNTED, MOST_COUNTED_DEEP, DEEP_EVERY, DEEPEST = 1_000, 20_000, 25, 6
"""Sequences of legal events are counted to the depth at which they are still this few; more in every 25th position."""


class Place(NamedTuple):
    """A position that can be asked about: after record `at` of a game; `kinds` are those of the events legal there."""

    game: int
    at: int
    kinds: frozenset[str]


def tag(event: Any) -> str:
    """The kind of an event as logs name it."""
    name: str = event.__struct_config__.tag
    return name


def canonical(value: Any) -> Any:
    """A header, a record or an event as JSON data whose members have the order of canonical JSON."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def acted(actor: int | None, event: Any) -> Acted:
    """An action as JSON data."""
    return Acted(actor, canonical(event))


def offered(game: Replay) -> list[Action]:
    """The legal actions in a position; if they are too many to ask about, MOST_LEGAL + 1 of them."""
    return list(islice(game.rules.legal(game.state), MOST_LEGAL + 1))


def figures(game: Replay) -> Figures:
    """The figures of all seats."""
    return [list(game.rules.values(game.state, seat)) for seat in range(len(game.header.seats))]


def drawn(places: Sequence[Place], number: int, rng: Random) -> list[Place]:
    """Places in the order of the games: half of them shared evenly among the kinds of events, the rest at random."""
    if len(places) <= number:
        return list(places)
    having: dict[str, list[Place]] = {}
    for place in places:
        for kind in place.kinds:
            having.setdefault(kind, []).append(place)
    share = max(1, number // (2 * len(having)))
    taken = dict[Place, None]()
    for _, among in sorted(having.items(), key=_rarity):
        missing = share - sum(place in taken for place in among)
        left = [place for place in among if place not in taken]
        taken |= dict.fromkeys(rng.sample(left, max(0, min(missing, len(left)))))
    chosen = list(taken)[:number]
    left = [place for place in places if place not in taken]
    return sorted([*chosen, *rng.sample(left, min(number - len(chosen), len(left)))], key=_order)


def _rarity(having: tuple[str, list[Place]]) -> tuple[int, str]:
    return len(having[1]), having[0]


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


def position_case(name: str, log: str, game: Replay, following: Record[Any] | None, deep: bool) -> PositionCase:
    """What holds in a position; the game is then played on by the record that follows."""
    at, now = game.seq, figures(game)
    legal = [acted(actor, event) for actor, event in game.rules.legal(game.state)]
    counts = perft_counts(game.rules, game.state, MOST_COUNTED_DEEP if deep else MOST_COUNTED)
    before = len(game.entered)
    if following is not None:
        game.feed([following])
    entries = [
        Booked(entry.seat, entry.figure, entry.delta, entry.source)
        for entered in game.entered[before:]
        for entry in entered.entries
    ]
    return PositionCase(name, log, at, PositionExpect(legal, counts, now, entries))


class _TooMany(Exception):
    """More sequences than are to be counted."""


def perft_counts(rules: Ruleset[Any], state: Any, most: int) -> list[int]:
    """The numbers of sequences of 1, 2, ... legal events, up to the last that is at most `most`, or to DEEPEST.

    The first is counted in any case. It ends before a depth to which no sequence leads.
    """
    found = [sum(1 for _ in rules.legal(state))]
    while len(found) < DEEPEST and found[-1]:
        try:
            number = _count(rules, state, len(found) + 1, [most])
        except _TooMany:
            break
        if not number:
            break
        found.append(number)
    return found


def _count(rules: Ruleset[Any], state: Any, depth: int, left: list[int]) -> int:
    number = 0
    for actor, event in rules.legal(state):
        if depth > 1:
            number += _count(rules, after(rules, state, actor, event), depth - 1, left)
        elif left[0] <= 0:
            raise _TooMany
        else:
            left[0] -= 1
            number += 1
    return number


def by_game(places: Sequence[Place]) -> Mapping[int, list[int]]:
    """Game -> its places, ascending."""
    found: dict[int, list[int]] = {}
    for place in places:
        found.setdefault(place.game, []).append(place.at)
    return found
