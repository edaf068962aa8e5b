"""The values of the component tables as overrides (AN-1.6) would state them, for logs with other values."""

from typing import Any

from engine.components import plain_tables

FIXED = ("enums", "option")
"""The tables that describe options and words."""
NAMES = ("bga", "number")
"""Fields that only name a row in other programs or on its component."""


def in_full() -> list[dict[str, Any]]:
    """An override for each field of each row, except for what names the row, with the value that it has anyway."""
    found = []
    for table, stated in plain_tables("anachrony").items():
        rows = stated if isinstance(stated, list) else [stated] if isinstance(stated, dict) else []
        for row in rows if table not in FIXED else ():
            key, name = next(iter(row.items())) if rows is stated else ("", "")
            fields = [(field, value) for field, value in row.items() if field != key and field not in NAMES]
            found += [{"table": table, "id": str(name), "field": field, "value": value} for field, value in fields]
    return found
