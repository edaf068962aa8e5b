"""Profiles of players: what one page has, however many players there are."""

from pathlib import Path

import pytest

from events import files
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.batch.playing import play_games
from projections.season.profiles import one_player, profiles
from projections.statistics import selecting


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store of two games, of which one has only two players."""
    for seed, players in ((1, 3), (2, 2)):
        [*_] = play_games("terra_mystica", 1, 1, seed, players, {}, False, "sensible", tmp_path / "logs")
    [*_] = play_games("dice_forge", 1, 1, 3, 4, {}, False, "sensible", tmp_path / "logs")
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        list(import_files(store, files.find([str(tmp_path / "logs")]), 1))
    return str(tmp_path / "s.duckdb")


def test_a_player_has_openings_where_there_are_too_many_players_for_all(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note of the report sends the reader to the command, which has them."""
    every = one_player(db, "player 1")
    monkeypatch.setattr(selecting, "MOST_PARTS", 2)
    found = profiles(db)
    assert [note for note in found.notes if "see `anyturn player NAME`" in note]
    assert not found.player("player 1").parts[0].rows["openings"]
    alone = one_player(db, "player 1")
    openings = {part.game: part.rows["openings"] for part in alone.parts}
    assert sum(row["games"] for row in openings["terra_mystica"]) == 2
    assert openings == {part.game: part.rows["openings"] for part in every.parts}
    assert not [note for note in alone.notes if "opening" in note]


def test_a_player_who_never_sat_in_a_game_with_openings(db: str) -> None:
    found = one_player(db, "player 4")
    assert ([part.game for part in found.parts], [note for note in found.notes if "opening" in note]) == (
        ["dice_forge"],
        [],
    )
