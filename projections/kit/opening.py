"""Openings: the beginnings of games that play seldom finds by itself, and events to ask about in them.

`benchmarks/kit/search.py` looks for them: games in which an engine shows that it is wrong although the games of a kit
do not show it. They stand in the folder `openings`, a file for each game: JSON lines, each an object with the `log` up
to the last place to ask about, a native log, and for each place `at` which it asks the records to ask about.
"""

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from engine.chance import Undrawable
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.selfplay import Endless, play_on
from events.files.gzipped import gzipped
from events.log import native
from events.log.codec import encode, encode_lines
from events.log.native import GameLog
from events.log.record import Header, Record
from events.log.upcast import current_version, record_decoder

FOLDER = Path(__file__).with_name("openings")


Asked = Mapping[int, Sequence[Action]]
"""For each of some places of a game (after so many records) the actions to ask about there."""


class Opening(NamedTuple):
    """A game, and what to ask about in it; in one without records, about its header."""

    log: GameLog
    asked: Asked


class _Place(Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    records: list[Raw]


class _Stored(Struct, frozen=True, forbid_unknown_fields=True):
    log: list[Raw]
    asked: list[_Place]


def openings(game: str) -> list[Opening]:
    """The openings of a game; none if there is no file of them."""
    file = FOLDER / f"{game}.jsonl.gz"
    lines = gzip.decompress(file.read_bytes()).splitlines() if file.is_file() else []
    return [_read(game, msgspec.json.decode(line, type=_Stored)) for line in lines]


def write(game: str, them: Iterable[Opening]) -> None:
    """Store the openings of a game in place of those that are there."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.jsonl.gz").write_bytes(gzipped(b"".join(encode(_stored(each)) + b"\n" for each in them)))


def _read(game: str, stored: _Stored) -> Opening:
    log = native.read(map(bytes, stored.log))
    decode = record_decoder(game, current_version(game))
    asked = {each.at: [decode(bytes(record)) for record in each.records] for each in stored.asked}
    return Opening(log, {at: [(one.actor, one.event) for one in records] for at, records in asked.items()})


def _stored(opening: Opening) -> _Stored:
    log, last = opening.log, max(opening.asked, default=0)
    asked = [(at, [Record(at + 1, *action) for action in actions]) for at, actions in sorted(opening.asked.items())]
    lines = _raw([log.header, *log.records[:last]])
    return _Stored(lines, [_Place(at, _raw(records)) for at, records in asked])


def _raw(values: Sequence[object]) -> list[Raw]:
    return [Raw(line) for line in encode_lines(values)]


def headers(game: str, options: Mapping[str, Any]) -> list[Header]:
    """The headers under these options that are asked about."""
    return [each.log.header for each in _fitting(game, options) if not each.log.records]


def _fitting(game: str, options: Mapping[str, Any]) -> list[Opening]:
    return [each for each in openings(game) if options.items() <= each.log.header.options.items()]


def opened(rules: Ruleset[Any], seed: int, number: int, options: Mapping[str, Any]) -> list[Opening]:
    """At most so many openings under these options, each played on to its end, or as far as can be drawn."""
    fitting = [each for each in _fitting(rules.id, options) if each.log.records]
    chosen = Random(f"kit-{seed}/{rules.id}/openings").sample(fitting, min(number, len(fitting)))
    return list(_played(rules, seed, chosen))


def _played(rules: Ruleset[Any], seed: int, chosen: Sequence[Opening]) -> Iterator[Opening]:
    for place, opening in enumerate(chosen):
        game = Replay(rules, opening.log.header)
        game.feed(opening.log.records)
        game.settle()
        with suppress(Endless, Undrawable):
            play_on(game, Random(f"kit-{seed}/{rules.id}/opening/{place}"))
        yield Opening(game.log(), opening.asked)
