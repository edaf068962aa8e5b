"""What requests of the Action phase leave (AN-16.31, AN-16.32), as events: heads, then follow-ups as they are asked."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from engine.games.anachrony import items
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, Option
from engine.games.anachrony.readings._bga_phases import first_of, phase_end
from engine.games.anachrony.readings._bga_pieces import breakthrough_of
from engine.games.anachrony.spaces import anomaly_space
from engine.games.anachrony.travel import eras
from events.notations.bga_anachrony import Prompt
from events.vocabulary import anachrony as v

OWN = "own"
_SPOT = re.compile(r"phbuilding(\d)(\d)_(\d+)$")


def _legal(branch: Branch, seat: int, *kinds: type) -> list[Any]:
    """The legal events of some kinds, all of which answer what is awaited of the seat."""
    rules = (branch.rules.rules[kind].legal for kind in kinds)
    return [event for legal in rules if legal is not None for event in legal(branch.state, seat)]


def _told(branch: Branch, seat: int, event: Any, place: int, then: int, **notes: Any) -> Option:
    return Option(seat, event, place, then, branch.traces[place].line, **notes)


def _untold(branch: Branch, seat: int, event: Any) -> Option:
    """A silent decision (AN-16.44, AN-16.74)."""
    return Option(seat, event, 0, branch.pos, branch.line())


def _decline(branch: Branch, seat: int) -> Iterator[Option]:
    if _legal(branch, seat, v.Decline):
        yield _untold(branch, seat, v.Decline())


# ---- heads


def next_head(branch: Branch, start: int) -> int | None:
    """The next head before the phase ends."""
    return first_of(branch, t.Head, start, phase_end(branch, start))


def _start_of(branch: Branch, head: int) -> int:
    """Where the block of a head begins, or the request before it ends."""
    block = branch.traces[head].block
    start = head
    while start > branch.pos and branch.traces[start - 1].block == block:
        start -= 1
    return start


def turn(branch: Branch, item: items.Turn) -> Iterator[Option]:
    """AN-16.31: a Free Action, a placement or a pass."""
    head = next_head(branch, branch.pos)
    if head is not None and branch.traces[head].seat == item.seat:
        yield from _head(branch, item.seat or 0, head)


def _head(branch: Branch, seat: int, head: int) -> Iterator[Option]:
    trace, start = branch.traces[head], _start_of(branch, head)
    following = next_head(branch, head + 1)
    limit = _start_after(branch, head, following)
    notes = {"head": start, "limit": limit}
    if isinstance(trace, t.Passed):
        yield Option(seat, v.Pass(), start, head + 1, trace.line, **notes)
    elif isinstance(trace, t.Freed):
        for event in _legal(branch, seat, v.FreeAction):
            if event.space == trace.space and _fits_free_action(branch, event, head, limit):
                yield Option(seat, event, start, head + 1, trace.line, **notes)
    elif isinstance(trace, t.Placed):
        spaces = {trace.space}
        if not trace.space:
            spaces = {anomaly_space(branch.state, branch.spots[n][1]) for n in trace.among if n in branch.spots}
        found = []
        target = branch.state.tables.targets.get(trace.space)
        if not trace.space or (target is not None and target.by_choice):
            found = [e for e in _legal(branch, seat, v.PlaceWorker) if e.space in spaces and e.worker == trace.worker]
        if not found:
            found = [v.PlaceWorker(space, trace.worker) for space in sorted(spaces)]
        for event in found:
            yield Option(seat, event, start, head + 1, trace.line, **notes)


def _start_after(branch: Branch, head: int, following: int | None) -> int:
    """Where the request ends: where the block of the next head begins, or the phase ends."""
    if following is None:
        return phase_end(branch, head + 1)
    block, start = branch.traces[following].block, following
    while start - 1 > head and branch.traces[start - 1].block == block:
        start -= 1
    return start


def _fits_free_action(branch: Branch, event: v.FreeAction, head: int, limit: int) -> bool:
    """AN-16.32: the Worker that is lost, the way of Caratacus."""
    if event.mode is not None:
        paid = first_of(branch, t.Paid | t.Gained, head, limit)
        return paid is not None and isinstance(branch.traces[paid], t.Paid) == (event.mode == "return")
    lost = first_of(branch, t.WorkerLost, head, limit)
    if event.lost_worker is not None:
        return lost is not None and branch.traces[lost].worker == event.lost_worker  # type: ignore[attr-defined]  # of this kind
    if event.worker is not None and lost is not None:
        trace = branch.traces[lost]
        assert isinstance(trace, t.WorkerLost)
        return trace.worker == event.worker and event.worker_column in (None, trace.column)
    return True


def nested(branch: Branch, item: items.Nested) -> Iterator[Option]:
    """AN-16.44, AN-16.50 h: the next head, if it is asked for here; else the placement was left."""
    seat, head = item.seat or 0, next_head(branch, branch.pos)
    prompt = None
    if head is not None:
        block = branch.traces[head].block
        prompt = branch.facts.prompts[block - 1] if block else None
    own = head is not None and branch.traces[head].seat == seat and isinstance(branch.traces[head], t.Placed)
    if own and head is not None and (prompt is None or "Skip" in prompt.keys):
        trace = branch.traces[head]
        assert isinstance(trace, t.Placed)
        on_main = trace.space in branch.state.tables.spaces
        if on_main != (item.scope == OWN):
            for option in _head(branch, seat, head):
                yield option.doubted(prompt is None)
    yield from _decline(branch, seat)


# ---- Construct, Recruit, Research, copies


def construct(branch: Branch, item: items.Constructing) -> Iterator[Option]:
    """AN-16.32: a building or Superproject, by tile and spot; which discount was used the figures tell."""
    seat = item.seat or 0
    legal = _legal(branch, seat, v.ConstructBuilding, v.ConstructSuperproject)
    for place in range(branch.pos, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.Built) and trace.seat == seat:
            for event in legal:
                if _is_built(branch, event, trace, place):
                    yield _told(branch, seat, event, place, place + 1)
    yield from _decline(branch, seat)


def _is_built(branch: Branch, event: Any, trace: t.Built, place: int) -> bool:
    state = branch.state
    if isinstance(event, v.ConstructBuilding):
        row = BUILDING_TYPES.index(event.stack)
        pile = state.primary[row] if event.pile == "primary" else next(iter(state.secondary[row]), "")
        return trace.tile == pile
    if (event.row, event.column) != (trace.row, trace.column) or trace.piece >= 0:
        return False
    end = first_of(branch, t.Built, place + 1, branch.limit) or branch.limit
    paid = [
        BREAKTHROUGHS[breakthrough_of(each.number)]
        for each in branch.traces[place:end]
        if isinstance(each, t.BreakthroughPaid)
    ]
    if event.breakthroughs and Counter(event.breakthroughs) != Counter(paid):
        return False
    lost = first_of(branch, t.WorkerLost, place, end)
    if event.worker_column is None or lost is None:
        return True
    return bool(branch.traces[lost].column == event.worker_column)  # type: ignore[attr-defined]  # of this kind


def recruit(branch: Branch, item: items.Recruiting) -> Iterator[Option]:
    """AN-16.32: the Worker; which bonus was taken the figures tell."""
    seat = item.seat or 0
    legal = _legal(branch, seat, v.RecruitWorker)
    for place in range(branch.pos, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.Recruited):
            fitting = [event for event in legal if event.worker == trace.worker]
            for event in sorted(fitting, key=lambda event: not _in_order(branch, event, place)):
                yield _told(branch, seat, event, place, place + 1)
    yield from _decline(branch, seat)


def _in_order(branch: Branch, event: v.RecruitWorker, place: int) -> bool:
    """Whether the bonuses of a Genius were gained in this order."""
    wanted = [branch.state.tables.bonus[bonus].give for bonus in (event.bonus, event.bonus2) if bonus]
    gained = [trace.amounts for trace in branch.traces[place : branch.limit] if isinstance(trace, t.Gained)]
    return [amounts for amounts in gained if amounts in wanted][: len(wanted)] == wanted


def copy_capital(branch: Branch, item: items.CapitalCopy) -> Iterator[Option]:
    """AN-16.32: told only by what follows."""
    seat = item.seat or 0
    place = first_of(branch, t.Built | t.Recruited | t.Dice, branch.pos, branch.limit)
    if place is not None:
        kind = type(branch.traces[place])
        action = {t.Built: "construct", t.Recruited: "recruit"}.get(kind, "research")
        yield _told(branch, seat, v.CopyCapitalAction(action), place, branch.pos)
    yield from _decline(branch, seat)


def _dice(branch: Branch, start: int) -> int | None:
    return first_of(branch, t.Dice, start, max(branch.limit, branch.pos))


def set_die(branch: Branch, item: items.DieToSet) -> Iterator[Option]:
    """AN-16.32: the die of the note that is set."""
    seat = item.seat or 0
    place = _dice(branch, branch.pos)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        then = place if trace.second else place + 1
        yield _told(branch, seat, v.SetResearchDie(_kind(trace.first), trace.first), place, then)
    yield from _decline(branch, seat)


def _kind(face: str) -> str:
    return "shape" if face.startswith("shape") else "icon"


def second_die(branch: Branch, item: items.SecondDie) -> Iterator[Option]:
    """AN-16.21, AN-16.32: set, or rolled: the words decide, else the figures."""
    seat, place = item.seat or 0, _dice(branch, branch.pos)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.Dice)
    rolled = Option(seat, v.SetSecondDie(None), 0, place, trace.line)
    if trace.rolled:
        yield rolled
        return
    if trace.second:
        yield Option(seat, v.SetSecondDie(trace.second), branch.pos, place + 1, trace.line)
    yield rolled


def icon(branch: Branch, item: items.IconAsked) -> Iterator[Option]:
    """AN-16.32: after a question mark."""
    place = _dice(branch, branch.pos)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        face = trace.second if trace.second.startswith("icon") else trace.first
        yield _told(branch, item.seat or 0, v.ChooseIcon(face), place, place + 1)


def reroll(branch: Branch, item: items.RerollAsked) -> Iterator[Option]:
    """AN-16.32: the kind of the die that is rolled next."""
    place = _dice(branch, branch.pos)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        kind = "icon" if trace.first == "question" else _kind(trace.first)
        yield _told(branch, item.seat or 0, v.ChooseReroll(kind), place, place)


def roll(branch: Branch, item: items.ResearchRolled) -> Iterator[Option]:
    """AN-16.32: the face of the die that has none."""
    place = _dice(branch, branch.pos)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.Dice)
    die = "shape" if not item.shape else "icon"
    face = trace.second or trace.first
    yield Option(None, v.RollResearchDie(die, face), 0, place + 1, trace.line)


# ---- Mine, Trade, journeys, gains


def mine(branch: Branch, item: items.Mining) -> Iterator[Option]:
    """AN-16.32: the cube; the figures tell what the Tectonic Drill gave."""
    place = first_of(branch, t.CubeTaken, branch.pos, branch.limit)
    if place is not None:
        cube = branch.traces[place].cube  # type: ignore[attr-defined]  # of this kind
        for event in _legal(branch, item.seat or 0, v.MineTake):
            if event.cube == cube:
                yield _told(branch, item.seat or 0, event, place, place + 1)


def trade(branch: Branch, item: items.Trading) -> Iterator[Option]:
    """AN-16.32: PAY and GAIN; the line and direction with these amounts are told by the figures."""
    seat = item.seat or 0
    place = first_of(branch, t.Paid, branch.pos, branch.limit)
    if place is not None:
        gained = first_of(branch, t.Gained, place, branch.limit)
        for event in _legal(branch, seat, v.TradeGoods):
            if gained is not None and _is_trade(branch, event, place, gained):
                yield _told(branch, seat, event, place, gained + 1)
    yield from _decline(branch, seat)


def _is_trade(branch: Branch, event: v.TradeGoods, place: int, gained: int) -> bool:
    """Whether a PAY and a GAIN are those of a line in a direction."""
    row = branch.state.tables.trade[event.line]
    paid, given = branch.traces[place], branch.traces[gained]
    assert isinstance(paid, t.Paid)
    assert isinstance(given, t.Gained)
    sides = (row.a, row.b) if event.direction == "a_to_b" else (row.b, row.a)
    return _with_units(sides[0], event.tug) == paid.amounts and _with_units(sides[1], event.tug) == given.amounts


def _with_units(amounts: dict[str, int], chosen: tuple[str, ...]) -> dict[str, int]:
    found = {what: number for what, number in amounts.items() if what != "tug"}
    return found | dict(Counter(chosen)) if "tug" in amounts else found


def travel(branch: Branch, item: items.Travelling) -> Iterator[Option]:
    """AN-16.32: the Era of the Focus marker."""
    seat, begin = item.seat or 0, branch.pos
    if item.optional and len(eras(branch.state, item.range)) == 1:  # the first journey was not asked for, but told
        first = first_of(branch, t.Focused, branch.head, branch.limit)
        begin = max(begin, -1 if first is None else first + 1)
    place = first_of(branch, t.Focused, begin, branch.limit)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Focused)
        start = first_of(branch, t.Gained, branch.pos, place) or place  # points of the Plant, told before the journey
        yield Option(seat, v.TimeTravel(trace.era), start, place + 1, trace.line)
    elif _legal(branch, seat, v.TimeTravel):
        yield _untold(branch, seat, v.TimeTravel(None))


def retrieve(branch: Branch, item: items.Retrieving) -> Iterator[Option]:
    """AN-16.32: the tile that comes back before the next journey, with what was paid for it; else none."""
    seat, begin = item.seat or 0, branch.pos
    if not isinstance(branch.traces[begin - 1], t.Focused):  # the only Era in reach was not asked for
        begin = (first_of(branch, t.Focused, begin, branch.limit) or begin - 1) + 1
    end = first_of(branch, t.Focused, begin, branch.limit) or branch.limit
    place = first_of(branch, t.WarpBack, begin, end)
    if place is None:
        yield Option(seat, v.RetrieveWarp(None), 0, max(branch.pos, begin), branch.line())
        return
    start = place
    if start > begin and isinstance(branch.traces[start - 1], t.Paid):
        start -= 1
    start = first_of(branch, t.Gained, branch.told, start) or start  # points of the Plant, given after the journey
    trace = branch.traces[place]
    assert isinstance(trace, t.WarpBack)
    yield Option(seat, v.RetrieveWarp(trace.tile), start, place + 1, trace.line)


def give_back(branch: Branch, item: items.Returning) -> Iterator[Option]:
    """AN-16.32, AN-16.43: a tile without payment, wherever in the request; else none."""
    seat = item.seat or 0
    legal = _legal(branch, seat, v.ReturnWarp)
    for place in range(branch.head, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.WarpBack) and trace.seat == seat and v.ReturnWarp(trace.tile) in legal:
            early = first_of(branch, t.Built, branch.pos, place) is not None
            untold = branch.untold | {seat: place} if early else branch.untold
            yield Option(seat, v.ReturnWarp(trace.tile), 0 if early else place, branch.pos, trace.line, untold=untold)
            return
    yield _untold(branch, seat, v.ReturnWarp(None))


def gain(branch: Branch, item: items.GainAsked) -> Iterator[Option]:
    """AN-16.32: the figures tell which."""
    seat = item.seat or 0
    for event in _legal(branch, seat, v.ChooseGain):
        yield _untold(branch, seat, event)


def copy_space(branch: Branch, item: items.SpaceCopy) -> Iterator[Option]:
    """AN-16.45: what fits the figures; own spaces before others, then the lowest number."""
    seat, parts = item.seat or 0, branch.state.tables.all
    numbers = {row.id: row.number for row in parts.building} | {row.id: row.bga for row in parts.superproject}
    legal = _legal(branch, seat, v.CopyWorkerSpace)
    for event in sorted(legal, key=lambda e: (e.owner != seat, numbers.get(e.space, 0), e.owner)):
        yield _untold(branch, seat, event).doubted()


def clone(branch: Branch, item: items.Cloning) -> Iterator[Option]:
    """The figures tell which."""
    for event in _legal(branch, item.seat or 0, v.CloneWorker):
        yield _untold(branch, item.seat or 0, event)


def tokens_back(branch: Branch, item: items.TokensBack) -> Iterator[Option]:
    """AN-16.32, AN-16.78: as many as possible."""
    most = max((event.count for event in _legal(branch, item.seat or 0, v.ReturnParadox)), default=0)
    yield _untold(branch, item.seat or 0, v.ReturnParadox(most))


# ---- Anomalies


def _anomaly_end(branch: Branch, seat: int) -> int | None:
    """The trace of the Anomaly of a player, or of the building lost instead, that is told next."""
    end = branch.limit if branch.state.phase == "action" else phase_end(branch, branch.pos)
    for place in range(branch.pos if branch.state.phase != "action" else branch.head, end):
        trace = branch.traces[place]
        if place not in branch.laid and (
            (isinstance(trace, t.AnomalyLaid) and trace.seat == seat)
            or (isinstance(trace, t.BuildingLost) and trace.tile in branch.state.players[seat].spots)
        ):
            return place
    return None


def anomaly_tile(branch: Branch, item: items.AnomalyTileBack) -> Iterator[Option]:
    """AN-16.32: the tile that comes back before the Anomaly lies; else none."""
    seat = item.seat or 0
    end = _anomaly_end(branch, seat)
    if end is not None:
        legal = _legal(branch, seat, v.AnomalyWarp)
        start = branch.pos
        for place in range(end - 1, start - 1, -1):
            trace = branch.traces[place]
            if isinstance(trace, t.WarpBack) and trace.seat == seat and v.AnomalyWarp(trace.tile) in legal:
                yield Option(seat, v.AnomalyWarp(trace.tile), 0, branch.pos, trace.line)
                return
            if isinstance(trace, t.AnomalyLaid | t.BuildingLost | t.Rolled | t.Paid | t.Dice | t.Built):
                break
    yield _untold(branch, seat, v.AnomalyWarp(None))


def anomaly_or_building(branch: Branch, item: items.BuildingLoss) -> Iterator[Option]:
    """AN-16.32: the building that goes; none if an Anomaly appears."""
    seat = item.seat or 0
    place = _anomaly_end(branch, seat)
    if place is not None:
        trace = branch.traces[place]
        lost = trace.tile if isinstance(trace, t.BuildingLost) else None
        laid = branch.laid | {place} if lost else branch.laid
        yield Option(seat, v.AnomalyOrBuilding(lost), 0, branch.pos, trace.line, laid=laid)


def anomaly_spot(branch: Branch, item: items.AnomalySpot) -> Iterator[Option]:
    """AN-16.32: its spot; where the program lost it, every legal one that what comes later leaves."""
    seat = item.seat or 0
    place = _anomaly_end(branch, seat)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.AnomalyLaid)
    legal = _legal(branch, seat, v.PlaceAnomaly)
    found = [v.PlaceAnomaly(trace.row, trace.column)] if trace.row else _possible(branch, seat, place, legal)
    for event in found:
        yield Option(seat, event, 0, branch.pos, trace.line).doubted(not trace.row)


def _possible(branch: Branch, seat: int, place: int, legal: list[Any]) -> list[Any]:
    """The legal spots that stay taken, as prompts and constructions show, until an Anomaly of the player is sealed."""
    free: set[tuple[str, int]] = set()
    last = len(branch.facts.prompts)
    for trace in branch.traces[place + 1 :]:
        if isinstance(trace, t.Placed) and trace.seat == seat and not trace.space:
            last = trace.block
            break
        if trace.seat == seat and isinstance(trace, t.Built | t.AnomalyLaid):
            free.add((trace.row, trace.column))
            if isinstance(trace, t.Built) and trace.piece < 0:
                free.add((trace.row, trace.column + 1))
    for prompt in branch.facts.prompts[branch.traces[place].block : last]:
        if prompt is not None and prompt.player == branch.facts.ids[seat]:
            free |= _shown_free(prompt, branch.facts.ids[seat])
    return [event for event in legal if (event.row, event.column) not in free] or legal


def _shown_free(prompt: Prompt, id_: str) -> set[tuple[str, int]]:
    """AN-16.8: the spots on which a prompt offers to lay an Anomaly, or to begin a Superproject, with the next ones."""
    found = set()
    for key, targets in prompt.keys.items():
        for spot, size in ((key, 1), *((target, 2) for target in targets)):
            match = _SPOT.match(spot)
            if match is not None and match[3] == id_:
                row, column = BUILDING_TYPES[int(match[1]) - 1], int(match[2])
                found |= {(row, each) for each in range(column, column + size)}
    return found


FOLLOW_UPS: dict[type, Callable[[Branch, Any], Iterator[Option]]] = {
    items.Turn: turn,
    items.Nested: nested,
    items.Constructing: construct,
    items.Recruiting: recruit,
    items.CapitalCopy: copy_capital,
    items.DieToSet: set_die,
    items.SecondDie: second_die,
    items.IconAsked: icon,
    items.RerollAsked: reroll,
    items.ResearchRolled: roll,
    items.Mining: mine,
    items.Trading: trade,
    items.Travelling: travel,
    items.Retrieving: retrieve,
    items.Returning: give_back,
    items.GainAsked: gain,
    items.SpaceCopy: copy_space,
    items.Cloning: clone,
    items.TokensBack: tokens_back,
    items.AnomalyTileBack: anomaly_tile,
    items.BuildingLoss: anomaly_or_building,
    items.AnomalySpot: anomaly_spot,
}
