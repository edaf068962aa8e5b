"""The facts that games state about their set-up, to filter and split by: read from the games' own definitions.

A game states a fact in a comment line of its file `statistics/<game>/_definitions.sql`, next to the view `<game>_facts`
(game_id, seat, fact, value) that holds the values; `seat` is null for a fact of games:

    -- Fact NAME, of games: TITLE. Option --OPTION METAVAR: HELP.
    -- Fact NAME, of seats: TITLE.

Nothing heavy is imported here: the command line builds its options from these lines.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from events.packages import folder, package_of, sound

DEFINITIONS = "_definitions.sql"
STATISTICS = Path(__file__).parent / "statistics"
_LINE = re.compile(r"-- Fact (\w+), of (games|seats): ([^.]+)\.(?: Option --([\w-]+) ([A-Z]+): ([^.]+)\.)?")


class Fact(NamedTuple):
    """One fact: its name, the game that states it, whether it is a fact of seats, and its title.

    `option` is the option `--OPTION` that the game adds to the commands as another spelling of `--fact NAME=...`, with
    its `metavar` and `help`; all three are empty if there is none.
    """

    name: str
    game: str
    of_seats: bool
    title: str
    option: str = ""
    metavar: str = ""
    help: str = ""


@cache
def stated() -> tuple[Fact, ...]:
    """All facts, by game, in the order in which each game states them. Raises ValueError for a malformed line."""
    return tuple(fact for game in games_with_facts() for fact in read(game, _definitions(game)))


def _definitions(game: str) -> str:
    """The definitions of a game of the program, or else those that a package brings; empty if there are none."""
    inside = STATISTICS / game / DEFINITIONS
    return inside.read_text(encoding="utf-8") if inside.is_file() else _brought(game)


def _brought(game: str) -> str:
    file = folder("projections.statistics", game).joinpath(DEFINITIONS)
    return file.read_bytes().decode(errors="replace") if file.is_file() else ""


def flaw(game: str) -> str:
    """Why the definitions that a package brings for its game are not used; empty if they are."""
    try:
        read(game, _brought(game) if package_of(game) else "")
    except ValueError as error:
        return str(error)
    return ""


def read(game: str, definitions: str) -> list[Fact]:
    """The facts that the definitions of one game state. Raises ValueError for a malformed line."""
    facts = []
    for line in definitions.splitlines():
        if line.startswith("-- Fact "):
            if (found := _LINE.fullmatch(line)) is None:
                raise ValueError(f"{game}/{DEFINITIONS}: {line!r} does not state a fact")
            name, of, title, option, metavar, help = found.groups("")
            facts.append(Fact(name, game, of == "seats", title, option, metavar, help))
    return facts


def fact_named(name: str, game: str = "") -> Fact | None:
    """A fact as `game` states it, else as the first game that does; None if no game states it."""
    found = [fact for fact in stated() if fact.name == name]
    return next((fact for fact in found if fact.game == game), found[0] if found else None)


def stating(name: str) -> list[str]:
    """The games that state a fact of this name."""
    return [fact.game for fact in stated() if fact.name == name]


def games_with_facts() -> list[str]:
    """The games that have their own definitions, sorted; those of packages only if they can be read."""
    inside = {file.parent.name for file in STATISTICS.glob(f"*/{DEFINITIONS}")}
    return sorted(inside | {each.game for each in sound() if _brought(each.game) and not flaw(each.game)})
