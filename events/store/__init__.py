"""The event store: games in a DuckDB file, appended whole by one writer."""
