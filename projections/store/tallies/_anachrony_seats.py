"""Tallies of Anachrony that follow a seat through its Eras: what it does in each, and its career."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from events.vocabulary import anachrony as events
from projections.store.tallies import Counted, Tally

CUBES = ("neutronium", "gold", "uranium", "titanium")
NUMBERS_OF_ERA = (
    *("placements", "free_actions", "powered", "warp_tiles"),  # in the Era
    *("idle_workers", "idle_suits", "cubes", "water", "cores"),  # in hand at the pass
)
ACTIVE, COLUMNS = "active_", ("active_", "tired_")
"""The beginnings of the figures that are columns of Workers."""
POWERED = ("powered", "powered_glitch")
IN_HAND = {
    **dict.fromkeys(POWERED, "idle_suits"),
    **dict.fromkeys(CUBES, "cubes"),
    "water": "water",
    "energy_core": "cores",
}
SPACES = {"supply": "supply", "force_workers": "force"}
CHANGES = {"time_travel_step": "time_travel", "morale_step": "morale"}


def eras(counted: Counted) -> Iterator[Tally]:
    """The numbers of each Era in which a seat passed."""
    numbers = defaultdict[tuple[int | None, int], Counter[str]](Counter)
    for kind, name in ((events.PlaceWorker, "placements"), (events.FreeAction, "free_actions")):
        for round_, record in counted.records(kind):
            numbers[record.actor, round_][name] += 1
    for round_, record in counted.records(events.ChooseWarp):
        numbers[record.actor, round_]["warp_tiles"] += len(record.event.tiles)
    passes = [(record.seq, record.actor, round_) for round_, record in counted.records(events.Pass)]
    hands = defaultdict[int | None, Counter[str]](Counter)
    held = {figure: "idle_workers" for figure in counted.entries if figure.startswith(ACTIVE)} | IN_HAND
    left = passes[::-1]
    for era, at in counted.entered:
        while left and at.seq >= left[-1][0]:
            _, seat, round_ = left.pop()
            numbers[seat, round_].update(hands[seat])
        for entry in at.entries:
            if entry.figure in held:
                hands[entry.seat][held[entry.figure]] += entry.delta
                if entry.figure in POWERED and entry.delta > 0:
                    numbers[entry.seat, era]["powered"] += entry.delta
    for _, seat, round_ in reversed(left):
        numbers[seat, round_].update(hands[seat])
    for seat, round_ in dict.fromkeys((seat, round_) for _, seat, round_ in passes):
        own = numbers[seat, round_]
        yield Tally(seat, "era", "pass", " ".join(str(own[name]) for name in NUMBERS_OF_ERA), round_)


def careers(counted: Counted) -> Iterator[Tally]:
    """The career of each seat; numbers that are 0 are left out, except that of Anomalies."""
    found = Counter[tuple[int | None, str]]({(seat, "anomalies"): 0 for seat in range(len(counted.factions))})
    for figure, name in CHANGES.items():
        for entry in counted.entries.get(figure, ()):
            found[entry.seat, name] += entry.delta
    for entry in counted.entries.get("anomalies", ()):
        found[entry.seat, "anomalies" if entry.delta > 0 else "removed"] += abs(entry.delta)
    for entry in counted.entries.get("breakthroughs", ()):
        found[entry.seat, "breakthroughs"] += max(0, entry.delta)
    cards = (entry.seat for entry in counted.entries.get("vp", ()) if entry.source == "endgame_conditions")
    found.update((seat, "endgame_cards") for seat in cards)
    _count_workers(counted, found)
    for _, record in counted.records(events.PlaceWorker, events.FreeAction):
        if record.event.space in SPACES:
            found[record.actor, SPACES[record.event.space]] += 1
    found.update((first, "first") for first in _first_players(counted))
    for (actor, name), number in found.items():
        if number or name in ("anomalies", "morale"):
            yield Tally(actor, "career", name, number=number)
    for actor, places in _places(counted).items():
        yield Tally(actor, "career", "pass_place", str(sum(places) / len(places)))


def _count_workers(counted: Counted, found: Counter[tuple[int | None, str]]) -> None:
    """Workers recruited, found and lost: those that enter a column are found unless they return or wake."""
    columns = {figure: figure.partition("_") for figure in counted.entries if figure.startswith(COLUMNS)}
    moved: dict[tuple[int, int, str, str], list[int]] = {}
    for _, at in counted.entered:
        for entry in at.entries:
            if entry.figure not in columns or entry.source == "start" or entry.source.startswith("warp_"):
                continue
            seat, delta, source = entry.seat, entry.delta, entry.source
            column, _, kind = columns[entry.figure]
            if source == "recruit":
                found[seat, "recruited"] += delta if column == "active" else 0
                continue
            net_came = moved.setdefault((at.seq, seat, source, kind), [0, 0])
            net_came[0] += delta
            if at.step != "returns" and (delta > 0 or column == "tired"):
                net_came[1] += delta
    for (_, seat, _, _), (net, came) in moved.items():
        found[seat, "found"] += max(0, came)
        found[seat, "lost"] += max(0, came) - net


def _first_players(counted: Counted) -> Iterator[int | None]:
    """Who has the banner as each Era begins: the seat that last took it, else the first one of the setup."""
    holder: int | None = None
    begun = set[int]()
    for round_, record in counted.records(events.FirstPlayer, events.PlaceWorker, events.PowerUp):
        event = record.event
        if isinstance(event, events.FirstPlayer):
            holder = event.player if record.actor is None else record.actor
        elif isinstance(event, events.PlaceWorker):
            holder = record.actor if event.space == "council_left" else holder
        elif round_ not in begun:
            begun.add(round_)
            if holder is not None:
                yield holder


def _places(counted: Counted) -> dict[int | None, list[int]]:
    """The places of each seat in the order of passing, one an Era."""
    found = defaultdict[int | None, list[int]](list)
    passed = Counter[int]()
    for round_, record in counted.records(events.Pass):
        passed[round_] += 1
        found[record.actor].append(passed[round_])
    return found
