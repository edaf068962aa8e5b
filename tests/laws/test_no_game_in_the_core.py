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
"""The places of a game's own files, next to those of other games."""
DEMOS = {PROJECT / "projections/commands/examples.py", *(PROJECT / "projections/demo").glob("*.py")}
"""What is played to try the program with, and the examples below the help of each command, which use `make demo`."""
PLATFORMS = ("snellman", "bga", "board game arena")
CODE = (".py", ".sql", ".js", ".html", ".css", ".toml")


def naming(text: str, words: list[str]) -> list[str]:
    """The lines that name a game or a platform, in any spelling.

    The name of a game may be an everyday word, such as Race or Dash: a single word counts as a name in quotes, in a
    path, as the word of a command, and with a capital letter within a sentence.
    """
    spelled = "|".join(_spelled(word, number) for number, word in enumerate(words))
    return [line for line in text.splitlines() if re.search(spelled, line)]


def _spelled(word: str, number: int) -> str:
    whole = re.escape(word).replace("_", r"[ _-]?").replace(r"\ ", " ")
    if word in PLATFORMS or "_" in word:
        return rf"(?i:(?<![a-z]){whole}(?![a-z]))"
    in_code = (
        rf"(?P<quote{number}>[\"'`]){word}(?P=quote{number})|[/.]{word}(?:[/._-]|$)|(?:rules|new|selfplay) {word}\b"
    )
    return rf"{in_code}|(?<=[a-z,] ){word.capitalize()}(?![A-Za-z])"


def core() -> list[Path]:
    """The files of the program that belong to no game."""
    files = [path for floor in ("anyturn", "engine", "events", "projections") for path in (PROJECT / floor).rglob("*")]
    files += [PROJECT / "cli.py", PROJECT / "hatch_build.py"]
    own = {path for pattern in OWN for path in PROJECT.glob(pattern)} - set(PROJECT.glob("*/*/__init__.py"))
    own -= set(PROJECT.glob("projections/*/*/__init__.py")) - {path for game in games() for path in _package(game)}
    return [path for path in files if path.suffix in CODE and path not in own | DEMOS]


def _package(game: str) -> list[Path]:
    """The packages of a game among the pictures and the statistics, as files."""
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
    for text in ('"gaia"', "`gaia`", "games/gaia", "from games.gaia.state import State", "new gaia", "rules of Gaia"):
        assert naming(text, words) == [text]
    assert naming("gaian terramysticality", words) == []


def test_everyday_words_are_no_names():
    words = ["dash", "race", "set"]
    for text in (
        "a race between two processes",
        "    dash = names[0]",
        "Set the names.",
        "dashes, traces",
        "set_names()",
    ):
        assert naming(text, words) == []
