"""The rules of a game with all their mutants in one program, of which one at a time is switched on.

Each place that can be changed asks a helper, which knows both the value as it is and the value of the mutant. While
none is switched on, the helpers note which mutants would have had another value: only cases in which a mutant does can
find it out. What is evaluated when a module is imported cannot be switched: see `Switch.imported`.
"""

import ast
import copy
import gc
import importlib
import importlib.abc
import importlib.util
import operator
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib.machinery import ModuleSpec
from typing import Any

from benchmarks.kit.cpu_limit import at_most
from benchmarks.kit.no_rules import holds_text, modules_of, raised, tree_of
from benchmarks.kit.places import TURNED, Change, Mutant, mutants

NONE = -1
"""No mutant, or no place that can be changed."""
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge, "Eq": operator.eq,
    "NotEq": operator.ne, "Is": operator.is_, "IsNot": operator.is_not,
    "In": lambda item, items: item in items, "NotIn": lambda item, items: item not in items,
}  # fmt: skip
OPPOSITE = {"Eq", "NotEq", "In", "NotIn"}
"""Turned, these say the opposite; they are asked once only, as `in` can use up what it looks into."""


class Switch:
    """Which mutant is on, and which would have made a difference since `differing` was cleared."""

    def __init__(self) -> None:
        self.on = NONE
        self.differing: set[int] = set()
        self.imported: frozenset[int] = frozenset()
        """Those that make a difference when the rules are imported: they cannot be switched on any more."""
        self.caches: list[Callable[[], None]] = []
        """What empties the caches of the rules: no value that is kept may depend on a mutant that is not on."""

    @contextmanager
    def turned_on(self, mutant: int, seconds: int) -> Iterator[None]:
        """Have a mutant on. Raises TimeoutError after so many seconds of CPU, as it may not come to an end."""
        self.forget()
        self.on = mutant
        try:
            with at_most(seconds):
                yield
        finally:
            self.on = NONE
            self.forget()

    def forget(self) -> None:
        """Begin anew: nothing has differed, and nothing is kept."""
        self.differing.clear()
        for clear in self.caches:
            clear()

    def constant(self, mutant: int, value: int) -> int:
        """A number, or one more."""
        self.differing.add(mutant)
        return value + 1 if self.on == mutant else value

    def left_out(self, mutant: int) -> bool:
        """Whether a refusal is left out."""
        self.differing.add(mutant)
        return self.on == mutant

    def exchanged(self, mutant: int) -> bool:
        """Whether `and` and `or` are exchanged."""
        return self.on == mutant

    def joined(self, mutant: int, value: Any, other: object) -> Any:
        """The value of `and` or `or` as it is; it may be another one if it is as true as `other`, or if that is None.

        The mutant would evaluate operands that may not be evaluated here.
        """
        if other is None or bool(value) is other:
            self.differing.add(mutant)
        return value

    def sum(self, mutant: int, added: bool, left: Any, right: Any) -> Any:
        """A sum if it is `added`, else a difference. The mutant exchanges them: with 0, that is the same."""
        if type(right) is not int or right:
            self.differing.add(mutant)
        return left + right if added != (self.on == mutant) else left - right

    def compared(self, first: int, left: Any, *rest: Any) -> bool:
        """A chain of comparisons; `first` is the mutant that changes the leftmost operand."""
        value, on = True, self.on
        operands = [left, *rest[1::2]]
        changing = first, *(each[3] for each in rest[::2])
        if on in changing and on != NONE:
            operands[changing.index(on)] += 1
        for place, (mutant, name, turned, _) in enumerate(rest[::2]):
            a, b = operands[place], operands[place + 1]
            one = OPERATORS[name](a, b)
            if mutant != NONE:
                other = (not one) if name in OPPOSITE else OPERATORS[turned](a, b)
                if one is not other:
                    self.differing.add(mutant)
                if on == mutant:
                    one = other
            if changing[place] != NONE and bool(OPERATORS[name](a + 1, b)) is not bool(one):
                self.differing.add(changing[place])
            if changing[place + 1] != NONE and bool(OPERATORS[name](a, b + 1)) is not bool(one):
                self.differing.add(changing[place + 1])
            value = value and bool(one)
        return value

    def helpers(self) -> dict[str, Any]:
        """What rules with mutants ask, by the names that they call them by."""
        helpers = self.constant, self.left_out, self.exchanged, self.joined, self.sum, self.compared
        return {f"_switch_{each.__name__}": each for each in helpers}


