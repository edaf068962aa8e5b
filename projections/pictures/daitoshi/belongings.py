"""What the things in the factories of Daitoshi are: whose, what they cost and bring."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.games.daitoshi.components import Circuit, FactorySlot, Invention
from engine.games.daitoshi.state import Player, Slot, State, capacity, hexes_of, operation, workers_held, workers_of
from events.problems import count
from projections.pictures.daitoshi.effects import counted, in_words
from projections.pictures.daitoshi.wording import BUILDINGS
from projections.pictures.sheet import seat_name
from projections.pictures.words import plain, signed

USES = {
    "food": "pays for inventions",
    "energy": "pays for electrifying districts",
    "building": "pays for new and renovated districts",
    "luxury": "traded with cities",
    "wealth": "stands for any other good",
}
MARKS = {"b": "for everybody", "p": "for the leader", "bp": "for everybody, twice for the leader"}


def _of(state: State, names: Sequence[str], rest: str) -> tuple[Player, str, str]:
    """The player of a key, their name, and what follows the seat."""
    seat, _, what = rest.partition("/")
    return state.players[int(seat)], seat_name(names, int(seat)), what


def _vp(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _of(state, names, rest)
    return f"{signed(player.vp).lstrip('+') if player.vp else 0} VP of {name}"


def _steam(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _of(state, names, rest)
    return f"{player.steam} steam of {name}: pays for the magnate's move, for production and for trade"


def _good(state: State, names: Sequence[str], rest: str) -> str:
    player, name, good = _of(state, names, rest)
    most = "without limit" if good == "wealth" else f"at most {state.options.resource_cap}"
    return f"{counted(getattr(player, good), good)} of {name}, {most}: {USES[good]}"


def _workers(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _of(state, names, rest)
    held = ", ".join(f"{number} {colour}" for colour, number in workers_of(player) if number)
    return f"workers of {name}: {held or 'none'}; {workers_held(player)} of at most {capacity(state, player)}"


def _record(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _of(state, names, rest)
    held = ", ".join(f"{number} {kind}" for kind, number in hexes_of(player) if number)
    return f"hexes in the record of {name}: {held or 'none'}; whoever ends a turn with two of a type is in conflict"


def _marks(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _of(state, names, rest)
    reputation = state.catalogue.reputation.vp
    parts = [
        f"{name}: chimney {signed(player.chimney) if player.chimney else 0}",
        f"reputation {player.reputation} of {len(reputation)}, scores {reputation[player.reputation - 1]} VP",
        f"fame {player.fame}, {_next(state.catalogue.fame_track, player.fame)}",
        f"bus {player.bus}, {_next(state.catalogue.bus_rail, player.bus)}",
        f"{count(player.banners, 'banner')} left",
        f"grant {'kept' if player.grant else 'used'}",
        *_operations(state, player),
    ]
    return "; ".join(parts)


def _next(circuit: Circuit, steps: int) -> str:
    """What the next step on a track brings."""
    if not circuit.cyclic and steps + 1 >= len(circuit.spaces):
        return "at the end of its track"
    return f"next {in_words(circuit.spaces[(steps + 1) % len(circuit.spaces)])}"


def _operations(state: State, player: Player) -> Iterator[str]:
    """The operation tiles as they lie."""
    yield f"in conflict: {', '.join(player.in_conflict) or 'none'}"
    yield f"an arrow of the chimney brings {operation(state, player, 'op_steam', 'steam_per_arrow')} steam"
    centre, right = (operation(state, player, "op_buildings", f"cost_{side}") for side in BUILDINGS[1:])
    yield f"the centre building costs {centre} steam, the right one {right}"
    yield f"room for {count(capacity(state, player), 'worker')}"
    steps = operation(state, player, "op_progress", "advance")
    yield f"inventions advance by {steps}, the leader's by {operation(state, player, 'op_progress', 'advance_leader')}"


def _slot(state: State, names: Sequence[str], rest: str) -> str:
    player, name, place = _of(state, names, rest)
    building, floor = map(int, place.split("/"))
    row, slot = state.catalogue.slots[building][floor], player.slots[building][floor]
    where = f"floor {floor + 1} of the {BUILDINGS[building]} building of {name}"
    if slot.tile is None:
        return f"{where}: free for an invention, with a progress track of {count(len(row.progress), 'step')}"
    gains = "; ".join(_gains(state.catalogue.invention[slot.tile], row, slot))
    return f"{where}: {plain(slot.tile)}, {'high' if slot.high else 'low'}; {gains}; {_progress(row, slot)}"


def _gains(tile: Invention, row: FactorySlot, slot: Slot) -> Iterator[str]:
    """What an activated invention brings, as it lies now."""
    columns = (in_words(tile.left), in_words(tile.centre), f"{tile.vp} VP")
    for words, mark in zip(columns, row.marks_high if slot.high else row.marks_low, strict=True):
        if mark in MARKS:
            yield f"{words} {MARKS[mark]}"


def _progress(row: FactorySlot, slot: Slot) -> str:
    ready = ", ready for the mega-machine" if slot.ready else ""
    if slot.marker >= len(row.progress):
        return f"its progress track is finished{ready}"
    coming = in_words(row.progress[slot.marker])
    return f"its marker is on step {slot.marker} of {len(row.progress)}{ready}, the next one brings {coming}"


BELONGINGS: Mapping[str, Callable[[State, Sequence[str], str], str]] = {
    "vp": _vp,
    "steam": _steam,
    "good": _good,
    "workers": _workers,
    "record": _record,
    "marks": _marks,
    "slot": _slot,
}
