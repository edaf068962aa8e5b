"""Claiming objectives: section 7.13."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.gaia.cards import check_objective, to_discard
from engine.games.gaia.components import CONSTANTS, NATURE, NATURE_CARD, POWER, POWER_OBJECTIVES
from engine.games.gaia.ending import ended
from engine.games.gaia.flow import finish_action
from engine.games.gaia.state import NOBODY, Objective, State
from engine.ledger import Entry
from events.vocabulary.gaia import ClaimObjective


def check_nature_objectives(state: State, seat: int) -> list[Entry]:
    """GA-7.13.1 to GA-7.13.3: after a nature card of this player, and for this player only."""
    completed = completed_objectives(state, seat, NATURE)
    mandatory = state.options.nature_objective_claim == "mandatory"
    if completed and (len(completed) > 1 or not mandatory):
        state.awaiting, state.claiming, state.claimants = "claim", NATURE, [seat]
        return []
    entries = _claim_nature(state, seat, completed[0]) if completed else []
    if not completed or not ended(state, seat):
        finish_action(state)
    return entries


def begin_power_claims(state: State, claimants: list[int]) -> list[Entry]:
    """GA-7.13.5, GA-7.8.8, GA-11.22: after a power card, its player, then who cancelled it, may claim."""
    state.claiming, state.claimants = POWER, claimants
    return _continue_power_claims(state)


def completed_objectives(state: State, seat: int, kind: str) -> list[Objective]:
    """GA-7.13.1, GA-7.13.5: the unclaimed objectives of a kind that a player has completed, in display order."""
    player = state.players[seat]
    if kind == POWER:
        enough = len(player.played_power) >= CONSTANTS.power_cards_per_power_objective
        return [each for each in state.objectives if enough and _is_power(each) and each.claimed_by == NOBODY]
    played, needs = player.played_nature, state.catalogue.objectives
    return [
        each
        for each in state.objectives
        if each.claimed_by == NOBODY
        and not _is_power(each)
        and all(played.count(terrain) >= number for terrain, number in needs[each.id].items())
    ]


def legal_claims(state: State) -> Iterator[ClaimObjective]:
    """Every objective that the claimant may claim, by id; null where it may be declined."""
    for objective in sorted(each.id for each in completed_objectives(state, state.claimants[0], state.claiming)):
        yield ClaimObjective(objective)
    if _may_decline(state):
        yield ClaimObjective(None)


def claim_objective(state: State, seat: int, event: ClaimObjective) -> list[Entry]:
    """GA-7.13.6, GA-7.13.7: claim, or decline; then the end check and the next question, if any.

    Raises Violation GA-7.13.3 (may not be declined), GA-7.13.4 (not displayed, claimed, of the other kind, incomplete).
    """
    completed = {each.id: each for each in completed_objectives(state, seat, state.claiming)}
    if event.objective is None and not _may_decline(state):
        raise Violation("GA-7.13.3", objective=None, completed=sorted(completed))
    if event.objective is not None:
        check_objective(state, event.objective)
    if event.objective is not None and event.objective not in completed:
        raise Violation("GA-7.13.4", objective=event.objective, completed=sorted(completed))

    if state.claiming == NATURE:
        state.claimants, state.claiming = [], ""
        entries = _claim_nature(state, seat, completed[event.objective]) if event.objective is not None else []
        if not ended(state, seat):
            finish_action(state)
        return entries
    if event.objective is None:
        state.claimants.pop(0)
        return _continue_power_claims(state)
    entries = _claim_power(state, seat, completed[event.objective])
    return entries if ended(state, seat) else entries + _continue_power_claims(state)


def _continue_power_claims(state: State) -> list[Entry]:
    """GA-7.13.5, GA-7.13.9: ask the claimants in turn, each as long as eligible; with `mandatory` claim for them."""
    entries: list[Entry] = []
    while state.claimants:
        seat = state.claimants[0]
        completed = completed_objectives(state, seat, POWER)
        if not completed:
            state.claimants.pop(0)
        elif _may_decline(state):
            state.awaiting = "claim"
            return entries
        else:
            entries += _claim_power(state, seat, completed[0])
            if ended(state, seat):
                return entries
    state.claiming = ""
    finish_action(state)
    return entries


def _may_decline(state: State) -> bool:
    """GA-7.13.3, GA-7.13.5, GA-11.8: whether a completed objective of the kind may be declined."""
    options = state.options
    choice = options.nature_objective_claim if state.claiming == NATURE else options.power_objective_claim
    return choice == "optional"


def _claim_nature(state: State, seat: int, objective: Objective) -> list[Entry]:
    """GA-7.13.6, GA-7.13.2, GA-11.7: all played nature cards are discarded."""
    player = state.players[seat]
    for terrain in player.played_nature:
        to_discard(state, NATURE, NATURE_CARD[terrain])
    discarded = Entry(seat, "played_nature", -len(player.played_nature), objective.id)
    player.played_nature.clear()
    return [discarded, *_put_meeple(state, seat, objective, "nature_objective")]


def _claim_power(state: State, seat: int, objective: Objective) -> list[Entry]:
    """GA-7.13.7, GA-11.21: the four oldest played power cards are discarded."""
    player = state.players[seat]
    oldest = player.played_power[: CONSTANTS.power_cards_per_power_objective]
    for card in oldest:
        to_discard(state, POWER, card)
    del player.played_power[: len(oldest)]
    discarded = Entry(seat, "played_power", -len(oldest), objective.id)
    return [discarded, *_put_meeple(state, seat, objective, "power_objective")]


def _put_meeple(state: State, seat: int, objective: Objective, reason: str) -> list[Entry]:
    """GA-7.13.8: a meeple on an objective never returns."""
    player = state.players[seat]
    objective.claimed_by = seat
    player.objectives += 1
    player.supply -= 1
    return [Entry(seat, "objectives", 1, objective.id), Entry(seat, "vp", 1, reason)]


def _is_power(objective: Objective) -> bool:
    return objective.id in POWER_OBJECTIVES
