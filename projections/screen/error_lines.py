"""What went wrong, in one line, and the exit status that tells a script what kind it was."""

import os
import traceback
from pathlib import Path

from events.interrupts import Terminated, interruption
from events.problems import FINDINGS, INTERRUPTED, TERMINATED, USAGE, Problem


def describe(error: Exception) -> tuple[str, int]:
    """A problem in one line and its exit status; the line is empty where the user knows: Ctrl-C.

    What is no Problem and no fault of the system is one of the program; with ANYTURN_DEBUG set it is shown whole.
    """
    name, text = type(error).__name__, " ".join(str(error).split())
    if isinstance(error, Problem):
        return text, error.status
    if signal := interruption(error):
        return "", TERMINATED if signal is Terminated else INTERRUPTED
    if isinstance(error, OSError):
        in_the_way = _in_the_way(error)
        told = f"{error.filename or 'the output'}: {in_the_way or error.strerror or text}; name another place"
        return told, USAGE if in_the_way else FINDINGS
    if os.environ.get("ANYTURN_DEBUG"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return f"anyturn itself failed ({name}: {text}, at {where}); please report it, ANYTURN_DEBUG=1 tells more", FINDINGS


def _in_the_way(error: OSError) -> str:
    """Why nothing can be written at a place, in the words of whoever named it; empty if there are none."""
    path = Path(str(error.filename or ""))
    if isinstance(error, IsADirectoryError):
        return "a folder, expected a file"
    if isinstance(error, FileExistsError):
        return "a folder, expected a file" if path.is_dir() else "a file, expected a folder"
    if isinstance(error, NotADirectoryError):
        return f"{path.parent} is no folder"
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return ""
