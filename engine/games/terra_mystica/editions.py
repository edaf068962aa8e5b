"""The editions of the Fire & Ice factions: TM-16.7. `EDITIONS` has every faction, with older editions as extra keys."""

from typing import Any

from msgspec.structs import replace

from engine.games.terra_mystica.components import COMPONENTS, FACTIONS, Faction, FactionBuilding, FactionVariant

NEWEST = "v5"
_OPTION = "fire-and-ice-factions/variable"


def edition_of(faction: str, version: str, playtests: tuple[str, ...]) -> str:
    """TM-16.7.1: the key of a faction's edition under the options; empty for the usual one."""
    for name in (version, *playtests):
        if f"{faction}/{name}" in EDITIONS and name != NEWEST:
            return f"{faction}/{name}"
    return ""


def _name_of(variant: FactionVariant) -> str:
    """The value of the option that names a variant: v1 to v5, or a playtest."""
    if variant.snellman.startswith(_OPTION):
        return variant.snellman.removeprefix(_OPTION).lstrip("_") or "v1"
    return variant.snellman.removeprefix("faction-variant ")


def _changed(rules: Faction, changes: dict[str, Any]) -> Faction:
    """A faction with the changes of a variant, each of which is a word in the table."""
    for what, value in changes.items():
        rules = _CHANGES[what](rules, value)
    return rules


def _start_workers(rules: Faction, n: int) -> Faction:
    return replace(rules, start={**rules.start, "worker": n})


def _dwelling_income(rules: Faction, workers: list[int]) -> Faction:
    return replace(rules, dwelling=replace(rules.dwelling, income={"worker": workers}))


def _sanctuary_coins(rules: Faction, n: int) -> Faction:
    sanctuary: FactionBuilding = replace(rules.sanctuary, cost={**rules.sanctuary.cost, "coin": n})
    return replace(rules, sanctuary=sanctuary)


def _exchange_workers(rules: Faction, n: int) -> Faction:
    return replace(rules, exchange=replace(rules.exchange, cost={**rules.exchange.cost, "worker": n}))


def _unlock(what: str) -> Any:
    return lambda rules, n: replace(rules, unlock_cost={**rules.unlock_cost, what: n})


_CHANGES: dict[str, Any] = {
    "start_worker": _start_workers,
    "dwelling_income": _dwelling_income,
    "sanctuary_coin_cost": _sanctuary_coins,
    "exchange_upgrade_worker_cost": _exchange_workers,
    "unlock_coin_free": _unlock("free_terrain"),
    "unlock_coin_home": _unlock("opponent_home"),
    "identical_to": lambda rules, edition: rules,
    "on_leech_taken": lambda rules, words: replace(rules, buys_token=words.startswith("may buy")),
    "shapeshift_cost": lambda rules, words: replace(rules, shapeshift_cost=int(words.split()[0])),
    "shapeshift_vp": lambda rules, n: replace(rules, shapeshift_vp=n),
    "shapeshift_limit": lambda rules, words: replace(rules, shapeshift_limit="" if words.startswith("none") else words),
}

EDITIONS: dict[str, Faction] = FACTIONS | {
    f"{each.faction}/{_name_of(each)}": _changed(FACTIONS[each.faction], each.changes)
    for each in COMPONENTS.faction_variant
}
