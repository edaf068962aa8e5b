"""How many wrong engines a conformance kit finds out: mutants of the rules answer it, and their answers are judged.

    python benchmarks/kit/mutants.py KIT [--mutants 200] [--seed 1] [--jobs 2] [--game GAME]

A mutant is the program with one place of one game's rules changed: a comparison turned to its neighbour, a number one
higher, a refusal left out, `and` for `or`, a sum for a difference. Places are drawn evenly over the games of the kit,
within a game at random. A mutant is found out if one of its answers is wrong (a clause that may be named is not), or if
it cannot answer at all. Places are left out that make no other engine, as no verdict, figure or legal event depends on
them: where the game stands in words of people (functions that return a `Turn`, what only they call, `ends_round`),
start values of fields that no rule reads, assertions, what only words a problem, and what refuses a header that cannot
be read, as no clause is broken. Nor are the ways of other programs rules of the game. What survives is printed: some of
it is no other engine either.
"""

import argparse
import ast
import importlib.abc
import json
import re
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
GAMES = PROJECT / "engine" / "games"
sys.path.insert(0, str(PROJECT))

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
UNREADABLE = ("Unreadable", "unreadable", "wrong")
"""What is raised for a header that cannot be read."""
NAMING = ("components", "figures", "state")
"""Modules in which fields are named that are read by name."""
CPU_SECONDS = 240
"""For the answers of a mutant; one that takes more is found out, as it does not come to an end."""


class Mutant(NamedTuple):
    """A change: the game, the module, the number of the place among those of the module, the line, what it does."""

    game: str
    module: str
    place: int
    line: int
    what: str


class _Change(ast.NodeTransformer):
    """Counts the places that can be changed, and changes one of them."""

    def __init__(self, place: int | None, game: str) -> None:
        self.wanted, self.places = place, list[tuple[int, str]]()
        self.unread, self.shown_by = fields_not_read(game), shown_by(game)

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
        if _raised(node.body[0]) in UNREADABLE or _names(node.test).keys() & WAYS:
            node.orelse = [self.visit(each) for each in node.orelse]
            return node
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return node if _names(node.test).keys() & WAYS else self.generic_visit(node)

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
        return node if node.name in self.shown_by else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == SHOWN_IN else self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        return node if isinstance(node.body[-1], ast.Raise) else self.generic_visit(node)


def _raised(node: ast.stmt) -> str:
    """The name of what a statement makes and raises; empty if it does not."""
    made = node.exc if isinstance(node, ast.Raise) else None
    return getattr(made.func, "id", "") if isinstance(made, ast.Call) else ""


def _holds_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict | ast.Set) for each in sides) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides
    )


def mutants(game: str) -> Iterator[Mutant]:
    """All mutants of a game."""
    for file in _files(game):
        change = _Change(None, game)
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
    """The functions that state only where a game stands: those that return it, and those that only they name."""
    trees = {file.stem: _tree(file) for file in (GAMES / game).glob("*.py")}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    everywhere = _names(*trees.values())
    found = {name for name, node in functions.items() if getattr(node.returns, "id", "") in SHOWN_AS}
    while True:
        within = _names(*(functions[name] for name in found))
        more = {name for name in functions if name not in found and 0 < everywhere[name] == within[name]}
        if not more:
            return frozenset(found)
        found |= more


def _names(*trees: ast.AST) -> Counter[str]:
    """How often each name is used or imported."""
    found = Counter[str]()
    for node in (each for tree in trees for each in ast.walk(tree)):
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names)
    return found


@cache
def fields_not_read(game: str) -> frozenset[str]:
    """The fields that nothing in a game's modules reads, by themselves or by a name.

    The game itself is not imported here: a mutant is to be the first to be loaded.
    """
    nodes = [node for file in _files(game) for node in ast.walk(_tree(file))]
    fields = {
        node.target.id
        for each in nodes
        if isinstance(each, ast.ClassDef)
        for node in each.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    everywhere = [node for file in (GAMES / game).glob("*.py") for node in ast.walk(_tree(file))]
    read = {node.attr for node in everywhere if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    named = set(re.findall(r"\w+", (GAMES / game / "components.toml").read_text(encoding="utf-8")))
    for node in (each for module in NAMING for each in ast.walk(_tree(GAMES / game / f"{module}.py"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named.add(node.value)
    return frozenset(fields - read - named)


class _Finder(importlib.abc.MetaPathFinder):
    """Loads the changed module in place of the real one."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.name = mutant, f"engine.games.{mutant.game}.{mutant.module}"

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != self.name:
            return None
        file = GAMES / self.mutant.game / f"{self.mutant.module}.py"
        tree = _Change(self.mutant.place, self.mutant.game).visit(_tree(file))
        code = compile(ast.fix_missing_locations(tree), str(file), "exec")
        return importlib.util.spec_from_loader(name, _Loader(code))


class _Loader(importlib.abc.Loader):
    def __init__(self, code: Any) -> None:
        self.code = code

    def exec_module(self, module: Any) -> None:
        exec(self.code, module.__dict__)


def answer_as(mutant: Mutant, kit: Path) -> str:
    """What gives the mutant away: the first wrong answer, or what it failed by; empty if nothing does."""
    sys.meta_path.insert(0, _Finder(mutant))
    try:
        from benchmarks.kit.answers import answers_of_game
        from projections.kit.judging import WRONG, Judge
        from projections.kit.reading import Kit, given

        there = Kit(kit)
        judge = Judge(there)
        for number, answer in enumerate(answers_of_game(kit, mutant.game), 1):
            for judged in judge.judged(given(there, json.dumps(answer).encode(), number)):
                if judged.judgement == WRONG:
                    return f"{judged.case}: {judged.topic}"
    except Exception as error:
        return f"{type(error).__name__}"
    return ""


def _asked(mutant: Mutant, kit: Path) -> str:
    """The same in a process of its own."""
    command = [sys.executable, __file__, str(kit), "--one", json.dumps(mutant)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGXCPU:
        return "no end"
    return done.stdout.strip() if done.returncode == 0 else f"ended with {done.returncode}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutants of the rules, judged by a conformance kit.")
    parser.add_argument("kit", type=Path, help="the folder of the kit")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", help="only mutants of this game")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        print(answer_as(Mutant(*json.loads(options.one)), options.kit))
        return
    in_kit = list(json.loads((options.kit / "manifest.json").read_text(encoding="utf-8"))["games"])
    games = [options.game] if options.game else in_kit
    rng = Random(options.seed)
    drawn: list[Mutant] = []
    for number, game in enumerate(games):
        share = options.mutants // len(games) + (number < options.mutants % len(games))
        among = list(mutants(game))
        drawn += rng.sample(among, min(share, len(among)))
    rng.shuffle(drawn)  # so that what has been seen so far is a fair sample
    found: dict[str, list[bool]] = {}
    with ThreadPoolExecutor(options.jobs) as threads:
        for mutant, by in zip(drawn, threads.map(lambda each: _asked(each, options.kit), drawn), strict=True):
            found.setdefault(mutant.game, []).append(bool(by))
            place = f"engine/games/{mutant.game}/{mutant.module}.py:{mutant.line}: {mutant.what}"
            print(f"{'found' if by else 'SURVIVES'}  {place}  {by}", flush=True)
    for game, each in found.items():
        print(f"{game}: {sum(each)} of {len(each)}")
    everything = [one for each in found.values() for one in each]
    print(f"all: {sum(everything)} of {len(everything)}, {sum(everything) / len(everything):.1%}")


if __name__ == "__main__":
    main()
