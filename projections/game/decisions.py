"""Decisions for learning: a row for each, with what else its player could have done, as Parquet.

Rows are made game by game and written in parts, so that memory depends on the largest game and not on their number.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.chance import Spread
from engine.replay import Replay
from engine.rules import ruleset
from engine.sameness import Sameness
from events.files.atomic import put_whole, refuse_existing
from events.files.temporary import temporary_folder
from events.log.codec import encode_lines
from events.log.identity import game_id as id_of
from events.log.native import GameLog, resolve
from events.log.record import Intervention
from events.store.database import StoreUnusable
from projections.verdict import SHOWN

_encode_lines = msgspec.json.Encoder().encode_lines
PART = 2**24
"""Bytes of JSON lines after which a part is written."""
ROWS_OF_A_GROUP = 2048
"""Rows that are written, and later read, together: as few as DuckDB allows, since a row can hold a long list."""


class Decision(Struct):
    """A decision of a player: the position before it, the legal set, what was chosen, and how the game ended for them.

    Seats count from 0. `event` and `legal` are canonical JSON, spelled as `anyturn legal` spells them; `legal` holds
    the events of this seat in the order of the rules, and `legal[chosen]` is `event`. A set of more than SHOWN events
    is left out: `legal`, `legal_size` and `chosen` are then null. `exact` is false if the log left something open
    before, on which the legal set may depend. `rank`, `vp` and `dropped` are null for a game that is not over.
    """

    game_id: str
    game: str
    ruleset_version: str
    verdict: str
    players: int
    seq: int
    actor: int
    turn: int
    round: int
    phase: str
    event: str
    chosen: int | None
    legal_size: int | None
    legal: list[str] | None
    exact: bool
    figures: list[dict[str, int]]
    rank: int | None = None
    vp: int | None = None
    dropped: bool | None = None


TYPES = {
    "game_id": "VARCHAR",
    "game": "VARCHAR",
    "ruleset_version": "VARCHAR",
    "verdict": "VARCHAR",
    "players": "UTINYINT",
    "seq": "INTEGER",
    "actor": "UTINYINT",
    "turn": "INTEGER",
    "round": "INTEGER",
    "phase": "VARCHAR",
    "event": "VARCHAR",
    "chosen": "INTEGER",
    "legal_size": "INTEGER",
    "legal": "VARCHAR[]",
    "exact": "BOOLEAN",
    "figures": "MAP(VARCHAR, BIGINT)[]",
    "rank": "UTINYINT",
    "vp": "BIGINT",
    "dropped": "BOOLEAN",
}
"""The columns with their types in DuckDB."""


def decisions(log: GameLog, game_id: str = "", most: int = SHOWN) -> list[Decision]:
    """The decisions of a log in force, up to a record that breaks a clause; legal sets hold at most `most` events.

    `game_id` is the id of the stored game; without one, it is that under which the log would be stored first.
    """
    game = Replay(ruleset(log.header.game), log.header)
    sameness = None if game_id else Sameness(game)
    records = resolve(log)
    open_from = min((fact.seq for fact in log.header.assumed if fact.among), default=None)
    watching = _Watching(game, [record.seq for record in records], open_from, most)
    game.feed(records)
    found = watching.rows if game.broke is None else [row for row in watching.rows if row.seq != game.broke.seq]
    results = {standing.seat: standing for standing in game.standings or ()}
    known_as = id_of(sameness.identity(game, log)) if sameness else game_id
    for row in found:
        row.game_id, row.verdict = known_as, game.verdict
        if (result := results.get(row.actor)) is not None:
            row.rank, row.vp, row.dropped = result.rank, result.vp, result.dropped
    return found


class _Watching:
    """Makes a row for each decision of a replay before it is applied. The result of the game is not known then.

    `seqs` are the numbers of the records; from record `open_from` on (0: the header), the source of the log leaves
    something open.
    """

    def __init__(self, game: Replay, seqs: Sequence[int], open_from: int | None, most: int) -> None:
        self.rows: list[Decision] = []
        self._seqs, self._open_from, self._most = seqs, open_from, most
        self._unknown = False
        game.on_record.append(self._before)

    def _before(self, game: Replay, actor: int | None, event: Any) -> None:
        seq = self._seqs[len(game.played)]
        self._unknown = self._unknown or (self._open_from is not None and seq >= self._open_from)
        if actor is not None and not isinstance(event, Intervention):
            self.rows.append(self._row(game, seq, actor, event))
        elif actor is None and not self._unknown:
            self._unknown = leaves_open(game, event)

    def _row(self, game: Replay, seq: int, actor: int, event: Any) -> Decision:
        rules, state = game.rules, game.state
        turn, seats = rules.turn(state), range(len(game.header.seats))
        own = list(islice((each for who, each in rules.legal(state) if who == actor), self._most + 1))
        (spelled,) = encode_lines([rules.plain(state, actor, event)])
        legal = None if len(own) > self._most else [line.decode() for line in encode_lines(own)]
        plain = spelled.decode()
        return Decision(
            "", rules.id, rules.version, "", len(seats), seq, actor, turn.index, turn.round, turn.phase, plain,
            None if legal is None or plain not in legal else legal.index(plain),
            None if legal is None else len(legal),
            legal,
            not self._unknown,
            [dict(rules.figures(state, seat)) for seat in seats],
        )  # fmt: skip


def leaves_open(game: Replay, event: Any) -> bool:
    """Whether a chance event does not name what came up, as a log of only what was public does."""
    outcome = game.rules.outcome(game.state)
    if outcome is None or type(event) is not outcome.event:
        return False
    spread = {name for each in outcome.alternatives for name, of in each.fields.items() if isinstance(of, Spread)}
    return any(_holds_none(getattr(event, name)) for name in spread)


def _holds_none(value: Any) -> bool:
    if isinstance(value, Struct):
        value = msgspec.structs.astuple(value)
    elif isinstance(value, dict):
        value = tuple(value.values())
    return any(map(_holds_none, value)) if isinstance(value, tuple | list) else value is None


def write(games: Iterable[list[Decision]], file: Path, *, force: bool = False) -> Iterator[list[Decision]]:
    """Write the decisions of games into one Parquet file, which appears when all are written; yields each game's.

    The caller must take all of them. Raises Exists before the first, StoreUnusable if rows or file cannot be written.
    """
    import duckdb

    refuse_existing([file], force)
    with temporary_folder() as folder, duckdb.connect(config={"threads": 1}) as connection:
        try:
            yield from _written_in_parts(connection, games, folder)
            parts = f"read_parquet('{_quoted(Path(folder, 'part*.parquet'))}')"
            file.parent.mkdir(parents=True, exist_ok=True)
            put_whole(partial(_copy, connection, parts), file, force=force)
        except duckdb.Error as error:
            raise StoreUnusable(f"{file}: cannot be written ({str(error).splitlines()[0]})") from None


def _written_in_parts(connection: Any, games: Iterable[list[Decision]], folder: Path) -> Iterator[list[Decision]]:
    """Write a part whenever enough rows have come together, and one at the end, even without rows."""
    lines, number = Path(folder, "rows.json"), 0
    lines.touch()
    for rows in games:
        with lines.open("ab") as stream:
            stream.write(_encode_lines(rows))
        if lines.stat().st_size >= PART:
            _copy(connection, _read(lines), Path(folder, f"part{number:06}.parquet"))
            number += 1
            lines.write_bytes(b"")
        yield rows
    _copy(connection, _read(lines), Path(folder, f"part{number:06}.parquet"))


def _read(lines: Path) -> str:
    columns = ", ".join(f"{name}: '{kind}'" for name, kind in TYPES.items())
    return f"read_json('{_quoted(lines)}', format = 'newline_delimited', columns = {{{columns}}})"


def _copy(connection: Any, source: str, file: Path) -> None:
    form = f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS_OF_A_GROUP}"
    connection.execute(f"COPY (FROM {source}) TO '{_quoted(file)}' ({form})")


def _quoted(file: Path) -> str:
    return str(file).replace("'", "''")
