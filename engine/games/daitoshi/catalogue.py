"""Catalogues (DA-3.16 to DA-3.18): the house's, those declared in a header, and open ones that grow with the game."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Violation
from engine.games.daitoshi.checks import check_all, check_tile
from engine.games.daitoshi.circles import cities_leading_to, may_circle
from engine.games.daitoshi.components import OPERATION_OF, TABLES, Catalogue, kind_of
from engine.games.daitoshi.tables import TILES, Fault, Tables, read_row, read_tables
from events.log.codec import Unreadable
from events.log.record import Header
from events.vocabulary.daitoshi.effects import ActivateCity, Convert, Restore

HOUSE = "house_v1"
MODES = ("house", "declared", "open")
FIELDS = ("mode", "id", "tables")
Definitions = Mapping[str, Mapping[str, Any]]


class Stated(Struct, frozen=True):
    """What a header states about its catalogue."""

    mode: str
    id: str
    tables: dict[str, Any]


def catalogue_of(header: Header, players: int) -> Catalogue:
    """DA-5.2: the catalogue of a header.

    Raises Unreadable for anything that is not a catalogue, and Violation DA-3.16 to DA-3.18 with table, row and field
    for a faulty catalogue.
    """
    stated = _stated(header.catalogue)
    if stated.mode == "house":
        return HOUSE_CATALOGUE
    tables, faults = examine(stated.tables, stated.mode, (players,))
    if faults:
        raise faults[0].violation()
    return built(stated.id, stated.mode, tables)


def examine(stated: Mapping[str, Any], mode: str, players: tuple[int, ...]) -> tuple[Tables, list[Fault]]:
    """The tables of a catalogue, and all faults in them for games with these numbers of players."""
    tables, faults = read_tables(stated, mode)
    return tables, faults or list(check_all(tables, mode, players))


def _house() -> Catalogue:
    """The built-in catalogue (DA-12.20). Raises ValueError if components.toml breaks the rules for catalogues."""
    tables, faults = examine(TABLES, "house", (2, 3, 4))
    if faults:
        raise ValueError(f"components.toml of daitoshi: {faults[0]}")
    return built(HOUSE, "house", tables)


def built(name: str, mode: str, tables: Tables) -> Catalogue:
    """A catalogue made from faultless tables."""
    slots = sorted(tables["factory_slot"], key=lambda slot: (slot.building, slot.floor))
    wilderness = {row.id: row for row in tables["wilderness"]}
    catalogue = Catalogue(
        name,
        mode,
        tables["steam_track"],
        tables["reputation"],
        tables["fame_track"],
        tables["bus_rail"],
        wilderness,
        {row.id: row for row in tables["wilderness_track"]},
        tuple(tuple(slot for slot in slots if slot.building == building) for building in range(3)),
        {},
        type_of={row.operation_tile or OPERATION_OF[row.id]: row.id for row in wilderness.values()},
        **tables["counts"],
    )
    return with_tiles(catalogue, {table: tables.get(table, []) for table in TILES})


def with_tiles(catalogue: Catalogue, added: Mapping[str, list[Any]]) -> Catalogue:
    """The catalogue with tiles added; `added` maps the name of a table to its new rows."""
    kinds = dict(catalogue.kinds)
    tables = {table: dict(getattr(catalogue, table)) for table, rows in added.items() if rows}
    for table, rows in added.items():
        for row in rows:
            tables[table][row.id] = row
            kind = kind_of(table, row)
            kinds[kind] = (*kinds.get(kind, ()), row.id)
    grown = replace(catalogue, kinds=kinds, **tables)
    return replace(
        grown,
        circular=may_circle(grown),
        spenders=cities_leading_to(grown, Convert),
        takers=cities_leading_to(grown, Convert, Restore),
        activators=cities_leading_to(grown, ActivateCity),
    )


def defined(catalogue: Catalogue, table: str, defs: Definitions, named: tuple[str, ...], players: int) -> Catalogue:
    """DA-8.2: an open catalogue extended by the definitions in an event, for tiles it names from one table.

    Raises Violation DA-3.16 for a definition that is missing, belongs to a tile not named, or differs from one already
    known; DA-3.17 or DA-3.18 for a row that breaks that clause.
    """
    if catalogue.mode != "open" and defs:
        raise Violation("DA-8.2", defs=sorted(defs), mode=catalogue.mode)
    for tile in defs:
        if tile not in named:
            raise Violation("DA-3.16", tile=tile, expected=f"definitions of {', '.join(named)}")
    new = []
    for tile in named:
        known = getattr(catalogue, table).get(tile)
        if tile not in defs:
            if known is None:
                raise Violation("DA-3.16", tile=tile, expected="a definition")
            continue
        row, fault = read_row(table, {**defs[tile], "id": tile}, tile)
        if fault is None and known is not None and row != known:
            raise Violation("DA-3.16", tile=tile, defined="otherwise before")
        if fault is None and known is None:
            fault = next(check_tile(catalogue, table, row, (players,)), None)
            new.append(row)
        if fault is not None:
            raise fault.violation()
    return with_tiles(catalogue, {table: new}) if new else catalogue


def _stated(catalogue: Any) -> Stated:
    if not isinstance(catalogue, Mapping):
        raise _unreadable(catalogue, 'a catalogue such as {"mode": "house", "id": "house_v1"}')
    if odd := [name for name in catalogue if name not in FIELDS]:
        raise _unreadable(odd[0], f"only {', '.join(FIELDS)}")
    mode, name, tables = catalogue.get("mode"), catalogue.get("id"), catalogue.get("tables")
    if mode not in MODES:
        raise Violation("DA-3.16", mode=mode, expected=f"one of {', '.join(MODES)}")
    if not isinstance(name, str) or not name or not name.isprintable():
        raise _unreadable(name, "the name of the catalogue", ".id")
    if mode == "house":
        if name != HOUSE or tables is not None:
            raise Violation("DA-3.16", mode="house", id=name, tables="given" if tables is not None else "none")
        return Stated(mode, name, {})
    if name == HOUSE:
        raise Violation("DA-3.16", mode=mode, id=name, expected="a name of its own")
    if not isinstance(tables, dict):
        raise Violation("DA-3.16", mode=mode, tables=tables, expected="the tables of the catalogue")
    return Stated(mode, name, tables)


def _unreadable(found: Any, expected: str, path: str = "") -> Unreadable:
    shown = repr(found)
    return Unreadable(shown if len(shown) < 60 else type(found).__name__, expected, line=1, path=f"$.catalogue{path}")


HOUSE_CATALOGUE = _house()
"""`house_v1`: identical in every game that uses it, and never changed."""
