"""Views of a game for a terminal or a program: a position, what is legal in it, the records in words."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import msgspec
from msgspec.structs import asdict

from engine.address import goto
from engine.replay import Replay, Stopped
from engine.ruleset import Turn, ruleset
from engine.snapshot import fork
from events.log import GameLog, resolve
from events.record import Administration, Correct, Record, Undo
from projections import pictures
from projections.grid import WIDTH
from projections.output import table
from projections.summary import event_words, legal, plain_event


def at(log: GameLog, address: str) -> Replay:
    """The game replayed up to an address."""
    return goto(ruleset(log.header.game), log, address)


def steps(log: GameLog, until: int) -> Iterator[Replay]:
    """The game after each of its records up to number `until`, one replay that goes on."""
    game = Replay(ruleset(log.header.game), log.header)
    for record in resolve(log):
        if record.seq > until:
            return
        try:
            game.play(record.actor, record.event, record.line, record.seq)
            for seen in record.observed:
                game.observe(seen.seat, seen.figures, seen.line, seen.after)
            game.settle()
        except Stopped:
            return
        yield game


def seat_name(game: Replay, seat: int | None) -> str:
    """What a seat is called: its faction, else its player, else its number; chance has no seat."""
    if seat is None:
        return "chance"
    if not 0 <= seat < len(game.header.seats):
        return f"seat {seat}"
    return game.rules.faction(game.state, seat) or game.header.seats[seat].player or f"seat {seat}"


def figures(game: Replay) -> list[dict[str, Any]]:
    """The figures of all seats, one row a seat."""
    return [
        {"seat": seat, "player": info.player, "faction": game.rules.faction(game.state, seat)}
        | dict(game.rules.figures(game.state, seat))
        for seat, info in enumerate(game.header.seats)
    ]


def position_json(game: Replay) -> dict[str, Any]:
    """A position for a program: where it stands, everybody's figures, and the whole state."""
    return {
        "game": game.rules.id,
        "seq": game.seq,
        "turn": msgspec.to_builtins(game.rules.turn(game.state)),
        "over": game.standings is not None,
        "figures": figures(game),
        "state": msgspec.to_builtins(game.state, str_keys=True),
    }


def position_text(game: Replay, width: int | None, colour: bool) -> list[str]:
    """A position for a terminal: where it stands, the game's own picture, everybody's figures."""
    turn = game.rules.turn(game.state)
    place = f"after record {game.seq}, round {turn.round}, turn {turn.index}"
    line = f"{game.rules.name}: {place}, {_what_comes_next(game, turn)}"
    lines = [line] if width is None else wrap(line, max(width, 20))
    if picture := pictures.text(game.rules.id, game.state, width or WIDTH, colour):
        lines += ["", picture.rstrip("\n")]
    names = ["player", "faction"] if any(row["faction"] for row in figures(game)) else ["player"]
    return [*lines, "", *table([*names, *game.rules.figures_of_a_seat], figures(game), width)]


def _what_comes_next(game: Replay, turn: Turn) -> str:
    """The phase, and who acts or that nobody does: after a round may come what the rules do by themselves."""
    if game.standings is not None:
        return "over"
    due = game.rules.proceed(fork(game.state))
    if due is not None:
        return f"{turn.phase}; next by rule: {due.name.replace('_', ' ')}"
    actors = ", ".join(seat_name(game, seat) for seat in turn.actors)
    return f"{turn.phase}; {f'to act: {actors}' if actors else 'chance decides'}"


def position_svg(game: Replay) -> str:
    """A position as a drawing. Raises Unreadable if the game has none."""
    return pictures.svg(game.rules.id, game.state)


def legal_json(game: Replay) -> list[dict[str, Any]]:
    """What could be done in a position."""
    return [] if game.standings is not None else legal(game)


def legal_text(game: Replay, width: int | None) -> list[str]:
    """What could be done in a position, one decision or outcome a line; in a terminal long ones go on below."""
    texts = [(seat_name(game, one["actor"]), event_words(one["event"])) for one in legal_json(game)]
    if not texts:
        return []
    left = max(len(who) for who, _ in [("who", ""), *texts]) + 2
    lines = [f"{who:<{left}}{what}" for who, what in [("who", "what"), *texts]]
    if width is None:
        return lines
    room = max(width, left + 20)
    return [part for line in lines for part in wrap(line, room, subsequent_indent=" " * left, break_on_hyphens=False)]


def log_json(log: GameLog) -> Iterator[dict[str, Any]]:
    """The records with what each changed; `in_force` tells those that were taken back or corrected."""
    game = Replay(ruleset(log.header.game), log.header)
    places: list[Any] = []
    game.on_record = lambda game: places.append(game.rules.turn(game.state))
    in_force = resolve(log)
    game.feed(in_force)
    turns = dict(zip((record.seq for record in in_force), places, strict=False))
    changes: dict[int, list[dict[str, Any]]] = {}
    for seq, step, entries in game.entered:
        changes.setdefault(seq, []).extend(asdict(entry) | {"step": step} for entry in entries)
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
    if isinstance(record.event, Undo | Correct):
        return "the log"
    if record.actor is None and isinstance(record.event, Administration):
        return "the administration"
    return seat_name(game, record.actor)


def _event(record: Record[Any]) -> Any:
    if isinstance(record.event, Correct):
        return {"kind": "correct", "seq": record.event.seq, "event": msgspec.json.decode(record.event.event)}
    return plain_event(record.event)


def log_text(log: GameLog) -> Iterator[str]:
    """The records in words, one a line, each with what it changed."""
    game = Replay(ruleset(log.header.game), log.header)
    game.feed(resolve(log))
    place = None
    for one in log_json(log):
        if one["turn"] is not None and place != (one["round"], one["phase"]):
            place = (one["round"], one["phase"])
            yield f"round {one['round']}, {one['phase']}"
        mark = "" if one["in_force"] else f"  breaks {one['breaks']}" if one["breaks"] else _not_in_force(one)
        changed = "; ".join(_changes(game, one["entries"]))
        arrow = f"  -> {changed}" if changed else ""
        yield f"  #{one['seq']:<4} {one['who']}: {event_words(one['event'])}{mark}{arrow}"


def _not_in_force(one: dict[str, Any]) -> str:
    kinds = (Undo.__struct_config__.tag, Correct.__struct_config__.tag)
    return "" if one["event"].get("kind") in kinds else "  (not in force)"


def _changes(game: Replay, entries: list[dict[str, Any]]) -> Iterator[str]:
    """Entries in words, those of one seat and one reason together: `red vp +3 (take)`."""
    grouped: dict[tuple[int, str, str], list[str]] = {}
    for entry in entries:
        if entry["delta"]:
            key = (entry["seat"], entry["source"], entry["step"])
            grouped.setdefault(key, []).append(f"{entry['figure']} {entry['delta']:+d}")
    for (seat, source, _), parts in grouped.items():
        yield f"{seat_name(game, seat)} {', '.join(parts)} ({source})"
