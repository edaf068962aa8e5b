"""A game as the Perl moderator of terra.snellman.net takes it: its commands, options, players and map."""

from typing import Any

from engine.games.terra_mystica.components import MAPS
from engine.games.terra_mystica.selfplay import SELDOM
from engine.writing import write
from events.log.native import GameLog

KNOWN: dict[str, Any] = {
    "faction_selection": "player_choice",
    "reaction_timing": "deferred",
    "landscapes": False,
    "random_seating": False,
    "starting_vp": "standard",
    "playtests": [],
    "spade_vp_timing": "on_gain",
    "late_key": "same_turn",
    **dict.fromkeys(SELDOM, False),
}
"""The moderator's own rules: options that it does not know are off."""

_COLORS = {"Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red", "I": "x"}


def task(log: GameLog) -> dict[str, Any]:
    """The arguments with which the moderator judges a game. Raises Unreadable if it has no such commands."""
    lines = write(log, "snellman_commands").split("\n")
    return {
        "rows": [line for line in lines if line and not line.startswith("## anyturn")],
        "options": [line.removeprefix("option ") for line in lines if line.startswith("option ")],
        "players": [seat.player.replace(" ", "_") for seat in log.header.seats],
        "base_map": terrain(str(log.header.options.get("map", "base"))),
    }


def terrain(name: str) -> list[str]:
    """A map as the moderator's words; a first row that is the short one follows an empty row."""
    rows = [[_COLORS[letter] for letter in row.replace(" ", "")] for row in MAPS[name].rows]
    return ["E"] * MAPS[name].first_row_index + [word for row in rows for word in [*row, "E"]]
