"""The rows of all tables for a replayed log."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from engine.declaration import Standing, Turn, ranked
from engine.entries import Entered
from engine.replay import Replay
from events.log import chain
from events.log.codec import encode, encode_lines
from events.log.identity import game_id, identity_of_summary, opening
from events.log.native import GameLog
from events.log.record import Header, Record, Source
from events.store.bodies import parts
from events.store.schema import (
    CheckpointRow,
    DiscrepancyRow,
    EntryColumns,
    GameRow,
    RecordColumns,
    SeatRow,
    TallyColumns,
    TurnColumns,
    ViolationRow,
)
from events.verdicts import SUMMARY
from projections.store.tallies import tallies
from projections.store.trace import Trace, by_number
from projections.store.versions import PROJECTION, VERSION
from projections.verdict import plain_facts

MOST = 2**63 - 1
MOST_POINTS = 2**31 - 1
"""The largest number that columns of points and changes can hold."""
_Numbers = tuple[list[int | None], list[int]]
"""The actors and the lines of records."""


class Kept(Struct):
    """The data that a log continuing a stored game takes over from it: its id and its stored bytes."""

    game_id: str
    header: bytes
    bodies: list[bytes]


def rows(
    log: GameLog, trace: Trace, verdict: str, source: Source, imported_at: str, kept: Kept | None = None
) -> dict[str, list[Struct]]:
    """The rows of a game, table -> rows. `log` is what is kept, `trace` watched its replay.

    `source` is the file it was read from; a source named in the header takes precedence, as that is where the game came
    from. `imported_at` is a time as ISO 8601 text. `kept` is given if the log continues a stored game.
    """
    game = trace.game
    header = kept.header if kept else encode(log.header)
    bodies = [*kept.bodies, *encode_lines(log.records[len(kept.bodies) :])] if kept else log.bodies()
    first = chain.genesis(header)
    hashes = [first, *chain.links(first, bodies)]
    same = trace.sameness.identity(trace.game, log)
    key = kept.game_id if kept else game_id(same)
    played = trace.played(log)
    turns = by_number(played)
    entered = trace.entered(turns)
    seats = _seats(key, trace)
    row = GameRow(
        game_id=key,
        game=game.rules.id,
        ruleset_version=game.rules.version,
        options=_options(log, game),
        notation=log.header.source.notation or source.notation,
        source=log.header.source.name or source.name,
        source_digest=source.digest,
        verdict=verdict,
        players=len(log.header.seats),
        records=len(bodies),
        rounds=trace.rounds,
        finished=game.standings is not None,
        end_reason=_end_reason(game),
        catalogue=log.header.catalogue,
        head=hashes[-1].hex(),
        played_at=log.header.played_at,
        imported_at=imported_at,
        header=header.decode(),
        identity=same,
        opening=trace.sameness.opening,
        checked=game.checked,
        **_result(seats),
        **_branch(log.header),
    )
    return {
        "games": [row],
        "seats": [*seats],
        "records": [_records(key, log.records, bodies, hashes[1:], turns)],
        "entries": [_entries(key, entered)],
        "turn_ends": [_turns(key, trace)],
        "tallies": _tallies(tallies(key, log, trace, played, turns, entered)),
        "discrepancies": [
            DiscrepancyRow(key, seq, _bounded(line), seat, figure, _bounded(recorded), _bounded(computed))
            for seq, line, seat, figure, recorded, computed in game.discrepancies
        ],
        "violations": _violations(key, game),
        "checkpoints": [CheckpointRow(PROJECTION, VERSION, key, row.head)],
    }


def summary_rows(log: GameLog, source: Source, imported_at: str) -> dict[str, list[Struct]]:
    """The rows of a game of which only the result is known: no records, and nothing derived from records."""
    stated = log.header
    header, same = encode(stated), identity_of_summary(stated)
    head = chain.genesis(header).hex()
    standings = ranked(stated.expected)
    winners = sum(standing.rank == 1 for standing in standings)
    key = game_id(same)
    seats: list[SeatRow] = []
    for seat, vp, rank, _ in sorted(standings):
        points, share = _bounded(vp, MOST_POINTS), 1 / winners if rank == 1 else 0.0
        who = stated.seats[seat]
        seats.append(SeatRow(key, seat, who.player, who.faction, None, points, rank, share, False))
    row = GameRow(
        game_id=key,
        game=stated.game,
        ruleset_version=stated.ruleset,
        options=stated.options,
        notation=stated.source.notation or source.notation,
        source=stated.source.name or source.name,
        source_digest=source.digest,
        verdict=SUMMARY,
        players=len(stated.seats),
        records=0,
        rounds=0,
        finished=True,
        end_reason="finished",
        catalogue=stated.catalogue,
        head=head,
        played_at=stated.played_at,
        imported_at=imported_at,
        header=header.decode(),
        identity=same,
        opening=opening(stated, stated.options),
        checked=0,
        **_result(seats),
        **_branch(log.header),
    )
    checkpoint = CheckpointRow(PROJECTION, VERSION, key, head)
    empty: dict[str, list[Struct]] = {
        name: [] for name in ("records", "entries", "turn_ends", "tallies", "discrepancies", "violations")
    }
    return empty | {"games": [row], "seats": [*seats], "checkpoints": [checkpoint]}


def _branch(header: Header) -> dict[str, Any]:
    """The game and the record that a branch left; see GameRow."""
    left = header.branch
    if left is None:
        return {"branch_of": None, "branch_seq": None}
    return {"branch_of": left.game, "branch_seq": _bounded(left.seq, MOST_POINTS)}


def _end_reason(game: Replay) -> str:
    """Why a log ends; for a game that is over, the `reason` in its state if there is one."""
    if game.broke is not None:
        return "violation"
    return (getattr(game.state, "reason", "") or "finished") if game.standings is not None else "open"


def _options(log: GameLog, game: Replay) -> dict[str, Any]:
    """The options with the game's defaults if the state has `options`; otherwise those stated."""
    options: dict[str, Any] = msgspec.to_builtins(getattr(game.state, "options", {}), str_keys=True)
    return options or log.header.options


