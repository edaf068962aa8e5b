"""Readings: what rows of foreign notations mean in a position of Dice Forge."""
