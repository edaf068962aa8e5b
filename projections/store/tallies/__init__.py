"""Tallies: counts over entries and records that statistics need, made when a game is stored.

    vp       name is a source of victory points, number their sum; one row per seat and source
    ending   name is the kind of the last record, seat its actor, number the last turn; one row per game
    line     name is an action of a seat, as canonical JSON, number its place, 1 to LINE, among those of the seat;
             none in a game with a corrected record

A game can add its own in a module of its name in this package, whose `tallies(counted)` yields them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.declaration import Turn
from engine.entries import Entered, Entry
from events.log.codec import encode_lines
from events.log.native import GameLog
from events.log.record import Assumed, Correct, Record
from events.plugins import part
from events.store.schema import TallyColumns
from projections.store.trace import Trace

POINTS, ENDING, FIRST_ACTIONS = "vp", "ending", "line"
LINE = 4
"""So many first actions of each seat are tallied: more make stores larger, and few beginnings agree for longer."""


class Tally(NamedTuple):
    """A row without its game; see TallyColumns."""

    seat: int | None
    kind: str
    name: str
    value: str | None = None
    round: int | None = None
    number: int | None = None


class Counted(NamedTuple):
    """The data from which a game's tallies are counted.

    `played` maps types of events to the played records in force, each with its round, except those for which the source
    leaves a fact open; `partly` maps types of events to the latter, each with the values that are only assumed in it;
    `entered` is everything entered, each with its round, and `entries` maps figures to entries; `turns` maps records
    to their turns; `factions` lists those of the seats.
    """

    played: defaultdict[type, list[tuple[int, Record[Any]]]]
    partly: defaultdict[type, list[tuple[int, Record[Any], frozenset[str]]]]
    entered: Sequence[tuple[int, Entered]]
    entries: defaultdict[str, list[Entry]]
    turns: Mapping[int, Turn]
    factions: Sequence[str | None]

    def records(self, *kinds: type) -> list[tuple[int, Record[Any]]]:
        """All records of these kinds in their order, each with its round, even if a fact in them is left open."""
        found = [each for kind in kinds for each in self.played[kind]]
        found += [(round_, record) for kind in kinds for round_, record, _ in self.partly[kind]]
        return sorted(found, key=_place)


def _place(played: tuple[int, Record[Any]]) -> int:
    return played[1].seq


def sorted_out(
    played: Iterable[tuple[int, Record[Any]]],
    entered: Sequence[tuple[int, Entered]],
    factions: Sequence[str | None],
    assumed: Iterable[Assumed] = (),
    turns: Mapping[int, Turn] | None = None,
) -> Counted:
    """Group records and entries in one pass, in their order; `assumed` are the facts that the source leaves open."""
    of_type, partly, of_figure = defaultdict(list), defaultdict(list), defaultdict(list)
    open_values: dict[int, frozenset[str]] = {}
    for fact in assumed:  # a fact of several cards lists them, separated by spaces
        open_values[fact.seq] = open_values.get(fact.seq, frozenset()).union(fact.value.split())
    for round_, record in played:
        if record.seq in open_values:
            partly[type(record.event)].append((round_, record, open_values[record.seq]))
        else:
            of_type[type(record.event)].append((round_, record))
    for _, at in entered:
        for entry in at.entries:
            of_figure[entry.figure].append(entry)
    return Counted(of_type, partly, entered, of_figure, turns or {}, factions)


def tallies(
    key: str,
    log: GameLog,
    trace: Trace,
    played: Sequence[tuple[Record[Any], Turn]],
    turns: Mapping[int, Turn],
    entered: Sequence[tuple[int, Entered]],
) -> list[TallyColumns]:
    """The rows of a replayed game: `played` are its records in force with their turns, `turns` these by record number,
    `entered` is what they entered with its rounds.
    """
    game = trace.game
    in_rounds = ((turn.round, record) for record, turn in played)
    factions = [game.rules.faction(game.state, seat) for seat in range(len(log.header.seats))]
    found = [
        *of_game(game.rules.id, sorted_out(in_rounds, entered, factions, log.header.assumed, turns)),
        *_ending(log, played),
        *first_actions([] if _corrected(log) else [record for record, _ in played]),
    ]
    columns = map(list, zip(*found, strict=True)) if found else ([] for _ in Tally._fields)
    return [TallyColumns(key, *columns)]


def of_game(game: str, counted: Counted) -> Iterator[Tally]:
    """All tallies from records and entries: the points, and those specific to the game."""
    yield from _points(counted.entries["vp"])
    own = part(__name__, game)
    if own is not None:
        yield from own.tallies(counted)


def first_actions(played: Iterable[Record[Any]]) -> list[Tally]:
    """The first actions of each seat, from the played records of a game in their order."""
    number = defaultdict[int | None, int](int)
    first = []
    for record in played:
        if record.actor is not None and number[record.actor] < LINE:
            number[record.actor] += 1
            first.append((record.actor, number[record.actor], record.event))
    spelt = encode_lines([event for _, _, event in first])
    return [
        Tally(seat, FIRST_ACTIONS, text.decode(), number=place)
        for (seat, place, _), text in zip(first, spelt, strict=True)
    ]


def _corrected(log: GameLog) -> bool:
    return Correct in map(type, [record.event for record in log.records])


def flows(goods: Iterable[tuple[int, str, str, int]]) -> Iterator[Tally]:
    """Goods: what seats gained and spent of each, from (seat, good, source, change).

    `value` is gained or spent, a blank and the source; a seat that also spent what it gained from the same source has a
    second row, also_spent.
    """
    found: dict[tuple[int, str, str], list[int]] = {}
    for seat, good, source, change in goods:
        place = seat, good, source
        if place not in found:
            found[place] = [0, 0]
        found[place][change < 0] += change
    for (seat, good, source), (gained, spent) in found.items():
        if gained or not spent:
            yield Tally(seat, "good", good, f"gained {source}", number=gained)
        if spent:
            yield Tally(seat, "good", good, f"{'also_spent' if gained else 'spent'} {source}", number=-spent)


def _points(entries: Sequence[Entry]) -> Iterator[Tally]:
    sums: dict[tuple[int, str], int] = {}
    for entry in entries:
        place = entry.seat, entry.source
        sums[place] = sums.get(place, 0) + entry.delta
    for (seat, source), number in sums.items():
        yield Tally(seat, POINTS, source, number=number)


def _ending(log: GameLog, played: Sequence[tuple[Record[Any], Turn]]) -> Iterator[Tally]:
    if log.records:
        last = log.records[-1]
        number = max((turn.index for _, turn in played), default=None)
        yield Tally(last.actor, ENDING, str(last.event.__struct_config__.tag), number=number)
