"""All recorded logs in one store: whatever their notation, no game is counted twice."""

from collections import Counter

import pytest

from events import files
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from tests.support import LOGS
from tests.support.recorded import needs_recorded

pytestmark = [
    pytest.mark.long,
    needs_recorded(),
]


def test_no_game_is_counted_twice(tmp_path):
    """Renderings of one game are `same`: games of the same players with the same points are stored once."""
    paths = [path for path in files.find([str(LOGS)]) if "/requests/" not in path and "/gamedatas/" not in path]
    with EventStore(str(tmp_path / "all.duckdb")) as store:
        found = [one for chunk in import_files(store, paths, 2) for one in chunk]
        sql = (
            "SELECT game, list((player, faction, vp) ORDER BY seat) FROM games JOIN seats USING (game_id) "
            "WHERE finished GROUP BY game_id, game HAVING count(DISTINCT player) = count(*)"
        )
        games = Counter((game, str(seats)) for game, seats in store.connection.execute(sql).fetchall())
    assert len(games) > 100
    assert [one for one, times in games.items() if times > 1] == []
    assert sum(one.status == "same" for one in found) >= 3


def test_imported_again_nothing_is_new(tmp_path):
    paths = files.find([str(path) for path in sorted(LOGS.glob("terra-mystica/*ledger*"))])
    with EventStore(str(tmp_path / "again.duckdb")) as store:
        for _ in range(2):
            found = [one for chunk in import_files(store, paths, 2) for one in chunk]
    assert {one.status for one in found} <= {"unchanged", "left out"}
