"""Readings of Heaps."""
