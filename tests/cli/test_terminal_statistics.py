"""Statistics on a terminal of 80 columns: no line is longer, and no row of a table is continued on other lines."""

from pathlib import Path
from textwrap import wrap

import pytest

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.number_format import heading
from projections.screen.answers import answer_lines
from projections.screen.tables import cell
from projections.statistics import Answer, Filters
from tests.support.specimens import recorded_logs

pytestmark = pytest.mark.long

COLUMNS = 80
RECORDED = 6


def answers(folder: Path, paths: list[str]) -> list[Answer]:
    """The answers to all statistics over logs, separately for each game."""
    with EventStore(str(folder / "s.duckdb")) as store:
        list(import_files(store, paths, 1))
        stored = store.connection.execute("SELECT DISTINCT game FROM games ORDER BY ALL").fetchall()
        found = []
        for (game,) in stored:
            for one in statistics.titles(game):
                found += statistics.run(store.connection, str(one["name"]), Filters(game=game))
        return found


def played(folder: Path, game: str, number: int) -> list[str]:
    """The files of self-played games."""
    files = []
    for seed in range(number):
        files.append(str(folder / f"{game}-{seed}.jsonl"))
        log = selfplay_log(ruleset(game), f"wide-{seed}", 2 + seed % 3, {}, "sensible")
        Path(files[-1]).write_bytes(b"\n".join(write(log)))
    return files


def left_out(lines: list[str]) -> list[str]:
    """The columns for which there was no room, as named below the table."""
    left_out = " ".join(lines).partition("no room for ")[2].partition("; use a wider terminal")[0]
    return [name.replace(" ", "_") for name in left_out.split(", ")] if left_out else []


def check(answer: Answer) -> bool:
    """Check that no line is too long and each row is one line. Returns whether distinguishing texts had to wrap."""
    lines = list(answer_lines(answer, COLUMNS))
    assert max(map(len, lines)) <= COLUMNS, lines
    if not answer.rows:
        return False
    caption = wrap(answer.words, COLUMNS, break_on_hyphens=False)
    end = next((n for n, line in enumerate(lines) if line.startswith(("* fewer than", "no room for"))), len(lines))
    columns = [name for name in answer.columns if name != "game" and name not in left_out(lines)]
    assert {"games", "win_rate", "mean_vp"} & {*answer.columns} <= {*columns}
    height = max(len(heading(name)) for name in columns)
    rows = lines[len(caption) + height : end]
    if len(rows) == len(answer.rows):
        return False
    texts = [cell(row[name]) for row in answer.rows for name in columns if isinstance(row[name], str)]
    assert max(map(len, texts)) > COLUMNS / 2, lines
    return True


def test_the_statistics_of_every_game(tmp_path: Path) -> None:
    """Every statistic over one log of each game fits in 80 columns."""
    found = answers(tmp_path, [file for game in games() for file in played(tmp_path, game, 1)])
    assert len(found) > 60
    assert sum(map(check, found)) <= 2


@pytest.mark.parametrize("game", games())
def test_the_statistics_of_many_games(tmp_path: Path, game: str) -> None:
    """This uses recorded games, if there are any."""
    found = answers(tmp_path, [*played(tmp_path, game, 4), *recorded_logs(game)[:RECORDED]])
    assert sum(map(check, found)) <= 1


def test_what_has_no_room_is_named(tmp_path: Path) -> None:
    """It is present in a pipe; columns that distinguish rows, games, win rate and mean VP are never dropped."""
    found = answers(tmp_path, played(tmp_path, "gaia", 1))
    assert not any(map(check, found))
    players = next(answer for answer in found if {"player", "rating"} <= {*answer.columns})
    lines = list(answer_lines(players, COLUMNS))
    assert left_out(lines) == ["mean_margin", "mean_rank", "factions", "dropped", "group"]
    assert not left_out(list(answer_lines(players, None)))
