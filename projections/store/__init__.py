"""The store of games: rows that follow from a replay, import, drift, finding games, asking in SQL."""
