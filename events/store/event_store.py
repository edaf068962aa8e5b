"""The event store: games in a DuckDB file, appended whole, in one transaction, with the version that is expected.

The version of a game is the number of its records. Rows arrive in files, one a table (a part): as JSON lines, the
fastest way into DuckDB that needs no other library, or as Parquet where they come from other machines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from events.files.temporary import temporary_folder
from events.log import chain
from events.log.codec import Decoder, Unreadable, encode
from events.log.native import ChainBroken, GameLog
from events.log.record import Header
from events.log.upcast import record_decoder
from events.problems import STORE, Problem, count
from events.store import schema
from events.store.database import StoreUnusable, connect, in_use
from events.store.schema import SourceRow
from events.store.writer_lock import Writer

if TYPE_CHECKING:
    import duckdb

Rows = Mapping[str, Sequence[Struct]]
"""Rows to append: table -> its rows, or their columns by game; all of the tables in `schema.ROWS` but `sources`."""

_encode_lines = msgspec.json.Encoder().encode_lines
PIECE = 4096
"""As many rows stand in one line of a part at most: DuckDB holds a line in memory, and refuses one of 16 MiB."""
BUFFER = 2**20
"""Bytes of a part that are put into its files at once."""
_header_decoder: Decoder[Header] = Decoder(Header)


class WrongVersion(Problem):
    """A game that has another version in the store than the one that was expected; nothing was appended."""

    STATUS = STORE

    def __init__(self, game_id: str, expected: int, found: int) -> None:
        super().__init__(game_id, expected, found)
        self.game_id, self.expected, self.found = game_id, expected, found

    def __str__(self) -> str:
        return f"game {self.game_id} has {count(self.found, 'record')} in the store, expected {self.expected}"


class StoredGame(Struct):
    """A game as it is stored: the bytes that were hashed, the beginnings of the hashes, and the head of the chain."""

    game_id: str
    header: bytes
    seqs: list[int]
    bodies: list[bytes]
    marks: list[int]
    head: str

    def verify(self) -> chain.Broken | None:
        """The first record that is not what was appended, or None."""
        return chain.verify(self.header, zip(self.seqs, self.bodies, self.marks, strict=True), self.head)

    @property
    def vocabulary(self) -> int:
        """The version of the game's vocabulary in which the records are written."""
        return _header_decoder(self.header).vocabulary

    def log(self) -> GameLog:
        """The log. Raises ChainBroken where it is not what was appended."""
        if broken := self.verify():
            raise ChainBroken(broken, name=f"game {self.game_id}")
        header = _header_decoder(self.header)
        decode = record_decoder(header.game, header.vocabulary)
        return GameLog(header, [decode(body) for body in self.bodies])


class Head(NamedTuple):
    """What identifies a stored game, how far it goes, and under which rules it was judged."""

    game_id: str
    identity: str
    records: int
    finished: bool
    head: str


