"""Parts of the setup that a log leaves out (AN-16.70, AN-16.71): from side facts, otherwise from later entries."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, ICONS, SHAPES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_pieces import breakthrough_of
from engine.games.anachrony.scoring import SET_VP
from engine.games.anachrony.tables import Tables
from events.notations._bga_packets import integer
from events.notations.bga_anachrony import Prompt
from events.vocabulary import anachrony as v

FIRST_NUMBERS = (1, 16, 31, 46)
CARD_COLUMNS = range(10, 15)
COPIES = 3
SIDE = "the side of the Path board"
BREAKTHROUGH_COLUMN = 6
_TELLING = frozenset(
    (
        *(t.PathTaken, t.NewEra, t.Revealed, t.Built, t.BuildingLost, t.Placed, t.Gained),
        *(t.BreakthroughTaken, t.BreakthroughPaid, t.Scored),
    )
)
"""The traces that tell something about the setup."""
Sides = list[dict[str, Any]]
Moved = Sequence[t.BreakthroughTaken | t.BreakthroughPaid]


class StandIn(NamedTuple):
    """AN-16.70: the event that stands in for a fact on which nothing in the log depends, and the values that fit."""

    event: Any
    what: str
    value: str
    among: tuple[str, ...]


class Facts(Struct):
    """The setup of a table: the known facts, and what stands in for the rest.

    `ids` are the players' ids by seat, `prompts` the prompts at the end of each block. `breakthroughs` are those with
    which a seat may have begun, the likeliest first; `sides` the possible sides of the Path board. `cards` can be
    empty: they are found at the end then.
    """

    paths: list[str]
    chosen: bool
    tops: list[str]
    superproject: str
    sides: list[tuple[str, ...]]
    breakthroughs: list[tuple[int, ...]]
    cards: tuple[str, ...] = ()
    ids: list[str] = field(default_factory=list)
    prompts: list[Prompt | None] = field(default_factory=list)
    stand_ins: list[StandIn] = field(default_factory=list)

    def leaves_open(self, event: Any) -> bool:
        """Whether a seat could have been dealt something else in place of this (AN-16.71)."""
        if isinstance(event, v.AssignPathSide):
            return len(self.sides[event.player]) > 1
        return isinstance(event, v.StartingBreakthrough) and len(self.breakthroughs[event.player]) > 1


def facts_of(traces: list[t.Trace], ids: list[str], paths: list[str], sides: Sides, tables: Tables) -> Facts:
    """The facts of a table."""
    telling = [trace for trace in traces if type(trace) in _TELLING]
    chosen = any(isinstance(trace, t.PathTaken) for trace in telling)
    facts = Facts(paths, chosen, [], "", [("a", "b") for _ in ids], [() for _ in ids], ids=ids)
    _tops(facts, telling, sides, tables)
    _superproject(facts, telling, sides, tables)
    _cards(facts, sides, tables)
    evacuations = [trace for trace in telling if isinstance(trace, t.Placed) and trace.space == "evacuation"]
    for seat, id_ in enumerate(ids):
        own = next((trace for trace in evacuations if trace.seat == seat), None)
        _side(facts, own, seat, id_, sides)
        if own is not None and len(facts.sides[seat]) > 1:
            facts.sides[seat] = _sides_evacuated(telling, own, paths[seat], tables)
        if tables.paths[paths[seat]].random_breakthroughs:
            facts.breakthroughs[seat] = _breakthroughs(telling, seat, id_, sides)
    return facts


def _rows(side: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = side.get(key)
    rows = list(value.values()) if isinstance(value, dict) else value
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _tops(facts: Facts, traces: list[t.Trace], sides: Sides, tables: Tables) -> None:
    """The first building of each stack, AN-16.14: numbers 1, 16, 31, 46."""
    names = {row.number: row.id for row in tables.all.building}
    shown = {trace.tile for trace in traces if isinstance(trace, t.Revealed)}
    moved = [trace for trace in traces if isinstance(trace, t.Built | t.BuildingLost)]
    for row, number in enumerate(FIRST_NUMBERS):
        listed = [
            names.get(integer(each.get("type")) or 0, "")
            for side in sides
            for each in _rows(side, "buildings")
            if integer(each.get("id")) == number
        ]
        known = [tile for tile in (*(trace.tile for trace in moved if trace.piece == number), *listed) if tile]
        if not known:
            known = [tile for tile in tables.buildings_of[row] if tile not in shown]
            kind = BUILDING_TYPES[row]
            what = f"the first {kind.replace('_', ' ')}"
            facts.stand_ins.append(StandIn(v.RevealBuilding(kind, known[0]), what, known[0], tuple(known)))
        facts.tops.append(known[0])


def _superproject(facts: Facts, traces: list[t.Trace], sides: Sides, tables: Tables) -> None:
    """The Superproject of Era 1."""
    names = {row.bga: name for name, row in tables.superprojects.items()}
    listed = [
        names.get(integer(each.get("type")) or 0, "")
        for side in sides
        for each in _rows(side, "superprojects")
        if integer(each.get("id")) == 1
    ]
    shown = {trace.superproject for trace in traces if isinstance(trace, t.NewEra)}
    built = [trace.tile for trace in traces if isinstance(trace, t.Built) and trace.tile in names.values()]
    known = [tile for tile in (*(tile for tile in built if tile not in shown), *listed) if tile]
    if not known:
        known = [tile for tile in names.values() if tile not in shown]
        event = v.RevealSuperproject(1, known[0])
        facts.stand_ins.append(StandIn(event, "the Superproject of Era 1", known[0], tuple(known)))
    facts.superproject = known[0]


def _cards(facts: Facts, sides: Sides, tables: Tables) -> None:
    names = {row.bga: name for name, row in tables.endgame_cards.items()}
    for side in sides:
        rows = sorted(_rows(side, "endgames"), key=lambda row: integer(row.get("id")) or 0)
        cards = tuple(names.get(integer(row.get("type")) or 0, "") for row in rows)
        if len(cards) == len(CARD_COLUMNS) and all(cards):
            facts.cards = cards


def _side(facts: Facts, evacuation: t.Placed | None, seat: int, id_: str, sides: Sides) -> None:
    """AN-16.9: the side of the Path board is reliable only once there are Workers."""
    for side in sides:
        player = side.get("players", {}).get(id_) if isinstance(side.get("players"), dict) else None
        number = integer(player.get("evacuation_side")) if isinstance(player, dict) else None
        if number in (1, 2) and side.get("workers"):
            facts.sides[seat] = ("ab"[number - 1],)
            return
    if evacuation is None:
        facts.sides[seat] = ("a",)
        what = f"{SIDE} of seat {seat + 1}"
        facts.stand_ins.append(StandIn(v.AssignPathSide(seat, "a"), what, "a", ("a", "b")))


def _sides_evacuated(traces: list[t.Trace], evacuation: t.Placed, path: str, tables: Tables) -> tuple[str, ...]:
    """AN-16.71: the sides with the points that the Evacuation gave for the condition; both where they are equal."""
    later = traces[traces.index(evacuation) + 1 :]
    gained = next((each for each in later if isinstance(each, t.Gained)), None)
    base = gained.amounts.get("vp") if gained is not None else None
    fitting = tuple(side for side in ("a", "b") if tables.evacuation[f"{path}_{side}"].base_vp == base)
    return fitting or ("a", "b")


def _breakthroughs(traces: list[t.Trace], seat: int, id_: str, sides: Sides) -> tuple[int, ...]:
    """AN-16.71: the listed one; otherwise each whose number fits the later takes and payments."""
    for side in sides:
        listed = [
            integer(row.get("id")) or 0 for row in _rows(side, "breakthroughs") if str(row.get("player_id")) == id_
        ]
        taken = {trace.number for trace in traces if isinstance(trace, t.BreakthroughTaken)}
        first = [number for number in listed if number not in taken]
        if first:
            return (breakthrough_of(first[0]),)
    moved = [trace for trace in traces if isinstance(trace, t.BreakthroughTaken | t.BreakthroughPaid)]
    scored = [trace.columns for trace in traces if isinstance(trace, t.Scored) and trace.seat == seat]
    stated_vp = scored[0].get(BREAKTHROUGH_COLUMN) if scored else None
    numbers = [number for number in range(1, COPIES * len(BREAKTHROUGHS) + 1) if _is_left(number, moved)]
    even = [number for number in numbers if stated_vp in (None, _vp_at_the_end(number, seat, moved))]
    fitting = {breakthrough_of(number) for number in even or numbers}
    return tuple(sorted(fitting)) or tuple(range(len(BREAKTHROUGHS)))


def _vp_at_the_end(first: int, seat: int, moved: Moved) -> int:
    """AN-10.3.6: the points for the Breakthroughs of a seat that began with a given one."""
    held = {first}
    for trace in moved:
        if isinstance(trace, t.BreakthroughPaid):
            held.discard(trace.number)
        elif trace.seat == seat:
            held.add(trace.number)
    shapes = Counter(breakthrough_of(number) // len(ICONS) for number in held)
    return len(held) + SET_VP * min(shapes[shape] for shape in range(len(SHAPES)))


def _is_left(first: int, moved: Moved) -> bool:
    """AN-16.14: whether the highest free number of a kind is always taken, and only held numbers are paid."""
    held, kinds = {first}, len(BREAKTHROUGHS)
    for trace in moved:
        number = trace.number
        if isinstance(trace, t.BreakthroughPaid):
            if number not in held:
                return False
            held.discard(number)
        elif number in held or any(higher not in held for higher in range(number + kinds, COPIES * kinds + 1, kinds)):
            return False
        else:
            held.add(number)
    return True
