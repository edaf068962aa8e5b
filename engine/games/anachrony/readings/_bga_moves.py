"""Pieces that move or are removed (AN-16.21 to AN-16.23, AN-16.32, AN-16.36), as traces."""

from collections.abc import Callable

from engine.games.anachrony.components import BUILDING_TYPES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_pieces import AWAKE, POWERED, SLEEPING, SUPPLY
from engine.games.anachrony.readings._bga_tracer import CLEAN_UP, FIRST_ANOMALY, Tracer
from events.notations._bga_packets import Entry
from events.notations.bga_anachrony import Place, piece, place


def move(tracer: Tracer, entry: Entry) -> None:
    """`move`: by the kind of the piece."""
    what, where = piece(entry, "mobile"), place(entry, "parent")
    _MOVES[what.kind](tracer, entry, int(what.number), where)


def removed(tracer: Tracer, entry: Entry) -> None:
    """`remove`: a Worker, a cube, a marker, an Anomaly."""
    what = piece(entry, "id")
    number = int(what.number)
    if what.kind == "worker":
        _start_of_returns(tracer, entry)
        worker = tracer.worker(entry, number)
        seat, column = worker.seat, worker.where
        tracer.move_counter(worker, seat, "gone")
        tracer.add(t.WorkerLost(worker=worker.kind, column=column), entry, seat)
    elif what.kind == "mineres":
        if number <= 5:
            if number > len(tracer.pieces.cubes):
                raise entry.unreadable("id", "a cube of the Mine pool")
            tracer.add(t.CubeTaken(cube=tracer.pieces.cubes[number - 1]), entry)
    elif what.kind == "building":
        tracer.add(t.Sealed(), entry)


def _start_of_returns(tracer: Tracer, entry: Entry) -> None:
    """Clean Up: with the first Worker or Exosuit everything begins to come back (AN-16.36)."""
    if tracer.phase == CLEAN_UP and not isinstance(tracer.traces[-1], t.Returns):
        back = (trace for trace in reversed(tracer.traces) if isinstance(trace, t.Returns | t.Phase))
        if not isinstance(next(back, None), t.Returns):
            tracer.add(t.Returns(), entry)


def _worker_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    _start_of_returns(tracer, entry)
    worker = tracer.worker(entry, number)
    kind = where.kind
    if kind in ("awake", "sleeping"):
        recruited = worker.seat < 0
        seat = tracer.seat(entry, "parent", where.parts[0])
        tracer.move_counter(worker, seat, AWAKE if kind == "awake" else SLEEPING)
        if recruited:
            tracer.add(t.Recruited(worker=worker.kind), entry, seat)
    elif kind == "exosuit":
        tracer.move_counter(worker, worker.seat, "suit")
        tracer.in_suit[int(where.parts[0])] = worker.kind
    elif kind == "hidden_of":
        tracer.move_counter(worker, worker.seat, "aside")
    elif kind == "anomaly":
        tracer.move_counter(worker, worker.seat, "space")
        trace = t.Placed(space="", worker=worker.kind, among=_anomalies(tracer, int(where.parts[0]), worker.seat))
        tracer.add(trace, entry, worker.seat)
    elif space := tracer.own_space(where):
        tracer.move_counter(worker, worker.seat, "space")
        tracer.add(t.Placed(space=space, worker=worker.kind), entry, worker.seat)
    else:
        raise entry.unreadable("parent", "a place for a Worker")


def _anomalies(tracer: Tracer, number: int, seat: int) -> tuple[int, ...]:
    """AN-16.32: the traces of the Anomalies that a number may be: its own, else those without one in its place."""
    if number in tracer.numbers:
        return (tracer.numbers[number],)
    known = sorted(tracer.numbers.items())
    least = max((place for other, place in known if other < number), default=-1)
    most = min((place for other, place in known if other > number), default=len(tracer.traces))
    taken = set(tracer.numbers.values())
    return tuple(
        place
        for place in tracer.laid[: number - FIRST_ANOMALY + 1]
        if least < place < most and place not in taken and tracer.traces[place].seat == seat
    )


