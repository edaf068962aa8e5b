"""A player leaves the game: TM-7.15."""

from engine.clause import Violation
from engine.games.terra_mystica.offers import void
from engine.games.terra_mystica.state import Followup, Player, State
from engine.games.terra_mystica.turns import finish_turn
from engine.ledger import Book
from events.vocabulary.terra_mystica import DropPlayer


def drop_player(state: State, actor: int | None, event: DropPlayer) -> Book:
    """TM-7.15.1 to TM-7.15.4: the player makes no more decisions; structures, income and scorings remain.

    Raises Violation TM-8.9 if a player does it, TM-7.15.1 for a seat that does not exist, has already dropped or has no
    faction yet.
    """
    if actor is not None:
        raise Violation("TM-8.9", actor=actor, dropped=event.player)
    if not 0 <= event.player < len(state.players) or state.players[event.player].dropped:
        raise Violation("TM-7.15.1", player=event.player)
    player = state.players[event.player]
    if not player.faction or state.phase in ("final", "over"):
        raise Violation("TM-7.15.1", player=event.player, phase=state.phase, faction=player.faction)

    book: Book = []
    player.dropped = True
    _release(book, state, player)
    if state.phase.startswith("setup"):
        state.waiting = [seat for seat in state.waiting if seat != player.seat]  # TM-7.15.4
    if state.phase == "cult_bonus":
        if state.spades_due and state.spades_due[0][0] == player.seat:
            state.followup = Followup()
        state.spades_due = [due for due in state.spades_due if due[0] != player.seat]
    if state.active == player.seat:  # TM-7.15.3
        finish_turn(state, player)
    return book


def _release(book: Book, state: State, player: Player) -> None:
    """TM-7.15.1: open offers vanish, what was owed is cancelled, the bonus card goes back without coins."""
    player.cult_owed.clear()
    player.favors_owed = player.towns_owed = player.ordination = 0
    player.loss_owed = player.tokens_owed = player.unlocks_owed = 0
    for group in [group for group in state.groups if group.giver == player.seat]:
        state.groups.remove(group)
    if state.active == player.seat:
        state.reaction_steps = 0  # TM-6.5.5: only the active player owes them
    for offer in [offer for offer in state.offers if offer.receiver == player.seat]:
        void(book, state, offer)
    if player.bonus_card is not None:
        state.bonus_pool[player.bonus_card] = 0
        player.bonus_card = None
