"""Follow-ups of mining, trade, journeys and tiles that come back or copy something (AN-16.32, AN-16.45), as events."""

from collections import Counter
from collections.abc import Iterator

from engine.games.anachrony import items
from engine.games.anachrony.components import Amounts, TradeLine
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, Option
from engine.games.anachrony.readings._bga_candidates import decline, legal_events, named, silent
from engine.games.anachrony.readings._bga_phases import first_of, sum_of
from engine.games.anachrony.trade import gains_of, trades
from engine.games.anachrony.travel import eras
from events.vocabulary import anachrony as v


def mine(branch: Branch, item: items.Mining) -> Iterator[Option]:
    """AN-16.32: the cube; the figures decide what the Tectonic Drill gave."""
    place = first_of(branch, t.CubeTaken, branch.pos, branch.limit)
    if place is not None:
        cube = branch.traces[place].cube  # type: ignore[attr-defined]  # of this kind
        for event in legal_events(branch, item.seat or 0, v.MineTake):
            if event.cube == cube:
                yield named(branch, item.seat or 0, event, place, place + 1)


def trade(branch: Branch, item: items.Trading) -> Iterator[Option]:
    """AN-16.32: PAY and GAIN; the figures decide between lines and directions with these amounts."""
    state, seat = branch.state, item.seat or 0
    place = first_of(branch, t.Paid, branch.pos, branch.limit)
    gained = None if place is None else first_of(branch, t.Gained, place, branch.limit)
    if place is not None and gained is not None:
        amounts = branch.traces[place].amounts, branch.traces[gained].amounts  # type: ignore[attr-defined]  # of these kinds
        numbers = sorted(sum(each.values()) for each in amounts)
        for row in state.tables.all.trade:
            if numbers == sorted((sum(row.a.values()), sum(row.b.values()))) and item.line in ("", row.id):
                for event in trades(state, state.players[seat], row.id):
                    if _is_trade(row, event, *amounts):
                        yield named(branch, seat, event, place, gained + 1)
    yield from decline(branch, seat)


def _is_trade(row: TradeLine, event: v.TradeGoods, paid: Amounts, given: Amounts) -> bool:
    """Whether a PAY and a GAIN are those of a line in a direction."""
    sides = (row.a, row.b) if event.direction == "a_to_b" else (row.b, row.a)
    return _with_units(sides[0], event.tug) == paid and _with_units(sides[1], event.tug) == given


def _with_units(amounts: Amounts, chosen: tuple[str, ...]) -> Amounts:
    found = {what: number for what, number in amounts.items() if what != "tug"}
    return found | dict(Counter(chosen)) if "tug" in amounts else found


def travel(branch: Branch, item: items.Travelling) -> Iterator[Option]:
    """AN-16.32: the Era of the Focus marker."""
    seat, begin = item.seat or 0, branch.pos
    if item.optional and len(eras(branch.state, item.range)) == 1:  # the first journey was not awaited, but reported
        first = first_of(branch, t.Focused, branch.head, branch.limit)
        begin = max(begin, -1 if first is None else first + 1)
    place = first_of(branch, t.Focused, begin, branch.limit)
    if place is not None:
        trace = branch.traces[place]
        assert isinstance(trace, t.Focused)
        start = (
            first_of(branch, t.Gained, branch.pos, place) or place
        )  # points of the Plant, reported before the journey
        yield Option(seat, v.TimeTravel(trace.era), start, place + 1, trace.line)
    elif legal_events(branch, seat, v.TimeTravel):
        yield silent(branch, seat, v.TimeTravel(None))


def retrieve(branch: Branch, item: items.Retrieving) -> Iterator[Option]:
    """AN-16.32: the tile that comes back before the next journey, with its payment; otherwise none."""
    seat, begin = item.seat or 0, branch.pos
    focused = None
    if not isinstance(branch.traces[begin - 1], t.Focused):  # the only Era in reach was not awaited
        focused = first_of(branch, t.Focused, begin, branch.limit)
        begin = (focused or begin - 1) + 1
    end = first_of(branch, t.Focused, begin, branch.limit) or branch.limit
    place = first_of(branch, t.WarpBack, begin, end)
    if place is None:
        yield Option(seat, v.RetrieveWarp(None), 0, max(branch.pos, begin), branch.line())
        return
    start = place
    if start > begin and isinstance(branch.traces[start - 1], t.Paid):
        start -= 1
    gained = first_of(branch, t.Gained, branch.compared, start)  # points of the Plant, given after the journey
    if gained is not None:  # AN-16.43: nothing fits between the points and a journey that was made at once
        start = 0 if focused is not None and gained < focused else gained
    trace = branch.traces[place]
    assert isinstance(trace, t.WarpBack)
    yield Option(seat, v.RetrieveWarp(trace.tile), start, place + 1, trace.line)


def give_back(branch: Branch, item: items.Returning) -> Iterator[Option]:
    """AN-16.32, AN-16.43: a tile without payment, anywhere in the request; otherwise none."""
    seat = item.seat or 0
    legal = legal_events(branch, seat, v.ReturnWarp)
    for place in range(branch.head, branch.limit):
        trace = branch.traces[place]
        if isinstance(trace, t.WarpBack) and trace.seat == seat and v.ReturnWarp(trace.tile) in legal:
            early = first_of(branch, t.Built, branch.pos, place) is not None
            stale = branch.stale_until | {seat: place} if early else branch.stale_until
            yield Option(
                seat, v.ReturnWarp(trace.tile), 0 if early else place, branch.pos, trace.line, stale_until=stale
            )
            return
    yield silent(branch, seat, v.ReturnWarp(None))


def gain(branch: Branch, item: items.GainAsked) -> Iterator[Option]:
    """AN-16.32: the figures decide which; the likeliest is the one that is gained next."""
    seat, choices = item.seat or 0, gains_of(branch.state, item)
    gained = sum_of(branch, t.Gained, branch.pos, branch.limit)
    for event in sorted(
        legal_events(branch, seat, v.ChooseGain),
        key=lambda event: _with_units(choices[event.index], event.tug) != gained,
    ):
        yield silent(branch, seat, event)


def copy_space(branch: Branch, item: items.SpaceCopy) -> Iterator[Option]:
    """AN-16.45: the space that fits the figures; own spaces before others, then the lowest number."""
    seat, parts = item.seat or 0, branch.state.tables.all
    numbers = {row.id: row.number for row in parts.building} | {row.id: row.bga for row in parts.superproject}
    legal = legal_events(branch, seat, v.CopyWorkerSpace)
    for event in sorted(legal, key=lambda e: (e.owner != seat, numbers.get(e.space, 0), e.owner)):
        yield silent(branch, seat, event).doubted()


def clone(branch: Branch, item: items.Cloning) -> Iterator[Option]:
    """The figures decide which."""
    for event in legal_events(branch, item.seat or 0, v.CloneWorker):
        yield silent(branch, item.seat or 0, event)


def tokens_back(branch: Branch, item: items.TokensBack) -> Iterator[Option]:
    """AN-16.32, AN-16.78: as many as possible."""
    most = max((event.count for event in legal_events(branch, item.seat or 0, v.ReturnParadox)), default=0)
    yield silent(branch, item.seat or 0, v.ReturnParadox(most))
