"""The checksums of a set of files, written last: a set without them is not complete."""

from collections.abc import Iterable
from hashlib import file_digest
from pathlib import Path

from events.files.atomic import refuse_existing, write_whole

NAME = "SHA256SUMS"
"""The name under which `sha256sum --check` and its like know such a list."""


class Checksums:
    """Lists the files that are written into a folder, and writes the list once all are there.

    `files` are those that are to be written. Entering creates the folder and removes an earlier list, so that a set
    whose writing was interrupted has none. Raises Exists if a file is there already, unless `force`.
    """

    def __init__(self, folder: Path, files: Iterable[Path], *, force: bool) -> None:
        self.list = folder / NAME
        refuse_existing([*files, self.list], force)
        self._lines: list[str] = []

    def add(self, file: Path) -> None:
        """Add a file that has been written."""
        with file.open("rb") as data:
            self._lines.append(f"{file_digest(data, 'sha256').hexdigest()}  {file.name}\n")

    def __enter__(self) -> "Checksums":
        self.list.parent.mkdir(parents=True, exist_ok=True)
        self.list.unlink(missing_ok=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            write_whole("".join(sorted(self._lines, key=_name)).encode(), self.list)


def _name(line: str) -> str:
    return line.partition("  ")[2]
