"""Self-play: how headers and chance outcomes are drawn."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.terra_mystica.components import GAME
from engine.games.terra_mystica.options import VALUES, Options, options_of
from engine.games.terra_mystica.setup import (
    BOARDS,
    bonus_cards_in_play,
    bonus_cards_used,
    may_lie,
    scoring_tiles_in_play,
)
from engine.games.terra_mystica.state import State
from events.record import Header, Seat
from events.vocabulary.terra_mystica import DealBoards, DrawBonusCards, DrawScoringTiles, DrawSeating

SWITCHES = ("mini_expansion_towns", "shipping_bonus_card", "temple_scoring_tile", "cultist_errata", "random_seating")


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
    """A header with the number of players and the options that are not given drawn; `loose_*` only where given."""
    drawn: dict[str, Any] = {name: rng.choice(values) for name, values in sorted(VALUES.items())}
    drawn |= {name: rng.random() < 0.5 for name in SWITCHES}
    number = players or rng.randint(GAME.players_min, GAME.players_max)
    defaults = Options()
    stated = {name: value for name, value in {**drawn, **options}.items() if value != getattr(defaults, name, None)}
    header = Header("terra_mystica", "1", stated, tuple(Seat(f"player {n}") for n in range(1, number + 1)))
    options_of(header)
    return header


def sample_chance(state: State, rng: Random) -> Any:
    """A chance outcome of the setup, drawn."""
    if state.phase == "setup_seating":
        return DrawSeating(tuple(rng.sample(range(len(state.players)), len(state.players))))
    if state.phase == "setup_scoring":
        while True:
            tiles = tuple(rng.sample(scoring_tiles_in_play(state), GAME.rounds))
            if all(may_lie(tile, number) for number, tile in enumerate(tiles, 1)):
                return DrawScoringTiles(tiles)
    if state.phase == "setup_cards":
        in_play = bonus_cards_in_play(state)
        cards = rng.sample(in_play, bonus_cards_used(state))
        return DrawBonusCards(tuple(card for card in in_play if card in cards))
    return DealBoards(tuple(rng.sample(BOARDS, len(state.players))))
