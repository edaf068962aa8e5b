"""Law 7 for the toys and all games of the program; and rulebooks fit the terminal."""

import pytest

from anyturn.laws import test_rulebook
from anyturn.laws.sources import Texts
from anyturn.laws.test_rulebook import *  # noqa: F403  # pytest collects the laws of this module
from engine.clause import clauses
from engine.rules import games
from projections.screen.rulebooks import as_text
from tests.support import PROJECT, TOYS

pytestmark = pytest.mark.usefixtures("nim")
GAMES = [*TOYS, *games()]


def texts(game):
    """The tests of a game and of the notations that games are written in."""
    tests = PROJECT / "tests"
    own = tests / "games" / game
    return Texts((own, *sorted((tests / "events" / "notations").rglob("*.py"))), own / "uncited.toml")


def pytest_generate_tests(metafunc):
    if metafunc.function.__module__ == test_rulebook.__name__:
        metafunc.parametrize(("game", "texts"), [(game, texts(game)) for game in GAMES], ids=GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_clauses_fit_the_terminal_and_are_whole_in_a_pipe(game):
    opening = next(iter(clauses(game))).partition(".")[0]
    whole, broken = ([*as_text(game, opening, width)] for width in (None, 40))
    assert " ".join(broken) == " ".join(whole)
    assert len(broken) > len(whole)
    assert all(len(line) <= 40 or " " not in line for line in broken)
