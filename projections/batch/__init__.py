"""Work over many files: several processes read and replay, one writes."""

import os


def default_jobs() -> int:
    """How many processes to use where the user does not say: one per core."""
    return os.cpu_count() or 1
