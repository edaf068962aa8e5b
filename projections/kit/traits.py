"""What is special in games and in their positions: traits, which are numbered.

A trait is a kind of event with something beside it: a word in a field, what its player has chosen once (such as a
faction), how large a number of the position is before it, what it changed, or an option of the game.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, getitem
from typing import Any, get_args, get_origin

from msgspec import Struct

from engine.dispatch import Action
from engine.entries import Entry
from engine.replay import Replay
from events.log.record import Header
from projections.kit.fields import fields_of, types_of

LARGE, MANY, VAST, SHORT = 4, 3, 40, 12
"""Beside a kind of event, numbers from here on are alike, and so are lists of so many items or more. By itself, each
number is a trait of its own up to VAST, as a rule may compare it with any number, and so is each item of a player's
lists and tables that have SHORT items at most."""
PLAIN = {int, bool, str}


def tag(event: Any) -> str:
    """The kind of an event as logs name it."""
    name: str = event.__struct_config__.tag
    return name


def traits_of(event: Any) -> list[str]:
    """The kind of an event, and this with what it states: each word in a field, and which fields have values at all."""
    kind = tag(event)
    return [kind, f"{kind} with {_stated(event)}", *(f"{kind} {word}" for word in _words(event))]


def menu(actions: Iterable[Action]) -> str:
    """Which kinds of events there are among some actions."""
    return f"either {', '.join(sorted({tag(event) for _, event in actions}))}"


def _stated(event: Any) -> str:
    """The fields that have values other than none, 0 or nothing; lists with how many items they have, up to MANY."""
    found = list[str]()
    for field in event.__struct_fields__:
        if value := getattr(event, field):
            found.append(f"{field} {min(len(value), MANY)}" if isinstance(value, tuple) else field)
    return ", ".join(found)


def _words(event: Any) -> Iterator[str]:
    """The words in the fields of an event; not places of a board, which have digits."""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, str) and _is_word(value):
            yield f"{field} {value}"


def _is_word(value: str) -> bool:
    return value.replace("_", "").isalpha()


class Chosen:
    """What each player of a game chose in events of which they made one, such as a faction."""

    def __init__(self, played: Sequence[Action]) -> None:
        made = Counter((actor, tag(event)) for actor, event in played if actor is not None)
        self._by: dict[int, list[str]] = {}
        for actor, event in played:
            if actor is not None and made[actor, tag(event)] == 1:
                self._by.setdefault(actor, []).extend(_words(event))

    def traits(self, actions: Iterable[Action]) -> set[str]:
        """The traits of these actions, each kind also with what its player chose."""
        found, kinds = set[str](), set[tuple[int, str]]()
        for actor, event in actions:
            found.update(traits_of(event))
            if actor is not None:
                kinds.add((actor, tag(event)))
        found.update(f"{kind} of {word}" for actor, kind in kinds for word in self._by.get(actor, ()))
        return found


class Numbers:
    """The numbers of traits, in the order in which they are met."""

    def __init__(self) -> None:
        self._of: dict[Any, int] = {}
        self._readings: dict[tuple[str, type], _Reading] = {}

    def of(self, traits: Iterable[Any]) -> Iterator[int]:
        """The numbers of traits."""
        known = self._of
        for trait in traits:
            yield known.setdefault(trait, len(known))

    def of_state(self, state: Any, actor: int | None, kind: str) -> set[int]:
        """Those of an event of this kind with how large each number of the position, and of the actor's, is."""
        players = getattr(state, "players", ())
        acting = players[actor] if actor is not None and 0 <= actor < len(players) else None
        found = set[int]()
        for holder, short in (state, 0), (acting, SHORT):
            if isinstance(holder, Struct):
                reading = self._readings.get((kind, type(holder)))
                if reading is None:
                    reading = self._readings[kind, type(holder)] = _Reading(self, kind, type(holder))
                found.update(*reading.numbers(holder, short))
        return found


class _Met(dict[Any, tuple[int, ...]]):
    """The values that a field has had, each with the numbers of its traits; a value that has none yet is given some."""

    def __init__(self, numbers: Numbers, kind: str, place: tuple[str, str]) -> None:
        self._numbers, self._kind, self._place = numbers, kind, place

    def __missing__(self, value: Any) -> tuple[int, ...]:
        self[value] = found = tuple(self._numbers.of(self._traits(value, ())))
        return found

    def _traits(self, value: Any, more: Iterable[Any]) -> Iterator[Any]:
        yield self._kind, *self._place, _size(value)
        yield *self._place, _exactly(value)
        for each in more:
            yield *self._place, *each


class _MetItems(_Met):
    """The same for short lists and tables as tuples: how many there are of each word, or the number at each place."""

    def __missing__(self, value: Any) -> tuple[int, ...]:
        numbers = all(isinstance(each, int) for each in value)
        more = enumerate(min(each, VAST) for each in value) if numbers else Counter(value).items()
        self[value] = found = tuple(self._numbers.of(self._traits((len(value), value.count(0)), more)))
        return found


