"""Where the project takes the games from on which it tests the laws: the toys, all its games, recorded logs."""

from functools import cache
from typing import Any

import pytest

from anyturn.laws.specimens import (
    ENUMERATED,
    STATED,
    Specimen,
    log_of,
    near_misses,
    positions,
    sampled,
)
from engine.rules import games
from events import files, notations
from events.log.codec import Unreadable
from events.log.native import NAME
from tests.support import LOGS, TOYS

__all__ = [
    "ENUMERATED",
    "SEEDS",
    "Specimen",
    "few",
    "log_of",
    "near_misses",
    "positions",
    "recorded_logs",
    "sampled",
    "specimens",
]

SEEDS, LONG_SEEDS = 3, 100
RECORDED = 2
STATED["nim"] = ({"cards": True}, {}, {"cards": True, "dice": 4})
STATED["race"] = ({},)
"""The toy games' options are not drawn, as their tests need the plain games."""


def specimens() -> list[Any]:
    """All specimens as parameters of tests; all but a few of each game are marked `long`."""
    found = []
    for game in [*TOYS, *games()]:
        for seed in range(LONG_SEEDS):
            found.append(_parameter(Specimen(game, seed), f"{game}-{seed}", seed >= SEEDS))
        recorded = recorded_logs(game)
        shown = {
            path
            for n, path in enumerate(recorded)
            if n * RECORDED // len(recorded) != (n - 1) * RECORDED // len(recorded)
        }
        for path in recorded:
            found.append(_parameter(Specimen(game, 0, path), path.removeprefix(f"{LOGS}/"), path not in shown))
    return found


def few(parameters: list[Any]) -> list[Any]:
    """The parameters that are always tested and every twelfth of the long ones: enough for tests that are not laws."""
    long = [parameter for parameter in parameters if parameter.marks]
    return [parameter for parameter in parameters if not parameter.marks or parameter in long[::12]]


def _parameter(specimen: Specimen, name: str, long: bool) -> Any:
    return pytest.param(specimen, id=name, marks=[pytest.mark.long] if long else [])


@cache
def recorded_logs(game: str) -> list[str]:
    """The files of recorded logs of a game that are in a known notation."""
    folder = LOGS / game.replace("_", "-")
    return (
        [path for path in files.find([str(folder)]) if _notation_of(path) in _notations(game)]
        if folder.is_dir()
        else []
    )


def _notations(game: str) -> set[str]:
    game_of = {name: notations.notation(name).GAME for name in notations.names() if name != NAME}
    return {NAME, *(name for name, its_game in game_of.items() if its_game == game)}


def _notation_of(path: str) -> str:
    try:
        return notations.sniff(files.text(files.read(path)))
    except Unreadable:
        return ""