def _result(seats: Sequence[SeatRow]) -> dict[str, Any]:
    """The result of a game from its seats; see GameRow. Until it is over, no seat has VP."""
    points = [seat.vp for seat in seats if seat.vp is not None]
    stayed = sorted((seat.vp for seat in seats if seat.vp is not None and not seat.dropped), reverse=True)
    return {
        "mean_vp": sum(stayed) / len(stayed) if stayed else None,
        "best_vp": max(points, default=None),
        "lead": stayed[0] - stayed[1] if len(stayed) > 1 else None,
        "winners": sum(seat.rank == 1 for seat in seats),
        "dropped_seats": sum(seat.dropped for seat in seats),
    }


def _seats(key: str, trace: Trace) -> list[SeatRow]:
    game = trace.game
    standings = {standing.seat: standing for standing in game.standings or ()}
    winners = sum(standing.rank == 1 for standing in standings.values())
    return [_seat(key, trace, seat, standings.get(seat), winners) for seat in range(len(game.header.seats))]


def _seat(key: str, trace: Trace, seat: int, standing: Standing | None, winners: int) -> SeatRow:
    game = trace.game
    return SeatRow(
        key,
        seat,
        game.header.seats[seat].player,
        game.rules.faction(game.state, seat),
        trace.positions.get(seat),
        _bounded(standing.vp, MOST_POINTS) if standing else None,
        standing.rank if standing else None,
        None if standing is None else 1 / winners if standing.rank == 1 else 0.0,
        standing.dropped if standing else False,
    )


def _records(
    key: str, records: Sequence[Record[Any]], bodies: list[bytes], hashes: list[bytes], turns: Mapping[int, Turn]
) -> RecordColumns:
    seqs = [record.seq for record in records]
    places = [turns.get(seq) for seq in seqs]
    stated: _Numbers = [record.actor for record in records], [record.line for record in records]
    actors, lines = held = _bounded_actors(stated[0]), _all_bounded(stated[1])
    events, observed = parts(bodies)
    return RecordColumns(
        key,
        seqs,
        [_tag(record.event.__class__) for record in records],
        actors,
        [None if at is None else at.index for at in places],
        [None if at is None else at.round for at in places],
        [None if at is None else at.phase for at in places],
        events,
        observed,
        _spelled(bodies, stated, held),
        lines,
        chain.marks(hashes),
    )


def _spelled(bodies: list[bytes], stated: _Numbers, held: _Numbers) -> list[str | None]:
    """The bodies of records with numbers that columns cannot hold as stated, None for others; empty if all can be."""
    if held == stated:
        return []
    same = [one == other for one, other in zip(zip(*stated, strict=True), zip(*held, strict=True), strict=True)]
    return [None if as_stated else body.decode() for body, as_stated in zip(bodies, same, strict=True)]


def _tallies(found: list[TallyColumns]) -> list[Struct]:
    for columns in found:
        columns.seat = _bounded_actors(columns.seat)
    return [*found]


@cache
def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _entries(key: str, entered: Sequence[tuple[int, Entered]]) -> EntryColumns:
    entries = [entry for _, at in entered for entry in at.entries]
    return EntryColumns(
        key,
        [at.seq for _, at in entered for _ in at.entries],
        [entry.seat for entry in entries],
        [entry.figure for entry in entries],
        _all_bounded([entry.delta for entry in entries], MOST_POINTS),
        [entry.source for entry in entries],
        [round_ for round_, at in entered for _ in at.entries],
        [at.step for _, at in entered for _ in at.entries],
    )


def _turns(key: str, trace: Trace) -> TurnColumns:
    ends = trace.ends
    return TurnColumns(
        key,
        [end.turn.index for end in ends],
        [end.turn.round for end in ends],
        [end.turn.phase for end in ends],
        [end.seq for end in ends],
        ",".join(trace.game.rules.figures_of_a_seat),
        [figures.decode() for figures in encode_lines([end.figures for end in ends])],
    )


def _violations(key: str, game: Replay) -> list[Struct]:
    broke = game.broke
    if broke is None:
        return []
    return [
        ViolationRow(key, broke.seq, _bounded(broke.line), broke.violation.clause, plain_facts(broke.violation.facts))
    ]


def _all_bounded(numbers: list[int], most: int = MOST) -> list[int]:
    if not numbers or (-most <= min(numbers) and max(numbers) <= most):
        return numbers
    return [_bounded(number, most) for number in numbers]


def _bounded_actors(actors: list[int | None]) -> list[int | None]:
    """In records that were not played, because an earlier one breaks a rule, any number can stand for a seat."""
    if all(actor is None or -MOST_POINTS <= actor <= MOST_POINTS for actor in set(actors)):
        return actors
    return [None if actor is None else _bounded(actor, MOST_POINTS) for actor in actors]


def _bounded(number: int, most: int = MOST) -> int:
    """A number stated in a log, limited to what a column can hold; the record keeps it unchanged."""
    return number if -most <= number <= most else most if number > 0 else -most
