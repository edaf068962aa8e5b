"""The laws that must always hold."""

from collections.abc import Iterator

from anyturn_lost_cities.rules.state import State, unseen


def conservation(state: State) -> Iterator[str]:
    """Every card that has not been seen is in the deck or unnamed in a hand, and none was seen too often."""
    left = unseen(state)
    unnamed = sum(player.unknown for player in state.players)
    if sum(left.values()) != state.deck + unnamed:
        yield f"{sum(left.values())} cards not seen, but {state.deck} in the deck and {unnamed} unnamed"
    for card, number in left.items():
        if number < 0:
            yield f"{card}, seen {-number} times too often"
