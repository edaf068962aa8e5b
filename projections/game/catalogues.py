"""Catalogue files: the component values of a game, for logs that state their own.

A game with such files has a module `own_catalogue`. Its `template() -> str` is a file to start from; `read(tables)`
returns what a header states (`catalogue`) and the errors found (`faults`, one line each). `HOUSE` is the name of the
house catalogue, `house()` the catalogue as a header states it, and `in_full()` the same with all its values. `hint`
explains how to enter a card or tile that turns up, and `defined` gives what is then recorded; `grown(rules, log)` is a
file of everything that a log declares, and `discovered(header, actions)` a log that declares everything as it turns up.
The files are TOML.
"""

from pathlib import Path
from typing import Any

from engine.intake import examine
from engine.rules import games, ruleset
from events import files
from events.files.atomic import write_whole
from events.files.toml import tables
from events.log.codec import Unreadable
from events.plugins import part
from events.problems import shortened

MAX_BYTES = 2**18
"""The largest size of a file of component values; that of a whole game has about 20 KB."""


def begin(game: str, file: str, force: bool = False) -> str:
    """Write the template of a game to a file and return its name. Raises Exists unless `force`."""
    write_whole(_own_catalogue(game).template().encode(), Path(file), force=force)
    return file


def check(game: str, file: str) -> tuple[dict[str, Any], list[str]]:
    """The catalogue of a file as a header states it, and all its faults, each with the file's name."""
    recorded = read(_own_catalogue(game), file)
    return recorded.catalogue, [f"{file}: {shortened(fault, 1000)}" for fault in recorded.faults]


def read(module: Any, file: str) -> Any:
    """What the module `own_catalogue` of a game reads from a file. Raises Unreadable if the file is not TOML."""
    if not Path(file).exists():
        raise Unreadable(f"no file {file!r}", "a catalogue file, such as --template writes")
    blob = files.read(file)
    if blob.problem is not None:
        raise blob.problem
    try:
        found = tables(files.text(blob), "a catalogue file, such as --template writes", MAX_BYTES)
    except Unreadable as problem:
        problem.name = problem.name or blob.name
        raise
    return module.read(found)


def grown(game: str, log: str, file: str, force: bool = False) -> str:
    """Write all cards or tiles that a log declares to a file and return its name. Raises Exists unless `force`."""
    module = _own_catalogue(game)
    found = examine(files.read(log))
    if found.problem is not None:
        raise found.problem
    if found.game != ruleset(game).id:
        raise Unreadable(f"a log of {found.game}", f"a log of {game}", name=log)
    try:
        text = module.grown(ruleset(game), found.game_log())
    except Unreadable as problem:
        problem.name = log
        raise
    write_whole(text.encode(), Path(file), force=force)
    return file


def own_catalogue(game: str) -> Any | None:
    """The module of a game that reads its catalogue files; None if it has none."""
    return part(f"engine.games.{ruleset(game).id}", "own_catalogue")


def having() -> str:
    """The games that have catalogue files, as a list in words."""
    return ", ".join(filter(own_catalogue, games()))


def _own_catalogue(game: str) -> Any:
    module = own_catalogue(game)
    if module is None:
        raise Unreadable(f"{game}, which has no catalogue files", f"one of {having()}")
    return module
