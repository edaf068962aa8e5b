"""What follows from a game's declaration, looked up once; and where games are found, as nothing else lists them."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from engine.agenda import Awaited
from engine.chance import Outcome
from engine.declaration import Declaration, Rule, S, Turn, as_it_is
from engine.dispatch import Accept, Action, acceptors, offerer
from engine.ledger import Entry
from events.plugins import names, part_of_game


class Ruleset(Declaration[S], frozen=True, kw_only=True):
    """The rules of one game, ready to be applied: its declaration and what follows from it.

    - `apply(state, actor, event)` changes the state by one event and returns the entries, or raises Violation and
      changes nothing. `accepts` holds the same as one function for each type of event, for the hot path.
    - `legal(state)` yields every (actor, event) that is legal now, in a fixed order; the actor None is chance. No step
      may be due.
    - `answered_by` is the inverse of the table: the rules that answer a kind of item.
    - `place`, `values` and `respelled` are as declared, or their substitutes if not declared.
    """

    place: Callable[[S], Turn]
    values: Callable[[S, int], tuple[int, ...]]
    apply: Callable[[S, int | None, Any], list[Entry]]
    accepts: Mapping[type, Accept]
    legal: Callable[[S], Iterator[Action]]
    answered_by: Mapping[type[Awaited], tuple[Rule, ...]]

    def outcome(self, state: S) -> Outcome | None:
        """The possible chance outcomes, or None if none is awaited."""
        for item in self.awaited(state):
            for rule in self.answered_by.get(type(item), ()):
                if rule.chance is not None:
                    return rule.chance(state)
        return None


def compiled(game: Declaration[S]) -> Ruleset[S]:
    """The rules that follow from a declaration."""
    declared = {name: getattr(game, name) for name in game.__struct_fields__}
    accepts, answered_by = acceptors(game), _answered_by(game)
    follows = {
        "place": game.place or game.turn,
        "values": game.values or (lambda state, seat: tuple(game.figures(state, seat).values())),
        "respelled": game.respelled or frozenset(game.rules if game.plain is not as_it_is else ()),
        "apply": lambda state, actor, event: accepts[type(event)](state, actor, event),
        "accepts": accepts,
        "legal": offerer(game.awaited, answered_by),
        "answered_by": answered_by,
    }
    return Ruleset(**declared | follows)


def _answered_by(game: Declaration[Any]) -> dict[type[Awaited], tuple[Rule, ...]]:
    table: dict[type[Awaited], list[Rule]] = {}
    for rule in game.rules.values():
        for kind in rule.answers:
            table.setdefault(kind, []).append(rule)
    return {kind: tuple(rules) for kind, rules in table.items()}


def games() -> list[str]:
    """The ids of the installed games, sorted."""
    return names("engine.games")


@cache
def ruleset(game: str) -> Ruleset[Any]:
    """The rules of a game. Raises Unreadable if it is not installed."""
    return compiled(part_of_game("engine.games", game.replace("-", "_")).declaration)
