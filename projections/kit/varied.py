"""Headers of games that differ from the usual ones: component values of their own, or everything at its limits.

At the limits are the numbers of players and the values of options: the fewest or the most, the first or the last.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import structs

from engine.options import options_of_game
from engine.rules import Ruleset
from engine.selfplay import header_for
from events.log.codec import encode
from events.log.record import Header
from events.plugins import part
from events.problems import LogProblem
from projections.kit.forms import forms_of_catalogue
from projections.kit.spoiling import Parts, inner, spoilt_somewhere

CHANGED_VALUES, CHANGED_OVERRIDES, IN_A_ROW, STATED_EVERY = 20, 6, 4, 3
"""How many changes are tried to make a catalogue of one's own, or overrides of one's own, and how many such catalogues
are each changed from the one before; with more, effects lead to one another more often than games can be played. One of
so many is one that the game itself states to be worth trying."""
MOST_PLAYERS = 8
"""No game is tried with more."""


class OwnValues:
    """Component values of their own for the games of a kit, stated as a game states them.

    Each catalogue is changed further from the one before, so that they come to differ much from the house's; one that
    cannot be played is to be forgotten.
    """

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        self._whole = catalogue_in_full(rules)
        self._parts = Parts(self._whole, forms_of_catalogue(rules.id))
        self._last, self._made = self._whole, 0
        self._stated = catalogues_worth_trying(rules)

    def are_of(self, header: Header) -> bool:
        """Whether a header states the catalogue that was made last."""
        return self._last is not self._whole and header.catalogue == self._last

    def forget(self) -> None:
        """Begin with the house's values again."""
        self._last = self._whole

    def header(self, header: Header, rng: Random) -> Header:
        """The header with some component values changed to others that the rules accept.

        The header itself if they accept none, or if no log of the game states component values.
        """
        if self._whole is None:
            return self._with_overrides(header, rng)
        if self._made % IN_A_ROW == 0 or not is_accepted(self._rules, structs.replace(header, catalogue=self._last)):
            self.forget()
        self._made += 1
        if self._made % STATED_EVERY == 0 and self._stated:
            stated = structs.replace(header, catalogue=rng.choice(self._stated))
            return stated if is_accepted(self._rules, stated) else header
        for _ in range(CHANGED_VALUES):
            changed = structs.replace(header, catalogue=spoilt_somewhere(self._last, self._parts, rng))
            if same_beside_tables(changed.catalogue, self._whole) and is_accepted(self._rules, changed):
                header, self._last = changed, changed.catalogue
        return header

    def _with_overrides(self, header: Header, rng: Random) -> Header:
        every, found = [each for each in overrides_in_full(self._rules) if _numbers_in(each["value"])], list[Any]()
        for each in rng.sample(every, min(CHANGED_OVERRIDES, len(every))):
            other = each | {"value": _one_more_or_less(each["value"], rng)}
            changed = structs.replace(header, options={**header.options, "overrides": [*found, other]})
            if is_accepted(self._rules, changed):
                header, found = changed, [*found, other]
        return header


def header_at_limits(rules: Ruleset[Any], seed: str, options: Mapping[str, Any], rng: Random) -> Header:
    """A header with the least or the greatest number of players, and the first or last value of each other option.

    An option that does not go with the others is left as it is; an ordinary header if they do not go with the defaults.
    """
    numbers = [number for number in range(1, MOST_PLAYERS + 1) if _goes(rules, seed, number, options)]
    if not numbers:
        return header_for(rules, seed, None, options)
    players, stated = rng.choice((numbers[0], numbers[-1])), dict(options)
    values = {name: values for name, values in options_of_game(rules.id).items() if values and name not in options}
    for name in rng.sample(sorted(values), len(values)):
        more = stated | {name: rng.choice((values[name][0], values[name][-1]))}
        if _goes(rules, seed, players, more):
            stated = more
    return header_for(rules, seed, players, stated, drawing=False)


def _goes(rules: Ruleset[Any], seed: str, players: int, options: Mapping[str, Any]) -> bool:
    """Whether there is a game with these options, and otherwise the defaults."""
    try:
        return is_accepted(rules, header_for(rules, seed, players, options, drawing=False))
    except (LogProblem, ValueError):  # a game may draw names or colours that do not suffice
        return False


def is_accepted(rules: Ruleset[Any], header: Header) -> bool:
    """Whether a game can begin with this header."""
    try:
        rules.start(header)
    except LogProblem:
        return False
    return True


def plain(value: Any) -> Any:
    """A value as JSON data."""
    return msgspec.json.decode(encode(value))


def catalogue_in_full(rules: Ruleset[Any]) -> Any:
    """A catalogue that states all its component values; None in a game whose logs carry none."""
    module = part(f"engine.games.{rules.id}", "own_catalogue")
    return None if module is None else plain(module.in_full())


def overrides_in_full(rules: Ruleset[Any]) -> list[Any]:
    """Overrides that state each component value as it is anyway; none in a game whose logs state none."""
    module = part(f"engine.games.{rules.id}", "own_values")
    return [] if module is None else list(plain(module.in_full()))


def catalogues_worth_trying(rules: Ruleset[Any]) -> list[Any]:
    """Catalogues that a game states to be worth trying, such as those at a limit of its rules; it may state none."""
    module = part(f"engine.games.{rules.id}", "own_catalogue")
    return plain(module.worth_trying()) if module is not None and hasattr(module, "worth_trying") else []


def same_beside_tables(catalogue: Any, whole: Any) -> bool:
    """Whether what is no table is as in the whole catalogue, such as its name, and whether its tables count at all."""
    return all(catalogue.get(name) == each for name, each in whole.items() if not isinstance(each, list | dict))


def _numbers_in(value: Any) -> bool:
    return type(value) is int or any(map(_numbers_in, inner(value)))


def _one_more_or_less(value: Any, rng: Random) -> Any:
    """JSON data with a number changed somewhere inside, to the next one or the one before; what there is stays."""
    if isinstance(value, dict):
        key = rng.choice([key for key, each in sorted(value.items()) if _numbers_in(each)])
        return value | {key: _one_more_or_less(value[key], rng)}
    if isinstance(value, list):
        at = rng.choice([at for at, each in enumerate(value) if _numbers_in(each)])
        return [*value[:at], _one_more_or_less(value[at], rng), *value[at + 1 :]]
    return max(min(value, 1), rng.choice((value + 1, value - 1)))
