"""Spreads: the values that something can take by chance, listed, checked, drawn, and entered part by part."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import Any, Protocol

from msgspec import Struct

SPREADS: set[type] = set()  # used in the hot path, where isinstance is slow because Structs have a metaclass


class Spread(Struct, frozen=True, gc=False):
    """The values that something can take by chance: the base class of all spreads."""

    def __init_subclass__(cls) -> None:
        SPREADS.add(cls)

    def values(self) -> Iterator[Any]:
        """Every value, once, in a fixed order."""
        raise NotImplementedError

    def allows(self, value: Any) -> bool:
        """Whether it is one of the values. Never raises."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Any:
        """A value, drawn as in the game."""
        raise NotImplementedError

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """For entering a value part by part: what may come next, or None if the parts are the whole value."""
        return None if chosen else list(self.values())

    def composed(self, chosen: Sequence[Any]) -> Any:
        """The value that the parts make."""
        return chosen[0]

    @property
    def open(self) -> bool:
        """Whether a part may be something that is not known yet."""
        return False

    @property
    def endless(self) -> bool:
        """Whether there are more values than `values` can list."""
        return self.open


class OneOf(Spread, frozen=True):
    """One of these; an entry listed more than once, such as a face of a die, is drawn proportionally more often.

    `drawn`: what a value is drawn from, if a log may state more than that. `plain`: converts a stated value to the
    spelling used here, if a log may spell it differently.
    """

    of: Sequence[Any]
    drawn: Sequence[Any] = ()
    plain: Callable[[Any], Any] | None = None

    def values(self) -> Iterator[Any]:
        """In the order in which they are first listed."""
        return iter(dict.fromkeys(self.of))

    def allows(self, value: Any) -> bool:
        """Whether it is one of them, of the same type (True is not 1)."""
        stated = value if self.plain is None else self.plain(value)
        for each in self.of:  # noqa: SIM110  # twice as fast as any()
            if stated == each and type(stated) is type(each):
                return True
        return False

    def sample(self, rng: Random) -> Any:
        """Each place is equally likely."""
        return rng.choice(self.drawn or self.of)


