"""Parsing the values of arguments and options."""

import math
import os
import re
from collections.abc import Iterable, Sized
from typing import Any

import msgspec

from events import files as reading
from events import notations
from events.files import remote
from events.log.codec import Unreadable
from events.log.nesting import decoded
from events.problems import count, one_of

_BAND = re.compile(r"(?P<low>\d+(\.\d+)?)?-(?P<high>\d+(\.\d+)?)?")
FEW = 32
"""Fewer files than this are handled in this process: by the time others had started, the work would be done."""
MOST = 999_999_999
"""No option takes a larger number."""


def files(paths: list[str]) -> tuple[list[str], int]:
    """The logs under the paths, and the number of other files in folders, which are ignored.

    Raises Unreadable if there are no logs or a path does not exist, NoInput for `-` without standard input.
    """
    for path in paths:
        if path != "-" and not (remote.exists(path) if remote.is_url(path) else os.path.lexists(path)):
            saved = "; save the page in a browser and name that file" if remote.is_page(path) else ""
            raise Unreadable(f"no file {path!r}", f"files or folders of recorded games{saved}")
    found, passed_over = reading.find_logs(paths)
    if "-" in found:
        reading.standard_input()
    if not found:
        others = f" that may be logs, but {count(passed_over, 'other')}" if passed_over else ""
        raise Unreadable(f"no files{others} in {', '.join(paths)}", "recorded games")
    return found, passed_over


def jobs(given: int | None, work: Sized) -> int:
    """The requested number of processes; by default one per core, or a single one for little work."""
    return given or (1 if len(work) < FEW else os.cpu_count() or 1)


def number(text: str, option: str, least: int | None = None, most: int = MOST, *, or_else: str = "") -> int:
    """A whole number from `least` to `most`, or any at all without `least`. Raises Unreadable for anything else.

    `or_else` names what else is accepted, for the error.
    """
    try:
        found = int(text)
    except ValueError:  # also for more digits than Python accepts
        found = None
    if found is None or (least is not None and found < least):
        bound = "" if least is None else f", {least} or more"
        raise Unreadable(f"{option} {text}", f"a whole number{bound}{or_else}")
    if least is not None and found > most:
        raise Unreadable(f"{option} {text}", f"a whole number, {most:,} or less{or_else}")
    return found


def notation(name: str | None) -> str | None:
    """The name of a notation; None to detect it. Raises Unreadable for an unknown one."""
    if name is None:
        return None
    name = notations.current_name(name)
    if name not in notations.names():
        raise Unreadable(f"the notation {name!r}", one_of(notations.names(), name))
    return name


def date(text: str | None, option: str = "--since") -> str | None:
    """A date, or the beginning of one, as in logs: 2024-05-31, 2024-05. Raises Unreadable for anything else."""
    from events.facts.dates import is_date

    if text is not None and not is_date(text):
        raise Unreadable(f"{option} {text}", "a date such as 2024-05-31")
    return text


def in_order(since: str | None, until: str | None) -> None:
    """Raise Unreadable if the first of two dates, or beginnings of dates, is later than the second."""
    if since and until and since[: len(until)] > until:
        raise Unreadable(f"--since {since} --until {until}", "the earlier date first")


def pairs(given: Iterable[str] | None, option: str = "--option") -> dict[str, str]:
    """NAME=VALUE as a dictionary. Raises Unreadable, naming the option, for anything else."""
    found = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise Unreadable(f"{option} {pair}", "NAME=VALUE")
        found[name] = value
    return found


def tags(given: Iterable[str] | None) -> dict[str, str]:
    """Tags NAME or NAME=VALUE as a dictionary; a name alone means any value. Raises Unreadable for anything else."""
    found = {}
    for tag in given or ():
        name, equals, value = tag.partition("=")
        if not name or (equals and not value):
            raise Unreadable(f"--tag {tag}", "NAME or NAME=VALUE")
        found[name] = value
    return found


def band(text: str | None) -> tuple[float, float] | None:
    """Ratings from the lowest to the highest, such as 1400-1600, 1600- or -1400. Raises Unreadable."""
    if text is None:
        return None
    found = _BAND.fullmatch(text)
    if found is None or not (found["low"] or found["high"]):
        raise Unreadable(f"--rating {text}", "ratings such as 1400-1600, 1600- or -1400")
    low, high = float(found["low"] or -math.inf), float(found["high"] or math.inf)
    if low > high:
        raise Unreadable(f"--rating {text}", f"the lower rating first: {found['high']}-{found['low']}")
    return low, high


def one_form(**wanted: bool) -> str:
    """The one output form that is requested; empty if none is. Raises Unreadable if there are several."""
    forms = [name for name, chosen in wanted.items() if chosen]
    if len(forms) > 1:
        raise Unreadable(" ".join(f"--{name}" for name in forms), "one of them")
    return "".join(forms)


def value(text: str) -> Any:
    """The value of an option: decoded if it is JSON, else the text itself."""
    try:
        return decoded(text)
    except msgspec.DecodeError:
        return text
