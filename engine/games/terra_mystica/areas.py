"""Connected sets of own structures: TM-10.4, TM-16.1.1."""

from engine.games.terra_mystica.adjacency import joined
from engine.games.terra_mystica.landscapes import farther_tunnels
from engine.games.terra_mystica.reach import flight_distance
from engine.games.terra_mystica.state import NOBODY, Player, State


def areas(state: State, player: Player) -> list[list[int]]:
    """TM-10.4: the sets of own structures that are connected directly or indirectly.

    Connected directly, by ship with the shipping level (without the bonus card, TM-11.5), or by the distance of a
    tunnel or carpet flight whatever it would cost.
    """
    board = state.board
    near = board.near[player.shipping]
    within = board.within[flight_distance(player)]
    left = dict.fromkeys(player.hexes)
    found = []
    while left:
        first = next(iter(left))
        del left[first]
        component = [first]
        for h in component:
            reached = near[h] | within[h]
            for n in joined(state, player, h):
                reached |= 1 << n
            if player.landscape != NOBODY:
                reached |= _by_landscape(state, player, h)
            for n in [n for n in left if reached >> n & 1]:
                del left[n]
                component.append(n)
        found.append(component)
    return found


def _by_landscape(state: State, player: Player, h: int) -> int:
    """The other way round: TM-7.14.22 ships to the reef as from it; TM-7.14.25 the Great Tunnel at both ends."""
    place = player.landscape
    reached = farther_tunnels(state, player, h)
    if state.board.near[player.shipping][place] >> h & 1 or farther_tunnels(state, player, place) >> h & 1:
        reached |= 1 << place
    return reached


def clusters(state: State, player: Player, hexes: list[int]) -> list[list[int]]:
    """TM-16.1.1: the sets among these own structures that are connected directly."""
    left = dict.fromkeys(hexes)
    found = []
    while left:
        first = next(iter(left))
        del left[first]
        cluster = [first]
        for h in cluster:
            for n in joined(state, player, h):
                if n in left:
                    del left[n]
                    cluster.append(n)
        found.append(cluster)
    return found
