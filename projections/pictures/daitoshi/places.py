"""Which spots of the picture of Daitoshi an event concerns, from its fields alone.

Where the log counts from the magnate, so do the spots: `reach` for its steps, `here` for the workshops of its slice.
"""

from collections.abc import Callable, Sequence
from typing import Any

from events.vocabulary import daitoshi as events


def places(seat: int | None, event: Any) -> Sequence[str]:
    """The keys of the spots that an event of a seat concerns; none if it concerns none, or only what chance brings."""
    found = _PLACES.get(type(event))
    return () if found is None else found(-1 if seat is None else seat, event)


def _cities(event: events.Action) -> list[str]:
    """The cities whose banners are used first."""
    return [f"city/{city}" for city in event.before]


def _district(slice: int, ring: str) -> list[str]:
    return [f"district/{slice}/{ring}", f"tile/{slice}/{ring}"]


def _commit(seat: int, event: events.CommitInventions) -> list[str]:
    tiles = [f"market/{pick.tile}" for pick in event.picks]
    return [*tiles, *dict.fromkeys(f"building/{seat}/{pick.building}" for pick in event.picks), *_cities(event)]


def _slot(seat: int, building: int | None, floor: int | None) -> list[str]:
    return [] if building is None or floor is None else [f"slot/{seat}/{building}/{floor - 1}"]


def _contribute(seat: int, event: events.Contribute) -> list[str]:
    return [*_slot(seat, event.building, event.floor), f"part/{event.space}", *_cities(event)]


def _exploit(seat: int, event: events.ChooseExploit) -> list[str]:
    """The Town Hall exploits the river, too."""
    return [f"wild/{track}" for track in (event.land, "river") if track is not None]


def _order(seat: int, event: events.ChooseOrder) -> list[str]:
    return ["engine/0" if item == "base" else f"upgrade/{item}" for item in event.order]


def _track(seat: int, event: events.ChooseTrack) -> list[str]:
    return [] if event.track is None else [f"wild/{event.track}", f"record/{seat}/{event.track}"]


_PLACES: dict[type, Callable[[int, Any], Sequence[str]]] = {
    events.MachinePlaced: lambda seat, event: [f"district/{event.slice}/inner"],
    events.NeutralPlaced: lambda seat, event: [f"space/{event.slice}/1"],
    events.ChooseBasic: lambda seat, event: [f"basics/{event.tile}"],
    events.LeadProduction: lambda seat, event: [f"marks/{seat}/token"],
    events.MoveMagnate: lambda seat, event: [f"reach/{seat}/{event.steps}/{event.space}"],
    events.UseGrant: lambda seat, event: [f"marks/{seat}/grant"],
    events.ActivateBuilding: lambda seat, event: [f"building/{seat}/{event.building}"],
    events.PlaceWorker: lambda seat, event: [f"here/{seat}/{event.workshop}", f"workers/{seat}"],
    events.ChooseExploit: _exploit,
    events.CommitInventions: _commit,
    events.Expand: lambda seat, event: [*_district(event.slice, event.ring), *_cities(event)],
    events.DepositHexes: lambda seat, event: [f"record/{seat}/{hex}" for hex in dict.fromkeys(event.hexes)],
    events.Renovate: lambda seat, event: [f"record/{seat}/{event.hex}", *_cities(event)],
    events.Electrify: lambda seat, event: [*_district(event.slice, event.ring), *_cities(event)],
    events.Trade: lambda seat, event: list(dict.fromkeys([f"city/{event.city}", *_cities(event)])),
    events.Contribute: _contribute,
    events.UsePartnership: lambda seat, event: [f"city/{event.city}"],
    events.KeepWorkers: lambda seat, event: [f"workers/{seat}"],
    events.ChooseTrack: _track,
    events.ChooseColour: lambda seat, event: [f"workers/{seat}"],
    events.DiscardWorker: lambda seat, event: [f"workers/{seat}"],
    events.ChooseHex: lambda seat, event: [f"record/{seat}/{event.hex}"],
    events.ChooseSlot: lambda seat, event: _slot(seat, event.building, event.floor),
    events.ChooseCity: lambda seat, event: [f"city/{event.city}"],
    events.ChooseWorkshop: lambda seat, event: [f"here/{seat}/{event.ring}"],
    events.ChooseOrder: _order,
    events.ChooseInvention: lambda seat, event: [f"market/{event.tile}"],
}
