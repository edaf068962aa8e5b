"""All mutants of a game in one program: each switched on is the mutant, and differs only where it is said to."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from benchmarks.kit import places
from benchmarks.kit.places import Change
from benchmarks.kit.switched import NONE, Switch, instrumented

ROOT = Path(__file__).resolve().parents[3]
RULES = """
FEWEST = 1

def take(pile, stones, most):
    if 0 < stones <= most and (stones == 1 or pile > 5 or stones in (2, pile)):
        return pile - stones if pile >= stones else -1
    if not (most is None or stones < 3 or (most - 1 or None) == 2):
        raise Violation("NIM-1")
    return [each + 1 for each in range(pile) if each != 2 and each <= most] or pile

def takes(pile, stones, most):
    return "" if pile < FEWEST else take(pile, stones, most) if most else "none of " + str(pile + stones)
"""
Takes = Callable[[int, int, int], object]


@pytest.fixture(autouse=True)
def _of_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fields_not_read", "shown_by", "wording"):
        monkeypatch.setattr(places, name, lambda game: frozenset())
    monkeypatch.setattr(places, "explained", lambda game: {})


def _every() -> list[tuple[int, str, str]]:
    change = Change(None, "toy")
    change.visit(ast.parse(RULES))
    return change.places


def _run(tree: ast.AST, more: dict[str, object]) -> Takes:
    module = {**more, "Violation": ValueError}
    exec(compile(ast.fix_missing_locations(tree), "toy", "exec"), module)  # type: ignore[call-overload] # a module
    takes: Takes = module["takes"]  # type: ignore[assignment] # what was executed defines it
    return takes


def _answer(takes: Takes, asked: tuple[int, int, int]) -> object:
    try:
        return takes(*asked)
    except ValueError as refused:
        return repr(refused)


def _asked() -> Iterator[tuple[int, int, int]]:
    return product(range(-1, 8), range(-1, 5), range(5))


def _switched(only: set[int] | None = None) -> tuple[Switch, Takes]:
    switch, tree = Switch(), ast.parse(RULES)
    instrumented(tree, "toy", 0, only)
    takes = _run(tree, switch.helpers())
    switch.imported = frozenset(switch.differing)
    return switch, takes


def test_a_mutant_that_is_switched_on_is_the_mutant() -> None:
    switch, takes = _switched()
    plain = _run(ast.parse(RULES), {})
    assert len(_every()) > 20
    for number in {*range(len(_every()))} - switch.imported:
        mutant = _run(Change(number, "toy").visit(ast.parse(RULES)), {})
        for asked in _asked():
            switch.on = NONE
            switch.differing.clear()
            assert _answer(takes, asked) == _answer(plain, asked)
            might_differ = number in switch.differing
            switch.on = number
            expected = _answer(mutant, asked)
            assert _answer(takes, asked) == expected, (_every()[number], asked)
            assert might_differ or expected == _answer(plain, asked), (_every()[number], asked)


def test_some_cases_are_known_not_to_differ() -> None:
    """A comparison turned to its neighbour differs only where both sides are equal."""
    switch, takes = _switched()
    (turned,) = (number for number, (_, what, _) in enumerate(_every()) if what == "Gt turned")
    differing = set[int]()
    for pile in range(8):
        switch.differing.clear()
        takes(pile, 2, 4)
        differing |= {pile} if turned in switch.differing else set()
    assert differing == {5}


def test_what_is_evaluated_at_import_cannot_be_switched() -> None:
    switch, _ = _switched()
    assert [_every()[number][1] for number in switch.imported] == ["1 one higher"]


def test_only_the_mutants_that_are_wanted_can_be_switched() -> None:
    switch, takes = _switched({3})
    for asked in _asked():
        _answer(takes, asked)
    assert switch.differing <= {3}


def test_a_game_is_played_alike_with_its_mutants() -> None:
    """The numbers are those of the places that the mutants are drawn from."""
    code = (
        "from benchmarks.kit.switched import load\n"
        "from engine.rules import ruleset\n"
        "from engine.selfplay import selfplay_log\n"
        "switch = load('gaia')\n"
        "log = selfplay_log(ruleset('gaia'), '1', None, {}, 'sensible')\n"
        "print(hash(tuple(map(repr, log.records))), len(switch.differing) > 100)\n"
    )
    plain = code.replace("switch = load('gaia')", "").replace("len(switch.differing) > 100", "True")
    assert _printed(code) == _printed(plain)


def test_tables_that_are_made_while_a_game_is_played_are_made_anew_for_each_mutant() -> None:
    code = (
        "from benchmarks.kit.switched import load\n"
        "from engine.rules import ruleset\n"
        "from engine.selfplay import selfplay_log\n"
        "switch = load('anachrony')\n"
        "from engine.games.anachrony.tables import KNOWN\n"
        "selfplay_log(ruleset('anachrony'), '1', None, {}, 'sensible')\n"
        "made = len(KNOWN)\n"
        "switch.forget()\n"
        "print(made > 0, len(KNOWN))\n"
    )
    assert _printed(code) == "True 0\n"


def _printed(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
