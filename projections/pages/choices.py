"""What could have been done at each row of a page: the legal actions of whoever is to act, in words, by kind.

A game has few different lists of actions: each is stored once, and rows refer to them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from engine.replay import Replay
from projections.pages.log_rows import CHANCE, kind_of
from projections.pages.stations import Station
from projections.pages.things import Marks
from projections.pictures.film import names_of
from projections.pictures.words import event_words, plain
from projections.verdict import offered

MOST = 2_000
"""More legal events than these are not counted; `choices.js` has the same number."""
LISTED = 300
"""More events of one seat and kind than these are only counted."""
Group = tuple[int, str, tuple[str, ...], int, tuple[int, ...]]
"""The seat (-1 for chance), the kind, the actions in words (none if there are too many), their number, their marks."""
Row = list[list[int]]
_encode = msgspec.msgpack.Encoder().encode


class Choices(NamedTuple):
    """What was legal at each row.

    `words` are the actions and the kinds, in words. A group is [seat, kind, number of actions, indexes of their words,
    numbers of their marks (see `things.Marks`), empty if there are none]; a row is [numbers of its groups] followed by
    [group, place], what was done there, if it is listed.
    """

    words: list[str]
    groups: list[list[Any]]
    rows: list[Row]


def choices(game: Replay, stations: Sequence[Station], marks: Marks) -> Choices:
    """The legal actions after each station, and which of them was taken; notes the marks of their places."""
    words: dict[str, int] = {}
    groups: dict[Group, int] = {}
    rows = [_row(found, taken, groups) for found, taken in _found(game, stations, marks)]
    listed = [
        [seat, _number(plain(kind), words), number, [_number(each, words) for each in actions], marked]
        for seat, kind, actions, number, marked in groups
    ]
    return Choices(list(words), listed, rows)


def _found(
    game: Replay, stations: Sequence[Station], marks: Marks
) -> Iterator[tuple[list[Group], tuple[int, str, str] | None]]:
    """For each station the groups, and what was done next: its seat, kind and words."""
    teller = Teller(names_of(game.header), marks)
    following = [*stations[1:], None]
    for station, then in zip(stations, following, strict=True):
        waits = station.due or station.aside or (then is not None and not then.record)
        if waits or station.game.standings is not None:
            yield [], None
            continue
        found = teller.grouped(station.game)
        if then is None or not kind_of(then.event):
            yield found, None
        else:
            actor = CHANCE if then.actor is None else then.actor
            yield found, (actor, kind_of(then.event), teller.tell(actor, then.event)[0])


class Teller:
    """Puts events into words and notes their marks, each once; `names` are those of the players.

    `tell(seat, event)` gives an event of a seat (-1 for chance) in words, and the number of its marks.
    """

    def __init__(self, names: Sequence[str], marks: Marks) -> None:
        self._names, self._marks = names, marks
        self.tell = cache(self._told)
        self._groups: dict[tuple[int, bytes], Group] = {}

    def grouped(self, game: Replay) -> list[Group]:
        """The legal actions in a position, by seat and kind, in the order of the rules."""
        if (many := _counted(game)) is not None:
            return [many]
        found: dict[tuple[int | None, type], list[Any]] = defaultdict(list)
        for seat, event in offered(game, MOST):
            found[seat, type(event)].append(event)
        return [self._group(CHANCE if seat is None else seat, events) for (seat, _), events in found.items()]

    def _group(self, seat: int, events: Sequence[Any]) -> Group:
        """The events of a seat, all of one kind; what can be done often stays the same for some records."""
        if len(events) > LISTED:
            return seat, kind_of(events[0]), (), len(events), ()
        key = seat, _encode(events)
        if (group := self._groups.get(key)) is None:
            words, marked = zip(*[self.tell(seat, event) for event in events], strict=True)
            group = self._groups[key] = seat, kind_of(events[0]), words, len(events), marked if any(marked) else ()
        return group

    def _told(self, seat: int, event: Any) -> tuple[str, int]:
        return event_words(event, self._names), self._marks.of_event(None if seat == CHANCE else seat, event)


def _counted(game: Replay) -> Group | None:
    """What can happen, if that is only one kind of chance, in more ways than are listed."""
    rules, state = game.rules, game.state
    answering = {rule for item in rules.awaited(state) for rule in rules.answered_by.get(type(item), ())}
    if not game.settled or len(answering) != 1 or (outcome := rules.outcome(state)) is None:
        return None
    kind: Any = outcome.event
    number = outcome.number(MOST)
    return (CHANCE, str(kind.__struct_config__.tag), (), number, ()) if number > LISTED else None


def _row(found: list[Group], taken: tuple[int, str, str] | None, groups: dict[Group, int]) -> Row:
    numbers = [groups.setdefault(each, len(groups)) for each in found]
    if taken is not None:
        for number, (seat, kind, actions, *_) in zip(numbers, found, strict=True):
            if (seat, kind) == taken[:2] and taken[2] in actions:
                return [numbers, [number, actions.index(taken[2])]]
    return [numbers]


def _number(text: str, words: dict[str, int]) -> int:
    return words.setdefault(text, len(words))
