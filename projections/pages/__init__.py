"""Pages: one game in one file, stepped through in a browser without a network or a server.

`stations` finds the positions to show, `frame_differences` keeps their pictures small, `log_rows` and `findings`
describe what led to each position and what is wrong with it, `page_data` combines all this, and `page_file` packs it
into one file with the page, styles and scripts in `replay/`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from engine.address import check, last_record, parse
from engine.public import holds_secrets
from engine.replay import Broke, Replay
from events import files
from events.log import native
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.problems import count
from events.store.event_store import EventStore
from events.verdicts import DISCREPANT, ILLEGAL, INCOMPLETE
from projections.garbage import seldom_collected
from projections.pages.page_data import page_data
from projections.pages.page_file import written
from projections.pages.remarks import Remark, remarks
from projections.pages.stations import Stations
from projections.pictures.film import names_of
from projections.pictures.sheet import seat_name
from projections.pictures.words import plain, result_words
from projections.store.find import Found, find_watched
from projections.store.game_seals import kept, of_game, seal_words
from projections.store.rejudge import findings
from projections.store.trace import Trace

LINE = 300
"""The most characters of a line of the source that are shown."""


class Page(NamedTuple):
    """A page, and where the game breaks a clause, if it does: the page ends there.

    `has_secrets`: the game is still being played, and the page shows what not everybody at the table saw.
    """

    data: bytes
    broke: Broke | None
    has_secrets: bool = False


class _Watch:
    """What a page needs from the single replay of its game; findings kept in the store are added to the trace."""

    def __init__(self, game: Replay) -> None:
        self.game, self.stations, self.trace = game, Stations(game), Trace(game)


@seldom_collected()
def replay_page(
    name: str,
    db: str,
    address: str | None = None,
    notation: str | None = None,
    back: str = "",
    further: Sequence[Remark] = (),
    store: EventStore | None = None,
) -> Page:
    """The page of a game, named by its path, its stored id or the beginning of it, or its source.

    The page opens at `address`, or else at the record that breaks a clause, at the first difference, or at the start.
    Raises Unreadable if the address is malformed or not reached, or if the game is a summary, which has no records;
    also raises what `find` raises. `back` is the address of the report, or the folder, to which the page
    belongs, `further` are remarks beside the notes of the log, `store` is that at `db`, if open.
    """
    if address is not None:
        check(address)
    found, watch = find_watched(name, db, _Watch, notation, store=store)
    if watch is None:
        raise Unreadable("a summary without records", "a game that can be replayed", name=found.name)
    game = watch.game
    if found.stored is None:
        seals = of_game(found, db)
    else:
        with EventStore(db, read_only=True) if store is None else nullcontext(store) as opened:
            findings(opened, found.stored.game_id, found.log).add_to(watch.trace)
            seals = kept(opened, found.stored)
    stations, places = watch.stations.finish()
    if address is not None and address.strip() not in places:
        _check_record(address, found.log)
    remarked = remarks(found.log, stations, places, further)
    data = page_data(found.log, game, stations, places, line_of_file(found.name, game.broke), remarked)
    data |= {"opens": (address or "").strip(), "back": back}
    return Page(written(data, _words(found, game, seal_words(seals))), game.broke, holds_secrets(game))


def line_of_file(name: str, broke: Broke | None) -> str:
    """The line of a file in which a record breaks a clause; empty if there is none. A native log has one a record."""
    if broke is None or not Path(name).is_file():
        return ""
    every = [line.strip() for line in files.lines(files.read(name))]
    number = broke.line
    if native.is_native(b"\n".join(every[:2])):
        every, number = [line for line in every if line], broke.seq + 1
    text = every[number - 1].decode(errors="replace") if 0 < number <= len(every) else ""
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


def _check_record(address: str, log: GameLog) -> None:
    """Raise Unreadable unless the address is that of a record in the log."""
    seq = parse(address, last_record(log)).seq
    if seq is None:
        raise Unreadable(f"the address {address!r}", "a turn or round that the game reaches")


def _words(found: Found, game: Replay, seals: str) -> Mapping[str, str]:
    """The texts in the page itself, which are there even without scripts; `seals` says who sealed the game."""
    seats = range(len(game.header.seats))
    names = names_of(game.header)
    players = [seat_name(names, seat) for seat in seats]
    standings = game.standings
    return {
        "title": f"{game.rules.name}: {', '.join(players)}",
        "result": result_words(standings, names) if standings else "the game is not over",
        "verdict": game.verdict,
        "judged": f"{_judged(game)} {seals[0].upper()}{seals[1:]}." if seals else _judged(game),
        "about": " · ".join(_about(found, game.header.source.name, found.log)),
    }


def _judged(game: Replay) -> str:
    """The verdict as a sentence."""
    checked = f"{count(game.seq, 'record')} replayed, {count(game.checked, 'figure')} compared"
    if game.verdict == ILLEGAL:
        assert game.broke is not None
        return f"Illegal: record {game.broke.seq} breaks {game.broke.violation.clause}; {checked}."
    if game.verdict == DISCREPANT:
        return f"Discrepant: legal, but {_differing(len(game.discrepancies))} in the log; {checked}."
    if game.verdict == INCOMPLETE:
        return f"Incomplete: legal so far, {game.unfinished or 'and the game is not over'}; {checked}."
    return f"Valid: {checked}."


def _differing(figures: int) -> str:
    return count(figures, "figure differs", "figures differ")


def _about(found: Found, source: str, log: GameLog) -> Iterator[str]:
    """Where the log comes from, and the options of the game."""
    header = log.header
    yield f"ruleset {header.game} {header.ruleset}".rstrip()
    if source or found.stored is None:
        yield f"source {source or found.name}"
    if header.source.notation:
        yield f"notation {header.source.notation}"
    if header.branch is not None:
        yield f"branch {header.branch.name}".rstrip() + f" from record {header.branch.seq} of another game"
    if header.played_at:
        yield f"played {header.played_at}"
    yield from (f"{plain(name)}: {_value(value)}" for name, value in header.options.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "none"
    return plain(str(value))
