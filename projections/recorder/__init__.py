"""The recorder: a game is written down in the terminal while it is played.

`session` knows what is asked and what an answer does, `choosing` what can be chosen, `pane` what is shown above it;
`screen` puts them on the terminal and takes the keys. Only `screen` imports prompt_toolkit, the extra `record`.
"""

import sys
from importlib.util import find_spec

from events.problems import USAGE, Problem


class NoRecorder(Problem):
    """The recorder is asked for, but what it needs is not installed."""

    STATUS = USAGE

    def __str__(self) -> str:
        return (
            "the recorder needs prompt_toolkit, not installed here; install it with: "
            f"{sys.executable or 'python'} -m pip install prompt_toolkit; or append with `anyturn append`"
        )


def run(path: str) -> None:
    """Record into the log at a path until somebody leaves. Raises what opening the log raises, NoRecorder."""
    if find_spec("prompt_toolkit") is None:
        raise NoRecorder
    from projections.recorder.session import Session

    session = Session(path)
    from projections.recorder.terminal import Screen

    Screen(session).run()
