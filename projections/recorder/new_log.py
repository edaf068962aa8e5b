"""Beginning a log: the header of a game that is going to be recorded, judged before it is written."""

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
"""The option of games whose logs may leave out what is hidden; its value `public` says so."""


class CannotBegin(Problem):
    """A game that cannot begin like that: what is wrong, and what is allowed."""

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
    """The header of a game, which its rules accept. A player is a name, or NAME=FACTION.

    Raises CannotBegin naming what the rules do not accept, and what they do; also for a player without a name of
    their own.
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
        told = f"{rules.id} cannot begin so: {_in_words(problem, stated)}"
        raise CannotBegin(f"{told}{_missing_catalogue(rules.id) if catalogue is None else ''}") from None
    return header


def catalogue_of(game: str, given: str) -> Any:
    """The catalogue that a file holds, or of that name. Raises CannotBegin if the file has faults, Unreadable."""
    module = catalogues.own_catalogue(game)
    if module is None:
        having = catalogues.having()
        raise CannotBegin(f"found a catalogue, expected none: {game} has no cards to be told, {having} have")
    if not Path(given).is_file():
        if given == module.HOUSE:
            return module.house()
        raise CannotBegin(f"found no file {given!r}, expected a catalogue file, or {module.HOUSE}")
    recorded = catalogues.read(module, given)
    if recorded.faults:
        more = f"; and {len(recorded.faults) - 1} more" if len(recorded.faults) > 1 else ""
        raise CannotBegin(f"{given}: {recorded.faults[0]}{more} (`anyturn catalogue {game} {given}` tells all)")
    return recorded.catalogue


def _public(game: str) -> dict[str, str]:
    kind = part("engine.games", ruleset(game).id).__name__
    options = part(kind, "options")
    if options is None or PUBLIC not in options.Options.__struct_fields__:
        raise CannotBegin(f"found --public, expected it of a game whose logs may leave out cards: {game} has none such")
    return {PUBLIC: "public"}


def _check_names(names: list[str]) -> None:
    """Players are called by their names, so everybody has one of their own. Raises CannotBegin."""
    told = Counter(name.casefold() for name in names)
    for seat, name in enumerate(names, 1):
        if not name:
            raise CannotBegin(f"found no name for player {seat}, expected --player NAME or NAME=FACTION")
        if (alike := told[name.casefold()]) > 1:
            raise CannotBegin(f"found {alike} players called {name}, expected a name of their own for each")


def _seat(told: str) -> Seat:
    name, equals, faction = told.partition("=")
    return Seat(name.strip(), faction.strip() if equals else None)


def _in_words(problem: LogProblem, stated: Mapping[str, Any]) -> str:
    """A fault of a header, without the line of a file that is not there yet."""
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
        f"; expected --catalogue {module.HOUSE} (the house's own cards), or a file such as "
        f"`anyturn catalogue {game} FILE --template` begins"
    )
