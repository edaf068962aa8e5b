"""Self-played games in a store, for the statistics."""

import pytest

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from projections.batch.importing import import_files

GAMES = 12
RULES = ruleset("anachrony")


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A store of self-played games, and the result of each."""
    folder = tmp_path_factory.mktemp("anachrony")
    logs = [selfplay_log(RULES, f"stats-{n}", 2 + n % 3, {}, "sensible") for n in range(GAMES)]
    names = []
    for n, log in enumerate(logs):
        names.append(str(folder / f"{n}.jsonl"))
        (folder / f"{n}.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(folder / "s.duckdb")) as store:
        list(import_files(store, names, 1))
        yield store, [replay(RULES, log) for log in logs]
