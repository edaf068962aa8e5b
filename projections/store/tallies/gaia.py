"""Tallies of Gaia.

objective  name is an objective on display
claimed    name is an objective that a seat claimed, value the number of cards given up for it, number the turn
founded    per founding: name is a city card, value how many of its needs were then met, number the turn; another row
           of the seat, with value lost, if the card left the board again
"""

from collections.abc import Iterator

from events.vocabulary import gaia as events
from projections.store.tallies import Counted, Tally

PLAYED = ("played_nature", "played_power")


def tallies(counted: Counted) -> Iterator[Tally]:
    """All tallies of a game."""
    for _, record in counted.records(events.ObjectivesDealt):
        for objective in record.event.objectives:
            yield Tally(None, "objective", objective)
    yield from _claims(counted)
    yield from _cities(counted)


def _claims(counted: Counted) -> Iterator[Tally]:
    for _, at in counted.entered:
        claims = {(entry.seat, entry.source) for entry in at.entries if entry.figure == "objectives"}
        for entry in at.entries if claims else ():
            if entry.figure in PLAYED and (entry.seat, entry.source) in claims:
                turn = counted.turns[at.seq].index
                yield Tally(entry.seat, "claimed", entry.source, str(-entry.delta), None, turn)


def _cities(counted: Counted) -> Iterator[Tally]:
    """The source of the entries is the number of the founding and the card."""
    founders: dict[str, int] = {}
    for _, at in counted.entered:
        founded = {entry.source: entry.seat for entry in at.entries if entry.figure == "founded"}
        founders |= founded
        for entry in at.entries:
            city = entry.source.partition(" ")[2]
            if entry.figure == "needs" and entry.source in founded:
                turn = counted.turns[at.seq].index
                yield Tally(founded.pop(entry.source), "founded", city, str(entry.delta), None, turn)
            elif entry.figure == "removed" and entry.source in founders:
                yield Tally(founders[entry.source], "founded", city, "lost")
