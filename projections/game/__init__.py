"""One game: its position at an address, the sources of its points, its export as a log."""
