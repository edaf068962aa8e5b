"""The games on which the laws are tested: self-played ones, and recorded ones.

The positions and events of a game to be examined are drawn with a seed, so they are the same every time.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from engine.intake import examine
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events import files
from events.log.native import GameLog, resolve
from events.log.record import Intervention, Record
from events.vocabulary import events_of
from projections.kit.near_misses import well_typed

ENUMERATED = 200_000
STATED: dict[str, tuple[dict[str, Any], ...]] = {}
"""The options with which the specimens of a game are played, in turn; those of other games are drawn by the game."""


class Specimen(NamedTuple):
    """A game, and where it comes from: the seed of its self-play, or the file of its log."""

    game: str
    seed: int = 0
    path: str = ""

    @property
    def rng(self) -> Random:
        """The draws that concern this specimen."""
        return Random(f"{self.game}/{self.seed}/{self.path.rsplit('/', 1)[-1]}")


@cache
def log_of(specimen: Specimen) -> GameLog:
    """The log of a specimen; of a recorded one, as far as it can be replayed."""
    if not specimen.path:
        stated = STATED.get(specimen.game, ({},))
        policy = "random" if specimen.seed % 3 == 1 else "sensible"
        return selfplay_log(
            ruleset(specimen.game), str(specimen.seed), None, stated[specimen.seed % len(stated)], policy
        )
    report = examine(files.read(specimen.path))
    if report.replay is None:
        pytest.skip(f"{specimen.path}: {report.verdict}: {report.problem}")
    return report.replay.log()


def positions(log: GameLog) -> Iterator[tuple[Replay, Record[Any] | None]]:
    """The replay before every record with that record, and at the end with None. No automatic step is due."""
    game = Replay(ruleset(log.header.game), log.header)
    for record in resolve(log):
        yield game, record
        game.feed([record])
        assert game.broke is None, f"record {record.seq} of a log that was played breaks {game.broke.violation}"
    yield game, None


def sampled(specimen: Specimen, count: int) -> Iterator[tuple[Replay, Record[Any] | None]]:
    """`count` of the positions of a specimen, drawn with a seed; the first and the last are always among them."""
    log = log_of(specimen)
    last = len(log.records)
    wanted = {0, last, *specimen.rng.sample(range(last + 1), min(count, last + 1))}
    return ((game, record) for n, (game, record) in enumerate(positions(log)) if n in wanted)


def near_misses(offered: list[tuple[int | None, Any]], log: GameLog, rng: Random) -> Iterator[tuple[int | None, Any]]:
    """Events close to legal ones: another actor, another value of one field, another time.

    They only have values of the right types, as no others can be read from a log.
    """
    return ((actor, event) for actor, event in _near_misses(offered, log, rng) if well_typed(event))


def _near_misses(offered: list[tuple[int | None, Any]], log: GameLog, rng: Random) -> Iterator[tuple[int | None, Any]]:
    decisions = [record for record in log.records if not isinstance(record.event, Intervention)]
    elsewhere = [(record.actor, record.event) for record in rng.sample(decisions, min(8, len(decisions)))]
    seats = [None, *range(len(log.header.seats))]
    held = _values_by_field([*(event for _, event in offered), *(record.event for record in log.records)])
    for kind in sorted(events_of(log.header.game), key=lambda kind: kind.__name__):  # unions are unordered
        if not issubclass(kind, Intervention):
            yield rng.choice(seats[1:]), _any_event(kind, held, rng)
    for actor, event in [*rng.sample(offered, min(8, len(offered))), *elsewhere]:
        yield actor, event
        yield rng.choice(seats), event
        for field in event.__struct_fields__:
            for value in _other_values(getattr(event, field), held[field], rng):
                yield actor, structs.replace(event, **{field: value})


def _values_by_field(events: list[Any]) -> dict[str, list[Any]]:
    """The values that fields have in these events: name of the field -> values."""
    held: dict[str, list[Any]] = {}
    for event in events:
        for field in event.__struct_fields__:
            held.setdefault(field, []).append(getattr(event, field))
    return held


def _any_event(kind: Any, held: dict[str, list[Any]], rng: Random) -> Any:
    """An event of a kind that need not occur in the game at all, its fields filled with values that do occur."""
    fields: dict[str, Any] = {}
    for field in structs.fields(kind):
        values = held.get(field.name) or rng.choice(list(held.values()))
        if field.type in (int, str):
            values = [value for value in values if type(value) is field.type] or [field.type()]
        elif field.name not in held:
            values = [()]
        fields[field.name] = rng.choice(values)
    return kind(**fields)


def _other_values(value: Any, held: list[Any], rng: Random) -> list[Any]:
    """Other values of a field: those it has in other events, and those that nothing should have."""
    alike = [other for other in held if type(other) is type(value)]
    some = rng.sample(alike, min(3, len(alike)))
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [*some, value + 1, value - 1, 0, -1, 99, 2**62]
    if isinstance(value, str):
        return [*some, "", "nonsense"]
    if isinstance(value, tuple):
        return [*some, (), value[:-1], value[::-1], value + value[:1]]
    return some
