"""The counters that the platform prints, compared with the figures it has announced: DF-16.45."""

from typing import Any, NamedTuple

from engine.games.dice_forge.components import CARD_SPACES, LAP
from engine.games.dice_forge.items import TakeCard
from engine.games.dice_forge.readings._bga_figures import PLACE_OF, AnnouncedFigures
from engine.games.dice_forge.state import State
from events.notations.bga_diceforge import Counter, Row

_HAMMER_COUNTER = "hammercount_p"
_FIGURES = {
    "goldcount_p": "gold",
    "firecount_p": "sun",
    "mooncount_p": "moon",
    "player_score_": "vp",
    "discarded_sides_p": "forged",
    "card_counter_p": "cards",
}
_HAMMER = PLACE_OF["hammer"]


class Names(NamedTuple):
    """The names of a player's counters: the hammer's, and the others', each paired with its figure."""

    hammer: str
    others: tuple[tuple[str, str], ...]


def names_of(id_: str) -> Names:
    """The names of the counters of the player with an id."""
    return Names(f"{_HAMMER_COUNTER}{id_}", tuple((figure, f"{name}{id_}") for name, figure in _FIGURES.items()))


def compare(announced: AnnouncedFigures, state: State, row: Row, names: list[Names]) -> None:
    """Compare every player's counters with the announced figures; `names` are the counters' names by seat."""
    counters, early = row.counters(), _counted_already(state)
    for seat, (hammer, others) in enumerate(names):
        figures = _printed(row, counters, others)
        if hammer in counters and (shown := value_of(row, counters, hammer)) is not None:
            figures["hammer"] = _position(state, announced.figures[seat][_HAMMER], seat, shown)
        if seat == early and "cards" in figures:
            figures["cards"] -= 1
        if figures:
            announced.compare(seat, figures, row.packet)


def _printed(row: Row, counters: dict[str, Any], names: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """The figures of a player that a row prints."""
    try:
        figures = {figure: counters[name].counter_value for figure, name in names}
        if None not in figures.values():  # the common case
            return figures
    except (KeyError, AttributeError):
        pass
    printed = ((figure, value_of(row, counters, name)) for figure, name in names)
    return {figure: n for figure, n in printed if n is not None}


def value_of(row: Row, counters: dict[str, Any], name: str) -> int | None:
    """The value of a counter in a row; None where it is not printed.

    A first hammer that was bought but not laid yet has no place to print. Raises Unreadable for anything but a number.
    """
    counter = counters.get(name)
    if type(counter) is Counter:
        if (number := counter.counter_value) is not None:  # the common case
            return number
        value: Any = None
    else:
        value = counter.get("counter_value") if isinstance(counter, dict) else counter
    if value is None and (counter is None or name.startswith(_HAMMER_COUNTER)):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise row.unreadable(name, "a counter with a value") from None


def _position(state: State, announced: int, seat: int, shown: int) -> int:
    """The platform shows the place within the lap, and nothing useful for a full hammer."""
    if announced >= CARD_SPACES * state.players[seat].hammers:
        return announced
    return announced - announced % LAP + shown


def _counted_already(state: State) -> int | None:
    """DF-11.23: the seat whose card is counted already, before the ousted player was blessed; None for nobody."""
    return state.turn_player if TakeCard() in state.agenda else None
