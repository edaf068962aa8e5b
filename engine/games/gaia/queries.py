"""Small queries about a position, which many topics share."""

from engine.games.gaia.state import City, State


def placed(state: State, seat: int) -> int:
    """Section 4.1: the meeples of a player on cities and objectives."""
    return state.total - state.players[seat].supply


def city_of(state: State, founded_no: int) -> City:
    """The founded city with a number."""
    return next(city for city in state.cities if city.founded_no == founded_no)


def city_label(city: City) -> str:
    """How the ledger names a city: founding number and card."""
    return f"#{city.founded_no} {city.card}"
