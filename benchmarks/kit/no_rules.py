"""Places of a game's modules on which no verdict, figure or legal event of a native log depends.

They are found by principle, in the code of the rules, never by their names or lines:

- what only people are shown: where the game stands, the facts of a refusal, problems in words, pictures; assertions;
- what refuses a header that cannot be read, as it breaks no clause, and what is only reckoned for this;
- what only chooses or spells events, and what only other programs' ways or logs lead to: a function that nothing else
  uses, wherever it stands, and what such a function alone uses in turn; fields that only these ways set;
- which of several refusals under one clause it is, where another follows in any case: at the end of a function, or
  from the declaration of a chance outcome, which refuses under its own clause whatever its explanation lets pass;
- what is kept in fields that no rule reads, and defaults of fields that no state begins with;
- numbers below 0 that stand for nobody or nowhere, as any such number does if it is only compared for equality.

Whatever a native log can show stays in.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "engine" / "games"
NOT_RULES = frozenset((
    "__init__", "agenda", "catalogue_form", "components", "conservation", "deciding", "definitions", "lookahead",
    "options", "own_catalogue", "own_values", "platform", "platform_order", "policy", "public", "quirks", "selfplay",
    "spelling", "tables", "unsupported_cards",
))  # fmt: skip
"""Modules of a game that are not its rules as they are played: choices of players, forms, other programs' ways."""
SHOWN_AS, SHOWN_IN = ("Turn", "Place"), "ends_round"
"""The types, and an argument, that state only where a game stands: no rule reads them."""
WAYS = {"quirks", "bga_quirks"}
"""What the ways of other programs depend on: what is done under such a condition is no rule of the game either."""
REFUSED = ("Fault", "Violation")
"""What states a clause that is broken, with facts."""
WHY = 3
"""The place of its explanation among the arguments of a chance outcome."""
UNREADABLE = ("Unreadable", "unreadable", "wrong")
"""What is raised for a header that cannot be read."""
NO_RULES_ASK = ("lookahead", "own_catalogue", "platform", "platform_order", "policy", "selfplay", "spelling")
"""Modules that choose or spell events, or that tell in which order other programs do, and that which checks a file with
a catalogue of one's own: a function that only they use is no rule."""
OF_OTHERS = ("readings", "writings")
"""Folders of a game that read and write the logs of other programs."""
SHOWING = GAMES.parents[1] / "projections" / "pictures"
"""What draws pictures."""
CHECKS = "conservation"
"""The module that only checks what the rules have done."""
NAMING = ("components", "figures", "state")
"""Modules in which fields are named that are read by name."""


def raised(node: ast.stmt) -> str:
    """The name of what a statement makes and raises; empty if it does not."""
    made = node.exc if isinstance(node, ast.Raise) else None
    return getattr(made.func, "id", "") if isinstance(made, ast.Call) else ""


def asks_ways(test: ast.expr, more: frozenset[str] = frozenset()) -> bool:
    """Whether a condition depends on the ways of other programs, `more` being variables that hold them."""
    return bool(names(test).keys() & (WAYS | more))


@cache
def fields_of_ways(game: str) -> frozenset[str]:
    """The fields that are set only in the ways of other programs, and else to what they begin with: false."""
    by_ways, by_rules = set[str](), set[str]()
    for tree in map(tree_of, modules_of(game)):
        ways = {id(each) for node in ast.walk(tree) for each in _under_ways(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.value, "value", True) is not False:
                set_so = by_ways if id(node) in ways or asks_ways(node.value) else by_rules
                set_so |= {each.attr for each in node.targets if isinstance(each, ast.Attribute)}
    return frozenset(by_ways - by_rules)


def _under_ways(node: ast.AST, fields: frozenset[str] = frozenset()) -> Iterator[ast.stmt]:
    """What is done only in the ways of other programs, which alone set these `fields`."""
    if isinstance(node, ast.If) and asks_ways(node.test, fields) and not isinstance(node.test, ast.UnaryOp):
        yield from node.body


@cache
def leading_to_ways(game: str) -> frozenset[str]:
    """The functions that do nothing but return without the ways of other programs: they ask for these first of all."""
    nodes = [node for file in modules_of(game) for node in ast.walk(tree_of(file))]
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef) and _asks_first(node))


def _asks_first(function: ast.FunctionDef) -> bool:
    first = next((each for each in function.body if not isinstance(each, ast.Expr)), None)
    if not isinstance(first, ast.If) or not isinstance(first.body[0], ast.Return):
        return False
    test = first.test
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and asks_ways(test)


def of_ways(function: ast.FunctionDef, more: frozenset[str]) -> frozenset[str]:
    """The variables of a function that hold what the ways of other programs lead to, `more` being such functions."""
    assigned = [
        node for node in ast.walk(function) if isinstance(node, ast.Assign) and names(node.value).keys() & (WAYS | more)
    ]
    return frozenset(each.id for node in assigned for each in node.targets if isinstance(each, ast.Name))


