"""How a game is written down: records, canonical JSON, the hash chain and the native notation."""
