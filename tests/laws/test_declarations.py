"""Every game is declared in one way, and the same concept has the same file in each (docs/writing-a-ruleset.md)."""

import ast
import re
from pathlib import Path

import pytest

import engine.games
from engine.agenda import Awaited
from engine.declaration import Rule
from engine.rules import Ruleset, games, ruleset
from engine.selfplay import header_for
from events.log.record import Intervention
from events.vocabulary import vocabulary
from tests.support import PROJECT, TOY

pytestmark = pytest.mark.usefixtures("nim")

ALWAYS = {
    "__init__",
    "components",
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
"""What the table of rules tells, or stands in another file by now."""

every_game = pytest.mark.parametrize("game", ["nim", *games()])
NO_TABLES = {"nim"}
"""The toy game has no components."""


def folder(game: str) -> Path:
    return TOY / "games" / game if game == "nim" else PROJECT / "engine" / "games" / game


def modules(game: str) -> dict[str, ast.Module]:
    return {
        str(path.relative_to(folder(game)).with_suffix("")): ast.parse(path.read_text())
        for path in folder(game).rglob("*.py")
    }


def imported(tree: ast.Module) -> set[str]:
    """The names of all modules, and of what is taken from them."""
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
    always = ALWAYS - {"components"} if game in NO_TABLES else ALWAYS
    assert names >= always, f"{game} lacks {sorted(always - names)}"
    assert not names & FORMER
    assert {path.name for path in folder(game).iterdir() if path.is_file() and path.suffix != ".py"} == {
        "rulebook.md",
        *([] if game in NO_TABLES else ["components.toml"]),
    }
    assert {path.name for path in folder(game).iterdir() if path.is_dir()} <= {"readings", "writings", "__pycache__"}


@every_game
def test_a_game_is_a_declaration_and_nothing_else(game):
    """Its package imports and declares; no class, no function, no delegator."""
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
    assert set(rules) == set(vocabulary(game).__args__)
    for event, rule in rules.items():
        assert type(rule) is Rule
        if issubclass(event, Intervention):
            assert not rule.answers
        else:
            assert all(issubclass(kind, Awaited) for kind in rule.answers), event
            assert (rule.legal is None) != (rule.chance is None), event
            assert rule.answers, event


@every_game
def test_what_the_core_tells_no_game_tells_again(game):
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
    """No game has spreads of its own: what chance can bring is an Outcome, made of those of the core."""
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


def test_games_are_found_by_their_folders():
    found = (path.parent.name for folder in engine.games.__path__ for path in Path(folder).glob("*/__init__.py"))
    assert games() == sorted(found)
