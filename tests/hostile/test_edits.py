"""Random edits of a store of ten games: `audit --all` finds each, or the root does if the leaves were made anew."""

from pathlib import Path
from random import Random

import pytest

from tests.hostile.edits import AUDIT, EXPECT, KINDS, edited, found_by, judged, run, ten_games


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_random_edits_are_found(tmp_path: Path, nim: str, part: int) -> None:
    """A thirteenth of the 500 that the script makes, all kinds in turn."""
    counts = run(ten_games(tmp_path), tmp_path, len(KINDS), seed=100 + part)
    assert [kind for kind, by in counts.items() if by.total() != by[AUDIT] + by[EXPECT]] == []


@pytest.mark.long
def test_an_owner_is_found_by_the_root_alone(tmp_path: Path, nim: str) -> None:
    """Without a root that somebody kept, a store that was rewritten as a whole holds."""
    whole = ten_games(tmp_path)
    _, root = judged(whole)
    path = tmp_path / "edited.duckdb"
    edited(whole, path, "owner: a game removed", Random(1))
    wrong, other = judged(path)
    assert (wrong, other == root, found_by(path, root)) == ([], False, EXPECT)
