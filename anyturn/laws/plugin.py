"""A plugin of pytest, which tests the laws on the games that packages bring: `pytest --anyturn-laws[=GAME,...]`.

The laws are the tests of `test_game`, `test_declaration` and `test_rulebook`. They play the games themselves, and read
the tests in the folder `tests` of the project in which pytest runs: each clause of the rulebook is named there, and
those that no code cites are listed in `tests/uncited.toml`.
"""

from pathlib import Path

import pytest

pytest.register_assert_rewrite("anyturn.laws.given")

LAWS = ("test_game.py", "test_declaration.py", "test_rulebook.py")
SEEDS = 3
_OPTION = "anyturn_laws"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Two options: which games are tested, and on how many self-played games each."""
    group = parser.getgroup("anyturn")
    group.addoption(
        "--anyturn-laws",
        nargs="?",
        const="",
        metavar="GAME,...",
        help="Test the laws of anyturn on these games, or on all that packages bring.",
    )
    group.addoption(
        "--anyturn-seeds",
        type=int,
        default=SEEDS,
        metavar="N",
        help=f"Play N games of each for the laws (default: {SEEDS}).",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect the laws, too, if they are asked for. Raises UsageError if a game cannot be tested."""
    if config.getoption(_OPTION) is not None:
        games(config)
        config.args += [str(Path(__file__).with_name(name)) for name in LAWS]


def games(config: pytest.Config) -> list[str]:
    """The games to be tested. Raises UsageError for one that is not installed or cannot be loaded, or without any."""
    from engine.rules import ruleset
    from events.packages import brought, problem_of
    from events.problems import Problem

    named = [name for name in config.getoption(_OPTION).split(",") if name]
    if not named and (why := [problem_of(each.game) for each in brought() if each.problem]):
        raise pytest.UsageError("; ".join(why))
    try:
        found = [ruleset(game).id for game in named or [each.game for each in brought()]]
    except Problem as problem:
        raise pytest.UsageError(str(problem)) from None
    if not found:
        raise pytest.UsageError("found no package that brings a game, expected one, or --anyturn-laws=GAME")
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the laws their games, specimens and texts."""
    config = metafunc.config
    laws = Path(str(metafunc.module.__file__)).parent == Path(__file__).parent
    if not laws or config.getoption(_OPTION) is None:
        return
    from anyturn.laws.sources import Texts
    from anyturn.laws.specimens import Specimen

    found, tests = games(config), config.rootpath / "tests"
    if "specimen" in metafunc.fixturenames:
        specimens = [Specimen(game, seed) for game in found for seed in range(config.getoption("anyturn_seeds"))]
        metafunc.parametrize("specimen", specimens, ids=[f"{each.game}-{each.seed}" for each in specimens])
    elif "texts" in metafunc.fixturenames:
        metafunc.parametrize(("game", "texts"), [(game, Texts((tests,), tests / "uncited.toml")) for game in found])
    else:
        metafunc.parametrize("game", found)
