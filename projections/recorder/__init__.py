"""The recorder: write down a game in the terminal while it is played.

`session` handles each answer, `choosing` lists the choices, `display` renders what is shown above them, and `terminal`
draws the screen and reads the keys. Only `terminal` imports prompt_toolkit, which the optional extra `record` installs.
"""

import sys
from importlib.util import find_spec

from events.problems import USAGE, Problem


class NoRecorder(Problem):
    """The recorder was started, but prompt_toolkit is not installed."""

    STATUS = USAGE

    def __str__(self) -> str:
        return (
            "the recorder needs prompt_toolkit, which is not installed; install it with: "
            f"{sys.executable or 'python'} -m pip install prompt_toolkit; or use `anyturn append`"
        )


def run(path: str) -> None:
    """Record into the log at `path` until the user leaves. Raises NoRecorder, and whatever opening the log raises."""
    if find_spec("prompt_toolkit") is None:
        raise NoRecorder
    from events.log.appending import LogFile
    from projections.recorder.session import Session

    session = Session(LogFile(path))
    from projections.recorder.terminal import Screen

    Screen(session).run()
