"""A game on one page: who played what, how it ended, where the points came from, who led when."""

from typing import Any

import msgspec
from msgspec import Struct

from engine.declaration import ranked
from engine.replay import Replay
from engine.rules import ruleset
from events.log.native import GameLog
from events.problems import count
from events.store.event_store import EventStore
from events.store.schema import TAG
from events.verdicts import SUMMARY
from projections.game.audit import POINTS, points_of, source_findings
from projections.store.find import Found, find_watched
from projections.store.known_facts import aliases, in_force
from projections.store.rejudge import Findings
from projections.store.trace import Trace


class Place(Struct):
    """A seat: its player, faction, position in the order of first turns, and result.

    `sources` holds the points by source, `rounds` the points at the end of each round, beginning with round 0 (the
    initial points and the setup).
    """

    seat: int
    player: str
    faction: str | None
    start_position: int | None
    vp: int | None
    rank: int | None
    dropped: bool
    sources: dict[str, int]
    rounds: list[int]


class Summary(Struct):
    """A game on one page. `wrong` is the reason why it is not valid; `options` are those that its log states.

    `seats` are in the order of their ranks.
    """

    game: str
    name: str
    game_id: str | None
    source: str
    notation: str
    played_at: str
    tags: dict[str, str]
    verdict: str
    wrong: str
    records: int
    checked: int
    rounds: int
    options: dict[str, Any]
    seats: list[Place]

    def as_json(self) -> dict[str, Any]:
        """The object that `summary --json` prints."""
        found: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return found


class _Watch:
    """A trace, and the points with which the seats begin."""

    def __init__(self, game: Replay) -> None:
        self.trace = Trace(game)
        seats = range(len(game.header.seats))
        self.start = [game.rules.figures(game.state, seat).get(POINTS, 0) for seat in seats]


def summary(name: str, db: str, notation: str | None = None) -> Summary:
    """The summary of a game from a file or the store, with its facts. Raises Problem if it is not found or replayed."""
    found, watch = find_watched(name, db, _Watch, notation)
    page = _of_result(found) if watch is None else _of_replay(found, watch, source_findings(found, db))
    if found.stored is not None:
        with EventStore(db, read_only=True) as store:
            _add_facts(store, page, found.stored.game_id)
    return page


def _page(found: Found, verdict: str, seats: list[Place]) -> Summary:
    header = found.log.header
    return Summary(
        game=header.game,
        name=ruleset(header.game).name,
        game_id=found.stored.game_id if found.stored else None,
        source=header.source.name or ("" if found.stored else found.name),
        notation=header.source.notation,
        played_at=header.played_at,
        tags={},
        verdict=verdict,
        wrong="",
        records=len(found.log.records),
        checked=0,
        rounds=0,
        options=header.options,
        seats=sorted(seats, key=lambda place: (place.rank is None, place.rank or 0, place.seat)),
    )


def _of_result(found: Found) -> Summary:
    """The summary of a result without records."""
    log = found.log
    places = {standing.seat: standing for standing in ranked(log.header.expected)}
    seats = [
        Place(seat, who.player, who.faction, None, places[seat].vp, places[seat].rank, False, {}, [])
        for seat, who in enumerate(log.header.seats)
    ]
    return _page(found, SUMMARY, seats)


def _of_replay(found: Found, watch: _Watch, known: Findings | None) -> Summary:
    """The summary of a replay; `known` are findings in a stored game's source, which no replay of records can reach."""
    trace, game = watch.trace, watch.trace.game
    if known is not None:
        known.add_to(trace)
    trace.finish()
    page = _page(found, game.verdict, _places(found.log, watch))
    page.rounds, page.checked = trace.rounds, game.checked
    if broke := found.broke or game.broke:
        page.wrong = f"record {broke.seq} breaks {broke.violation}"
    elif game.discrepancies:
        first, several = game.discrepancies[0], count(len(game.discrepancies), "figure differs", "figures differ")
        place = f"{'the first ' if len(game.discrepancies) > 1 else ''}after record {first.seq}: seat {first.seat + 1}"
        page.wrong = f"{several}, {place}, {first.figure} {first.recorded}, computed {first.computed}"
    return page


def _places(log: GameLog, watch: _Watch) -> list[Place]:
    trace, game = watch.trace, watch.trace.game
    points = points_of(log, trace)
    standings = {standing.seat: standing for standing in game.standings or ()}
    found = []
    for seat, who in enumerate(log.header.seats):
        own = [point for point in points if point.seat == seat]
        sources: dict[str, int] = {}
        for point in own:
            sources[point.source] = sources.get(point.source, 0) + point.vp
        reached = [
            watch.start[seat] + sum(point.vp for point in own if point.round <= number)
            for number in range(trace.rounds + 1)
        ]
        place = Place(seat, who.player, None, trace.positions.get(seat), None, None, False, sources, reached)
        place.faction = game.rules.faction(game.state, seat)
        if (standing := standings.get(seat)) is not None:
            place.vp, place.rank, place.dropped = standing.vp, standing.rank, standing.dropped
        found.append(place)
    return found


def _add_facts(store: EventStore, page: Summary, game_id: str) -> None:
    """Add what only the store knows: the file, and the facts in force."""
    row = store.connection.execute("SELECT source, notation FROM games WHERE game_id = ?", [game_id]).fetchall()[0]
    page.source, page.notation = row
    current = in_force(store, game_id)
    page.tags = {name: value.value for (kind, _, name), value in sorted(current.items()) if kind == TAG and value.value}
    page.played_at = next((value.value for (kind, *_), value in current.items() if kind != TAG), page.played_at)
    known = aliases(store)
    for place in page.seats:
        place.player = known.get(place.player, place.player)
