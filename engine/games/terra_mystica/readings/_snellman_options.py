"""The options, map and final scoring that the site's names stand for: TM-17.4.2, TM-17.6."""

from collections.abc import Iterable
from typing import Any

from engine.clause import Unsupported
from engine.games.terra_mystica.components import COMPONENTS, MAPS, PLAYTESTS, SiteOption
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.options import SETS
from events.notations._snellman_document import Document

# TM-3.4.9: the site names maps by digests of their terrain.
MAP_OF = {code: each.id for each in MAPS.values() for code in each.snellman_ids} | {"original": "base"}
FINAL_TILE_OF = {tile.snellman: tile.id for tile in FINAL_TILES.values()}
VARIANT = "faction-variant "


def options_named(names: Iterable[str]) -> dict[str, Any]:
    """TM-17.4.2, TM-17.6: the site's defaults, then the named options. Raises Unsupported."""
    options: dict[str, Any] = {each.option: _value(each.value) for each in COMPONENTS.site_default}
    known = {each.name: each for each in COMPONENTS.site_option}
    for name in names:
        if name.removeprefix(VARIANT) in PLAYTESTS:  # TM-16.7.1
            _add(options, "playtests", name.removeprefix(VARIANT))
        elif name in known:
            _set_option(options, known[name])
        else:
            raise Unsupported(name, True)
    return options


def stated_options(document: Document) -> dict[str, Any]:
    """The options, map and final scoring that a ledger states."""
    options = options_named(setting.value for setting in document.options)
    if document.map.value:
        options["map"] = MAP_OF.get(document.map.value, document.map.value)
    if document.final_scoring:
        tile = document.final_scoring[0].value
        options["fire_ice_final_scoring"] = FINAL_TILE_OF.get(tile, tile)
    return options


def _set_option(options: dict[str, Any], setting: SiteOption) -> None:
    """TM-17.6: options of Fire & Ice add up; the variable factions come with their edition."""
    if setting.option == "fire_ice_variable_version":
        options[setting.option] = setting.value
        _add(options, "fire_ice_factions", "variable")
    elif setting.option in SETS:
        _add(options, setting.option, setting.value)
    elif setting.option and setting.value != "from comment":
        options[setting.option] = _value(setting.value)


def _add(options: dict[str, Any], option: str, value: str) -> None:
    if value not in options.setdefault(option, []):
        options[option].append(value)


def _value(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)
