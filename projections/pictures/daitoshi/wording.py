"""Short wordings for Daitoshi, used in the terminal and in drawings."""

from collections.abc import Callable
from typing import Any

from engine.games.daitoshi.components import RINGS, Circuit, DistrictTile
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.queries import district_tile
from engine.games.daitoshi.state import COVERED, NEUTRAL, PILGRIMS, WORKERS, Given, Player, State, Tile
from events.vocabulary.daitoshi import effects as kinds
from projections.pictures.words import plain

ACTIONS = {"commit": "Commit", "expand": "Expand", "electrify": "Electrify", "trade": "Trade", "wild": "Town Hall"}
BUILDINGS = ("left", "centre", "right")
SPACES = ("left", "centre", "right")


def tile_name(tile: str) -> str:
    """A tile by its name, such as `ordinary 03`, or `university 1.5` for the fifth of the first type."""
    kind, *numbers = tile.split("_")
    return f"{kind} {'.'.join(numbers)}" if kind == "university" else plain(tile)


def seat_number(seat: int) -> str:
    """The name of a seat on the board: 1 for the first, N for the neutral magnate."""
    return "N" if seat == NEUTRAL else str(seat + 1)


def _counted(name: str) -> Callable[[Any], str]:
    return lambda effect: f"{effect.n} {name}" if effect.n != 1 else name


_WORDS: dict[type, Callable[[Any], str]] = {
    kinds.Gain: lambda effect: f"{effect.n} {effect.res}",
    kinds.Worker: lambda effect: f"{effect.n} {effect.colour} worker",
    kinds.Vp: lambda effect: f"{effect.n} VP",
    kinds.Water: _counted("water"),
    kinds.Coal: _counted("coal"),
    kinds.Fame: _counted("fame"),
    kinds.Bus: lambda effect: f"bus {effect.n}",
    kinds.Reputation: lambda effect: f"reputation +{effect.n}",
    kinds.ScoreReputation: _counted("score reputation"),
    kinds.Pilgrim: lambda effect: f"pilgrim {effect.track} {_upto(effect)}" + (" on one track" if effect.same else ""),
    kinds.Progress: lambda effect: f"progress {_upto(effect)}",
    kinds.Restore: lambda effect: f"restore {effect.n}" + (f" (reward {effect.reward})" if effect.reward else ""),
    kinds.ConflictReward: _counted("conflict reward"),
    kinds.Convert: lambda effect: f"{_prices(effect)} to {effect_words(effect.gain)}",
    kinds.Partnership: lambda effect: "banner" + (" anywhere" if effect.where == "any" else ""),
    kinds.ActivateCity: lambda effect: "city's effect" if effect.where == "here" else "another city's effect",
    kinds.WorkshopReward: lambda effect: "a workshop here",
    kinds.MachineWorkshop: lambda effect: "mega-machine's workshop",
    kinds.MarketInvention: lambda effect: f"{effect.quality} invention from the market",
    kinds.UpgradeInvention: lambda effect: "upgrade" + (" any" if effect.scope == "any" else ""),
    kinds.ReadyForMachine: lambda effect: "ready",
    kinds.ScoreInvention: lambda effect: "score" if effect.n == 1 else f"score {effect.n} times",
    kinds.HexSlot: lambda effect: f"hex {effect.slot}",
    kinds.Choice: lambda effect: " or ".join(effect_words(option) for option in effect.options),
    kinds.Optional: lambda effect: f"({effect_words(effect.do)})",
    kinds.Opaque: lambda effect: "unknown",
}


def _upto(effect: kinds.Pilgrim | kinds.Progress) -> str:
    return f"up to {effect.n}" if effect.upto else str(effect.n)


def _prices(effect: kinds.Convert) -> str:
    return " and ".join(f"{price.n} {price.res}" for price in effect.cost)


def effect_words(effects: kinds.Effects) -> str:
    """A list of effects in a few words."""
    return ", ".join(_WORDS[type(effect)](effect) for effect in effects) or "nothing"


def circuit_words(circuit: Circuit, steps: int) -> str:
    """What the next step on the fame track or the rail brings."""
    if not circuit.cyclic and steps + 1 >= len(circuit.spaces):
        return "none"
    return effect_words(circuit.spaces[(steps + 1) % len(circuit.spaces)])


def workshop_words(row: DistrictTile, tile: Tile) -> str:
    """What a workshop gives on the side that is up."""
    return effect_words(row.workshop_electrified if tile.electrified else row.workshop)


