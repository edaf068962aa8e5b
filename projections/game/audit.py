"""The audit of one game: where every point came from, and whether everything adds up and matches what was recorded."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from engine.ledger import totals
from engine.replay import Replay
from events.log.native import ChainBroken, GameLog
from events.problems import count
from events.store.event_store import EventStore, Rows
from events.store.row_seal import seal_of
from events.store.schema import SEAL, GameRow
from events.verdicts import HOLDS, TAMPERED
from projections.store.find import Found, find_watched
from projections.store.game_seals import of_game, signer
from projections.store.known_facts import fact_words, facts
from projections.store.proof import differences
from projections.store.rejudge import Findings, findings, rows_of
from projections.store.trace import Trace

POINTS = "vp"
QUIRK = "quirk"
CHAIN = "hash chain"


class Points(Struct):
    """The points of a seat from one source in one round."""

    seat: int
    player: str
    faction: str | None
    round: int
    source: str
    vp: int


class Check(Struct):
    """A check: its name, whether it holds, and what was found (if it fails, the first few places)."""

    check: str
    holds: bool
    found: str


class Audit(Struct):
    """The result of an audit; `broken` is True if the hash chain is broken, or something else was sealed."""

    points: list[Points]
    checks: list[Check]
    broken: bool = False


def run(name: str, db: str, notation: str | None = None) -> Audit:
    """Audit a game from a file or the store; if its chain is broken, only the break is reported."""
    try:
        found, watch = find_watched(name, db, _Watch, notation)
    except ChainBroken as error:
        return Audit([], [Check(CHAIN, False, str(error)), Check("verdict", False, TAMPERED)], broken=True)
    if watch is None:
        return _with_seals(_audit_of_summary(found, db), found, db)
    known = source_findings(found, db)
    done = _audit(found.log, watch, known)
    records = count(len(found.log.records), "record")
    done.checks.insert(0, Check(CHAIN, True, f"{records}, head {found.stored.head[:16]}" if found.stored else records))
    if found.stored is not None:
        with EventStore(db, read_only=True) as store:
            now = rows_of(store, found.stored, found.log, watch.trace, known)
            done.checks.append(_stored(store, *now, "the records"))
            done.checks += _facts(store, found.stored.game_id)
    return _with_seals(done, found, db)


def _with_seals(done: Audit, found: Found, db: str) -> Audit:
    """The audit, with a check for each seal of the game."""
    for each in of_game(found, db):
        done.checks.append(Check("seal", each.state == HOLDS, f"{signer(each)}: {each.covers}"))
        done.broken |= each.belies
    return done


def source_findings(found: Found, db: str) -> Findings | None:
    """The findings in the source of a stored game that do not follow from its records."""
    if found.stored is None:
        return None
    with EventStore(db, read_only=True) as store:
        return findings(store, found.stored.game_id, found.log)


def _audit_of_summary(found: Found, db: str) -> Audit:
    """Audit a result without records: there is nothing to replay, so only chain and stored result are checked."""
    checks = [
        Check(CHAIN, True, "a summary: no records"),
        Check("verdict", True, "summary: the result is as stated, without records to prove it"),
    ]
    if found.stored is not None:
        with EventStore(db, read_only=True) as store:
            checks.append(_stored(store, *rows_of(store, found.stored, found.log, None, None), "the header"))
            checks += _facts(store, found.stored.game_id)
    return Audit([], checks)


def _audit(log: GameLog, watch: "_Watch", source_findings: Findings | None) -> Audit:
    """Audit a replayed log.

    `source_findings` are the findings in the source of a stored game, which a replay of its records cannot reach.
    """
    game, trace = watch.game, watch.trace
    watch.look(game)
    if source_findings is not None:
        source_findings.add_to(trace)
    trace.finish()
    points = points_of(log, trace)
    checks = [_verdict(game), _sums(game, watch.start), _score(game, watch.start), watch.conserved(), *_quirks(game)]
    return Audit(points, checks)


def _stored(store: EventStore, game: GameRow, rows: Rows, origin: str) -> Check:
    """Whether the stored tables match the records of the game, or the header of a summary."""
    wrong = differences(store, game, rows)
    if wrong:
        return Check("stored tables", False, f"{'; '.join(wrong)} (`anyturn rules drift --apply` rebuilds them)")
    return Check("stored tables", True, f"match {origin}")


def _facts(store: EventStore, game_id: str) -> list[Check]:
    """The facts about a game from files other than its log, with file and line; nothing if there are none."""
    rows = facts(store, game_id)
    changed = [f"{fact_words(row)} ({row.file}:{row.line})" for row in rows if row.hash != seal_of(row)]
    if changed:
        return [Check("facts", False, f"not what was appended: {'; '.join(changed)}")]
    stated = "; ".join(f"{fact_words(row)} ({row.file}:{row.line})" for row in rows if row.kind != SEAL)
    return [Check("facts", True, stated)] if stated else []


class _Watch:
    """Checks conservation after every record and every automatic step.

    `start` holds the figures with which the seats begin; the trace is for the tables.
    """

    def __init__(self, game: Replay) -> None:
        seats = range(len(game.header.seats))
        self.game, self.trace = game, Trace(game)
        self.start = {(seat, name): n for seat in seats for name, n in game.rules.figures(game.state, seat).items()}
        self.broken: list[str] = []
        self.looked = 0
        game.on_record.append(lambda game, actor, event: self.look(game))
        game.on_step.append(lambda game, step: self.look(game))

    def look(self, game: Replay) -> None:
        self.looked += 1
        if len(self.broken) < 3:
            self.broken += [f"after record {game.seq}: {what}" for what in game.rules.conservation(game.state)]

    def conserved(self) -> Check:
        return Check(
            "conservation", not self.broken, "; ".join(self.broken[:3]) or f"in {count(self.looked, 'position')}"
        )


def points_of(log: GameLog, trace: Trace) -> list[Points]:
    """The points of all seats by round and source, from the trace of a replay."""
    sums: dict[tuple[int, int, str], int] = {}
    for round_, entered in trace.entered(trace.turns(log)):
        for entry in entered.entries:
            if entry.figure == POINTS:
                key = (entry.seat, round_, entry.source)
                sums[key] = sums.get(key, 0) + entry.delta
    game = trace.game
    return [
        Points(seat, log.header.seats[seat].player, game.rules.faction(game.state, seat), round_, source, vp)
        for (seat, round_, source), vp in sorted(sums.items(), key=lambda item: item[0][:2])
    ]


def _quirks(game: Replay) -> Iterator[Check]:
    """Where a platform departed from the rules as the header declares; nothing if it did not."""
    acted = [(entered.seq, entry) for entered in game.entered for entry in entered.entries if entry.figure == QUIRK]
    if acted:
        places = (f"{entry.source} in record {seq} (seat {entry.seat + 1})" for seq, entry in acted)
        yield Check("quirks", True, "; ".join(places))


def _verdict(game: Replay) -> Check:
    if game.broke:
        return Check("verdict", False, f"illegal: record {game.broke.seq} breaks {game.broke.violation}")
    if game.discrepancies:
        first = game.discrepancies[0]
        what = f"record {first.seq}: seat {first.seat + 1}, {first.figure} {first.recorded}, computed {first.computed}"
        return Check("verdict", False, f"discrepant in {count(len(game.discrepancies), 'figure')}, first {what}")
    return Check("verdict", True, game.verdict)


def _sums(game: Replay, start: dict[tuple[int, str], int]) -> Check:
    """Law 5: the figures of a seat are its initial figures plus its entries."""
    sums = totals(game.entries())
    seats = range(len(game.header.seats))
    figures = {(seat, name): value for seat in seats for name, value in game.rules.figures(game.state, seat).items()}
    wrong = [
        f"seat {seat + 1}: {name} is {value}, entries give {start.get((seat, name), 0) + sums.get((seat, name), 0)}"
        for (seat, name), value in figures.items()
        if value != start.get((seat, name), 0) + sums.get((seat, name), 0)
    ]
    return Check("figures", not wrong, "; ".join(wrong[:3]) or f"{len(figures)} figures are the sums of their entries")


def _score(game: Replay, start: dict[tuple[int, str], int]) -> Check:
    """Whether the score of every seat is the sum of its points by source."""
    standings = game.standings
    if standings is None:
        return Check("score", True, "the game is not over")
    sums = totals(game.entries())
    points = {place.seat: start.get((place.seat, POINTS), 0) + sums.get((place.seat, POINTS), 0) for place in standings}
    wrong = [f"seat {s.seat + 1}: {s.vp}, sources give {points[s.seat]}" for s in standings if s.vp != points[s.seat]]
    right = ", ".join(f"{s.vp}" for s in sorted(standings, key=lambda s: s.seat))
    return Check("score", not wrong, "; ".join(wrong) or f"{right} are the sums of their sources")


def by_round(points: Iterable[Points], seat: int) -> tuple[list[int], list[dict[str, Any]]]:
    """The points of a seat as a table: the rounds, and one row per source with its sum."""
    own = [point for point in points if point.seat == seat]
    rounds = sorted({point.round for point in own})
    table: dict[str, dict[str, Any]] = {}
    for point in own:
        row = table.setdefault(point.source, {"source": point.source} | dict.fromkeys(map(str, rounds)))
        row[str(point.round)] = (row[str(point.round)] or 0) + point.vp
    for row in table.values():
        row["sum"] = sum(row[str(number)] or 0 for number in rounds)
    total = {"source": "all"} | {str(n): sum(row[str(n)] or 0 for row in table.values()) for n in rounds}
    total["sum"] = sum(row["sum"] for row in table.values())
    return rounds, [*sorted(table.values(), key=lambda row: -row["sum"]), total]
