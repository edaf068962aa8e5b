"""The figures of a seat."""

from anyturn_lost_cities.rules.state import State

FIGURES = ("vp", "started", "cards", "wagers")


def figures(state: State, seat: int) -> dict[str, int]:
    """Points; expeditions started, cards played and the wagers among them, in all rounds so far."""
    player = state.players[seat]
    return {"vp": player.vp, "started": player.started, "cards": player.cards, "wagers": player.wagers}
