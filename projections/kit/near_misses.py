"""Events close to those of a game: another seat, another value of one field, another time, another kind."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from random import Random
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from engine.dispatch import Action
from projections.kit.fields import fields_of, may_be_none, type_of, types_of

MOST_VALUES = 400
ODD_NUMBERS = (-1, 0, 1, 2, 3, 99)
ODD_WORDS = ("", "nonsense")
NEVER_STATED: tuple[Any, ...] = (1, "nonsense", ("nonsense",), {"nonsense": 1}, {"nonsense": {}})
"""For a field that no event of the games states; not all of them have its type."""
TRIES, MADE, CROSSED, JOINED_SHARE = 3, 4, 2, 0.5
"""How many other values of a field are tried; how many events of any kind; how often an event has a field of another
legal one; and how often a list is then joined to that of the other."""
NONE_SHARE, ANYWHERE_SHARE, HELD_SHARE, UNNAMED_SHARE, INSIDE_SHARE = 0.2, 0.2, 0.3, 0.2, 0.2
"""How often a field that needs no value has none, how often a field has one that such a field has in an event of any
kind, how often, if it is a word, one that stands for something the player holds, how often that is something which such
a field never names, and how often one that consists of fields is exchanged as a whole rather than changed in one of
them."""
ACTOR = "actor"
Held = frozenset[str]
"""Words that stand for what a player holds."""
NOTHING: Held = frozenset()


class NearMiss(NamedTuple):
    """An event that may be illegal, and the action from which it differs in the actor or in one field.

    `changed` is that field or `actor`; it is empty, and `of` None, for an event at another time.
    """

    actor: int | None
    event: Any
    changed: str = ""
    of: Action | None = None


def held_by_seat(players: Sequence[Any], actor: int | None) -> Held:
    """What an actor holds; nothing, if it is no player."""
    return held_by(players[actor]) if actor is not None and actor < len(players) else NOTHING


def held_by(player: Any) -> Held:
    """The words in the position of a player: in its fields, their tables (what counts 0 is not held), and their lists.

    Such words name tiles, cards or places that the player has.
    """
    found = set[str]()
    for field in getattr(player, "__struct_fields__", ()):
        value = getattr(player, field)
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            found.update(key for key, number in value.items() if number and isinstance(key, str))
        elif isinstance(value, list | tuple | set):
            items = chain.from_iterable(each if isinstance(each, list) else [each] for each in value)
            found.update(each for each in items if isinstance(each, str))
    return frozenset(found)


class Values:
    """The values that fields have in the events of some games: by kind and field, and by the name of the field."""

    def __init__(self, events: Iterable[Any]) -> None:
        """Values beyond the first MOST_VALUES of a field do not count."""
        self._held: dict[tuple[str, str], dict[Any, None]] = {}
        self._typed: dict[Any, dict[Any, None]] = {}
        for event in events:
            self._add(event)
        self._lists = {place: list(values) for place, values in self._held.items()}
        self.words = [each for values in self._lists.values() for each in values if isinstance(each, str)]

    def _add(self, value: Any) -> None:
        if isinstance(value, Struct):
            for field in fields_of(type(value)):
                inner = getattr(value, field.name)
                for kind in (type(value).__name__, ""):
                    _note(self._held.setdefault((kind, field.name), {}), inner)
                for typed in types_of(field.type) if inner is not None else ():
                    _note(self._typed.setdefault(typed, {}), inner)
                    if get_origin(typed) is tuple and isinstance(inner, tuple):
                        for item, of in zip(inner, _item_types(typed, len(inner)), strict=False):
                            _note(self._typed.setdefault(of, {}), item)
                self._add(inner)
        elif isinstance(value, tuple):
            for each in value:
                self._add(each)

    def of(self, kind: type, field: str) -> Sequence[Any]:
        """The values of a field in events of a kind; if nothing is ever stated there, those of all such fields.

        If nothing is stated there either, those of the same type in other fields.
        """
        for held in (self._lists.get((kind.__name__, field)), self.anywhere(field)):
            if held and held != [None]:
                return held
        return self._of_type(kind, field) or self.anywhere(field)

    def _of_type(self, kind: type, field: str) -> list[Any]:
        """Values that could stand in a field, as others of its type do; as a list, also one or two of its items."""
        typed = types_of(type_of(kind, field))
        found = [value for each in typed for value in self._typed.get(each, ())]
        for of in {_item_types(each, 1)[0]: None for each in typed if get_origin(each) is tuple}:
            items = list(self._typed.get(of, ()))
            found += [(item,) for item in items] + list(pairwise(items))
        return found

    def anywhere(self, field: str) -> Sequence[Any]:
        """The values of all fields of a name."""
        return self._lists.get(("", field)) or []


def _note(held: dict[Any, None], value: Any) -> None:
    if len(held) < MOST_VALUES:
        with suppress(TypeError):  # tables, and what has any inside, cannot be looked up
            held[value] = None


def _item_types(typed: Any, number: int) -> list[Any]:
    """The types of so many items of a list."""
    first, *more = get_args(typed)
    return [first] * number if more == [...] else [first, *more]


def changed(event: Any, field: str, values: Values, rng: Random, mine: Held = NOTHING) -> Any:
    """The event with another value of a field, or with none, if it needs none; `mine` is what the player holds."""
    kind: Any = type(event)
    if may_be_none(kind, field) and rng.random() < NONE_SHARE:
        return structs.replace(event, **{field: None})
    held = values.anywhere(field) if rng.random() < ANYWHERE_SHARE else values.of(kind, field)
    value = _other(getattr(event, field), held, values, rng, mine)
    return structs.replace(event, **{field: value})


def _other(value: Any, held: Sequence[Any], values: Values, rng: Random, mine: Held) -> Any:
    """Another value: one that the field has elsewhere, one next to it, or one that nothing should have."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, str) and mine and rng.random() < HELD_SHARE:
        named = [each for each in held if isinstance(each, str)]
        others = sorted(mine.difference(named)) if rng.random() < UNNAMED_SHARE else []
        others = others or [each for each in named if each != value and each in mine]
        if others:
            return rng.choice(others)
    if held and rng.random() < (INSIDE_SHARE if isinstance(value, Struct) else 0.5):
        return rng.choice(held)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, *ODD_NUMBERS))
    if isinstance(value, str):
        return rng.choice((*ODD_WORDS, *held[:1]))
    if isinstance(value, tuple):
        return _other_list(value, held, values, rng, mine)
    if isinstance(value, dict):
        return _other_table(value, values, rng, mine)
    if isinstance(value, Struct) and value.__struct_fields__:
        return changed(value, rng.choice(value.__struct_fields__), values, rng, mine)
    return rng.choice([each for each in held if each is not None] or NEVER_STATED)


