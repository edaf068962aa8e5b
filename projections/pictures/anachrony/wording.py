"""Short wordings for Anachrony: amounts, effects of tiles, the phase of the game.

N Neutronium, G Gold, U Uranium, T Titanium, W Water, E Energy Core; on their own, A, E, G, S are Workers.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.games.anachrony.components import (
    ANY,
    WORKER,
    WORKERS,
    Amounts,
    BonusAgain,
    Capacity,
    Clone,
    ConstructDiscount,
    CopyCapital,
    CopySpace,
    Effect,
    EvacuationMet,
    Exchange,
    ExtraAction,
    Gain,
    GainIfBuilt,
    GainOneOf,
    LoseWorker,
    MainBoardAction,
    MineBonus,
    MoraleFloor,
    NoMoraleLoss,
    PlantRange,
    ResearchTimes,
    ReturnTiles,
    ReturnTokens,
    SecondDieRight,
    SupplyCost,
    Travel,
    TravelX,
    VpPer,
    WakeAll,
    WaterDiscount,
)
from engine.games.anachrony.state import ERAS, SETUP, Player, State
from engine.games.anachrony.tables import KNOWN, Tile

SIGNS = {"neutronium": "N", "gold": "G", "uranium": "U", "titanium": "T", "water": "W", "energy_core": "E", "vp": "VP"}
SIGNS |= {"tug": "T/U/G", "powered_exosuit": "suit", "paradox": "Paradox", "morale": "Morale"}
SIGNS |= {worker: worker.title() for worker in WORKERS}
ABBREVIATIONS = {"administrator": "A", "engineer": "E", "genius": "G", "scientist": "S"}
UNSTATED, OPEN = "?", "not in the log"
"""The id of what a log leaves open, in positions that are shown, and the words for it."""
ENDGAME = {
    "eg_workers": "Workers",
    "eg_water": "Water",
    "eg_breakthroughs": "Breakthroughs",
    "eg_occupied_spots": "occupied spots",
    "eg_morale": "Morale",
    "eg_time_travel_range": "Time Travel range",
    "eg_superprojects": "Superprojects",
    "eg_time_travel_track": "Time Travel track",
}
"""What each Endgame Condition compares."""
MOTIVATED, LOST = "*", "†"
"""After what a space does: the Worker returns motivated, or is lost."""


def spelt(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def amounts(values: Amounts) -> str:
    """What is paid or gained, such as `2T 1W`."""
    words = (f"{n}{SIGNS[what]}" if len(SIGNS[what]) == 1 else f"{n} {SIGNS[what]}" for what, n in values.items())
    return " ".join(words) or "nothing"


def name_of(state: State, tile: str) -> str:
    """The name of a Superproject, or the short id of a building."""
    if tile == UNSTATED:
        return OPEN
    row = state.tables.superprojects.get(tile)
    return row.name if row else tile.upper().replace("_", " ")


def numbered(tile: str) -> str:
    """The number of a building."""
    return tile.rpartition("_")[2]


def does(tile: Tile) -> str:
    """What the space of a tile does; empty if it has none."""
    words = [_effect(op) for op in tile.effects]
    cost = f"{amounts(tile.cost)}: " if tile.cost else ""
    return cost + ", ".join(words) if words else ""


def lasting(tile: Tile) -> str:
    """What a tile gives while it is not covered, and at the end of the game."""
    return ", ".join(_effect(op) for op in (*tile.passive, *tile.endgame))


class Shown(NamedTuple):
    """What is drawn of a tile: its name, number (of a building), points, what it does, and its space.

    `mode` is that of its space, `user` the letter of whom it is for, if it is not for any Worker.
    """

    name: str
    number: str
    vp: int
    does: str
    mode: str
    user: str
    is_building: bool


@lru_cache(maxsize=4096)
def shown_of(key: str, tile: str) -> Shown:
    """What is drawn of a tile, under the component tables of a key."""
    tables = KNOWN[key]
    rules, project = tables.tiles[tile], tables.superprojects.get(tile)
    name = project.name if project else tile.upper().replace("_", " ")
    return Shown(name, numbered(tile), rules.vp, gist(rules), rules.mode, letters(rules.types), rules.row >= 0)


def gist(tile: Tile) -> str:
    """What a tile does, in few words: at once, on its space, as long as it is not covered, and at the end."""
    at_once = ", ".join(map(_effect, tile.on_build))
    space = does(tile) + _returns(tile)
    for_long = ", ".join(map(_effect, tile.passive))
    at_the_end = ", ".join(map(_effect, tile.endgame))
    words = (f"once: {at_once}" if at_once else "", space, for_long, f"end: {at_the_end}" if at_the_end else "")
    return "; ".join(filter(None, words))


def _returns(tile: Tile) -> str:
    if tile.retrieve == "motivated_if":
        return f" {letters(tile.motivated)}{MOTIVATED}"
    return {"motivated": f" {MOTIVATED}", "dies": f" {LOST}"}.get(tile.retrieve, "") if tile.mode == "worker" else ""


def letters(types: int) -> str:
    """The letters of the Workers in a mask of types, none if it is any; a Genius may stand wherever a Worker may."""
    kinds = [each for each in WORKERS if types >> WORKER[each] & 1]
    known = [each for each in kinds if each != "genius"] or kinds
    return "" if types == ANY else "".join(ABBREVIATIONS[each] for each in known)


def in_short(effects: Sequence[Effect]) -> str:
    """Effects in few words."""
    return ", ".join(map(_effect, effects))


def _effect(op: object) -> str:
    describe = _WORDS.get(type(op))
    return describe(op) if describe else _PLAIN[type(op)]


def _thing(what: str) -> str:
    return f"{spelt(what)[:1].upper()}{spelt(what)[1:]}".replace("Time travel", "Time Travel")


def _project(kind: str) -> str:
    return "project" if kind == "superproject" else spelt(kind)


def _if_built(op: GainIfBuilt) -> str:
    return f"{amounts(op.give)} for a {_project(op.kind)}" if op.give else "1 to 3 VP by its column"


def _extra(op: ExtraAction) -> str:
    return f"then a {_project(op.only)}" if op.only else "once more"


_WORDS: dict[type, Callable[[Any], str]] = {
    PlantRange: lambda op: f"range +{op.add}",
    Capacity: lambda op: f"Paradox capacity +{op.add}",
    WaterDiscount: lambda op: f"{op.amount}W per action less",
    ConstructDiscount: lambda op: f"build for {op.amount} {SIGNS[op.of]} less",
    MineBonus: lambda op: f"{amounts(op.give)} when mining",
    VpPer: lambda op: f"{op.vp} VP per {_thing(op.count_of)}",
    MoraleFloor: lambda op: f"Morale at least {op.min}",
    Gain: lambda op: amounts(op.give),
    GainOneOf: lambda op: " or ".join(map(amounts, op.choices)),
    Travel: lambda op: f"travel {op.range}" + (" twice" if op.times > 1 else ""),
    TravelX: lambda op: f"travel x for x {SIGNS[op.currency]}",
    Exchange: lambda op: f"{amounts(op.a)} = {amounts(op.b)}",
    ReturnTiles: lambda op: f"take back {op.max} Warp" if op.max > 1 else "take back Warp",
    ReturnTokens: lambda op: f"return {op.max} Paradox" if op.max > 1 else "return Paradox",
    ResearchTimes: lambda op: f"{op.times} Research",
    GainIfBuilt: _if_built,
    ExtraAction: _extra,
}
_PLAIN: dict[type, str] = {
    WakeAll: "wake all",
    CopyCapital: "a Capital Action",
    CopySpace: "copy a space",
    MainBoardAction: "a main-board action",
    LoseWorker: "lose a Worker",
    Clone: "clone a Worker",
    SupplyCost: "Supply halved",
    SecondDieRight: "second die",
    NoMoraleLoss: "no Worker lost",
    EvacuationMet: "Evacuation met",
    BonusAgain: "bonus twice",
}


PHASES = {
    "setup": "setup",
    "preparation": "preparation",
    "paradox": "Paradox phase",
    "power_up": "power up",
    "warp": "warp",
    "action": "actions",
    "clean_up": "clean up",
    "scoring": "scoring",
}
AWAITED = {
    "first_player": "the First Player",
    "endgame_cards": "Endgame Conditions",
    "superproject": "a Superproject",
    "top": "the top of a stack",
    "path_dealt": "Paths",
    "side_dealt": "sides of boards",
    "breakthrough_dealt": "a Breakthrough",
    "recruit_card": "the Recruit card",
    "mine_card": "the Mine card",
    "paradox": "the Paradox die",
    "research_roll": "the research dice",
    "collapsing": "Collapsing Capital tiles",
    "resource_found": "a resource",
    "choose_path": "a Path",
    "choose_leader": "a leader",
    "power_up": "Exosuits to power up",
    "choose_warp": "Warp tiles",
    "turn": "an action",
    "nested": "an action",
    "ability": "an ability",
    "construct": "what to build",
    "recruit": "a Worker to recruit",
    "research": "a die to set",
    "second_die": "the second die",
    "choose_icon": "an icon",
    "choose_reroll": "whether to roll again",
    "copy_capital_action": "a Capital Action to copy",
    "mine_take": "resources to take",
    "trade_goods": "what to trade",
    "time_travel": "how far to travel",
    "retrieve_warp": "a Warp tile to retrieve",
    "return_warp": "a Warp tile to give back",
    "choose_gain": "what to gain",
    "copy_worker_space": "a space to copy",
    "clone_worker": "a Worker to clone",
    "return_paradox": "Paradox tokens to give back",
    "anomaly_warp": "a Warp tile to give back",
    "anomaly_or_building": "a building to lose",
    "place_anomaly": "where the Anomaly goes",
}


def where(state: State) -> str:
    """The Era and the phase."""
    if state.over:
        return f"Over after Era {state.era}" + (": the Capital has collapsed" if state.era < ERAS else "")
    if state.phase == SETUP:
        return "Setup"
    impact = ", after the Impact" if state.after_impact else ""
    return f"Era {state.era}: {PHASES[state.phase]}{impact}"


def tables_of(state: State, *_: object) -> tuple[object, ...]:
    """The component tables and options of a game, which are fixed for what is kept (see `kept`)."""
    return state.tables, state.options


def about(state: State, seat: int) -> str:
    """The Path, side and leader of a player."""
    player = state.players[seat]
    path = f"{player.path} {player.path_side}".strip(f" {UNSTATED}").title()
    return path + (f", {spelt(player.leader).title()}" if player.leader else "")


def has_free_ability(state: State, player: Player) -> bool:
    """Whether a player has a leader whose ability is a Free Action."""
    return player.leader != "" and state.tables.leaders[player.leader].kind == "free_action"


def workers(numbers: list[int]) -> str:
    """The Workers in a column, such as `2 engineer, 1 genius`."""
    return ", ".join(f"{n} {worker}" for worker, n in zip(WORKERS, numbers, strict=True) if n) or "none"


def taken_by(state: State, space: str) -> list[str]:
    """Who stands on a space: player and Worker, such as `1 engineer`."""
    found = []
    for player in state.players:
        standing = [each.worker for each in player.busy if each.space == space]
        found += [f"{player.seat + 1} {worker}" for worker in standing]
        found += [f"{player.seat + 1} empty suit"] * (player.suits.count(space) - len(standing))
    return found
