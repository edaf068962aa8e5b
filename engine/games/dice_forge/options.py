"""The options of DF-1.5, over the scope of DF-1.2: what a header may state, and what holds if it is silent."""

from typing import Any

import msgspec
from msgspec import Struct

from engine.clause import Unsupported
from engine.games.dice_forge.components import SLOTS
from events.codec import Unreadable, problem
from events.record import Header


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """DF-1.5: fixed by the header, never changed. `groups`: slot -> group, null or absent where it is not known.

    `quirks`: what the platform does against the rules, by name (DF-12.20 to DF-12.25).
    """

    dialect: str = "bga"
    quirks: tuple[str, ...] = ()
    card_set: str = "basic"
    groups: dict[str, str | None] = {}
    promo_cards: bool = True
    monster_stack: str = "hydra_first"
    draft_slot_order: str = "chance"
    first_drafter: int = 0
    remove_gold_6: bool = False
    hammer_rule: str = "bga"
    conversion: str = "face"
    triton_auto: bool = True
    cerberus_on_minotaur: bool = True
    simultaneous_order: str = "auto"
    tie_breaker: str = "none"
    platform_events: bool = False


VALUES: dict[str, tuple[str, ...]] = {
    "dialect": ("bga", "printed"),
    "card_set": ("basic", "advanced", "random", "draft", "custom"),
    "monster_stack": ("hydra_first", "harpy_first"),
    "draft_slot_order": ("chance", "listed"),
    "hammer_rule": ("bga", "printed", "bga_legacy"),
    "conversion": ("face", "unit"),
    "simultaneous_order": ("auto", "sequential", "free"),
    "tie_breaker": ("none", "bga"),
}

QUIRKS = (
    "composite_paid_twice",
    "boar_paid_again",
    "shield_lost_to_ship",
    "gold_lost_before_ship",
    "triton_not_while_resolving",
    "hammer_before_choice",
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

    Raises Unsupported naming an unknown option, value or card group (DF-1.3), Unreadable for a value of a wrong type
    or for options that do not fit together.
    """
    stated = dict(header.options)
    for option, value in stated.items():
        if option not in Options.__struct_fields__ or (option in VALUES and value not in VALUES[option]):
            raise Unsupported(option, value)
    if stated.get("dialect") == "printed":
        stated = {**PRINTED, **stated}
    try:
        options = msgspec.convert(stated, Options)
    except msgspec.ValidationError as error:
        unreadable = problem(error, 1)
        unreadable.path = unreadable.path.replace("$", "$.options", 1)
        raise unreadable from None
    _check(options, len(header.seats))
    return options


def _check(options: Options, seats: int) -> None:
    for slot, group in options.groups.items():
        if slot not in SLOTS or (group is not None and group not in SLOTS[slot].groups):
            raise Unsupported(f"groups.{slot}", group)
    for quirk in options.quirks:
        if quirk not in QUIRKS:
            raise Unsupported("quirks", quirk)
    if options.quirks and options.dialect != "bga":
        raise Unreadable(f"quirks with the dialect {options.dialect}", "them with bga", line=1, path="$.options.quirks")
    if options.groups and options.card_set != "custom":
        raise Unreadable("groups of slots", "the card set custom with them", line=1, path="$.options.groups")
    if not 0 <= options.first_drafter < seats:
        found = f"the first drafter {options.first_drafter}"
        raise Unreadable(found, f"a seat from 0 to {seats - 1}", line=1, path="$.options.first_drafter")
    if options.remove_gold_6 and seats != 2:
        raise Unreadable("remove_gold_6", "it in games of two only", line=1, path="$.options.remove_gold_6")
