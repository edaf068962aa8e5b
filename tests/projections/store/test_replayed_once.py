"""Every command that asks about one game replays it once: a file in any notation, or a stored game."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.replay import Replay
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.commands.application import application
from tests.support import toy_logs as toy


@pytest.fixture
def games(tmp_path: Path, nim: str) -> dict[str, str]:
    """The same game in the foreign notation, in the native one, and in the store."""
    (tmp_path / "a.txt").write_text(toy.text())
    (tmp_path / "c.jsonl").write_bytes(toy.native())
    db = str(tmp_path / "s.duckdb")
    with EventStore(db) as store:
        list(import_files(store, [str(tmp_path / "a.txt")], 1))
    return {"foreign": str(tmp_path / "a.txt"), "native": str(tmp_path / "c.jsonl"), "stored": "a", "db": db}


@pytest.mark.parametrize("kind", ["foreign", "native", "stored"])
@pytest.mark.parametrize(
    "command",
    [
        "log",
        "audit",
        "legal --at r1",
        "legal",
        "replay --to t3",
        "replay --to -4",
        "replay --to #5",
        "replay --step",
        "replay --html -",
    ],
)
def test_a_game_is_replayed_once(
    games: dict[str, str], monkeypatch: pytest.MonkeyPatch, kind: str, command: str
) -> None:
    begun: list[Replay] = []
    start = Replay.__init__

    def counted(self: Replay, *arguments: Any) -> None:
        begun.append(self)
        start(self, *arguments)

    monkeypatch.setattr(Replay, "__init__", counted)
    name, *options = command.split()
    done = CliRunner().invoke(application(), [name, games[kind], *options, "--db", games["db"]])
    assert done.exit_code == 0, done.output
    assert len(begun) == 1
    assert begun[0].standings is not None, "and to its end"
