"""Self-play reaches all of the rulebook: every faction, landscape, option value, tile, card, action and event."""

from collections import Counter
from typing import get_args

import pytest

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    FACTIONS,
    FAVOR_TILES,
    LANDSCAPES,
    MAPS,
    POWER_ACTIONS,
    SCORING_TILES,
    SPECIAL_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.editions import EDITIONS
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.options import SETS, VALUES, Options
from engine.games.terra_mystica.selfplay import LATER, SELDOM, SWITCHES
from engine.options import allowed_values
from engine.rules import ruleset
from engine.selfplay import header_for, play
from events.log.record import Intervention
from events.vocabulary.terra_mystica import type_of_event

TERRA_MYSTICA = ruleset("terra_mystica")

GAMES = 1500
NAMED = {name: values for name, values in allowed_values(Options, VALUES).items() if values != (False, True)}


def look(seen: Counter[str], game) -> None:
    """Note what occurs in a game that is over."""
    state, options = game.state, game.state.options
    for name in (*NAMED, *SWITCHES, *SELDOM, *LATER):
        seen[f"{name}={getattr(options, name)}"] += 1
    for name in SETS:
        for value in getattr(options, name):
            seen[f"{name}={value}"] += 1
    for _, event, _ in game.played:
        seen[type(event).__name__] += 1
        for field in ("action", "what", "take", "town_bonus"):
            if hasattr(event, field):
                seen[f"{field}={getattr(event, field)}"] += 1
        for track in getattr(event, "workshop", ()):
            seen[f"workshop={track}"] += 1
    for tile in state.scoring:
        seen[tile] += 1
    for player in state.players:
        seen[player.faction] += 1
        seen[f"edition={player.edition or player.faction}"] += 1
        for tile in (*player.favor_tiles, *player.town_tiles):
            seen[tile] += 1
        if player.landscape >= 0:
            seen[LANDSCAPES[player.faction].id] += 1
    seen[state.final_tile] += 1
    seen[f"players={len(state.players)}"] += 1


def wanted() -> set[str]:
    """All that has to occur."""
    every = {f"{name}={value}" for table in (NAMED, SETS) for name, values in table.items() for value in values}
    every |= {f"{name}={value}" for name in (*SWITCHES, *SELDOM, *LATER) for value in (True, False)}
    every |= {kind.__name__ for kind in get_args(type_of_event) if not issubclass(kind, Intervention)}
    every |= {*FACTIONS, *FAVOR_TILES, *TOWN_TILES, *SCORING_TILES, *FINAL_TILES, *(f"map={name}" for name in MAPS)}
    every |= {landscape.id for landscape in LANDSCAPES.values()}
    every |= {f"action={name}" for name in (*POWER_ACTIONS, *SPECIAL_ACTIONS)}
    every |= {f"edition={name}" for name in EDITIONS if not name.endswith("/v5")}
    every |= {f"players={n}" for n in range(2, 6)}
    forfeits = (
        "spades",
        "sandstorm",
        "free_dwelling",
        "free_trading_house",
        "bridge",
        "ordination",
        "token",
    )  # the gate: test_landscapes
    every |= {f"what={what}" for what in forfeits}
    return every | {"take=coin", "take=power", "town_bonus=fire", "workshop=shipping", "workshop=exchange"}


@pytest.mark.long
def test_everything_occurs():
    """It occurs within this number of games by both policies; each of them is valid and conserves all pieces."""
    seen: Counter[str] = Counter()
    cards: set[str] = set()
    for number in range(GAMES):
        seed = f"coverage-{number}"
        game = play(
            TERRA_MYSTICA, header_for(TERRA_MYSTICA, seed, None, {}), seed, "random" if number % 2 else "sensible"
        )
        assert game.verdict == "valid"
        assert not list(TERRA_MYSTICA.conservation(game.state))
        look(seen, game)
        cards |= {getattr(event, "bonus_card", None) or getattr(event, "card", "") for _, event, _ in game.played}
    assert not wanted() - set(seen), sorted(wanted() - set(seen))
    assert set(BONUS_CARDS) <= cards
    assert set(TERRA_MYSTICA.rules) == set(get_args(type_of_event))
