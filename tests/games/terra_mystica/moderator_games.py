"""Self-played games for the moderator's commands, with the options by which its order of play matters."""

from engine import selfplay
from engine.games.terra_mystica.selfplay import SELDOM
from engine.intake import examine
from engine.rules import ruleset
from engine.sameness import identity
from events.files import Blob
from events.log.native import GameLog, resolve

TERRA_MYSTICA = ruleset("terra_mystica")
PLAIN = {
    **dict.fromkeys(SELDOM, False),
    "faction_selection": "player_choice",
    "reaction_timing": "deferred",
    "landscapes": False,
    "random_seating": False,
    "starting_vp": "standard",
    "playtests": [],
    "spade_vp_timing": "on_gain",
    "late_key": "same_turn",
    "fire_ice_final_scoring": "random",
    "shipping_bonus_card": False,
    "temple_scoring_tile": False,
    "mini_expansion_towns": False,
}
STEPS = {
    "map": "fjords_1_0",
    "temple_scoring_tile": True,
    "mini_expansion_towns": True,
    "fire_ice_factions": ["ice", "volcano", "variable"],
    "fire_ice_variable_version": "v1",
    "turn_order": "pass_order",
}
WALKERS = {
    "map": "archipelago",
    "fire_ice_factions": ["ice", "variable"],
    "fire_ice_variable_version": "v2",
    "turn_order": "clockwise",
}
GIVEN_UP = {
    "map": "base",
    "temple_scoring_tile": True,
    "fire_ice_final_scoring": "random",
    "fire_ice_factions": ["variable"],
    "fire_ice_variable_version": "v5",
    "turn_order": "pass_order",
}
UNLOCKED = {
    "map": "fjords_1_0",
    "temple_scoring_tile": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice", "variable"],
    "fire_ice_variable_version": "v3",
    "turn_order": "pass_order",
}
ORDAINED = {
    "map": "archipelago",
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["variable"],
    "fire_ice_variable_version": "v3",
    "turn_order": "clockwise",
}
NOT_ORDAINED = {
    "map": "fjords_1_0",
    "mini_expansion_towns": True,
    "fire_ice_factions": ["ice", "volcano"],
    "fire_ice_variable_version": "v1",
    "turn_order": "pass_order",
}
DOUBLE = {
    "map": "fjords",
    "mini_expansion_towns": True,
    "shipping_bonus_card": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice"],
    "fire_ice_variable_version": "v2",
    "turn_order": "pass_order",
}
STEPS_TWICE = {
    "map": "archipelago",
    "shipping_bonus_card": True,
    "fire_ice_factions": ["ice", "volcano", "variable"],
    "fire_ice_variable_version": "v5",
    "turn_order": "clockwise",
}
LEFT_OPEN = {
    "map": "base",
    "shipping_bonus_card": True,
    "mini_expansion_towns": True,
    "fire_ice_factions": [],
    "fire_ice_variable_version": "v3",
    "turn_order": "clockwise",
}
BUILT_LATE = {
    "map": "fjords",
    "temple_scoring_tile": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["volcano"],
    "fire_ice_variable_version": "v1",
    "turn_order": "pass_order",
}
SHIFTED = {
    "map": "base",
    "temple_scoring_tile": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice", "variable"],
    "fire_ice_variable_version": "v4",
    "turn_order": "clockwise",
}
GAIN = "unlock-terrain gain-priest"
UNUSED = {
    "map": "fjords_1_0",
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice", "volcano", "variable"],
    "fire_ice_variable_version": "v2",
    "turn_order": "clockwise",
}
LATE_STEP = {
    "map": "revised_base",
    "temple_scoring_tile": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice", "volcano", "variable"],
    "fire_ice_variable_version": "v2",
    "turn_order": "clockwise",
}
KEPT_OPEN = {
    "map": "revised_base",
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": [],
    "fire_ice_variable_version": "v1",
    "turn_order": "pass_order",
}
GIVEN_UP_LATE = {
    "map": "revised_base",
    "shipping_bonus_card": True,
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": ["ice", "volcano", "variable"],
    "fire_ice_variable_version": "v3",
    "turn_order": "clockwise",
}
VOID = {
    "map": "base",
    "temple_scoring_tile": True,
    "shipping_bonus_card": True,
    "mini_expansion_towns": True,
    "fire_ice_factions": ["ice", "variable"],
    "fire_ice_variable_version": "v5",
    "turn_order": "pass_order",
}
LAST_TURN = {
    "map": "revised_base",
    "shipping_bonus_card": True,
    "mini_expansion_towns": True,
    "fire_ice_factions": ["volcano", "variable"],
    "fire_ice_variable_version": "v5",
    "turn_order": "pass_order",
}
DUG = {
    "map": "lakes",
    "shipping_bonus_card": True,
    "fire_ice_factions": ["variable"],
    "fire_ice_variable_version": "v4",
    "turn_order": "pass_order",
}


def text(lines):
    return examine(Blob("x.txt", lines.encode()))


def played(report):
    return [event for _, event, _ in report.replay.played]


def game(seed, players, policy, **options):
    header = selfplay.header_for(TERRA_MYSTICA, str(seed), players, PLAIN | options)
    return selfplay.play(TERRA_MYSTICA, header, str(seed), policy).log()


def comes_back(log, lines):
    """The same game is read from the lines."""
    report = text(lines)
    assert report.verdict == "valid", (report.problem, report.replay and report.replay.broke)
    assert identity(report.replay.log()) == identity(GameLog(log.header, resolve(log)))
