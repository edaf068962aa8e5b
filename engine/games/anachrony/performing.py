"""Whether the effects of a space can be executed (AN-7.1.6, AN-7.10.5): what each kind of effect requires."""

from collections.abc import Callable

from engine.games.anachrony import council, trade
from engine.games.anachrony.components import (
    Clone,
    CopyCapital,
    CopySpace,
    Exchange,
    Gain,
    ReturnTiles,
    ReturnTokens,
    Travel,
    TravelX,
)
from engine.games.anachrony.figures import has_room
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.tables import Tile
from engine.games.anachrony.tile_effects import exchange_line

CanCopy = Callable[[State, Player, int, str | None], bool]


def can_perform(
    state: State, player: Player, tile: Tile, types: int, net: int, placed: str | None, can_copy: CanCopy
) -> bool:
    """Whether all effects of a tile can be executed, once its cost is paid.

    `types`: what the acting Worker counts as; `net`: the Water that later costs save, minus what is spent before;
    `placed`: the Worker that has yet to leave the Active column; `can_copy` answers for Quantum Chameleon.
    """
    idle = state.options.idle_actions
    for op in tile.effects:
        kind = type(op)
        if kind is Gain:
            if "powered_exosuit" in op.give and not idle and not has_room(player):  # type: ignore[union-attr]
                return False
        elif kind is Travel or kind is TravelX:  # AN-7.6.8
            if state.era == 1:
                return False
        elif isinstance(op, ReturnTiles):
            if not idle and not any(player.warped):
                return False
        elif isinstance(op, ReturnTokens):
            if not idle and not player.paradox:
                return False
        elif isinstance(op, Exchange):
            if not idle and not trade.can_trade(state, player, exchange_line(state, op)):
                return False
        elif isinstance(op, Clone):
            if state.options.cloning_vat == "tired_type" and not any(player.tired):
                return False
        elif isinstance(op, CopyCapital):
            if next(council.copies(state, player, types, False, "", net, placed), None) is None:
                return False
        elif isinstance(op, CopySpace) and not can_copy(state, player, net, placed):
            return False
    return True
