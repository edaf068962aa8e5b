"""From the entries in force to traces (AN-16.21 to AN-16.37): groups of payments and gains, pieces that moved."""

from collections.abc import Callable
from typing import Any

from engine.games.anachrony.components import BUILDING_TYPES, RESOURCES
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_pieces import (
    AWAKE,
    POWERED,
    SLEEPING,
    SUPPLY,
    Counter,
    Pieces,
    worker_of,
)
from engine.games.anachrony.readings._bga_undo import passes
from engine.games.anachrony.tables import Tables
from events.log.codec import Unreadable
from events.notations._bga_packets import Entry, integer
from events.notations.bga_anachrony import Block, Place, amounts, piece, place

CLEAN_UP, END = 6, 7
FIRST_ANOMALY = 61
COLUMNS_OF_GOODS = (*RESOURCES, "water", "energy_core")
CUBES = dict(enumerate(RESOURCES, 1))
_FACES = {f"shape{n}": f"shape_{n}" for n in (1, 2, 3)} | {f"icon{n}": f"icon_{n}" for n in (1, 2, 3, 4, 5)}
_FACES["icon6"] = "question"


class Tracer:
    """The entries of a table, one after the other; `ids` are the players' by seat; `whole`: nothing was taken back."""

    def __init__(self, ids: list[str], paths: list[str], tables: Tables, whole: bool = False) -> None:
        self.tables, self.whole = tables, whole
        self.seat_of = {id_: seat for seat, id_ in enumerate(ids)}
        self.pieces = Pieces(len(ids), paths, tables)
        self.tiles = {row.number: row.id for row in tables.all.building}
        self.traces: list[t.Trace] = []
        self.pending: list[t.Seen] = []
        self.last = ""
        self.phase = 0
        self.block = 0
        self.laid: list[int] = []
        self.passes: frozenset[str] = frozenset()
        self.in_suit: dict[int, str] = {}
        self.numbers: dict[int, int] = {}

    def read(self, blocks: list[Block]) -> list[t.Trace]:
        """All traces. Raises Unreadable at an entry that is not understood (AN-16.49)."""
        for number, block in enumerate(blocks):
            self.block, self.passes = number, passes(block)
            for entry in block.entries:
                handle = _HANDLERS.get(entry.type)
                if handle is not None:
                    handle(self, entry)
            if self.pending:
                self._add(t.Figures(), block.entries[-1])
        return self.traces

    # ---- helpers

    def _add(self, trace: t.Trace, entry: Entry, seat: int | None = None) -> None:
        trace.line, trace.block, trace.seen = entry.packet, self.block, self.pending
        if seat is not None:
            trace.seat = seat
        self.pending, self.last = [], ""
        self.traces.append(trace)

    def _close(self, entry: Entry) -> None:
        """What was seen before a phase or an Era belongs to the one before."""
        if self.pending:
            self._add(t.Figures(), entry)

    def _see(self, seat: int, figure: str, value: int) -> None:
        self.pending.append((seat, figure, value))

    def _seat(self, entry: Entry, key: str = "player_id", text: str | None = None) -> int:
        seat = self.seat_of.get(entry.word(key) if text is None else text)
        if seat is None:
            raise entry.unreadable(key, "one of the players")
        return seat

    def _row(self, entry: Entry, key: str) -> Entry:
        """An object in the arguments, as if it were an entry of its own."""
        value = entry.value(key)
        if not isinstance(value, dict):
            raise entry.unreadable(key, "an object")
        return Entry(entry.packet, entry.move, entry.time, entry.uid, entry.type, "", value)

    def _rows(self, entry: Entry, key: str) -> list[Entry]:
        """A list of objects in the arguments, by their ids."""
        value = entry.value(key)
        rows = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise entry.unreadable(key, "a list of objects")
        found = [Entry(entry.packet, entry.move, entry.time, entry.uid, entry.type, "", row) for row in rows]
        return sorted(found, key=lambda row: row.number("id"))

    def _tile(self, entry: Entry, key: str) -> str:
        tile = self.tiles.get(entry.number(key))
        if tile is None:
            raise entry.unreadable(key, "a building of the game")
        return tile

    def _worker(self, entry: Entry, number: int) -> Counter:
        worker = self.pieces.workers.get(number)
        if worker is None:
            raise Unreadable(f"worker_{number}", "a Worker of the game", line=entry.packet, path=f"uid {entry.uid}")
        return worker

    def _move_counter(self, each: Counter, seat: int, where: str) -> None:
        """A Worker changes its column: what is there now is seen."""
        before = (each.seat, each.where)
        each.seat, each.where = seat, where
        for owner, column in dict.fromkeys((before, (seat, where))):
            if column in (AWAKE, SLEEPING) and owner >= 0:
                self._see(owner, f"{column}_{each.kind}", self.pieces.count(owner, each.kind, column))

    def _move_suit(self, each: Counter, where: str) -> None:
        before, each.where = each.where, where
        for column in dict.fromkeys((before, where)):
            if column == SUPPLY:
                self._see(each.seat, "exosuits", self.pieces.count_suits(each.seat, SUPPLY))
            elif column == POWERED:
                self._see(each.seat, "powered", self.pieces.count_suits(each.seat, POWERED))

    # ---- entries

    def path(self, entry: Entry) -> None:
        """`choosepath`."""
        paths = {row.bga: name for name, row in self.tables.paths.items()}
        self._add(t.PathTaken(path=paths.get(entry.number("pathnb"), "")), entry, self._seat(entry))

    def leader(self, entry: Entry) -> None:
        """`chooseleader`: the number within the Path."""
        leaders = {(row.path, row.bga): name for name, row in self.tables.leaders.items()}
        paths = {row.bga: name for name, row in self.tables.paths.items()}
        number = integer(entry.value("path"))
        path = paths.get(entry.number("pathnb") if number is None else number, "")
        leader = leaders.get((path, entry.number("leadernb")), "")
        if not leader:
            raise entry.unreadable("leadernb", "a leader of the Path")
        self._add(t.LeaderTaken(leader=leader), entry, self._seat(entry))

    def new_era(self, entry: Entry) -> None:
        """`newturn`."""
        self._close(entry)
        cubes = []
        for row in self._rows(entry, "mineres"):
            cube = CUBES.get(row.number("type"))
            if cube is None:
                raise row.unreadable("type", "a cube")
            cubes.append(cube)
        counts = [0] * 4
        for row in self._rows(entry, "workers"):
            kind = worker_of(row.number("type"))
            if not kind:
                raise row.unreadable("type", "a type of Worker")
            counts[row.number("type") - 1] += 1
            self.pieces.workers[row.number("id")] = Counter(-1, kind, "pool")
        self.pieces.cubes, self.phase = cubes, 0
        name = ""
        if entry.value("superproject") is not None:
            shown = self._row(entry, "superproject")
            name = self.pieces.superprojects.get(shown.number("type"), "")
            if not name:
                raise shown.unreadable("type", "a Superproject of the game")
        trace = t.NewEra(era=entry.number("turn"), superproject=name, cubes=tuple(cubes[:5]), workers=tuple(counts))
        self._add(trace, entry)

    def note(self, entry: Entry) -> None:
        """`note`: told apart by its keys (AN-16.21)."""
        if not entry.has("player_id"):
            return self._phase(entry)
        seat = self._seat(entry)
        if entry.has("paradox"):
            said = entry.value("paradox")
            words = [word for word in str(said).split(",") if word.strip()]
            results = [integer(word.strip()) for word in words]
            if None in results:
                raise entry.unreadable("paradox", "a list of numbers")
            return self._add(t.Rolled(results=tuple(each for each in results if each is not None)), entry, seat)
        if entry.has("cost"):
            return self._amount(entry, seat)
        if entry.has("dice"):
            return self._dice(entry, seat)
        if not entry.has("nb") and not entry.has("superproject_name") and entry.uid in self.passes:
            self._add(t.Passed(), entry, seat)
        return None

    def _phase(self, entry: Entry) -> None:
        """AN-16.21: the notes without player come in the order of the phases, the second not in Era 1."""
        era = next((trace.era for trace in reversed(self.traces) if isinstance(trace, t.NewEra)), 0)
        if self.phase >= CLEAN_UP:
            if self.phase == CLEAN_UP:
                self._close(entry)
                self._add(t.Phase(number=END), entry)
            self.phase = END
            return
        self.phase += 2 if self.phase == 1 and era == 1 else 1
        if self.phase > 1:
            self._close(entry)
            self._add(t.Phase(number=self.phase), entry)

    def _amount(self, entry: Entry, seat: int) -> None:
        """AN-16.21, AN-16.23: a PAY tells VP and then the tokens; a GAIN of tokens tells no VP before them."""
        found = amounts(entry)
        told = {figure for who, figure, _ in self.pending if who == seat}
        paid = self.last == "setparadox" and "vp_tokens" in told
        self._add(t.Paid(amounts=found) if paid else t.Gained(amounts=found), entry, seat)

    def _dice(self, entry: Entry, seat: int) -> None:
        faces = []
        for key in ("dice", "dice2"):
            if entry.has(key):
                face = _FACES.get(entry.word(key))
                if face is None:
                    raise entry.unreadable(key, "a face of a die")
                faces.append(face)
        rolled = "roll" in entry.log or faces[-1] == "question"
        self._add(t.Dice(first=faces[0], second=faces[1] if len(faces) > 1 else "", rolled=rolled), entry, seat)

    def unavailable(self, entry: Entry) -> None:
        """`text`."""
        self._add(t.Unavailable(), entry)

    def figure(self, entry: Entry) -> None:
        """`counter`: a figure of AN-16.51."""
        word = entry.word("id").split("_")
        if word[0] == "vp" and len(word) == 2:
            self._see(self._seat(entry, "id", word[1]), "vp_tokens", entry.number("nb"))
        elif word[0] == "res" and len(word) == 3 and word[2] in "123456":
            self._see(self._seat(entry, "id", word[1]), COLUMNS_OF_GOODS[int(word[2]) - 1], entry.number("nb"))
        else:
            raise entry.unreadable("id", "a counter")
        self.last = "counter"

    def score(self, entry: Entry) -> None:
        """`counterid`: the provisional score (AN-16.52)."""
        word = entry.word("id")
        if not word.startswith("player_score_"):
            raise entry.unreadable("id", "player_score_ and a player")
        self._see(self._seat(entry, "id", word.removeprefix("player_score_")), "score", entry.number("nb"))

    def tokens(self, entry: Entry) -> None:
        """`setparadox`."""
        seat, number = self._seat(entry), entry.number("nb")
        self._see(seat, "paradox", number)
        if not entry.has("player_name"):
            self.last = "setparadox"

    def new_worker(self, entry: Entry) -> None:
        """`newworker`."""
        row = self._row(entry, "worker")
        kind, where = worker_of(row.number("type")), place(row, "location")
        if not kind or where.kind not in ("awake", "sleeping"):
            raise row.unreadable("location", "a Worker in a column")
        worker = self.pieces.workers[row.number("id")] = Counter(-1, kind, "")
        self._move_counter(
            worker, self._seat(row, "location", where.parts[0]), AWAKE if where.kind == "awake" else SLEEPING
        )
        self.last = "newworker"

    def new_path(self, entry: Entry) -> None:
        """`newpath`: a Free Action space; the banner and Evacuation slots are no heads."""
        row = self._row(entry, "path")
        where = place(row, "location")
        space = self._own_space(where)
        if space:
            self._add(t.Freed(space=space), entry, self._seat(row))

    def _own_space(self, where: Place) -> str:
        if where.kind == "building":
            return self.tiles.get(int(where.parts[0]), "")
        if where.kind == "superproject":
            return self.pieces.superprojects.get(int(where.parts[0]), "")
        return where.kind if where.kind in ("supply", "force_workers", "leader") else ""

    def revealed(self, entry: Entry) -> None:
        """`revealbuilding`."""
        row = self._row(entry, "building")
        tile = self._tile(row, "type")
        self.pieces.buildings[row.number("id")] = tile
        self._add(t.Revealed(row=self.tables.tiles[tile].row, tile=tile), entry)

    def anomaly(self, entry: Entry) -> None:
        """`newanomaly`."""
        trace = t.AnomalyLaid()
        known = isinstance(entry.value("anomaly"), dict)
        if known:
            row = self._row(entry, "anomaly")
            trace = t.AnomalyLaid(row=BUILDING_TYPES[row.number("category") - 1], column=row.number("location"))
            self.numbers[row.number("id")] = len(self.traces)
        elif self.whole:  # AN-16.14: they are counted from 61
            self.numbers[FIRST_ANOMALY + len(self.laid)] = len(self.traces)
        self.laid.append(len(self.traces))
        self._add(trace, entry, self._seat(entry))

    def impact(self, entry: Entry) -> None:
        """`impact`: the tiles of each action, the first on space 1."""
        names = {row.bga: name for name, row in self.tables.collapsing.items()}
        tiles: dict[str, dict[str, str]] = {}
        for row in self._rows(entry, "blocked"):
            where = place(row, "location")
            if where.kind == "hex":
                name = names.get(row.number("type"))
                if name is None:
                    raise row.unreadable("type", "a Collapsing Capital tile")
                tiles.setdefault(where.parts[0], {})[where.parts[1]] = name
        ordered = {action: tuple(found[n] for n in sorted(found)) for action, found in tiles.items()}
        self._add(t.Impact(tiles=ordered), entry)

    def final(self, entry: Entry) -> None:
        """`finalscore`: one column of one player; the players stand from the last seat to the first (AN-16.47)."""
        if not entry.number("j"):
            return
        seat = len(self.seat_of) - 1 - entry.number("i")
        last = self.traces[-1]
        if not isinstance(last, t.Scored) or last.seat != seat:
            last = t.Scored(columns={})
            self._add(last, entry, seat)
        last.columns[entry.number("j")] = entry.number("score")

    # ---- moves

    def move(self, entry: Entry) -> None:
        """`move`: by the kind of the piece."""
        what, where = piece(entry, "mobile"), place(entry, "parent")
        _MOVES[what.kind](self, entry, int(what.number), where)

    def _start_of_returns(self, entry: Entry) -> None:
        """Clean Up: with the first Worker or Exosuit everything begins to come back (AN-16.36)."""
        if self.phase == CLEAN_UP and not isinstance(self.traces[-1], t.Returns):
            back = (trace for trace in reversed(self.traces) if isinstance(trace, t.Returns | t.Phase))
            if not isinstance(next(back, None), t.Returns):
                self._add(t.Returns(), entry)

    def _worker_moves(self, entry: Entry, number: int, where: Place) -> None:
        self._start_of_returns(entry)
        worker = self._worker(entry, number)
        kind = where.kind
        if kind in ("awake", "sleeping"):
            recruited = worker.seat < 0
            seat = self._seat(entry, "parent", where.parts[0])
            self._move_counter(worker, seat, AWAKE if kind == "awake" else SLEEPING)
            if recruited:
                self._add(t.Recruited(worker=worker.kind), entry, seat)
        elif kind == "exosuit":
            self._move_counter(worker, worker.seat, "suit")
            self.in_suit[int(where.parts[0])] = worker.kind
        elif kind == "hidden_of":
            self._move_counter(worker, worker.seat, "aside")
        elif kind == "anomaly":
            self._move_counter(worker, worker.seat, "space")
            trace = t.Placed(space="", worker=worker.kind, among=self._anomalies(int(where.parts[0]), worker.seat))
            self._add(trace, entry, worker.seat)
        elif space := self._own_space(where):
            self._move_counter(worker, worker.seat, "space")
            self._add(t.Placed(space=space, worker=worker.kind), entry, worker.seat)
        else:
            raise entry.unreadable("parent", "a place for a Worker")

    def _anomalies(self, number: int, seat: int) -> tuple[int, ...]:
        """AN-16.32: the traces of the Anomalies that a number may be: its own, else those without one in its place."""
        if number in self.numbers:
            return (self.numbers[number],)
        known = sorted(self.numbers.items())
        least = max((place for other, place in known if other < number), default=-1)
        most = min((place for other, place in known if other > number), default=len(self.traces))
        taken = set(self.numbers.values())
        return tuple(
            place
            for place in self.laid[: number - FIRST_ANOMALY + 1]
            if least < place < most and place not in taken and self.traces[place].seat == seat
        )

    def _suit_moves(self, entry: Entry, number: int, where: Place) -> None:
        suit = self.pieces.suits.get(number)
        if suit is None:
            raise entry.unreadable("mobile", "an Exosuit of the game")
        if where.kind == "slot":
            self._move_suit(suit, POWERED)
            self._add(t.Powered(slot=int(where.parts[0])), entry, suit.seat)
        elif where.kind == "hidden_of":
            self._start_of_returns(entry)
            self._move_suit(suit, SUPPLY)
        else:
            self._move_suit(suit, "space")
            self._add(t.Placed(space=_space(entry, where), worker=self.in_suit.get(number, "")), entry, suit.seat)

    def _building_moves(self, entry: Entry, number: int, where: Place) -> None:
        if where.kind == "spot":
            tile = self._tile(entry, "building_type")
            self.pieces.buildings[number] = tile
            self._built(entry, tile, number, where)
        elif where.kind == "pile":
            if entry.value("position") == "first" or where.parts[1] == "1":
                self._add(t.BuildingLost(tile=self.pieces.buildings.get(number, ""), piece=number), entry)
        else:
            raise entry.unreadable("parent", "a place for a building")

    def _superproject_moves(self, entry: Entry, number: int, where: Place) -> None:
        names = {row.name.lower(): name for name, row in self.tables.superprojects.items()}
        tile = names.get(entry.word("superproject_name").lower())
        if tile is None or where.kind != "spot":
            raise entry.unreadable("superproject_name", "a Superproject of the game")
        self._built(entry, tile, -number, where)

    def _built(self, entry: Entry, tile: str, number: int, where: Place) -> None:
        """AN-16.22: a tile comes to a spot of a player."""
        row, column, player = where.parts
        seat = self._seat(entry, "parent", player)
        self._add(t.Built(tile=tile, row=BUILDING_TYPES[int(row) - 1], column=int(column), piece=number), entry, seat)

    def _breakthrough_moves(self, entry: Entry, number: int, where: Place) -> None:
        if where.kind == "breakthroughs":
            seat = self._seat(entry, "parent", where.parts[0])
            self._add(t.BreakthroughTaken(number=number), entry, seat)
        else:
            self._add(t.BreakthroughPaid(number=number), entry)

    def _warp_tile_moves(self, entry: Entry, number: int, where: Place) -> None:
        seat, tile = self.pieces.warp_tile(number)
        if not tile or seat < 0:
            raise entry.unreadable("mobile", "a Warp tile of the game")
        self._add(t.Warped(tile=tile) if where.kind == "timeline" else t.WarpBack(tile=tile), entry, seat)

    def _focus_moves(self, entry: Entry, number: int, where: Place) -> None:
        seat = self._seat(entry, "mobile", str(number))
        era = int(where.parts[0])
        self._see(seat, "focus", era)
        if self.phase != CLEAN_UP:
            self._add(t.Focused(era=era), entry, seat)

    def _morale_moves(self, entry: Entry, number: int, where: Place) -> None:
        self._see(self._seat(entry, "mobile", str(number)), "morale_step", int(where.parts[1]))

    def _step_moves(self, entry: Entry, number: int, where: Place) -> None:
        self._see(self._seat(entry, "mobile", str(number)), "time_travel_step", int(where.parts[1]) - 1)

    def removed(self, entry: Entry) -> None:
        """`remove`: a Worker, a cube, a marker, an Anomaly."""
        what = piece(entry, "id")
        number = int(what.number)
        if what.kind == "worker":
            self._start_of_returns(entry)
            worker = self._worker(entry, number)
            seat, column = worker.seat, worker.where
            self._move_counter(worker, seat, "gone")
            self._add(t.WorkerLost(worker=worker.kind, column=column), entry, seat)
        elif what.kind == "mineres":
            if number <= 5:
                self._add(t.CubeTaken(cube=self.pieces.cubes[number - 1]), entry)
        elif what.kind == "building":
            self._add(t.Sealed(), entry)


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
    "worker": Tracer._worker_moves,
    "exosuit": Tracer._suit_moves,
    "building": Tracer._building_moves,
    "superproject": Tracer._superproject_moves,
    "breakthrough": Tracer._breakthrough_moves,
    "vortex": Tracer._warp_tile_moves,
    "path": Tracer._focus_moves,
    "moral": Tracer._morale_moves,
    "temporal": Tracer._step_moves,
}

_HANDLERS: dict[str, Callable[[Tracer, Entry], Any]] = {
    "choosepath": Tracer.path,
    "chooseleader": Tracer.leader,
    "newturn": Tracer.new_era,
    "note": Tracer.note,
    "text": Tracer.unavailable,
    "move": Tracer.move,
    "remove": Tracer.removed,
    "counter": Tracer.figure,
    "counterid": Tracer.score,
    "setparadox": Tracer.tokens,
    "newworker": Tracer.new_worker,
    "newpath": Tracer.new_path,
    "revealbuilding": Tracer.revealed,
    "newanomaly": Tracer.anomaly,
    "impact": Tracer.impact,
    "finalscore": Tracer.final,
}
