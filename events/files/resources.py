"""The files that a package contains besides its modules, wherever it lies."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable


def under(folder: Traversable, name: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files in a folder and the folders in it, sorted, each with its path after `name`."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        path = f"{name}/{each.name}" if name else each.name
        if each.is_dir() and each.name != "__pycache__":
            yield from under(each, path)
        elif each.is_file():
            yield path, each
