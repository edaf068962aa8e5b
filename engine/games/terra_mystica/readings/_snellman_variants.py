"""The edition of the Fire & Ice boards used in a ledger that does not name it: TM-16.7.1, TM-17.6.4.

The site's answers do not list a `faction-variant` among the options, but the figures of the rows depend on it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product

from msgspec.structs import replace

from engine.games.terra_mystica.components import FACTIONS, PLAYTESTS
from engine.games.terra_mystica.editions import EDITIONS
from engine.hypotheses import MissingFacts
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from events.log.record import Header
from events.notations._snellman_document import Document, Row

Read = Callable[[Document, Replay], None]
FITS = (False, 0)


def with_variants(header: Header, document: Document, read: Read) -> Header:
    """The header with the editions that fit the rows best; unchanged if the usual editions do.

    The usual ones are tried first, up to the last row that distinguishes them; the others are tried on the whole
    ledger, since some differ only in later incomes.
    """
    editions = [found for seat in header.seats if (found := _editions(seat.faction or ""))]
    if not editions or header.options.get("playtests"):
        return header
    last = _last_distinguishing_row(document, {seat.faction for seat in header.seats})
    if last < 0:
        return header
    beginning = replace(document, lines=document.lines[: last + 1], facts={})
    if _problems(header, beginning, read) == FITS:
        return header
    tried = [_with(header, names) for names in product(*editions)]
    return min(tried, key=lambda each: _problems(each, replace(document, facts={}), read))


def _with(header: Header, names: Iterable[str]) -> Header:
    chosen = [name for name in names if name]
    return replace(header, options=header.options | {"playtests": chosen}) if chosen else header


@cache
def _editions(faction: str) -> list[str]:
    """The playtests of a faction that differ from each other and from the usual edition, '', which comes first."""
    names, rules = [""], [FACTIONS.get(faction)]
    for name in PLAYTESTS:
        edition = EDITIONS.get(f"{faction}/{name}")
        if edition is not None and edition not in rules:
            names.append(name)
            rules.append(edition)
    return names if len(names) > 1 else []


def _last_distinguishing_row(document: Document, factions: set[str | None]) -> int:
    """The place of the last row in which other editions differ from the usual one; -1 if there are no figures.

    Such rows are the faction's income of the first round, the first sanctuary (Dragonlords) and the first exchange
    step (Ice Maidens).
    """
    wanted = set()
    if "acolytes" in factions:
        wanted.add(("income", "acolytes"))
    if "dragonlords" in factions:
        wanted |= {("income", "dragonlords"), ("upgrade", "dragonlords")}
    if "ice_maidens" in factions:
        wanted.add(("advance", "icemaidens"))
    last = -1
    for place, found in _distinguishing(document):
        if found in wanted:
            wanted.remove(found)
            last = place
    return last


def _distinguishing(document: Document) -> Iterator[tuple[int, tuple[str, str]]]:
    for place, line in enumerate(document.lines):
        if isinstance(line, Row) and line.figures:
            for command in line.commands:
                if command.verb in ("other_income", "all_income"):
                    yield place, ("income", line.faction)
                elif (command.verb, command.what) in (("upgrade", "SA"), ("advance", "dig")):
                    yield place, (command.verb, line.faction)


def _problems(header: Header, document: Document, read: Read) -> tuple[bool, int]:
    """Whether a clause is broken under the header, and how many figures differ."""
    replay = Replay(ruleset(header.game), header)
    with suppress(Stopped, MissingFacts):
        read(document, replay)
    return replay.broke is not None, len(replay.discrepancies)
