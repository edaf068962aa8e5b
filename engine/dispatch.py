"""What follows from a game's table of rules: what is accepted, what is offered, what chance can bring."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.agenda import facts
from engine.chance import Outcome
from engine.clause import Violation
from engine.ledger import Entry

if TYPE_CHECKING:
    from engine.ruleset import Rule, Ruleset


def acceptor(rules: "Ruleset[Any]") -> Callable[[Any, Any, int | None], list[Entry]]:
    """The function that applies one event: that it is awaited, then its own rule, then what follows at once.

    It raises Violation, by a clause of the game's `order` or of the rule, and changes nothing then. It is the hot path:
    what the declaration fixes is looked up once.
    """
    table, awaited, follow = rules.rules, rules.awaited, rules.follow
    asks = bool(rules.order.awaited)

    def apply(state: Any, event: Any, actor: int | None) -> list[Entry]:
        rule = table[type(event)]
        answers = rule.answers
        if answers:
            if asks:
                for item in awaited(state):
                    if type(item) in answers and item.seat == actor:
                        break
                else:
                    raise refusal(rules, state, event, actor)
            else:
                _check_seat(rules, rule, state, event, actor)
            if rule.chance is not None:
                rule.chance(state).check(event)
        book = rule.do(state, actor, event)
        if follow is not None:
            follow(state, book)
        return book

    return apply


def offered(rules: "Ruleset[Any]", state: Any) -> Iterator[tuple[int | None, Any]]:
    """Every (actor, event) that answers what is awaited; in the order of the kinds awaited, the table, the seats."""
    for kind, items in groupby(rules.awaited(state), type):
        seats = [item.seat for item in items]
        for rule in rules.answered_by.get(kind, ()):
            if rule.chance is not None:
                yield from ((None, event) for event in rule.chance(state))
            elif rule.legal is not None:
                for seat in seats:
                    yield from ((seat, event) for event in rule.legal(state, seat))


def outcome(rules: "Ruleset[Any]", state: Any) -> Outcome | None:
    """What chance can bring now, None if nothing is awaited of it."""
    for item in rules.awaited(state):
        for rule in rules.answered_by.get(type(item), ()):
            if rule.chance is not None:
                return rule.chance(state)
    return None


def _check_seat(rules: "Ruleset[Any]", rule: "Rule", state: Any, event: Any, actor: int | None) -> None:
    if rule.chance is not None:
        if actor is not None:
            raise Violation(rules.order.chance, actor=actor, event=event.__struct_config__.tag)
    elif actor is None or not 0 <= actor < len(state.players):
        raise Violation(rules.order.actor, actor=actor, players=len(state.players))


def refusal(rules: "Ruleset[Any]", state: Any, event: Any, actor: int | None) -> Violation:
    """Why an event is not awaited, with what is."""
    if (own := rules.refusal(state, event, actor)) is not None:
        return own
    order, rule, kind = rules.order, rules.rules[type(event)], event.__struct_config__.tag
    awaited = rules.awaited(state)
    if not awaited:
        return Violation(order.over, event=kind)
    fitting = [item for item in awaited if type(item) in rule.answers]
    if not fitting:
        return Violation(awaited[0].clause or order.awaited, event=kind, actor=actor, **facts(awaited))
    return Violation(order.chance if rule.chance else order.actor, event=kind, actor=actor, **facts(fitting))
