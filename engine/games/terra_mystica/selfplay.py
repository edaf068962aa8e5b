"""Self-play: headers drawn from the whole space of options, and the choice of decisions."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.terra_mystica.components import GAME, MAPS
from engine.games.terra_mystica.options import CUSTOM, SETS, VALUES, VERSION, Options, options_of
from engine.games.terra_mystica.policy import NOISE, TASTE, WORTHS
from engine.games.terra_mystica.state import State
from engine.options import SWITCH, allowed_values, stated_options
from engine.selfplay import seats_of
from events.log.record import Header
from events.vocabulary.terra_mystica import ChooseTownTile

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
LATER = ("loose_bridge_action",)  # drawn last, so that the others do not change for a given seed


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header; the number of players is drawn if not given and, with `drawing`, so are the other options.

    Options that merely permit what the rules never offer are set only if given.
    """
    number = players or rng.randint(GAME.players_min, GAME.players_max)
    seats = seats_of(number)
    stated = {**(_drawn(rng, number, options) if drawing else {}), **options}
    read = options_of(Header("terra_mystica", VERSION, stated, seats))
    return Header("terra_mystica", VERSION, stated_options(read), seats)


def _drawn(rng: Random, number: int, options: Mapping[str, Any]) -> dict[str, Any]:
    values = sorted(allowed_values(Options, VALUES).items())
    drawn: dict[str, Any] = {name: rng.choice(allowed) for name, allowed in values if allowed != SWITCH}
    drawn |= {name: rng.random() < 0.5 for name in SWITCHES}
    drawn |= {name: rng.random() < 0.05 for name in SELDOM}
    drawn["fire_ice_factions"] = [name for name in SETS["fire_ice_factions"] if rng.random() < 0.5]
    drawn["playtests"] = _playtests(rng)
    drawn |= _for_auction(rng, drawn | dict(options), number)
    if (drawn | dict(options))["map"] == CUSTOM:
        drawn |= _custom_map(rng)
    return drawn | {name: rng.random() < 0.05 for name in LATER}


def _playtests(rng: Random) -> list[str]:
    """In one game out of four, a playtest edition of the ice factions, of the volcano factions, or of both."""
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
    """Map rows for the header: those of a known map, with its terrains permuted."""
    drawn = MAPS[rng.choice(sorted(MAPS))]
    letters = sorted({letter for row in drawn.rows for letter in row.split()} - {"I"})
    others = dict(zip(letters, rng.sample(letters, len(letters)), strict=True)) | {"I": "I", " ": " "}
    rows = ["".join(others[letter] for letter in row) for row in drawn.rows]
    return {"map_rows": rows, "first_row_index": drawn.first_row_index}


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """The index of the decision with the highest worth, with a little noise so that games differ."""
    worths = []
    for seat, event in actions:
        noise = TASTE if type(event) is ChooseTownTile else NOISE
        worths.append(WORTHS[type(event)](state, state.players[seat or 0], event) + rng.randrange(noise))
    return worths.index(max(worths))
