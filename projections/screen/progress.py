"""A progress line on stderr, on a terminal only; it never mixes with the output on stdout."""

import os
import sys
import threading
import time
from types import TracebackType

from events.problems import count
from projections.screen.console import is_dumb
from projections.screen.grid import WIDTH

TICK = 0.5
"""Seconds between redraws, so that the line changes even while a large chunk is being processed."""
BAR = 20


class Progress:
    """How much of `total` is done, how fast, and the time left.

    Nothing is shown if `total` is 1, or if stderr is not a terminal that can redraw a line.
    """

    def __init__(self, total: int, noun: str) -> None:
        self.total, self.noun, self.done = total, noun, 0
        self.shown = sys.stderr.isatty() and total > 1 and not is_dumb()
        self._began = time.monotonic()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._hidden = False

    def __enter__(self) -> "Progress":
        if self.shown:
            self._draw()
            threading.Thread(target=self._tick, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self.clear()

    def advance(self, steps: int = 1) -> None:
        """Count `steps` more as done; the line is cleared for output about them until it is drawn again."""
        self.done += steps
        self.clear()

    def draw(self) -> None:
        """Show the line."""
        self._hidden = False
        self._draw()

    def clear(self) -> None:
        """Clear the line."""
        self._hidden = True
        if self.shown:
            with self._lock:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()

    def line(self) -> str:
        """`[#####...............] 512 of 2,048 logs, 310 a second, 5 s left`."""
        total = max(self.total, self.done)  # one file can hold many games
        filled = BAR * self.done // total
        elapsed = time.monotonic() - self._began
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {self.done:,} of {count(total, self.noun)}"
        if not self.done:
            return f"{line}, {elapsed:.0f} s"
        left = elapsed * (total - self.done) / self.done
        return f"{line}, {speed(self.done, elapsed)}, {duration(left)} left"

    def _tick(self) -> None:
        while not self._ended.wait(TICK):
            self._draw()

    def _draw(self) -> None:
        if self.shown:
            with self._lock:
                if not self._hidden:
                    sys.stderr.write(f"\r\x1b[K{self.line()[: _columns() - 1]}")
                    sys.stderr.flush()


def _columns() -> int:
    """The current width of the terminal; a longer line would wrap, and only its last row could be cleared."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    except OSError:
        return WIDTH


def speed(done: int, seconds: float) -> str:
    """`310 a second`; `7 a minute`."""
    rate = done / max(seconds, 0.001)
    return f"{rate:,.0f} a second" if rate >= 1 else f"{60 * rate:,.0f} a minute"


def duration(seconds: float) -> str:
    """`5 s`, `3 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
