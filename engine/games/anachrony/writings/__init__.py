"""Writings: games of Anachrony in foreign notations. A module offers `write(log) -> str`."""
