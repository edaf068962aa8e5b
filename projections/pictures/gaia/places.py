"""Where the events of Gaia happen in its picture: cells, cards, decks, objectives."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.games.gaia.components import NATURE_CARD
from events.vocabulary import gaia as events


def places(seat: int | None, event: Any) -> Sequence[str]:
    """The keys of the spots that an event of a seat concerns; none for one that declines something.

    What is dealt or drawn from a deck is not in the picture yet: its player's mat is named instead. A card that a hand
    may hold among its unknown ones is named as if it were known, as the event does not say which it is.
    """
    found = _PLACES.get(type(event))
    return tuple(dict.fromkeys(found(seat, event))) if found else ()


def _tile(cell: events.Cell) -> str:
    """A tile, or the free cell where one could be placed."""
    return f"tile/{tuple(cell)}"


def _held(seat: int | None, card: str | None, pile: str) -> str:
    """A card in a hand; one that the event leaves unknown is among the unknown ones of its pile."""
    return f"hand/{seat}/{card or f'unknown/{pile}'}"


def _power(seat: int | None, event: events.PlayPower) -> Iterator[str]:
    yield _held(seat, event.card, "power")
    for cell in (*((event.cell,) if event.cell else ()), *(event.cells or ()), *(event.convert or ())):
        yield _tile(cell)


def _nature(seat: int | None, event: events.PlayNature) -> Iterator[str]:
    yield _held(seat, NATURE_CARD.get(event.terrain), "nature")
    yield _tile(event.cell)


def _hunted(seat: int | None, event: events.Hunt) -> Iterator[str]:
    yield _tile(event.city)
    if event.tile:
        yield _tile(event.tile)


_PLACES: dict[type, Callable[[int | None, Any], Iterable[str]]] = {
    events.RowDealt: lambda seat, event: (f"row/{event.pile}/{slot}" for slot in range(len(event.cards))),
    events.HandDealt: lambda seat, event: (f"meeples/{event.player}",),
    events.StartPlayerDrawn: lambda seat, event: (f"meeples/{event.player}",),
    events.Hunt: _hunted,
    events.DrawRow: lambda seat, event: (f"row/{event.pile}/{event.slot}",),
    events.DrawDeck: lambda seat, event: (f"deck/{event.pile}",),
    events.PlayNature: _nature,
    events.PlayAnimals: lambda seat, event: (_held(seat, event.card, "life"), _tile(event.cell)),
    events.PlayCity: lambda seat, event: (_held(seat, event.card, "life"), _tile(event.cell)),
    events.PlayPower: _power,
    events.DrawExhausted: lambda seat, event: (f"deck/{event.pile}",) if event.pile else (),
    events.DeckDrawn: lambda seat, event: (f"deck/{event.pile}", f"meeples/{event.player}"),
    events.RowRefilled: lambda seat, event: (f"row/{event.pile}/{event.slot}", f"deck/{event.pile}"),
    events.DiscardCard: lambda seat, event: (_held(seat, event.card, event.pile),),
    events.Protect: lambda seat, event: (_held(seat, "protection", "power"),),
    events.TornadoDrawn: lambda seat, event: (_held(one.player, one.card, one.pile) for one in event.taken),
    events.TornadoKeep: lambda seat, event: (f"meeples/{event.giver}",),
    events.ClaimObjective: lambda seat, event: (f"objective/{event.objective}",) if event.objective else (),
}
