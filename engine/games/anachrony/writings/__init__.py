"""Writings: games of Anachrony in foreign notations; a module offers `write(log) -> str`."""
