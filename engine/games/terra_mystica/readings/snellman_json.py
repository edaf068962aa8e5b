"""The JSON of a game of terra.snellman.net (TM-17.7.1, TM-17.7.5), read as the ledger that it holds: TM-17.7.2."""

from engine.games.terra_mystica.readings.snellman_ledger import header, read

__all__ = ["header", "read"]
