"""What is directly adjacent over bridges, and a player's own structures that are: TM-3.4.5, TM-6.6, TM-10.4."""

from collections.abc import Sequence

from engine.games.terra_mystica.state import NOBODY, Player, State


def bridged(state: State, h: int) -> Sequence[int]:
    """The hexes joined to a hex by bridges of any player, or by the Coral Reef: TM-3.4.5."""
    if state.reef != NOBODY:
        return _bridged_with_reef(state, h)
    return state.spans.get(h, ())


def _bridged_with_reef(state: State, h: int) -> Sequence[int]:
    """TM-7.14.22: the Coral Reef is directly adjacent to its land neighbours."""
    found = [*state.spans.get(h, ())]
    banks = state.board.banks[state.reef]
    if h == state.reef:
        found += banks
    elif h in banks:
        found.append(state.reef)
    return found


def joined(state: State, player: Player, h: int) -> list[int]:
    """The player's own structures directly adjacent to hex h: neighbours, over bridges or own river links."""
    board, owner, seat = state.board, state.owner, player.seat
    found = [n for n in board.neighbours[h] if owner[n] == seat]
    if across := bridged(state, h):
        found += [n for n in across if owner[n] == seat]
    if state.river_links and player.rules.id == "mermaids":
        for river in state.river_links:
            if h in board.banks[river]:
                found += [n for n in board.banks[river] if n != h and owner[n] == seat and n not in found]
    return found
