"""The tree of a store: the leaves that it appends, and the root before and after each of its changes.

`roots` has a row for each change, the last one with what the tree grows from; all of it can be computed from the leaves
again.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from events.log.codec import encode, encode_lines
from events.store.clock import now
from events.store.leaves import ADOPTED, ChangeLeaf, Leaf
from events.store.merkle import Frontier, leaf_hash
from events.store.root import Root
from events.store.schema import RootRow
from events.store.taken_in import act_leaves, fact_leaves, game_leaves, source_leaves, tables_leaf

if TYPE_CHECKING:
    import duckdb

CREATE, MIGRATE, IMPORT, FACTS, APPEND, REBUILD, FORGETTING = (
    "create",
    "migrate",
    "import",
    "facts",
    "append",
    "rebuild",
    "forget",
)
"""What changes a store."""
_BATCH = 2000


class Tree:
    """The tree of an open store, to which transactions append.

    Changes of the same kind that follow each other, such as the transactions of an import, are one.
    """

    def __init__(self) -> None:
        self._kept: tuple[Frontier, str] | None = None
        self._grown: tuple[Frontier, str] | None = None
        self._waiting: list[Leaf] = []

    def add(self, leaves: Iterable[Leaf]) -> None:
        """Add leaves to those that `write` appends."""
        self._waiting += leaves

    def write(self, connection: "duckdb.DuckDBPyConnection", act: str) -> None:
        """Append the waiting leaves, and write down the root; inside the transaction of what they state."""
        if not self._waiting:
            return
        before, last = self._grown or self._kept or (frontier(connection), "")
        contents = encode_lines(self._waiting)
        if act != last:
            contents.insert(0, _begin(connection, act, before))
        after = before.copy()
        for content in contents:
            after.append(leaf_hash(content))
        connection.execute(
            "INSERT INTO leaves SELECT unnest($numbers), unnest($contents)",
            {"numbers": [*range(before.size + 1, after.size + 1)], "contents": [one.decode() for one in contents]},
        )
        connection.execute(
            "UPDATE roots SET after = ?, peaks = ? WHERE number = (SELECT max(number) FROM roots)",
            [str(_root(after)), peaks_text(after)],
        )
        self._waiting.clear()
        self._grown = (after, act)

    def keep(self) -> None:
        """The transaction was committed."""
        self._kept, self._grown = self._grown or self._kept, None

    def drop(self) -> None:
        """The transaction was rolled back."""
        self._grown = None
        self._waiting.clear()


def _begin(connection: "duckdb.DuckDBPyConnection", act: str, before: Frontier) -> bytes:
    """Begin a change: insert its row, and return the content of its leaf."""
    ((number,),) = connection.execute("SELECT coalesce(max(number), 0) + 1 FROM roots").fetchall()
    root = str(_root(before))
    leaf = ChangeLeaf(number, act, now(), root)
    connection.execute("UPDATE roots SET peaks = NULL WHERE peaks IS NOT NULL")
    connection.execute("INSERT INTO roots VALUES (?, ?, ?, ?, ?, '')", [number, act, leaf.changed_at, root, root])
    return encode(leaf)


def _root(tree: Frontier) -> Root:
    return Root(tree.size, tree.root())


def peaks_text(tree: Frontier) -> str:
    """The roots of the complete trees in a tree, largest first, as the table `roots` keeps them."""
    return " ".join(peak.hex() for peak in tree.peaks)


def frontier(connection: "duckdb.DuckDBPyConnection") -> Frontier:
    """The tree as written down; if that does not fit the leaves, computed from them."""
    ((size,),) = connection.execute("SELECT count(*) FROM leaves").fetchall()
    last = connection.execute("SELECT after, peaks FROM roots ORDER BY number DESC LIMIT 1").fetchall()
    for after, peaks in last:
        try:
            tree = Frontier(size, map(bytes.fromhex, (peaks or "").split()))
        except ValueError:
            continue
        if after == str(_root(tree)):
            return tree
    tree = Frontier()
    for content in contents(connection):
        tree.append(leaf_hash(content))
    return tree


def changes(connection: "duckdb.DuckDBPyConnection") -> list[RootRow]:
    """The changes of a store with the roots before and after them, in order."""
    found = connection.execute(
        "SELECT number, change, changed_at::VARCHAR, before, after, peaks FROM roots ORDER BY ALL"
    )
    return [RootRow(*row) for row in found.fetchall()]


def contents(connection: "duckdb.DuckDBPyConnection") -> Iterator[bytes]:
    """The contents of all leaves, in order; they are read before the connection is used for anything else."""
    found = connection.execute("SELECT content FROM leaves ORDER BY number")
    while rows := found.fetchmany(_BATCH):
        yield from (content.encode() for (content,) in rows)


def hashes(connection: "duckdb.DuckDBPyConnection") -> list[bytes]:
    """The hashes of all leaves, in order."""
    return [leaf_hash(content) for content in contents(connection)]


def write_tables(connection: "duckdb.DuckDBPyConnection", act: str) -> None:
    """Append the leaf of new tables, and leaves for whatever is stored if there were none."""
    tree = Tree()
    ((leafless,),) = connection.execute("SELECT count(*) = 0 FROM leaves").fetchall()
    tree.add([tables_leaf(connection)])
    tree.write(connection, act)
    if not leafless:
        return
    tree.add(act_leaves(connection))  # first, as a game that is stored was not forgotten after it came in
    for ids in _batches(connection, "game_id FROM games ORDER BY imported_at, game_id"):
        tree.add(game_leaves(connection, ids, ADOPTED))
        tree.write(connection, act)
    for digests in _batches(connection, "digest FROM sources ORDER BY imported_at, digest"):
        tree.add(source_leaves(connection, digests))
        tree.write(connection, act)
    tree.add(fact_leaves(connection))
    tree.write(connection, act)


def _batches(connection: "duckdb.DuckDBPyConnection", wanted: str) -> Iterator[list[str]]:
    found = [value for (value,) in connection.execute(f"SELECT {wanted}").fetchall()]
    for start in range(0, len(found), _BATCH):
        yield found[start : start + _BATCH]
