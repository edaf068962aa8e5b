"""Figures that benchmarks tell beside what they print, so that one table can set all of them against their aims."""

import json
import os
from pathlib import Path

FILE = "ANYTURN_FIGURES"
"""The variable that names the file, one JSON object a line; without it nothing is written."""

AIMS = {"anachrony": 5.0, "daitoshi": 4.0, "dice_forge": 2.5, "gaia": 1.3, "terra_mystica": 2.5}
"""ms of CPU time in which a native log of four players with the default options is read and replayed, the median."""
LEDGER_AIM = 6.0
"""The same for a ledger as terra.snellman.net writes it."""
COMPILED = Path(__file__).resolve().parent.parent / ".compiled"
"""Where `make compiled` puts the compiled build."""


def aim_of(game: str, notation: str) -> float | None:
    """ms that a log may cost; None where nothing is asked."""
    return AIMS.get(game) if notation == "native" else LEDGER_AIM if notation == "snellman_ledger" else None


def tell(name: str, value: float, unit: str, aim: float | None = None) -> None:
    """A figure; less is better. `aim` is what it should be at most, in its unit."""
    if place := os.environ.get(FILE):
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "value": value, "unit": unit, "aim": aim}) + "\n")
