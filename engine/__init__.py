"""The rules: events go in, state comes out. This package knows nothing of databases or screens."""
