"""Stepping down a cult track before a town tile, to give another track the key: TM-17.5.5, TM-11.7."""

from collections.abc import Mapping

from engine.clause import Violation
from engine.games.terra_mystica.components import CULTS, TOP, TOWN_TILES, TownTile
from engine.games.terra_mystica.state import NOBODY, Player, State

LOWEST = 7
"""TM-17.5.5: the lowest space to which a track can be stepped down."""


def tracks_to_the_top(state: State, player: Player, tile: TownTile) -> list[int]:
    """The tracks on which the steps of a town tile lead to space 10, given enough keys."""
    return [
        track
        for track, cult in enumerate(CULTS)
        if cult in tile.gain and player.cults[track] < TOP <= player.cults[track] + tile.gain[cult]
        if state.cult_top[track] == NOBODY
    ]


def steps_down(player: Player, tile: TownTile, track: int) -> int:
    """The number of steps down after which those of the tile lead to the last space before the top."""
    return player.cults[track] + tile.gain[CULTS[track]] - (TOP - 1)


def check_step_down(player: Player, track: int, n: int) -> None:
    """Raises Violation TM-17.5.5 if no tile is owed, or for a step down from the top or too far down."""
    stands = player.cults[track]
    if not player.towns_owed or stands == TOP or stands - n < LOWEST:
        raise Violation("TM-17.5.5", cult=CULTS[track], stands=stands, steps=n, towns_owed=player.towns_owed)


def track_order(state: State, player: Player, name: str, lowered: Mapping[int, int]) -> tuple[str, ...]:
    """The order of tracks equivalent to stepping down (track -> steps): the lowered tracks get keys last.

    Raises Violation TM-17.5.5 for a tile that does not give back the lowered steps.
    """
    tile = TOWN_TILES.get(name)
    if tile is None or not lowered:
        return ()
    for track, n in lowered.items():
        if player.cults[track] - n + tile.gain.get(CULTS[track], 0) < TOP - 1:
            raise Violation("TM-17.5.5", cult=CULTS[track], stands=player.cults[track] - n, tile=name)
    keys, able = player.key + tile.keys, tracks_to_the_top(state, player, tile)
    first = sorted(sorted(able, key=lambda track: track in lowered)[:keys])
    return () if first == able[:keys] else tuple(CULTS[track] for track in first)
