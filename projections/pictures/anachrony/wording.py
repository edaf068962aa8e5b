"""Short wordings for Anachrony: amounts, effects of tiles, the phase of the game.

N Neutronium, G Gold, U Uranium, T Titanium, W Water, E Energy Core; on their own, A, E, G, S are Workers.
"""

from engine.games.anachrony.components import (
    WORKERS,
    Amounts,
    Capacity,
    Clone,
    ConstructDiscount,
    CopyCapital,
    CopySpace,
    EvacuationMet,
    Exchange,
    Gain,
    GainOneOf,
    LoseWorker,
    MainBoardAction,
    MineBonus,
    MoraleFloor,
    NoMoraleLoss,
    PlantRange,
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
from engine.games.anachrony.state import ERAS, SETUP, State
from engine.games.anachrony.tables import Tile

SIGNS = {"neutronium": "N", "gold": "G", "uranium": "U", "titanium": "T", "water": "W", "energy_core": "E", "vp": "VP"}
SIGNS |= {"tug": "T/U/G", "powered_exosuit": "suit", "paradox": "Paradox", "morale": "Morale"}
SIGNS |= {worker: worker for worker in WORKERS}
ABBREVIATIONS = {"administrator": "A", "engineer": "E", "genius": "G", "scientist": "S"}


def spelt(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def amounts(values: Amounts) -> str:
    """What is paid or gained, such as `2T 1W`."""
    words = (f"{n}{SIGNS[what]}" if len(SIGNS[what]) == 1 else f"{n} {SIGNS[what]}" for what, n in values.items())
    return " ".join(words) or "nothing"


def name_of(state: State, tile: str) -> str:
    """The name of a Superproject, or the short id of a building."""
    row = state.tables.superprojects.get(tile)
    return row.name if row else tile.upper().replace("_", " ")


def does(tile: Tile) -> str:
    """What the space of a tile does; empty if it has none."""
    words = [_effect(op) for op in tile.effects]
    cost = f"{amounts(tile.cost)}: " if tile.cost else ""
    return cost + ", ".join(words) if words else ""


def lasting(tile: Tile) -> str:
    """What a tile gives while it is not covered, and at the end of the game."""
    return ", ".join(_effect(op) for op in (*tile.passive, *tile.endgame))


def _effect(op: object) -> str:
    match op:
        case PlantRange():
            return f"range +{op.add}"
        case Capacity():
            return f"Paradox capacity +{op.add}"
        case WaterDiscount():
            return f"-{op.amount}W per action"
        case ConstructDiscount():
            return f"build for {op.amount} {SIGNS[op.of]} less"
        case MineBonus():
            return f"{amounts(op.give)} when mining"
        case VpPer():
            return f"{op.vp} VP per {spelt(op.count_of)}"
        case MoraleFloor():
            return f"Morale at least {op.min}"
        case Gain():
            return amounts(op.give)
        case GainOneOf():
            return " or ".join(map(amounts, op.choices))
        case Travel():
            return f"travel {op.range}" + (" twice" if op.times > 1 else "")
        case TravelX():
            return f"travel x for x {SIGNS[op.currency]}"
        case Exchange():
            return f"{amounts(op.a)} = {amounts(op.b)}"
    return _PLAIN[type(op)]


_PLAIN: dict[type, str] = {
    ReturnTiles: "return Warp tile",
    ReturnTokens: "return Paradox",
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


def about(state: State, seat: int) -> str:
    """The Path, side and leader of a player."""
    player = state.players[seat]
    path = f"{player.path} {player.path_side}".strip().title()
    return path + (f", {spelt(player.leader).title()}" if player.leader else "")


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
