"""Readings of Nim."""
