"""The event store: games in a DuckDB file, each appended in one transaction that checks the expected version.

The version of a game is the number of its records. Rows arrive in parts, with one file per table, as JSON lines, the
fastest way into DuckDB without another library, or as Parquet if they come from other machines.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from events.files.temporary import temporary_folder
from events.log import chain
from events.log.codec import Decoder, Unreadable
from events.log.native import ChainBroken, GameLog
from events.log.record import Header
from events.log.upcast import record_decoder
from events.problems import STORE, Problem, count
from events.store import schema
from events.store.bodies import BODY
from events.store.database import StoreUnusable, connect, damage, damaged, in_use
from events.store.leaves import EXTENDED, NEW, REBUILT, Leaf
from events.store.schema import SourceRow
from events.store.taken_in import act_leaves, fact_leaves, game_leaves, source_leaves
from events.store.tree import APPEND, FACTS, IMPORT, REBUILD, Tree
from events.store.writer_lock import Writer

if TYPE_CHECKING:
    import duckdb

Rows = Mapping[str, Sequence[Struct]]
"""Rows to append: table -> rows, or columns by game; for all tables in `schema.ROWS` except `sources`."""

_encode_lines = msgspec.json.Encoder().encode_lines
PIECE = 4096
"""The most rows in one line of a part: DuckDB holds a line in memory, and refuses one of 16 MiB."""
BUFFER = 2**20
"""Bytes of a part that are written to its files at a time."""
_header_decoder: Decoder[Header] = Decoder(Header)


class WrongVersion(Problem):
    """A stored game does not have the expected version; nothing was appended."""

    STATUS = STORE

    def __init__(self, game_id: str, expected: int, found: int) -> None:
        super().__init__(game_id, expected, found)
        self.game_id, self.expected, self.found = game_id, expected, found

    def __str__(self) -> str:
        return f"game {self.game_id} has {count(self.found, 'record')} in the store, expected {self.expected}"


class StoredGame(Struct):
    """A game as stored: the bytes that were hashed, the first bytes of the hashes, and the head of the chain."""

    game_id: str
    header: bytes
    seqs: list[int]
    bodies: list[bytes]
    marks: list[int]
    head: str

    def verify(self) -> chain.Broken | None:
        """The first record that was changed after it was appended, or None."""
        return chain.verify(self.header, zip(self.seqs, self.bodies, self.marks, strict=True), self.head)

    @property
    def vocabulary(self) -> int:
        """The version of the game's vocabulary in which the records are written."""
        return _header_decoder(self.header).vocabulary

    def log(self) -> GameLog:
        """The log. Raises ChainBroken if it was changed after it was appended."""
        if broken := self.verify():
            raise ChainBroken(broken, name=f"game {self.game_id}")
        header = _header_decoder(self.header)
        decode = record_decoder(header.game, header.vocabulary)
        return GameLog(header, [decode(body) for body in self.bodies])


class Head(NamedTuple):
    """The identity of a stored game, the number of its records, and whether it is finished."""

    game_id: str
    identity: str
    records: int
    finished: bool
    head: str


