"""The options of TM-1.3: what a header can state, and the defaults."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from engine.clause import Unsupported
from engine.games.terra_mystica.board import Board, board, custom_board
from engine.games.terra_mystica.components import COMPONENTS, FACTIONS, MAPS, PLAYTESTS
from engine.options import Values, read_options, wrong
from events.log.record import Header

VERSION = "1"
CUSTOM = "custom"
MOST_START_VP = 1000


class Options(Struct, frozen=True, dict=True):
    """TM-1.3: fixed by the header, never changed. `random_seating` adds the draw of TM-8.1.

    With `map` = `custom`, `map_rows` holds the rows of letters of TM-3.4.1 and `first_row_index` the index of the first
    of them. `seat_order` is TM-12.11, `playtests` names the `[[faction_variant]]` tables of TM-16.7.

    TM-1.3.1: the mini-expansion is `mini_expansion_towns` and `shipping_bonus_card`. TM-1.3.2: the table options of
    Board Game Arena are the same under other names. TM-12.10: the header must state `reaction_timing`.
    """

    map: str = "base"
    map_rows: tuple[str, ...] = ()
    first_row_index: int = 0
    faction_selection: Literal["player_choice", "random_board", "auction", "intro"] = "player_choice"
    auction_start_vp: int = 30
    auction_turn_order: Literal["nomination", "holding"] = "nomination"
    seat_order: tuple[int, ...] = ()
    starting_vp: Literal["standard", "adjusted", "original_2017"] = "standard"
    starting_vp_table: dict[str, int] = {}
    random_seating: bool = False
    turn_order: Literal["clockwise", "pass_order"] = "clockwise"
    mini_expansion_towns: bool = False
    shipping_bonus_card: bool = False
    temple_scoring_tile: bool = False
    landscapes: bool = False
    fire_ice_factions: tuple[str, ...] = ()
    fire_ice_variable_version: Literal["v1", "v2", "v3", "v4", "v5"] = "v5"
    playtests: tuple[str, ...] = ()
    fire_ice_final_scoring: str = "none"
    reaction_timing: Literal["immediate", "deferred"] = "immediate"
    cultist_errata: bool = True
    chaos_pass_strict: bool = True
    ordination_timing: Literal["same_turn", "any_time"] = "same_turn"
    spade_vp_timing: Literal["on_gain", "on_use"] = "on_gain"
    late_key: Literal["same_turn", "none"] = "same_turn"
    income_merged: bool = False
    loose_multi_spade: bool = False
    loose_dig: bool = False
    loose_build_after_dig: bool = False
    loose_key: bool = False
    loose_adjust: bool = False
    loose_leech: bool = False
    loose_bridge_action: bool = False
    loose_bridge_adjacency: bool = False
    loose_cultist_ordering: bool = False
    loose_lose_cult: bool = False
    loose_cult_loss: bool = False
    loose_convert_phase: bool = False
    loose_done: bool = False

    @cached_property
    def board(self) -> Board:
        """The geometry of the map."""
        return custom_board(self.map_rows, self.first_row_index) if self.map_rows else board(self.map)


VALUES: Values = {
    "map": (*MAPS, CUSTOM),
    "fire_ice_final_scoring": (
        "none",
        "random",
        *(tile.id for tile in COMPONENTS.final_scoring if tile.option == "fire_ice_final_scoring"),
    ),
}
"""The values that the component tables allow for an option."""
SETS: dict[str, tuple[str, ...]] = {"fire_ice_factions": ("ice", "volcano", "variable"), "playtests": PLAYTESTS}


def options_of(header: Header) -> Options:
    """The options of a header. Raises Unsupported, naming the option, or Unreadable for an invalid value."""
    options = read_options(Options, header.options, VALUES)
    _check_sets(options)
    _check_ranges(options, len(header.seats))
    return options


def _check_sets(options: Options) -> None:
    for option, values in SETS.items():
        chosen = getattr(options, option)
        for value in chosen:
            if value not in values:
                raise Unsupported(option, value, values)
        if len(set(chosen)) < len(chosen):
            raise wrong(option, list(chosen), "each value once")
    boards = [name.rsplit("_", 1)[-1] for name in options.playtests]
    if len(set(boards)) < len(boards):
        raise wrong("playtests", list(options.playtests), "one playtest for each board")


def _check_ranges(options: Options, players: int) -> None:
    if not 0 <= options.auction_start_vp <= MOST_START_VP:
        raise wrong("auction_start_vp", options.auction_start_vp, f"0 to {MOST_START_VP}")
    if options.seat_order and sorted(options.seat_order) != list(range(players)):
        raise wrong("seat_order", list(options.seat_order), f"every seat from 0 to {players - 1} once")
    for faction, vp in options.starting_vp_table.items():
        if faction not in FACTIONS or not 0 <= vp <= MOST_START_VP:
            raise wrong("starting_vp_table", {faction: vp}, f"a faction and 0 to {MOST_START_VP} points")
    if (options.map == CUSTOM) != bool(options.map_rows) or (options.first_row_index and not options.map_rows):
        raise wrong("map_rows", list(options.map_rows), "rows for map = custom, none for another map")
