"""No game is named outside its own folders, files and tests: whatever differs between games, a game declares."""

import re
from pathlib import Path

from engine.rules import games
from tests.support import PROJECT

OWN = (
    "engine/games/*/**/*",
    "events/notations/*",
    "events/vocabulary/*",
    "events/vocabulary/*/**/*",
    "projections/pictures/*/**/*",
    "projections/statistics/*/**/*.sql",
    "projections/store/tallies/*",
)
"""Where a game is at home, next to the others."""
DEMO = "projections/commands/examples.py"
"""The examples below the help of each command show what `make demo` leaves behind: it plays three games for them."""
PLATFORMS = ("snellman", "bga", "board game arena")
CODE = (".py", ".sql", ".js", ".html", ".css", ".toml")


def naming(text: str, words: list[str]) -> list[str]:
    """The lines that name a game or a platform, in any spelling."""
    spelled = "|".join(re.escape(word).replace("_", r"[ _-]?").replace(r"\ ", " ") for word in words)
    return [line for line in text.splitlines() if re.search(rf"(?<![a-z])(?:{spelled})(?![a-z])", line, re.I)]


def core() -> list[Path]:
    """The files of the program that belong to no game."""
    files = [path for floor in ("anyturn", "engine", "events", "projections") for path in (PROJECT / floor).rglob("*")]
    files += [PROJECT / "cli.py", PROJECT / "hatch_build.py"]
    own = {path for pattern in OWN for path in PROJECT.glob(pattern)} - set(PROJECT.glob("*/*/__init__.py"))
    own -= set(PROJECT.glob("projections/*/*/__init__.py")) - {path for game in games() for path in _package(game)}
    return [path for path in files if path.suffix in CODE and path not in own and path != PROJECT / DEMO]


def _package(game: str) -> list[Path]:
    """What stands for a game as a whole in a room."""
    return [PROJECT / "projections" / room / game / "__init__.py" for room in ("pictures", "statistics")]


def test_the_core_names_no_game():
    paths = core()
    assert len(paths) > 200
    words = [*games(), *PLATFORMS]
    found = {str(path.relative_to(PROJECT)): naming(path.read_text(encoding="utf-8"), words) for path in paths}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_names_are_found_in_any_spelling():
    words = ["terra_mystica", "gaia", "board game arena"]
    for text in ("Terra Mystica", "terra-mystica", "x = 'terra_mystica'", "of Gaia:", "at Board Game Arena"):
        assert naming(text, words) == [text]
    assert naming("gaian terramysticality", words) == []
