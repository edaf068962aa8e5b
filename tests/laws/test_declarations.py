"""Every game is declared in one way, and the same concept has the same file in each (docs/writing-a-ruleset.md)."""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

import engine.games
from anyturn.laws import dialect, test_declaration
from anyturn.laws.test_declaration import *  # noqa: F403  # pytest collects the laws of this module
from engine.rules import games
from tests.support import PROJECT, TOYS

pytestmark = pytest.mark.usefixtures("nim")


def pytest_generate_tests(metafunc):
    if metafunc.function.__module__ == test_declaration.__name__:
        metafunc.parametrize("game", [*TOYS, *games()])


def test_the_page_shows_the_same_homes_names_and_parameters():
    """They are in the rows of its map, one for each file."""
    page = (PROJECT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)\.py` \|(.*?)\|", page, re.M)
    shown = {file: set(re.findall("`(.+?)`", hooks)) for file, hooks in rows if hooks.strip()}
    homes = dict[str, set[str]]()
    for home, parameters in dialect.HOMES.values():
        module, name = home.split(".")
        homes.setdefault(module, set()).add(name if parameters is None else f"{name}({', '.join(parameters)})")
    assert shown == homes


SOUND = {
    "__init__": """
        from engine.games.toy import agenda, flow, selfplay
        from engine.games.toy.setup import start
        declaration = Declaration(
            id="toy", start=start, awaited=agenda.awaited, follow=flow.follow,
            selfplay=Selfplay(selfplay.sample_header, selfplay.choose),
        )
        """,
    "agenda": "def awaited(state): ...",
    "flow": "def follow(book, state): ...",
    "setup": """
        from engine.games.toy.agenda import awaited
        def start(header): ...
        def deal(state, actor, event): ...
        def deals(state): ...
        """,
    "selfplay": """
        def sample_header(rng, players, options, drawing): ...
        def choose(state, actions, rng): ...
        """,
    "figures": "def gain(book, state, player, amount, source): ...",
    "taking": """
        def take(state, seat, event): ...
        def legal_takes(state, seat): ...
        def leave(state, actor, event): ...
        """,
    "rules": """
        from engine.games.toy import setup, taking
        from events.vocabulary import toy as events
        RULES = {
            events.Deal: Rule(setup.deal, (Dealing,), chance=setup.deals),
            events.Take: Rule(taking.take, (Move,), legal=taking.legal_takes),
            events.Leave: Rule(taking.leave),
        }
        """,
}
FAULTS = [
    ("agenda", "awaited(state)", "awaited(position)", "agenda.awaited has the parameters ('position',)"),
    (
        "agenda",
        "def awaited(state): ...",
        "from engine.games.toy.queues import awaited",
        "agenda.awaited is not",
    ),
    ("__init__", "agenda.awaited", "flow.awaited", "awaited is flow.awaited, expected agenda.awaited"),
    ("__init__", "agenda.awaited", "lambda state: state.agenda", "awaited is lambda state: state.agenda"),
    ("__init__", "toy.setup import start", "toy.flow import start", "start is flow.start, expected setup.start"),
    ("__init__", "selfplay.choose)", "policy.choose)", "choose is policy.choose, expected selfplay.choose"),
    ("flow", "follow(book, state)", "follow(state, book)", "flow.follow has the parameters ('state', 'book')"),
    ("figures", "book, state, player", "state, book, player", "figures.gain has the parameters ('state', 'book'"),
    ("figures", "book, state, player", "book, player, state", "figures.gain has the parameters ('book', 'player'"),
    ("figures", "amount, source", "source, amount", "figures.gain has the parameters ('book', 'state'"),
    ("figures", "state, player, amount", "state, amount, player", "figures.gain has the parameters ('book', 'state'"),
    ("rules", "toy as events", "toy as v", "rules imports the vocabulary as v"),
    ("rules", "from events.vocabulary import toy as events", "import events.vocabulary.toy", "by its full name"),
    ("taking", "take(state, seat, event)", "take(state, event, seat)", "do take has the parameters"),
    ("taking", "legal_takes(state, seat)", "legal_takes(state)", "legal legal_takes has the parameters ('state',)"),
    ("taking", "leave(state, actor, event)", "leave(state, seat, event)", "do leave has the parameters"),
    ("setup", "deal(state, actor, event)", "deal(state, seat, event)", "do deal has the parameters"),
    ("setup", "deals(state)", "deals(state, seat)", "chance deals has the parameters ('state', 'seat')"),
    (
        "agenda",
        "def awaited",
        "if TYPE_CHECKING:\n    from engine.games.toy import rules\ndef awaited",
        "rules imports setup",
    ),
    ("rules", "taking.leave", "lambda state, actor, event: []", "do is lambda state, actor, event: [], which is not"),
]


def complaints(game: dict[str, str]) -> list[str]:
    """The complaints of all checks about the sources of the game `toy`."""
    trees = {name: ast.parse(dedent(source)) for name, source in game.items()}
    return [
        *dialect.misplaced(trees),
        *dialect.misordered_books(trees),
        *dialect.misnamed_vocabulary("events.vocabulary.toy", trees),
        *dialect.misordered_rules(trees),
        *dialect.circular("engine.games.toy", trees),
    ]


def test_a_sound_game_has_no_complaints():
    assert complaints(SOUND) == []


@pytest.mark.parametrize(("module", "sound", "faulty", "expected"), FAULTS)
def test_each_fault_is_found(module, sound, faulty, expected):
    """The checks above can fail."""
    assert sound in SOUND[module]
    found = complaints({**SOUND, module: SOUND[module].replace(sound, faulty)})
    assert any(expected in complaint for complaint in found), found


def test_games_are_found_by_their_folders():
    found = (path.parent.name for folder in engine.games.__path__ for path in Path(folder).glob("*/__init__.py"))
    assert games() == sorted(found)
