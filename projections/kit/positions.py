"""Positions of games: which ones a kit asks about, and what holds in them."""

from collections import Counter
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
    """A position that can be asked about: after record `at` of a game; `traits` say what is special there."""

    game: int
    at: int
    traits: frozenset[str]


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
    return _offered(game.rules, game.state)


def _offered(rules: Ruleset[Any], state: Any) -> list[Action]:
    return list(islice(rules.legal(state), MOST_LEGAL + 1))


def choices(legal: Sequence[Action]) -> int | None:
    """How many events are `offered`; None if they are too many to ask about."""
    return len(legal) if len(legal) <= MOST_LEGAL else None


def figures(game: Replay) -> Figures:
    """The figures of all seats."""
    return figures_of(game.rules, game.state, len(game.header.seats))


def figures_of(rules: Ruleset[Any], state: Any, seats: int) -> Figures:
    """The figures of so many seats in a position."""
    return [list(rules.values(state, seat)) for seat in range(seats)]


class Traits:
    """What is special in the positions of one game, as words.

    These are the kinds of the events that are legal, each with the words in its fields, and each with what its player
    chose in events of which they made one, such as a faction.
    """

    def __init__(self, records: Sequence[Record[Any]]) -> None:
        made = Counter((record.actor, tag(record.event)) for record in records if record.actor is not None)
        self._chosen: dict[int, list[str]] = {}
        for record in records:
            if record.actor is not None and made[record.actor, tag(record.event)] == 1:
                self._chosen.setdefault(record.actor, []).extend(_words(record.event))

    def of(self, legal: Sequence[Action]) -> frozenset[str]:
        """The traits of a position with these legal events."""
        found, kinds = set[str](), set[tuple[int | None, str]]()
        for actor, event in legal:
            kinds.add((actor, tag(event)))
            found.update(traits_of(event))
        for actor, kind in kinds:
            if actor is not None:
                found.update(f"{kind} of {word}" for word in self._chosen.get(actor, ()))
        return frozenset(found)


def traits_of(event: Any) -> list[str]:
    """The kind of an event, and this with each word in its fields."""
    kind = tag(event)
    return [kind, *(f"{kind} {word}" for word in _words(event))]


def _words(event: Any) -> Iterator[str]:
    """The words in the fields of an event; not places of a board, which have digits."""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, str) and value.replace("_", "").isalpha():
            yield f"{field} {value}"


def drawn(places: Sequence[Place], number: int, rng: Random) -> list[Place]:
    """Places in the order of the games: three of four are shared evenly among the traits, the others are random."""
    if len(places) <= number:
        return list(places)
    having: dict[str, list[int]] = {}
    for each, place in enumerate(places):
        for trait in place.traits:
            having.setdefault(trait, []).append(each)
    most = number * 3 // 4
    share = max(1, most // len(having))
    taken = dict[int, None]()
    for _, among in sorted(having.items(), key=_rarity):
        left = [each for each in among if each not in taken]
        missing = min(share - (len(among) - len(left)), len(left), most - len(taken))
        taken |= dict.fromkeys(rng.sample(left, max(0, missing)))
    left = [each for each in range(len(places)) if each not in taken]
    chosen = [*taken, *rng.sample(left, min(number - len(taken), len(left)))]
    return sorted((places[each] for each in chosen), key=_order)


def _rarity(having: tuple[str, list[int]]) -> tuple[int, str]:
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
    numbers = [choices(_offered(game.rules, state)) for state in then]
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
        number = sum(1 for _ in islice(_sequences(rules, state, len(found) + 1), most + 1))
        if not 0 < number <= most:
            break
        found.append(number)
    return found


def _sequences(rules: Ruleset[Any], state: Any, depth: int) -> Iterator[Action]:
    """The last event of each sequence of `depth` legal events."""
    for actor, event in rules.legal(state):
        if depth > 1:
            yield from _sequences(rules, after(rules, state, actor, event), depth - 1)
        else:
            yield actor, event


def by_game(places: Sequence[Place]) -> Mapping[int, list[int]]:
    """Game -> its places, ascending."""
    found: dict[int, list[int]] = {}
    for place in places:
        found.setdefault(place.game, []).append(place.at)
    return found
