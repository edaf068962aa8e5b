"""What the declarations of all games have in common, checked in the sources: each check yields complaints."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

Sources = Mapping[str, ast.Module]
"""The modules of a game by their names, without those that read and write foreign notations."""

HOMES: dict[str, tuple[str, tuple[str, ...] | None]] = {
    "version": ("options.VERSION", None),
    "state": ("state.State", None),
    "options": ("options.options_of", ("header",)),
    "start": ("setup.start", ("header",)),
    "rules": ("rules.RULES", None),
    "order": ("rules.ORDER", None),
    "refusal": ("rules.refusal", ("state", "actor", "event")),
    "awaited": ("agenda.awaited", ("state",)),
    "follow": ("flow.follow", ("book", "state")),
    "proceed": ("flow.proceed", ("state",)),
    "turn": ("flow.turn", ("state",)),
    "place": ("flow.place", ("state",)),
    "figures_of_a_seat": ("figures.FIGURES", None),
    "figures": ("figures.figures", ("state", "seat")),
    "values": ("figures.values", ("state", "seat")),
    "faction": ("figures.faction", ("state", "seat")),
    "standings": ("scoring.standings", ("state",)),
    "conservation": ("conservation.conservation", ("state",)),
    "plain": ("spelling.plain", ("state", "actor", "event")),
    "respelled": ("spelling.RESPELLED", None),
    "header": ("selfplay.sample_header", ("rng", "players", "options", "drawing")),
    "choose": ("selfplay.choose", ("state", "actions", "rng")),
    "public": ("public.public_log", ("log", "seat")),
}
"""Hook of the declaration -> its module and name, and a function's parameters in their order."""
LITERALS = {"id", "name"}


def misplaced(sources: Sources) -> Iterator[str]:
    """Hooks whose module, name or order of parameters differs from that in every other game."""
    package = sources["__init__"]
    for hook, value in _declared(package):
        if hook in LITERALS:
            continue
        expected, parameters = HOMES[hook]
        found = _home(package, value)
        if found != expected:
            yield f"{hook} is {found}, expected {expected}"
            continue
        module, name = expected.split(".")
        defined = _defined(sources[module], name) if module in sources else None
        if defined is None:
            yield f"{expected} is not defined in {module}.py"
        elif parameters is not None and _parameters(defined) != parameters:
            yield f"{expected} has the parameters {_parameters(defined)}, expected {parameters}"


def misordered_books(sources: Sources) -> Iterator[str]:
    """Functions that make entries in a book whose parameters are not: book, state, seat, figure, amount, source."""
    for module, tree in sources.items():
        for each in _functions(tree):
            names = _parameters(each)
            if "book" not in names:
                continue
            leading = ["book", *(name for name in ("state",) if name in names)]
            leading += [name for name in ("player", "seat") if name in names][:1]
            if names[: len(leading)] != tuple(leading) or ("source" in names and names[-1] != "source"):
                yield f"{module}.{each.name} has the parameters {names}"


def misnamed_vocabulary(vocabulary: str, sources: Sources) -> Iterator[str]:
    """Modules that import the vocabulary, a module of this full name, under a name other than `events`."""
    package, _, name = vocabulary.rpartition(".")
    for module, tree in sources.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == package:
                for alias in node.names:
                    if alias.name == name and alias.asname != "events":
                        yield f"{module} imports the vocabulary as {alias.asname or alias.name}"
            elif isinstance(node, ast.Import) and any(alias.name == vocabulary for alias in node.names):
                yield f"{module} imports the vocabulary by its full name"


def misordered_rules(sources: Sources) -> Iterator[str]:
    """Rows of the table of rules whose functions have different parameters from those of every other row."""
    for scope, call in _calls(sources["rules"], "Rule"):
        given = dict(zip(("do", "answers", "legal", "chance", "order"), call.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        decision = "answers" in given and "chance" not in given
        expected = {
            "do": ("state", "seat" if decision else "actor", "event"),
            "legal": ("state", "seat"),
            "chance": ("state",),
        }
        for part, parameters in expected.items():
            if part in given:
                function = _function(sources, scope, given[part])
                if function is None:
                    yield f"{part} is {ast.unparse(given[part])}, which is not a function of the game"
                elif _parameters(function) != parameters:
                    yield f"{part} {function.name} has the parameters {_parameters(function)}, expected {parameters}"


def circular(package: str, sources: Sources) -> Iterator[str]:
    """Modules of a package that import each other in a circle, even if only for types."""
    imported = {name: _imported(package, tree) & sources.keys() for name, tree in sources.items()}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        yield " imports ".join(reversed(error.args[1]))


def _imported(package: str, tree: ast.Module) -> set[str]:
    """What a module imports from its own package: modules, and names of the package itself."""
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            names.add(node.module.removeprefix(f"{package}.").partition(".")[0])
    return names


def _declared(package: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Hook and value of the declaration, those of `Selfplay` among them."""
    for _, call in _calls(package, "Declaration"):
        for keyword in call.keywords:
            if keyword.arg != "selfplay":
                yield str(keyword.arg), keyword.value
    for _, call in _calls(package, "Selfplay"):
        yield from zip(("header", "choose"), call.args, strict=False)
        yield from ((str(keyword.arg), keyword.value) for keyword in call.keywords)


def _home(tree: ast.Module, value: ast.expr) -> str:
    """`module.name` of what an expression refers to; the expression itself if it is not such a name."""
    imports = _imports(tree)
    match value:
        case ast.Name(name) if name in imports:
            module, original = imports[name]
            return f"{module}.{original}"
        case ast.Attribute(ast.Name(name), attribute) if name in imports:
            return f"{imports[name][1]}.{attribute}"
    return ast.unparse(value)


def _imports(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Name in a module -> (last part of the module it is imported from, its name there)."""
    return {
        alias.asname or alias.name: (str(node.module).rpartition(".")[2], alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _defined(tree: ast.Module, name: str) -> ast.stmt | None:
    """The statement of a module that defines a name; an import does not."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.ClassDef() if node.name == name:
                return node
            case ast.Assign(targets=[ast.Name(id)]) | ast.AnnAssign(target=ast.Name(id)) if id == name:
                return node
    return None


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _parameters(function: ast.stmt) -> tuple[str, ...]:
    if not isinstance(function, ast.FunctionDef):
        return ()
    arguments = function.args
    return tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


def _calls(tree: ast.Module, name: str) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Every call of a name, with the innermost function around it, or the module."""

    def search(scope: ast.AST, node: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id == name:
                yield scope, child
            yield from search(child if isinstance(child, ast.FunctionDef) else scope, child)

    yield from search(tree, tree)


def _function(sources: Sources, scope: ast.AST, value: ast.expr) -> ast.FunctionDef | None:
    """The function that an expression in the table of rules names."""
    if isinstance(value, ast.Name):
        for around in (scope, sources["rules"]):
            for node in getattr(around, "body", ()):
                if isinstance(node, ast.FunctionDef) and node.name == value.id:
                    return node
    module, _, name = _home(sources["rules"], value).partition(".")
    found = _defined(sources[module], name) if module in sources else None
    return found if isinstance(found, ast.FunctionDef) else None
