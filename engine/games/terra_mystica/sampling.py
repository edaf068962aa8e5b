"""Self-play: how headers and chance outcomes are drawn, over the whole space of options."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.terra_mystica.choosing import boards_in_play
from engine.games.terra_mystica.components import GAME, MAPS
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.introductory import intro_factions, legal_positions
from engine.games.terra_mystica.options import CUSTOM, SETS, VALUES, Options, options_of
from engine.games.terra_mystica.setup import bonus_cards_in_play, bonus_cards_used, may_lie, scoring_tiles_in_play
from engine.games.terra_mystica.state import State
from events.record import Header, Seat
from events.vocabulary.terra_mystica import (
    DealBoards,
    DealFactions,
    DrawAuctionOrder,
    DrawBonusCards,
    DrawFinalScoring,
    DrawScoringTiles,
    DrawSeating,
)

SWITCHES = (
    "mini_expansion_towns",
    "shipping_bonus_card",
    "temple_scoring_tile",
    "cultist_errata",
    "chaos_pass_strict",
    "landscapes",
    "random_seating",
)
SELDOM = (
    "income_merged",
    "loose_multi_spade",
    "loose_dig",
    "loose_build_after_dig",
    "loose_key",
    "loose_bridge_adjacency",
    "loose_cultist_ordering",
    "loose_lose_cult",
    "loose_convert_phase",
    "loose_done",
)
LATER = ("loose_bridge_action",)  # drawn after all others, which stay as they were for a seed


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
    """A header with the number of players and the options that are not given drawn.

    Options that only let a log do what the rules never offer are there only where given.
    """
    number = players or rng.randint(GAME.players_min, GAME.players_max)
    drawn: dict[str, Any] = {name: rng.choice(values) for name, values in sorted(VALUES.items())}
    drawn |= {name: rng.random() < 0.5 for name in SWITCHES}
    drawn |= {name: rng.random() < 0.05 for name in SELDOM}
    drawn["fire_ice_factions"] = [name for name in SETS["fire_ice_factions"] if rng.random() < 0.5]
    drawn["playtests"] = _playtests(rng)
    drawn |= _for_auction(rng, drawn | dict(options), number)
    if (drawn | dict(options))["map"] == CUSTOM:
        drawn |= _custom_map(rng)
    drawn |= {name: rng.random() < 0.05 for name in LATER}
    defaults = Options()
    stated = {
        name: _listed(value)
        for name, value in {**drawn, **options}.items()
        if _listed(value) != _listed(getattr(defaults, name, None))
    }
    header = Header("terra_mystica", "1", stated, tuple(Seat(f"player {n}") for n in range(1, number + 1)))
    options_of(header)
    return header


def _listed(value: Any) -> Any:
    """Options as a header states them: a JSON list for a tuple."""
    return list(value) if isinstance(value, tuple) else value


def _playtests(rng: Random) -> list[str]:
    """In one game of four a playtest edition of the ice factions, of the volcano factions, or of both."""
    boards = sorted({name.rsplit("_", 1)[-1] for name in SETS["playtests"]})
    return [
        rng.choice([name for name in SETS["playtests"] if name.endswith(board)])
        for board in boards
        if rng.random() < 0.25
    ]


def _for_auction(rng: Random, stated: Mapping[str, Any], players: int) -> dict[str, Any]:
    if stated["faction_selection"] != "auction":
        return {"auction_turn_order": "nomination"}
    order = rng.sample(range(players), players) if rng.random() < 0.25 else []
    return {"auction_start_vp": rng.choice([10, 30, 40]), "seat_order": order}


def _custom_map(rng: Random) -> dict[str, Any]:
    """Rows in the header: those of a map with its terrains exchanged."""
    drawn = MAPS[rng.choice(sorted(MAPS))]
    letters = sorted({letter for row in drawn.rows for letter in row.split()} - {"I"})
    others = dict(zip(letters, rng.sample(letters, len(letters)), strict=True)) | {"I": "I", " ": " "}
    rows = ["".join(others[letter] for letter in row) for row in drawn.rows]
    return {"map_rows": rows, "first_row_index": drawn.first_row_index}


def sample_chance(state: State, rng: Random) -> Any:
    """A chance outcome of the setup, drawn."""
    seats = range(len(state.players))
    if state.phase == "setup_seating":
        return DrawSeating(tuple(rng.sample(seats, len(seats))))
    if state.phase == "setup_scoring":
        while True:
            tiles = tuple(rng.sample(scoring_tiles_in_play(state), GAME.rounds))
            if all(may_lie(tile, number) for number, tile in enumerate(tiles, 1)):
                return DrawScoringTiles(tiles)
    if state.phase == "setup_cards":
        in_play = bonus_cards_in_play(state)
        cards = rng.sample(in_play, bonus_cards_used(state))
        return DrawBonusCards(tuple(card for card in in_play if card in cards))
    if state.phase == "setup_final":
        return DrawFinalScoring(rng.choice(list(FINAL_TILES)))
    if state.phase == "setup_auction":
        return DrawAuctionOrder(tuple(rng.sample(seats, len(seats))))
    if state.phase == "setup_deal":
        return DealFactions(tuple(rng.sample(intro_factions(len(seats)), len(seats))))
    if state.phase == "setup_intro":
        return rng.choice(list(legal_positions(state)))
    return DealBoards(tuple(rng.sample(boards_in_play(state.options), len(seats))))
