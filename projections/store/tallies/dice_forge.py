"""Tallies of Dice Forge.

card     name is a card, number how many copies of it a seat bought in the round
forged   name is a die face, value offering, ship or granted, number how often a seat forged it that way in the round
"""

from collections import Counter
from collections.abc import Iterator

from events.vocabulary import dice_forge as events
from projections.store.tallies import Counted, Tally

MEANS: dict[type, str] = {events.ForgeFace: "offering", events.ShipForge: "ship", events.ForgeGranted: "granted"}


def tallies(counted: Counted) -> Iterator[Tally]:
    """All tallies of a game."""
    bought = Counter[tuple[int, str, int]]()
    for round_, at in counted.entered:
        for entry in at.entries:
            if entry.figure == "cards" and entry.delta > 0:
                bought[entry.seat, entry.source, round_] += entry.delta
    for (seat, card, round_), number in bought.items():
        yield Tally(seat, "card", card, None, round_, number)
    forged = Counter(
        (record.actor, record.event.face, MEANS[type(record.event)], round_)
        for round_, record in counted.records(*MEANS)
    )
    for (actor, face, means, round_), number in forged.items():
        yield Tally(actor, "forged", face, means, round_, number)
