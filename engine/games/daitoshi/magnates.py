"""Magnates: the move of a city turn, the three spaces, the neutral magnate (DA-6.25, DA-7.30 to DA-7.33)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.daitoshi.components import CONSTANTS, MAGNATE_SPACES
from engine.games.daitoshi.items import Act, CleanUp, Exploit, TurnStart, Workers
from engine.games.daitoshi.machine import push_machine
from engine.games.daitoshi.queries import machine_of
from engine.games.daitoshi.state import NEUTRAL, Player, State
from engine.games.daitoshi.workshops import clear_slice
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import MoveMagnate

STEPS = range(1, CONSTANTS.slices + 1)
SOURCES = {space: f"space:{space}" for space in MAGNATE_SPACES}
NEUTRAL_STEPS = 3


def magnates_on(state: State, slice: int, space: str) -> list[int]:
    """DA-4.1: the seats whose magnates are on a space; the neutral one is -1."""
    there = [player.seat for player in state.players if player.slice == slice and player.space == space]
    return [*there, NEUTRAL] if state.neutral == (slice, space) else there


def cost_of(steps: int, space: str) -> tuple[int, int]:
    """DA-7.30, DA-7.31: the steam for the distance and for the space."""
    return max(0, steps - CONSTANTS.free_steps), MAGNATE_SPACES[space].steam


def is_free(state: State, player: Player, slice: int, space: str) -> bool:
    """DA-7.31: whether another magnate may be placed there."""
    if not (most := MAGNATE_SPACES[space].max_magnates):
        return True
    others = [other for other in state.players if other.slice == slice and other.space == space and other is not player]
    return len(others) + (state.neutral == (slice, space)) < most


def may_return(state: State, player: Player, space: str) -> bool:
    """DA-7.32: after a full circle, only another space; with `right_allowed`, also the right one again."""
    if space != player.space:
        return True
    return space == "right" and state.options.same_space == "right_allowed"


def legal_moves(state: State, seat: int) -> Iterator[MoveMagnate]:
    """DA-7.30: every distance and space that can be paid for."""
    player = state.players[seat]
    for steps in STEPS:
        slice = (player.slice + steps) % CONSTANTS.slices
        for space in MAGNATE_SPACES:
            if steps == CONSTANTS.slices and not may_return(state, player, space):
                continue
            if sum(cost_of(steps, space)) <= player.steam and is_free(state, player, slice, space):
                yield MoveMagnate(steps, space)


def move_magnate(book: Book, state: State, player: Player, item: TurnStart, event: MoveMagnate) -> None:
    """DA-7.30: a city turn begins.

    Raises Violation DA-7.30 for the steps or the cost, DA-7.31 for a space that is taken, DA-7.32 for the same space.
    """
    steps, space = event.steps, event.space
    if steps not in STEPS:
        raise Violation("DA-7.30", steps=steps)
    row = MAGNATE_SPACES.get(space)
    if row is None:
        raise Violation("DA-7.31", space=space)
    slice = (player.slice + steps) % CONSTANTS.slices
    way, place = cost_of(steps, space)
    if way + place > player.steam:
        raise Violation("DA-7.30", cost=way + place, steam=player.steam)
    if not is_free(state, player, slice, space):
        raise Violation("DA-7.31", slice=slice, space=space, magnates=magnates_on(state, slice, space))
    if steps == CONSTANTS.slices and not may_return(state, player, space):
        raise Violation("DA-7.32", space=space)
    player.stack.pop()
    enter(book, player, "steam", -way, "movement")
    enter(book, player, "steam", -place, SOURCES[space])
    player.slice, player.space = slice, space
    if row.clears_workers:
        clear_slice(state, slice)
    shift_neutral(state, slice)
    _plan_turn(player, row.worker_step)


def _plan_turn(player: Player, has_worker_step: bool) -> None:
    """DA-6.15: stack the steps of the turn, with the first one on top."""
    seat = player.seat
    player.stack.extend((CleanUp(), Act(seat), Exploit()))
    if has_worker_step:
        player.stack.append(Workers(seat))


def shift_neutral(state: State, slice: int) -> None:
    """DA-6.25: the neutral magnate leaves the slice that a player enters, and may push the mega-machine."""
    if state.neutral is None or state.neutral[0] != slice:
        return
    there = (slice + NEUTRAL_STEPS) % CONSTANTS.slices
    space = "left" if magnates_on(state, there, "centre") else "centre"
    state.neutral = (there, space)
    pushed = there if state.options.neutral_shift == "destination" else slice
    if machine_of(state).slice == pushed:
        push_machine(state, 1)
