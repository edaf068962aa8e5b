"""A game being written in packets: the traces that the ledger's entries leave in them (AN-16.20 to AN-16.23)."""

from typing import Any

from engine.agenda import Awaited
from engine.games.anachrony.components import BREAKTHROUGH, COLUMNS, WORKER
from engine.games.anachrony.items import Nested, Turn
from engine.games.anachrony.state import State
from engine.games.anachrony.writings._bga_packets import GOODS, Packets
from engine.ledger import Book, Entry
from events.vocabulary import anachrony as v

_AS_GAINED = {"vp_tokens": "vp"}
_KEYS: dict[type[Awaited], tuple[str, ...]] = {Turn: ("Pass",), Nested: ("Skip", "phmine_1")}
COLUMN = {"active": "awake", "tired": "sleeping"}
SPOTS = {number: f"{number // COLUMNS + 1}{number % COLUMNS + 1}" for number in range(4 * COLUMNS)}


class PacketWriter:
    """A game being written: its state, the packets so far, and the next event."""

    def __init__(self, state: State, names: list[str], states: bool) -> None:
        self.state, self.states = state, states
        self.packets = Packets(names)
        self.setup: dict[str, Any] = {"tops": [], "superproject": "", "starting": {}}
        self.dice = ""
        self.inline: set[str] = set()
        self.rolls: dict[int, list[int]] = {}
        self.held: list[Entry] = []
        self.mark = self.roller = 0
        self.cubes: list[str] = []
        self.before, self.following = state, None

    def _prompt(self, *, skipped: bool = False) -> None:
        """The request ends where somebody is prompted; chance outcomes and the steps in between belong to it.

        A request that was `skipped` has nothing but its prompt.
        """
        if not self.state.agenda or self.state.agenda[-1].seat is None:
            return
        if not self.packets.entries and not (skipped and self.states):
            return
        if self.states:
            item = self.state.agenda[-1]
            keys = _KEYS.get(type(item), ("Undo",))
            number = 8 if self.state.phase == "warp" else 5
            seat = item.seat if item.seat is not None else 0
            args: dict[str, Any] = {"selectable": {key: [] for key in keys}}
            self.packets.add("gameStateChange", id=number, active_player=self.packets.ids[seat], args=args)
        self.packets.close()

    def _own_place(self, seat: int, space: str) -> str:
        p, tables = self.packets, self.state.tables
        if space in ("supply", "force_workers"):
            return f"ph{'supply' if space == 'supply' else 'force'}_{p.ids[seat]}"
        if space == "leader":
            return "phleader1" if "caratacus" in self.state.players[seat].leader else "phleader3"
        if space in tables.superprojects:
            return f"phsuperproject{tables.superprojects[space].bga}"
        return f"phbuilding{next(row.number for row in tables.all.building if row.id == space)}"

    def _marker(self, seat: int, location: str, keep: bool = True) -> None:
        p = self.packets
        p.last_path += 1
        row = {"id": str(p.last_path), "player_id": p.ids[seat], "path": "1", "location": location}
        p.add("newpath", path=row)
        if keep:
            p.markers.append(f"path_{p.last_path}")

    def _reveal(self, tile: str) -> None:
        number = next(row.number for row in self.state.tables.all.building if row.id == tile)
        row = number // 100 - 1
        self.packets.revealed[row] += 1
        self.packets.buildings[tile] = self.packets.revealed[row]
        shown = {"id": str(self.packets.revealed[row]), "category": str(row + 1), "type": str(number), "location": "1"}
        self.packets.add("revealbuilding", building=shown)

    def _reveal_next(self) -> None:
        if isinstance(self.following, v.RevealBuilding):
            self.inline.add(self.following.building)
            self._reveal(self.following.building)

    def _to_pile(self, tile: str, pile: int) -> None:
        number = self.packets.buildings[tile]
        row = self.state.tables.tiles[tile].row + 1
        self.packets.move(
            f"building_{number}", f"phbuilding{row}{pile}_null", position="first" if pile == 1 else "last"
        )

    def _built(self, actor: int, tile: str) -> None:
        p, state = self.packets, self.state
        spot = state.players[actor].spots.index(tile)
        name = {"player_id": p.ids[actor], "player_name": p.names[actor]}
        where = f"phbuilding{SPOTS[spot]}_{p.ids[actor]}"
        if tile in state.tables.superprojects:
            era = state.superprojects.index(tile) + 1
            p.move(f"superproject_{era}", where, "", **name, superproject_name=state.tables.superprojects[tile].name)
        else:
            number = next(row.number for row in state.tables.all.building if row.id == tile)
            p.move(f"building_{p.buildings[tile]}", where, "", **name, building_type=number)

    def _warp_number(self, seat: int, tile: str) -> int:
        return 9 * (len(self.state.players) - 1 - seat) + self.state.tables.warp[tile].bga

    def _book(self, book: Book, actor: int | None) -> None:
        """All other entries, in order: groups of payments and gains, pieces."""
        tile = next((e for e in book if e.figure in ("buildings", "superprojects") and e.delta > 0), None)
        if tile is not None:
            self._constructed(book, tile)
            return
        group: dict[str, int] = {}
        kind: tuple[int, int, str] | None = None
        for entry in [*book, None]:
            key = None
            if entry is not None and entry.figure in (*GOODS, "vp_tokens", "paradox") and entry.source != "anomaly":
                key = (entry.seat, 1 if entry.delta > 0 else -1, entry.source)
                if entry.source == "recruit_bonus":  # each bonus is a separate gain
                    self.packets.gain(self.state, entry.seat, {_AS_GAINED.get(entry.figure, entry.figure): entry.delta})
                    continue
            if kind is not None and key != kind:
                (self.packets.gain if kind[1] > 0 else self.packets.pay)(self.state, kind[0], group)
                group = {}
            kind = key
            if entry is None:
                return
            if key is not None:
                what = _AS_GAINED.get(entry.figure, entry.figure)
                group[what] = group.get(what, 0) + abs(entry.delta)
            else:
                self._piece(entry)

    def _constructed(self, book: Book, tile: Entry) -> None:
        """AN-16.32: the tile first, then its cost, then the rest."""
        seat, split = tile.seat, book.index(tile)
        self._built(seat, tile.source)
        self._reveal_next()
        self.packets.score(self.state, seat)
        cost: dict[str, int] = {}
        others: list[Entry] = []
        for entry in book[:split]:
            if entry.seat == seat and entry.figure in GOODS and entry.delta < 0:
                cost[entry.figure] = cost.get(entry.figure, 0) - entry.delta
            else:
                others.append(entry)
        self.packets.pay(self.state, seat, cost)
        self._book(others + book[split + 1 :], seat)

    def _piece(self, entry: Entry) -> None:
        """One change of something other than goods."""
        p, state, seat, delta = self.packets, self.state, entry.seat, entry.delta
        figure = entry.figure
        if figure == "paradox":
            p.figures[seat]["paradox"] += delta
            p.add("setparadox", "", player_id=p.ids[seat], player_name=p.names[seat], nb=0)
        elif figure == "morale_step":
            (p.gain if delta > 0 else p.pay)(state, seat, {"morale": 1})
        elif figure == "focus":
            p.move(f"path_{p.ids[seat]}", f"chronologyTokens{state.players[seat].focus}")
        elif figure == "breakthroughs":
            kind = BREAKTHROUGH[entry.source]
            if delta > 0:
                p.move(f"breakthrough_{p.breakthrough(kind, seat)}", f"breakthroughs_{p.ids[seat]}")
            else:
                p.move(f"breakthrough_{p.breakthrough_back(kind, seat)}", "hidden")
        elif figure == "powered" and delta > 0:
            p.suit_up(seat)
            p.note(seat, "gains ${cost}", cost="100000000000")
        elif figure == "anomalies" and delta > 0:
            self._anomaly(seat)
        elif figure == "buildings" and delta < 0:
            self._lost(seat, entry.source)
        elif figure.startswith(("active_", "tired_")):
            self._worker(entry)

    _waking = frozenset(("force_workers", "supply", "la_408", "cc_recruit_wake"))

    def _worker(self, entry: Entry) -> None:
        """A Worker is recruited, wakes, is gained or lost."""
        p, seat = self.packets, entry.seat
        column, worker = entry.figure.split("_", 1)
        if column == "tired" and entry.delta < 0 and entry.source in self._waking:
            for _ in range(-entry.delta):
                p.put(seat, p.find(seat, worker, "sleeping"), "awake", f"awake_{p.ids[seat]}")
        elif column == "active" and entry.delta > 0 and entry.source in self._waking:
            return
        elif entry.delta < 0:
            for _ in range(-entry.delta):
                p.lose(seat, p.find(seat, worker, COLUMN[column]))
        elif entry.source == "recruit":
            number = max(n for n, kind in p.pool.items() if kind == worker)
            del p.pool[number]
            p.workers[seat][number] = (worker, "awake")
            named = {"player_id": p.ids[seat], "player_name": p.names[seat], "worker_name": WORKER[worker] + 1}
            p.move(f"worker_{number}", f"awake_{p.ids[seat]}", "", **named)
        elif column == "tired":
            p.new_worker(seat, worker, "sleeping")
        else:
            p.gain(self.state, seat, {worker: 1})

    def _anomaly(self, seat: int) -> None:
        p, player = self.packets, self.state.players[seat]
        spot = next(each for each in player.anomalies if (seat, each) not in p.anomalies)
        p.last_anomaly += 1
        p.anomalies[seat, spot] = p.last_anomaly
        row = {"id": str(p.last_anomaly), "player_id": p.ids[seat], "category": str(spot // COLUMNS + 1), "type": "515"}
        p.add("newanomaly", player_id=p.ids[seat], anomaly={**row, "location": str(spot % COLUMNS + 1)})

    def _lost(self, seat: int, tile: str) -> None:
        p = self.packets
        for number, (worker, place) in list(p.workers[seat].items()):
            if place == tile:
                p.workers[seat][number] = (worker, "aside")
                p.move(f"worker_{number}", f"hidden{p.ids[seat]}")
        self._to_pile(tile, 1)
