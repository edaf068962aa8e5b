"""What the things in the pictures are: every spot has words, without ids, that change only where it looks different."""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from engine.clause import clause_text
from events.plugins import part
from projections.pictures.film import drawing_of, names_of
from projections.pictures.sheet import Spot, Table
from tests.support.specimens import Specimen, log_of, positions

EVERY = 5
"""Of the records, every so many are looked at."""


def told(specimen: Specimen) -> Iterator[tuple[str, str, str]]:
    """What is said of each spot in a game: its key, its elements, its words."""
    drawing = drawing_of(specimen.game)
    assert drawing is not None
    about = import_module(f"projections.pictures.{specimen.game}.things").about
    for game, _ in islice(positions(log_of(specimen)), 0, None, EVERY):
        names = names_of(game.header)
        for each in drawing.draw(game.state, Table(names)).parts:
            if isinstance(each, Spot):
                yield each.key, each.body, about(game.state, names, each.key)


def check_things(specimen: Specimen) -> None:
    """No id and no empty words for what is drawn; the same words for what looks the same as before."""
    last: dict[str, tuple[str, str]] = {}
    spoken: dict[str, bool] = {}
    for key, body, words in told(specimen):
        assert not re.search(r"_|\bNone\b|[{}\[\]]|\s\s|[,;:] ?[,;:]|[,;:]$", words), (key, words)
        was, said = last.get(key, ("not drawn", ""))
        assert body != was or words == said, (key, said, words)
        last[key] = body, words
        spoken[key.partition("/")[0]] = spoken.get(key.partition("/")[0], False) or bool(words)
    assert all(spoken.values()), spoken


def check_clauses(game: str, keys: set[str]) -> None:
    """Every clause named is in the rulebook, and every spot has one."""
    clauses: dict[str, Any] = part(f"projections.pictures.{game}", "things").CLAUSES
    assert all(clause_text(game, clause) for clause in clauses.values())
    assert {key for key in keys if not key.startswith(tuple(clauses))} == set()


@pytest.mark.parametrize("seed", range(3))
def test_things_of_anachrony(seed: int) -> None:
    """Every family of spots of Anachrony is in words."""
    check_things(Specimen("anachrony", seed))
    check_clauses("anachrony", {key for key, _, _ in islice(told(Specimen("anachrony", seed)), 500)})


@pytest.mark.parametrize("seed", range(3))
def test_things_of_daitoshi(seed: int) -> None:
    """Every family of spots of Daitoshi is in words."""
    check_things(Specimen("daitoshi", seed))
    check_clauses("daitoshi", {key for key, _, _ in islice(told(Specimen("daitoshi", seed)), 500)})
