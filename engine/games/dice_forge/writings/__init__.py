"""Writings: games of Dice Forge in foreign notations. A module offers `write(log) -> str`."""
