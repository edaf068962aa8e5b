"""Declining optional items (AN-7.0)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.anachrony.items import CapitalCopy, Constructing, DieToSet, Item, Nested, Recruiting, Trading
from engine.games.anachrony.placing import SUIT
from engine.games.anachrony.state import State
from engine.ledger import Book
from events.vocabulary.anachrony import Decline

CLAUSES: dict[type, str] = {
    Constructing: "AN-7.3.25",
    Recruiting: "AN-7.3.25",
    DieToSet: "AN-7.3.25",
    CapitalCopy: "AN-7.3.21",
    Trading: "AN-7.4.6",
    Nested: "AN-16.50",
}


def is_optional(state: State, item: Item) -> bool:
    """Whether an item may be declined; AN-16.50 h: a placement that Haulani or the Exocrawler opened."""
    if isinstance(item, Nested):
        return state.options.bga_quirks and item.scope != SUIT
    return isinstance(item, Constructing | Recruiting | DieToSet | CapitalCopy | Trading) and item.optional


def legal_declines(state: State, seat: int) -> Iterator[Decline]:
    """The one way to decline what is awaited."""
    if is_optional(state, state.agenda[-1]):
        yield Decline()


def decline(state: State, seat: int, event: Decline) -> Book:
    """AN-7.3.21, AN-7.3.25, AN-7.3.26, AN-7.4.6: the option is not taken. Raises Violation if it is not optional."""
    item = state.agenda[-1]
    if not is_optional(state, item):
        raise Violation(CLAUSES[type(item)], declined=item.__struct_config__.tag)
    state.agenda.pop()
    return []
