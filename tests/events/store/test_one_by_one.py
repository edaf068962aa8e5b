"""Many games of a store, one after the other: each as it is stored, a few of them at hand at a time."""

import shutil
from pathlib import Path

import pytest

from events.store import one_by_one as module
from events.store.event_store import EventStore
from events.store.one_by_one import one_by_one
from projections.store.proof import prove
from tests.hostile.edits import ten_games
from tests.support import TOY, install

AT_HAND = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'temp'"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every verdict that is stored; the name of its file needs quotes in SQL."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        folder = tmp_path_factory.mktemp("one_by_one")
        return Path(shutil.move(ten_games(folder), folder / """Ann's "best" games.duckdb"""))


def test_each_game_is_read_as_it_is_stored(whole: Path, monkeypatch: pytest.MonkeyPatch, nim: str) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 3)
    with EventStore(str(whole), read_only=True) as store:
        ids = [head.game_id for head in store.heads()]
        before = {game_id: store.read(game_id) for game_id in ids}
        assert len(ids) > 6
        found = {}
        for game_id in one_by_one(store, ids):
            found[game_id] = store.read(game_id)
            assert store.connection.execute("SELECT count(*) FROM games").fetchall()[0][0] <= 3
        assert list(found.items()) == list(before.items())
        assert store.connection.execute(AT_HAND).fetchall() == []
        assert [head.game_id for head in store.heads()] == ids


def test_a_store_is_proven_a_few_games_at_a_time(whole: Path, monkeypatch: pytest.MonkeyPatch, nim: str) -> None:
    with EventStore(str(whole), read_only=True) as store:
        at_once = [*prove(store)]
        monkeypatch.setattr(module, "AT_ONCE", 2)
        assert [*prove(store)] == at_once
        assert not any(one.wrong for one in at_once)


def test_when_the_loop_is_left_the_store_is_whole_again(whole: Path, nim: str) -> None:
    with EventStore(str(whole), read_only=True) as store:
        ids = [head.game_id for head in store.heads()]
        games = one_by_one(store, ids)
        assert next(games) == ids[0]
        games.close()
        assert store.connection.execute(AT_HAND).fetchall() == []
        left = one_by_one(store, ids)
        next(left)
    left.close()  # the connection is closed, and its temporary tables with it
