"""Dates as logs and people write them: ISO 8601, or the beginning of it."""

import re
from datetime import datetime

_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?)?)?")
_WHOLE = len("2024-05-31")


def is_date(text: str) -> bool:
    """Whether a text is an existing date: `2024`, `2024-05`, `2024-05-31`, `2024-05-31T18:00`."""
    if not _DATE.fullmatch(text):
        return False
    if len(text) < _WHOLE:
        return text[:4] != "0000"
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
