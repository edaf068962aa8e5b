"""Mutants of the rules: the places of a game's modules that can be changed, and the changes.

Places are left out on which no verdict, figure or legal event of a native log depends (see `no_rules`). The game itself
is not imported here: a mutant is to be the first to be loaded.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.kit.no_rules import (
    GAMES,
    REFUSED,
    SHOWN_IN,
    UNREADABLE,
    WAYS,
    alike_at_the_end,
    always_stated,
    asks_ways,
    explained,
    fields_not_read,
    fields_of_ways,
    holds_text,
    leading_to_ways,
    marks,
    modules_of,
    names,
    of_form,
    of_ways,
    only_facts,
    raised,
    shown_by,
    tree_of,
    wording,
)

TURNED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: the game, the module, the number of the place among those of the module, the line, what it does.

    `within` is the function, inside its class or function: "legal", "Spread.allows"; empty outside of all.
    """

    game: str
    module: str
    place: int
    line: int
    what: str
    within: str

    @property
    def where(self) -> str:
        """The line that is changed, and what the change does."""
        return f"engine/games/{self.game}/{self.module}.py:{self.line}: {self.what}"


class Change(ast.NodeTransformer):
    """Counts the places that can be changed, and changes one of them."""

    def __init__(self, place: int | None, game: str) -> None:
        self.wanted, self.places, self.game = place, list[tuple[int, str, str]](), game
        self.unread, self.shown_by, self.explained = fields_not_read(game), shown_by(game), explained(game)
        self.wording, self.constants = wording(game), marks(game) | of_form(game)
        self.ways, self.facts, self.alike = frozenset[str](), frozenset[str](), frozenset[ast.stmt]()
        self.never_default, self.within = frozenset[str](), ""

    def _here(self, node: Any, what: str) -> bool:
        self.places.append((node.lineno, what, self.within))
        return len(self.places) - 1 == self.wanted

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for number, operator in enumerate(node.ops):
            if type(operator) in TURNED and self._here(node, f"{type(operator).__name__} turned"):
                node.ops[number] = TURNED[type(operator)]()
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and self._here(node, f"{node.value} one higher"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if node in self.alike:
            return node
        if raised(node) == "Violation" and self._here(node, "refusal left out"):
            return ast.copy_location(ast.Pass(), node)
        return node  # numbers among the facts of a violation change nothing

    def visit_If(self, node: ast.If) -> ast.AST:
        if node in self.alike:
            return node
        if raised(node.body[-1]) in UNREADABLE or self._is_way(node.test):
            node.orelse = [self.visit(each) for each in node.orelse]
            return node
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return node if self._is_way(node.test) else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        targets = [one for each in node.targets for one in (each.elts if isinstance(each, ast.Tuple) else [each])]
        assigned = {each.id for each in targets if isinstance(each, ast.Name)}
        unused = len(assigned) == len(targets) and assigned <= self.ways | self.facts | self.constants
        return node if unused or all(map(self._is_unread, node.targets)) else self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return node if self._is_unread(node.target) else self.generic_visit(node)

    def _is_unread(self, target: ast.expr) -> bool:
        """Whether something is kept in a field that no rule reads."""
        kept = target.value if isinstance(target, ast.Subscript) else target
        return isinstance(kept, ast.Attribute) and kept.attr in self.unread

    def _is_no_way(self, test: ast.expr) -> bool:
        return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and self._is_way(test.operand)

    def _is_way(self, test: ast.expr) -> bool:
        return asks_ways(test, self.ways | fields_of_ways(self.game))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, f"{type(node.op).__name__} exchanged"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sums = {ast.Add: ast.Sub, ast.Sub: ast.Add}
        if type(node.op) in sums and not holds_text(node) and self._here(node, f"{type(node.op).__name__} exchanged"):
            node.op = sums[type(node.op)]()
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node  # types and defaults

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        name = getattr(node.target, "id", "")
        if node.value is not None and name not in self.unread | self.never_default:
            node.value = self.visit(node.value)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        outside = self.never_default, self.within
        self.never_default, self.within = always_stated(self.game, node.name), self._inside(node.name)
        self.generic_visit(node)
        self.never_default, self.within = outside
        return node

    def _inside(self, name: str) -> str:
        return f"{self.within}.{name}" if self.within else name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self.shown_by:
            return node
        outside = self.ways, self.facts, self.alike, self.within
        self.ways, self.facts = of_ways(node, leading_to_ways(self.game)), only_facts(node)
        self.alike = alike_at_the_end(node, self.explained.get(node.name, ""))
        self.within = self._inside(node.name)
        for number, each in enumerate(node.body):
            node.body[number] = self.visit(each)
            if isinstance(each, ast.If) and isinstance(each.body[-1], ast.Return) and self._is_no_way(each.test):
                break  # what follows is done in the ways of other programs only
        self.ways, self.facts, self.alike, self.within = outside
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == SHOWN_IN else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        made = getattr(node.func, "id", "")
        if names(node.func).keys() & WAYS:
            return node
        if made in REFUSED:
            node.args[:1] = map(self.visit, node.args[:1])
        elif made not in UNREADABLE and made not in self.wording:
            self.generic_visit(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        return node if isinstance(node.body[-1], ast.Raise) else self.generic_visit(node)


def mutants(game: str) -> Iterator[Mutant]:
    """All mutants of a game."""
    for file in modules_of(game):
        change = Change(None, game)
        change.visit(tree_of(file))
        for number, (line, what, within) in enumerate(change.places):
            yield Mutant(game, file.stem, number, line, what, within)


def changed(mutant: Mutant) -> Any:
    """The code of the module of a mutant."""
    file, tree = _changed(mutant)
    return compile(ast.fix_missing_locations(tree), str(file), "exec")


def shown(mutant: Mutant) -> tuple[str, str]:
    """The line that a mutant changes, and what it becomes, both as they are printed from the tree of the module."""
    file, tree = _changed(mutant)
    pairs = zip(_printed(tree_of(file)), _printed(tree), strict=True)
    return next((was.strip(), now.strip()) for was, now in pairs if was != now)


def _changed(mutant: Mutant) -> tuple[Path, ast.AST]:
    file = GAMES / mutant.game / f"{mutant.module}.py"
    return file, Change(mutant.place, mutant.game).visit(tree_of(file))


def _printed(tree: ast.AST) -> list[str]:
    return ast.unparse(tree).splitlines()