def exploit_words(state: State, slice: int) -> str:
    """The operation of a slice, and the workers that it needs."""
    row = district_tile(state, state.slices[slice].inner)
    return f"{' and '.join(row.exploit)}, {row.worker} workers"


def tiles_of(state: State, slice: int) -> list[tuple[str, Tile | None]]:
    """The three rings of a slice, from the centre outwards."""
    return [(ring, getattr(state.slices[slice], ring)) for ring in RINGS]


def magnate_words(state: State, slice: int) -> list[str]:
    """Each space with those who stand there."""
    found = []
    for space in SPACES:
        if there := magnates_on(state, slice, space):
            found.append(f"{space} {' '.join(map(seat_number, there))}")
    return found


def pilgrims_on(state: State, track: str, position: int) -> str:
    """The seats whose pilgrims stand on a space, 0 being the temple."""
    there = [p.seat for p in state.players if getattr(p, PILGRIMS[track]) == position]
    return "".join(map(seat_number, there))


def worker_words(player: Player) -> str:
    """The workers of a player."""
    held = [f"{getattr(player, figure)} {colour}" for colour, figure in WORKERS.items() if getattr(player, figure)]
    return " ".join(held) or "none"


def space_words(state: State) -> list[str]:
    """The spaces of the mega-machine, with what they give or hold."""
    if state.machine is None:
        return []
    words = []
    for space, rewards in zip(state.machine.spaces, state.catalogue.machine[state.machine.id].spaces, strict=True):
        if isinstance(space, Given):
            words.append(f"{tile_name(space.tile)} of {seat_number(space.owner)}")
        else:
            words.append("covered" if space == COVERED else effect_words(rewards))
    return words


def upgrade_words(state: State) -> list[str]:
    """The upgrades of the mega-machine."""
    if state.machine is None:
        return []
    rows, there = state.catalogue.machine_upgrade, state.machine
    pairs = zip(there.upgrades, there.unlocked, strict=False)
    return [f"{effect_words(rows[tile].effect)}{'' if unlocked else ' (locked)'}" for tile, unlocked in pairs]


def slot_words(state: State, player: Player, building: int, floor: int) -> str:
    """An invention space: tile, position, marker, readiness."""
    slot, row = player.slots[building][floor - 1], state.catalogue.slots[building][floor - 1]
    if slot.tile is None:
        return "empty"
    marks = f"{slot.marker}/{len(row.progress)}"
    return f"{tile_name(slot.tile)} {'high' if slot.high else 'low'} {marks}{' ready' if slot.ready else ''}"


PHASES = {
    "setup": "setup",
    "turn_start": "start of the turn",
    "action": "action",
    "exploit": "exploiting the wilderness",
    "workers": "placing workers",
    "production": "production",
    "turn_end": "end of the turn",
    "final_grants": "final grants",
    "finished": "over",
}
AWAITED = {
    "inner_tiles": "the inner districts",
    "cities": "cities",
    "market": "the market",
    "machine": "the mega-machine",
    "machine_place": "where the mega-machine stands",
    "university": "inventions of the university",
    "upgrades": "upgrades of the mega-machine",
    "basics_dealt": "basic inventions",
    "basics_drawn": "basic inventions",
    "basic": "a basic invention",
    "neutral": "where the neutral magnate stands",
    "district_tile": "a district tile",
    "refill": "inventions for the market",
    "turn_start": "production, or where the magnate goes",
    "produce": "buildings to activate",
    "workers": "where a worker goes",
    "act": "an action",
    "window": "a banner, or none",
    "exploit": "what to exploit",
    "deposit": "hexes for the new district",
    "keep": "workers to keep",
    "track": "a track",
    "colour": "a worker's colour",
    "discard": "a worker to discard",
    "restore": "a hex to restore",
    "conflict": "a hex for its conflict reward",
    "progress": "a marker to advance",
    "upgrade": "an invention to upgrade",
    "convert": "what to convert",
    "banner": "a city for a banner",
    "activation": "a city to activate",
    "workshop": "a workshop",
    "order": "an order of the mega-machine's rewards",
    "invention": "an invention",
    "option": "one of several effects",
    "optional": "whether to take an effect",
}


def where(state: State) -> str:
    """The round, the turn and the phase."""
    if state.phase == "finished":
        return f"Over after round {state.round}"
    if not state.turn:
        return "Setup"
    last = f" (the last is {state.end_round})" if state.end_round is not None else ""
    return f"Round {state.round}{last}, turn {state.turn}: {PHASES.get(state.phase, state.phase.replace('_', ' '))}"