class Part:
    """The files of a part: `<table>.json`, one JSON object per line; `write` completes them.

    Rows of several games are written together, as opening the files takes longer than writing one game.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[str, list[bytes]] = {}
        self._size = 0

    def add(self, rows: Rows) -> None:
        """Add rows; if any cannot be encoded, none is added. Raises OSError."""
        encoded = {table: _encode_lines(_pieces(content)) for table, content in rows.items() if content}
        for table, lines in encoded.items():
            self._waiting.setdefault(table, []).append(lines)
            self._size += len(lines)
        if self._size >= BUFFER:
            self.write()

    def write(self) -> None:
        """Write everything added so far to the files. Raises OSError."""
        for table, lines in self._waiting.items():
            with (self._folder / f"{table}.json").open("ab") as file:
                file.writelines(lines)
        self._waiting.clear()
        self._size = 0


def write_part(folder: Path, rows: Rows) -> None:
    """Append rows to the files of a part."""
    part = Part(folder)
    part.add(rows)
    part.write()


def _pieces(content: Sequence[Struct]) -> list[Struct]:
    return [
        piece
        for one in content
        for piece in (
            [one.slice(start, start + PIECE) for start in range(0, len(one), PIECE)]
            if isinstance(one, schema.Columns) and len(one) > PIECE
            else [one]
        )
    ]


def rows_in(table: str, types: Mapping[str, str]) -> str:
    """SQL for the rows of a table in a file ($file) of a part, as written by `Part`; `types`: column -> type.

    Further clauses can follow; they can refer to `game_id`.
    """
    row = (schema.ROWS | schema.ANNOTATIONS)[table]
    once = row.ONCE if issubclass(row, schema.Columns) else row.__struct_fields__
    columns = {name: types[name] + ("" if name in once else "[]") for name in row.__struct_fields__}
    read = ", ".join(f"{name}: '{kind}'" for name, kind in columns.items())
    shown = ", ".join(name if name in once else f"unnest({name}) AS {name}" for name in columns)
    return f"SELECT {shown} FROM read_json($file, format='newline_delimited', columns={{{read}}})"


class EventStore:
    """An open store, to be used as a context manager. Opening raises StoreUnusable."""

    def __init__(self, path: str, *, read_only: bool = False) -> None:
        self.path = path
        self._open: duckdb.DuckDBPyConnection | None = connect(path, read_only=read_only)
        self._writer = None if read_only else Writer(path)
        self._inside = False
        self._tree = Tree()
        self._known_types: dict[str, dict[str, str]] = {}
        if self._writer is not None and self._writer.holder is not None:  # its writer has just let readers in
            self.close()
            raise StoreUnusable(in_use(path, self._writer.holder, "anyturn"))

    def __enter__(self) -> "EventStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; committed data stays."""
        if self._open is not None:
            self._open.close()
        if self._writer is not None:
            self._writer.end()

    @property
    def connection(self) -> "duckdb.DuckDBPyConnection":
        """The connection, which is reopened after `let_in`. Raises StoreUnusable."""
        if self._open is None:
            self._open = connect(self.path, read_only=False, again=True)
        return self._open

    def let_in(self) -> None:
        """Close the file until its next use, so that others can read it; other writers are kept out."""
        if self._open is not None and self._writer is not None and self._writer.shares and not self._inside:
            self._open.close()
            self._open = None

    @contextmanager
    def transaction(self, act: str) -> Iterator[None]:
        """Everything appended inside is stored together or not at all. Raises StoreUnusable if storing fails.

        `act` is what changes the store, such as IMPORT; inside another transaction, that of the outer one counts.
        """
        import duckdb

        if self._inside:
            yield
            return
        self.connection.execute("BEGIN")
        self._inside = True
        try:
            yield
            self._tree.write(self.connection, act)
            self.connection.execute("COMMIT")
            self._tree.keep()
        except BaseException as error:
            self._tree.drop()
            self._roll_back()
            if isinstance(error, duckdb.Error):
                if reason := damage(error):
                    raise StoreUnusable(f"nothing was stored: {damaged(reason, self.path)}") from None
                reason = str(error).splitlines()[0]
                raise StoreUnusable(f"{self.path}: nothing was stored ({reason})") from None
            raise
        finally:
            self._inside = False

    def append(self, rows: Rows, expected_version: int = 0) -> None:
        """Append one game, or further records to it, in one transaction.

        `rows["games"]` holds the new row of the game, `rows["records"]` all its records. With an `expected_version`
        above 0, only records after that version are appended; the places of earlier ones are updated, as they can have
        been taken back, and derived rows are replaced. Raises WrongVersion.
        """
        (game,) = rows["games"]
        assert isinstance(game, schema.GameRow)
        with self.transaction(APPEND), temporary_folder() as folder:
            self._check_version(game.game_id, expected_version)
            records = [one for one in rows["records"] if isinstance(one, schema.RecordColumns)]
            if expected_version:
                self._take_out([game.game_id])
                self._place([one.slice(0, expected_version) for one in records])
                records = [one.slice(expected_version) for one in records]
            write_part(folder, {**rows, "records": records})
            self._insert(folder, None)
            self._take_in([game.game_id], EXTENDED if expected_version else NEW)

    def rebuild(self, games: Sequence[Rows]) -> None:
        """Replace the rows derived from the records of stored games, in one transaction.

        The rows of a game are as for `append`, with all records, of which only the places (turn, round, phase) change.
        Sources that had a game's old verdict get the new one. Raises WrongVersion.
        """
        now = [row for rows in games for row in rows["games"] if isinstance(row, schema.GameRow)]
        game_ids = [game.game_id for game in now]
        with self.transaction(REBUILD), temporary_folder() as folder:
            for game in now:
                self._check_version(game.game_id, game.records)
            judged = self._select(
                "UPDATE sources SET verdict = now.verdict "
                "FROM games JOIN (SELECT unnest($ids) AS game_id, unnest($verdicts) AS verdict) AS now USING (game_id) "
                "WHERE sources.game_id = games.game_id AND sources.verdict = games.verdict "
                "AND games.verdict <> now.verdict RETURNING digest",
                {"ids": game_ids, "verdicts": [game.verdict for game in now]},
            )
            self._take_out(game_ids)
            part = Part(folder)
            for rows in games:
                part.add({**rows, "records": []})
            part.write()
            self._insert(folder, None)
            self._place([one for rows in games for one in rows["records"] if isinstance(one, schema.RecordColumns)])
            self._take_in(game_ids, REBUILT)
            self._tree.add(source_leaves(self.connection, sorted(digest for (digest,) in judged)))

    def _take_in(self, game_ids: Sequence[str], how: str) -> None:
        """Append leaves for games as they are stored now."""
        self._tree.add(game_leaves(self.connection, game_ids, how))

    def _check_version(self, game_id: str, expected: int) -> None:
        found = self.version(game_id)
        if found != expected:
            raise WrongVersion(game_id, expected, found)

    def _take_out(self, game_ids: Sequence[str]) -> None:
        """Delete the rows derived from the records of games, and the rows of these games."""
        for table in ("games", *schema.DERIVED):
            self.connection.execute(f"DELETE FROM {table} WHERE game_id IN (SELECT unnest(?))", [game_ids])

    def _place(self, games: Sequence[schema.RecordColumns]) -> None:
        """Update the places (turn, round, phase) of records where they differ."""
        self.connection.execute(
            "UPDATE records SET turn = now.turn, round = now.round, phase = now.phase FROM (SELECT "
            "unnest($ids) AS game_id, unnest($seqs::INTEGER[]) AS seq, unnest($turns::INTEGER[]) AS turn, "
            "unnest($rounds::INTEGER[]) AS round, unnest($phases::VARCHAR[]) AS phase) AS now "
            "WHERE records.game_id = now.game_id AND records.seq = now.seq AND "
            "(records.turn, records.round, records.phase) IS DISTINCT FROM (now.turn, now.round, now.phase)",
            {
                "ids": [records.game_id for records in games for _ in records.seq],
                "seqs": [seq for records in games for seq in records.seq],
                "turns": [turn for records in games for turn in records.turn],
                "rounds": [each for records in games for each in records.round],
                "phases": [phase for records in games for phase in records.phase],
            },
        )

    def append_part(self, folder: Path, game_ids: Sequence[str]) -> None:
        """Append the named games of a part, in one transaction. Raises WrongVersion if one is already stored."""
        if not game_ids:
            return
        with self.transaction(IMPORT):
            for game_id, found in self._select(
                "SELECT game_id, records FROM games WHERE game_id IN (SELECT unnest(?))", [list(game_ids)]
            ):
                raise WrongVersion(game_id, 0, found)
            whole = self._games_in(folder) == set(game_ids)
            self._insert(folder, None if whole else list(game_ids))
            self._take_in(game_ids, NEW)

    def _games_in(self, folder: Path) -> set[str]:
        """The games of a part."""
        return {
            game_id
            for file in [*folder.glob("games.json"), *folder.glob("games.parquet")]
            for (game_id,) in self._select(f"SELECT game_id FROM ({self._rows_of(file)})", {"file": str(file)})
        }

    def add_sources(self, rows: Sequence[SourceRow]) -> None:
        """Store which files were imported, by digest; for a known file, update its game and verdict."""
        if not rows:
            return
        with self.transaction(IMPORT):
            columns = [list(column) for column in zip(*map(msgspec.structs.astuple, rows), strict=True)]
            unnested = ", ".join(["unnest(?)"] * (len(columns) - 1) + ["unnest(?)::TIMESTAMP"])
            self.connection.execute(
                f"INSERT INTO sources SELECT {unnested} ON CONFLICT (digest) DO UPDATE "
                "SET game_id = excluded.game_id, verdict = excluded.verdict",
                columns,
            )
            self._tree.add(source_leaves(self.connection, dict.fromkeys(row.digest for row in rows)))

    def append_annotations(self, rows: Rows) -> None:
        """Append rows of the tables in `schema.ANNOTATIONS`, in the order of their numbers, in one transaction.

        The last number is also kept as the comment of the table, so that missing last rows are noticed.
        """
        leaves_of: dict[str, Callable[..., Sequence[Leaf]]] = {"facts": fact_leaves, "acts": act_leaves}
        with self.transaction(FACTS):
            for table, content in rows.items():
                names = content[0].__struct_fields__
                columns = [[getattr(row, name) for row in content] for name in names]
                values = ", ".join(["unnest(?)"] * len(names))
                self.connection.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {values}", columns)
                first, last = columns[0][0], columns[0][-1]
                self.connection.execute(f"COMMENT ON TABLE {table} IS '{last}'")
                self._tree.add(leaves_of[table](self.connection, first - 1))

    def last_number(self, table: str) -> int:
        """The highest number that a row of such a table has ever had; 0 if it was not kept."""
        found = self._select("SELECT comment FROM duckdb_tables() WHERE table_name = ?", [table])
        return int(found[0][0]) if found and str(found[0][0]).isdecimal() else 0

    def _insert(self, folder: Path, game_ids: list[str] | None) -> None:
        for file in sorted([*folder.glob("*.json"), *folder.glob("*.parquet")]):
            if not file.stat().st_size:
                continue
            wanted = "WHERE game_id IN (SELECT unnest($ids))" if game_ids is not None else ""
            self.connection.execute(
                f"INSERT INTO {file.stem} BY NAME {self._rows_of(file)} {wanted}",
                {"file": str(file)} | ({"ids": game_ids} if game_ids is not None else {}),
            )

    def _rows_of(self, file: Path) -> str:
        """SQL for the rows in a file ($file) of a part; further clauses can follow."""
        if file.suffix == ".parquet":
            return "SELECT * FROM read_parquet($file)"
        return rows_in(file.stem, self._types(file.stem))

    def _types(self, table: str) -> dict[str, str]:
        """The columns of a table with their types, looked up once."""
        if table not in self._known_types:
            columns = "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ?"
            self._known_types[table] = dict(self._select(columns, [table]))
        return self._known_types[table]

    def _roll_back(self) -> None:
        import duckdb

        try:
            self.connection.execute("ROLLBACK")
        except duckdb.Error:  # the transaction has already ended; its error is being raised
            return

    def _select(self, sql: str, parameters: Any = None) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self.connection.execute(sql, parameters).fetchall()
        return rows

    def version(self, game_id: str) -> int:
        """The number of stored records of a game; 0 if it is not stored."""
        found = self._select("SELECT records FROM games WHERE game_id = ?", [game_id])
        return int(found[0][0]) if found else 0

    def digests(self) -> list[tuple[str, str, str, str, str]]:
        """The imported files: digest, game_id, verdict, game, and the version of the rules that judged it."""
        return self._select(
            "SELECT digest, game_id, sources.verdict, game, ruleset_version FROM sources JOIN games USING (game_id)"
        )

    def branches_of(self, identity: str) -> list[str]:
        """The ids of the stored branches that left the game with this identity."""
        found = self._select("SELECT game_id FROM games WHERE branch_of = ? ORDER BY game_id", [identity])
        return [game_id for (game_id,) in found]

    def identities(self) -> dict[str, str]:
        """The stored games: identity -> game_id."""
        return dict(self._select("SELECT identity, game_id FROM games"))

    def unfinished_openings(self) -> set[str]:
        """The openings of games that can still go on."""
        return {opening for (opening,) in self._select("SELECT DISTINCT opening FROM games WHERE NOT finished")}

    def heads(self, opening: str | None = None) -> list[Head]:
        """The heads of all games, or of those with an opening, in the order of their ids."""
        sql = "SELECT game_id, identity, records, finished, head FROM games"
        if opening is None:
            return [Head(*row) for row in self._select(f"{sql} ORDER BY game_id")]
        return [Head(*row) for row in self._select(f"{sql} WHERE opening = ? ORDER BY game_id", [opening])]

    def read(self, game_id: str) -> StoredGame:
        """A game with its stored bytes, unchecked. Raises Unreadable if it is not stored."""
        found = self._select("SELECT header, head FROM games WHERE game_id = ?", [game_id])
        if not found:
            raise Unreadable(f"the game {game_id!r}", "the id of a stored game (see `anyturn games`)")
        rows = self._select(f"SELECT seq, {BODY}, mark FROM records WHERE game_id = ? ORDER BY seq", [game_id])
        return StoredGame(
            game_id,
            found[0][0].encode(),
            [seq for seq, _, _ in rows],
            [body.encode() for _, body, _ in rows],
            [mark for _, _, mark in rows],
            found[0][1],
        )

    def find(self, name: str) -> list[tuple[str, str]]:
        """The (game_id, source) of the games with a name: an id, then a source, then the beginning of an id."""
        for meaning in (
            "games.game_id = $name",
            "sources.name = $name OR games.source = $name OR parse_filename(sources.name) = $name",
            "parse_filename(sources.name, true) = $name",
            "starts_with(games.game_id, $name)",
        ):
            found = self._select(
                "SELECT DISTINCT games.game_id, games.source FROM games LEFT JOIN sources USING (game_id) "
                f"WHERE {meaning} ORDER BY games.game_id",
                {"name": name},
            )
            if found:
                return [(game_id, source) for game_id, source in found]
        return []

    def nearest(self, name: str) -> list[str]:
        """At most three ids and sources of stored games that are closest to a name."""
        found = self._select(
            "SELECT name FROM (SELECT game_id AS name FROM games UNION SELECT parse_filename(name, true) FROM sources) "
            "ORDER BY levenshtein(lower(name), lower($name)), name LIMIT 3",
            {"name": name},
        )
        return [near for (near,) in found]
