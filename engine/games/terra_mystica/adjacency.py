"""A player's structures that are directly adjacent: TM-3.4.5, for towns (TM-6.6) and areas (TM-10.4)."""

from engine.games.terra_mystica.state import Player, State


def joined(state: State, player: Player, h: int) -> list[int]:
    """The player's own structures directly adjacent to hex h: neighbours, over bridges or own river links."""
    board, owner, seat = state.board, state.owner, player.seat
    found = [n for n in board.neighbours[h] if owner[n] == seat]
    if across := state.bridged(h):
        found += [n for n in across if owner[n] == seat]
    if state.river_links and player.rules.id == "mermaids":
        for river in state.river_links:
            if h in board.banks[river]:
                found += [n for n in board.banks[river] if n != h and owner[n] == seat and n not in found]
    return found
