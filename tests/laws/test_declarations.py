"""Every game is declared in one way, and the same concept has the same file in each (docs/writing-a-ruleset.md)."""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

import engine.games
from engine.agenda import Awaited
from engine.declaration import Rule
from engine.rules import Ruleset, games, ruleset
from engine.selfplay import header_for
from events.log.record import Intervention
from events.vocabulary import events_of
from tests.laws import dialect
from tests.support import PROJECT, TOY, TOYS

pytestmark = pytest.mark.usefixtures("nim")

ALWAYS = {
    "__init__",
    "conservation",
    "figures",
    "flow",
    "options",
    "rules",
    "scoring",
    "selfplay",
    "setup",
    "state",
}
FORMER = {"legal", "chance", "sample", "sampling", "standing", "standings", "ending", "gains", "phases"}
"""Names of former modules: the table of rules now contains this, or another file does."""

every_game = pytest.mark.parametrize("game", [*TOYS, *games()])


def folder(game: str) -> Path:
    return TOY / "games" / game if game in TOYS else PROJECT / "engine" / "games" / game


def modules(game: str) -> dict[str, ast.Module]:
    return {
        str(path.relative_to(folder(game)).with_suffix("")): ast.parse(path.read_text())
        for path in folder(game).rglob("*.py")
    }


def imported(tree: ast.Module) -> set[str]:
    """The names of all imported modules, and of what is imported from them."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@every_game
def test_the_map_of_files(game):
    names = {path.stem for path in folder(game).glob("*.py")}
    tables = {path.name for path in folder(game).glob("*.toml")}
    always = ALWAYS | {name.removesuffix(".toml") for name in tables}
    assert names >= always, f"{game} lacks {sorted(always - names)}"
    assert "components" not in names or tables
    assert not names & FORMER
    assert {path.name for path in folder(game).iterdir() if path.is_file() and path.suffix != ".py"} == {
        "rulebook.md",
        *(tables & {"components.toml"}),
    }
    assert {path.name for path in folder(game).iterdir() if path.is_dir()} <= {"readings", "writings", "__pycache__"}


@every_game
def test_a_game_is_a_declaration_and_nothing_else(game):
    """Its package only imports and declares; it has no class, no function, no delegator."""
    tree = modules(game)["__init__"]
    kinds = [type(node) for node in tree.body[1:]]
    assert set(kinds) <= {ast.ImportFrom, ast.Assign}
    assert kinds.count(ast.Assign) == 1
    assert type(ruleset(game)) is Ruleset
    assert ruleset(game).id == game


@every_game
def test_the_table_of_rules_knows_every_event(game):
    """One rule for each event of the vocabulary; interventions answer nothing, all others are offered in one way."""
    rules = ruleset(game).rules
    assert set(rules) == set(events_of(game))
    for event, rule in rules.items():
        assert type(rule) is Rule
        if issubclass(event, Intervention):
            assert not rule.answers
        else:
            assert all(issubclass(kind, Awaited) for kind in rule.answers), event
            assert (rule.legal is None) != (rule.chance is None), event
            assert rule.answers, event


@every_game
def test_no_game_repeats_what_the_core_declares(game):
    """Chance is enumerated, options and components are read, versions are stated in one place."""
    for name, tree in modules(game).items():
        if name.split("/")[0] in ("readings", "writings"):
            continue
        found = imported(tree)
        if name not in ("selfplay", "policy"):
            assert "random" not in found, name
        if name != "options":
            assert "engine.options.read_options" not in found, name
        assert "tomllib" not in found, name
        if name != "components":
            assert "msgspec.toml" not in found, name
            assert "importlib.resources" not in found, name
        source = (folder(game) / f"{name}.py").read_text()
        assert "\033" not in source, name
        assert "\\033" not in source, name
        assert "x1b" not in source, name
        if name != "options":
            assert not re.search(r'ruleset="\d|Header\("\w+", "\d', source), f"{name} states a version"


@every_game
def test_outcomes_of_chance_are_spreads(game):
    """No game defines its own spreads: every outcome of chance is an Outcome made of those of the core."""
    for name, tree in modules(game).items():
        if name.split("/")[0] in ("readings", "writings"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                assert not any(isinstance(base, ast.Name) and base.id == "Spread" for base in node.bases), name
                assert not any(isinstance(part, ast.FunctionDef) and part.name == "sample" for part in node.body), name


@every_game
def test_figures_are_those_declared_in_their_order(game):
    rules = ruleset(game)
    state = rules.start(header_for(rules, "figures", None, {}, drawing=False))
    assert tuple(rules.figures(state, 0)) == rules.figures_of_a_seat


def sources(game: str) -> dict[str, ast.Module]:
    """The modules of a game that are its rules."""
    return {name: tree for name, tree in modules(game).items() if "/" not in name}


@every_game
def test_every_hook_has_its_home_its_name_and_its_parameters(game):
    """docs/writing-a-ruleset.md: what one game calls `awaited` and keeps in agenda.py, every game does."""
    assert list(dialect.misplaced(sources(game))) == []


@every_game
def test_what_enters_into_a_book_has_it_first(game):
    """The parameters are book, state, seat, figure and amount; the source is last."""
    assert list(dialect.misordered_books(sources(game))) == []


@every_game
def test_the_vocabulary_is_called_events(game):
    assert list(dialect.misnamed_vocabulary(game, sources(game))) == []


@every_game
def test_the_functions_of_a_rule_have_one_order_of_parameters(game):
    """`do(state, seat, event)`, or `do(state, actor, event)` for chance and interventions; and `legal(state, seat)`."""
    assert list(dialect.misordered_rules(sources(game))) == []


@every_game
def test_modules_do_not_import_each_other_in_a_circle(game):
    assert list(dialect.circular(game, sources(game))) == []


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
        *dialect.misnamed_vocabulary("toy", trees),
        *dialect.misordered_rules(trees),
        *dialect.circular("toy", trees),
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
