"""A table of Daitoshi for tests: a set-up that is always the same, and positions in the middle of a turn."""

from typing import Any

from engine.games.daitoshi import flow, items
from engine.games.daitoshi.options import VERSION
from engine.games.daitoshi.state import Activation, Player, Slot
from events.log.record import Header, Seat
from events.vocabulary import daitoshi as events
from tests.support import Position, at_start

HOUSE = {"mode": "house", "id": "house_v1"}
INNER = ("inner_town_hall", "inner_commit", "inner_expand", "inner_electrify", "inner_trade")
CITIES = ("city_10", "city_15", "city_04", "city_06", "city_13")
BASICS = ("basic_food", "basic_energy", "basic_building", "basic_luxury")
ORDINARY, INNOVATIVE, BRILLIANT = ("ordinary_01", "ordinary_04"), ("innovative_01", "innovative_02"), ("brilliant_01",)
ANN, BOB, CY, DEE = range(4)


def header(players: int = 3, catalogue: Any = HOUSE, **options: Any) -> Header:
    """A header for this number of players."""
    seats = tuple(Seat(name) for name in ("ann", "bob", "cy", "dee")[:players])
    return Header("daitoshi", VERSION, options, seats, catalogue)


def setup_events(
    players: int = 3,
    inner: tuple[str, ...] = INNER,
    cities: tuple[str, ...] = CITIES,
    ordinary: tuple[str, ...] = ORDINARY,
    innovative: tuple[str, ...] = INNOVATIVE,
    brilliant: tuple[str, ...] = BRILLIANT,
    machine: str = "machine_1",
    slice: int = 4,
    basics: tuple[str, ...] = BASICS,
    neutral: int = 0,
) -> list[Any]:
    """The chance outcomes of the set-up, in order."""
    number = machine[-1]
    dealt: list[Any] = [events.BasicsDealt(tiles=basics[:players])]
    if players == 2:
        dealt.append(events.NeutralPlaced(neutral))
    return [
        events.InnerTilesPlaced(tiles=inner),
        events.CitiesDrawn(tiles=cities),
        events.MarketDrawn(ordinary=ordinary, innovative=innovative, brilliant=brilliant),
        events.MachineDrawn(machine=machine),
        events.MachinePlaced(slice),
        events.UniversityStacked(tiles=tuple(f"university_{number}_{n}" for n in range(1, 7))),
        events.UpgradesPlaced(tiles=("upgrade_restore", "upgrade_steam", "upgrade_vp")),
        *dealt,
    ]


def table(players: int = 3, options: dict[str, Any] | None = None, **layout: Any) -> Position:
    """The first turn of a game of `players`; basics for ann, bob, cy, dee: food, energy, building, luxury."""
    position = at_start("daitoshi", header(players, **(options or {})))
    for event in setup_events(players, **layout):
        position.when(None, event).accepted()
        position.settled()
    position.entries.clear()
    return position


def play(position: Position, *moves: tuple[int | None, Any]) -> Position:
    """The position after moves, (actor, event) each, with the steps that follow."""
    for actor, event in moves:
        position.when(actor, event).accepted()
        position.settled()
    return position


def seat(position: Position, number: int = ANN, /, **figures: Any) -> Player:
    """A player, with other values in some figures."""
    player: Player = position.state.players[number]
    for name, value in figures.items():
        assert name in player.__struct_fields__, name
        if name.endswith("_workers"):
            position.state.workers_out[name.removesuffix("_workers")] += value - getattr(player, name)
        setattr(player, name, value)
    return player


def put(position: Position, number: int, building: int, floor: int, tile: str, **fields: Any) -> Slot:
    """An invention in a slot of a player, with these fields of the slot; its building can still be activated."""
    player = position.state.players[number]
    player.unused = sorted({*player.unused, building})
    slot = player.slots[building][floor - 1]
    slot.tile = tile
    for name, value in fields.items():
        setattr(slot, name, value)
    return slot


def in_turn(position: Position, number: int = ANN) -> Position:
    """The position at the start of a player's turn."""
    state = position.state
    for player in state.players:
        player.stack = []
    state.turn, state.round, state.active = number + 1, 1, number
    state.acting, state.phase, state.due = [number], "turn_start", ""
    state.players[number].stack = [items.TurnStart(number)]
    state.moving = [number]
    return position


def acting(position: Position, number: int = ANN, slice: int = 0, space: str = "right") -> Position:
    """The position at a player's action, with the magnate there."""
    return _at(position, number, slice, space, "action", items.Act(number))


def placing(position: Position, number: int = ANN, slice: int = 0, space: str = "centre") -> Position:
    """The position at a player's worker step."""
    frames = items.Act(number), items.Exploit(), items.Workers(number)
    return _at(position, number, slice, space, "workers", *frames)


def _at(position: Position, number: int, slice: int, space: str, phase: str, *frames: Any) -> Position:
    in_turn(position, number)
    player = seat(position, number, slice=slice, space=space)
    position.state.phase = phase
    player.stack = [items.CleanUp(), *frames]
    position.state.moving = [number]
    return position


def leading(position: Position, number: int = ANN) -> Position:
    """The position after a player decided on a production turn."""
    in_turn(position, number)
    return play(position, (number, events.LeadProduction()))


def gaining(position: Position, *effects: Any, number: int = ANN, **context: Any) -> Position:
    """The position while a player resolves effects, in a city turn, as if they came from a workshop."""
    if not position.state.players[number].stack:
        acting(position, number)
    source = context.pop("source", "workshop")
    position.state.players[number].stack.append(items.Resolve(effects, items.Context(source, **context)))
    position.state.moving = [number]
    flow.settle(position.entries, position.state)
    return position


def built(position: Position, slice: int, ring: str, tile: str, **fields: Any) -> Any:
    """A built tile of the city."""
    from engine.games.daitoshi.state import Tile

    placed = Tile(tile, **fields)
    setattr(position.state.slices[slice], ring, placed)
    if ring != "inner":
        position.state.drawn[ring] = [*position.state.drawn.get(ring, ()), tile]
    return placed


def activated(player: Player) -> list[int]:
    """The buildings that a player activated in this production."""
    return [each.building for each in player.activated if isinstance(each, Activation)]
