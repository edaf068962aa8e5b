"""Writings: games of Dice Forge in foreign notations; a module offers `write(log) -> str`."""
