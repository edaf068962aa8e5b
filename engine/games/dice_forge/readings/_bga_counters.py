"""The counters that the platform prints, compared with what it has told: DF-16.45."""

from typing import Any

from engine.games.dice_forge.components import CARD_SPACES, LAP
from engine.games.dice_forge.readings._bga_told import PLACE_OF, Told
from engine.games.dice_forge.state import State
from events.notations.bga_diceforge import Counter, Row

_HAMMER_COUNTER = "hammercount_p"
_FIGURES = {
    "goldcount_p": "gold",
    "mooncount_p": "moon",
    "firecount_p": "sun",
    "player_score_": "vp",
    "discarded_sides_p": "forged",
    "card_counter_p": "cards",
    _HAMMER_COUNTER: "hammer",
}
_HAMMER = PLACE_OF["hammer"]

Names = list[tuple[str, str]]
"""The counters of a player, each with its figure."""


def names_of(id_: str) -> Names:
    """The names of the counters of the player with an id."""
    return [(f"{name}{id_}", figure) for name, figure in _FIGURES.items()]


def compare(told: Told, state: State, row: Row, names: list[Names]) -> None:
    """Compare the counters of every player with what has been told of them; `names` are those of each seat."""
    for seat, counters in enumerate(names):
        figures = {figure: value for name, figure in counters if (value := value_of(row, name)) is not None}
        if "hammer" in figures:
            figures["hammer"] = _position(state, told.figures[seat][_HAMMER], seat, figures["hammer"])
        if "cards" in figures:
            figures["cards"] -= _counted_already(state, seat)
        if figures:
            told.compare(seat, figures, row.packet)


def value_of(row: Row, name: str) -> int | None:
    """What a counter says; None where it is not printed.

    A first hammer that is bought, and not laid yet, has no place that could be told. Raises Unreadable for no number.
    """
    counter = row.args.get(name)
    if type(counter) is Counter:
        value: Any = counter.counter_value
        if type(value) is int:
            return value
    else:
        value = counter.get("counter_value") if isinstance(counter, dict) else counter
    if value is None and (counter is None or name.startswith(_HAMMER_COUNTER)):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise row.unreadable(name, "a counter with a value") from None


def _position(state: State, told: int, seat: int, shown: int) -> int:
    """The platform shows the place within the lap, and nothing of use on a full hammer."""
    if told >= CARD_SPACES * state.players[seat].hammers:
        return told
    return told - told % LAP + shown


def _counted_already(state: State, seat: int) -> int:
    """DF-11.23: a card is counted before the ousted has been blessed."""
    return int(seat == state.turn_player and "take_card" in state.procedure)
