"""What follows from a table of rules: which events are accepted and offered; functions only, to be compiled."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.agenda import Awaited, facts
from engine.clause import Violation
from engine.declaration import Declaration, Order, Rule
from engine.ledger import Entry

Action = tuple[int | None, Any]
"""The actor (None for chance) and the event."""
Accept = Callable[[Any, int | None, Any], list[Entry]]


def acceptors(game: Declaration[Any]) -> dict[type, Accept]:
    """For each type of event, the function that applies one: `accept(state, actor, event)`.

    The function checks that the event is awaited, does what its rule says, and then whatever follows immediately. It
    raises Violation, under a clause of the game's `order` or of the rule, and then changes nothing. It is the hot path:
    whatever the declaration fixes is looked up once.
    """
    return {kind: _acceptor(game, rule) for kind, rule in game.rules.items()}


def _acceptor(game: Declaration[Any], rule: Rule) -> Accept:
    awaited, follow, order = game.awaited, game.follow, game.order
    do, answers, chance = rule.do, rule.answers, rule.chance
    by_chance, asks, seated = chance is not None, _checks_awaited(game, rule), _checks_seat(game, rule)
    if follow is None and not seated and not asks and chance is None:
        return do

    def accept(state: Any, actor: int | None, event: Any) -> list[Entry]:
        if seated and (by_chance or actor is None or not 0 <= actor < len(state.players)):
            _check_seat(order, by_chance, event, actor, state.players)
        if asks:
            for item in awaited(state):
                if item.seat == actor and type(item) in answers:
                    break
            else:
                raise refusal(game, state, actor, event)
        if chance is not None:
            chance(state).check(event)
        book = do(state, actor, event)
        if follow is not None:
            follow(book, state)
        return book

    return accept


def _checks_awaited(game: Declaration[Any], rule: Rule) -> bool:
    """Whether this module looks for an awaited item that the event answers.

    It does not for an intervention, which answers nothing, nor where the rules use their own clauses to check what is
    awaited: there `order` names no clause for it.
    """
    return bool(rule.answers) and bool((rule.order or game.order).awaited)


def _checks_seat(game: Declaration[Any], rule: Rule) -> bool:
    """Whether the actor is checked here before anything else.

    An intervention checks its own actor. If the whole game looks for an awaited item, that item names the seat.
    """
    return bool(rule.answers) and not (_checks_awaited(game, rule) and game.order.awaited)


def offerer(
    awaited: Callable[[Any], Sequence[Awaited]], answered_by: Mapping[type[Awaited], tuple[Rule, ...]]
) -> Callable[[Any], Iterator[Action]]:
    """The function that finds every legal (actor, event), ordered by awaited kind, then by table row, then by seat.

    It has loops where generator expressions would do: mypyc makes lists of those, and chance may bring millions.
    """

    def legal(state: Any) -> Iterator[Action]:
        asked = set()  # a rule may answer two items of a seat, with the same offers for both
        for kind, items in groupby(awaited(state), type):
            seats = [item.seat for item in items]
            for rule in answered_by.get(kind, ()):
                if rule.chance is not None:
                    for event in rule.chance(state):
                        yield None, event
                elif rule.legal is not None:
                    for seat in seats:
                        if (rule.do, seat) not in asked:
                            asked.add((rule.do, seat))
                            for event in rule.legal(state, seat):
                                yield seat, event

    return legal


def _check_seat(order: Order, by_chance: bool, event: Any, actor: int | None, players: Sequence[Any]) -> None:
    if not by_chance:
        if actor is None or not 0 <= actor < len(players):
            raise Violation(order.actor, actor=actor, players=len(players))
    elif actor is not None:
        raise Violation(order.chance, actor=actor, event=event.__struct_config__.tag)


def refusal(game: Declaration[Any], state: Any, actor: int | None, event: Any) -> Violation:
    """Why an event is not awaited, and what is."""
    if (own := game.refusal(state, actor, event)) is not None:
        return own
    rule, kind = game.rules[type(event)], event.__struct_config__.tag
    order, awaited = rule.order or game.order, game.awaited(state)
    if not awaited:
        return Violation(order.over, event=kind)
    fitting = [item for item in awaited if type(item) in rule.answers]
    if not fitting:
        return Violation(awaited[0].clause or order.awaited, event=kind, actor=actor, **facts(awaited))
    return Violation(order.chance if rule.chance else order.actor, event=kind, actor=actor, **facts(fitting))
