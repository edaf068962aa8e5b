"""The tables of a catalogue (DA-3.16): read row by row into Structs, with the exact place of any misfit.

A fault names its clause, the letter of DA-3.17 if it is one of those, the table, the row, the field, what was found
there and what was expected.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields

from engine.clause import Violation
from engine.games.daitoshi.components import (
    TABLES,
    Circuit,
    City,
    DistrictTile,
    Factory,
    FactorySlot,
    Invention,
    MachineBoard,
    MachineUpgrade,
    ReputationTrack,
    Row,
    SteamTrack,
    Wilderness,
    WildernessTrack,
)
from events.log.codec import problem

BOARDS: dict[str, type] = {
    "steam_track": SteamTrack,
    "reputation": ReputationTrack,
    "fame_track": Circuit,
    "bus_rail": Circuit,
    "factory": Factory,
}
ROWS: dict[str, type] = {
    "wilderness": Wilderness,
    "wilderness_track": WildernessTrack,
    "factory_slot": FactorySlot,
    "district_tile": DistrictTile,
    "city": City,
    "invention": Invention,
    "machine": MachineBoard,
    "machine_upgrade": MachineUpgrade,
}
TILES = ("district_tile", "city", "invention", "machine", "machine_upgrade")
NEEDED_IN_OPEN = (*BOARDS, "wilderness", "wilderness_track", "factory_slot", "district_tile")
OF_THE_RULES = ("meta", "source", "constants", "magnate_space", "operation_tile", "action", "invention_cost", "option")
KINDS = {
    **{kind: kind for kind in ("basic", "ordinary", "innovative", "brilliant", "university")},
    **{f"district_{ring}": ring for ring in ("inner", "middle", "outer")},
    "cities": "city",
    "machines": "machine",
    "machine_upgrades": "machine_upgrade",
}
FEWEST = {
    "basic": 2,
    "ordinary": 2,
    "innovative": 2,
    "brilliant": 1,
    "university": 6,
    "district_inner": 5,
    "district_middle": 5,
    "district_outer": 5,
    "cities": 5,
    "machines": 1,
    "machine_upgrades": 3,
}
"""What a game of two players needs of each kind of tile (DA-5)."""
USED_COUNTS = {"hexes_per_type": "hexes_per_type", "banners_per_player": "banners"}
_EFFECT_FIELDS = (
    *("place", "conflict", "progress", "spaces", "left", "centre"),
    *("workshop", "workshop_electrified", "electrify_reward", "effect", "rewards"),
)
_SAID = {
    ("reputation", "vp"): ("DA-3.17", "c"),
    ("factory", "floors"): ("DA-3.17", "d"),
    ("district_tile", "action"): ("DA-3.17", "e"),
    ("invention", "start"): ("DA-3.17", "i"),
    ("city", "condition"): ("DA-3.17", "j"),
    ("city", "rewards"): ("DA-3.17", "j"),
    ("district_tile", "electrify_cost"): ("DA-3.4", ""),
}
"""The clauses, with letters of DA-3.17, that demand more of a field than its presence (DA-3.16)."""
_TYPES = ("str", "int", "float", "bool", "array", "object", "null")
_SHOWN = 60
_REMARKS = ("provenance", "note", "jp")


class Fault(NamedTuple):
    """A fault in a catalogue, and its place."""

    clause: str
    table: str
    row: str = ""
    field: str = ""
    found: Any = None
    expected: str = ""
    rule: str = ""

    @property
    def facts(self) -> dict[str, Any]:
        """All known details of the fault, without its clause."""
        return {name: value for name, value in self._asdict().items() if name != "clause" and value not in ("", None)}

    def violation(self) -> Violation:
        """The fault as the reason why a game cannot start, or a tile cannot be defined."""
        return Violation(self.clause, **self.facts)

    def __str__(self) -> str:
        place = self.table + (f", row {self.row}" if self.row else "") + (f", field {self.field}" if self.field else "")
        letter = f" ({self.rule})" if self.rule else ""
        return f"{place}: found {self.found}, expected {self.expected} [{self.clause}{letter}]"


Tables = dict[str, Any]
"""Name of the table -> its Struct, or its rows as a list of Structs."""


def plain_row(row: Mapping[str, Any]) -> Row:
    """A row without its remarks: provenances, notes, Japanese names."""
    return {name: value for name, value in row.items() if name not in _REMARKS and not name.endswith("_provenance")}


def row_name(table: str, row: Any, number: int) -> str:
    """The name of a row: its id, for a factory slot its place, otherwise its number from 1."""
    if isinstance(row, Mapping):
        if table == "factory_slot" and "building" in row and "floor" in row:
            return f"building {row['building']} floor {row['floor']}"
        if isinstance(row.get("id"), str) and row["id"]:
            return str(row["id"])
    return str(number)


def read_row(table: str, row: Any, name: str) -> tuple[Any, Fault | None]:
    """A row as its Struct, or the fault in it."""
    kind = BOARDS.get(table) or ROWS[table]
    if not isinstance(row, Mapping):
        return None, Fault("DA-3.16", table, name, found=type(row).__name__, expected="a table with fields")
    try:
        return msgspec.convert(plain_row(row), kind), None
    except msgspec.ValidationError as error:
        return None, _fault(table, name, row, error)


def read_tables(stated: Mapping[str, Any], mode: str) -> tuple[Tables, list[Fault]]:
    """All tables of a catalogue, with the faults in single rows, and missing or surplus tables."""
    tables: Tables = {}
    faults: list[Fault] = []
    needed = NEEDED_IN_OPEN if mode == "open" else (*BOARDS, *ROWS)
    for table in (*BOARDS, *ROWS):
        if table not in stated:
            if table in needed:
                faults.append(Fault("DA-3.16", table, found="no such table", expected=f"the table {table}"))
            continue
        wanted = [stated[table]] if table in BOARDS else stated[table]
        if not isinstance(wanted, list | tuple):
            faults.append(Fault("DA-3.16", table, found=type(wanted).__name__, expected="a list of rows"))
            continue
        read = [
            read_row(table, row, "" if table in BOARDS else row_name(table, row, n)) for n, row in enumerate(wanted, 1)
        ]
        faults += [fault for _, fault in read if fault is not None]
        rows = [row for row, fault in read if fault is None]
        tables[table] = (rows[0] if rows else None) if table in BOARDS else rows
    if others := list(_others(stated)):
        return tables, [*faults, *others]
    counts = plain_row(stated.get("counts", {}))
    tables["counts"] = {USED_COUNTS[name]: counts[name] for name in USED_COUNTS if name in counts}
    tables["counts"]["counts"] = {KINDS[name]: counts[name] for name in KINDS if name in counts}
    return tables, faults


def _others(stated: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults in any other tables: those of the rules may be given, but must then be unchanged."""
    house = TABLES
    for table, value in stated.items():
        if table in BOARDS or table in ROWS:
            continue
        if table == "counts":
            yield from _counts(value, house["counts"])
        elif table not in OF_THE_RULES:
            yield Fault("DA-3.16", str(table), found="this table", expected=f"one of {', '.join((*BOARDS, *ROWS))}")
        elif table not in ("meta", "source") and bare(value) != bare(house[table]):
            yield Fault("DA-3.16", table, found="other values", expected="the values of the rules, or no such table")


