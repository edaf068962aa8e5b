"""Inputs as an attacker, a torn download or an editor would make them: how they are made, and how they are judged."""
