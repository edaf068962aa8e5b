"""One game at an address: its position, the legal actions there, and its records with what each changed."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import asdict

from engine.address import Journey, Lookout, check, goto
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import ABOUT_THE_LOG, Correct, Header, Intervention, Record
from events.vocabulary import event_decoder
from projections.game.export import public, seat_of
from projections.pictures import names_of
from projections.pictures.sheet import seat_name as called
from projections.pictures.words import whole_words
from projections.store.find import Found, find_watched
from projections.store.trace import Trace
from projections.verdict import SHOWN, offered, plain_event


def position(name: str, db: str, address: str, notation: str | None = None) -> Replay:
    """A game at an address. Raises what `with_last` raises."""
    return with_last(name, db, address, notation)[0]


def with_last(
    name: str, db: str, address: str, notation: str | None = None, seat: str | None = None
) -> tuple[Replay, Replay]:
    """A game at an address, and as far as its log goes; it is replayed only once. With a `seat`: as that seat saw it.

    Raises Unreadable if the address is malformed or not reached, and what `find` and `export.public` raise.
    """
    check(address)
    found, lookout = find_watched(name, db, partial(Lookout, text=address), notation, as_seen_by(seat))
    if lookout is None:
        there = _of_summary(found.log, address)
        return there, there
    return lookout.position(found.log), lookout.game


def positions_until(
    name: str, db: str, address: str, notation: str | None = None, seat: str | None = None
) -> tuple[list[Replay], Replay]:
    """The game after each of its records up to an address, of which the last position is the one there; and its end."""
    check(address)
    found, journey = find_watched(name, db, partial(Journey, text=address), notation, as_seen_by(seat))
    if journey is None:
        there = _of_summary(found.log, address)
        return [there], there
    return journey.positions(found.log), journey.game


def as_seen_by(seat: str | None) -> Callable[[Found], Found] | None:
    """What makes of a game the part that a seat saw, given as people see it; None if no seat is asked for."""
    return None if seat is None else partial(_seen_by, seat=seat)


def _seen_by(found: Found, seat: str) -> Found:
    """The part of a game that a seat saw: all of it if the game hides nothing."""
    if ruleset(found.log.header.game).public is not None:
        return public(found, seat)
    try:
        seat_of(found.log.header, seat)
    except Unreadable as problem:
        problem.name = found.name
        raise
    return found


def _of_summary(log: GameLog, address: str) -> Replay:
    """The position of a summary, which only has the initial one."""
    return goto(ruleset(log.header.game), log, address)


def seat_name(game: Replay, seat: int | None) -> str:
    """The name of a seat: its player, or else its number, counted from 1, as in frames; chance has no seat."""
    return "chance" if seat is None else called(names_of(game.header), seat)


def seat_title(game: Replay, seat: int) -> str:
    """The name of a seat with what it plays, for headings: `Ann (nomads)`."""
    return titled(seat_name(game, seat), game.rules.faction(game.state, seat))


def titled(name: str, faction: str | None) -> str:
    """A name with a faction: `Ann (nomads)`."""
    return f"{name} ({faction.replace('_', ' ')})" if faction else name


def sentence(header: Header, event: Any) -> str:
    """An event as a sentence with the players' names, in the form that `legal` and `log` print and `append` accepts.

    Two actions of a seat never have the same words.
    """
    if isinstance(event, Correct):
        return f"correct, seq {event.seq}, event {sentence(header, event_decoder(header.game)(bytes(event.event)))}"
    return whole_words(event, names_of(header))


def figures(game: Replay) -> list[dict[str, Any]]:
    """The figures of all seats, one row per seat."""
    return [
        {"seat": seat, "player": info.player, "faction": game.rules.faction(game.state, seat)}
        | dict(game.rules.figures(game.state, seat))
        for seat, info in enumerate(game.header.seats)
    ]


def position_json(game: Replay) -> dict[str, Any]:
    """A position as JSON: its place in the game, the figures of all seats, and the whole state."""
    return {
        "game": game.rules.id,
        "seq": game.seq,
        "turn": msgspec.to_builtins(game.rules.turn(game.state)),
        "over": game.standings is not None,
        "figures": figures(game),
        "state": msgspec.to_builtins(game.state, str_keys=True),
    }


def legal_actions(game: Replay, most: int = SHOWN) -> list[Action]:
    """The legal actions in a position, as (actor, event), at most `most` of them."""
    return [] if game.standings is not None else list(offered(game, most))


def log_json(log: GameLog, trace: Trace) -> Iterator[dict[str, Any]]:
    """The records of a log with what each changed, from the trace of its replay.

    `in_force` is False for records that were taken back or corrected.
    """
    game = trace.game
    turns = trace.turns(log)
    changes: dict[int, list[dict[str, Any]]] = {}
    for each in game.entered:
        changes.setdefault(each.seq, []).extend(asdict(entry) | {"step": each.step} for entry in each.entries)
    broke = game.broke.seq if game.broke else None
    for record in log.records:
        turn = turns.get(record.seq)
        yield {
            "seq": record.seq,
            "line": record.line,
            "turn": turn.index if turn else None,
            "round": turn.round if turn else None,
            "phase": turn.phase if turn else None,
            "actor": record.actor,
            "who": _who(game, record),
            "event": _event(record),
            "in_force": record.seq in turns and record.seq != broke,
            "breaks": str(game.broke.violation) if game.broke and record.seq == broke else None,
            "entries": changes.get(record.seq, []),
        }


def _who(game: Replay, record: Record[Any]) -> str:
    if isinstance(record.event, ABOUT_THE_LOG):
        return "the log"
    if record.actor is None and isinstance(record.event, Intervention):
        return "an intervention"
    return seat_name(game, record.actor)


def _event(record: Record[Any]) -> Any:
    if isinstance(record.event, Correct):
        return {"kind": "correct", "seq": record.event.seq, "event": msgspec.json.decode(record.event.event)}
    return plain_event(record.event)
