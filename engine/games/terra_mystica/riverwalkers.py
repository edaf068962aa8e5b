"""The Riverwalkers (TM-16.8): they live by the river, never dig, and unlock terrains instead of gaining priests."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.components import TERRAINS, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.figures import priest_room
from engine.games.terra_mystica.homes import others_homes
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import TakePriest, UnlockTerrain

RIVERWALKERS = "riverwalkers"


def has_no_spades(player: Player) -> bool:
    """TM-16.8.2: whether the player neither digs nor transforms; spades gained are lost."""
    return player.faction == RIVERWALKERS


def may_begin_at(state: State, player: Player, h: int) -> bool:
    """TM-16.2.3: the Riverwalkers begin next to a river."""
    return not has_no_spades(player) or state.board.near[-1][h] != 0


def unlock_first(player: Player) -> None:
    """TM-16.8.3: the chosen terrain is unlocked from the beginning."""
    if has_no_spades(player):
        player.unlocked = [player.chosen]


def _cost(state: State, player: Player, terrain: int) -> int:
    """TM-16.8.4, TM-16.7.1: the coins that a terrain costs; more for the home terrain of another faction."""
    theirs = terrain in others_homes(state, player)
    return player.rules.unlock_cost["opponent_home" if theirs else "free_terrain"]


def legal_unlocks(state: State, seat: int) -> Iterator[UnlockTerrain]:
    """Every terrain that can be unlocked for a priest gained: TM-16.8.4."""
    player = state.players[seat]
    for terrain in range(WHEEL_SIZE) if player.unlocks_owed else ():
        if terrain not in player.unlocked and player.coin >= _cost(state, player, terrain):
            yield UnlockTerrain(TERRAINS[terrain])


def unlock_terrain(state: State, seat: int, event: UnlockTerrain) -> Book:
    """TM-16.8.4: a terrain is unlocked for coins, and the player can have one more priest.

    Raises Violation TM-16.8.4 if no priest was gained, or the terrain is already unlocked or cannot be paid for;
    TM-16.8.5 at another time.
    """
    player = state.players[seat]
    _check_owed(state, seat)
    terrain = WHEEL.get(event.terrain, NOBODY)
    if terrain == NOBODY or terrain in player.unlocked:
        raise Violation("TM-16.8.4", terrain=event.terrain, unlocked=list(player.unlocked))
    cost = _cost(state, player, terrain)
    if player.coin < cost:
        raise Violation("TM-16.8.4", terrain=event.terrain, cost=cost, coins=player.coin)

    book: Book = []
    enter(book, player, "coin", -cost, "unlock_terrain")
    player.unlocked.append(terrain)
    player.priest_limit += 1
    _decided(state, player)
    return book


def legal_priests_taken(state: State, seat: int) -> Iterator[TakePriest]:
    """Taking a priest gained: TM-16.8.4."""
    if state.players[seat].unlocks_owed:
        yield TakePriest()


def take_priest(state: State, seat: int, event: TakePriest) -> Book:
    """TM-16.8.4: the priest goes to the player's hand; beyond the limit it is lost (TM-4.3.2)."""
    player = state.players[seat]
    _check_owed(state, seat)
    book: Book = []
    if priest_room(player) > 0:
        enter(book, player, "priest", 1, "take_priest")
    _decided(state, player)
    return book


def _check_owed(state: State, seat: int) -> None:
    """TM-16.8.5: when the player has to decide in the income phase or phase 3, otherwise in that player's turn."""
    player = state.players[seat]
    if not player.unlocks_owed:
        raise Violation("TM-16.8.4", seat=seat, priests_gained=0)
    if state.phase == "action":
        check_active(state, seat)
    elif state.phase == "cult_bonus":
        if not state.spades_due or state.spades_due[0][0] != seat:
            raise Violation("TM-16.8.5", seat=seat, due=[list(due) for due in state.spades_due])
    elif state.phase != "income" or state.waiting[:1] != [seat]:
        raise Violation("TM-16.8.5", seat=seat, phase=state.phase, waiting=list(state.waiting))


def _decided(state: State, player: Player) -> None:
    player.unlocks_owed -= 1
    if state.phase == "cult_bonus" and not player.unlocks_owed:
        state.spades_due.pop(0)
