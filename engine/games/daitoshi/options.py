"""The options of a game (DA-1.6)."""

from typing import Literal

from msgspec import Struct

from engine.options import read_options
from events.log.record import Header

VERSION = "2"


class Options(Struct, frozen=True):
    """DA-1.6: the clause of each rule states what its option changes."""

    expert_basics: bool = False
    resource_cap: Literal[8, 9] = 8
    same_space: Literal["strict", "right_allowed"] = "strict"
    progress_timing: Literal["per_building", "end_of_production"] = "per_building"
    conversion: Literal["forced", "optional"] = "forced"
    underground_multiplier: Literal["reputation_vp", "university_inventions"] = "reputation_vp"
    commit_reward: Literal["before_install", "after_install"] = "before_install"
    machine_moves_after_production: bool = False
    partnership_timing: Literal["before_or_after", "after_only"] = "before_or_after"
    neutral_shift: Literal["destination", "origin"] = "destination"
    production_check: Literal["active_only", "all_players"] = "active_only"


def options_of(header: Header) -> Options:
    """DA-1.6: the options of a header. Raises Unsupported or Unreadable for an option or value that is not listed."""
    return read_options(Options, header.options)
