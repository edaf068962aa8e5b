"""Starting a log: the header of a game to be recorded, judged before it is written."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.clause import Unsupported, Violation
from engine.options import as_typed, stated_options
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.log.upcast import current_version
from events.plugins import part
from events.problems import USAGE, LogProblem, Problem
from projections.game import catalogues

PUBLIC = "information"
"""The option of games whose logs can leave out hidden cards: its value is then `public`."""


class CannotBegin(Problem):
    """An invalid setup: what is wrong, and what is allowed."""

    STATUS = USAGE


def header_of(
    game: str,
    players: Iterable[str],
    options: Mapping[str, Any],
    catalogue: Any = None,
    *,
    public: bool = False,
    played_at: str = "",
) -> Header:
    """A header that the rules of the game accept. A player is given as NAME or NAME=FACTION.

    Raises CannotBegin, naming what the rules reject and what they accept, or a player without a name or with the name
    of another.
    """
    rules = ruleset(game)
    stated = dict(options)
    if public:
        stated |= _public(game)
    seats = tuple(map(_seat, players))
    _check_names([seat.player for seat in seats])
    header = Header(
        rules.id, rules.version, stated, seats, catalogue, played_at=played_at, vocabulary=current_version(rules.id)
    )
    try:
        rules.start(header)
        if rules.options is not None:
            header = msgspec.structs.replace(header, options=stated_options(rules.options(header)))
    except (Unsupported, Unreadable, Violation) as problem:
        fault = f"invalid setup for {rules.id}: {_in_words(problem, stated)}"
        raise CannotBegin(f"{fault}{_missing_catalogue(rules.id) if catalogue is None else ''}") from None
    return header


def catalogue_of(game: str, given: str) -> Any:
    """The catalogue in a file, or the one of that name. Raises CannotBegin if the file has faults; Unreadable."""
    module = catalogues.own_catalogue(game)
    if module is None:
        having = catalogues.having()
        raise CannotBegin(f"found --catalogue, expected none: {game} needs no catalogue of cards; {having} do")
    if not Path(given).is_file():
        if given == module.HOUSE:
            return module.house()
        raise CannotBegin(f"found no file {given!r}, expected a catalogue file, or {module.HOUSE}")
    recorded = catalogues.read(module, given)
    if recorded.faults:
        more = f"; and {len(recorded.faults) - 1} more" if len(recorded.faults) > 1 else ""
        raise CannotBegin(f"{given}: {recorded.faults[0]}{more} (`anyturn catalogue {game} {given}` lists all)")
    return recorded.catalogue


def _public(game: str) -> dict[str, str]:
    kind = part("engine.games", ruleset(game).id).__name__
    options = part(kind, "options")
    if PUBLIC not in getattr(getattr(options, "Options", None), "__struct_fields__", ()):
        raise CannotBegin(f"found --public, expected a game whose logs can leave out hidden cards: {game} has none")
    return {PUBLIC: "public"}


def _check_names(names: list[str]) -> None:
    """Names identify players, so each must be unique. Raises CannotBegin."""
    numbers = Counter(name.casefold() for name in names)
    for seat, name in enumerate(names, 1):
        if not name:
            raise CannotBegin(f"found no name for player {seat}, expected --player NAME or NAME=FACTION")
        if (alike := numbers[name.casefold()]) > 1:
            raise CannotBegin(f"found {alike} players called {name}, expected a different name for each")


def _seat(text: str) -> Seat:
    name, equals, faction = text.partition("=")
    return Seat(name.strip(), faction.strip() if equals else None)


def _in_words(problem: LogProblem, stated: Mapping[str, Any]) -> str:
    """A fault of a header, without a line: there is no file yet."""
    if words := as_typed(problem, stated):
        return words
    if isinstance(problem, Unreadable):
        return f"found {problem.found}, expected {problem.expected}"
    return f"it breaks {problem}" if isinstance(problem, Violation) else str(problem)


def _missing_catalogue(game: str) -> str:
    module = catalogues.own_catalogue(game)
    if module is None:
        return ""
    return (
        f"; expected --catalogue {module.HOUSE} (the house's own cards), or a file; "
        f"`anyturn catalogue {game} FILE --template` starts one"
    )