class Permutation(Spread, frozen=True):
    """An ordering of `size` of these, or of all if no size is given; `where` restricts which orders may occur."""

    of: Sequence[Any]
    size: int | None = None
    where: Callable[[tuple[Any, ...]], bool] | None = None

    def values(self) -> Iterator[tuple[Any, ...]]:
        """As tuples, in the order of the places."""
        return filter(self.where, permutations(self.of, self.size)) if self.where else permutations(self.of, self.size)

    def allows(self, value: Any) -> bool:
        """Whether it holds `size` of them, none twice, in an order that may occur."""
        size = len(self.of) if self.size is None else self.size
        return (
            isinstance(value, tuple | list)
            and len(value) == size
            and _is_part(value, self.of)
            and (self.where is None or self.where(tuple(value)))
        )

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """What is left; for the last part, only those that complete an order that may occur."""
        size = len(self.of) if self.size is None else self.size
        if len(chosen) == size:
            return None
        left = list(dict.fromkeys(_without(self.of, chosen)))
        if self.where is None or len(chosen) < size - 1:
            return left
        return [part for part in left if self.where((*chosen, part))]

    def composed(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        """In the order in which they were chosen."""
        return tuple(chosen)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Redrawn until the order may occur."""
        while True:
            drawn = tuple(rng.sample(list(self.of), len(self.of) if self.size is None else self.size))
            if self.where is None or self.where(drawn):
                return drawn


class Combination(Spread, frozen=True):
    """`size` of these, unordered: stated in the order listed here, or in any order with `any_order`."""

    of: Sequence[Any]
    size: int
    any_order: bool = False

    def values(self) -> Iterator[tuple[Any, ...]]:
        """As tuples, in the order listed here, without duplicates."""
        return iter(dict.fromkeys(combinations(self.of, self.size)))

    def allows(self, value: Any) -> bool:
        """Whether it holds `size` of them, in the listed order where that matters."""
        if not isinstance(value, tuple | list) or len(value) != self.size or not _is_part(value, self.of):
            return False
        places = list(map(self.of.index, value))
        return self.any_order or places == sorted(places)

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """What is left; they can be chosen in any order."""
        return None if len(chosen) == self.size else list(dict.fromkeys(_without(self.of, chosen)))

    def composed(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        """In the order listed here."""
        return tuple(sorted(chosen, key=self.of.index))

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Without replacement."""
        drawn = sorted(rng.sample(range(len(self.of)), self.size))
        return tuple(self.of[place] for place in drawn)


class Deck(Protocol):
    """What is left of a deck: a dictionary from card to count, or an object that counts on demand."""

    def get(self, card: Any, default: int, /) -> int:
        """How many of a card are left."""
        ...

    def items(self) -> Iterable[tuple[Any, int]]:
        """All cards and their numbers, in a fixed order."""
        ...


class Draw(Spread, frozen=True):
    """One card from a deck whose counts are known; a card that is used up cannot come up.

    `hidden`: the log may leave out what was drawn (None); the card is then unknown.
    """

    deck: Deck
    hidden: bool = False

    def values(self) -> Iterator[Any]:
        """What is left, in the order of the deck, with the unknown last."""
        yield from (value for value, n in self.deck.items() if n > 0)
        if self.hidden:
            yield None

    def allows(self, value: Any) -> bool:
        """Whether at least one is left."""
        if value is None:
            return self.hidden
        try:
            return self.deck.get(value, 0) > 0
        except TypeError:  # not something that could be a card
            return False

    def sample(self, rng: Random) -> Any:
        """Weighted by the counts that are left."""
        return None if self.hidden else _drawn(self.deck, 1, rng)[0]


class Deal(Spread, frozen=True):
    """`size` cards dealt from a deck in sequence, as a tuple; `hidden` as in Draw."""

    deck: Deck
    size: int
    hidden: bool = False

    def values(self) -> Iterator[tuple[Any, ...]]:
        """Every way to deal them, in every order."""
        cards = list(Draw(self.deck, self.hidden).values())
        return filter(self.allows, product(cards, repeat=self.size))

    def allows(self, value: Any) -> bool:
        """Whether it holds `size` cards, none more often than the deck still holds it."""
        if not isinstance(value, tuple | list) or len(value) != self.size:
            return False
        one = Draw(self.deck, self.hidden)
        for card in value:
            if not one.allows(card) or (card is not None and self.deck.get(card, 0) < value.count(card)):
                return False
        return True

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """What the deck still has after those chosen, with the unknown last."""
        if len(chosen) == self.size:
            return None
        left = [card for card, n in self.deck.items() if n > chosen.count(card)]
        return [*left, None] if self.hidden else left

    def composed(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        """In the order in which they were dealt."""
        return tuple(chosen)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Without replacement."""
        return (None,) * self.size if self.hidden else _drawn(self.deck, self.size, rng)


class Each(Spread, frozen=True):
    """One value of each spread, as a tuple: several dice, a card for each player; `where` states which fit together."""

    of: Sequence[Spread]
    where: Callable[[tuple[Any, ...]], bool] | None = None

    def values(self) -> Iterator[tuple[Any, ...]]:
        """All combinations, the last value changing fastest."""
        together = combined(self.of)
        return filter(self.where, together) if self.where else together

    def allows(self, value: Any) -> bool:
        """Whether each belongs to its spread."""
        return (
            isinstance(value, tuple | list)
            and len(value) == len(self.of)
            and all(spread.allows(each) for spread, each in zip(self.of, value, strict=True))
            and (self.where is None or self.where(tuple(value)))
        )

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """The choices of each spread in turn."""
        parts = _taken_apart(self.of, chosen)
        return None if len(parts) == len(self.of) else self.of[len(parts)].choices(chosen[sum(map(len, parts)) :])

    def composed(self, chosen: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the spreads."""
        parts = _taken_apart(self.of, chosen)
        return tuple(spread.composed(part) for spread, part in zip(self.of, parts, strict=True))

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Drawn independently, and redrawn until the values fit together."""
        while True:
            drawn = tuple(spread.sample(rng) for spread in self.of)
            if self.where is None or self.where(drawn):
                return drawn


class Dice(Spread, frozen=True):
    """One face for each of several named dice: a mapping from name to faces, which are texts."""

    of: Mapping[str, Sequence[str]]

    def values(self) -> Iterator[dict[str, str]]:
        """Duplicate faces of a die count once; the last die changes fastest."""
        for faces in product(*map(dict.fromkeys, self.of.values())):
            yield dict(zip(self.of, faces, strict=True))

    def allows(self, value: Any) -> bool:
        """Whether it names one face for each of the dice, and for no others."""
        if not isinstance(value, dict) or len(value) != len(self.of):
            return False
        for name, faces in self.of.items():  # noqa: SIM110  # a plain loop: every roll of a game is checked
            if value.get(name) not in faces:
                return False
        return True

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """The faces of each die in turn."""
        dice = list(self.of.values())
        return None if len(chosen) == len(dice) else list(dict.fromkeys(dice[len(chosen)]))

    def composed(self, chosen: Sequence[Any]) -> dict[str, str]:
        """The faces by the names of the dice."""
        return dict(zip(self.of, chosen, strict=True))

    def sample(self, rng: Random) -> dict[str, str]:
        """Each side of a die is equally likely."""
        return {name: rng.choice(faces) for name, faces in self.of.items()}


class OrUnknown(Spread, frozen=True):
    """A value of a spread, or None if a log does not know it; None is never drawn."""

    of: Spread

    def values(self) -> Iterator[Any]:
        """The values of the spread, then the unknown."""
        yield from self.of.values()
        yield None

    def allows(self, value: Any) -> bool:
        """Whether it is unknown, or a value of the spread."""
        return value is None or self.of.allows(value)

    def choices(self, chosen: Sequence[Any]) -> Sequence[Any] | None:
        """Those of the spread; the unknown only as the first and only part."""
        if list(chosen) == [None]:
            return None
        found = self.of.choices(chosen)
        return found if found is None or chosen else [*found, None]

    def composed(self, chosen: Sequence[Any]) -> Any:
        """The value of the spread, or None if it is unknown."""
        return None if list(chosen) == [None] else self.of.composed(chosen)

    def sample(self, rng: Random) -> Any:
        """Drawn from the spread."""
        return self.of.sample(rng)


def combined(spreads: Sequence[Spread]) -> Iterator[tuple[Any, ...]]:
    """One value of each spread, the last changing fastest; `product` would make all values of each before the first."""
    if not spreads:
        yield ()
        return
    first, *others = spreads
    if not others:
        yield from ((value,) for value in first.values())
    else:
        yield from ((value, *rest) for value in first.values() for rest in combined(others))


def _drawn(deck: Deck, size: int, rng: Random) -> tuple[Any, ...]:
    return tuple(rng.sample([value for value, n in deck.items() for _ in range(n)], size))


def _is_part(stated: Sequence[Any], of: Sequence[Any]) -> bool:
    """Whether everything stated is among them, at least as many times as it is stated."""
    left = list(of)
    for value in stated:
        if value not in left:
            return False
        left.remove(value)
    return True


def _without(of: Sequence[Any], chosen: Sequence[Any]) -> list[Any]:
    left = list(of)
    for part in chosen:
        if part in left:
            left.remove(part)
    return left


def _taken_apart(spreads: Sequence[Spread], chosen: Sequence[Any]) -> list[Sequence[Any]]:
    """The parts of each complete spread, in order."""
    found: list[Sequence[Any]] = []
    begin = 0
    for spread in spreads:
        end = begin
        while spread.choices(chosen[begin:end]) is not None:
            if end == len(chosen):
                return found
            end += 1
        found.append(chosen[begin:end])
        begin = end
    return found
