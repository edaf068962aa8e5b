"""The form of a catalogue in a header (DA-3.16): the house's by its name, or all tables."""

from typing import Any, Literal

import msgspec

from engine.games.daitoshi.catalogue import MODES
from engine.games.daitoshi.tables import BOARDS, OF_THE_RULES, ROWS

_OPTIONAL: Any = msgspec.UNSET
_ROW = r"_provenance$|^(provenance|note|jp)$"

TABLES = msgspec.defstruct(
    "CatalogueTables",
    [
        *((table, kind | msgspec.UnsetType, _OPTIONAL) for table, kind in BOARDS.items()),
        *((table, tuple[kind, ...] | msgspec.UnsetType, _OPTIONAL) for table, kind in ROWS.items()),  # type: ignore[valid-type]  # a type of the table above
        ("counts", dict[str, int | str] | msgspec.UnsetType, _OPTIONAL),
        *((table, Any, _OPTIONAL) for table in OF_THE_RULES),
    ],
    namespace={"__doc__": "DA-3.16: the tables of a catalogue. Those of the rules may be given, but not changed."},
    forbid_unknown_fields=True,
)
FORM: Any = msgspec.defstruct(
    "Catalogue",
    [("mode", Literal[MODES]), ("id", str), ("tables", TABLES | msgspec.UnsetType, _OPTIONAL)],
    namespace={"__doc__": "DA-3.16: a catalogue: the house's, which states no tables, one's own, or an open one."},
    forbid_unknown_fields=True,
)
"""The type of what a header states."""
REMARKS = {kind.__name__: _ROW for kind in (*BOARDS.values(), *ROWS.values())}
"""Name of a type -> pattern of the names of further fields, which the rules ignore."""
