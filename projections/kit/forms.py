"""Values that a form allows: drawn from its JSON Schema, whatever else the rules say about them."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from events.log.codec import Unreadable
from projections.schemas.documents import document

DEEPEST, MOST_ITEMS, MOST_NUMBER = 4, 3, 6
"""How deep drawn values are nested, how many items their lists have, and how large their numbers are, at most."""

Schema = dict[str, Any]


class Forms:
    """What members of objects may be, by their names, in a schema that consists of objects with names."""

    def __init__(self, schema: Schema) -> None:
        self._definitions: dict[str, Schema] = schema["$defs"]
        self._named: dict[str, list[Schema]] = {}
        for each in self._definitions.values():
            for name, member in each.get("properties", {}).items():
                self._named.setdefault(name, []).append(member)

    def of(self, name: str, words: Sequence[str], rng: Random) -> Any:
        """A value that some member of that name may have, texts being drawn from `words`; None if there is none."""
        found = self._named.get(name)
        return self._drawn(rng.choice(found), words, rng, 0) if found else None

    def _drawn(self, schema: Schema | bool, words: Sequence[str], rng: Random, depth: int) -> Any:
        if isinstance(schema, bool):  # anything, or nothing
            return None
        while "$ref" in schema or "anyOf" in schema:
            schema = rng.choice(schema["anyOf"]) if "anyOf" in schema else self._definition(schema)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "array" if "prefixItems" in schema:
                return [self._drawn(each, words, rng, depth + 1) for each in schema["prefixItems"]]
            case "array":
                least, most = schema.get("minItems", 0), schema.get("maxItems", MOST_ITEMS)
                number = rng.randint(least, most) if depth < DEEPEST else least
                return [self._drawn(schema["items"], words, rng, depth + 1) for _ in range(number)]
            case "object":
                members, needed = schema.get("properties", {}), schema.get("required", ())
                wanted = [name for name in members if name in needed or rng.random() < 0.5]
                return {name: self._drawn(members[name], words, rng, depth + 1) for name in wanted}
            case "integer":
                return rng.randint(schema.get("minimum", -1), min(schema.get("maximum", MOST_NUMBER), MOST_NUMBER))
            case "boolean":
                return rng.random() < 0.5
            case "string":
                return rng.choice(words)
        return None

    def _definition(self, schema: Schema) -> Schema:
        return self._definitions[schema["$ref"].rpartition("/")[2]]


@cache
def forms_of_catalogue(game: str) -> Forms | None:
    """What a catalogue of a game may state; None in a game whose logs carry none."""
    try:
        return Forms(document(game, "catalogue"))
    except Unreadable:
        return None
