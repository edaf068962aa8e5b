"""Anachrony in few words: amounts, effects of tiles, where the game stands.

N Neutronium, G Gold, U Uranium, T Titanium, W Water, E Energy Core; A, E, G, S of Workers where they stand alone.
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
from engine.games.anachrony.state import ACTION, SETUP, Player, State
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
    """A Superproject by its name, a building by its short id."""
    row = state.tables.superprojects.get(tile)
    return row.name if row else tile.upper().replace("_", " ")


def does(tile: Tile) -> str:
    """What the space of a tile does, empty if it has none."""
    words = [_effect(op) for op in tile.effects]
    cost = f"{amounts(tile.cost)}: " if tile.cost else ""
    return cost + ", ".join(words) if words else ""


def lasting(tile: Tile) -> str:
    """What a tile gives as long as it is not covered, and at the end."""
    return ", ".join(_effect(op) for op in (*tile.passive, *tile.endgame))


def _effect(op: object) -> str:
    match op:
        case PlantRange():
            return f"range +{op.add}"
        case Capacity():
            return f"Paradox room +{op.add}"
        case WaterDiscount():
            return f"-{op.amount}W an action"
        case ConstructDiscount():
            return f"build for -{op.amount} {SIGNS[op.of]}"
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
    ReturnTiles: "Warp tile back",
    ReturnTokens: "Paradox back",
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


def where(state: State) -> str:
    """Era and phase, whose turn it is, what is awaited."""
    if state.over:
        return f"over after Era {state.era}, {spelt(state.end)}"
    if state.phase == SETUP:
        return "setup"
    turn = f", turn of player {state.current + 1}" if state.phase == ACTION and state.agenda else ""
    impact = ", after the Impact" if state.after_impact else ""
    return f"Era {state.era}, {spelt(state.phase)}{turn}{impact}"


def who(state: State, player: Player) -> str:
    """A player with Path, side and leader."""
    path = f"{player.path} {player.path_side}".strip() or "no Path yet"
    leader = f", {spelt(player.leader).title()}" if player.leader else ""
    return f"player {player.seat + 1}: {path}{leader}"


def workers(numbers: list[int]) -> str:
    """Workers of a column, such as `2 engineer, 1 genius`."""
    return ", ".join(f"{n} {worker}" for worker, n in zip(WORKERS, numbers, strict=True) if n) or "none"


def taken_by(state: State, space: str) -> list[str]:
    """Who stands on a space: player and Worker, such as `1 engineer`."""
    found = []
    for player in state.players:
        standing = [each.worker for each in player.busy if each.space == space]
        found += [f"{player.seat + 1} {worker}" for worker in standing]
        found += [f"{player.seat + 1} empty suit"] * (player.suits.count(space) - len(standing))
    return found
