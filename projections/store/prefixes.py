"""Logs that share their beginning with a stored game: they either continue it or hold no more than is stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from events.log.codec import Decoder, Unreadable
from events.log.native import ChainBroken, GameLog
from events.log.record import Header, Source
from events.log.upcast import record_decoder
from events.store.bodies import BODY, bodies
from events.store.event_store import EventStore, StoredGame
from events.store.schema import GameRow, RecordColumns
from projections.store.rejudge import findings_in
from projections.store.rows import Kept, rows
from projections.store.trace import watched
from projections.verdict import Verdict

_games: Decoder[GameRow] = Decoder(GameRow)
_records: Decoder[RecordColumns] = Decoder(RecordColumns)
_headers: Decoder[Header] = Decoder(Header)


def log_in_part(folder: Path, game_id: str) -> GameLog:
    """The log of a game whose rows are in the folder of a part."""
    read = _in_parquet if (folder / "games.parquet").exists() else _in_lines
    stated, spelled = read(folder, game_id)
    header = _headers(stated.encode())
    decode = record_decoder(header.game, header.vocabulary)
    return GameLog(header, list(map(decode, spelled)))


def _in_lines(folder: Path, game_id: str) -> tuple[str, list[bytes]]:
    """The header of a game and the bodies of its records."""
    mark = b'"game_id":"' + game_id.encode() + b'"'
    game = _games(next(_lines(folder / "games.json", mark)))
    return game.header, [body for line in _lines(folder / "records.json", mark) for body in bodies(_records(line))]


def _lines(file: Path, mark: bytes) -> Iterator[bytes]:
    with file.open("rb") as lines:
        yield from (line for line in lines if mark in line[: len(mark) + 1])


def _in_parquet(folder: Path, game_id: str) -> tuple[str, list[bytes]]:
    import duckdb

    with duckdb.connect() as connection:

        def found(column: str, table: str) -> list[str]:
            rows = f"SELECT {column} FROM read_parquet($part) WHERE game_id = $game"
            part = str(folder / f"{table}.parquet")
            return [value for (value,) in connection.execute(rows, {"part": part, "game": game_id}).fetchall()]

        (header,) = found("header", "games")
        records = found(BODY, "records") if (folder / "records.parquet").exists() else []
        return header, [body.encode() for body in records]


def join(store: EventStore, log: GameLog, verdict: Verdict, opening: str, imported_at: str) -> tuple[str, str] | None:
    """Join a log to the stored game with the same beginning: (`extended` or `contained`, its id), or None.

    `verdict` is that on the file of the log.
    """
    for head in store.heads(opening):
        shorter = len(log.records) > head.records
        if shorter and head.finished:
            continue
        stored = store.read(head.game_id)
        try:
            earlier = stored.log()
        except (ChainBroken, Unreadable):  # `anyturn audit` reports it; nothing is appended to a broken chain
            continue
        if earlier.header.vocabulary != log.header.vocabulary or not _share_beginning(earlier, log):
            continue
        if not shorter:
            return "contained", head.game_id
        store.append(_continued(stored, earlier, log, verdict, imported_at), head.records)
        return "extended", head.game_id
    return None


def _share_beginning(one: GameLog, other: GameLog) -> bool:
    pairs = zip(one.records, other.records, strict=False)
    return all((a.actor, a.event) == (b.actor, b.event) for a, b in pairs)


def _continued(
    stored: StoredGame, earlier: GameLog, log: GameLog, verdict: Verdict, imported_at: str
) -> dict[str, Any]:
    """The rows of a stored game with the further records of `log`; the stored bytes do not change.

    They name the file of the log only if it has the same verdict: its first records can state other figures.
    """
    count = len(earlier.records)
    whole = GameLog(earlier.header, [*earlier.records, *log.records[count:]])
    trace = watched(whole)
    findings_in(verdict, whole).add_to(trace)
    trace.finish()
    agreed, written = trace.game.verdict == verdict.verdict, log.header.source
    source = Source(written.name, written.notation, written.digest if agreed else "")
    kept = Kept(stored.game_id, stored.header, stored.bodies)
    return rows(whole, trace, trace.game.verdict, source, imported_at, kept)
