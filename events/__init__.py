"""What happened: how a game is written down, read, kept and proven untouched. Knows no rules."""
