"""The order in which the platform's program prompts (AN-16.33, AN-16.36, AN-16.43), where the rules leave it open."""

from typing import Any

from engine.clause import Violation
from engine.games.anachrony.state import State
from engine.ledger import Book
from engine.rules import Ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Record
from events.vocabulary import anachrony as v


def in_platform_order(rules: Ruleset[Any], log: GameLog) -> list[Record[Any]]:
    """The records of a game: Power Up and Warp in the order of players, abilities of Clean Up by seat.

    The rest stays as it is; the consequences of a decision (dice, the Breakthrough) stay with it. Where the program
    depends on who was prompted last (AN-16.50 a), another order can make another game. Raises Unreadable where it
    breaks a clause.
    """
    state = rules.start(log.header)
    ordered: list[Record[Any]] = []
    since_step: list[tuple[int, Record[Any]]] = []
    place = 0
    for record in resolve(log):
        if _settle(rules, state):
            ordered += _in_place(since_step)
            since_step, place = [], 0
        place = _place(state, record, place)
        since_step.append((place, record))
        played(rules, state, record)
    return ordered + _in_place(since_step)


def played(rules: Ruleset[Any], state: State, record: Record[Any], order: str = "") -> Book:
    """The entries of a record. Raises Unreadable if it breaks a clause; `order` names the order, if it was changed."""
    try:
        return rules.apply(state, record.actor, record.event)
    except Violation as violation:
        found = f"record {record.seq}, which{order} breaks {violation}"
        raise Unreadable(found, "a game that obeys the rules as far as it goes") from None


def _settle(rules: Ruleset[Any], state: State) -> bool:
    """Do the automatic steps that are due; whether there were any. Between two steps everything is in one phase."""
    due = False
    while rules.proceed(state) is not None:
        due = True
    return due


def _in_place(since_step: list[tuple[int, Record[Any]]]) -> list[Record[Any]]:
    return [record for _, record in sorted(since_step, key=lambda each: each[0])]


def _place(state: State, record: Record[Any], before: int) -> int:
    """When the program prompts for a record, counted from 0; other kinds of records follow the one before them."""
    event = record.event
    if isinstance(event, v.PowerUp | v.HydrocoreExchange | v.ChooseWarp):
        assert record.actor is not None
        return state.player_order.index(record.actor)
    if isinstance(event, v.CleanUpAbility):
        assert record.actor is not None
        return record.actor
    return event.player if isinstance(event, v.RandomResource) else before
