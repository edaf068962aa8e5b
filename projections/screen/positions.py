"""One game for a terminal: a position, its legal actions, and the records in words."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from engine.declaration import Turn
from engine.dispatch import Action
from engine.entries import Entered
from engine.replay import Replay
from events.log.native import GameLog, resolve
from events.log.record import ABOUT_THE_LOG, Record
from projections import pictures
from projections.game.position import figures, log_json, seat_name, seat_title, sentence
from projections.pictures import words
from projections.pictures.painter import visible_beside_paint
from projections.screen.grid import WIDTH
from projections.screen.tables import table
from projections.store.trace import Trace
from projections.visible import visible

_UNDER_A_RECORD = " " * 10
"""The indent at which the words of a record continue."""


def position_text(game: Replay, width: int | None, colour: bool) -> list[str]:
    """A position for a terminal, with control characters escaped: where the game stands, what has just happened, the
    picture, and the figures of all seats.
    """
    lines = _heading(game, width)
    names = pictures.names_of(game.header)
    if picture := pictures.text(game.rules.id, pictures.stated(game), width or WIDTH, colour, names):
        lines += ["", *map(visible_beside_paint, picture.rstrip("\n").split("\n"))]
    return [*lines, "", *_figures(game, width)]


def _heading(game: Replay, width: int | None) -> list[str]:
    """Where the game stands and what comes next, the last event and what it changed; at the end the ranks."""
    turn = game.rules.turn(game.state)
    if game.rules.id not in pictures.drawn():
        place = f"after record {game.seq}, round {turn.round}, turn {turn.index}"
        return _folded(f"{game.rules.name}: {place}, {_what_comes_next(game, turn)}", width)
    head = pictures.head(game, due=pictures.due_in(game))
    turns = "" if f"urn {turn.index}" in head.where else f", turn {turn.index}"
    lines = _folded(f"{head.game}: after record {game.seq}{turns}. {head.where}", width)
    lines += _folded(head.awaited, width) if head.awaited else []
    if game.played:
        lines += _folded(head.event, width)
        lines += [line for change in head.changed for line in _folded(change, width, "  ")]
    ranked = sorted((seated for seated in head.seats if seated.rank), key=lambda seated: seated.rank)
    return lines + [f"{seated.rank}: {visible(seated.name)}, {seated.points}" for seated in ranked]


def _what_comes_next(game: Replay, turn: Turn) -> str:
    """The phase, and who acts next: a seat, chance, or the rules themselves, as at the end of a round."""
    if game.standings is not None:
        return "over"
    if due := pictures.due_in(game):
        return f"{turn.phase}; next by rule: {due.replace('_', ' ')}"
    actors = ", ".join(seat_name(game, seat) for seat in turn.actors)
    return f"{turn.phase}; {f'to act: {actors}' if actors else 'chance decides'}"


def _folded(line: str, width: int | None, begin: str = "", below: str | None = None) -> list[str]:
    """The line, wrapped to the width; further lines begin with `below`."""
    if width is None:
        return [visible(begin + line)]
    indent = f"{begin}  " if below is None else below
    return wrap(visible(line), max(width, 20), initial_indent=begin, subsequent_indent=indent, break_on_hyphens=False)


def _figures(game: Replay, width: int | None) -> list[str]:
    """A table of all figures; those that belong together share a column. A seat without a player has its number."""
    rows = [row | {"player": seat_name(game, row["seat"])} for row in figures(game)]
    columns = ["player", "faction"] if any(row["faction"] for row in rows) else ["player"]
    joined = {figure: column for column, parts in pictures.together(game.rules.id).items() for figure in parts}
    columns += dict.fromkeys(joined.get(figure, figure) for figure in game.rules.figures_of_a_seat)
    for column, parts in pictures.together(game.rules.id).items():
        for row in rows:
            row[column] = "/".join(str(row[figure]) for figure in parts)
    return table(columns, rows, width)


def position_svg(game: Replay, last: Any, part: str | None = None) -> str:
    """A position as an SVG frame, or a part of it; `last` is the last state of the game.

    Raises Unreadable if the game is not drawn, or has no part with the name.
    """
    return pictures.frame(game, last, part=part)


def legal_text(game: Replay, actions: Iterable[Action], width: int | None) -> list[str]:
    """The legal actions, one per line; on a terminal, long lines are wrapped."""
    texts = [(seat_name(game, actor), sentence(game.header, event)) for actor, event in actions]
    if not texts:
        return []
    left = max(len(who) for who, _ in [("who", ""), *texts]) + 2
    lines = [f"{who:<{left}}{what}" for who, what in [("who", "what"), *texts]]
    if width is None:
        return lines
    room = max(width, left + 20)
    return [part for line in lines for part in wrap(line, room, subsequent_indent=" " * left, break_on_hyphens=False)]


def log_text(log: GameLog, trace: Trace, width: int | None = None) -> Iterator[str]:
    """The records of a log in words, one per line, each with what it changed, from the trace of its replay.

    Headings state the round, the turn, whose turn it is, and the phase. Automatic steps after a record have separate
    lines below it. On a terminal, long lines are wrapped.
    """
    game, names, id = trace.game, pictures.names_of(log.header), log.header.game
    turns = trace.turns(log)
    event_of = dict(zip((record.seq for record in resolve(log)), trace.events, strict=False))
    entered: dict[int, list[Entered]] = {}
    for each in game.entered:
        entered.setdefault(each.seq, []).append(each)
    headings = _Headings(game)
    for record, one in zip(log.records, log_json(log, trace), strict=True):
        if record.seq in turns:
            yield from (line for text in headings.at(turns[record.seq]) for line in _folded(text, width))
        mark = "" if one["in_force"] else f"  breaks {one['breaks']}" if one["breaks"] else _not_in_force(record)
        found = entered.get(record.seq, [])
        changed = "; ".join(words.changes([("", each.entries) for each in found if not each.step], names, id))
        arrow = f"  -> {changed}" if changed else ""
        words_of = sentence(log.header, event_of.get(record.seq, record.event))
        text = f"#{one['seq']:<4} {one['who']}: {words_of}{mark}{arrow}"
        yield from _folded(text, width, "  ", _UNDER_A_RECORD)
        for each in found:
            for change in words.changes([(each.step, each.entries)], names, id) if each.step else ():
                yield from _folded(f"{words.plain(each.step)}: {change}", width, _UNDER_A_RECORD[:-2], _UNDER_A_RECORD)


class _Headings:
    """The headings of a log: a new one whenever the round, the turn or the phase changes."""

    def __init__(self, game: Replay) -> None:
        self._game = game
        self._place: tuple[int, int, str] | None = None
        self._whose: dict[int, int] = {}

    def at(self, turn: Turn) -> Iterator[str]:
        """The heading before a record of this turn, if it needs one."""
        place = (turn.round, turn.index, turn.phase)
        if place == self._place:
            return
        self._place = place
        yield self._words(turn)

    def _words(self, turn: Turn) -> str:
        phase = pictures.phase_words(self._game.rules.id, turn.phase)
        if not turn.round:
            return "Setup" if turn.phase == "setup" else f"Setup: {phase}"
        if not turn.index:
            return f"Round {turn.round}: {phase}"
        seat = turn.seat if turn.seat is not None else next(iter(turn.actors), None)
        if seat is not None:
            self._whose.setdefault(turn.index, seat)
        whose = self._whose.get(turn.index)
        who = "" if whose is None else f", {seat_title(self._game, whose)}"
        return f"Round {turn.round}, turn {turn.index}{who}: {phase}"


def _not_in_force(record: Record[Any]) -> str:
    return "" if isinstance(record.event, ABOUT_THE_LOG) else "  (not in force)"
