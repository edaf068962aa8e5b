"""The profile of a player for a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from engine.rules import games as installed
from engine.rules import ruleset
from events.problems import count
from projections.screen.grid import WIDTH
from projections.screen.tables import fitting, table
from projections.season.profiles import BEST, FACTIONS, OPENINGS, OPPONENTS, RESULTS, Part, Profile

HEADS = {FACTIONS: "factions", OPENINGS: "usual openings", OPPONENTS: "opponents"}
KEPT = ("player", "faction", "opponent", "structures", "games", "wins", "win_rate", "low", "high")
"""Columns that stay on a narrow terminal."""


def profile_lines(profile: Profile, width: int | None, all_games: bool = False) -> Iterator[str]:
    """The page: results, factions, ratings, openings, opponents and the best games of each game; then all games."""
    known = f", also {', '.join(profile.aliases)}" if profile.aliases else ""
    yield f"{profile.name}{known}: {count(len(profile.games), 'game')}"
    for part in profile.parts:
        yield ""
        yield from wrap(f"{_game(part.game)}; counted: {part.words}", width or WIDTH, break_on_hyphens=False)
        yield from _table(part.columns[RESULTS], part.rows[RESULTS], width)
        for name, head in HEADS.items():
            rows = part.rows[name] if name == FACTIONS else part.rows[name][:BEST]
            if any(row.get("faction") or name != FACTIONS for row in rows):
                yield from ["", head, *_table(part.columns[name], rows, width)]
        if part.ratings:
            yield from ["", "rating over time, by all games", *_ratings(part)]
        if best := profile.best(part):
            yield from ["", "best games", *_games(best, width)]
    if all_games:
        yield from ["", "all games", *_games(profile.games, width)]
    yield from (f"note: {note}" for note in profile.notes)


def _game(game: str) -> str:
    return ruleset(game).name if game in installed() else game


def _table(columns: Sequence[str], rows: Sequence[dict[str, Any]], width: int | None) -> list[str]:
    chosen = [*columns] if width is None else fitting(columns, rows, width, KEPT)
    return table(chosen, rows, width, wraps=True)


def _ratings(part: Part) -> list[str]:
    rows = [row | {"since": row["since"][:10], "until": row["until"][:10]} for row in part.ratings]
    return table(["since", "until", "games", "rating", "rating_low", "rating_high"], rows)


def _games(rows: Sequence[dict[str, Any]], width: int | None) -> list[str]:
    listed = [
        {
            "id": row["game_id"][:8],
            "played": row["played_at"][:10] or None,
            "faction": row["faction"],
            "place": "dropped" if row["dropped"] else f"{row['rank'] or '-'} of {row['players']}",
            "vp": row["vp"],
            "verdict": row["verdict"],
            "others": ", ".join(each["player"] or "?" for each in row["seats"] if each["player"] != row["player"]),
        }
        for row in rows
    ]
    columns = list(listed[0]) if listed else []
    chosen = [name for name in columns if any(row[name] is not None for row in listed)]
    return table(chosen, listed, width)
