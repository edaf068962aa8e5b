"""The form of a catalogue in a header: its name, or the definitions of its cards."""

from typing import Any

from engine.games.gaia.catalogue import Declared

FORM: Any = str | Declared
"""The type of what a header states."""
REMARKS: dict[str, str] = {}
"""Name of a type -> pattern of the names of further fields, which the rules ignore."""
