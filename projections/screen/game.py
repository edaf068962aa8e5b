"""One game for a terminal: a position, what could be done there, the records in words."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import Any

from engine.replay import Replay
from engine.ruleset import Turn
from engine.snapshot import fork
from events.log import GameLog
from events.record import Correct, Undo
from events.visible import visible
from projections import pictures
from projections.pictures.painter import visible_beside_paint
from projections.position import figures, legal_json, log_json, seat_name
from projections.screen.grid import WIDTH
from projections.screen.tables import table
from projections.screen.wording import event_words
from projections.store.trace import Trace


def position_text(game: Replay, width: int | None, colour: bool) -> list[str]:
    """A position for a terminal, safe to look at: where it stands, the game's own picture, everybody's figures."""
    turn = game.rules.turn(game.state)
    place = f"after record {game.seq}, round {turn.round}, turn {turn.index}"
    line = visible(f"{game.rules.name}: {place}, {_what_comes_next(game, turn)}")
    lines = [line] if width is None else wrap(line, max(width, 20))
    if picture := pictures.text(game.rules.id, game.state, width or WIDTH, colour):
        lines += ["", *map(visible_beside_paint, picture.rstrip("\n").split("\n"))]
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


def log_text(log: GameLog, trace: Trace) -> Iterator[str]:
    """The records of a log in words, one a line, each with what it changed, from its watched replay."""
    place = None
    for one in log_json(log, trace):
        if one["turn"] is not None and place != (one["round"], one["phase"]):
            place = (one["round"], one["phase"])
            yield f"round {one['round']}, {one['phase']}"
        mark = "" if one["in_force"] else f"  breaks {one['breaks']}" if one["breaks"] else _not_in_force(one)
        changed = "; ".join(_changes(trace.game, one["entries"]))
        arrow = f"  -> {changed}" if changed else ""
        yield f"  #{one['seq']:<4} {one['who']}: {event_words(one['event'])}{mark}{arrow}"


def _not_in_force(one: dict[str, Any]) -> str:
    kinds = (Undo.__struct_config__.tag, Correct.__struct_config__.tag)
    return "" if one["event"].get("kind") in kinds else "  (not in force)"


def _changes(game: Replay, entries: list[dict[str, Any]]) -> Iterator[str]:
    """Entries in words, neighbours of one seat and one reason together: `red vp +3 (take)`."""
    changes = (entry for entry in entries if entry["delta"])
    for (seat, source, _), same in groupby(changes, key=itemgetter("seat", "source", "step")):
        parts = (f"{entry['figure']} {entry['delta']:+d}" for entry in same)
        yield f"{seat_name(game, seat)} {', '.join(parts)} ({source})"
