"""Small queries about a position, which many topics share."""

from engine.games.dice_forge.components import CARD_SPACES
from engine.games.dice_forge.state import Player, State


def held_by(state: State, seat: int) -> Player:
    """DF-4.4: the player whose dice `seat` holds."""
    return state.players[seat - 1] if state.dice_shifted else state.players[seat]


def room(state: State, player: Player) -> int:
    """DF-4.6: the gold that a player may put on the hammer in one gain."""
    if not player.hammers:
        return 0
    left = player.hammer_room
    if left and state.options.hammer_rule == "printed":
        return CARD_SPACES - player.hammer % CARD_SPACES
    return left


def turn_player(state: State) -> Player:
    """The player whose turn it is."""
    return state.players[state.turn_player]


def phase(state: State) -> str:
    """DF-9.3: the part of the turn."""
    step = state.step
    if step == "blessing":
        return f"blessing.{state.blessing_index}"
    if step == "action":
        if state.blessing is not None and state.blessing.cause == "oust":
            return "oust"
        if state.card:
            return "feat_effect"
        return "extra" if state.action_index else "action"
    return "turn_end" if step == "next_turn" else step
