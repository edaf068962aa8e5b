"""The final scoring tiles of Fire & Ice: TM-8.4, TM-16.1."""

from collections.abc import Callable, Iterator

from engine.clause import Violation
from engine.games.terra_mystica.areas import areas, clusters
from engine.games.terra_mystica.board import distance
from engine.games.terra_mystica.choosing import begin_selection
from engine.games.terra_mystica.components import COMPONENTS
from engine.games.terra_mystica.figures import Book
from engine.games.terra_mystica.phases import check_phase
from engine.games.terra_mystica.state import Player, State
from events.vocabulary.terra_mystica import DrawFinalScoring

FINAL_TILES = {tile.id: tile for tile in COMPONENTS.final_scoring if tile.option == "fire_ice_final_scoring"}


def legal_final_tiles(state: State) -> Iterator[DrawFinalScoring]:
    """Every tile that may be drawn: TM-8.4."""
    return (DrawFinalScoring(tile) for tile in FINAL_TILES)


def draw_final_scoring(state: State, event: DrawFinalScoring) -> Book:
    """TM-8.4: one of the four tiles."""
    check_phase(state, None, "setup_final", "TM-8.4")
    if event.tile not in FINAL_TILES:
        raise Violation("TM-8.4", tile=event.tile, tiles=list(FINAL_TILES))
    state.final_tile = event.tile
    begin_selection(state)
    return []


def value_of(state: State, player: Player) -> int:
    """TM-16.1.1: what the tile of the game counts for a player: the best of the connected sets of own structures."""
    measure = _MEASURES[state.final_tile]
    return max((measure(state, player, area) for area in areas(state, player)), default=0)


def _greatest_distance(state: State, player: Player, area: list[int]) -> int:
    places = state.board.places
    return max(distance(places[a], places[b]) for a in area for b in area)


def _stronghold_sanctuary(state: State, player: Player, area: list[int]) -> int:
    places = [state.board.places[h] for h in area if state.kind[h] in ("stronghold", "sanctuary")]
    return distance(*places) if len(places) == 2 else 0


def _outposts(state: State, player: Player, area: list[int]) -> int:
    return sum(h in state.board.edges for h in area)


def _settlements(state: State, player: Player, area: list[int]) -> int:
    return len(clusters(state, player, area))


_MEASURES: dict[str, Callable[[State, Player, list[int]], int]] = {
    "greatest_distance": _greatest_distance,
    "stronghold_sanctuary": _stronghold_sanctuary,
    "outposts": _outposts,
    "settlements": _settlements,
}