def only_facts(function: ast.FunctionDef) -> frozenset[str]:
    """The variables of a function that are used only as facts of what it refuses, or to find what cannot be read.

    Also those that only these depend on.
    """
    everywhere, no_rules = _loaded(function), [*_facts_and_form(function)]
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    while True:
        found = _used_up(_loaded(*no_rules), everywhere)
        more = [each for each in assigned if each.value not in no_rules and _variables(each) <= found]
        if not more:
            return found
        no_rules += [each.value for each in more]


def _variables(node: ast.Assign) -> set[str]:
    """What is assigned, by name; empty text for what is not a variable."""
    return {getattr(each, "id", "") for each in node.targets}


def _used_up(within: Counter[str], everywhere: Counter[str]) -> frozenset[str]:
    """The names that are used nowhere else."""
    return frozenset(name for name in within if everywhere[name] == within[name])


def _facts_and_form(tree: ast.AST) -> Iterator[ast.expr]:
    """What is stated with a refusal, and the conditions under which something cannot be read."""
    yield from _facts(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and raised(node.body[-1]) in UNREADABLE:
            yield node.test


@cache
def of_form(game: str) -> frozenset[str]:
    """The constants of a game's modules that are used only to find what cannot be read, or as facts of it."""
    trees = [tree_of(file) for file in modules_of(game)]
    assigned = [node for tree in trees for node in tree.body if isinstance(node, ast.Assign)]
    constants = {name for each in assigned for name in _variables(each)}
    within = _loaded(*(each for tree in trees for each in _facts_and_form(tree)))
    return constants & _used_up(within, _loaded(*trees))


def _facts(tree: ast.AST) -> Iterator[ast.expr]:
    """What is stated with a clause that is broken, the first argument, or with what cannot be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (made := getattr(node.func, "id", "")) in (*REFUSED, *UNREADABLE):
            yield from node.args[made in REFUSED :]
            yield from (fact.value for fact in node.keywords)


def alike_at_the_end(function: ast.FunctionDef, then: str) -> frozenset[ast.stmt]:
    """The refusals with which a function that refuses in any case ends, except for the last, if all name one clause.

    The last is among them if `then` whatever the function lets pass is refused under that clause, too.
    """
    *before, last = function.body
    clause, found = _clause(last), list[ast.stmt]()
    if clause and clause == then:
        found.append(last)
    for each in reversed(before) if clause else ():
        if isinstance(each, ast.If) and not each.orelse and _clause(each.body[0]) == clause:
            found.append(each)
        elif not isinstance(each, ast.Assign):
            break
    return frozenset(found)


@cache
def wording(game: str) -> frozenset[str]:
    """The functions that only state a fault in words: what they are given is a fact of it."""
    nodes = [node for file in modules_of(game) for node in ast.walk(tree_of(file))]
    return frozenset(each.name for each in nodes if isinstance(each, ast.FunctionDef) and _returns(each) in REFUSED)


@cache
def explained(game: str) -> dict[str, str]:
    """Function -> the clause under which a chance outcome refuses what the function, its explanation, lets pass.

    The explanation stands beside the outcome and is a call of the function. One that serves several outcomes counts
    only if these name one clause.
    """
    found: dict[str, set[str]] = {}
    for function in (node for file in modules_of(game) for node in ast.walk(tree_of(file))):
        if not isinstance(function, ast.FunctionDef):
            continue
        inner = {node.name: node for node in function.body if isinstance(node, ast.FunctionDef)}
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Outcome" and len(call.args) > WHY:
                clause, name = getattr(call.args[1], "value", ""), getattr(call.args[WHY], "id", "")
                for helper in _called_alone(inner[name]) if name in inner else ():
                    found.setdefault(helper, set()).add(str(clause))
    return {name: next(iter(named)) for name, named in found.items() if len(named) == 1 and _uses(game, name) == 1}


def _called_alone(function: ast.FunctionDef) -> Iterator[str]:
    """The function that is called by another, if that does nothing else."""
    (*_, last) = function.body
    if len(function.body) == 1 and isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        yield getattr(last.value.func, "id", "")


def _uses(game: str, name: str) -> int:
    return names(*(tree_of(file) for file in (GAMES / game).rglob("*.py")))[name]


def _returns(function: ast.FunctionDef) -> str:
    return getattr(function.returns, "id", "")


def _clause(node: ast.stmt) -> str:
    """The clause by which a statement refuses something; empty if it does not, or the clause is not written there."""
    if not isinstance(node, ast.Raise) or raised(node) != "Violation":
        return ""
    return str(getattr(next(iter(getattr(node.exc, "args", ())), None), "value", ""))


def _loaded(*trees: ast.AST) -> Counter[str]:
    """How often each variable is read."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def holds_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict | ast.Set) for each in sides) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides
    )


