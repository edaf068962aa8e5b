"""The counters that the platform prints, compared with the position: DF-16.45."""

from typing import Any

from engine.games.dice_forge.agenda import DECISIONS, Roll, TakeCard
from engine.games.dice_forge.components import CARD_SPACES, LAP
from engine.games.dice_forge.platform import leaves_limits
from engine.games.dice_forge.state import State
from engine.games.dice_forge.turns import is_last_round, is_last_seat
from engine.replay import Replay
from events.notations.bga_diceforge import Row
from events.vocabulary.dice_forge import PlatformAdjustment

_FIGURES = {
    "goldcount_p": "gold",
    "mooncount_p": "moon",
    "firecount_p": "sun",
    "player_score_": "vp",
    "discarded_sides_p": "forged",
    "card_counter_p": "cards",
    "hammercount_p": "hammer",
}
_ADJUSTED = ("gold", "sun", "moon", "vp", "hammer")


def compare(replay: Replay, row: Row, ids: list[str]) -> None:
    """Compare the counters of every player who has answered all items.

    A difference is noted; then, as the platform goes on with its own figures, they are put in (DF-8.20).
    """
    state: State = replay.state
    for seat, player in enumerate(ids):
        if state.queues[seat] or isinstance(state.newest, Roll):
            continue
        if isinstance(state.newest, DECISIONS) and state.newest.seat == seat:
            continue
        figures = _figures(state, seat, row, player)
        if figures:
            replay.observe(seat, figures, row.packet)
            _adjust(replay, seat, figures, row)


def _figures(state: State, seat: int, row: Row, player: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, figure in _FIGURES.items():
        counter = row.args.get(f"{name}{player}")
        if counter is not None:
            value = _value(row, f"{name}{player}", counter)
            if figure == "hammer":
                value = _position(state, seat, value)
            elif figure == "cards":
                value -= _counted_already(state, seat)
            found[figure] = value
    return found


def _value(row: Row, name: str, counter: Any) -> int:
    value = counter.get("counter_value") if isinstance(counter, dict) else counter
    try:
        return int(value)  # type: ignore[arg-type]  # whatever JSON holds; what is no number is told below
    except (TypeError, ValueError):
        raise row.unreadable(name, "a counter with a value") from None


def _position(state: State, seat: int, shown: int) -> int:
    """The platform shows the place within the lap, and nothing of use on a full hammer."""
    player = state.players[seat]
    if player.hammer >= CARD_SPACES * player.hammers:
        return player.hammer
    return player.hammer - player.hammer % LAP + shown


def _counted_already(state: State, seat: int) -> int:
    """DF-11.23: a card is counted before the ousted has been blessed."""
    return int(seat == state.turn_player and TakeCard() in state.agenda)


def _adjust(replay: Replay, seat: int, figures: dict[str, int], row: Row) -> None:
    computed = replay.rules.figures(replay.state, seat)
    player = replay.state.players[seat]
    differences = {name: figures[name] - computed[name] for name in _ADJUSTED if name in figures}
    # A figure that cannot be, such as more gold than fits, stays a discrepancy.
    changed = {name: n for name, n in differences.items() if n and not leaves_limits(player, name, n)}
    if changed and not _is_over(replay.state):
        reason = f"the platform's counters in packet {row.packet}"
        gold, sun, moon, glory, hammer = (changed.get(name, 0) for name in _ADJUSTED)
        replay.play(None, PlatformAdjustment(seat, reason, gold, sun, moon, glory, hammer), row.packet)


def _is_over(state: State) -> bool:
    """Whether nothing but the scoring follows."""
    last = is_last_round(state) and is_last_seat(state)
    return state.step == "finished" or (last and state.step in ("turn_end", "next_turn"))
