"""The final scoring tiles of Fire & Ice: TM-8.4, TM-16.1."""

from collections.abc import Callable

from engine.chance import OneOf, Outcome
from engine.games.terra_mystica.areas import areas, clusters
from engine.games.terra_mystica.board import distance
from engine.games.terra_mystica.choosing import begin_selection
from engine.games.terra_mystica.components import COMPONENTS
from engine.games.terra_mystica.state import Player, State
from engine.ledger import Book
from events.vocabulary.terra_mystica import DrawFinalScoring

FINAL_TILES = {tile.id: tile for tile in COMPONENTS.final_scoring if tile.option == "fire_ice_final_scoring"}


def final_scoring(state: State) -> Outcome:
    """TM-8.4: every tile."""
    return Outcome(DrawFinalScoring, "TM-8.4", tile=OneOf(list(FINAL_TILES)))


def draw_final_scoring(state: State, actor: None, event: DrawFinalScoring) -> Book:
    """TM-8.4: one of the four tiles."""
    state.final_tile = event.tile
    begin_selection(state)
    return []


def value_of(state: State, player: Player) -> int:
    """TM-16.1.1: what the tile of the game counts for a player: the best of the connected sets of structures."""
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
