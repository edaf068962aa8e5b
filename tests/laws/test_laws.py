"""The laws that hold in every game, on the toys, on all games of the program, and on recorded games."""

import re
from contextlib import suppress

import pytest

from anyturn.laws import test_game as laws
from anyturn.laws.test_game import *  # noqa: F403  # pytest collects the laws of this module
from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import fork
from tests.support import TOY, TOYS
from tests.support.recorded import needs_recorded
from tests.support.specimens import recorded_logs, specimens

pytestmark = pytest.mark.usefixtures("nim")
GAMES = [*TOYS, *games()]
for _toy in TOYS:
    laws.SETUP[_toy] = (
        "import engine.games, events.vocabulary\n"
        f"engine.games.__path__.append({str(TOY / 'games')!r})\n"
        f"events.vocabulary.__path__.append({str(TOY / 'vocabulary')!r})\n"
    )


def pytest_generate_tests(metafunc):
    """Each law is tested on every specimen, or on every game."""
    if "specimen" in metafunc.fixturenames:
        metafunc.parametrize("specimen", specimens())
    elif metafunc.function.__module__ == laws.__name__:
        metafunc.parametrize("game", GAMES)


@pytest.mark.parametrize("game", games())
def test_broken_conservation_names_seats_from_1(game):
    """What is lost or too much is told of seat 1, as boards and lists call it, never of seat 0."""
    log = selfplay_log(ruleset(game), "laws", 2, {}, "sensible")
    played = Replay(ruleset(game), log.header)
    played.feed(log.records[:60])
    said = []
    for name in played.state.players[0].__struct_fields__:
        state = fork(played.state)
        if type(getattr(state.players[0], name)) is int and name != "seat":
            setattr(state.players[0], name, 99)
            with suppress(LookupError, AttributeError, TypeError):
                said += played.rules.conservation(state)
    assert said
    assert not [line for line in said if re.search(r"\bseat 0\b", line)]


@needs_recorded()
def test_recorded_logs_are_there():
    """It is skipped, with the reason, if the laws are not tested on recorded games."""
    assert any(recorded_logs(game) for game in GAMES)
