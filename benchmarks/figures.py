"""Figures that benchmarks record in addition to their output, for one table of all figures and their limits."""

import json
import os
from pathlib import Path

FILE = "ANYTURN_FIGURES"
"""The environment variable that names the file (one JSON object per line); without it nothing is written."""

AIMS = {"anachrony": 5.0, "daitoshi": 4.0, "dice_forge": 2.5, "gaia": 1.3, "terra_mystica": 2.5}
"""Median ms of CPU time to read and replay a native log of four players with the default options."""
LEDGER_AIM = 6.0
"""The same for a ledger of terra.snellman.net."""
COMPILED = Path(__file__).resolve().parent.parent / ".compiled"
"""Where `make compiled` puts the compiled build."""


def aim_of(game: str, notation: str) -> float | None:
    """The limit for a log in ms; None if there is none."""
    return AIMS.get(game) if notation == "native" else LEDGER_AIM if notation == "snellman_ledger" else None


def record_figure(name: str, value: float, unit: str, aim: float | None = None) -> None:
    """Record a figure; lower is better. `aim` is its limit, in the same unit."""
    if place := os.environ.get(FILE):
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "value": value, "unit": unit, "aim": aim}) + "\n")
