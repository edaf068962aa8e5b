"""The time at which something is stored."""

from datetime import UTC, datetime


def now() -> str:
    """The current time as the store keeps it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="seconds")
