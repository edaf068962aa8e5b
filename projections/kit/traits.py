"""What is special in games and in their positions: traits, which are numbered.

A trait is a kind of event with something beside it: a word in a field, what its player has chosen once (such as a
faction), how large a number of the position is before it, what it changed, or an option of the game.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from engine.dispatch import Action
from engine.entries import Entry
from engine.replay import Replay
from events.log.record import Header

LARGE, MANY, VAST = 4, 3, 40
"""Beside a kind of event, numbers from here on are alike, and so are lists of so many items or more. By itself, each
number is a trait of its own up to VAST, as a rule may compare it with any number."""
PLAIN = (int, bool, str, type(None))


def tag(event: Any) -> str:
    """The kind of an event as logs name it."""
    name: str = event.__struct_config__.tag
    return name


def traits_of(event: Any) -> list[str]:
    """The kind of an event, and this with each word in its fields."""
    kind = tag(event)
    return [kind, *(f"{kind} {word}" for word in _words(event))]


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
        self._of_fields: dict[tuple[str, type], list[tuple[str, dict[Any, tuple[int, ...]]]]] = {}

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
        for holder in (state, acting):
            if isinstance(holder, Struct):
                self._add_fields(found, kind, holder)
        return found

    def _add_fields(self, found: set[int], kind: str, holder: Struct) -> None:
        """The hot path: a value that a field has had before is only looked up."""
        fields = self._of_fields.get((kind, type(holder)))
        if fields is None:
            fields = [(name, {}) for name in holder.__struct_fields__]
            self._of_fields[kind, type(holder)] = fields
        for name, known in fields:
            value = getattr(holder, name)
            typed = type(value)
            if typed is list or typed is tuple:
                value = len(value), value.count(0), _pending(value)
            elif typed is dict:
                value = len(value), list(value.values()).count(0)
            elif typed not in PLAIN:
                continue
            numbers = known.get(value)
            if numbers is None:
                place = type(holder).__name__, name
                numbers = known[value] = tuple(self.of([(kind, *place, _size(value)), (*place, _exactly(value))]))
            found.update(numbers)


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
    """Notes the traits of a game while it is played."""

    def __init__(self, numbers: Numbers, game: Replay) -> None:
        self._numbers, self._game, self._found = numbers, game, set[int]()
        game.on_record.append(self._before)

    def _before(self, game: Replay, actor: int | None, event: Any) -> None:
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
