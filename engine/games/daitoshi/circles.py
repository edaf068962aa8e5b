"""Where effects lead: into circles (DA-6.3), certainly or possibly, or to a loss (DA-6.23).

A list of effects triggers others: the fame marker triggers those of the space it enters, a restored hex its conflict
reward. If a list may trigger itself again, events are tried out before they happen; if it does so without anybody's
choice, the catalogue is unusable, and its check reports that.
"""

from collections.abc import Iterator

from engine.games.daitoshi.components import QUALITIES, Catalogue
from engine.games.daitoshi.tables import Fault
from events.vocabulary.daitoshi.effects import (
    ActivateCity,
    Bus,
    Choice,
    ConflictReward,
    Convert,
    Effects,
    Fame,
    HexSlot,
    MachineWorkshop,
    MarketInvention,
    Opaque,
    Optional,
    Progress,
    Restore,
    WorkshopReward,
)

TRIGGERS: dict[type, str] = {
    Fame: "fame_track",
    Bus: "bus_rail",
    Restore: "conflict",
    ConflictReward: "conflict",
    HexSlot: "conflict",
    Progress: "progress",
    ActivateCity: "city",
    WorkshopReward: "workshop",
    MachineWorkshop: "machine",
}
DEEPEST = 100
"""DA-6.3: how deep effects may nest."""


def may_circle(catalogue: Catalogue) -> bool:
    """Whether some list of effects may trigger itself again, through any choices and draws."""
    lists = _lists(catalogue)
    reached = {place: {trigger for effects in lists[place] for trigger in _triggers(effects)} for place in lists}
    return any(_leads_to(reached, place, place) for place in reached)


def sure_circles(catalogue: Catalogue) -> Iterator[Fault]:
    """The spaces and tiles whose effects trigger themselves again, whatever the players choose."""
    sizes = len(catalogue.fame_track.spaces), len(catalogue.bus_rail.spaces)
    for table, fame, bus in [
        *(("fame_track", n, 0) for n in range(sizes[0])),
        *(("bus_rail", 0, n) for n in range(sizes[1])),
    ]:
        if _endless(catalogue, table, [fame, bus]):
            found, place = "effects that trigger themselves", f"spaces[{fame + bus}]"
            yield Fault("DA-6.3", table, field=place, found=found, expected="effects that end (DA-6.3)")
    for city in catalogue.city.values():
        if ActivateCity("here") in city.effect:
            yield Fault("DA-6.3", "city", city.id, "effect", "activate_city here", "effects that end (DA-6.3)")
    for board in catalogue.machine.values():
        if MachineWorkshop() in board.workshop:
            yield Fault("DA-6.3", "machine", board.id, "workshop", "machine_workshop", "effects that end (DA-6.3)")
    for row in catalogue.wilderness.values():
        if any(isinstance(effect, ConflictReward) for effect in row.conflict):
            yield Fault("DA-6.3", "wilderness", row.id, "conflict", "conflict_reward", "effects that end (DA-6.3)")


def cities_leading_to(catalogue: Catalogue, *kinds: type) -> tuple[str, ...]:
    """The cities whose effects may lead to effects of these kinds, or to an unknown effect.

    Effects of other cities that they activate are not followed.
    """
    lists = _lists(catalogue)
    reached = {place: {trigger for effects in lists[place] for trigger in _triggers(effects)} for place in lists}
    taking = {place for place in lists if any(_takes(effects, kinds) for effects in lists[place])}
    found = []
    for city in catalogue.city.values():
        places = set(_triggers(city.effect))
        leads = any(place in taking or any(_leads_to(reached, place, goal) for goal in taking) for place in places)
        if _takes(city.effect, kinds) or leads:
            found.append(city.id)
    return tuple(found)


def _takes(effects: Effects, kinds: tuple[type, ...]) -> bool:
    """Whether any effects, including nested ones, are of these kinds or unknown."""
    for effect in effects:
        if isinstance(effect, (*kinds, Opaque)):
            return True
        inner = effect.options if isinstance(effect, Choice) else (effect.do,) if isinstance(effect, Optional) else ()
        if any(_takes(each, kinds) for each in inner):
            return True
    return False


def _lists(catalogue: Catalogue) -> dict[str, list[Effects]]:
    """Place -> the lists of effects that are triggered there."""
    tiles = catalogue.district_tile.values()
    inventions = catalogue.invention.values()
    boards = [board.workshop for board in catalogue.machine.values()]
    return {
        "fame_track": list(catalogue.fame_track.spaces),
        "bus_rail": list(catalogue.bus_rail.spaces),
        "conflict": [row.conflict for row in catalogue.wilderness.values()],
        "progress": [step for slots in catalogue.slots for slot in slots for step in slot.progress],
        "city": [city.effect for city in catalogue.city.values()],
        "workshop": [effects for tile in tiles for effects in (tile.workshop, tile.workshop_electrified)],
        "machine": [*boards, *(tile.effect for tile in catalogue.machine_upgrade.values())],
        **{
            quality: [effects for tile in inventions if tile.quality == quality for effects in (tile.left, tile.centre)]
            for quality in QUALITIES
        },
    }


def _triggers(effects: Effects) -> Iterator[str]:
    """The places that effects trigger.

    An unknown effect triggers nothing in the same event, as what it gave is a separate event. One city activating
    another always comes to an end, as no city comes twice (DA-7.75).
    """
    for effect in effects:
        if isinstance(effect, Convert):
            yield from _triggers(effect.gain)
        elif isinstance(effect, Optional):
            yield from _triggers(effect.do)
        elif isinstance(effect, Choice):
            for option in effect.options:
                yield from _triggers(option)
        elif isinstance(effect, MarketInvention):
            yield effect.quality
        elif type(effect) in TRIGGERS and effect != ActivateCity("other"):
            yield TRIGGERS[type(effect)]


def _leads_to(reached: dict[str, set[str]], place: str, goal: str) -> bool:
    seen: set[str] = set()
    ahead = set(reached[place])
    while ahead:
        if goal in ahead:
            return True
        seen |= ahead
        ahead = {each for there in ahead for each in reached[there]} - seen
    return False


def _endless(catalogue: Catalogue, table: str, steps: list[int]) -> bool:
    """Whether a space, once entered, moves a marker without end; `steps` are those of the fame marker and Worm-Bus."""

    def enter(table: str, deep: int) -> bool:
        circuit = catalogue.fame_track if table == "fame_track" else catalogue.bus_rail
        here = steps[table == "bus_rail"] % len(circuit.spaces)
        for effect in circuit.spaces[here]:
            if isinstance(effect, Fame | Bus):
                for _ in range(effect.n):
                    place = isinstance(effect, Bus)
                    steps[place] += 1
                    track = catalogue.bus_rail if place else catalogue.fame_track
                    if not track.cyclic and steps[place] >= len(track.spaces):
                        break
                    if deep >= DEEPEST or enter("bus_rail" if place else "fame_track", deep + 1):
                        return True
        return False

    return enter(table, 1)
