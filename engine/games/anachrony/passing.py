"""Passing: AN-6.6.4, AN-6.6.5."""

from collections.abc import Iterator

from engine.games.anachrony.state import State
from engine.ledger import Book
from events.vocabulary.anachrony import Pass


def legal_passes(state: State, seat: int) -> Iterator[Pass]:
    """AN-6.6.5, AN-7.10.1: passing is always possible."""
    yield Pass()


def pass_era(state: State, seat: int, event: Pass) -> Book:
    """AN-6.6.4, AN-11.4.15: no more turns or Free Actions in this Era."""
    state.agenda.pop()
    state.players[seat].passed = True
    state.asked = seat
    return []
