"""Errors in one line, with the exit status by which scripts recognise their kind."""

import os
import traceback
from pathlib import Path

from events.interrupts import Terminated, interruption
from events.problems import FINDINGS, INTERRUPTED, STORE, TERMINATED, USAGE, Problem


def describe(error: Exception) -> tuple[str, int]:
    """An error in one line, and its exit status; the line is empty after Ctrl-C.

    Anything but a Problem, an OSError, or too little memory is a bug; with ANYTURN_DEBUG set, its traceback is printed.
    """
    name, text = type(error).__name__, " ".join(str(error).split())
    if isinstance(error, Problem):
        return text, error.status
    if signal := interruption(error):
        return "", TERMINATED if signal is Terminated else INTERRUPTED
    if type(error).__module__.lstrip("_").startswith("duckdb"):
        from events.store.database import damage, damaged

        if reason := damage(error):
            return damaged(reason), STORE
    if isinstance(error, MemoryError) or name == "OutOfMemoryException":  # the latter is DuckDB's
        return f"there is not enough memory ({text or 'Python has none left'}); give this program more", FINDINGS
    if isinstance(error, OSError):
        in_the_way = _in_the_way(error)
        line = f"{error.filename or 'the output'}: {in_the_way or error.strerror or text}; name another place"
        return line, USAGE if in_the_way else FINDINGS
    if os.environ.get("ANYTURN_DEBUG"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return (
        f"anyturn itself failed ({name}: {text}, at {where}); please report it, ANYTURN_DEBUG=1 shows the traceback",
        FINDINGS,
    )


def _in_the_way(error: OSError) -> str:
    """Why a path that the user named cannot be written; empty if the error has another cause."""
    path = Path(str(error.filename or ""))
    if isinstance(error, IsADirectoryError):
        return "a folder, expected a file"
    if isinstance(error, FileExistsError):
        return "a folder, expected a file" if path.is_dir() else "a file, expected a folder"
    if isinstance(error, NotADirectoryError):
        return f"{path.parent} is not a folder"
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return ""
