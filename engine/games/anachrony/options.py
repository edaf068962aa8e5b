"""The options of AN-1.4, `overrides` (AN-1.6) and `breakthrough_names` (AN-12.1): what a header may state."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engine.clause import Unsupported, Violation, in_json
from engine.components import read_components
from engine.options import read_options
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import shortened

VERSION = "1"
MIN_PLAYERS, MAX_PLAYERS = 2, 4
FORMS = {"overrides": "AN-1.6", "breakthrough_names": "AN-12.1"}
"""The clauses that govern the values of these options."""
NAMED = ("shape_1", "shape_2", "shape_3", "icon_1", "icon_2", "icon_3", "icon_4", "icon_5")


class Override(Struct, frozen=True, forbid_unknown_fields=True):
    """AN-1.6: another value for one field of one row of the component tables in this log."""

    table: str
    id: str
    field: str
    value: Any


class Options(Struct, frozen=True):
    """AN-1.4: fixed by the header, never changed. The defaults are those of the preset `seed`."""

    preset: Literal["seed", "bga"] = "seed"
    board_side: Literal["a", "b"] = "a"
    path_assignment: Literal["choice", "given"] = "choice"
    paradox_mode: Literal["roll", "fixed_one"] = "roll"
    turn_order_water: Literal["0122", "0112"] = "0122"
    leader_edition: Literal["first", "essential"] = "first"
    evacuation_edition: Literal["essential", "first"] = "essential"
    endgame_range: Literal["strongest", "sum"] = "strongest"
    waking: Literal["next_turn", "immediate"] = "next_turn"
    temporal_tourism_retrieve: bool = False
    lab_404: Literal["on_build", "scientist_action"] = "on_build"
    plant_114_water: Literal[1, 0] = 1
    cloning_vat: Literal["tired_type", "placed_type"] = "tired_type"
    reservoir_scope: Literal["total", "placement"] = "total"
    variable_plant_min: Literal[1, 0] = 1
    idle_actions: bool = False
    nature_counts_anomalies: bool = True
    nature_pairs_anomalies: bool = False
    salvation_b_lab3: Literal["text", "code"] = "text"
    second_die_water: Literal[1, 0] = 1
    path_marker_limit: bool = True
    warp_suit_on_glitch: bool = True
    variable_plant_max: Literal["unlimited", "era"] = "unlimited"
    chameleon_scope: Literal["board", "tiles"] = "board"
    bga_quirks: bool = False
    overrides: tuple[Override, ...] = ()
    breakthrough_names: dict[str, str] = {}


class OptionRow(Struct, frozen=True):
    """A row of table *option*: an option with its values, and those that the presets give it."""

    id: str
    values: tuple[str | int | bool, ...]
    seed: str | int | bool
    bga: str | int | bool
    clause: str


class OptionTable(Struct, frozen=True):
    """The table *option* of the components."""

    option: tuple[OptionRow, ...]


@cache
def option_rows() -> tuple[OptionRow, ...]:
    """The rows of table *option*."""
    return read_components("anachrony", OptionTable).option


def preset(name: str) -> dict[str, Any]:
    """The values that a preset gives to all options."""
    return {row.id: row.bga if name == "bga" else row.seed for row in option_rows()}


def options_of(header: Header) -> Options:
    """AN-1.4: the options of a header: those it states, otherwise its preset's values.

    Raises Violation AN-1.3 for a table that the rules do not support, AN-1.5 for an unknown option or value, AN-1.6 for
    malformed overrides, AN-12.1 for names of Breakthroughs that are not one-to-one.
    """
    if not MIN_PLAYERS <= len(header.seats) <= MAX_PLAYERS:
        raise Violation("AN-1.3", players=len(header.seats), expected=f"{MIN_PLAYERS} to {MAX_PLAYERS}")
    if header.catalogue is not None:
        raise Violation("AN-1.3", catalogue=str(header.catalogue)[:40], expected="none")
    stated: Mapping[str, Any] = header.options
    named = stated.get("preset", "seed")
    try:
        if named not in ("seed", "bga"):
            raise Unsupported("preset", named, ("seed", "bga"))
        options = read_options(Options, {**preset(named), **stated})
    except (Unsupported, Unreadable) as problem:
        raise _refused(problem) from problem
    if options.breakthrough_names:
        _check_names(options.breakthrough_names)
    return options


def _refused(problem: Unsupported | Unreadable) -> Violation:
    """AN-1.5, AN-1.6, AN-12.1: the violation of the clause for an option that cannot be read."""
    if isinstance(problem, Unsupported):
        value = shortened(in_json(problem.value))
        return Violation("AN-1.5", option=shortened(problem.option), value=value, expected=problem.supported)
    option, value = problem.path.removeprefix("$.options."), shortened(problem.found)
    return Violation(FORMS.get(option, "AN-1.5"), option=option, value=value, expected=problem.expected)


def _check_names(names: Mapping[str, str]) -> None:
    """AN-12.1: names of shapes and icons are unique, and none is another's id."""
    if sorted(names) != sorted(NAMED):
        raise Violation("AN-12.1", names=sorted(names), expected="a name for each of " + ", ".join(NAMED))
    values = list(names.values())
    if len(set(values)) < len(values) or any(names.get(value, value) != value for value in values):
        raise Violation("AN-12.1", names=sorted(values))


SHAPING = (
    "leader_edition",
    "lab_404",
    "plant_114_water",
    "second_die_water",
    "temporal_tourism_retrieve",
    "salvation_b_lab3",
    "bga_quirks",
)
"""The options that the component tables depend on, in addition to the overrides."""


def key_of(options: Options) -> str:
    """The key of a log's component tables: equal for options that give equal tables."""
    overrides = msgspec.json.encode(options.overrides, order="deterministic").decode() if options.overrides else ""
    return "/".join([*(str(getattr(options, name)) for name in SHAPING), overrides])
