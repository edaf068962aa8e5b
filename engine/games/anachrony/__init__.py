"""Anachrony: the rules of `rulebook.md`, declared."""
