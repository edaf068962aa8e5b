"""The options of DF-1.5, within the scope of DF-1.2: what a header may state, and the defaults."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.clause import Unsupported
from engine.games.dice_forge.components import SLOTS
from engine.options import read_options, wrong
from events.log.record import Header

VERSION = "1"


class Options(Struct, frozen=True):
    """DF-1.5: fixed by the header, never changed. `groups`: slot -> group, null or absent if it is not known.

    `quirks`: the names of the platform's deviations from the rules (DF-12.20 to DF-12.38), each once, in order.
    """

    dialect: Literal["bga", "printed"] = "bga"
    quirks: tuple[str, ...] = ()
    card_set: Literal["basic", "advanced", "random", "draft", "custom"] = "basic"
    groups: dict[str, str | None] = {}
    promo_cards: bool = True
    monster_stack: Literal["hydra_first", "harpy_first"] = "hydra_first"
    draft_slot_order: Literal["chance", "listed"] = "chance"
    first_drafter: int = 0
    remove_gold_6: bool = False
    hammer_rule: Literal["bga", "printed", "bga_legacy"] = "bga"
    conversion: Literal["face", "unit"] = "face"
    triton_auto: bool = True
    cerberus_on_minotaur: bool = True
    simultaneous_order: Literal["auto", "sequential", "free"] = "auto"
    tie_breaker: Literal["none", "bga"] = "none"
    platform_events: bool = False


QUIRKS = (
    "composite_paid_twice",
    "boar_paid_again",
    "shield_lost_to_ship",
    "gold_lost_before_ship",
    "triton_not_while_resolving",
    "hammer_before_choice",
    "face_waits_for_shield",
    "shield_meets_itself",
    "satyrs_in_any_order",
    "strict_order_kept",
    "conflict_overlooked",
    "boar_tripled_again",
    "conversion_meets_shields",
    "triple_lost_to_boar",
    "ship_before_reward",
    "ship_not_first_when_ousted",
    "shields_apart",
    "ship_before_reward_beside_token",
    "rewards_after_answers",
)

PRINTED: dict[str, Any] = {
    "draft_slot_order": "listed",
    "hammer_rule": "printed",
    "conversion": "unit",
    "triton_auto": False,
    "cerberus_on_minotaur": False,
}
"""The defaults that the dialect `printed` changes."""


def options_of(header: Header) -> Options:
    """The options of a header, with the defaults of its dialect.

    Raises Unsupported, naming an unknown option, value or card group (DF-1.3); Unreadable for a value of a wrong type
    or for options that do not fit together.
    """
    defaults = PRINTED if header.options.get("dialect") == "printed" else {}
    options = read_options(Options, {**defaults, **header.options})
    _check(options, len(header.seats))
    return replace(options, quirks=tuple(quirk for quirk in QUIRKS if quirk in options.quirks))


def _check(options: Options, seats: int) -> None:
    for slot, group in options.groups.items():
        if slot not in SLOTS or (group is not None and group not in SLOTS[slot].groups):
            raise Unsupported(f"groups.{slot}", group)
    for quirk in options.quirks:
        if quirk not in QUIRKS:
            raise Unsupported("quirks", quirk, QUIRKS)
    if options.quirks and options.dialect != "bga":
        raise wrong("quirks", f"quirks with the dialect {options.dialect}", "them with bga")
    if options.groups and options.card_set != "custom":
        raise wrong("groups", "groups of slots", "the card set custom with them")
    if not 0 <= options.first_drafter < seats:
        raise wrong("first_drafter", options.first_drafter, f"a seat from 0 to {seats - 1}")
    if options.remove_gold_6 and seats != 2:
        raise wrong("remove_gold_6", True, "it in games of two only")
