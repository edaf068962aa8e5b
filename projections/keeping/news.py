"""What is known of the games of a site, and which of it is new."""

from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from events.problems import count
from events.verdicts import CLEAN, INCOMPLETE
from projections.season.reading import File
from projections.season.results import Game, season_games
from projections.store.find import open_tables
from projections.store.query import games

if TYPE_CHECKING:
    import duckdb

_WRONG = """
SELECT game_id, source, verdict, any_value(clause), any_value(violations.line), count(discrepancies.seq)
FROM games LEFT JOIN violations USING (game_id) LEFT JOIN discrepancies USING (game_id)
WHERE branch_of IS NULL AND verdict NOT IN ? GROUP BY ALL ORDER BY source, game_id
"""


class Known(Struct):
    """What is known: the rows of all games, those of the seasons, findings, and a fingerprint of all of it."""

    rows: list[dict[str, Any]]
    games: list[Game]
    findings: list[str]
    print: str

    @property
    def keys(self) -> list[str]:
        """What can be announced: finished games with their verdicts, and findings."""
        return [*(key(row) for row in self.rows if row["finished"]), *self.findings]


def key(row: dict[str, Any]) -> str:
    """A game as news: again if its verdict changes."""
    return f"{row['game_id']} {row['verdict']}"


def known(about: File, db: str, findings: list[str], program: str) -> Known:
    """What is known now; `program` is the version that makes the pages."""
    with open_tables(db) as store:
        wrong = _wrong(store.connection)
    rows = games(db, "branch_of IS NULL")
    if about.settings.game:
        rows = [row for row in rows if row["game"] == about.settings.game]
    rows.sort(key=lambda row: (row["source"], row["game_id"]))
    rows.sort(key=lambda row: row["played_at"], reverse=True)
    every = sorted(dict.fromkeys([*findings, *wrong]))
    told = [
        (row["game_id"], row["verdict"], row["played_at"], row["records"], row["tags"], row["seats"], row["source"])
        for row in rows
    ]
    print = sha256(msgspec.json.encode([program, about.digest, told, every], enc_hook=str)).hexdigest()
    return Known(rows, season_games(db, about.settings), every, print)


def _wrong(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """A line for each stored game that is illegal or discrepant."""
    found = connection.execute(_WRONG, [[*CLEAN, INCOMPLETE]]).fetchall()
    lines = []
    for game_id, source, verdict, clause, line, differing in found:
        place = f"{source or game_id}{f':{line}' if line else ''}"
        lines.append(
            f"{place}: {verdict}"
            + (f" by {clause}" if clause else f", {count(differing, 'figure differs', 'figures differ')}")
        )
    return lines


def program() -> str:
    """The version of the program; empty if it is not installed."""
    try:
        return version("anyturn")
    except PackageNotFoundError:
        return ""
