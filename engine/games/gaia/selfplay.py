"""Self-play: sample headers, with the house's own cards (GA-5.2.3), and the policy's choice (policy.py)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.dispatch import Action
from engine.games.gaia.components import COMPONENTS, HOUSE, PLAYER_COUNTS
from engine.games.gaia.options import VALUES, VERSION, Options, options_of
from engine.games.gaia.policy import worth
from engine.games.gaia.state import State
from engine.options import draw_options, stated_options
from engine.selfplay import best_of, seats_of
from events.log.record import Header
from events.vocabulary.gaia import Definition


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header with these options; with `drawing`, the mode is drawn evenly, and the rulings are mostly the default.

    Raises Unsupported for an option or value that the rulebook does not have (GA-5.1.4).
    """
    rulings = {name: values for name, values in VALUES.items() if name not in ("mode", "information")}
    drawn = {"mode": rng.choice(VALUES["mode"])} | draw_options(Options, rng, 0.5, rulings) if drawing else {}
    seats = players if players is not None else rng.choice(sorted(PLAYER_COUNTS))
    chosen = options_of(Header("gaia", options=drawn | dict(options)))
    return Header(
        game="gaia",
        ruleset=VERSION,
        options=stated_options(chosen),
        seats=seats_of(seats),
        catalogue=house_catalogue(chosen),
    )


def house_catalogue(options: Options) -> Any:
    """The house catalogue by name or, if the options do not allow it (GA-5.2.1), a variant of it, spelled out."""
    if options.city_count == 18 and options.animal_kinds == "generic":
        return HOUSE
    return house_in_full(options)


def house_in_full(options: Options) -> Any:
    """The house catalogue or the variant of it that fits the options, with all its cards."""
    cities = list(COMPONENTS.house_city)
    if options.city_count > len(cities):
        cities.append(COMPONENTS.house_extra_city)
    if options.animal_kinds == "distinct":
        cities = [_with_kind(city, "deer" if number % 2 else "fish") for number, city in enumerate(cities)]
    return {
        "catalogue_id": f"{HOUSE}_{options.city_count}_{options.animal_kinds}",
        "provenance": "house",
        "complete": True,
        "cities": _as_json(cities),
        "animals": _as_json(COMPONENTS.house_animal),
        "objectives": _as_json(COMPONENTS.house_objective),
    }


def _as_json(cards: Sequence[Definition]) -> Any:
    """Definitions in the form that a parsed header has."""
    return msgspec.json.decode(msgspec.json.encode(cards))


def _with_kind(city: Definition, kind: str) -> Definition:
    """A city that needs one kind of animal instead of any."""
    return replace(city, needs=tuple(kind if need == "animal" else need for need in city.needs))


def choose(state: State, actions: list[Action], rng: Random) -> int:
    """The index of the action that is worth most to its actor; ties are broken by a draw."""
    return best_of(actions, lambda seat, event: worth(state, seat, event), rng)
