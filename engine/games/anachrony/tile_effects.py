"""What tiles do (AN-7.6, AN-7.7): for each kind of effect in the tables, whether it can be executed, and what it does.

Effects are resolved from left to right (AN-7.2.5). An effect that requires a decision leaves the rest for later.
"""

from collections.abc import Callable
from typing import Any

from engine.games.anachrony import anomaly
from engine.games.anachrony.components import (
    WORKER,
    Clone,
    CopyCapital,
    CopySpace,
    Exchange,
    Gain,
    GainOneOf,
    LoseWorker,
    MainBoardAction,
    ResearchTimes,
    ReturnTiles,
    ReturnTokens,
    Travel,
    TravelX,
    WakeAll,
)
from engine.games.anachrony.figures import add_tired, gain, wake
from engine.games.anachrony.items import (
    CapitalCopy,
    Cloning,
    DieToSet,
    EffectsLeft,
    GainAsked,
    Nested,
    Returning,
    SpaceCopy,
    TileBonus,
    Trading,
    Travelling,
)
from engine.games.anachrony.queries import counts_as
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.tables import Tile
from engine.games.anachrony.travel import plant_range
from engine.ledger import Book, enter

FIRST_PLANT_ROW = 0


class Acting:
    """Who executes an effect: the Worker (None: an empty suit; empty: nobody), and the units paid, if relevant."""

    __slots__ = ("paid", "types", "worker")

    def __init__(self, worker: str | None, types: int, paid: int = 0) -> None:
        self.worker, self.types, self.paid = worker, types, paid


NOBODY = Acting("", 0)


def on_build(book: Book, state: State, player: Player, tile: str) -> None:
    """AN-7.3.8: the immediate effects of a tile that was built."""
    if state.tables.tiles[tile].on_build:
        _run(book, state, player, EffectsLeft(player.seat, tile, 0, True), NOBODY)


def perform(book: Book, state: State, player: Player, tile: str, acting: Acting) -> None:
    """The effects of a tile's space."""
    row = state.tables.tiles[tile]
    if len(row.effects) == 1:
        op = row.effects[0]
        PERFORM[type(op)](book, state, player, row, op, 0, acting)
    else:
        _run(book, state, player, EffectsLeft(player.seat, tile, 0), acting)


def due_effects(book: Book, state: State, item: EffectsLeft) -> bool:
    """The effects that were left until a decision had been made."""
    state.agenda.pop()
    assert item.seat is not None
    _run(book, state, state.players[item.seat], item, NOBODY)
    return True


def _run(book: Book, state: State, player: Player, item: EffectsLeft, acting: Acting) -> None:
    tile = state.tables.tiles[item.tile]
    row = tile.on_build if item.on_build else tile.effects
    below = len(state.agenda)
    for number in range(item.start, len(row)):
        PERFORM[type(row[number])](book, state, player, tile, row[number], number, acting)
        if len(state.agenda) > below and number + 1 < len(row):
            state.agenda.insert(below, EffectsLeft(player.seat, item.tile, number + 1, item.on_build))
            return


def _gain(book: Book, state: State, player: Player, tile: Tile, op: Gain, number: int, acting: Acting) -> None:
    """AN-7.6.1, AN-7.7.1, AN-7.7.6: amounts; units are chosen, and a Paradox token may cause an Anomaly."""
    if "tug" in op.give:
        state.agenda.append(GainAsked(player.seat, tile.id, number))
        return
    gain(book, state, player, op.give, tile.id)
    if "paradox" in op.give:  # AN-7.6.11
        anomaly.check(book, state, player)


def _gain_one_of(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda.append(GainAsked(player.seat, tile.id, number))


def _travel(book: Book, state: State, player: Player, tile: Tile, op: Travel, number: int, acting: Acting) -> None:
    reach = plant_range(state, player, op.range) if tile.row == FIRST_PLANT_ROW else op.range
    state.agenda.append(Travelling(player.seat, reach, op.times, op.retrieve))


def _travel_x(book: Book, state: State, player: Player, tile: Tile, op: TravelX, number: int, acting: Acting) -> None:
    """AN-7.6.6: travel, then gain the points, one or one for each unit; the labs add none."""
    vp = 1 if op.vp == "one" else acting.paid
    if vp:
        state.agenda.append(TileBonus(player.seat, tile.id, vp))
    state.agenda.append(Travelling(player.seat, plant_range(state, player, acting.paid)))


def _return_tiles(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda.append(Returning(player.seat, op.max))


def _return_tokens(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    """AN-7.6.12: return tokens, if there are any."""
    enter(book, player, "paradox", -min(op.max, player.paradox), tile.id)


def _wake(book: Book, state: State, player: Player, tile: Tile, op: WakeAll, number: int, acting: Acting) -> None:
    wake(book, player, state.options.waking == "next_turn", tile.id)


def _copy_capital(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda.append(CapitalCopy(player.seat, acting.types, False))


def _copy_space(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda.append(SpaceCopy(player.seat))


def _nested(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda.append(Nested(player.seat, "main"))


def _exchange(book: Book, state: State, player: Player, tile: Tile, op: Exchange, number: int, acting: Acting) -> None:
    state.agenda.append(Trading(player.seat, exchange_line(state, op), state.options.idle_actions))


def exchange_line(state: State, op: Exchange) -> str:
    """AN-7.7.7: the line of the trade table that an effect offers."""
    return next(line.id for line in state.tables.all.trade if (line.a, line.b) == (op.a, op.b))


def _clone(book: Book, state: State, player: Player, tile: Tile, op: Clone, number: int, acting: Acting) -> None:
    """AN-7.7.18, AN-11.4.13: a Worker of a chosen Tired type; or one of the type placed, Tired."""
    if state.options.cloning_vat == "tired_type":
        state.agenda.append(Cloning(player.seat))
    else:
        assert acting.worker
        add_tired(book, player, WORKER[acting.worker], 1, tile.id)


def _research(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    state.agenda += [DieToSet(player.seat, 0)] * op.times


def _paid_before(book: Book, state: State, player: Player, tile: Tile, op: Any, number: int, acting: Acting) -> None:
    """AN-7.7.12: the Worker that is lost is a parameter of the Free Action, so nothing is left to do."""


PERFORM: dict[type, Callable[..., None]] = {
    Gain: _gain,
    GainOneOf: _gain_one_of,
    LoseWorker: _paid_before,
    Travel: _travel,
    TravelX: _travel_x,
    ReturnTiles: _return_tiles,
    ReturnTokens: _return_tokens,
    WakeAll: _wake,
    CopyCapital: _copy_capital,
    CopySpace: _copy_space,
    MainBoardAction: _nested,
    Exchange: _exchange,
    Clone: _clone,
    ResearchTimes: _research,
}


def due_bonus(book: Book, state: State, item: TileBonus) -> bool:
    """AN-7.1.1 (10), AN-7.6.6, AN-7.6.8: the points that were due after a decision."""
    state.agenda.pop()
    assert item.seat is not None
    enter(book, state.players[item.seat], "vp_tokens", item.vp, item.tile)
    return True


def acting_as(state: State, player: Player, worker: str | None, paid: int = 0) -> Acting:
    """AN-4.4.7: a player's Worker with what it counts as."""
    return Acting(worker, counts_as(state, player, worker), paid)
