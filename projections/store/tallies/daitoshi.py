"""Tallies of Daitoshi.

action         per time: name is an action of a city turn, number its turn
opening        name is what a seat did in its first four turns, value its basic invention
first          name is production, commit or contribution, round the first in which a seat did it
produced       name is a building, value leader or other, number how often a seat activated it; or value is leader_vp or
               other_vp, number the points, in sixths, as up to three buildings share those of a turn
city           name is a city tile in play
trade          name is a city tile, value trades, goods, vp, placed, used or activated, number how many of a seat
offered        name is an invention that came to the market
invention      per time: name is an invention a seat committed to, value alone if it was the only one, number the turn
trigger        name is the track by which a seat triggered the end, in the round
career         name is one of the columns of that statistic, number the seat's; where it is a type of tile, how many of
               these a seat turned to the conflict side in the round, less those turned back
good           see `flows`; sources are the outermost tags
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from events.log.record import Record
from events.vocabulary import daitoshi as events
from projections.store.tallies import Counted, Tally, flows

GOODS = frozenset(("steam", "food", "energy", "building", "luxury", "wealth", "lost"))
ACTIONS: dict[type, tuple[str, str]] = {
    events.CommitInventions: ("commit inventions", "commit"),
    events.Expand: ("expand", "expand"),
    events.Renovate: ("renovate", "renovate"),
    events.Electrify: ("electrify", "electrify"),
    events.Trade: ("trade", "trade"),
    events.Contribute: ("contribute", "contribute"),
}
"""Actions of a city turn: their names, and their names in openings."""
FIRST = {"production": "production", "commit": "commit", "contribute": "contribution"}
BEGUN = 4
"""The number of rounds of an opening."""
PARTS = 6
CAREER = {"produced": "buildings", "finished_tracks": "finished"} | {
    name: name for name in ("upgrades", "fame", "bus", "reputation")
}


def tallies(counted: Counted) -> Iterator[Tally]:
    """All tallies of a game."""
    goods = (
        (entry.seat, figure, entry.source.partition("/")[0], entry.delta)
        for figure, entries in counted.entries.items()
        if figure in GOODS or figure.endswith(("_workers", "_hexes"))
        for entry in entries
    )
    return chain(
        _actions(counted),
        _openings(counted),
        _production(counted),
        _trades(counted),
        _inventions(counted),
        _triggers(counted),
        _careers(counted),
        _conflicts(counted),
        flows(goods),
    )


def _actions(counted: Counted) -> Iterator[Tally]:
    for round_, record in counted.records(*ACTIONS, events.SkipAction):
        event = record.event
        words = [ACTIONS[type(event)][0] if type(event) in ACTIONS else "skip action"]
        words += [event.ring] if isinstance(event, events.Expand | events.Electrify) else []
        words += [event.hex] if isinstance(event, events.Renovate) else []
        yield Tally(record.actor, "action", " ".join(words), None, round_, counted.turns[record.seq].index)


def _openings(counted: Counted) -> Iterator[Tally]:
    acted: dict[int, str] = {}
    for _, record in counted.records(*ACTIONS):
        acted.setdefault(counted.turns[record.seq].index, ACTIONS[type(record.event)][1])
    did = defaultdict[int | None, list[tuple[int, str]]](list)
    for round_, record in counted.records(events.LeadProduction, events.MoveMagnate):
        turn = counted.turns[record.seq].index
        leads = isinstance(record.event, events.LeadProduction)
        did[record.actor].append((round_, "production" if leads else acted.get(turn, "none")))
    basics = _basics(counted)
    for seat, turns in did.items():
        for basic in basics.get(seat, [None]):
            yield Tally(seat, "opening", " ".join(what for round_, what in turns if round_ <= BEGUN), basic)
        for what, name in FIRST.items():
            rounds = [round_ for round_, done in turns if done == what]
            if rounds:
                yield Tally(seat, "first", name, None, min(rounds))


def _basics(counted: Counted) -> dict[int | None, list[str | None]]:
    """The basic inventions of each seat; the last one takes what the others left, without a record."""
    found = defaultdict[int | None, list[str | None]](list)
    for _, record in counted.records(events.BasicsDealt):
        for seat, tile in enumerate(record.event.tiles):
            found[seat].append(tile)
    chosen = [(record.actor, record.event.tile) for _, record in counted.records(events.ChooseBasic)]
    for actor, tile in chosen:
        found[actor].append(tile)
    taken = {tile for _, tile in chosen}
    for _, record in counted.records(events.BasicsDrawn):
        found[len(counted.factions) - 1] += [tile for tile in record.event.tiles if tile not in taken]
    return found


def _production(counted: Counted) -> Iterator[Tally]:
    leaders = {counted.turns[record.seq].index: record.actor for _, record in counted.records(events.LeadProduction)}
    used = defaultdict[tuple[int, int], list[str]](list)
    points = Counter[tuple[int, int]]()
    for _, at in counted.entered:
        if at.seq not in counted.turns or (turn := counted.turns[at.seq].index) not in leaders:
            continue
        for entry in at.entries:
            if entry.figure == "produced":
                used[turn, entry.seat].append(entry.source.removeprefix("building:"))
            elif entry.figure == "vp" and entry.source.startswith(("production", "progress_track")):
                points[turn, entry.seat] += entry.delta
    times, shares = Counter[tuple[int, str, str]](), Counter[tuple[int, str, str]]()
    for (turn, seat), buildings in used.items():
        role = "leader" if leaders[turn] == seat else "other"
        for building in buildings:
            times[seat, building, role] += 1
            shares[seat, building, role] += points[turn, seat] * PARTS // len(buildings)
    for (seat, building, role), number in times.items():
        yield Tally(seat, "produced", building, role, number=number)
        yield Tally(seat, "produced", building, f"{role}_vp", number=shares[seat, building, role])


def _trades(counted: Counted) -> Iterator[Tally]:
    for _, record in counted.records(events.CitiesDrawn):
        for city in record.event.tiles:
            yield Tally(None, "city", city)
    rewards = Counter[int]()
    for _, at in counted.entered:
        if at.seq in counted.turns:
            turn = counted.turns[at.seq].index
            for entry in at.entries:
                if entry.figure == "vp" and entry.source.partition("/")[0] == "trade":
                    rewards[turn] += entry.delta
    found = Counter[tuple[int | None, str, str]]()
    for _, record in counted.records(events.Trade):
        seat, city = record.actor, record.event.city
        found[seat, city, "trades"] += 1
        found[seat, city, "goods"] += record.event.goods
        found[seat, city, "vp"] += rewards[counted.turns[record.seq].index]
    for entry in counted.entries.get("banners", ()):
        found[entry.seat, entry.source.partition(":")[2], "used" if entry.delta > 0 else "placed"] += 1
    for entry in counted.entries.get("activations", ()):
        found[entry.seat, entry.source.rpartition("/")[2], "activated"] += 1
    for (seat, city, what), number in found.items():
        yield Tally(seat, "trade", city, what, number=number)


def _inventions(counted: Counted) -> Iterator[Tally]:
    shown: list[str] = [record.event.tile for _, record in counted.records(events.MarketRefilled)]
    for _, record in counted.records(events.MarketDrawn):
        shown += (*record.event.ordinary, *record.event.innovative, *record.event.brilliant)
    for tile in dict.fromkeys(shown):
        yield Tally(None, "offered", tile)
    for _, record in counted.records(events.CommitInventions):
        picks, turn = record.event.picks, counted.turns[record.seq].index
        for pick in picks:
            yield Tally(record.actor, "invention", pick.tile, "alone" if len(picks) == 1 else None, None, turn)


def _triggers(counted: Counted) -> Iterator[Tally]:
    for _, at in counted.entered:
        for entry in at.entries:
            if entry.figure == "ended" and at.seq in counted.turns:
                yield Tally(entry.seat, "trigger", entry.source, None, counted.turns[at.seq].round)


def _careers(counted: Counted) -> Iterator[Tally]:
    """Numbers that are 0 are left out, except that of buildings."""
    found = Counter[tuple[int | None, str]]({(seat, "buildings"): 0 for seat in range(len(counted.factions))})
    for figure, entries in counted.entries.items():
        name = CAREER.get(figure, "pilgrims" if figure.endswith("_pilgrim") else "banners")
        if name != "banners" or figure == "banners":
            for entry in entries:
                found[entry.seat, name] += entry.delta if name != "banners" or entry.delta > 0 else 0
    led = list(_turns_of(counted, counted.records(events.LeadProduction)))
    found.update((seat, "led") for _, seat in led)
    joined = {*_turns_of(counted, counted.records(events.ActivateBuilding))}.difference(led)
    found.update((seat, "joined") for _, seat in joined)
    found.update({(record.actor, "grants"): 1 for _, record in counted.records(events.UseGrant)})
    for (seat, name), number in found.items():
        if number or name == "buildings":
            yield Tally(seat, "career", name, number=number)


def _turns_of(counted: Counted, records: Iterable[tuple[int, Record[Any]]]) -> Iterator[tuple[int, int | None]]:
    """(turn, seat) of each record."""
    return ((counted.turns[record.seq].index, record.actor) for _, record in records)


def _conflicts(counted: Counted) -> Iterator[Tally]:
    turned = Counter[tuple[int, str, int]]()
    for round_, at in counted.entered:
        for entry in at.entries:
            if entry.figure == "conflicts":
                turned[entry.seat, entry.source, round_] += entry.delta
    for (seat, type_, round_), number in turned.items():
        yield Tally(seat, "career", type_, None, round_, number)
