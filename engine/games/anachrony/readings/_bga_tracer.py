"""What following the entries of a table needs: the pieces, the figures seen, and the traces so far (AN-16.20)."""

from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_pieces import AWAKE, POWERED, SLEEPING, SUPPLY, Counter, Pieces
from engine.games.anachrony.tables import Tables
from events.log.codec import Unreadable
from events.notations._bga_packets import Entry
from events.notations.bga_anachrony import Block, Place

CLEAN_UP = 6
FIRST_ANOMALY = 61


class Tracer:
    """Notes the traces of a table's entries, in order.

    `ids` are the players' ids by seat; `whole`: nothing was taken back; `passes`: those of the request, once asked for.
    """

    def __init__(self, ids: list[str], paths: list[str], tables: Tables, whole: bool = False) -> None:
        self.tables, self.whole = tables, whole
        self.seat_of = {id_: seat for seat, id_ in enumerate(ids)}
        self.pieces = Pieces(len(ids), paths, tables)
        self.tiles = {row.number: row.id for row in tables.all.building}
        self.traces: list[t.Trace] = []
        self.pending: t.Seen = {}
        self.last = ""
        self.phase = 0
        self.era = 0
        self.block, self.request = 0, Block([], None)
        self.passes: frozenset[str] | None = None
        self.laid: list[int] = []
        self.in_suit: dict[int, str] = {}
        self.numbers: dict[int, int] = {}

    def add(self, trace: t.Trace, entry: Entry, seat: int | None = None) -> None:
        """Add a trace at an entry, with the figures seen since the last one."""
        trace.line, trace.block, trace.seen = entry.packet, self.block, self.pending
        if seat is not None:
            trace.seat = seat
        self.pending, self.last = {}, ""
        self.traces.append(trace)

    def close(self, entry: Entry) -> None:
        """Keep the figures seen before a phase or an Era with the previous one."""
        if self.pending:
            self.add(t.Figures(), entry)

    def see(self, seat: int, figure: str, value: int) -> None:
        """Note a figure for the next trace."""
        self.pending[seat, figure] = value

    def seat(self, entry: Entry, key: str = "player_id", text: str | None = None) -> int:
        """The seat of the player that an argument names. Raises Unreadable."""
        seat = self.seat_of.get(entry.word(key) if text is None else text)
        if seat is None:
            raise entry.unreadable(key, "one of the players")
        return seat

    def row(self, entry: Entry, key: str) -> Entry:
        """An object in the arguments, as an entry."""
        value = entry.value(key)
        if not isinstance(value, dict):
            raise entry.unreadable(key, "an object")
        return Entry(entry.packet, entry.move, entry.time, entry.uid, entry.type, "", value)

    def rows(self, entry: Entry, key: str) -> list[Entry]:
        """A list of objects in the arguments, as entries ordered by id."""
        value = entry.value(key)
        rows = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise entry.unreadable(key, "a list of objects")
        found = [Entry(entry.packet, entry.move, entry.time, entry.uid, entry.type, "", row) for row in rows]
        return sorted(found, key=lambda row: row.number("id"))

    def tile(self, entry: Entry, key: str) -> str:
        """The building whose number an argument gives. Raises Unreadable."""
        tile = self.tiles.get(entry.number(key))
        if tile is None:
            raise entry.unreadable(key, "a building of the game")
        return tile

    def worker(self, entry: Entry, number: int) -> Counter:
        """The Worker with a number. Raises Unreadable."""
        worker = self.pieces.workers.get(number)
        if worker is None:
            raise Unreadable(f"worker_{number}", "a Worker of the game", line=entry.packet, path=f"uid {entry.uid}")
        return worker

    def move_counter(self, each: Counter, seat: int, where: str) -> None:
        """Move a Worker to a column; the numbers now in both columns are seen."""
        before = (each.seat, each.where)
        self.pieces.move(each, seat, where)
        for owner, column in dict.fromkeys((before, (seat, where))):
            if column in (AWAKE, SLEEPING) and owner >= 0:
                self.see(owner, f"{column}_{each.kind}", self.pieces.there[owner, each.kind, column])

    def move_suit(self, each: Counter, where: str) -> None:
        """Move an Exosuit; the number now in each place is seen."""
        before, seat = each.where, each.seat
        self.pieces.move(each, seat, where)
        for column in dict.fromkeys((before, where)):
            if column == SUPPLY:
                self.see(seat, "exosuits", self.pieces.there[seat, "", SUPPLY])
            elif column == POWERED:
                self.see(seat, "powered", self.pieces.there[seat, "", POWERED])

    def own_space(self, where: Place) -> str:
        """The space on a player board or tile that a place is; empty if it is none."""
        if where.kind == "building":
            return self.tiles.get(int(where.parts[0]), "")
        if where.kind == "superproject":
            return self.pieces.superprojects.get(int(where.parts[0]), "")
        return where.kind if where.kind in ("supply", "force_workers", "leader") else ""
