"""A terminal of 80 columns and 24 lines with the recorder in it: keys go in, and the screen can be read."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Self

import pexpect
import pyte

COLUMNS, ROWS = 80, 24
PATIENCE = 30.0


class Terminal:
    """`anyturn record LOG` in a pseudo-terminal."""

    def __init__(self, log: Path, command: list[str]) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        environment = {**os.environ, "TERM": "xterm-256color", "LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
        self.process = pexpect.spawn(
            command[0], [*command[1:], "record", log.name], cwd=str(log.parent), env=environment,
            dimensions=(ROWS, COLUMNS), timeout=PATIENCE,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # regardless of how the tests were started
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.wait_for("saved")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.close(force=True)

    def look(self, seconds: float = 0.0) -> list[str]:
        """The content of the screen, after reading for this long."""
        end = time.monotonic() + seconds
        while True:
            try:
                self._stream.feed(self.process.read_nonblocking(65536, timeout=0.02))
            except pexpect.TIMEOUT:
                if time.monotonic() >= end:
                    break
            except pexpect.EOF:
                break
        return [line.rstrip() for line in self.screen.display]

    def wait_for(self, *texts: str) -> list[str]:
        """The screen, as soon as it shows all these texts; a text may continue on the next line."""
        end = time.monotonic() + PATIENCE
        while True:
            lines = self.look()
            whole = "\n".join(lines), "".join(line.ljust(COLUMNS) for line in lines)
            if all(any(text in each for each in whole) for text in texts):
                return lines
            if time.monotonic() > end or not self.process.isalive():
                raise AssertionError(f"{texts} is not on the screen:\n" + "\n".join(lines))

    def type(self, text: str) -> None:
        """Press keys."""
        self.process.send(text)

    def enter(self, text: str, *then: str) -> list[str]:
        """Type a line and wait for these texts to appear on the screen."""
        self.type(f"{text}\r")
        return self.wait_for(*then)

    @property
    def records(self) -> int:
        """The number of records in the title."""
        words = self.look()[0].split()
        return int(words[-3]) if "saved" in words[-1] else -1

    def recorded(self, number: int) -> list[str]:
        """The screen once the title shows this many records."""
        return self.wait_for(f" {number} record{'' if number == 1 else 's'}, saved")

    def kill(self) -> None:
        """End it abruptly, like a power cut."""
        self.process.kill(9)
        self.process.wait()

    def left(self) -> int:
        """The exit status, once the recorder has ended."""
        self.process.expect(pexpect.EOF)
        self.process.close()
        return int(self.process.exitstatus if self.process.exitstatus is not None else -self.process.signalstatus)


def command() -> list[str]:
    """The installed command `anyturn`."""
    return [sys.executable, str(Path(__file__).parents[3] / "cli.py")]
