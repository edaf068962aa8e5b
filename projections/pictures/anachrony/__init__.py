"""Pictures of Anachrony: `text` for a terminal, `drawing` for frames in SVG."""

from projections.pictures.anachrony.open_facts import without
from projections.pictures.anachrony.page import drawing
from projections.pictures.anachrony.terminal import text
from projections.pictures.anachrony.wording import PHASES as phases

__all__ = ["drawing", "phases", "text", "together", "without"]

together = {
    "N/G/U/T": ("neutronium", "gold", "uranium", "titanium"),
    "VP/_tokens": ("vp", "vp_tokens"),
    "water/_cores": ("water", "energy_core"),
    "paradox/_morale/_travel/_focus": ("paradox", "morale_step", "time_travel_step", "focus"),
    "suits/_power/_glitch": ("exosuits", "powered", "powered_glitch"),
    "active_A/E/G/S": ("active_administrator", "active_engineer", "active_genius", "active_scientist"),
    "tired_A/E/G/S": ("tired_administrator", "tired_engineer", "tired_genius", "tired_scientist"),
}
