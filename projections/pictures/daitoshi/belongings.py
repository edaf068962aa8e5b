"""What the things in the factories of Daitoshi are: whose, what they cost and bring."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.games.daitoshi.components import OPERATION_TILES, Circuit, FactorySlot, Invention
from engine.games.daitoshi.queries import capacity, operation, workers_held, workers_of
from engine.games.daitoshi.state import HEXES, PILGRIMS, Player, Slot, State
from events.problems import count
from projections.pictures.daitoshi.effects import counted, in_words
from projections.pictures.daitoshi.inventions import price_of
from projections.pictures.daitoshi.wording import BUILDINGS, tile_name
from projections.pictures.sheet import seat_name
from projections.pictures.words import signed

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


CONFLICT = {
    "op_steam": "an arrow of the chimney brings {steam_per_arrow} steam",
    "op_buildings": "the centre building costs {cost_centre} steam, the right one {cost_right}",
    "op_workers": "room for {capacity} workers",
    "op_progress": "inventions advance by {advance}, the leader's by {advance_leader}",
}
"""What the operation tiles say, by their numbers."""


def _record(state: State, names: Sequence[str], rest: str) -> str:
    player, name, kind = _of(state, names, rest)
    held = count(getattr(player, HEXES[kind]), f"{kind} hex", f"{kind} hexes")
    at = getattr(player, PILGRIMS[kind])
    pilgrim = f"the pilgrim is on space {at} of the {kind}" if at else f"the {kind} pilgrim is in the temple"
    tiles = [each for each, of in state.catalogue.type_of.items() if of == kind]
    conflict = kind in player.in_conflict
    sides = [(OPERATION_TILES[tile].conflict if conflict else OPERATION_TILES[tile].normal, tile) for tile in tiles]
    operations = [CONFLICT[tile].format(**numbers) for numbers, tile in sides]
    parts = [f"{held} in the record of {name}", pilgrim, "in conflict" if conflict else "not in conflict", *operations]
    return "; ".join([*parts, "whoever ends a turn with two of a type is in conflict"])


def _marks(state: State, names: Sequence[str], rest: str) -> str:
    player, name, mark = _of(state, names, rest)
    return f"{name}: {_MARKS[mark](state, player)}"


def _reputation(state: State, player: Player) -> str:
    levels = state.catalogue.reputation.vp
    return f"reputation {player.reputation} of {len(levels)}, scores {levels[player.reputation - 1]} VP"


def _chimney(state: State, player: Player) -> str:
    arrow = operation(state, player, "op_steam", "steam_per_arrow")
    track = state.catalogue.steam_track
    length = f"between {signed(track.min)} and {signed(track.max)}"
    return f"chimney {signed(player.chimney) if player.chimney else 0}, {length}; an arrow brings {arrow} steam"


_MARKS: Mapping[str, Callable[[State, Player], str]] = {
    "reputation": _reputation,
    "fame": lambda state, player: f"fame {player.fame}, {_next(state.catalogue.fame_track, player.fame)}",
    "bus": lambda state, player: f"Worm-Bus {player.bus}, {_next(state.catalogue.bus_rail, player.bus)}",
    "chimney": _chimney,
    "banners": lambda state, player: f"{count(player.banners, 'banner')} left, to be placed in cities",
    "grant": lambda state, player: (
        f"government grant {'kept: a production free of charge' if player.grant else 'used'}"
    ),
    "token": lambda state, player: f"production marker on the {player.token}",
}


def _next(circuit: Circuit, steps: int) -> str:
    """What the next step on a track brings."""
    if not circuit.cyclic and steps + 1 >= len(circuit.spaces):
        return "at the end of its track"
    return f"next {in_words(circuit.spaces[(steps + 1) % len(circuit.spaces)])}"


def _building(state: State, names: Sequence[str], rest: str) -> str:
    player, name, number = _of(state, names, rest)
    return f"the {BUILDINGS[int(number)]} building of {name}: {price_of(state, player, int(number))}"


def _slot(state: State, names: Sequence[str], rest: str) -> str:
    player, name, place = _of(state, names, rest)
    building, floor = map(int, place.split("/"))
    row, slot = state.catalogue.slots[building][floor], player.slots[building][floor]
    where = f"floor {floor + 1} of the {BUILDINGS[building]} building of {name}"
    if slot.tile is None:
        return f"{where}: free for an invention, with a progress track of {count(len(row.progress), 'step')}"
    gains = "; ".join(_gains(state.catalogue.invention[slot.tile], row, slot))
    return f"{where}: {tile_name(slot.tile)}, {'high' if slot.high else 'low'}; {gains}; {_progress(row, slot)}"


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
    "building": _building,
    "slot": _slot,
}