def _other_list(
    value: tuple[Any, ...], held: Sequence[Any], values: Values, rng: Random, mine: Held
) -> tuple[Any, ...]:
    """A list with an item more, an item less, in another order, or with another item."""
    items = [each for other in held if isinstance(other, tuple) for each in other]
    if not value:
        return (rng.choice(items),) if items else value
    at = rng.randrange(len(value))
    before, here, after = value[:at], value[at], value[at + 1 :]
    match rng.randrange(5):
        case 0:
            return before + after
        case 1:
            return (*value, rng.choice(items) if items and rng.random() < 0.5 else here)
        case 2:
            return value[::-1] if rng.random() < 0.5 else (*after, here, *before)
        case 3 if items:
            return (*before, rng.choice(items), *after)
        case _:
            return (*before, _other(here, items, values, rng, mine), *after)


def _other_table(value: dict[str, Any], values: Values, rng: Random, mine: Held) -> dict[str, Any]:
    """A table with an entry less, one more, or another value of one."""
    if not value:
        return {rng.choice(ODD_WORDS): rng.choice((1, {}))}
    key, chance = rng.choice(list(value)), rng.random()
    if chance < 0.3:
        return {name: each for name, each in value.items() if name != key}
    if chance < 0.45:
        return value | {rng.choice((*values.words, *ODD_WORDS)): value[key]}
    return value | {key: _other(value[key], list(value.values()), values, rng, mine)}


def made(kind: type, values: Values, rng: Random) -> Any:
    """An event of any kind, with values that its fields have elsewhere; a field that has none is made of its parts."""
    fields: dict[str, Any] = {}
    for field in fields_of(kind):
        held = values.of(kind, field.name)
        if held:
            fields[field.name] = rng.choice(held)
        elif field.type is int:
            fields[field.name] = rng.choice(ODD_NUMBERS)
        elif field.type is str:
            fields[field.name] = rng.choice([*values.words, *ODD_WORDS])
        elif isinstance(field.type, type) and issubclass(field.type, Struct):
            fields[field.name] = made(field.type, values, rng)
        elif field.required:
            fields[field.name] = ()
    return kind(**fields)


def well_typed(event: Any) -> bool:
    """Whether a log can state the event: each of its values has the type of its field."""
    try:
        msgspec.convert(msgspec.to_builtins(event), type(event))
    except msgspec.ValidationError:
        return False
    return True


def near_misses(
    bases: Sequence[Action],
    others: Sequence[Action],
    kinds: Sequence[type],
    values: Values,
    players: Sequence[Any],
    rng: Random,
) -> Iterator[NearMiss]:
    """Events that differ in one thing from the `bases`, the `others` as they are, and some of any kind."""
    seats = len(players)
    for actor, event in bases:
        mine = held_by_seat(players, actor)
        yield NearMiss(rng.choice((None, *range(seats))), event, ACTOR, (actor, event))
        for field in event.__struct_fields__:
            for _ in range(TRIES):
                yield NearMiss(actor, changed(event, field, values, rng, mine), field, (actor, event))
    for actor, event in others:
        yield NearMiss(actor, event)
    for _ in range(MADE):
        yield NearMiss(rng.choice((None, *range(seats))), made(rng.choice(kinds), values, rng))


def crossed(bases: Sequence[Action], offered: Sequence[Action], rng: Random) -> Iterator[NearMiss]:
    """The `bases` with one field as another event of the kind has it that is `offered` now; lists may be joined."""
    for actor, event in bases:
        alike = [other for seat, other in offered if seat == actor and type(other) is type(event)]
        for other in rng.choices(alike, k=CROSSED):
            differing = [name for name in event.__struct_fields__ if getattr(event, name) != getattr(other, name)]
            if differing:
                name = rng.choice(differing)
                one, two = getattr(event, name), getattr(other, name)
                joined = isinstance(one, tuple) and isinstance(two, tuple) and rng.random() < JOINED_SHARE
                yield NearMiss(
                    actor, structs.replace(event, **{name: one + two if joined else two}), name, (actor, event)
                )
