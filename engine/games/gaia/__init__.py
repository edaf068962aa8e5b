"""Gaia (Olivier Rolko, 2014), for two to five players, basic and advanced."""

from engine.games.gaia.rules import Gaia

ruleset = Gaia()
