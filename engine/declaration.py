"""What a game declares, and nothing else. What follows from a declaration is in `engine.rules`.

A game is a folder under `engine/games`; its package declares the game as `declaration`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from engine.agenda import Awaited
from engine.chance import Outcome
from engine.clause import Violation
from engine.ledger import Entry
from events.log.native import GameLog
from events.log.record import Header

S = TypeVar("S")


class Turn(Struct, frozen=True):
    """Where a game stands.

    `index` is the turn being played, or the next to be played, counting the turns of all players from 1 (0: before the
    first); `round` is 0 in the setup; `cycle` is the corresponding count of the table's turns within a round; when the
    game is over, all three keep their values. `actors` are the seats that may decide now, empty for chance and at the
    end. `seat` is the one whose turn it is, in games where a turn begins with chance or others decide during it;
    elsewhere it is the first actor's.
    """

    index: int
    round: int
    cycle: int
    phase: str
    actors: tuple[int, ...]
    seat: int | None = None


class Standing(NamedTuple):
    """A seat's final result. Equal points share a rank (1, 1, 3)."""

    seat: int
    vp: int
    rank: int
    dropped: bool = False


def ranked(points: Mapping[int, int], dropped: frozenset[int] = frozenset()) -> list[Standing]:
    """Standings by points, highest first; equal points share a rank and are listed in seat order."""
    order = sorted(points, key=lambda seat: (-points[seat], seat))
    return [
        Standing(seat, points[seat], 1 + sum(other > points[seat] for other in points.values()), seat in dropped)
        for seat in order
    ]


class Step(Struct, frozen=True, gc=False):
    """One automatic step of the game after an event, such as income or scoring. `ends_round`: it ends the round."""

    name: str
    entries: list[Entry]
    ends_round: bool = False


class Rule(Struct, frozen=True):
    """One row of a game's table of rules: what an event answers, how it is enumerated and what it does.

    `do(state, actor, event)` checks the event, then changes the state and returns the entries; for chance the actor is
    None. `answers` lists the kinds of items that the event answers; it is empty for an intervention, which `do` checks
    itself and which is never offered. `legal(state, seat)` enumerates a decision; `chance(state)` enumerates a chance
    outcome, which it also checks before `do`. `order`: the clauses for this event, where they differ from the game's;
    the event is then checked against them even if the game's rules check all other events themselves.
    """

    do: Callable[[Any, Any, Any], list[Entry]]
    answers: tuple[type[Awaited], ...] = ()
    legal: Callable[[Any, Any], Iterable[Any]] | None = None
    chance: Callable[[Any], Outcome] | None = None
    order: "Order | None" = None


class Order(Struct, frozen=True):
    """The clauses that reject an event that is not awaited, checked in this order.

    `over`: the game is over. `chance`: an actor where there must be none, or none where there must be one. `awaited`:
    nothing that such an event answers is awaited. `actor`: it is awaited from other seats. If `awaited` is empty, each
    rule uses its own clauses to check what is awaited and from whom; `actor` then rejects only an actor without a seat
    at the table, that is, one not in `state.players`. `form`: the event's parameters do not match its kind; if the
    rulebook has no clause for that, such a log cannot be read.
    """

    over: str
    chance: str
    awaited: str
    actor: str
    form: str = ""


Choose = Callable[[Any, list[tuple[int | None, Any]], Random], int]
"""A policy: the index of one of several legal actions in a position."""


class Selfplay(Struct, frozen=True):
    """How a game plays against itself.

    `header(rng, players, options, drawing)`: a header for that many players (None: drawn) with these options; options
    not given are drawn, or, without `drawing`, have their defaults.
    `choose(state, actions, rng)`: the index of the (actor, event) chosen by the game's own sensible policy.
    """

    header: Callable[[Random, int | None, Mapping[str, Any], bool], Header]
    choose: Choose


def nothing_due(state: Any) -> None:
    """No automatic step is due: the default of `proceed`."""
    return


def no_refusal(state: Any, actor: int | None, event: Any) -> None:
    """No clause beyond the game's `order` refuses an event: the default of `refusal`."""
    return


def no_faction(state: Any, seat: int) -> None:
    """No seat has a faction: the default of `faction`."""
    return


def as_it_is(state: Any, actor: int | None, event: Any) -> Any:
    """How `legal` spells an event in a game that accepts one spelling only: the default of `plain`."""
    return event


def newest(state: Any) -> Sequence[Awaited]:
    """The newest item of the stack `state.agenda`: the default of `awaited`."""
    items: Sequence[Awaited] = state.agenda[-1:]
    return items


class Declaration(Struct, Generic[S], frozen=True, kw_only=True):
    """The rules of one game, declared. States are Structs that survive a round trip through bytes.

    `id` is the name of the game's folder, `name` the game's own name, `version` that of the rules; `state` is the type
    of a position. The functions, each with the module in the game's folder that holds it:

    - `start(header)`, setup: the state before the first record. Raises Unsupported or Unreadable for an unusable
      header, Violation for one that breaks a clause (such as a catalogue of cards that the rulebook forbids).
    - `options(header)`, options: the options of a header as the game's Struct of options; raises as `start` does.
    - `rules`, `order`, rules: the table of rules, by event type; the clauses for events that are not awaited.
    - `refusal(state, actor, event)`, rules: asked before `order` about an event that is not awaited. Returns the
      Violation if the rulebook has a clause for this case, such as for an answer that comes too early.
    - `awaited(state)`, agenda: what can be answered now, in order of priority; empty only when the game is over or a
      step is due. By default, the newest item of `state.agenda`.
    - `follow(book, state)`, flow: what follows from an event immediately by rule; entered together with the event.
    - `proceed(state)`, flow: the next automatic step, if one is due. Called before each event until it returns None.
    - `turn(state)`, flow: where the game stands. `place(state)`: the same without `actors`, where these are slow to
      find.
    - `figures_of_a_seat`, figures: the figures that a log can observe; `figures(state, seat)`: their values, in this
      order; `values(state, seat)`: only the values, if a game has a faster way to get them.
    - `faction(state, seat)`, figures: the faction of a seat, None if the game has none or it is not chosen yet.
    - `standings(state)`, scoring: the final result by rank, None while the game runs.
    - `conservation(state)`, conservation: the conservation laws that do not hold, in words; empty if all hold.
    - `selfplay`, selfplay: how the game plays against itself.
    - `plain(state, actor, event)`, spelling: a seat's event as `legal` spells it: without facts that follow from the
      position, and with unordered lists sorted. Only where the rules accept more than one spelling.
    - `respelled`, spelling: the types of events that `plain` may spell differently; if empty, all.
    - `public(log, seat)`, public: in a game with hidden information, what everybody saw of a complete log; if a seat is
      given, what that seat saw.
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
    place: Callable[[S], Turn] | None = None
    figures_of_a_seat: tuple[str, ...]
    figures: Callable[[S, int], Mapping[str, int]]
    values: Callable[[S, int], tuple[int, ...]] | None = None
    standings: Callable[[S], list[Standing] | None]
    conservation: Callable[[S], Iterator[str]]
    selfplay: Selfplay
    refusal: Callable[[S, int | None, Any], Violation | None] = no_refusal
    awaited: Callable[[S], Sequence[Awaited]] = newest
    follow: Callable[[list[Entry], S], None] | None = None
    proceed: Callable[[S], Step | None] = nothing_due
    faction: Callable[[S, int], str | None] = no_faction
    plain: Callable[[S, int | None, Any], Any] = as_it_is
    respelled: frozenset[type] = frozenset()
    public: Callable[[GameLog, int | None], GameLog] | None = None
