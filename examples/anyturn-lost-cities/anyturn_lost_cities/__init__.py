"""The game Lost Cities for anyturn: what can happen, the rules, the picture."""
