"""What a game's rules offer to the engine, and where they are found.

A game is a folder under `engine/games`; its package names its rules `ruleset`. Nothing else lists the games.
"""

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct

import engine.games
from engine.ledger import Entry
from events.codec import Unreadable
from events.record import Header

S = TypeVar("S")


class Turn(Struct, frozen=True):
    """Where a game stands.

    `index` is the turn that is being played, or is to be played next, over the turns of all players from 1 (0: before
    the first); `round` is 0 in the setup; `cycle` is the same within a round for the turns of the table; when the game
    is over all three stay. `actors` are the seats that may decide now, empty for chance and at the end. `seat` is whose
    turn it is, in games where a turn begins with chance or others decide in it; elsewhere it is the first actor's.
    """

    index: int
    round: int
    cycle: int
    phase: str
    actors: tuple[int, ...]
    seat: int | None = None


class Standing(NamedTuple):
    """A seat's final result. Equal points share the rank (1, 1, 3)."""

    seat: int
    vp: int
    rank: int
    dropped: bool = False


class Step(NamedTuple):
    """One automatic step of the game after an event: an income, a scoring. `ends_round`: the round is over with it."""

    name: str
    entries: list[Entry]
    ends_round: bool = False


class Ruleset(Protocol[S]):
    """The rules of one game. States are Structs that survive a round trip through bytes."""

    id: str
    name: str
    version: str
    state_type: type[S]
    figures_of_a_seat: tuple[str, ...]

    def start(self, header: Header) -> S:
        """The state before the first record.

        Raises Unsupported or Unreadable for a header it cannot serve, Violation for one that breaks a clause (such as a
        catalogue of cards that the rulebook forbids).
        """
        ...

    def apply(self, state: S, event: Any, actor: int | None) -> list[Entry]:
        """Change the state by one event and return what it changed; or raise Violation and change nothing."""
        ...

    def proceed(self, state: S) -> Step | None:
        """The next automatic step, if one is due. Called until it returns None before the next event is applied."""
        ...

    def legal(self, state: S) -> Iterator[tuple[int | None, Any]]:
        """Every (actor, event) that is legal now, in a fixed order; actor None is chance. No step is due."""
        ...

    def turn(self, state: S) -> Turn:
        """Where the game stands."""
        ...

    def figures(self, state: S, seat: int) -> Mapping[str, int]:
        """The figures of a seat that a log may observe, in the order of `figures_of_a_seat`."""
        ...

    def faction(self, state: S, seat: int) -> str | None:
        """The faction of a seat, or None where the game has none or it is not chosen yet."""
        ...

    def standings(self, state: S) -> list[Standing] | None:
        """The final result by rank, None while the game runs."""
        ...

    def conservation(self, state: S) -> Iterator[str]:
        """The conservation laws that do not hold, in words; nothing if all is well."""
        ...

    def sample_header(self, rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
        """A header for self-play: what is not given is drawn."""
        ...

    def sample_chance(self, state: S, rng: Random) -> Any:
        """A legal chance outcome, drawn. Called when `legal` begins with one."""
        ...

    def choose(self, state: S, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        """The index of the decision that the game's own sensible policy takes."""
        ...


def games() -> list[str]:
    """The ids of the installed games, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(engine.games.__path__) if module.ispkg)


@cache
def ruleset(game: str) -> Ruleset[Any]:
    """The rules of a game. Raises Unreadable if it is not installed."""
    name = game.replace("-", "_")
    if name not in games():
        raise Unreadable(f"the game {game!r}", f"one of {', '.join(games())}")
    rules: Ruleset[Any] = import_module(f"engine.games.{name}").ruleset
    return rules


def plain(rules: Ruleset[Any], state: Any, event: Any) -> Any:
    """An event as `legal` spells it: without facts that the position tells anyway, lists without order in order.

    Rules that accept more than one spelling of a decision have a method `plain(state, event)`; most have none.
    """
    spell = getattr(rules, "plain", None)
    return event if spell is None else spell(state, event)


def ranked(points: Mapping[int, int], dropped: frozenset[int] = frozenset()) -> list[Standing]:
    """Standings by points, most first; equal points share the rank and stand in the order of their seats."""
    order = sorted(points, key=lambda seat: (-points[seat], seat))
    return [
        Standing(seat, points[seat], 1 + sum(other > points[seat] for other in points.values()), seat in dropped)
        for seat in order
    ]
