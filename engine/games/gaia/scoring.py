"""The end of a game: end checks (section 6.7), exhaustion, ranking (section 10)."""

from engine.declaration import Standing
from engine.games.gaia.queries import placed
from engine.games.gaia.state import State


def ended(state: State, seat: int) -> bool:
    """GA-6.7.1, GA-10.1, GA-11.16: the end check; a player whose supply is empty wins immediately.

    Only the actor or the claimant can have reached 0, so nobody else is checked (GA-6.7.3).
    """
    if state.players[seat].supply:
        return False
    others = sorted((s for s in range(len(state.players)) if s != seat), key=lambda s: _order(state, s))
    _end(state, "all_meeples", [seat, *others])
    return True


def end_by_exhaustion(state: State) -> None:
    """GA-10.2: the game ends by exhaustion; the most meeples placed win; ties go to the nearest in turn order."""
    _end(state, "exhaustion", sorted(range(len(state.players)), key=lambda seat: _order(state, seat)))


def standings(state: State) -> list[Standing] | None:
    """GA-10.3: the ranking, without shared ranks; None while the game runs, or if the log ends early (GA-10.5)."""
    if not state.reason:
        return None
    return [Standing(seat, placed(state, seat), rank) for rank, seat in enumerate(state.ranking, 1)]


def _order(state: State, seat: int) -> tuple[int, int]:
    """GA-10.2, GA-10.3, GA-11.20: by meeples placed, then by distance from the active player, who is at distance 0."""
    return -placed(state, seat), (seat - state.active) % len(state.players)


def _end(state: State, reason: str, ranking: list[int]) -> None:
    """GA-10.4: the result; turn and active player stay unchanged, and nothing is pending any more."""
    state.reason, state.ranking = reason, ranking
    state.agenda.clear()
    state.power, state.targets, state.convert = "", [], []
