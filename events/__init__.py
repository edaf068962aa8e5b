"""What happened: how a game is written down, read, stored and proven unaltered. Knows no rules."""
