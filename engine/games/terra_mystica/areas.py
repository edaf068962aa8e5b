"""Connected sets of a player's structures: TM-10.4, TM-16.1.1."""

from collections.abc import Callable

from engine.games.terra_mystica.adjacency import bridged, joined
from engine.games.terra_mystica.landscapes import farther_tunnels
from engine.games.terra_mystica.reach import flight_distance
from engine.games.terra_mystica.state import NOBODY, Player, State


def areas(state: State, player: Player) -> list[list[int]]:
    """TM-10.4: the sets of the player's structures that are connected directly or indirectly.

    Structures are connected directly, by ship with the shipping level (without the bonus card, TM-11.5), or by the
    distance of a tunnel or carpet flight, whatever it would cost.
    """
    near = state.board.near[player.shipping]
    within = state.board.within[flight_distance(player)]

    def reached(h: int) -> int:
        found = near[h] | within[h] | _joined(state, player, h)
        return found | _by_landscape(state, player, h) if player.landscape != NOBODY else found

    return _connected(player.hexes, reached)


def clusters(state: State, player: Player, hexes: list[int]) -> list[list[int]]:
    """TM-16.1.1: the sets among these structures of the player that are connected directly."""
    return _connected(hexes, lambda h: _joined(state, player, h))


def _connected(hexes: list[int], reached: Callable[[int], int]) -> list[list[int]]:
    """The sets of hexes that lead to each other; `reached` gives what a hex leads to, as a mask."""
    left = dict.fromkeys(hexes)
    found = []
    while left:
        component = [next(iter(left))]
        del left[component[0]]
        for h in component:
            mask = reached(h)
            for n in [n for n in left if mask >> n & 1]:
                del left[n]
                component.append(n)
        found.append(component)
    return found


def _joined(state: State, player: Player, h: int) -> int:
    """What is directly adjacent, regardless of whose structures they are: callers look only for their own."""
    mask = state.board.beside[h]
    for n in joined(state, player, h) if state.river_links else bridged(state, h):
        mask |= 1 << n
    return mask


def _by_landscape(state: State, player: Player, h: int) -> int:
    """The converse: TM-7.14.22 ships to the reef as from it; TM-7.14.25 applies to both ends of the Great Tunnel."""
    place = player.landscape
    reached = farther_tunnels(state, player, h)
    if state.board.near[player.shipping][place] >> h & 1 or farther_tunnels(state, player, place) >> h & 1:
        reached |= 1 << place
    return reached
