"""JSON values that are spoilt in one place."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

VALUES: tuple[Any, ...] = (None, True, "x", 3, -1, [], {}, [1], {"a": 1}, 2.5, ["a", "b"])


def spoilt(value: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A copy with a member left out, added, renamed, or of another type or value."""
    found = copy.deepcopy(value)
    at, key = rng.choice(list(_places(found)))
    match rng.randrange(6):
        case 0:
            at.pop(key)
        case 1:
            at[key] = rng.choice(VALUES)
        case 2 if isinstance(at[key], dict):
            at[key]["surplus"] = 1
        case 3 if isinstance(at, dict):
            at[f"{key}s"] = at.pop(key)
        case 4 if isinstance(at[key], list):
            at[key].append(rng.choice((1, "a", None, [])))
        case _:
            at[key] = f"{at[key]}q" if isinstance(at[key], str | int) else rng.choice(VALUES)
    return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member of every object and list inside a value: the object or list, and its key or place."""
    for key in list(value) if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0):
        yield value, key
        yield from _places(value[key])
