"""`anyturn` with the toy game in a separate process, forked from one that has loaded the program.

Only the loading is shared, which takes a third of a second, as hundreds of tests run commands.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

LOADED = """
import cli, duckdb, json, os, resource, sys, traceback
import engine.games.nim, events.store.event_store
import projections.game.audit, projections.batch.importing, projections.batch.playing, projections.batch.validating
import projections.game.export, projections.screen.arguments, projections.screen.positions, projections.screen.rulebooks
import projections.commands.application, projections.commands.usage_errors, projections.screen.error_lines
import projections.screen.progress, projections.statistics, projections.store.drift, projections.store.query

projections.commands.application.application()

def run(request):
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for number, name in enumerate(("in", "out", "err")):
        os.dup2(os.open(request[name], os.O_RDWR), number)
    sys.argv[1:] = request["arguments"]
    if request["largest_file"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["largest_file"], resource.RLIM_INFINITY))
    code = 1
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = code or 120  # as the interpreter does
    os._exit(code)

def serve(asked, answered):
    for line in asked:
        child = os.fork()
        if not child:
            run(json.loads(line))
        answered.write(f"{child}\\n")
        answered.flush()
        answered.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\\n")
        answered.flush()

if __name__ == "__main__":
    serve(os.fdopen(int(sys.argv[1])), os.fdopen(int(sys.argv[2]), "w"))
"""


class Forking:
    """The process that is forked; `close` ends it."""

    def __init__(self, folder: Path, door: str) -> None:
        script = folder / "anyturn_forking.py"
        script.write_text(door.partition("if __name__")[0] + LOADED)
        self._folder = folder
        asked, ask = os.pipe()
        answer, answered = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, str(script), str(asked), str(answered)],
            pass_fds=(asked, answered),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        os.close(asked)
        os.close(answered)
        self._ask: IO[str] = os.fdopen(ask, "w")
        self._answer: IO[str] = os.fdopen(answer)

    def __call__(
        self, folder: Path, arguments: Sequence[str], stdin: bytes = b"", *, largest_file: int | None = None
    ) -> tuple[int, bytes, bytes]:
        """Exit code, standard output and standard error of a command that is run in a folder."""
        self._begin(folder, arguments, stdin, largest_file)
        return int(self._answer.readline()), *((self._folder / name).read_bytes() for name in ("out", "err"))

    def killed(self, folder: Path, arguments: Sequence[str], seconds: float) -> bool:
        """Kill a command after a time; whether it had ended without a fault before."""
        process = self._begin(folder, arguments, b"", None)
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        return int(self._answer.readline()) == 0

    def _begin(self, folder: Path, arguments: Sequence[str], stdin: bytes, largest_file: int | None) -> int:
        """Have a command run; the number of its process."""
        streams = {name: self._folder / name for name in ("in", "out", "err")}
        for file, data in zip(streams.values(), (stdin, b"", b""), strict=True):
            file.write_bytes(data)
        request: dict[str, Any] = {name: str(file) for name, file in streams.items()}
        request |= {"folder": str(folder), "arguments": list(arguments), "environment": dict(os.environ)}
        self._ask.write(json.dumps(request | {"largest_file": largest_file}) + "\n")
        self._ask.flush()
        return int(self._answer.readline())

    def close(self) -> None:
        """End it."""
        self._ask.close()
        self._process.wait(120)
        self._answer.close()
