"""A line of progress on stderr, on a terminal only, out of the way of what is printed on stdout."""

import sys
from types import TracebackType


class Progress:
    """How much of `total` is done; draws nothing where stderr is no terminal, or there is little to do."""

    def __init__(self, total: int, noun: str) -> None:
        self.total, self.noun, self.done = total, noun, 0
        self.shown = sys.stderr.isatty() and total > 1

    def __enter__(self) -> "Progress":
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def advance(self, steps: int = 1) -> None:
        """So many more are done."""
        self.done += steps
        self._draw()

    def clear(self) -> None:
        """Make room for a line of output."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _draw(self) -> None:
        if self.shown:
            filled = 30 * self.done // self.total
            sys.stderr.write(
                f"\r\x1b[K[{'#' * filled}{'.' * (30 - filled)}] {self.done:,} of {self.total:,} {self.noun}"
            )
            sys.stderr.flush()
