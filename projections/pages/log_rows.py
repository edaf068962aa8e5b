"""The rows of the log on a page: what led to each station, and the records that are not in force."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.replay import Broke, Replay
from events.log.native import GameLog, resolve
from events.log.record import Correct, Event, Intervention, Undo
from projections.pages.stations import Station
from projections.pictures.changes import different
from projections.pictures.film import names_of
from projections.pictures.sheet import Drawing
from projections.pictures.words import event_words, plain, source_words

CHANCE, OUTSIDE = -1, -2
"""Actors other than the seats: chance, and interventions that the rules do not provide for."""

Row = list[Any]


def row(station: Station, drawing: Drawing | None) -> Row:
    """[record, line, who, words, kind, steps, round, turn, cycle, where]: what led to a station, and where it stands.

    `record` is the number of the last record, `line` its line in the source. If only automatic steps were taken, `kind`
    is empty and the words are those of the steps. Round, turn and cycle are those of the record; `where` describes the
    position afterwards.
    """
    game, turn = station.game, station.turn
    steps = [source_words(step, game.rules.id) for step in station.steps]
    place = [turn.round, turn.index, turn.cycle, where(station.game, drawing)]
    if not station.record:
        return [game.seq, 0, CHANCE, ", ".join(steps), "", [], *place]
    line = game.played[-1][2]
    return [
        game.seq,
        line,
        _who(station.actor, station.event),
        event_words(station.event, names_of(game.header)),
        kind_of(station.event),
        steps,
        *place,
    ]


def kind_of(event: Any) -> str:
    """The kind of an event; empty for a source row that a reading could not turn into an event."""
    return str(type(event).__struct_config__.tag) if isinstance(event, Event) else ""


def broken_row(game: Replay, broke: Broke, last: Row) -> Row:
    """The row of the record that breaks a clause; it leaves the game where it stood."""
    words = (
        event_words(broke.event, names_of(game.header))
        if isinstance(broke.event, Event)
        else "a row that is not a record"
    )
    return [broke.seq, broke.line, _who(broke.actor, broke.event), words, kind_of(broke.event), [], *last[6:]]


def _who(actor: int | None, event: Any) -> int:
    if actor is not None:
        return actor
    return OUTSIDE if isinstance(event, Intervention) else CHANCE


def where(game: Replay, drawing: Drawing | None) -> str:
    """Where the game stands, in words; in those of its drawing, if it has one."""
    if drawing is not None:
        return drawing.where(game.state)
    turn = game.rules.turn(game.state)
    return f"Round {turn.round}: {plain(turn.phase)}" if turn.round else plain(turn.phase)


def changed_figures(stations: Sequence[Station]) -> Iterator[list[list[int]]]:
    """For each station the figures that differ from the station before: [number, value], seat by seat."""
    before: list[int] = []
    for station in stations:
        game = station.game
        now = [n for seat in range(len(game.header.seats)) for n in game.rules.values(game.state, seat)]
        yield [[place, now[place]] for place in (different(before, now) if before else range(len(now)))]
        before = now


def taken_back(log: GameLog, stations: Sequence[Station]) -> Iterator[list[Any]]:
    """The records not in force, and those that took them back or corrected them: [record, who, words]."""
    in_force = {record.seq for record in resolve(log)}
    for record in log.records:
        if isinstance(record.event, Undo):
            yield [record.seq, OUTSIDE, f"record {record.event.seq} and what follows it are taken back"]
        elif isinstance(record.event, Correct):
            yield [record.seq, OUTSIDE, f"record {record.event.seq} is corrected"]
        elif record.seq not in in_force:
            yield [
                record.seq,
                _who(record.actor, record.event),
                event_words(record.event, names_of(log.header)),
            ]
