"""A game's own package, written from a template (`anyturn new-game`, docs/game-packages.md).

The template is a whole small game with three clauses, one event and tests, under the names of the new one.
"""

import re
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase

from msgspec import Struct
from msgspec.structs import asdict

from engine.clause import clauses
from engine.rules import games
from events.files.resources import under
from events.log.codec import Unreadable
from events.packages import GAME, declared

ENDING = ".txt"
_FOLDER = "package"
"""The folder of the template that becomes the package."""
_LEAST, _MOST = 2, 4
"""The shortest and the longest prefix of clauses."""


class Names(Struct, frozen=True):
    """What a new game is called: `lost_cities`, `Lost Cities`, `LC`, `anyturn_lost_cities`, `anyturn-lost-cities`."""

    game: str
    title: str
    prefix: str
    package: str
    distribution: str


def names(game: str) -> Names:
    """The names that follow from the id of a game. Raises Unreadable if it is no id, or taken."""
    game = game.replace("-", "_")
    if not GAME.fullmatch(game):
        raise Unreadable(
            f"the name {game!r}", "lower-case letters and digits, with _ between words, such as lost_cities"
        )
    if game in {*games(), *(each.game for each in declared())}:
        raise Unreadable(f"the game {game!r}, which is installed", "another name")
    title = " ".join(word.capitalize() for word in game.split("_"))
    return Names(game, title, _prefix(game), f"anyturn_{game}", f"anyturn-{game.replace('_', '-')}")


def _prefix(game: str) -> str:
    """Two to four capitals with which no other game's clauses begin: the initials, or the first letters."""
    taken = {next(iter(clauses(each)), "").partition("-")[0] for each in games()}
    letters = "".join(re.findall("[a-z]", game)).upper()
    initials = "".join(word[0] for word in re.findall("[a-z]+", game)).upper()
    possible = [initials[:_MOST], letters[:_MOST], *(f"{letters[: _MOST - 1]}{each}" for each in ascii_uppercase)]
    return next(each for each in possible if len(each) >= _LEAST and each not in taken)


def contents(called: Names) -> dict[str, str]:
    """The files of the package: path -> text."""
    found = {}
    for path, file in under(files(__package__).joinpath("template")):
        text = file.read_text(encoding="utf-8")
        for field, name in asdict(called).items():
            text = text.replace(f"{{{{{field}}}}}", name)
        first, _, rest = path.removesuffix(ENDING).partition("/")
        found[f"{called.package}/{rest}" if first == _FOLDER else path.removesuffix(ENDING)] = text
    return found


def write(called: Names, folder: Path) -> None:
    """Write the package into a new folder. Raises Unreadable if there is something in it already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Unreadable(f"{folder}, in which there is something", "a new folder")
    for path, text in contents(called).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
