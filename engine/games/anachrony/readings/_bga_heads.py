"""Where requests of the Action phase begin (AN-16.31): placements, Free Actions and passes, as events."""

from collections import Counter
from collections.abc import Iterator

from engine.games.anachrony import items
from engine.games.anachrony.free_actions import free_actions_on, spaces
from engine.games.anachrony.placing import placements_on
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, Option
from engine.games.anachrony.readings._bga_candidates import decline
from engine.games.anachrony.readings._bga_phases import first_of, phase_end, sum_of
from engine.games.anachrony.spaces import anomaly_space
from events.vocabulary import anachrony as v

OWN = "own"


def turn(branch: Branch, item: items.Turn) -> Iterator[Option]:
    """AN-16.31: a Free Action, a placement or a pass."""
    head = next_head(branch, branch.pos)
    if head is not None and branch.traces[head].seat == item.seat:
        yield from _head(branch, item.seat or 0, head)


def nested(branch: Branch, item: items.Nested) -> Iterator[Option]:
    """AN-16.44, AN-16.50 h: the next head, if it is awaited here; otherwise the placement was declined."""
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
    yield from decline(branch, seat)


def next_head(branch: Branch, start: int) -> int | None:
    """The next head before the phase ends."""
    head = branch.heads[min(start, len(branch.traces))]
    return head if head < phase_end(branch, start) else None


def _start_of(branch: Branch, head: int) -> int:
    """Where the block of a head begins, or the request before it ends."""
    block = branch.traces[head].block
    start = head
    while start > branch.pos and branch.traces[start - 1].block == block:
        start -= 1
    return start


def _head(branch: Branch, seat: int, head: int) -> Iterator[Option]:
    trace, start = branch.traces[head], _start_of(branch, head)
    following = next_head(branch, head + 1)
    limit = _start_after(branch, head, following)
    notes = {"head": start, "limit": limit}
    if isinstance(trace, t.Passed):
        yield Option(seat, v.Pass(), start, head + 1, trace.line, **notes)
    elif isinstance(trace, t.Freed):
        own = spaces(branch.state, branch.state.players[seat])
        for action in free_actions_on(branch.state, seat, trace.space) if trace.space in own else ():
            if _fits_free_action(branch, action, head, limit):
                yield Option(seat, action, start, head + 1, trace.line, **notes)
    elif isinstance(trace, t.Placed):
        named = {trace.space}
        if not trace.space:
            named = {anomaly_space(branch.state, branch.spots[n][1]) for n in trace.among if n in branch.spots}
        found = []
        target = branch.state.tables.targets.get(trace.space)
        if not trace.space or (target is not None and target.by_choice):
            legal = placements_on(branch.state, seat, named)
            paid = sum_of(branch, t.Paid, head + 1, limit)
            found = sorted(
                (event for event in legal if event.worker == trace.worker), key=lambda event: not _costs(event, paid)
            )
        if not found:
            found = [v.PlaceWorker(space, trace.worker) for space in sorted(named)]
        for event in found:
            yield Option(seat, event, start, head + 1, trace.line, **notes)


def _costs(event: v.PlaceWorker, paid: Counter[str]) -> bool:
    """Whether the payment for a placement is what is paid after it; if so, that is the likeliest."""
    payment = event.payment
    if payment is None:
        return False
    goods = Counter(energy_core=payment.energy_core, water=payment.water, neutronium=payment.neutronium)
    return goods + Counter(payment.tug) == paid


def _start_after(branch: Branch, head: int, following: int | None) -> int:
    """Where the request ends: where the block of the next head begins, or the phase ends."""
    if following is None:
        return phase_end(branch, head + 1)
    block, start = branch.traces[following].block, following
    while start - 1 > head and branch.traces[start - 1].block == block:
        start -= 1
    return start


def _fits_free_action(branch: Branch, event: v.FreeAction, head: int, limit: int) -> bool:
    """AN-16.32: whether the lost Worker, or the mode of Caratacus, fits the event."""
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
