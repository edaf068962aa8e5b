"""The files of pages about players, factions and seasons: short names that every file system can hold."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256

PLAYERS = "players.html"
"""The page that lists players and factions."""
STANDINGS = "standings.html"
"""The standings of the last season."""
_LONGEST = 40


def files(folder: str, names: Iterable[str]) -> dict[str, str]:
    """Name -> file. A name of letters, digits, - and _ keeps them; others, and names that differ only in capitals, are
    told apart by the beginning of a hash, so that the file of a name does not depend on other names.
    """
    listed = [*names]
    alike = Counter(name.casefold() for name in listed)
    return {name: f"{folder}/{_file(name, alike)}.html" for name in listed}


def _file(name: str, alike: Mapping[str, int]) -> str:
    if re.fullmatch(rf"[A-Za-z0-9_-]{{1,{_LONGEST}}}", name) and alike[name.casefold()] == 1:
        return name.lower()
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST]
    return f"{plain}{'-' * bool(plain)}{sha256(name.encode()).hexdigest()[:8]}"
