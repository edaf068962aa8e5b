"""Writings: games of Terra Mystica as texts in foreign notations."""
