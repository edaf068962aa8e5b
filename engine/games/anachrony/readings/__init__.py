"""Foreign notations of Anachrony, read as events."""
