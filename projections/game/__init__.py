"""What concerns one game: the position at an address, where its points come from, the log that is written of it."""
