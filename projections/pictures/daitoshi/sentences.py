"""The sentences for the events of Daitoshi: buildings have sides, spaces of the mega-machine count from 1."""

from engine.games.daitoshi.components import TABLES
from projections.pictures.daitoshi.wording import tile_name
from projections.pictures.words import SIDES

SENTENCES = {
    "inner_tiles_placed": "the inner districts are {tiles}",
    "cities_drawn": "the cities are {tiles}",
    "market_drawn": "the market holds {ordinary}, {innovative}, {brilliant}",
    "machine_drawn": "the mega-machine is {machine}",
    "machine_placed": "the mega-machine stands in slice {slice}",
    "university_stacked": "the university holds {tiles}",
    "upgrades_placed": "the upgrades are {tiles}",
    "basics_dealt": "basic inventions are dealt: {tiles}",
    "basics_drawn": "basic inventions are drawn: {tiles}",
    "neutral_placed": "the neutral magnate stands in slice {slice}",
    "district_tile_drawn": "the {ring} district is {tile}",
    "market_refilled": "{tile} refills the market",
    "effect_declared": "an effect of {player:seat} is declared",
    "choose_basic": "choose {tile}",
    "lead_production": "lead production",
    "move_magnate": "move the magnate {steps:slice} to the {space} space",
    "use_grant": "use the grant",
    "activate_building": "activate the {building:side} building[, floors {order}]",
    "finish_production": "finish production",
    "place_worker": "place a {colour} worker in the {workshop} workshop",
    "end_workers": "place no more workers",
    "choose_exploit": "exploit[ {land}], {first} first",
    "commit_inventions": "commit [to {picks:picks}|to nothing]",
    "expand": "build the {ring} district of slice {slice}",
    "deposit_hexes": "deposit [{hexes}|nothing]",
    "renovate": "renovate with the hex {hex}",
    "electrify": "electrify the {ring} district of slice {slice}",
    "trade": "trade {goods:good} with {city}",
    "contribute": "give floor {floor} of the {building:side} building to the mega-machine, space {space:nth}",
    "skip_action": "take no action",
    "use_partnership": "use the banner at {city}",
    "decline_partnership": "use no banner",
    "keep_workers": "keep [{keep}|no workers]",
    "choose_track": "[choose the track {track}|choose no track], {steps:step}",
    "choose_colour": "choose {colour}",
    "discard_worker": "return a {colour} worker",
    "choose_hex": "choose the hex {hex}",
    "choose_slot": "[choose floor {floor} of the {building:side} building|choose no floor]",
    "choose_convert": "[{accept?}convert|do not convert]",
    "choose_city": "choose {city}",
    "choose_workshop": "use the {ring} workshop",
    "choose_order": "choose the order {order}",
    "choose_invention": "choose {tile}",
    "choose_option": "choose option {index:nth}",
    "choose_optional": "[{accept?}take the effect|decline the effect]",
}
SILENT = {
    "market_refilled": {"quality"},
    "effect_declared": {"effects"},
    "activate_building": {"advance_order"},
    "contribute": {"wealth_for"},
}
"""Fields that need no words, by event."""
SPACES = 12
"""More spaces than any mega-machine has."""
SOURCES = {
    **{f"building:{number}": f"{side} building" for number, side in enumerate(SIDES)},
    **{f"space:{number}": f"space {number + 1}" for number in range(SPACES)},
    **{f"space:{side}": f"{side} space" for side in SIDES},
}
"""Reasons for changes whose ids count from 0, or would be misread so."""
NAMES = {row["id"]: tile_name(row["id"]) for row in TABLES["invention"] if row["quality"] == "university"}
"""The names of ids in sentences and reasons."""
