"""Files of facts: what no log says of games and players, in CSV or TOML (docs/facts.md). Grammar only."""

from itertools import islice
from pathlib import Path

from msgspec import Struct

from events import files
from events.facts import csv_files, toml_files
from events.facts.fact import StatedFact
from events.log.codec import Unreadable

_ENDINGS = {".csv": csv_files.read, ".tsv": csv_files.read, ".toml": toml_files.read}


MOST_FACTS = 1_000_000
"""So many facts a file has at most: they are held in memory together."""


class FactFile(Struct):
    """A file of facts that was read: its name, its digest, what it tells in its order."""

    name: str
    digest: str
    facts: list[StatedFact]


def read(path: str) -> FactFile:
    """The facts of a file. Raises Unreadable with file and line; NoInput for `-` without standard input."""
    blob = files.read(path)
    if blob.problem is not None:
        raise blob.problem
    try:
        text = files.text(blob)
        ending = Path(path.removesuffix(".gz").removesuffix(".zst")).suffix.lower()
        reading = _ENDINGS.get(ending) or (toml_files.read if toml_files.looks_like(text) else csv_files.read)
        facts = list(islice(reading(text), MOST_FACTS + 1))
        if len(facts) > MOST_FACTS:
            raise Unreadable(f"over {MOST_FACTS:,} facts", "at most so many in a file", line=facts[-1].line)
        if not facts:
            raise Unreadable("no facts", "at least one")
    except Unreadable as problem:
        problem.name = problem.name or blob.name
        raise
    return FactFile(blob.name, blob.digest, facts)
