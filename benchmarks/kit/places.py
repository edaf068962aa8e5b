"""Mutants of the rules: the places of a game's modules that can be changed, and the changes.

Places are left out on which no verdict, figure or legal event depends (`mutants.py` describes them). The game itself is
not imported here: a mutant is to be the first to be loaded.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

GAMES = Path(__file__).resolve().parents[2] / "engine" / "games"

NOT_RULES = frozenset((
    "__init__", "agenda", "catalogue_form", "components", "conservation", "deciding", "definitions", "lookahead",
    "options", "own_catalogue", "platform", "platform_order", "policy", "public", "quirks", "selfplay", "spelling",
    "tables", "unsupported_cards",
))  # fmt: skip
"""Modules of a game that are not its rules as they are played: choices of players, forms, other programs' ways."""
TURNED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SHOWN_AS, SHOWN_IN = ("Turn", "Place"), "ends_round"
"""The types, and an argument, that state only where a game stands: no rule reads them."""
WAYS = {"quirks", "bga_quirks"}
"""What the ways of other programs depend on: what is done under such a condition is no rule of the game either."""
REFUSED = ("Fault", "Violation")
"""What states a clause that is broken, with facts."""
UNREADABLE = ("Unreadable", "unreadable", "wrong")
"""What is raised for a header that cannot be read."""
NO_RULES_ASK = ("lookahead", "policy", "selfplay", "spelling")
"""Modules that choose or spell events: a function that only they use is no rule."""
CHECKS = "conservation"
"""The module that only checks what the rules have done."""
NAMING = ("components", "figures", "state")
"""Modules in which fields are named that are read by name."""


class Mutant(NamedTuple):
    """A change: the game, the module, the number of the place among those of the module, the line, what it does."""

    game: str
    module: str
    place: int
    line: int
    what: str


class Change(ast.NodeTransformer):
    """Counts the places that can be changed, and changes one of them."""

    def __init__(self, place: int | None, game: str) -> None:
        self.wanted, self.places = place, list[tuple[int, str]]()
        self.unread, self.shown_by = fields_not_read(game), shown_by(game)
        self.ways, self.facts, self.alike = frozenset[str](), frozenset[str](), frozenset[ast.stmt]()

    def _here(self, node: Any, what: str) -> bool:
        self.places.append((node.lineno, what))
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
        if _raised(node) == "Violation" and self._here(node, "refusal left out"):
            return ast.copy_location(ast.Pass(), node)
        return node  # numbers among the facts of a violation change nothing

    def visit_If(self, node: ast.If) -> ast.AST:
        if node in self.alike:
            return node
        if _raised(node.body[0]) in UNREADABLE or self._is_way(node.test):
            node.orelse = [self.visit(each) for each in node.orelse]
            return node
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return node if self._is_way(node.test) else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        names = {each.id for each in node.targets if isinstance(each, ast.Name)}
        unused = names and names <= self.ways | self.facts
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
        return bool(_names(test).keys() & (WAYS | self.ways))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, f"{type(node.op).__name__} exchanged"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sums = {ast.Add: ast.Sub, ast.Sub: ast.Add}
        if type(node.op) in sums and not _holds_text(node) and self._here(node, f"{type(node.op).__name__} exchanged"):
            node.op = sums[type(node.op)]()
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node  # types and defaults

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None and getattr(node.target, "id", "") not in self.unread:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self.shown_by:
            return node
        outside = self.ways, self.facts, self.alike
        self.ways, self.facts, self.alike = _of_ways(node), _only_facts(node), _alike_at_the_end(node)
        for number, each in enumerate(node.body):
            node.body[number] = self.visit(each)
            if isinstance(each, ast.If) and isinstance(each.body[-1], ast.Return) and self._is_no_way(each.test):
                break  # what follows is done in the ways of other programs only
        self.ways, self.facts, self.alike = outside
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == SHOWN_IN else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        made = getattr(node.func, "id", "")
        if made in REFUSED:
            node.args[:1] = map(self.visit, node.args[:1])
        elif made not in UNREADABLE:
            self.generic_visit(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        return node if isinstance(node.body[-1], ast.Raise) else self.generic_visit(node)


def _raised(node: ast.stmt) -> str:
    """The name of what a statement makes and raises; empty if it does not."""
    made = node.exc if isinstance(node, ast.Raise) else None
    return getattr(made.func, "id", "") if isinstance(made, ast.Call) else ""


def _of_ways(function: ast.FunctionDef) -> frozenset[str]:
    """The variables of a function that hold what the ways of other programs lead to."""
    assigned = [
        node for node in ast.walk(function) if isinstance(node, ast.Assign) and _names(node.value).keys() & WAYS
    ]
    return frozenset(each.id for node in assigned for each in node.targets if isinstance(each, ast.Name))


def _only_facts(function: ast.FunctionDef) -> frozenset[str]:
    """The variables of a function that are used only as facts of what it refuses."""
    everywhere, within = _loaded(function), _loaded(*_facts(function))
    return frozenset(name for name in within if everywhere[name] == within[name])


def _facts(tree: ast.AST) -> Iterator[ast.expr]:
    """What is stated with a clause that is broken, the first argument, or with what cannot be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (made := getattr(node.func, "id", "")) in (*REFUSED, *UNREADABLE):
            yield from node.args[made in REFUSED :]
            yield from (fact.value for fact in node.keywords)


def _alike_at_the_end(function: ast.FunctionDef) -> frozenset[ast.stmt]:
    """The refusals with which a function that refuses in any case ends, except for the last, if all name one clause."""
    *before, last = function.body
    clause, found = _clause(last), list[ast.stmt]()
    for each in reversed(before) if clause else ():
        if isinstance(each, ast.If) and not each.orelse and _clause(each.body[0]) == clause:
            found.append(each)
        elif not isinstance(each, ast.Assign):
            break
    return frozenset(found)


def _clause(node: ast.stmt) -> str:
    """The clause by which a statement refuses something; empty if it does not, or the clause is not written there."""
    if not isinstance(node, ast.Raise) or _raised(node) != "Violation":
        return ""
    return str(getattr(next(iter(getattr(node.exc, "args", ())), None), "value", ""))


def _loaded(*trees: ast.AST) -> Counter[str]:
    """How often each variable is read."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def _holds_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict | ast.Set) for each in sides) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides
    )


