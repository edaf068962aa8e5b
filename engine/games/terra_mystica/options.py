"""The options of TM-1.3: what a header may state, and what holds if it is silent."""

from typing import Any

import msgspec
from msgspec import Struct

from engine.clause import Unsupported
from events.codec import problem
from events.record import Header


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """TM-1.3: fixed by the header, never changed. `random_seating` adds the draw of TM-8.1.

    TM-1.3.1: the mini-expansion is `mini_expansion_towns` and `shipping_bonus_card`. TM-1.3.2: the table options of
    Board Game Arena are these by other names. TM-12.10: `reaction_timing` is for the header to say.
    """

    map: str = "base"
    faction_selection: str = "player_choice"
    starting_vp: str = "standard"
    starting_vp_table: dict[str, int] = {}
    random_seating: bool = False
    turn_order: str = "clockwise"
    mini_expansion_towns: bool = False
    shipping_bonus_card: bool = False
    temple_scoring_tile: bool = False
    reaction_timing: str = "immediate"
    cultist_errata: bool = True
    chaos_pass_strict: bool = True
    ordination_timing: str = "same_turn"
    spade_vp_timing: str = "on_gain"
    late_key: str = "same_turn"
    loose_multi_spade: bool = False
    loose_dig: bool = False
    loose_build_after_dig: bool = False
    loose_key: bool = False
    loose_adjust: bool = False
    loose_bridge_adjacency: bool = False
    loose_cultist_ordering: bool = False
    loose_convert_phase: bool = False
    loose_done: bool = False


VALUES: dict[str, tuple[str, ...]] = {
    "map": ("base",),
    "faction_selection": ("player_choice", "random_board"),
    "starting_vp": ("standard", "adjusted", "original_2017"),
    "turn_order": ("clockwise", "pass_order"),
    "reaction_timing": ("immediate", "deferred"),
    "ordination_timing": ("same_turn", "any_time"),
    "spade_vp_timing": ("on_gain", "on_use"),
    "late_key": ("same_turn", "none"),
}

# Options of TM-1.3 that are not implemented, with the values at which they change nothing.
_WITHOUT_EFFECT: dict[str, tuple[Any, ...]] = {
    "landscapes": (False,),
    "fire_ice_factions": ([], {}, ""),
    "fire_ice_final_scoring": ("none",),
    "income_merged": (False,),
    "loose_lose_cult": (False,),
    "loose_cult_loss": (False,),
    "auction_start_vp": (30,),
    "auction_turn_order": ("nomination",),
    "fire_ice_variable_version": ("v5",),
}


def options_of(header: Header) -> Options:
    """The options of a header. Raises Unsupported naming the option, or Unreadable for a value of the wrong type."""
    stated = dict(header.options)
    for option, harmless in _WITHOUT_EFFECT.items():
        if option in stated and stated.pop(option) not in harmless:
            raise Unsupported(option, header.options[option])
    for option, value in stated.items():
        if option not in Options.__struct_fields__ or (option in VALUES and value not in VALUES[option]):
            raise Unsupported(option, value)
    try:
        return msgspec.convert(stated, Options)
    except msgspec.ValidationError as error:
        unreadable = problem(error, 1)
        unreadable.path = unreadable.path.replace("$", "$.options", 1)
        raise unreadable from None