class _Reading:
    """How the fields of a position are read before an event of a kind: the hot path, without a loop where it can be."""

    def __init__(self, numbers: Numbers, kind: str, of: type) -> None:
        types = {each.name: each.type for each in fields_of(of)}
        met = {name: _Met(numbers, kind, (of.__name__, name)) for name in types}
        items = {name: _MetItems(numbers, kind, (of.__name__, name)) for name in types}
        plain = [name for name, typed in types.items() if _is_plain(typed)]
        self._plain = attrgetter(*plain, plain[0]) if plain else None  # two at least, as one alone is not in a tuple
        self._met = [met[name] for name in (*plain, *plain[:1])]
        lists = [(name, typed) for name, typed in types.items() if get_origin(typed) is list]
        self._simple = [(name, met[name], items[name]) for name, typed in lists if _is_plain(*get_args(typed))]
        self._others = [(name, met[name]) for name, typed in lists if not _is_plain(*get_args(typed))]
        tables = [(name, get_args(typed)[1]) for name, typed in types.items() if get_origin(typed) is dict]
        self._tables = [(name, met[name], items[name], of is int) for name, of in tables]

    def numbers(self, holder: Struct, short: int) -> Iterator[tuple[int, ...]]:
        """The numbers of the traits of each field that holds a number, a word, a list or a table.

        Those of each item of lists and tables with at most `short` items.
        """
        if self._plain:
            yield from map(getitem, self._met, self._plain(holder))
        for name, met, items in self._simple:
            listed = getattr(holder, name)
            yield items[tuple(listed)] if len(listed) <= short else met[len(listed), listed.count(0)]
        for name, met in self._others:
            listed = getattr(holder, name)
            yield met[len(listed), 0, _pending(listed)]
        for name, met, items, numbers in self._tables:
            listed = [*getattr(holder, name).values()]
            yield items[tuple(listed)] if numbers and len(listed) <= short else met[len(listed), listed.count(0)]


def _is_plain(typed: Any) -> bool:
    """Whether fields of a type hold a number, a word or nothing."""
    return PLAIN.issuperset(types_of(typed))


def _pending(value: Sequence[Any]) -> tuple[Any, ...]:
    """The types of the first items of a list, as what is awaited is a list of items; of lists, those within each."""
    if value and type(value[0]) is list:
        return tuple(tuple(map(type, each[:MANY])) for each in value)
    return tuple(map(type, value[:MANY]))


def _size(value: Any) -> Any:
    """A number or a word; of a list or a table, how many items it has and how many of them are 0."""
    if isinstance(value, int):
        return max(-1, min(value, LARGE))
    if isinstance(value, str):
        return value if _is_word(value) else bool(value)
    return value and (min(value[0], MANY), min(value[1], MANY))


def _exactly(value: Any) -> Any:
    """A number as it is, up to VAST; of a list, how many items it has, and what is awaited; of a table, how many.

    Of a word, only whether it is one.
    """
    if isinstance(value, int):
        return max(-1, min(value, VAST))
    return bool(value) if isinstance(value, str) else value and (value[0], value[2:])


def of_entries(kind: str, entries: Sequence[Entry]) -> set[str]:
    """An event of this kind with each figure that it changed, and with all that it changed."""
    single = {f"{kind}: {entry.source} {entry.figure} {'+' if entry.delta > 0 else '-'}" for entry in entries}
    return single | {f"{kind}: {', '.join(sorted({entry.source for entry in entries}))}"} if entries else single


def option_words(header: Header) -> list[str]:
    """The options that a header states, except for lists and tables, and the number of seats."""
    stated = [f"{name}={value}" for name, value in header.options.items() if isinstance(value, int | str)]
    return [*stated, f"{len(header.seats)} seats"]


class Watch:
    """Notes the traits of a game while it is played, those of its positions before every second event."""

    def __init__(self, numbers: Numbers, game: Replay) -> None:
        self._numbers, self._game, self._found = numbers, game, set[int]()
        game.on_record.append(self._before)

    def _before(self, game: Replay, actor: int | None, event: Any) -> None:
        if game.seq % 2 == 0:
            self._found |= self._numbers.of_state(game.state, actor, tag(event))

    def traits(self) -> list[int]:
        """Those met so far, with those of the events, of what they changed, and of the options."""
        game = self._game
        played = [(actor, event) for actor, event, _ in game.played]
        words = Chosen(played).traits(played)
        changed: dict[int, list[Entry]] = {}
        for entered in game.entered:
            changed.setdefault(entered.seq, []).extend(entered.entries)
        for seq, entries in changed.items():
            words |= of_entries(tag(played[seq - 1][1]) if seq else "", entries)
        kinds = {tag(event) for _, event in played}
        words |= {f"{option} {kind}" for option in option_words(game.header) for kind in kinds}
        return sorted({*self._found, *self._numbers.of(sorted(words))})
