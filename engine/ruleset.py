"""What a game declares, and where the games are found.

A game is a folder under `engine/games`; its package declares its rules as `ruleset`. Nothing else lists the games.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from engine.agenda import Awaited
from engine.chance import Outcome
from engine.clause import Violation
from engine.dispatch import Accept, acceptors, offerer
from engine.ledger import Entry
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Header
from events.plugins import names, part
from events.problems import one_of

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


class Step(Struct, frozen=True, gc=False):
    """One automatic step of the game after an event: an income, a scoring. `ends_round`: the round is over with it."""

    name: str
    entries: list[Entry]
    ends_round: bool = False


class Rule(Struct, frozen=True):
    """One row of a game's table of rules: what an event answers, how it is enumerated, what it does.

    `do(state, seat, event)` checks, then changes the state and returns the entries; of chance the seat is None.
    `answers` are the kinds of items that the event answers; empty for an intervention, which `do` checks by itself and
    which is never offered. A decision is enumerated by `legal(state, seat)`, an outcome of chance by
    `chance(state)`, which also checks it before `do`. `order`: the clauses of this event, where they are not the
    game's; it is then checked by them, also where the game's rules check all others themselves.
    """

    do: Callable[[Any, Any, Any], list[Entry]]
    answers: tuple[type[Awaited], ...] = ()
    legal: Callable[[Any, Any], Iterable[Any]] | None = None
    chance: Callable[[Any], Outcome] | None = None
    order: "Order | None" = None


class Order(Struct, frozen=True):
    """The clauses by which an event is rejected that is not awaited, checked in this order.

    `over`: the game is over. `chance`: an actor where there is none, or none where there is one. `awaited`: nothing is
    awaited that such an event answers. `actor`: it is awaited of others. Where `awaited` is empty the rules themselves
    say, each by a clause of its own, what is awaited and of whom; `actor` then only wants a seat at the table, one of
    `state.players`, where it is not empty as well. `form`: the event has other parameters than its kind; where the
    rulebook has no clause for that, such a log cannot be read.
    """

    over: str
    chance: str
    awaited: str
    actor: str
    form: str = ""


class Selfplay(Struct, frozen=True):
    """How a game plays with itself.

    `header(rng, players, options, drawing)`: a header for so many players (None: drawn) with these options; those that
    are not given are drawn, or without `drawing` have their defaults.
    `choose(state, actions, rng)`: the index of the (actor, event) that the game's own sensible policy takes.
    """

    header: Callable[[Random, int | None, Mapping[str, Any], bool], Header]
    choose: Callable[[Any, list[tuple[int | None, Any]], Random], int]


def _nothing_due(state: Any) -> None:
    return None


def _undeclared(*_: Any) -> Any:
    raise NotImplementedError  # in the place of what follows from a declaration, until it is complete


def _as_ordered(state: Any, actor: int | None, event: Any) -> Violation | None:
    return None


def _no_faction(state: Any, seat: int) -> str | None:
    return None


def as_it_is(state: Any, actor: int | None, event: Any) -> Any:
    """How `legal` spells an event in a game that accepts one spelling only."""
    return event


def _newest(state: Any) -> Sequence[Awaited]:
    """What is awaited in a game that keeps a stack of it in its state, `agenda`: its newest item."""
    newest: Sequence[Awaited] = state.agenda[-1:]
    return newest


class Ruleset(Struct, Generic[S], frozen=True, kw_only=True):
    """The rules of one game, declared. States are Structs that survive a round trip through bytes.

    `id` is the folder's name, `name` the game's, `version` the one of the rules; `state` is the type of a position.

    - `start(header)`: the state before the first record. Raises Unsupported or Unreadable for a header it cannot serve,
      Violation for one that breaks a clause (such as a catalogue of cards that the rulebook forbids).
    - `options(header)`: the options of a header as the game's Struct of options; raises as `start` does.
    - `rules`: the table of rules, by the type of the event; `order`: the clauses of what is not awaited.
    - `refusal(state, actor, event)`: asked before `order` about an event that is not awaited: the Violation, where the
      rulebook has a clause of its own for it, such as for an answer that comes before its time.
    - `awaited(state)`: what may be answered now, first things first; empty only when the game is over or a step is due.
      Without it: the newest item of `state.agenda`.
    - `follow(book, state)`: what follows from an event at once by rule; entered with the event itself.
    - `proceed(state)`: the next automatic step, if one is due. Called until it returns None before the next event.
    - `turn(state)`: where the game stands. `place(state)`: without `actors`, where it takes time to find these.
    - `figures_of_a_seat`: the figures that a log may observe; `figures(state, seat)`: their values, in this order;
      `values(state, seat)`: the values alone, where a game can tell them at less cost.
    - `faction(state, seat)`: the faction of a seat, None where the game has none or it is not chosen yet.
    - `standings(state)`: the final result by rank, None while the game runs.
    - `conservation(state)`: the conservation laws that do not hold, in words; nothing if all is well.
    - `plain(state, actor, event)`: an event of a seat as `legal` spells it: without facts that the position tells
      anyway, lists without order in order. Only where the rules accept more than one spelling.
    - `respelled`: the types of the events that `plain` may spell otherwise; all of them, where none is named.
    - `public(log, seat)`: of a game that hides something, what everybody, and a seat if one is given, saw of a complete
      log.
    """

    id: str
    name: str
    version: str
    state: type[S]
    start: Callable[[Header], S]
    options: Callable[[Header], Any] | None = None
    rules: Mapping[type, Rule]
    order: Order
    turn: Callable[[S], Turn]
    place: Callable[[S], Turn] = _undeclared
    figures_of_a_seat: tuple[str, ...]
    figures: Callable[[S, int], Mapping[str, int]]
    values: Callable[[S, int], tuple[int, ...]] = _undeclared
    standings: Callable[[S], list[Standing] | None]
    conservation: Callable[[S], Iterator[str]]
    selfplay: Selfplay
    refusal: Callable[[S, int | None, Any], Violation | None] = _as_ordered
    awaited: Callable[[S], Sequence[Awaited]] = _newest
    follow: Callable[[list[Entry], S], None] | None = None
    proceed: Callable[[S], Step | None] = _nothing_due
    faction: Callable[[S, int], str | None] = _no_faction
    plain: Callable[[S, int | None, Any], Any] = as_it_is
    respelled: frozenset[type] = frozenset()
    public: Callable[[GameLog, int | None], GameLog] | None = None
    apply: Callable[[S, int | None, Any], list[Entry]] = _undeclared
    accepts: Mapping[type, Accept] = {}
    legal: Callable[[S], Iterator[tuple[int | None, Any]]] = _undeclared
    answered_by: Mapping[type[Awaited], tuple[Rule, ...]] = {}

    def __post_init__(self) -> None:
        """What follows from the declaration, looked up once.

        `apply(state, actor, event)` changes the state by one event and returns what it changed; or raises Violation and
        changes nothing. `accepts` is the same, function by type of event, for the hot path. `legal(state)` gives every
        (actor, event) that is legal now, in a fixed order; actor None is chance; no step is due. `answered_by` is the
        table the other way round: the rules that answer a kind of item.
        """
        table: dict[type[Awaited], list[Rule]] = {}
        for rule in self.rules.values():
            for kind in rule.answers:
                table.setdefault(kind, []).append(rule)
        force_setattr(self, "answered_by", {kind: tuple(rules) for kind, rules in table.items()})
        if self.plain is not as_it_is and not self.respelled:
            force_setattr(self, "respelled", frozenset(self.rules))
        if self.place is _undeclared:
            force_setattr(self, "place", self.turn)
        if self.values is _undeclared:
            force_setattr(self, "values", lambda state, seat: tuple(self.figures(state, seat).values()))
        accepts = acceptors(self)
        force_setattr(self, "accepts", accepts)
        force_setattr(self, "apply", lambda state, actor, event: accepts[type(event)](state, actor, event))
        force_setattr(self, "legal", offerer(self))


def games() -> list[str]:
    """The ids of the installed games, sorted."""
    return names("engine.games")


@cache
def ruleset(game: str) -> Ruleset[Any]:
    """The rules of a game. Raises Unreadable if it is not installed."""
    name = game.replace("-", "_")
    if name not in games():
        raise Unreadable(f"the game {game!r}", one_of(games(), game))
    rules: Ruleset[Any] = part("engine.games", name).ruleset
    return rules


def ranked(points: Mapping[int, int], dropped: frozenset[int] = frozenset()) -> list[Standing]:
    """Standings by points, most first; equal points share the rank and stand in the order of their seats."""
    order = sorted(points, key=lambda seat: (-points[seat], seat))
    return [
        Standing(seat, points[seat], 1 + sum(other > points[seat] for other in points.values()), seat in dropped)
        for seat in order
    ]
