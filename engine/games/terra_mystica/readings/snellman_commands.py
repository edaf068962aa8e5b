"""What players entered, and old ledgers without figures, read as events: TM-17.1, TM-17.4."""

from engine.games.terra_mystica.readings.snellman_ledger import header, read

__all__ = ["header", "read"]