class Part:
    """The files of a part that is being made: `<table>.json`, one JSON object a line; finished by `write`.

    Rows of several games are put into the files together: opening them takes longer than writing the rows of a game.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[str, list[bytes]] = {}
        self._size = 0

    def add(self, rows: Rows) -> None:
        """Add rows; what cannot be encoded is not begun. Raises OSError."""
        encoded = {table: _encode_lines(_pieces(content)) for table, content in rows.items() if content}
        for table, lines in encoded.items():
            self._waiting.setdefault(table, []).append(lines)
            self._size += len(lines)
        if self._size >= BUFFER:
            self.write()

    def write(self) -> None:
        """Put all that was added into the files. Raises OSError."""
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
    """SQL for the rows of a table in a file ($file) of a part, as `Part` writes it; `types`: column -> type.

    Further clauses may follow; `game_id` is known to them.
    """
    row = (schema.ROWS | schema.ANNOTATIONS)[table]
    once = row.ONCE if issubclass(row, schema.Columns) else row.__struct_fields__
    columns = {name: types[name] + ("" if name in once else "[]") for name in row.__struct_fields__}
    read = ", ".join(f"{name}: '{kind}'" for name, kind in columns.items())
    shown = ", ".join(name if name in once else f"unnest({name}) AS {name}" for name in columns)
    return f"SELECT {shown} FROM read_json($file, format='newline_delimited', columns={{{read}}})"


class EventStore:
    """A store that is open. Use it as a context manager; errors of opening are StoreUnusable."""

    def __init__(self, path: str, *, read_only: bool = False) -> None:
        self.path = path
        self._open: duckdb.DuckDBPyConnection | None = connect(path, read_only=read_only)
        self._writer = None if read_only else Writer(path)
        self._inside = False
        self._known_types: dict[str, dict[str, str]] = {}
        if self._writer is not None and self._writer.holder is not None:  # it has let readers in just now
            self.close()
            raise StoreUnusable(in_use(path, self._writer.holder, "anyturn"))

    def __enter__(self) -> "EventStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was committed stays."""
        if self._open is not None:
            self._open.close()
        if self._writer is not None:
            self._writer.end()

    @property
    def connection(self) -> "duckdb.DuckDBPyConnection":
        """The open file; it is opened again after `let_in`. Raises StoreUnusable."""
        if self._open is None:
            self._open = connect(self.path, read_only=False, again=True)
        return self._open

    def let_in(self) -> None:
        """Close the file until it is used again, so that others can read it; other writers stay out."""
        if self._open is not None and self._writer is not None and self._writer.shares and not self._inside:
            self._open.close()
            self._open = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is appended inside is stored together or not at all. Raises StoreUnusable if it cannot be."""
        import duckdb

        if self._inside:
            yield
            return
        self.connection.execute("BEGIN")
        self._inside = True
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            if isinstance(error, duckdb.Error):
                reason = str(error).splitlines()[0]
                raise StoreUnusable(f"{self.path}: nothing was stored ({reason})") from None
            raise
        finally:
            self._inside = False

    def append(self, rows: Rows, expected_version: int = 0) -> None:
        """Append one game, or further records to it, in one transaction.

        `rows["games"]` holds its one row, as it is from now on, `rows["records"]` all records. With an
        `expected_version` above 0 those after that one are appended, of the others only where they stand is said anew
        (they may have been taken back), and what is derived replaces what was. Raises WrongVersion.
        """
        (game,) = rows["games"]
        assert isinstance(game, schema.GameRow)
        with self.transaction(), temporary_folder() as folder:
            self._check_version(game.game_id, expected_version)
            records = rows["records"]
            if expected_version:
                self._take_out(game.game_id)
                self._place(records, expected_version)
                records = [one.slice(expected_version) for one in records if isinstance(one, schema.RecordColumns)]
            write_part(folder, {**rows, "records": records})
            self._insert(folder, None)

    def rebuild(self, rows: Rows) -> None:
        """Put other rows in the place of what is derived from a stored game's records, in one transaction.

        `rows` as for `append`, with all records: of those nothing changes but where they stand (turn, round, phase).
        The sources that had the game's verdict have its new one. Raises WrongVersion.
        """
        (game,) = rows["games"]
        assert isinstance(game, schema.GameRow)
        with self.transaction(), temporary_folder() as folder:
            self._check_version(game.game_id, game.records)
            self.connection.execute(
                "UPDATE sources SET verdict = $new FROM games WHERE sources.game_id = $id AND games.game_id = $id "
                "AND sources.verdict = games.verdict",
                {"id": game.game_id, "new": game.verdict},
            )
            self._take_out(game.game_id)
            write_part(folder, {**rows, "records": []})
            self._insert(folder, None)
            self._place(rows["records"], game.records)

    def _check_version(self, game_id: str, expected: int) -> None:
        found = self.version(game_id)
        if found != expected:
            raise WrongVersion(game_id, expected, found)

    def _take_out(self, game_id: str) -> None:
        """Delete what follows from a game's records, and what is said of it as a whole."""
        for table in ("games", *schema.DERIVED):
            self.connection.execute(f"DELETE FROM {table} WHERE game_id = ?", [game_id])

    def _place(self, records: Sequence[Struct], number: int) -> None:
        """Say anew where the first so many records of a game stand, as far as that is not what is stored."""
        for one in records:
            if isinstance(one, schema.RecordColumns):
                self._place_columns(one.slice(0, number))

    def _place_columns(self, records: schema.RecordColumns) -> None:
        self.connection.execute(
            "UPDATE records SET turn = now.turn, round = now.round, phase = now.phase FROM (SELECT "
            "unnest($seqs::INTEGER[]) AS seq, unnest($turns::INTEGER[]) AS turn, unnest($rounds::INTEGER[]) AS round, "
            "unnest($phases::VARCHAR[]) AS phase) AS now WHERE records.game_id = $id AND records.seq = now.seq AND "
            "(records.turn, records.round, records.phase) IS DISTINCT FROM (now.turn, now.round, now.phase)",
            {
                "id": records.game_id,
                "seqs": records.seq,
                "turns": records.turn,
                "rounds": records.round,
                "phases": records.phase,
            },
        )

    def append_part(self, folder: Path, game_ids: Sequence[str]) -> None:
        """Append the new games of a part that are named, in one transaction. Raises WrongVersion if one is stored."""
        if not game_ids:
            return
        with self.transaction():
            for game_id, found in self._select(
                "SELECT game_id, records FROM games WHERE game_id IN (SELECT unnest(?))", [list(game_ids)]
            ):
                raise WrongVersion(game_id, 0, found)
            whole = self._games_in(folder) == set(game_ids)
            self._insert(folder, None if whole else list(game_ids))

    def _games_in(self, folder: Path) -> set[str]:
        """The games of a part."""
        return {
            game_id
            for file in [*folder.glob("games.json"), *folder.glob("games.parquet")]
            for (game_id,) in self._select(f"SELECT game_id FROM ({self._rows_of(file)})", {"file": str(file)})
        }

    def add_sources(self, rows: Sequence[SourceRow]) -> None:
        """Keep which files were imported, by their digests; of one that is known, what has become of it now."""
        if rows:
            columns = [list(column) for column in zip(*map(msgspec.structs.astuple, rows), strict=True)]
            unnested = ", ".join(["unnest(?)"] * (len(columns) - 1) + ["unnest(?)::TIMESTAMP"])
            self.connection.execute(
                f"INSERT INTO sources SELECT {unnested} ON CONFLICT (digest) DO UPDATE "
                "SET game_id = excluded.game_id, verdict = excluded.verdict",
                columns,
            )

    def append_annotations(self, rows: Rows) -> None:
        """Append rows of the tables that no log fills, in one transaction.

        The last number is kept beside the rows, as the comment of their table: else nobody missed the last ones.
        """
        with self.transaction(), temporary_folder() as folder:
            write_part(folder, rows)
            self._insert(folder, None)
            for table in rows:
                last = self._select(f"SELECT max(number) FROM {table}")[0][0]
                self.connection.execute(f"COMMENT ON TABLE {table} IS '{last}'")

    def last_number(self, table: str) -> int:
        """The last number that a row of such a table has had; 0 where nobody kept it."""
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
        """SQL for the rows in a file ($file) of a part; further clauses may follow."""
        if file.suffix == ".parquet":
            return "SELECT * FROM read_parquet($file)"
        return rows_in(file.stem, self._types(file.stem))

    def _types(self, table: str) -> dict[str, str]:
        """The columns of a table with their types, asked for once."""
        if table not in self._known_types:
            columns = "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ?"
            self._known_types[table] = dict(self._select(columns, [table]))
        return self._known_types[table]

    def _roll_back(self) -> None:
        import duckdb

        try:
            self.connection.execute("ROLLBACK")
        except duckdb.Error:  # the transaction is gone already; what broke it is being raised
            return

    def _select(self, sql: str, parameters: Any = None) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self.connection.execute(sql, parameters).fetchall()
        return rows

    def version(self, game_id: str) -> int:
        """How many records of a game are stored; 0 if it is not."""
        found = self._select("SELECT records FROM games WHERE game_id = ?", [game_id])
        return int(found[0][0]) if found else 0

    def digests(self) -> list[tuple[str, str, str, str, str]]:
        """The files that were imported: digest, game_id, verdict; game and version of the rules that judged it."""
        return self._select(
            "SELECT digest, game_id, sources.verdict, game, ruleset_version FROM sources JOIN games USING (game_id)"
        )

    def identities(self) -> dict[str, str]:
        """What is stored: identity -> game_id."""
        return dict(self._select("SELECT identity, game_id FROM games"))

    def unfinished_openings(self) -> set[str]:
        """How the games begin that may still go on."""
        return {opening for (opening,) in self._select("SELECT DISTINCT opening FROM games WHERE NOT finished")}

    def heads(self, opening: str | None = None) -> list[Head]:
        """The heads of all games, or of those that begin in one way, in the order of their ids."""
        sql = "SELECT game_id, identity, records, finished, head FROM games"
        if opening is None:
            return [Head(*row) for row in self._select(f"{sql} ORDER BY game_id")]
        return [Head(*row) for row in self._select(f"{sql} WHERE opening = ? ORDER BY game_id", [opening])]

    def read(self, game_id: str) -> StoredGame:
        """A game with its stored bytes, unchecked. Raises Unreadable if it is not stored."""
        found = self._select("SELECT header, head FROM games WHERE game_id = ?", [game_id])
        if not found:
            raise Unreadable(f"the game {game_id!r}", "the id of a stored game (see `anyturn games`)")
        rows = self._select("SELECT seq, body, mark FROM records WHERE game_id = ? ORDER BY seq", [game_id])
        return StoredGame(
            game_id,
            found[0][0].encode(),
            [seq for seq, _, _ in rows],
            [body.encode() for _, body, _ in rows],
            [mark for _, _, mark in rows],
            found[0][1],
        )

    def first_difference(self, table: str, game_id: str, expected: Sequence[Struct]) -> str:
        """Where the rows of a game differ from those that are expected, in words; empty if they do not.

        The order of rows does not matter, except that records are compared by their numbers.
        """
        names = schema.ROWS[table].__struct_fields__
        stored = self._select(f"SELECT {', '.join(names)} FROM {table} WHERE game_id = ?", [game_id])
        wanted = [_comparable(names, row) for one in expected for row in _rows(one)]
        found = [_comparable(names, row) for row in stored]
        extra, missing = sorted(set(found) - set(wanted), key=repr), sorted(set(wanted) - set(found), key=repr)
        if not extra and not missing and len(found) == len(wanted):
            return ""
        if extra or missing:
            columns = dict(zip(names, (extra or missing)[0], strict=True))
            place = ", ".join(f"{name} {columns[name]}" for name in names[1:4])
            return f"{table}: {'not as computed' if extra else 'missing'}: {place}"
        return f"{table}: {count(len(found), 'row')}, computed {len(wanted)}"

    def find(self, name: str) -> list[tuple[str, str]]:
        """The (game_id, source) of the games that a name means: an id, else a source, else the beginning of an id."""
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
        """The ids and sources of stored games that are least different from a name, three at most."""
        found = self._select(
            "SELECT name FROM (SELECT game_id AS name FROM games UNION SELECT parse_filename(name, true) FROM sources) "
            "ORDER BY levenshtein(lower(name), lower($name)), name LIMIT 3",
            {"name": name},
        )
        return [near for (near,) in found]


def _rows(one: Struct) -> Iterable[tuple[Any, ...]]:
    return one.rows() if isinstance(one, schema.Columns) else [msgspec.structs.astuple(one)]


def _comparable(names: Sequence[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a row as they can stand in a set; `facts` come out of the store as JSON text."""
    return tuple(
        encode(msgspec.json.decode(value) if isinstance(value, str) else value)
        if name == "facts"
        else _as_tuples(value)
        for name, value in zip(names, row, strict=True)
    )


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
