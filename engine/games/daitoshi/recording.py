"""A recorder's own catalogue as a file (DA-12.19): TOML with the tables of components.toml, and a table `catalogue`.

`template` begins such a file: what no source gives is a "?", which the check finds with table, row and field. What is
read from a file without fault is the value that a header states as its `catalogue`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.games.daitoshi.catalogue import HOUSE, built, examine
from engine.games.daitoshi.circles import sure_circles
from engine.games.daitoshi.components import TABLES
from engine.games.daitoshi.setup import PLAYERS
from engine.games.daitoshi.tables import BOARDS, ROWS, plain_row

UNKNOWN = "?"
# What the rules' own source says of the boards; everything else has to be read off them (DA-12).
GIVEN = {
    "wilderness": ("id", "worker", "place", "operation_tile"),
    "wilderness_track": ("id", "empty_2", "empty_3", "empty_4"),
    "factory_slot": ("building", "floor"),
    "district_tile": ("id", "ring", "action"),
}
LEFT_OUT = ("cost_left", "start", "temple_vp", "temple_penalty", "multiplier", "penalty_multiplier")
HEAD = """\
# Component values of Daitoshi, for logs of real games. Fill in every "?", then check the file:
#
#     anyturn catalogue daitoshi FILE
#
# The boards never change: one file serves all logs. In mode "open" the other tiles (cities, inventions, middle and
# outer districts, mega-machine boards and upgrades) are defined in the log when they first appear; for mode "declared"
# all of them stand here. A list of effects is written like [{ e = "gain", res = "food", n = 1 }, { e = "fame" }];
# `anyturn rules daitoshi` tells them (DA-7.60 to DA-7.85). { e = "opaque" } stands for one that nobody noted.

[catalogue]
id = "?"
mode = "open"
"""
NOTES = {
    "steam_track": "Positions min to max around 0; those with an arrow up and with an arrow down (DA-3.10).",
    "reputation": "VP of the four levels (DA-3.11).",
    "fame_track": "Effects of the spaces, the first one where the marker starts; cyclic = true: a circle (DA-3.11).",
    "bus_rail": "The same for the Worm-Bus.",
    "factory": "Floors of the left, centre and right building (DA-3.12).",
    "wilderness": "Conflict reward of each hex type (DA-3.9).",
    "wilderness_track": "Spaces, their VP, those with two hexes from 3 players on, and with 4 (DA-3.8).",
    "factory_slot": 'One for each floor: marks ("x", "b", "p" or "bp") and the steps of the progress track (DA-3.13).',
    "district_tile": "The five inner tiles (DA-3.3, DA-3.4).",
}


class Recorded(NamedTuple):
    """A catalogue file: what a header states of it, and all that is wrong with it, a line each."""

    catalogue: dict[str, Any]
    faults: list[str]


def template() -> str:
    """The beginning of a catalogue file."""
    parts = [HEAD]
    for table in (*BOARDS, *(table for table in ROWS if table in GIVEN)):
        rows = [TABLES[table]] if table in BOARDS else TABLES[table]
        shown = [row for row in rows if table != "district_tile" or row["ring"] == "inner"]
        parts.append(f"\n# {NOTES[table]}")
        parts += [_row(table, plain_row(row)) for row in shown]
    return "\n".join(parts)


def _row(table: str, row: dict[str, Any]) -> str:
    given = GIVEN.get(table, ())
    lines = [f"[{table}]" if table in BOARDS else f"[[{table}]]"]
    for name, value in row.items():
        if name not in LEFT_OUT and value != []:
            lines.append(f"{name} = {_toml(value if name in given else UNKNOWN)}")
    return "\n".join([*lines, ""])


def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def read(stated: Mapping[str, Any]) -> Recorded:
    """The tables of a catalogue file, checked for every number of players (DA-3.17)."""
    tables = {name: table for name, table in stated.items() if name != "catalogue"}
    said = stated.get("catalogue", {})
    head = said if isinstance(said, dict) else {}
    name, mode = head.get("id"), head.get("mode")
    faults = []
    if not isinstance(name, str) or name in (UNKNOWN, HOUSE, ""):
        faults.append(f"catalogue, field id: found {name!r}, expected a name of its own [DA-3.16]")
    if mode not in ("open", "declared"):
        faults.append(f"catalogue, field mode: found {mode!r}, expected open or declared [DA-3.16]")
    found, wrong = examine(tables, mode if mode == "declared" else "open", tuple(PLAYERS))
    if not wrong:
        wrong = list(sure_circles(built(str(name), str(mode), found)))
    return Recorded({"id": name, "mode": mode, "tables": tables}, [*faults, *map(str, wrong)])
