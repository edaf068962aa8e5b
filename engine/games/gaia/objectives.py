"""Claiming objectives: section 7.13."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.gaia.cards import check_objective, to_discard
from engine.games.gaia.components import CONSTANTS, NATURE, NATURE_CARD, POWER, POWER_OBJECTIVES
from engine.games.gaia.figures import clear_from_tableau, place_meeple
from engine.games.gaia.flow import finish_action
from engine.games.gaia.items import Claim
from engine.games.gaia.scoring import ended
from engine.games.gaia.state import NOBODY, Objective, Player, State
from engine.ledger import Book, enter
from events.vocabulary.gaia import ClaimObjective


def check_nature_objectives(book: Book, state: State, seat: int) -> None:
    """GA-7.13.1 to GA-7.13.3: after a nature card of this player, and only for this player."""
    completed = completed_objectives(state, seat, NATURE)
    mandatory = state.options.nature_objective_claim == "mandatory"
    if completed and (len(completed) > 1 or not mandatory):
        state.agenda.append(Claim(seat, NATURE))
        return
    if completed:
        _claim_nature(book, state, seat, completed[0])
    if not completed or not ended(state, seat):
        finish_action(state)


def begin_power_claims(book: Book, state: State, claimants: list[int]) -> None:
    """GA-7.13.5, GA-7.8.8, GA-11.22: after a power card, its player may claim first, then whoever cancelled it."""
    state.agenda += [Claim(seat, POWER) for seat in reversed(claimants)]
    _continue_power_claims(book, state)


def completed_objectives(state: State, seat: int, kind: str) -> list[Objective]:
    """GA-7.13.1, GA-7.13.5: the unclaimed objectives of a kind that a player has completed, in display order."""
    player = state.players[seat]
    if kind == POWER:
        enough = len(player.played_power) >= CONSTANTS.power_cards_per_power_objective
        return [each for each in state.objectives if enough and _is_power(each) and each.claimed_by == NOBODY]
    played, needs = player.played_nature, state.catalogue.objectives
    completed = []
    for each in state.objectives:
        if each.claimed_by == NOBODY and not _is_power(each):
            for terrain, number in needs[each.id].items():
                if played.count(terrain) < number:
                    break
            else:
                completed.append(each)
    return completed


def legal_claims(state: State, seat: int) -> Iterator[ClaimObjective]:
    """Every objective that the claimant can claim, by id; also null if declining is allowed."""
    kind = head(state.agenda, Claim).kind
    for objective in sorted(each.id for each in completed_objectives(state, seat, kind)):
        yield ClaimObjective(objective)
    if _may_decline(state, kind):
        yield ClaimObjective(None)


def claim_objective(state: State, seat: int, event: ClaimObjective) -> Book:
    """GA-7.13.6, GA-7.13.7: claim, or decline; then the end check and the next claim, if any.

    Raises Violation GA-7.13.3 (may not be declined), GA-7.13.4 (not displayed, claimed, of the other kind, incomplete).
    """
    kind = head(state.agenda, Claim).kind
    completed = {each.id: each for each in completed_objectives(state, seat, kind)}
    if event.objective is None and not _may_decline(state, kind):
        raise Violation("GA-7.13.3", objective=None, completed=sorted(completed))
    if event.objective is not None:
        check_objective(state, event.objective)
    if event.objective is not None and event.objective not in completed:
        raise Violation("GA-7.13.4", objective=event.objective, completed=sorted(completed))

    book: Book = []
    if kind == NATURE or event.objective is None:
        state.agenda.pop()
    if event.objective is not None:
        claim = _claim_nature if kind == NATURE else _claim_power
        claim(book, state, seat, completed[event.objective])
        if ended(state, seat):
            return book
    _continue_power_claims(book, state)
    return book


def _continue_power_claims(book: Book, state: State) -> None:
    """GA-7.13.5, GA-7.13.9: the claimants decide in turn while eligible; with `mandatory`, claims are made for them."""
    while state.agenda:
        seat = head(state.agenda, Claim).seat
        assert seat is not None
        completed = completed_objectives(state, seat, POWER)
        if not completed:
            state.agenda.pop()
        elif _may_decline(state, POWER):
            return
        else:
            _claim_power(book, state, seat, completed[0])
            if ended(state, seat):
                return
    finish_action(state)


def _may_decline(state: State, kind: str) -> bool:
    """GA-7.13.3, GA-7.13.5, GA-11.8: whether a completed objective of the kind may be declined."""
    options = state.options
    choice = options.nature_objective_claim if kind == NATURE else options.power_objective_claim
    return choice == "optional"


def _claim_nature(book: Book, state: State, seat: int, objective: Objective) -> None:
    """GA-7.13.6, GA-7.13.2, GA-11.7: all played nature cards are discarded."""
    player = state.players[seat]
    for terrain in clear_from_tableau(book, player, "played_nature", len(player.played_nature), objective.id):
        to_discard(state, NATURE, NATURE_CARD[terrain])
    _put_meeple(book, player, objective, "nature_objective")


def _claim_power(book: Book, state: State, seat: int, objective: Objective) -> None:
    """GA-7.13.7, GA-11.21: the four oldest played power cards are discarded."""
    player = state.players[seat]
    due = CONSTANTS.power_cards_per_power_objective
    for card in clear_from_tableau(book, player, "played_power", due, objective.id):
        to_discard(state, POWER, card)
    _put_meeple(book, player, objective, "power_objective")


def _put_meeple(book: Book, player: Player, objective: Objective, reason: str) -> None:
    """GA-7.13.8: a meeple on an objective never returns."""
    objective.claimed_by = player.seat
    enter(book, player, "objectives", 1, objective.id)
    place_meeple(book, player, reason)


def _is_power(objective: Objective) -> bool:
    return objective.id in POWER_OBJECTIVES
