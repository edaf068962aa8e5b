"""The hexes on a wilderness track at the start (DA-5.11)."""

from engine.games.daitoshi.components import EMPTY_OF_THE_RIVER, WildernessTrack


def first_hexes(track: WildernessTrack, players: int) -> list[int]:
    """DA-5.11: the hexes on spaces 1, 2 ... of a track: one or two on land, none on the first spaces of the river."""
    empty = {2: track.empty_2, 3: track.empty_3, 4: track.empty_4}[players]
    if empty is None:
        empty = EMPTY_OF_THE_RIVER[players] if track.id == "river" else 0
    hexes = [0 if space <= empty else 1 for space in range(1, track.spaces + 1)]
    doubled = {*(track.extra_3 if players >= 3 else ()), *(track.extra_4 if players >= 4 else ())}
    for space in doubled:
        hexes[space - 1] = 2
    return hexes
