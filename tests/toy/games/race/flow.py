"""Turns, and the end of the race (RACE-1)."""

from engine.agenda import actors, name_of
from engine.declaration import Turn
from engine.games.race.running import GOAL
from engine.games.race.state import Move, State
from engine.ledger import Book


def follow(book: Book, state: State) -> None:
    """Once nothing is awaited: the next player's move, unless a player is on the tenth step."""
    if not state.agenda and all(player.vp < GOAL for player in state.players):
        state.agenda.append(Move(state.turns % len(state.players)))


def turn(state: State) -> Turn:
    """The turn to be played; at the end, the last one played. The race is a single round."""
    newest = state.agenda[-1:]
    index = state.turns + len(newest)
    phase = name_of(type(newest[0])) if newest else "end"
    return Turn(index, 1, -(-index // len(state.players)), phase, actors(newest))
