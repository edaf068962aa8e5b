"""The counters that the platform prints, compared with the position: DF-16.45."""

from typing import Any

from engine.games.dice_forge.components import CARD_SPACES, LAP
from engine.games.dice_forge.readings._bga_told import Told
from engine.games.dice_forge.state import State
from events.notations.bga_diceforge import Row

_FIGURES = {
    "goldcount_p": "gold",
    "mooncount_p": "moon",
    "firecount_p": "sun",
    "player_score_": "vp",
    "discarded_sides_p": "forged",
    "card_counter_p": "cards",
    "hammercount_p": "hammer",
}


def compare(told: Told, state: State, row: Row, ids: list[str]) -> None:
    """Compare the counters of every player with what has been told of them."""
    for seat, player in enumerate(ids):
        figures = _figures(told, state, seat, row, player)
        if figures:
            told.compare(seat, figures, row.packet)


def _figures(told: Told, state: State, seat: int, row: Row, player: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, figure in _FIGURES.items():
        counter = row.args.get(f"{name}{player}")
        # DF-16.45: a first hammer that is bought, and not laid yet, has no place that could be told.
        if counter is not None and not (figure == "hammer" and _is_empty(counter)):
            value = _value(row, f"{name}{player}", counter)
            if figure == "hammer":
                value = _position(state, told.figures[seat][figure], seat, value)
            elif figure == "cards":
                value -= _counted_already(state, seat)
            found[figure] = value
    return found


def _is_empty(counter: Any) -> bool:
    return isinstance(counter, dict) and counter.get("counter_value") is None


def _value(row: Row, name: str, counter: Any) -> int:
    value = counter.get("counter_value") if isinstance(counter, dict) else counter
    try:
        return int(value)  # type: ignore[arg-type]  # whatever JSON holds; what is no number is told below
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
