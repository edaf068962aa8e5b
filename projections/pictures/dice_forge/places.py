"""Where the events of Dice Forge happen in its picture: faces, cards, portals, dice, reserves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.games.dice_forge.components import CARDS, FACES, POOLS, PORTAL_OF, RESOURCES, SLOTS
from events.vocabulary import dice_forge as events


def places(seat: int | None, event: Any) -> Sequence[str]:
    """The keys of the spots that an event of a seat concerns; none for one that only ends or declines something."""
    found = _PLACES.get(type(event))
    return tuple(dict.fromkeys(found(seat, event))) if found else ()


def _die_key(seat: int, die: int) -> str:
    return f"die/{seat}/{'ld'[die - 1]}"


def _figure(seat: int, resource: str | None) -> Iterator[str]:
    """Where a resource of a player is shown."""
    if resource in RESOURCES:
        yield f"title/{seat}" if resource == "glory" else f"bar/{seat}/{resource}"


def _gained(seat: int, resource: str | None, to_hammer: int) -> Iterator[str]:
    """Where a player's gain is shown, gold for the hammer included."""
    yield from _figure(seat, resource)
    if to_hammer:
        yield f"hammer/{seat}"


def _for_sale(face: str) -> Iterator[str]:
    """The place of a face in its pool, or in the Gardens."""
    rule = FACES.get(face)
    if rule is not None and (rule.pool or rule.garden):
        yield f"pool/{rule.pool}/{face}" if rule.pool else f"garden/{face}"


def _reduced(seat: int, event: events.SanctuaryReduced) -> Iterator[str]:
    kinds = POOLS[event.pool].faces if event.removed is None else event.removed
    return (f"pool/{event.pool}/{kind}" for kind in kinds)


def _drafted(seat: int, event: events.DraftCard) -> Iterator[str]:
    return (f"slot/{slot.id}" for slot in SLOTS.values() if event.group in slot.groups)


def _rolled(seat: int, event: events.DiceRolled) -> Iterator[str]:
    return (_die_key(event.player, int(die)) for die in event.dice)


def _reinforced(seat: int, event: events.UseReinforcement) -> Iterator[str]:
    yield f"cards/{seat}/{event.card}"
    if event.die:
        yield _die_key(seat, event.die)
    yield from _gained(seat, event.resource, event.to_hammer)


def _forged(seat: int, event: events.ForgeFace | events.ForgeGranted) -> Iterator[str]:
    yield from _for_sale(event.face)
    yield _die_key(seat, event.die)


def _feat(seat: int, event: events.PerformFeat) -> Iterator[str]:
    if event.card in CARDS:
        slot = CARDS[event.card].slot
        yield from (f"slot/{slot}", f"portal/{PORTAL_OF[slot]}")


def _copied(seat: int, event: events.CopyFace) -> Iterator[str]:
    yield _die_key(seat, event.die)
    yield from _sources([event.source] if event.source else ())


def _sources(shown: Iterable[events.ShownDie]) -> Iterator[str]:
    return (_die_key(each.player, each.die) for each in shown)


def _resolved(seat: int, event: events.ResolveFace) -> Iterator[str]:
    yield _die_key(seat, event.die)
    yield from _gained(seat, event.take, event.to_hammer)
    for resource in event.convert:
        yield from _figure(seat, resource)


def _ship(seat: int, event: events.ShipForge) -> Iterator[str]:
    yield _die_key(seat, event.die_rolled)
    yield from _for_sale(event.face)
    yield _die_key(seat, event.die)


def _adjusted(seat: int, event: events.PlatformAdjustment) -> Iterator[str]:
    for resource in RESOURCES:
        if getattr(event, resource):
            yield from _figure(event.player, resource)
    if event.hammer:
        yield f"hammer/{event.player}"


def _triton(seat: int, event: events.UseTriton) -> Iterator[str]:
    yield f"stock/{seat}"
    yield from _gained(seat, event.resource, event.to_hammer)


_PLACES: dict[type, Callable[[Any, Any], Iterable[str]]] = {
    events.SanctuaryReduced: _reduced,
    events.GroupRevealed: lambda seat, event: (f"slot/{event.slot}",),
    events.DraftSlot: lambda seat, event: (f"slot/{event.slot}",),
    events.DiceRolled: _rolled,
    events.DraftCard: _drafted,
    events.UseReinforcement: _reinforced,
    events.ForgeFace: _forged,
    events.PerformFeat: _feat,
    events.ExtraAction: lambda seat, event: (f"bar/{seat}/sun",) if event.take else (),
    events.CopyFace: _copied,
    events.ChooseFirstDie: lambda seat, event: (_die_key(seat, event.die),),
    events.ResolveFace: _resolved,
    events.BoarReward: lambda seat, event: _figure(seat, event.resource),
    events.ShipForge: _ship,
    events.ShipPass: lambda seat, event: (_die_key(seat, event.die_rolled),),
    events.UseCerberus: lambda seat, event: (f"stock/{seat}",),
    events.ChooseSatyrFaces: lambda seat, event: _sources(event.sources),
    events.ChooseBlessingDie: lambda seat, event: (_die_key(seat, event.die),),
    events.ForgeGranted: _forged,
    events.ChooseBearer: lambda seat, event: (f"title/{event.bearer}",),
    events.AllocateGold: lambda seat, event: (f"bar/{seat}/gold", f"hammer/{seat}"),
    events.UseTriton: _triton,
    events.PlatformAdjustment: _adjusted,
    events.PlayerQuit: lambda seat, event: (f"title/{event.player}",),
}
