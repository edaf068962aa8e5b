"""No module of the program imports itself through others, not even inside functions or for types."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support import PROJECT

FLOORS = ("anyturn", "engine", "events", "projections")


def sources() -> dict[str, str]:
    """The text of every module by its dotted name."""
    paths = [PROJECT / "cli.py", *(path for floor in FLOORS for path in (PROJECT / floor).rglob("*.py"))]
    return {name_of(path): path.read_text(encoding="utf-8") for path in paths}


def name_of(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, modules: set[str]) -> set[str]:
    """The modules that a source imports: at its top, inside a function, or only for types."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} & modules or {node.module}
    return found & modules


def circle(texts: dict[str, str]) -> list[str]:
    """Modules each of which imports the next, with the first repeated at the end; empty if there are none."""
    graph = {name: imported(text, set(texts)) - {name} for name, text in texts.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_no_module_imports_itself_through_others():
    texts = sources()
    assert len(texts) > 400
    assert circle(texts) == []


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"a": "import b", "b": "from c import d", "c": ""}, 0),
        ({"a": "import b", "b": "def f():\n    from a import g"}, 3),
        ({"a": "from b import c", "b.c": "if TYPE_CHECKING:\n    from a import d", "b": ""}, 3),
    ],
)
def test_circles_are_found(texts, expected):
    assert len(circle(texts)) == expected
