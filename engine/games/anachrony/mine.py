"""Mine Resource (AN-7.4.1 to AN-7.4.3)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony.components import TUG, MineBonus
from engine.games.anachrony.figures import gain
from engine.games.anachrony.items import Mining
from engine.games.anachrony.queries import passives
from engine.games.anachrony.state import State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import MineTake


def _has_drill(state: State, seat: int) -> bool:
    """AN-7.7.13: whether the player has the Tectonic Drill."""
    return bool(passives(state, state.players[seat], MineBonus))


def legal_mining(state: State, seat: int) -> Iterator[MineTake]:
    """AN-7.4.1, AN-7.4.2: each different cube of the pool, with each unit of the Tectonic Drill."""
    for cube in dict.fromkeys(state.mine_pool):
        for drill in TUG if _has_drill(state, seat) else (None,):
            yield MineTake(cube, drill)


def mine_take(state: State, seat: int, event: MineTake) -> Book:
    """AN-7.4.1: a cube of the pool and the one to the right of the space leave the board.

    Raises Violation AN-7.4.1 for a cube that is not in the pool, AN-7.4.2 for another unit or for one without the
    Drill, AN-7.0 for a missing unit with the Drill.
    """
    if event.cube not in state.mine_pool:
        raise Violation("AN-7.4.1", cube=event.cube, pool=list(state.mine_pool))
    if event.drill is None and _has_drill(state, seat):
        raise Violation("AN-7.0", missing="drill")
    if event.drill not in (TUG if _has_drill(state, seat) else (None,)):
        raise Violation("AN-7.4.2", drill=event.drill)
    space, player, book = head(state.agenda, Mining).space, state.players[seat], Book()
    state.agenda.pop()
    state.mine_pool.remove(event.cube)
    enter(book, player, event.cube, 1, space)
    place = int(space[-1]) - 1
    if state.mine_bonus[place]:
        state.mine_bonus[place] = False
        gain(book, state, player, state.tables.spaces[space].bonus, space)
    if event.drill:
        enter(book, player, event.drill, 1, "tectonic_drill")
    return book
