"""Whether a store still holds what it took in: its tables against its leaves, and these against its roots."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from events.log.codec import Unreadable
from events.problems import count
from events.store.leaves import ADOPTED, ActLeaf, ChangeLeaf, FactLeaf, GameLeaf, Leaf, SourceLeaf, TablesLeaf, leaf_in
from events.store.merkle import Frontier, leaf_hash
from events.store.root import Root
from events.store.schema import FORGET, RootRow
from events.store.taken_in import act_leaves, fact_leaves, game_leaves, source_leaves, tables_leaf
from events.store.tree import changes, peaks_text

if TYPE_CHECKING:
    import duckdb

SHOWN = 5
"""At most this many rows of a table are named."""


class Ledger:
    """What the leaves of a store say that it holds, and the root after each of them.

    `games`, `sources`, `facts` and `acts` are the leaves that count, by id, digest or number; `last` are the highest
    numbers of facts and acts; `changes` the beginnings of changes with the number of leaves before each; `wrong` are
    faults of the leaves themselves, in words.
    """

    def __init__(self, connection: "duckdb.DuckDBPyConnection", size: int | None = None) -> None:
        """Read all leaves of a store, or the first ones up to `size`."""
        self.wrong: list[str] = []
        self.games: dict[str, GameLeaf] = {}
        self.sources: dict[str, SourceLeaf] = {}
        self.facts: dict[int, FactLeaf] = {}
        self.acts: dict[int, ActLeaf] = {}
        self.last = {"facts": 0, "acts": 0}
        self.tables = TablesLeaf([])
        self.changes: list[tuple[int, ChangeLeaf]] = []
        self.tree = Frontier()
        self.roots = [self.tree.root()]
        rows = connection.execute(
            "SELECT number, content FROM leaves WHERE $size IS NULL OR number <= $size ORDER BY ALL", {"size": size}
        ).fetchall()
        for place, (number, content) in enumerate(rows, 1):
            if number != place and not self.wrong:
                self.wrong.append(f"leaves: row {number} stands in the place of row {place}")
            self._take(place, content.encode())

    @property
    def root(self) -> Root:
        """The root of all leaves."""
        return Root(self.tree.size, self.roots[-1])

    def root_at(self, size: int) -> Root | None:
        """The root of the first leaves; None if there are fewer."""
        return Root(size, self.roots[size]) if 0 <= size <= self.tree.size else None

    def _take(self, place: int, content: bytes) -> None:
        self.tree.append(leaf_hash(content))
        self.roots.append(self.tree.root())
        try:
            leaf = leaf_in(content)
        except Unreadable as problem:
            self.wrong.append(f"leaves: row {place}: {problem}")
            return
        match leaf:
            case ChangeLeaf():
                self.changes.append((place - 1, leaf))
            case TablesLeaf():
                self.tables = leaf
            case GameLeaf():
                self.games[leaf.game_id] = leaf
            case SourceLeaf():
                self.sources[leaf.digest] = leaf
            case FactLeaf():
                self.facts[leaf.number] = leaf
                self.last["facts"] = max(self.last["facts"], leaf.number)
            case ActLeaf():
                self._act(leaf)

    def _act(self, leaf: ActLeaf) -> None:
        """An act on a game: if it is forgotten, so are its files and facts."""
        self.acts[leaf.number] = leaf
        self.last["acts"] = max(self.last["acts"], leaf.number)
        if leaf.act == FORGET:
            self.games.pop(leaf.game_id, None)
            self.sources = {key: one for key, one in self.sources.items() if one.game_id != leaf.game_id}
            self.facts = {key: one for key, one in self.facts.items() if one.game_id != leaf.game_id}


def incomplete(connection: "duckdb.DuckDBPyConnection", ledger: Ledger) -> list[str]:
    """What the tables lack, hold besides, or hold otherwise than the leaves state; and roots that do not follow."""
    return [
        *ledger.wrong,
        *_roots(connection, ledger),
        *_games(connection, ledger),
        *_sources(connection, ledger),
        *_numbered("facts", ledger.facts, {leaf.number: leaf for leaf in fact_leaves(connection)}),
        *_numbered("acts", ledger.acts, {leaf.number: leaf for leaf in act_leaves(connection)}),
        *_last(connection, ledger),
        *(["schema_version: not as the tables were made"] if tables_leaf(connection) != ledger.tables else []),
    ]


def _roots(connection: "duckdb.DuckDBPyConnection", ledger: Ledger) -> Iterator[str]:
    """The table `roots` against what follows from the leaves."""
    stored = changes(connection)
    ends = [size for size, _ in ledger.changes[1:]] + [ledger.tree.size]
    computed = [
        RootRow(place, leaf.change, leaf.changed_at, str(ledger.root_at(size)), str(ledger.root_at(end)), None)
        for place, ((size, leaf), end) in enumerate(zip(ledger.changes, ends, strict=False), 1)
    ]
    if computed:
        computed[-1].peaks = peaks_text(ledger.tree)
    for size, leaf in ledger.changes:
        if leaf.before != str(ledger.root_at(size)):
            yield f"leaves: change {leaf.number} states another root before it than the leaves have"
            break
    for row, should in zip(stored, computed, strict=False):
        if row != should:
            yield f"roots: row {row.number} is not what follows from the leaves"
            break
    if len(stored) != len(computed):
        yield f"roots: {count(len(stored), 'row')}, {len(computed)} computed"


def _games(connection: "duckdb.DuckDBPyConnection", ledger: Ledger) -> Iterator[str]:
    ids = [game_id for (game_id,) in connection.execute("SELECT game_id FROM games ORDER BY ALL").fetchall()]
    yield from _present("games", "game", ids, ledger.games)
    for found in game_leaves(connection, ids, ADOPTED):
        leaf = ledger.games.get(found.game_id)
        if leaf is None:
            continue
        names = [
            name for name in GameLeaf.__struct_fields__ if name != "how" and getattr(leaf, name) != getattr(found, name)
        ]
        if names:
            shown = ", ".join("source, date or findings" if name == "intake" else name for name in names)
            yield f"games: {found.game_id} is not as it was taken in ({shown})"


def _sources(connection: "duckdb.DuckDBPyConnection", ledger: Ledger) -> Iterator[str]:
    digests = [digest for (digest,) in connection.execute("SELECT digest FROM sources ORDER BY ALL").fetchall()]
    yield from _present("sources", "file", digests, ledger.sources)
    for found in source_leaves(connection, digests):
        if ledger.sources.get(found.digest, found) != found:
            yield f"sources: the file {found.digest[:16]} is not as it was imported"


def _numbered(table: str, should: Mapping[int, Leaf], found: Mapping[int, Leaf]) -> Iterator[str]:
    yield from _present(table, "row", [*found], should)
    for number, leaf in found.items():
        if should.get(number, leaf) != leaf:
            yield f"{table}: row {number} is not what was stored"


def _last(connection: "duckdb.DuckDBPyConnection", ledger: Ledger) -> Iterator[str]:
    """The comments of tables with their last numbers, which may be higher only for what was forgotten before leaves."""
    comments = dict(connection.execute("SELECT table_name, comment FROM duckdb_tables()").fetchall())
    for table, last in ledger.last.items():
        if (int(comments[table]) if str(comments[table]).isdecimal() else 0) < last:
            yield f"{table}: its last number is not written down"


def _present(table: str, noun: str, found: Sequence[object], should: Mapping[Any, Leaf]) -> Iterator[str]:
    """What a table lacks, and what is in it although it was never taken in, or twice."""
    times = Counter(found)
    for fault, keys in (
        ("is missing", [key for key in should if key not in times]),
        ("was never taken in", [key for key in times if key not in should]),
        ("is there more than once", [key for key, number in times.items() if number > 1]),
    ):
        for key in keys[:SHOWN]:
            yield f"{table}: {noun} {str(key)[:16]} {fault}"
        if len(keys) > SHOWN:
            yield f"{table}: {count(len(keys) - SHOWN, f'more {noun}')} of which each {fault}"