def _suit_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    suit = tracer.pieces.suits.get(number)
    if suit is None:
        raise entry.unreadable("mobile", "an Exosuit of the game")
    if where.kind == "slot":
        tracer.move_suit(suit, POWERED)
        tracer.add(t.Powered(slot=int(where.parts[0])), entry, suit.seat)
    elif where.kind == "hidden_of":
        _start_of_returns(tracer, entry)
        tracer.move_suit(suit, SUPPLY)
    else:
        tracer.move_suit(suit, "space")
        worker = tracer.in_suit.get(number, "")
        tracer.add(t.Placed(space=_space(entry, where), worker=worker, suit=number), entry, suit.seat)


def _building_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    if where.kind == "spot":
        tile = tracer.tile(entry, "building_type")
        tracer.pieces.buildings[number] = tile
        _built(tracer, entry, tile, number, where)
    elif where.kind == "pile":
        if entry.value("position") == "first" or where.parts[1] == "1":
            tracer.add(t.BuildingLost(tile=tracer.pieces.buildings.get(number, ""), piece=number), entry)
    else:
        raise entry.unreadable("parent", "a place for a building")


def _superproject_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    names = {row.name.lower(): name for name, row in tracer.tables.superprojects.items()}
    tile = names.get(entry.word("superproject_name").lower())
    if tile is None or where.kind != "spot":
        raise entry.unreadable("superproject_name", "a Superproject of the game")
    _built(tracer, entry, tile, -number, where)


def _built(tracer: Tracer, entry: Entry, tile: str, number: int, where: Place) -> None:
    """AN-16.22: a tile comes to a spot of a player."""
    row, column, player = where.parts
    seat = tracer.seat(entry, "parent", player)
    tracer.add(t.Built(tile=tile, row=BUILDING_TYPES[int(row) - 1], column=int(column), piece=number), entry, seat)


def _breakthrough_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    if where.kind == "breakthroughs":
        seat = tracer.seat(entry, "parent", where.parts[0])
        tracer.add(t.BreakthroughTaken(number=number), entry, seat)
    else:
        tracer.add(t.BreakthroughPaid(number=number), entry)


def _warp_tile_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    seat, tile = tracer.pieces.warp_tile(number)
    if not tile or seat < 0:
        raise entry.unreadable("mobile", "a Warp tile of the game")
    tracer.add(t.Warped(tile=tile) if where.kind == "timeline" else t.WarpBack(tile=tile), entry, seat)


def _focus_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    seat = tracer.seat(entry, "mobile", str(number))
    era = int(where.parts[0])
    tracer.see(seat, "focus", era)
    if tracer.phase != CLEAN_UP:
        tracer.add(t.Focused(era=era), entry, seat)


def _morale_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    tracer.see(tracer.seat(entry, "mobile", str(number)), "morale_step", int(where.parts[1]))


def _step_moves(tracer: Tracer, entry: Entry, number: int, where: Place) -> None:
    tracer.see(tracer.seat(entry, "mobile", str(number)), "time_travel_step", int(where.parts[1]) - 1)


def _space(entry: Entry, where: Place) -> str:
    if where.kind == "main":
        return where.parts[0]
    if where.kind == "hex":
        name, number = where.parts
        if name == "council":
            return "council_left" if number == "1" else "council_right"
        return f"{name}_{number}"
    raise entry.unreadable("parent", "a space of the main board")


_MOVES: dict[str, Callable[[Tracer, Entry, int, Place], None]] = {
    "worker": _worker_moves,
    "exosuit": _suit_moves,
    "building": _building_moves,
    "superproject": _superproject_moves,
    "breakthrough": _breakthrough_moves,
    "vortex": _warp_tile_moves,
    "path": _focus_moves,
    "moral": _morale_moves,
    "temporal": _step_moves,
}
