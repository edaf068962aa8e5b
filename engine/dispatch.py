"""What follows from a game's table of rules: what is accepted, what is offered, what chance can bring."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.agenda import facts
from engine.chance import Outcome
from engine.clause import Violation
from engine.ledger import Entry

if TYPE_CHECKING:
    from engine.ruleset import Order, Rule, Ruleset

Action = tuple[int | None, Any]
"""Who acts, None for chance, and the event."""
Accept = Callable[[Any, int | None, Any], list[Entry]]


def acceptors(rules: "Ruleset[Any]") -> dict[type, Accept]:
    """For each type of event the function that applies one: `accept(state, actor, event)`.

    It looks whether the event is awaited, does its own rule, then what follows at once. It raises Violation, by a
    clause of the game's `order` or of the rule, and changes nothing then. It is the hot path: what the declaration
    fixes is looked up once.
    """
    return {kind: _acceptor(rules, rule) for kind, rule in rules.rules.items()}


def _acceptor(rules: "Ruleset[Any]", rule: "Rule") -> Accept:
    awaited, follow, order = rules.awaited, rules.follow, rules.order
    do, answers, chance = rule.do, rule.answers, rule.chance
    by_chance, asks = chance is not None, bool(answers and (rule.order or order).awaited)
    seated = bool(answers) and not (asks and order.awaited) and bool(by_chance or order.actor)
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
                raise refusal(rules, state, actor, event)
        if chance is not None:
            chance(state).check(event)
        book = do(state, actor, event)
        if follow is not None:
            follow(book, state)
        return book

    return accept


def offerer(rules: "Ruleset[Any]") -> Callable[[Any], Iterator[Action]]:
    """The function that finds every legal (actor, event): in the order of the kinds awaited, the table, the seats."""
    awaited, answered_by = rules.awaited, rules.answered_by

    def legal(state: Any) -> Iterator[Action]:
        asked = set()  # a rule may answer two items of a seat, and offers the same for both
        for kind, items in groupby(awaited(state), type):
            seats = [item.seat for item in items]
            for rule in answered_by.get(kind, ()):
                if rule.chance is not None:
                    yield from ((None, event) for event in rule.chance(state))
                elif rule.legal is not None:
                    for seat in seats:
                        if (rule.do, seat) not in asked:
                            asked.add((rule.do, seat))
                            yield from ((seat, event) for event in rule.legal(state, seat))

    return legal


def outcome(rules: "Ruleset[Any]", state: Any) -> Outcome | None:
    """What chance can bring now, None if nothing is awaited of it."""
    for item in rules.awaited(state):
        for rule in rules.answered_by.get(type(item), ()):
            if rule.chance is not None:
                return rule.chance(state)
    return None


def _check_seat(order: "Order", by_chance: bool, event: Any, actor: int | None, players: Sequence[Any]) -> None:
    if not by_chance:
        if actor is None or not 0 <= actor < len(players):
            raise Violation(order.actor, actor=actor, players=len(players))
    elif actor is not None:
        raise Violation(order.chance, actor=actor, event=event.__struct_config__.tag)


def refusal(rules: "Ruleset[Any]", state: Any, actor: int | None, event: Any) -> Violation:
    """Why an event is not awaited, with what is."""
    if (own := rules.refusal(state, actor, event)) is not None:
        return own
    rule, kind = rules.rules[type(event)], event.__struct_config__.tag
    order, awaited = rule.order or rules.order, rules.awaited(state)
    if not awaited:
        return Violation(order.over, event=kind)
    fitting = [item for item in awaited if type(item) in rule.answers]
    if not fitting:
        return Violation(awaited[0].clause or order.awaited, event=kind, actor=actor, **facts(awaited))
    return Violation(order.chance if rule.chance else order.actor, event=kind, actor=actor, **facts(fitting))
