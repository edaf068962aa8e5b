"""Possible answers to what is awaited from a seat: legal events, one that the entries name, or a silent decision."""

from collections.abc import Iterator
from typing import Any

from engine.games.anachrony.readings._bga_branch import Branch, Option
from events.vocabulary import anachrony as v


def legal_events(branch: Branch, seat: int, *kinds: type) -> list[Any]:
    """The legal events of some kinds, all of which answer what is awaited from the seat."""
    rules = (branch.rules.rules[kind].legal for kind in kinds)
    return [event for legal in rules if legal is not None for event in legal(branch.state, seat)]


def named(branch: Branch, seat: int, event: Any, place: int, then: int, **notes: Any) -> Option:
    """An event named by the trace at a place; reading continues at `then`."""
    return Option(seat, event, place, then, branch.traces[place].line, **notes)


def silent(branch: Branch, seat: int, event: Any) -> Option:
    """A decision that leaves no entry (AN-16.44, AN-16.74)."""
    return Option(seat, event, 0, branch.pos, branch.line())


def decline(branch: Branch, seat: int) -> Iterator[Option]:
    """Declining, if that is legal."""
    if legal_events(branch, seat, v.Decline):
        yield silent(branch, seat, v.Decline())
