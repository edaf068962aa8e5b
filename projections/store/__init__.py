"""The store of games: rows derived from a replay, import, drift, finding games, SQL queries."""