def _counts(value: Any, house: Mapping[str, Any]) -> Iterator[Fault]:
    """DA-3.18: there may be fewer tiles than in the rules, but enough to play; all other numbers are free."""
    if not isinstance(value, Mapping):
        yield Fault("DA-3.16", "counts", found=type(value).__name__, expected="a table with fields")
        return
    for field, count in plain_row(value).items():
        if type(count) is not int or count < 1:
            yield Fault("DA-3.16", "counts", field=field, found=count, expected="a whole number from 1")
        elif field not in house:
            known = ", ".join(plain_row(house))
            yield Fault("DA-3.16", "counts", field=field, found="this field", expected=f"one of {known}")
        elif field in KINDS and not FEWEST[field] <= count <= house[field]:
            yield Fault("DA-3.18", "counts", field=field, found=count, expected=f"{FEWEST[field]} to {house[field]}")


def bare(value: Any) -> Any:
    """A table, or anything inside it, without the remarks of its rows."""
    if isinstance(value, Mapping):
        return {name: bare(each) for name, each in plain_row(value).items()}
    return [bare(each) for each in value] if isinstance(value, list | tuple) else value


def _fault(table: str, name: str, row: Mapping[str, Any], error: msgspec.ValidationError) -> Fault:
    """The fault that the types of a row report, with table, row and field."""
    reported = problem(error, kind=BOARDS.get(table) or ROWS[table])
    field = reported.path.removeprefix("$").removeprefix(".")
    if reported.found.startswith("the field `") and reported.expected == "only known fields":
        known = ", ".join(field.name for field in fields(BOARDS.get(table) or ROWS[table]))
        where = field or reported.found.removeprefix("the field `").removesuffix("`")
        expected = "only fields of that effect" if field else f"one of {known}"
        return Fault(
            "DA-3.17" if field else "DA-3.16", table, name, where, reported.found, expected, "a" if field else ""
        )
    if reported.found.startswith("no field `"):
        field = f"{field}.{reported.found[10:-1]}" if field else reported.found[10:-1]
    found = _value(row, field) if reported.found in _TYPES else reported.found
    head = re.split(r"[.\[]", field)[0]
    in_effect = head in _EFFECT_FIELDS and "[" in field
    unknown = in_effect and field.endswith(".e")
    expected = "an effect of DA-7.61 to DA-7.85" if unknown else reported.expected
    clause, letter = ("DA-3.17", "a") if in_effect else _SAID.get((table, head), ("DA-3.16", ""))
    return Fault(clause, table, name, field, found, expected, letter)


def _value(row: Any, field: str) -> str:
    """The value at a place in a row, such as `left[0].n`, as it is written."""
    for name in re.findall(r"[^.\[\]]+", field):
        row = row[int(name)] if isinstance(row, list | tuple) else row[name]
    shown = repr(row)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 3]}..."
