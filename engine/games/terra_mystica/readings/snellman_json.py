"""The JSON of a game of terra.snellman.net, read as the ledger that it holds: TM-17.7.2."""

from engine.games.terra_mystica.readings.snellman_ledger import header, read

__all__ = ["header", "read"]
