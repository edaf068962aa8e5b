"""Readings: what the rows of foreign notations mean in a position of Terra Mystica."""
