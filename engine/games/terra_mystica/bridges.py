"""Bridges: TM-7.11.4, TM-3.4.7."""

from collections.abc import Iterator, Sequence

from engine.clause import Violation
from engine.games.terra_mystica.landscapes import land_bridges
from engine.games.terra_mystica.state import NOBODY, Bridge, Player, State
from engine.games.terra_mystica.towns import check_town
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book
from events.vocabulary.terra_mystica import PlaceBridge


def legal_bridges(state: State, seat: int) -> Iterator[PlaceBridge]:
    """Every bridge that the player may place: TM-7.11.4."""
    if state.followup.bridges:
        yield from bridge_places(state, state.players[seat])


def bridge_places(state: State, player: Player) -> Iterator[PlaceBridge]:
    """Every bridge site where the player may build, named in either order: TM-7.11.4."""
    if not player.bridges_left:
        return
    names, owner = state.board.names, state.owner
    taken = {(bridge.a, bridge.b) for bridge in state.bridges}
    for a, b in _sites(state, player):
        if (a, b) not in taken and (player.seat in (owner[a], owner[b]) or state.options.loose_bridge_adjacency):
            yield PlaceBridge(names[a], names[b])
            yield PlaceBridge(names[b], names[a])


def _sites(state: State, player: Player) -> Sequence[tuple[int, int]]:
    """The bridge sites of the map (TM-3.4.7), and those of the Bridge Tower (TM-7.14.21)."""
    sites = state.board.bridge_sites
    if player.landscape == NOBODY:
        return sites
    return [*sites, *(pair for pair in land_bridges(state, player) if pair not in sites)]


def place_bridge(state: State, seat: int, event: PlaceBridge) -> Book:
    """TM-7.11.4: join two hexes; TM-6.6.1: towns are checked at both ends; TM-7.11.5: river tokens are no obstacle.

    Raises Violation TM-7.11.4 if none is owed or left, the place is not a free site (TM-11.29), or neither end has a
    structure of the player (TM-11.28).
    """
    check_active(state, seat)
    player = state.players[seat]
    numbers = state.board.numbers
    ends = sorted((numbers.get(event.hex, NOBODY), numbers.get(event.hex2, NOBODY)))
    a, b = ends
    if not state.followup.bridges or not player.bridges_left:
        raise Violation("TM-7.11.4", owed=state.followup.bridges, bridges_left=player.bridges_left)
    if (a, b) not in _sites(state, player):
        raise Violation("TM-7.11.4", hex=event.hex, hex2=event.hex2, site=False)
    if any((bridge.a, bridge.b) == (a, b) for bridge in state.bridges):
        raise Violation("TM-11.29", hex=event.hex, hex2=event.hex2, bridged=True)
    if seat not in (state.owner[a], state.owner[b]) and not state.options.loose_bridge_adjacency:
        raise Violation("TM-11.28", hex=event.hex, hex2=event.hex2, own_structure=False)

    state.followup.bridges -= 1
    player.bridges_left -= 1
    state.add_bridge(Bridge(a, b, seat))
    for h in (a, b):
        if state.owner[h] == seat:
            check_town(state, player, h)
    return []
