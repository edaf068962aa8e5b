"""A game as the Perl moderator of terra.snellman.net takes it: its commands, options, players and map."""

from collections.abc import Mapping
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
    "loose_cult_loss": False,
    **dict.fromkeys(SELDOM, False),
}
"""The moderator's own rules: options that it does not know are off."""

_COLORS = {"Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red", "I": "x"}


def task(log: GameLog) -> dict[str, Any]:
    """The arguments with which the moderator judges a game. Raises Unreadable if it has no such commands."""
    return as_task(log, write(log, "snellman_commands"))


def as_task(log: GameLog, commands: str) -> dict[str, Any]:
    """The same for a game that has been written as its commands."""
    lines = commands.split("\n")
    return {
        "rows": [line for line in lines if line and not line.startswith("## anyturn")],
        "options": [line.removeprefix("option ") for line in lines if line.startswith("option ")],
        "players": [seat.player.replace(" ", "_") for seat in log.header.seats],
        "base_map": terrain(log.header.options),
    }


def terrain(options: Mapping[str, Any]) -> list[str]:
    """The map of a game as the moderator's words; a first row that is the short one follows an empty row."""
    name = str(options.get("map", "base"))
    own = name == "custom"
    rows = options["map_rows"] if own else MAPS[name].rows
    first = options.get("first_row_index", 0) if own else MAPS[name].first_row_index
    words = [[_COLORS[letter] for letter in row.replace(" ", "")] for row in rows]
    return ["E"] * first + [word for row in words for word in [*row, "E"]]
