"""The definitions of types as JSON Schema: msgspec makes them, and the clauses that the types name are added."""

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any

import msgspec

Schema = dict[str, Any]
Definitions = dict[str, Schema]
CLAUSES = "x-clauses"
"""The keyword that lists the clauses of the rulebook which a definition names; validators ignore it."""
_TEMPLATE = "#/$defs/{name}"
_OPENING = re.compile(r"[^:]*(?=:)")
_CLAUSE = re.compile(r"(?P<id>\b[A-Z]{2}-\d+(?:\.\d+)*)|(?P<heading>[Ss]ection (?P<number>\d+(?:\.\d+)*))")


def reference(name: str) -> Schema:
    """The schema that is the definition of this name."""
    return {"$ref": _TEMPLATE.format(name=name)}


def defined(types: Sequence[Any], prefix: str = "") -> tuple[list[Schema], Definitions]:
    """The schema of each type, and the definitions that they refer to.

    `prefix` is that of the clauses of a game, such as `TM`, for docstrings that name a section by its number.
    """
    schemas, found = msgspec.json.schema_components(types, ref_template=_TEMPLATE)
    for each in found.values():
        if "description" in each:
            each["description"] = cleandoc(each["description"])
            if clauses := clauses_of(each["description"], prefix):
                each[CLAUSES] = clauses
    return list(schemas), found


def clauses_of(text: str, prefix: str) -> list[str]:
    """The clauses by which a docstring begins: `DF-8.5: the faces removed ...`, `Section 5.3: the first cards ...`."""
    opening = _OPENING.match(text)
    found = _CLAUSE.finditer(opening[0] if opening else "")
    return [each["id"] or f"{prefix}-{each['number']}" for each in found]


def needed(root: Schema, definitions: Definitions) -> Definitions:
    """The definitions to which a schema leads, in alphabetical order."""
    names: set[str] = set()
    waiting = [root]
    while waiting:
        for name in set(_names(waiting.pop())) - names:
            names.add(name)
            waiting.append(definitions[name])
    return {name: definitions[name] for name in sorted(names)}


def _names(schema: Any) -> Iterator[str]:
    """The names of the definitions that a schema mentions."""
    if isinstance(schema, dict):
        if isinstance(at := schema.get("$ref"), str):
            yield at.rpartition("/")[2]
        for each in schema.values():
            yield from _names(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _names(each)