def modules_of(game: str) -> list[Path]:
    """The modules of a game's rules."""
    return [file for file in sorted((GAMES / game).glob("*.py")) if file.stem not in NOT_RULES]


def tree_of(file: Path) -> ast.Module:
    """The code of a module; each time another tree, so that it can be changed."""
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def shown_by(game: str) -> frozenset[str]:
    """The functions that are no rules: those that return where a game stands, and those that only these use.

    Nor are rules what is used only for the facts of what is refused, in the ways of other programs, by the modules that
    choose or spell events, by what reads or writes the logs of other programs, or by what draws pictures.
    """
    fields, trees = fields_of_ways(game), {file.stem: tree_of(file) for file in (GAMES / game).glob("*.py")}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    defined = Counter(node.name for node in nodes if isinstance(node, ast.FunctionDef))
    others = [tree_of(file) for folder in OF_OTHERS for file in (GAMES / game / folder).rglob("*.py")]
    others += [tree_of(file) for file in SHOWING.rglob("*.py")]
    everywhere = names(*trees.values(), *others)
    no_rules: list[ast.AST] = [fact for tree in trees.values() for fact in _facts(tree)]
    no_rules += [*others, *(trees[module] for module in NO_RULES_ASK if module in trees)]
    no_rules += [each for node in nodes for each in _under_ways(node, fields)]
    found = {name for name, node in functions.items() if _returns(node) in SHOWN_AS}
    while True:
        within = names(*no_rules, *(functions[name] for name in found))
        unused = {name for name in functions if defined[name] == 1 and 0 < everywhere[name] == within[name]}
        more = unused - found
        if not more:
            return frozenset(found)
        found |= more


def names(*trees: ast.AST) -> Counter[str]:
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
    nodes = [node for file in modules_of(game) for node in ast.walk(tree_of(file))]
    fields = {
        node.target.id
        for each in nodes
        if isinstance(each, ast.ClassDef)
        for node in each.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    files = [file for file in (GAMES / game).glob("*.py") if file.stem not in (*NO_RULES_ASK, CHECKS)]
    trees = [tree_of(file) for file in files]
    everywhere = [node for tree in trees for node in _of_rules(tree, shown_by(game))]
    of_modules = {id(node) for tree in trees for node in _of_modules(tree, game)}
    kept = {id(target) for node in everywhere for target in _kept_in(node)}
    read = {
        node.attr
        for node in everywhere
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and id(node) not in kept
        and id(node) not in of_modules
    }
    named = set(re.findall(r"\w+", (GAMES / game / "components.toml").read_text(encoding="utf-8")))
    for node in (each for module in NAMING for each in ast.walk(tree_of(GAMES / game / f"{module}.py"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named.add(node.value)
    return frozenset(fields - read - named)


def _of_modules(tree: ast.Module, game: str) -> Iterator[ast.Attribute]:
    """What is read of the modules that a module imports, which is no field."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == f"engine.games.{game}"]
    modules = {each.asname or each.name for node in imports for each in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in modules:
            yield node


@cache
def always_stated(game: str, kind: str) -> frozenset[str]:
    """The fields of a class that are stated by their names wherever the game makes one of it."""
    made = [
        {each.arg for each in node.keywords if each.arg}
        for file in (GAMES / game).rglob("*.py")
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == kind
    ]
    return frozenset(set.intersection(*made)) if made else frozenset()


@cache
def marks(game: str) -> frozenset[str]:
    """The constants below 0 of a game's modules that are only passed on, or compared for equality."""
    trees = [tree_of(file) for file in (GAMES / game).rglob("*.py")]
    found = {
        node.targets[0].id
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.UnaryOp)
        and isinstance(node.value.op, ast.USub)
    }
    reckoned = {
        each.id
        for tree in trees
        for node in ast.walk(tree)
        if _reckons(node)
        for each in ast.iter_child_nodes(node)
        if isinstance(each, ast.Name)
    }
    return frozenset(found - reckoned)


def _reckons(node: ast.AST) -> bool:
    """Whether a node depends on how large its operands are, rather than on which they are."""
    if isinstance(node, ast.Compare):
        return not all(isinstance(each, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for each in node.ops)
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Subscript)


def _kept_in(node: ast.AST) -> Iterator[ast.AST]:
    """The table in which a statement only keeps something, under a key."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return (target.value for target in targets if isinstance(target, ast.Subscript))


def _of_rules(tree: ast.AST, shown: frozenset[str]) -> Iterator[ast.AST]:
    """What stands in a tree, without the functions that are no rules."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.FunctionDef) and node.name in shown):
            yield from _of_rules(node, shown)
