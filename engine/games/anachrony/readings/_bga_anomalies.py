"""Anomalies, and buildings lost in their place (AN-16.32), as events: the tile that comes back, the spot."""

import re
from collections.abc import Iterator
from typing import Any

from engine.games.anachrony import items
from engine.games.anachrony.components import BUILDING_TYPES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, Option
from engine.games.anachrony.readings._bga_candidates import legal_events, silent
from engine.games.anachrony.readings._bga_phases import phase_end
from events.notations.bga_anachrony import Prompt
from events.vocabulary import anachrony as v

_SPOT = re.compile(r"phbuilding(\d)(\d)_(\d+)$")


def anomaly_tile(branch: Branch, item: items.AnomalyTileBack) -> Iterator[Option]:
    """AN-16.32: the tile that comes back before the Anomaly is laid; otherwise none."""
    seat = item.seat or 0
    end = _anomaly_end(branch, seat)
    if end is not None:
        legal = legal_events(branch, seat, v.AnomalyWarp)
        start = branch.pos
        for place in range(end - 1, start - 1, -1):
            trace = branch.traces[place]
            if isinstance(trace, t.WarpBack) and trace.seat == seat and v.AnomalyWarp(trace.tile) in legal:
                yield Option(seat, v.AnomalyWarp(trace.tile), 0, branch.pos, trace.line)
                return
            if isinstance(trace, t.AnomalyLaid | t.BuildingLost | t.Rolled | t.Paid | t.Dice | t.Built):
                break
    yield silent(branch, seat, v.AnomalyWarp(None))


def anomaly_or_building(branch: Branch, item: items.BuildingLoss) -> Iterator[Option]:
    """AN-16.32: the building that is lost; none if an Anomaly appears."""
    seat = item.seat or 0
    place = _anomaly_end(branch, seat)
    if place is not None:
        trace = branch.traces[place]
        lost = trace.tile if isinstance(trace, t.BuildingLost) else None
        laid = branch.laid | {place} if lost else branch.laid
        yield Option(seat, v.AnomalyOrBuilding(lost), 0, branch.pos, trace.line, laid=laid)


def anomaly_spot(branch: Branch, item: items.AnomalySpot) -> Iterator[Option]:
    """AN-16.32: its spot; where the program lost it, every legal spot that fits what comes later."""
    seat = item.seat or 0
    place = _anomaly_end(branch, seat)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.AnomalyLaid)
    legal = legal_events(branch, seat, v.PlaceAnomaly)
    found = [v.PlaceAnomaly(trace.row, trace.column)] if trace.row else _possible(branch, seat, place, legal)
    for event in found:
        yield Option(seat, event, 0, branch.pos, trace.line).doubted(not trace.row)


def _anomaly_end(branch: Branch, seat: int) -> int | None:
    """The trace of the Anomaly of a player, or of the building lost instead, reported next."""
    end = branch.limit if branch.state.phase == "action" else phase_end(branch, branch.pos)
    for place in range(branch.pos if branch.state.phase != "action" else branch.head, end):
        trace = branch.traces[place]
        if place not in branch.laid and (
            (isinstance(trace, t.AnomalyLaid) and trace.seat == seat)
            or (isinstance(trace, t.BuildingLost) and trace.tile in branch.state.players[seat].spots)
        ):
            return place
    return None


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
    for key in prompt.keys:
        for spot, size in ((key, 1), *((target, 2) for target in prompt.targets(key))):
            match = _SPOT.match(spot)
            if match is not None and match[3] == id_:
                row, column = BUILDING_TYPES[int(match[1]) - 1], int(match[2])
                found |= {(row, each) for each in range(column, column + size)}
    return found
