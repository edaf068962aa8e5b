"""Tallies of Anachrony.

leader       name is the leader of a seat, value the side of its Path board
opening      name is the first six spaces on which a seat placed Workers, those of one action being one
space        name is a space, value place_worker or free_action, number how often a seat took it in the round
built, lost  name is a tile, value building or superproject, number how often a seat built it in the round, or lost it
warp         name is a Warp tile a seat took, value taken, returned, retrieved or repaid, number how often, or eras,
             number the sum of the rounds in which it was taken
early_warps  number is how many Warp tiles a seat took in Eras 1 to 3
evacuation   name is slot (number: the seat's place among those that evacuated, in the round) or vp (what it brought)
era          per seat and round: value lists the numbers that NUMBERS_OF_ERA names, separated by spaces
career       name is one of the columns of that statistic, number the seat's, or value where it is no whole number
good         see `flows`; all Anomalies are one source
paradox      per round with a pass: name is passes, dice, rolled (their sum), tokens, others, anomalies or removed
anomalies    number is how many appeared in the game
collapsing   name is a tile, value its action, seat the one that used it, in the round; both are null if none did
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain

from events.vocabulary import anachrony as events
from projections.store.tallies import Counted, Tally, flows
from projections.store.tallies._anachrony_seats import CUBES, careers, eras

GOODS = (*CUBES, "water", "energy_core", "vp_tokens")
TAKING = ((events.PlaceWorker, "place_worker"), (events.FreeAction, "free_action"))
EARLY, FIRST = 3, 6
"""The last of the early Eras, and the number of placements of an opening."""
_ACTION = re.compile(r"^(anomaly|construct|recruit|research|mine|council)_.*", re.DOTALL)


def tallies(counted: Counted) -> Iterator[Tally]:
    """All tallies of a game."""
    return chain(
        _leaders(counted),
        _openings(counted),
        _spaces(counted),
        _built(counted),
        _warps(counted),
        _evacuations(counted),
        eras(counted),
        careers(counted),
        flows(
            (entry.seat, figure, _place(entry.source), entry.delta)
            for figure in GOODS
            for entry in counted.entries.get(figure, ())
        ),
        _paradox(counted),
        _collapsing(counted),
    )


def _place(space: str) -> str:
    """A space or a source; all Anomalies are one."""
    return "anomaly" if space.startswith("anomaly_") else space


def _leaders(counted: Counted) -> Iterator[Tally]:
    sides = [(record.event.player, record.event.side) for _, record in counted.records(events.AssignPathSide)]
    for _, record in counted.records(events.ChooseLeader):
        for seat, side in sides:
            if seat == record.actor:
                yield Tally(seat, "leader", record.event.leader, side)


def _openings(counted: Counted) -> Iterator[Tally]:
    begun = defaultdict[int | None, list[str]](list)
    for _, record in counted.records(events.PlaceWorker):
        if len(begun[record.actor]) < FIRST:
            begun[record.actor].append(_ACTION.sub(r"\1", record.event.space))
    for seat, spaces in begun.items():
        yield Tally(seat, "opening", ", ".join(spaces))


def _spaces(counted: Counted) -> Iterator[Tally]:
    found = Counter(
        (record.actor, way, _place(record.event.space), round_)
        for kind, way in TAKING
        for round_, record in counted.records(kind)
    )
    for (seat, way, space, round_), number in found.items():
        yield Tally(seat, "space", space, way, round_, number)


def _built(counted: Counted) -> Iterator[Tally]:
    found = Counter[tuple[int, str, str, str, int | None]]()
    for round_, at in counted.entered:
        for entry in at.entries:
            if entry.figure in ("buildings", "superprojects") and entry.delta:
                came = entry.delta > 0
                what = entry.figure.removesuffix("s")
                found[entry.seat, "built" if came else "lost", entry.source, what, round_ if came else None] += 1
    for (seat, kind, tile, what, era), number in found.items():
        yield Tally(seat, kind, tile, what, era, number)


def _warps(counted: Counted) -> Iterator[Tally]:
    """A repayment lowers one or more figures, each of them once; one for a choice of tiles is their price."""
    chosen = counted.records(events.ChooseWarp)
    found = Counter((record.actor, tile, "taken") for _, record in chosen for tile in record.event.tiles)
    taken = {(actor, tile) for actor, tile, _ in found}
    for round_, record in chosen:
        for tile in record.event.tiles:
            found[record.actor, tile, "eras"] += round_
    early = Counter[int | None]()
    for round_, record in chosen:
        if 1 <= round_ <= EARLY:
            early[record.actor] += len(record.event.tiles)
    for seat, number in early.items():
        yield Tally(seat, "early_warps", "taken", number=number)
    for _, record in counted.records(events.ReturnWarp, events.AnomalyWarp):
        found[record.actor, record.event.tile, "returned"] += 1
    choices = {record.seq for _, record in chosen}
    paid = {
        (entry.seat, entry.source, "repaid" if at.step == "scoring" else "retrieved", at.seq)
        for _, at in counted.entered
        if at.step == "scoring" or at.seq not in choices
        for entry in at.entries
        if entry.delta < 0 and entry.source.startswith("warp_") and entry.figure not in ("vp", "exosuits")
    }
    found.update((seat, tile, how) for seat, tile, how, _ in sorted(paid))
    for (actor, tile, how), number in found.items():
        if (actor, tile) in taken:
            yield Tally(actor, "warp", tile, how, number=number)


def _evacuations(counted: Counted) -> Iterator[Tally]:
    placed = counted.records(events.PlaceWorker)
    gone = [(round_, record.actor) for round_, record in placed if record.event.space == "evacuation"]
    for slot, (round_, seat) in enumerate(gone, 1):
        yield Tally(seat, "evacuation", "slot", None, round_, slot)
    points = Counter[int]()
    for entry in counted.entries.get("vp_tokens", ()):
        if entry.source == "evacuation":
            points[entry.seat] += entry.delta
    for owner, number in points.items():
        yield Tally(owner, "evacuation", "vp", number=number)


def _paradox(counted: Counted) -> Iterator[Tally]:
    found = Counter[tuple[str, int]]()
    for round_, _ in counted.records(events.Pass):
        found["passes", round_] += 1
    for round_, record in counted.records(events.RollParadox):
        found["dice", round_] += 1
        found["rolled", round_] += record.event.result
    for round_, at in counted.entered:
        for entry in at.entries:
            if entry.figure == "anomalies":
                found["anomalies" if entry.delta > 0 else "removed", round_] += abs(entry.delta)
            elif entry.figure == "paradox" and entry.source == "paradox_phase":
                found["tokens", round_] += entry.delta
            elif entry.figure == "paradox" and entry.delta > 0:
                found["others", round_] += entry.delta
    for (name, round_), number in found.items():
        if found["passes", round_]:
            yield Tally(None, "paradox", name, None, round_, number)
    appeared = sum(entry.delta for entry in counted.entries.get("anomalies", ()) if entry.delta > 0)
    if appeared:
        yield Tally(None, "anomalies", "appeared", number=appeared)


def _collapsing(counted: Counted) -> Iterator[Tally]:
    placed = counted.records(events.PlaceWorker)
    for _, laid in counted.records(events.RevealCollapsing):
        for number, tile in enumerate(laid.event.tiles, 1):
            space = f"{laid.event.action}_{number}"
            uses: list[tuple[int | None, int | None]] = [
                (at.actor, era) for era, at in placed if at.seq > laid.seq and at.event.space == space
            ]
            for seat, era in uses or [(None, None)]:
                yield Tally(seat, "collapsing", tile, laid.event.action, era)
