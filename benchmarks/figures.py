"""Figures that benchmarks tell beside what they print, so that one table can set all of them against their aims."""

import json
import os
from pathlib import Path

FILE = "ANYTURN_FIGURES"
"""The variable that names the file, one JSON object a line; without it nothing is written."""


def tell(name: str, value: float, unit: str, aim: float | None = None) -> None:
    """A figure; less is better. `aim` is what it should be at most, in its unit."""
    if place := os.environ.get(FILE):
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "value": value, "unit": unit, "aim": aim}) + "\n")
