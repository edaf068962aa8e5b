"""The rules: events in, state out. Knows no database and no screen."""
