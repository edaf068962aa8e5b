"""The tree of a store: what becomes a leaf, when the root changes, and stores that had no leaves."""

import shutil
from pathlib import Path

import pytest

from events.log.codec import encode
from events.store import merkle, tree
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.leaves import GameLeaf, leaf_in
from tests.hostile.edits import judged, ten_games
from tests.support import TOY, install
from tests.support.older_stores import without_leaves


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of ten games, with facts, and two games that were forgotten."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        return ten_games(tmp_path_factory.mktemp("tree"))


def test_a_leaf_for_all_that_came_in(whole: Path, nim: str) -> None:
    with EventStore(str(whole), read_only=True) as store:
        contents = list(tree.contents(store.connection))
        ledger, grown = Ledger(store.connection), tree.frontier(store.connection)
        hashes = tree.hashes(store.connection)
    kinds = [type(leaf_in(content)).__name__ for content in contents]
    assert kinds == [
        *("ChangeLeaf", "TablesLeaf", "ChangeLeaf"),
        *["GameLeaf"] * 12,
        *["SourceLeaf"] * 12,
        *("ChangeLeaf", *["FactLeaf"] * 4),
        *("ChangeLeaf", *["ActLeaf"] * 2),
    ]
    assert all(encode(leaf_in(content)) == content for content in contents)
    assert (len(ledger.games), len(ledger.sources), len(ledger.facts), len(ledger.acts)) == (10, 10, 4, 2)
    assert merkle.root(hashes) == ledger.root.digest == grown.root()
    assert ledger.root_at(len(contents)) == ledger.root
    assert ledger.root_at(len(contents) + 1) is ledger.root_at(-1) is None


def test_an_older_store_gets_leaves_of_what_it_holds(whole: Path, tmp_path: Path, nim: str) -> None:
    """A store of version 8 had neither leaves nor roots; acts come first, as what they forgot is not there."""
    path = tmp_path / "older.duckdb"
    shutil.copy(whole, path)
    without_leaves(str(path))
    with EventStore(str(path)) as store:
        ledger = Ledger(store.connection)
        done = tree.changes(store.connection)
    assert [leaf.how for leaf in ledger.games.values()] == ["adopted"] * 10
    assert [one.change for one in done] == ["migrate"]
    assert judged(path) == ([], ledger.root)


def test_a_rolled_back_transaction_leaves_no_leaf(whole: Path, tmp_path: Path, nim: str) -> None:
    """The tree that the store keeps in memory is that of the file, also afterwards."""
    path = tmp_path / "s.duckdb"
    shutil.copy(whole, path)
    _, before = judged(path)
    leaf = GameLeaf("new", "g", "nim", "i", "h", "valid", "1", 3, "x")
    with EventStore(str(path)) as store:
        for fails in (True, False):
            try:
                with store.transaction(tree.IMPORT):
                    store._tree.add([leaf])
                    if fails:
                        store._tree.write(store.connection, tree.IMPORT)
                        raise KeyboardInterrupt
            except KeyboardInterrupt:
                assert Ledger(store.connection).root == before
        ledger = Ledger(store.connection)
        assert ledger.root.size == before.size + 2  # the change and the leaf
        assert tree.frontier(store.connection).root() == ledger.root.digest
        assert tree.changes(store.connection)[-1].before == str(before)


def test_peaks_that_do_not_fit_are_computed_again(whole: Path, tmp_path: Path, nim: str) -> None:
    """A writer continues from the leaves, whatever else the file states; the audit reports it."""
    path = tmp_path / "s.duckdb"
    shutil.copy(whole, path)
    _, root = judged(path)
    for peaks in ("'00'", "'no hash'", "NULL"):
        with EventStore(str(path)) as store:
            store.connection.execute(f"UPDATE roots SET peaks = {peaks}")
            assert tree.frontier(store.connection).root() == root.digest
    assert judged(path)[0] == ["roots: row 4 is not what follows from the leaves"]
