"""Every game is declared in one way, and the same concept has the same file in each (docs/writing-a-ruleset.md).

Whoever collects this module gives each test its `game` (`anyturn.laws.plugin`).
"""

import ast
import re

from anyturn.laws import dialect
from anyturn.laws.sources import folder, imported, modules, sources
from engine.agenda import Awaited
from engine.declaration import Rule
from engine.rules import Ruleset, ruleset
from engine.selfplay import header_for
from events.log.record import Intervention
from events.plugins import home
from events.vocabulary import events_of

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
MODULES = (".py", ".so", ".pyd")
"""The suffixes of modules, and of what they are compiled to."""
FORMER = {"legal", "chance", "sample", "sampling", "standing", "standings", "ending", "gains", "phases"}
"""Names of former modules: the table of rules now contains this, or another file does."""


def test_the_map_of_files(game: str) -> None:
    names = {path.stem for path in folder(game).glob("*.py")}
    tables = {path.name for path in folder(game).glob("*.toml")}
    always = ALWAYS | {name.removesuffix(".toml") for name in tables}
    assert names >= always, f"{game} lacks {sorted(always - names)}"
    assert "components" not in names or tables
    assert not names & FORMER
    assert {path.name for path in folder(game).iterdir() if path.is_file() and path.suffix not in MODULES} == {
        "rulebook.md",
        *(tables & {"components.toml"}),
    }
    assert {path.name for path in folder(game).iterdir() if path.is_dir()} <= {"readings", "writings", "__pycache__"}


def test_a_game_is_a_declaration_and_nothing_else(game: str) -> None:
    """Its package only imports and declares; it has no class, no function, no delegator."""
    tree = modules(game)["__init__"]
    kinds = [type(node) for node in tree.body[1:]]
    assert set(kinds) <= {ast.ImportFrom, ast.Assign}
    assert kinds.count(ast.Assign) == 1
    assert type(ruleset(game)) is Ruleset
    assert ruleset(game).id == game


def test_the_table_of_rules_knows_every_event(game: str) -> None:
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


def test_no_game_repeats_what_the_core_declares(game: str) -> None:
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


def test_outcomes_of_chance_are_spreads(game: str) -> None:
    """No game defines its own spreads: every outcome of chance is an Outcome made of those of the core."""
    for name, tree in modules(game).items():
        if name.split("/")[0] in ("readings", "writings"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                assert not any(isinstance(base, ast.Name) and base.id == "Spread" for base in node.bases), name
                assert not any(isinstance(part, ast.FunctionDef) and part.name == "sample" for part in node.body), name


def test_figures_are_those_declared_in_their_order(game: str) -> None:
    rules = ruleset(game)
    state = rules.start(header_for(rules, "figures", None, {}, drawing=False))
    assert tuple(rules.figures(state, 0)) == rules.figures_of_a_seat


def test_every_hook_has_its_home_its_name_and_its_parameters(game: str) -> None:
    """What one game calls `awaited` and keeps in agenda.py, every game does."""
    assert list(dialect.misplaced(sources(game))) == []


def test_what_enters_into_a_book_has_it_first(game: str) -> None:
    """The parameters are book, state, seat, figure and amount; the source is last."""
    assert list(dialect.misordered_books(sources(game))) == []


def test_the_vocabulary_is_called_events(game: str) -> None:
    assert list(dialect.misnamed_vocabulary(home(f"events.vocabulary.{game}"), sources(game))) == []


def test_the_functions_of_a_rule_have_one_order_of_parameters(game: str) -> None:
    """`do(state, seat, event)`, or `do(state, actor, event)` for chance and interventions; and `legal(state, seat)`."""
    assert list(dialect.misordered_rules(sources(game))) == []


def test_modules_do_not_import_each_other_in_a_circle(game: str) -> None:
    assert list(dialect.circular(home(f"engine.games.{game}"), sources(game))) == []
