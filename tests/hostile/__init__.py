"""Inputs that an attacker, a torn download or an editor could make: how they are made and how they are judged."""