def mutants(game: str) -> Iterator[Mutant]:
    """All mutants of a game."""
    for file in _files(game):
        change = Change(None, game)
        change.visit(_tree(file))
        for number, (line, what) in enumerate(change.places):
            yield Mutant(game, file.stem, number, line, what)


def _files(game: str) -> list[Path]:
    """The modules of a game's rules."""
    return [file for file in sorted((GAMES / game).glob("*.py")) if file.stem not in NOT_RULES]


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def shown_by(game: str) -> frozenset[str]:
    """The functions that are no rules: those that return where a game stands, and those that only these use.

    Nor are rules what is used only for the facts of what is refused, or by the modules that choose or spell events.
    """
    trees = {file.stem: _tree(file) for file in (GAMES / game).glob("*.py")}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    defined = Counter(node.name for node in nodes if isinstance(node, ast.FunctionDef))
    everywhere = _names(*trees.values())
    no_rules: list[ast.AST] = [fact for tree in trees.values() for fact in _facts(tree)]
    no_rules += [trees[module] for module in NO_RULES_ASK if module in trees]
    found = {name for name, node in functions.items() if getattr(node.returns, "id", "") in SHOWN_AS}
    while True:
        within = _names(*no_rules, *(functions[name] for name in found))
        unused = {name for name in functions if defined[name] == 1 and 0 < everywhere[name] == within[name]}
        more = unused - found
        if not more:
            return frozenset(found)
        found |= more


def _names(*trees: ast.AST) -> Counter[str]:
    """How often each name is used; in what stands within several of these trees, once. Imports are no uses."""
    found = Counter[str]()
    for node in {id(each): each for tree in trees for each in ast.walk(tree)}.values():
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
    return found


@cache
def fields_not_read(game: str) -> frozenset[str]:
    """The fields that no rule of a game reads, by themselves or by a name."""
    nodes = [node for file in _files(game) for node in ast.walk(_tree(file))]
    fields = {
        node.target.id
        for each in nodes
        if isinstance(each, ast.ClassDef)
        for node in each.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    files = [file for file in (GAMES / game).glob("*.py") if file.stem not in (*NO_RULES_ASK, CHECKS)]
    everywhere = [node for file in files for node in _of_rules(_tree(file), shown_by(game))]
    read = {node.attr for node in everywhere if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    named = set(re.findall(r"\w+", (GAMES / game / "components.toml").read_text(encoding="utf-8")))
    for node in (each for module in NAMING for each in ast.walk(_tree(GAMES / game / f"{module}.py"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named.add(node.value)
    return frozenset(fields - read - named)


def _of_rules(tree: ast.AST, shown: frozenset[str]) -> Iterator[ast.AST]:
    """What stands in a tree, without the functions that are no rules."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.FunctionDef) and node.name in shown):
            yield from _of_rules(node, shown)


def changed(mutant: Mutant) -> Any:
    """The code of the module of a mutant."""
    file = GAMES / mutant.game / f"{mutant.module}.py"
    tree = Change(mutant.place, mutant.game).visit(_tree(file))
    return compile(ast.fix_missing_locations(tree), str(file), "exec")
