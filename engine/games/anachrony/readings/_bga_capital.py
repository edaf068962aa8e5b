"""Follow-ups of Construct, Recruit and Research, and what the dice show (AN-16.21, AN-16.32), as events."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.games.anachrony import items
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES
from engine.games.anachrony.council import stray_tiles
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, Option
from engine.games.anachrony.readings._bga_candidates import decline, legal_events, named
from engine.games.anachrony.readings._bga_phases import first_of
from engine.games.anachrony.readings._bga_pieces import breakthrough_of
from events.vocabulary import anachrony as v


def construct(branch: Branch, item: items.Constructing) -> Iterator[Option]:
    """AN-16.32: a building or Superproject, by tile and spot; the figures decide which discount was used."""
    seat = item.seat or 0
    legal = legal_events(branch, seat, v.ConstructBuilding, v.ConstructSuperproject)
    for place in range(branch.pos, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.Built) and trace.seat == seat:
            for event in legal:
                if _is_built(branch, event, trace, place):
                    yield named(branch, seat, event, place, place + 1)
    yield from decline(branch, seat)


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
    """AN-16.32: the Worker; the figures decide which bonus was taken."""
    seat = item.seat or 0
    legal = legal_events(branch, seat, v.RecruitWorker)
    for place in range(branch.pos, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.Recruited):
            fitting = [event for event in legal if event.worker == trace.worker]
            for event in sorted(fitting, key=lambda event: not _in_order(branch, event, place)):
                yield named(branch, seat, event, place, place + 1)
    yield from decline(branch, seat)


def _in_order(branch: Branch, event: v.RecruitWorker, place: int) -> bool:
    """Whether the bonuses of a Genius were gained in this order."""
    wanted = [branch.state.tables.bonus[bonus].give for bonus in (event.bonus, event.bonus2) if bonus]
    gained = [trace.amounts for trace in branch.traces[place : branch.limit] if isinstance(trace, t.Gained)]
    return [amounts for amounts in gained if amounts in wanted][: len(wanted)] == wanted


def copy_capital(branch: Branch, item: items.CapitalCopy) -> Iterator[Option]:
    """AN-16.32: shown only by what follows."""
    seat = item.seat or 0
    place = first_of(branch, t.Built | t.Recruited | t.Dice, branch.pos, branch.limit)
    if place is not None:
        kind = type(branch.traces[place])
        action = {t.Built: "construct", t.Recruited: "recruit"}.get(kind, "research")
        yield named(branch, seat, v.CopyCapitalAction(action, _stray_tile(branch, seat)), place, branch.pos)
    yield from decline(branch, seat)


def _stray_tile(branch: Branch, seat: int) -> str | None:
    """AN-16.50 j: the tile under the Exosuit with the number of the Superproject on which the action is taken."""
    state = branch.state
    tiles = list(stray_tiles(state, state.players[seat]))
    if not tiles:
        return None
    number = state.tables.superprojects[state.players[seat].busy[-1].space].bga
    for trace in reversed(branch.traces[: branch.pos]):
        if isinstance(trace, t.Placed) and trace.suit == number:
            tile = state.collapsing.get(trace.space)
            return tile if tile in tiles else None
        if isinstance(trace, t.Returns):
            break
    return None


def _dice(branch: Branch) -> int | None:
    """The next note on the dice that was not read early."""
    places = range(branch.pos, max(branch.limit, branch.pos))
    return next((n for n in places if isinstance(branch.traces[n], t.Dice) and n not in branch.laid), None)


def _is_early(branch: Branch, place: int) -> bool:
    """AN-16.43: whether an extra Construct is reported before the dice that are due first."""
    return first_of(branch, t.Built, branch.pos, place) is not None


def _at_dice(branch: Branch, seat: int | None, event: Any, place: int, is_read: bool) -> Option:
    """An event named by the dice at a place, which are read with it or read again."""
    line = branch.traces[place].line
    if not _is_early(branch, place):
        return Option(seat, event, 0 if seat is None else place, place + is_read, line)
    notes: dict[str, Any] = {"laid": branch.laid | {place}} if is_read else {}
    if seat is not None:
        notes["stale_until"] = branch.stale_until | {seat: place}
    return Option(seat, event, 0, branch.pos, line, **notes)


def set_die(branch: Branch, item: items.DieToSet) -> Iterator[Option]:
    """AN-16.32: the die of the note that is set."""
    seat = item.seat or 0
    place = _dice(branch)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        event = v.SetResearchDie(_kind(trace.first), trace.first)
        yield _at_dice(branch, seat, event, place, not trace.second)
    yield from decline(branch, seat)


def _kind(face: str) -> str:
    return "shape" if face.startswith("shape") else "icon"


def second_die(branch: Branch, item: items.SecondDie) -> Iterator[Option]:
    """AN-16.21, AN-16.32: set, or rolled: the text decides, otherwise the figures."""
    seat, place = item.seat or 0, _dice(branch)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.Dice)
    then = branch.pos if _is_early(branch, place) else place
    rolled = Option(seat, v.SetSecondDie(None), 0, then, trace.line)
    if trace.rolled:
        yield rolled
        return
    if trace.second:
        chosen = _at_dice(branch, seat, v.SetSecondDie(trace.second), place, True)
        chosen.start = min(chosen.start, branch.pos)
        yield chosen
    yield rolled


def icon(branch: Branch, item: items.IconAsked) -> Iterator[Option]:
    """AN-16.32: after a question mark."""
    place = _dice(branch)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        face = trace.second if trace.second.startswith("icon") else trace.first
        yield _at_dice(branch, item.seat or 0, v.ChooseIcon(face), place, True)


def reroll(branch: Branch, item: items.RerollAsked) -> Iterator[Option]:
    """AN-16.32: the kind of the die that is rolled next."""
    place = _dice(branch)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Dice)
        kind = "icon" if trace.first == "question" else _kind(trace.first)
        yield _at_dice(branch, item.seat or 0, v.ChooseReroll(kind), place, False)


def roll(branch: Branch, item: items.ResearchRolled) -> Iterator[Option]:
    """AN-16.32: the face of the die that has none."""
    place = _dice(branch)
    if place is None:
        return
    trace = branch.traces[place]
    assert isinstance(trace, t.Dice)
    die = "shape" if not item.shape else "icon"
    face = trace.second or trace.first
    yield _at_dice(branch, None, v.RollResearchDie(die, face), place, True)
