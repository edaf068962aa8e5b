"""The values of the component tables as overrides (AN-1.6) would state them, for logs with other values."""

from typing import Any

from engine.components import plain_tables

FIXED = ("enums", "option")
"""The tables that describe options and words."""


def in_full() -> list[dict[str, Any]]:
    """An override for each field of each row, with the value that the field has anyway."""
    found = []
    for table, stated in plain_tables("anachrony").items():
        rows = stated if isinstance(stated, list) else [stated] if isinstance(stated, dict) else []
        for row in rows if table not in FIXED else ():
            name = "" if rows is not stated else str(next(iter(row.values())))
            found += [{"table": table, "id": name, "field": field, "value": value} for field, value in row.items()]
    return found