class _Switched(Change):
    """Has a helper asked in each place that can be changed, or in those of the `wanted` mutants."""

    def __init__(self, game: str, first: int, only: Collection[int] | None) -> None:
        super().__init__(None, game)
        self._first, self._only = first, only
        self._conditions = set[int]()

    def _number(self, node: Any, what: str) -> int:
        """The number of the mutant in this place; NONE if it is not to be switched."""
        self._here(node, what)
        number = self._first + len(self.places) - 1
        return number if self._only is None or number in self._only else NONE

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            self._condition(node.test)
        elif isinstance(node, ast.comprehension):
            for each in node.ifs:
                self._condition(each)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._condition(node.operand)
        return super().visit(node)

    def _condition(self, node: ast.expr) -> None:
        """Only whether it is true counts."""
        self._conditions.add(id(node))
        if isinstance(node, ast.BoolOp):
            for each in node.values:
                self._condition(each)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        held = [each.value if _is_int(each) else None for each in (node.left, *node.comparators)]
        self.generic_visit(node)
        operands = [node.left, *node.comparators]
        constants = [NONE] * len(operands)
        for place, value in enumerate(held):
            made = operands[place]
            if value is not None and isinstance(made, ast.Call):
                constants[place], operands[place] = made.args[0].value, made.args[1]  # type: ignore[attr-defined] # as _ask made it
        rest: list[ast.expr] = []
        asked = any(each != NONE for each in constants)
        for each, operand, changed in zip(node.ops, operands[1:], constants[1:], strict=True):
            turned = TURNED.get(type(each))
            mutant = self._number(node, f"{type(each).__name__} turned") if turned else NONE
            asked = asked or mutant != NONE
            names = type(each).__name__, turned.__name__ if turned else ""
            rest += [ast.Constant((mutant, *names, changed)), operand]
        return _ask("compared", ast.Constant(constants[0]), operands[0], *rest) if asked else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is not int:
            return node
        mutant = self._number(node, f"{node.value} one higher")
        return node if mutant == NONE else _ask("constant", ast.Constant(mutant), node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if node in self.alike or raised(node) != "Violation":
            return node
        mutant = self._number(node, "refusal left out")
        left_out = _ask("left_out", ast.Constant(mutant))
        return node if mutant == NONE else ast.If(ast.UnaryOp(ast.Not(), left_out), [node], [])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        is_condition = id(node) in self._conditions
        self.generic_visit(node)
        mutant = self._number(node, f"{type(node.op).__name__} exchanged")
        if mutant == NONE:
            return node
        is_and = isinstance(node.op, ast.And)
        other = copy.deepcopy(node)
        other.op = ast.Or() if is_and else ast.And()
        stated = _ask("joined", ast.Constant(mutant), node, ast.Constant(not is_and if is_condition else None))
        return ast.IfExp(_ask("exchanged", ast.Constant(mutant)), other, stated)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add | ast.Sub) or holds_text(node):
            return node
        mutant, added = self._number(node, f"{type(node.op).__name__} exchanged"), isinstance(node.op, ast.Add)
        operands = ast.Constant(mutant), ast.Constant(added), node.left, node.right
        return node if mutant == NONE else _ask("sum", *operands)


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _ask(helper: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(f"_switch_{helper}", ast.Load()), list(arguments), [])


def instrumented(tree: ast.Module, game: str, first: int, only: Collection[int] | None) -> int:
    """Have a module ask about its mutants, or those in `only`; returns how many it has, counted on from `first`."""
    switched = _Switched(game, first, only)
    switched.visit(tree)
    ast.fix_missing_locations(tree)
    return len(switched.places)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the modules of a game with their mutants."""

    def __init__(self, game: str, switch: Switch, only: Collection[int] | None) -> None:
        self._trees, first = dict[str, tuple[ast.AST, str]](), 0
        for file in modules_of(game):
            tree = tree_of(file)
            first += instrumented(tree, game, first, only)
            self._trees[f"engine.games.{game}.{file.stem}"] = tree, str(file)
        self._helpers = switch.helpers()

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name in self._trees else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        module.__dict__.update(self._helpers)
        tree, file = self._trees[module.__name__]
        exec(compile(tree, file, "exec"), module.__dict__)  # type: ignore[call-overload] # a changed tree


def load(game: str, only: Collection[int] | None = None) -> Switch:
    """Import a game with its mutants, numbered as `mutants` yields them, or with those in `only`; none is on."""
    package = f"engine.games.{game}"
    assert package not in sys.modules
    switch = Switch()
    sys.meta_path.insert(0, _Finder(game, switch, only))
    for file in modules_of(game):
        importlib.import_module(f"{package}.{file.stem}")
    switch.imported, switch.caches = frozenset(switch.differing), _caches_of(game)
    switch.differing.clear()
    return switch


def _caches_of(game: str) -> list[Callable[[], None]]:
    """What empties those of functions, and the tables of modules that are empty until the game is played."""
    kept = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper))
    own = [each.cache_clear for each in kept if each.__module__.startswith(f"engine.games.{game}.")]
    modules = (sys.modules[f"engine.games.{game}.{file.stem}"] for file in modules_of(game))
    return [*own, *(each.clear for one in modules for each in vars(one).values() if type(each) is dict and not each)]


def numbered(game: str) -> Iterator[tuple[int, Mutant]]:
    """The mutants of a game with their numbers."""
    return enumerate(mutants(game))
