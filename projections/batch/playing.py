"""Self-play: many seeded games, written as native logs."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Unsupported, Violation
from engine.options import as_typed
from engine.rules import ruleset
from engine.selfplay import header_for, play
from events.log.codec import Unreadable
from events.log.native import write
from events.log.record import Source
from events.problems import USAGE, Problem
from projections.batch import pool
from projections.game.export import write_log

CHUNK = 4


class OptionRefused(Problem):
    """An option that the game lacks, or an invalid value: what was found, and what is allowed."""

    STATUS = USAGE


class Table(Struct):
    """Some games to play; `numbers` distinguish games under one seed."""

    game: str
    seed: int
    numbers: list[int]
    players: int | None
    options: dict[str, Any]
    drawing: bool
    policy: str
    folder: str


def play_games(
    game: str,
    games: int,
    jobs: int,
    seed: int,
    players: int | None,
    options: Mapping[str, Any],
    drawing: bool,
    policy: str,
    folder: Path,
) -> Iterator[list[str]]:
    """Play games and write them into a folder, yielding the files as they are written. A seed determines the games."""
    rules = ruleset(game)
    try:  # refuse invalid options before anything is played
        rules.start(header_for(rules, f"{seed}/1", players, options, drawing))
    except (Unsupported, Unreadable, Violation) as error:
        if words := as_typed(error, options):
            raise OptionRefused(words) from error
        if not isinstance(error, Unreadable):
            raise
        raise Unreadable(error.found, error.expected) from error  # the header is not a line of a file
    folder.mkdir(parents=True, exist_ok=True)
    numbers, stated = range(1, games + 1), dict(options)
    tables = [
        Table(rules.id, seed, list(numbers[start : start + CHUNK]), players, stated, drawing, policy, str(folder))
        for start in range(0, games, CHUNK)
    ]
    yield from pool.in_order(_play, tables, jobs)


def _play(table: Table) -> list[str]:
    return [_play_game(table, number) for number in table.numbers]


def _play_game(table: Table, number: int) -> str:
    rules, seed = ruleset(table.game), f"{table.seed}/{number}"
    header = header_for(rules, seed, table.players, table.options, table.drawing)
    name = f"{rules.id}-selfplay-{table.seed}-{number}.jsonl"
    log = play(rules, replace(header, source=Source(name)), seed, table.policy).log()
    file = Path(table.folder) / name
    write_log(write(log), file, force=True)  # the same seed gives the same game
    return str(file)
