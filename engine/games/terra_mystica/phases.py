"""The phases of the setup: TM-5.1. Which event may come, and from whom."""

from engine.clause import Violation
from engine.games.terra_mystica.state import State


def check_phase(state: State, seat: int | None, phase: str, clause: str) -> None:
    """TM-5.1: the events of the setup come in their order, each from the player whose turn it is."""
    if state.phase != phase:
        raise Violation("TM-5.1", phase=state.phase, needed=phase)
    if seat is not None and (not state.waiting or state.waiting[0] != seat):
        raise Violation(clause, seat=seat, next=state.waiting[0] if state.waiting else None)
