"""Overrides (AN-1.6): fields of the component tables that have other values in a particular log."""

from typing import Any

import msgspec

from engine.clause import Violation
from engine.games.anachrony.components import (
    BUILDING_TYPES,
    RESOURCES,
    WORKERS,
    Building,
    Components,
    Exchange,
    Superproject,
)
from engine.games.anachrony.options import Options, Override

UNITS = {*RESOURCES, *WORKERS, "water", "energy_core", "tug", "vp", "paradox", "morale", "powered_exosuit"}
SETS = ("set", "first_edition_set")
FIXED_LENGTHS = {"slots", "morale_vp", "supply_water", "time_travel_vp"}
FIXED_LENGTHS |= {f"spot_{kind}" for kind in BUILDING_TYPES}
UNITS |= {"building", "superproject", "breakthrough", "worker", "time_travel_step"}


def apply_override(raw: dict[str, Any], options: Options, override: Override) -> None:
    """AN-1.6: put the value of an override into its row.

    Raises Violation AN-1.6 if there is no such row or field, or the field cannot have the value.
    """
    facts = {"table": override.table, "id": override.id, "field": override.field}
    table = raw.get(override.table)
    rows = [table] if isinstance(table, dict) else table if isinstance(table, list) else []
    fitting = [row for row in rows if isinstance(table, dict) or str(next(iter(row.values()))) == override.id]
    fitting = [row for row in fitting if row.get("edition", "both") in ("both", options.leader_edition)] or fitting
    old = [row[override.field] for row in fitting if override.field in row]
    if not fitting or override.field in ("id", "alternative", _name_of_rows(table)):
        raise Violation("AN-1.6", **facts, expected="a field of a row")
    _check_units(override.value, facts)
    if override.table == "evacuation" and override.field in SETS and not _is_set(override.value):
        raise Violation("AN-1.6", **facts, expected="one or more of each thing in a set")
    if override.table == "player_board" and override.field in FIXED_LENGTHS and not _is_as_long(old[0], override.value):
        raise Violation("AN-1.6", **facts, expected=f"a list of {len(old[0])}")
    before = msgspec.convert(raw, Components)
    for row in fitting:
        row[override.field] = override.value
    try:
        after = msgspec.convert(raw, Components)
    except msgspec.ValidationError as error:
        raise Violation("AN-1.6", **facts, problem=str(error)) from None
    if after == before and not old:
        raise Violation("AN-1.6", **facts, expected="a field of a row")


def _is_set(value: Any) -> bool:
    """AN-7.4.10: whether so much of each thing can be counted; what is no table is refused later."""
    return not isinstance(value, dict) or (bool(value) and all(type(n) is not int or n > 0 for n in value.values()))


def _name_of_rows(table: Any) -> str:
    """The field by which the rows of a table are told apart; empty if the table is a single row."""
    return next(iter(table[0])) if isinstance(table, list) else ""


def _is_as_long(old: list[Any], new: Any) -> bool:
    """Whether a track, or a list of slots or spots, keeps its length."""
    return isinstance(new, list) and len(new) == len(old)


def _check_units(value: Any, facts: dict[str, str]) -> None:
    """Check that amounts are given in the units of the rules."""
    if isinstance(value, list):
        for each in value:
            _check_units(each, facts)
    elif isinstance(value, dict):
        if all(type(number) is int for number in value.values()):
            if unknown := sorted(set(value) - UNITS):
                raise Violation("AN-1.6", **facts, unknown=unknown, expected=sorted(UNITS))
            if any(number < 0 for number in value.values()):
                raise Violation("AN-1.6", **facts, expected="amounts of 0 or more")
        for each in value.values():
            _check_units(each, facts)


def check_together(parts: Components) -> None:
    """Check what tables say of one another, with all overrides in place. Raises Violation AN-1.6."""
    for board in parts.player_board:
        if not 1 <= board.morale_start <= len(board.morale_vp):
            raise Violation("AN-1.6", table="player_board", id=board.id, field="morale_start", has=board.morale_start)
    lines = [(line.a, line.b) for line in parts.trade]
    tiles: list[Building | Superproject] = [*parts.building, *parts.superproject]
    for tile in tiles:
        for effect in (*tile.effects, *tile.on_build):
            if isinstance(effect, Exchange) and (effect.a, effect.b) not in lines:
                raise Violation("AN-1.6", table="trade", tile=tile.id, expected="a line for its exchange")
