"""Every command that asks about one game replays it once: a file in any notation, or a stored game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr
from typer.testing import CliRunner

from engine.rules import ruleset
from events.log.record import Header
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


@pytest.fixture
def begun(games: dict[str, str]) -> Iterator[list[Any]]:
    """The positions of all games that have begun since."""
    rules, positions = ruleset("nim"), list[Any]()
    start = rules.start

    def counted(header: Header) -> Any:
        positions.append(start(header))
        return positions[-1]

    force_setattr(rules, "start", counted)
    yield positions
    force_setattr(rules, "start", start)


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
def test_a_game_is_replayed_once(games: dict[str, str], begun: list[Any], kind: str, command: str) -> None:
    name, *options = command.split()
    done = CliRunner().invoke(application(), [name, games[kind], *options, "--db", games["db"]])
    assert done.exit_code == 0, done.output
    assert len(begun) == 1
    assert ruleset("nim").standings(begun[0]) is not None, "and to its end"
