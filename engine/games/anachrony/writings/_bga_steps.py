"""What each event and each automatic step leaves in the packets (AN-16.30 to AN-16.37)."""

from collections.abc import Callable
from typing import Any

from engine.games.anachrony.agenda import RerollAsked, SecondDie
from engine.games.anachrony.clean_up import fate_of
from engine.games.anachrony.components import (
    BREAKTHROUGH,
    BREAKTHROUGHS,
    BUILDING_TYPES,
    COLUMNS,
    RESOURCES,
    ROW,
    WORKER,
    WORKERS,
)
from engine.games.anachrony.readings._bga_end import CATEGORIES, shown_categories
from engine.games.anachrony.scoring import measured
from engine.games.anachrony.state import Player, State, board_of
from engine.games.anachrony.writings._bga_packets import FACES, GOODS, Packets
from engine.ledger import Book, Entry
from engine.ruleset import Step
from events.vocabulary import anachrony as v

PHASES = {
    "paradox": "2. Paradox phase",
    "power_up": "3. Power up phase",
    "warp": "4. Warp phase",
    "action": "5. Action rounds phase",
    "clean_up": "6. Clean Up phase",
}
PLACES = {"purify": "purifystack", "trade": "tradestack", "evacuation": "evacuationstack"}
COUNCIL = {"council_left": "phcouncil_1", "council_right": "phcouncil_2"}
_AS_GAINED = {"vp_tokens": "vp"}
COLUMN = {"active": "awake", "tired": "sleeping"}
SPOTS = {number: f"{number // COLUMNS + 1}{number % COLUMNS + 1}" for number in range(4 * COLUMNS)}


class Steps:
    """A game that is being told: its state, and the packets so far."""

    def __init__(self, state: State, names: list[str], states: bool) -> None:
        self.state, self.states = state, states
        self.packets = Packets(names)
        self.setup: dict[str, Any] = {"tops": [], "superproject": "", "starting": {}}
        self.era_told = False
        self.dice = ""
        self.inline: set[str] = set()
        self.rolls: dict[int, list[int]] = {}
        self.warps: list[int] = []

    # ---- events

    def tell(self, before: State, event: Any, actor: int | None, book: Book, following: Any) -> None:
        """An event, which has been applied."""
        self.before, self.following = before, following
        handle = _TELL.get(type(event))
        if handle is None:
            self._book(book, actor)
        else:
            handle(self, event, actor, book)
        self._prompt()

    def _prompt(self) -> None:
        """The request ends where somebody is asked; what chance brings and the steps between belong to it."""
        if not self.packets.entries or not self.state.agenda or self.state.agenda[-1].seat is None:
            return
        if self.states:
            item = self.state.agenda[-1]
            keys = {"turn": ["Pass"], "nested": ["Skip", "phmine_1"]}.get(type(item).__struct_config__.tag or "", ["Undo"])
            number = 8 if self.state.phase == "warp" else 5
            seat = item.seat if item.seat is not None else 0
            args = {"selectable": {key: [] for key in keys}}
            self.packets.add("gameStateChange", id=number, active_player=self.packets.ids[seat], args=args)
        self.packets.close()

    def path(self, event: Any, actor: int | None, book: Book) -> None:
        """Setup: Paths and sides are told with the leaders, or as chosen."""
        if isinstance(event, v.ChoosePath):
            row = self.state.tables.paths[event.path]
            p, seat = self.packets, actor or 0
            p.add("choosepath", "", player_id=p.ids[seat], player_name=p.names[seat], path=row.id, pathnb=row.bga, color="")

    def leader(self, event: v.ChooseLeader, actor: int, book: Book) -> None:
        """`chooseleader`; after the last one the first figures are known."""
        row, p = self.state.tables.leaders[event.leader], self.packets
        path = self.state.tables.paths[row.path].bga
        p.add("chooseleader", "", player_id=p.ids[actor], player_name=p.names[actor], leader=row.id, path=path, leadernb=row.bga)
        if self.state.agenda:
            return
        for player in self.state.players:
            p.figures[player.seat] = {name: getattr(player, name) for name in (*GOODS, "vp_tokens", "paradox", "morale_step")}
            first = 5 * (len(self.state.players) - 1 - player.seat) + 1
            order = ("scientist", "engineer", "administrator", "genius")
            tired = [w for w in order for _ in range(player.tired[WORKER[w]])]
            active = [w for w in order for _ in range(player.active[WORKER[w]])]
            for number, worker in enumerate(tired + active, first):
                p.workers[player.seat][number] = (worker, "sleeping" if number < first + len(tired) else "awake")

    def nothing(self, event: Any, actor: int | None, book: Book) -> None:
        """Told elsewhere."""
        if isinstance(event, v.StartingBreakthrough):
            kind = BREAKTHROUGH[f"{event.shape}/{event.icon}"]
            self.setup["starting"][event.player] = self.packets.breakthrough(kind, event.player)

    def superproject(self, event: v.RevealSuperproject, actor: None, book: Book) -> None:
        """That of Era 1 is a side fact, others stand in `newturn`."""
        if self.state.phase == "setup":
            self.setup["superproject"] = event.superproject

    def top(self, event: v.RevealBuilding, actor: None, book: Book) -> None:
        """`revealbuilding`; the first ones are side facts."""
        row = ROW[event.type]
        if self.state.phase == "setup":
            self.setup["tops"].append(event.building)
            self.packets.buildings[event.building] = self.packets.revealed[row]
            return
        if event.building not in self.inline:
            self._reveal(event.building)
        if self.state.phase == "preparation":
            moved = self.before.primary[row]
            if moved:
                self._to_pile(moved, 2)
        self._book(book, actor)

    def _reveal(self, tile: str) -> None:
        number = next(row.number for row in self.state.tables.all.building if row.id == tile)
        row = number // 100 - 1
        self.packets.revealed[row] += 1
        self.packets.buildings[tile] = self.packets.revealed[row]
        shown = {"id": str(self.packets.revealed[row]), "category": str(row + 1), "type": str(number), "location": "1"}
        self.packets.add("revealbuilding", building=shown)

    def _to_pile(self, tile: str, pile: int) -> None:
        number = self.packets.buildings[tile]
        row = self.state.tables.tiles[tile].row + 1
        self.packets.move(f"building_{number}", f"phbuilding{row}{pile}_null", position="first" if pile == 1 else "last")

    def mine_card(self, event: v.DrawMineCard, actor: None, book: Book) -> None:
        """`newturn` with everything of the Preparation, which is put before what was told of it."""
        p, state = self.packets, self.state
        tail = p.entries[self.mark :]
        del p.entries[self.mark :]
        superproject = state.superprojects[state.era] if state.era < len(state.superprojects) else ""
        shown = None
        if superproject:
            shown = {"id": str(state.era + 1), "type": str(state.tables.superprojects[superproject].bga)}
        cubes = [*state.mine_pool, "uranium", "gold", "titanium"]
        mine = {str(n): {"id": str(n), "type": str(RESOURCES.index(cube) + 1)} for n, cube in enumerate(cubes, 1)}
        p.pool.clear()
        workers: dict[str, Any] = {}
        for kind, count in enumerate(state.recruit_pool):
            for _ in range(count):
                p.last_worker += 1
                p.pool[p.last_worker] = WORKERS[kind]
                row = {"id": str(p.last_worker), "type": str(kind + 1), "location": f"phrecruitworker{kind + 1}"}
                workers[str(p.last_worker)] = row
        p.add("newturn", "Start of turn ${turn}", turn=str(state.era), superproject=shown, mineres=mine, workers=workers)
        p.add("note", "1. Preparation Phase")
        p.entries += tail
        self.cubes = list(cubes)

    mark = 0

    def recruit_card(self, event: Any, actor: None, book: Book) -> None:
        """Told with the Mine card."""

    def rolled(self, event: v.RollParadox, actor: None, book: Book) -> None:
        """The dice of all players, told when the last one is rolled (AN-16.35)."""
        self.rolls.setdefault(event.player, []).append(event.result)
        if isinstance(self.following, v.RollParadox):
            self.held = [*getattr(self, "held", []), *book]
            return
        held = [*getattr(self, "held", []), *book]
        self.held: list[Entry] = []
        p = self.packets
        for seat in self.state.player_order:
            if seat in self.rolls:
                p.note(seat, "rolls ${paradox}", paradox=",".join(map(str, self.rolls[seat])))
                if sum(self.rolls[seat]):
                    p.gain(self.state, seat, {"paradox": sum(self.rolls[seat])})
                own = [e for e in held if e.seat == seat and not (e.figure == "paradox" and e.delta > 0)]
                self._book(own, seat)
        self.rolls = {}

    def impact(self, event: v.RevealCollapsing, actor: None, book: Book) -> None:
        """`impact`, with the last action."""
        if event.action != "research":
            return
        state, p = self.state, self.packets
        blocked: list[dict[str, str]] = []
        for action in ("research", "construct", "recruit"):
            for number in range(1, 4):
                tile = state.collapsing.get(f"{action}_{number}")
                if tile:
                    blocked.append({"type": str(state.tables.collapsing[tile].bga), "location": f"ph{action}_{number}"})
        for player in state.players:
            blocked += [{"type": "0", "location": f"phpower{slot}_{p.ids[player.seat]}"} for slot in player.glitch]
            p.figures[player.seat]["covered"] = sum(1 << slot for slot in player.glitch)
        p.add("impact", blocked={str(n): {"id": str(n), **row} for n, row in enumerate(blocked, 1)})

    def power_up(self, event: v.PowerUp, actor: int, book: Book) -> None:
        """Slot by slot; then the Water."""
        p, state = self.packets, self.state
        for each in event.slots:
            p.pay(state, actor, self._slot_cost(actor, each))
            p.suit_up(actor, each.slot)
            p.close()
        gained = {e.figure: e.delta for e in book if e.source == "empty_slots" and e.delta > 0}
        if gained:
            p.gain(state, actor, gained)

    def _slot_cost(self, seat: int, powered: v.PoweredSlot) -> dict[str, int]:
        from engine.games.anachrony.power_up import ways

        slots = board_of(self.state, self.state.players[seat]).slots
        cost = next(cost for pay, cost in ways(slots[powered.slot - 1]) if pay == powered.pay)
        return {what: number for what, number in cost.items() if number}

    def warp(self, event: v.ChooseWarp, actor: int, book: Book) -> None:
        """AN-16.33: after the last choice, by seat from the last to the first."""
        state, p = self.state, self.packets
        if state.chosen:
            return
        chosen = {seat: tiles for seat, tiles in enumerate(self.before.chosen) if tiles is not None}
        chosen[actor] = event.tiles
        place = 0
        for seat in reversed(range(len(state.players))):
            for tile in sorted(chosen[seat], key=state.tables.warp_ids.index):
                place += 1
                p.move(f"vortex_{self._warp_number(seat, tile)}", f"phchronology{state.era}{place}")
                row = state.tables.warp[tile]
                paid = {what: n for what, n in row.pay_on_warp.items() if n}
                if paid:
                    p.pay(state, seat, paid)
                if "powered_exosuit" in row.gain:
                    p.suit_up(seat)
                    p.note(seat, "gains ${cost}", cost="100000000000")
                else:
                    p.gain(state, seat, dict(row.gain))
            p.score(state, seat)

    def _warp_number(self, seat: int, tile: str) -> int:
        return 9 * (len(self.state.players) - 1 - seat) + self.state.tables.warp[tile].bga

    def place(self, event: v.PlaceWorker, actor: int, book: Book) -> None:
        """A head with its payment, then the effect."""
        p, state = self.packets, self.state
        assert event.worker is not None
        own = [e for e in book if e.source == event.space and e.seat == actor]
        costs = {e.figure: -e.delta for e in own if e.delta < 0 and e.figure in GOODS}
        if event.space.startswith(("construct", "recruit", "research")) is False:
            p.note(actor, "uses a space", nb=101) if event.space in state.tables.tiles else p.note(actor, "uses " + event.space)
        placed = next(n for n, e in enumerate(book) if e.figure == f"active_{event.worker}" and e.delta == -1)
        x_paid = event.payment is not None
        if costs and not x_paid:
            p.pay(state, actor, costs)
        elif "water" in costs and event.space.startswith("anomaly"):
            p.pay(state, actor, {"water": costs["water"]})
        number = p.find(actor, event.worker, "awake")
        rest = [e for n, e in enumerate(book) if n != placed and not (e in own and e.figure in GOODS and e.delta < 0)]
        if event.space in state.tables.spaces:
            suit = p.suit_out(actor)
            p.put(actor, number, event.space, f"exosuit_{suit}")
            p.suits[actor][suit] = event.space
            p.move(f"exosuit_{suit}", PLACES.get(event.space) or COUNCIL.get(event.space) or f"ph{event.space}")
            rest.remove(next(e for e in rest if e.figure in ("powered", "powered_glitch") and e.delta == -1))
            if event.space == "council_left":
                self._marker(actor, "phfirstplayer", keep=False)
            if event.space == "evacuation":
                self._evacuation(actor, rest)
                return
        elif event.space.startswith("anomaly"):
            self._on_anomaly(actor, number, event, costs)
            rest = [e for e in rest if e.figure != "anomalies" or e.delta > 0]
        else:
            p.put(actor, number, event.space, self._own_place(actor, event.space))
            if x_paid:
                self._units(actor, costs)
        self._book(rest, actor)

    def _units(self, actor: int, costs: dict[str, int]) -> None:
        """One PAY for each unit, a request each."""
        for what, number in costs.items():
            for _ in range(number):
                self.packets.close()
                self.packets.pay(self.state, actor, {what: 1})

    def _own_place(self, seat: int, space: str) -> str:
        p, tables = self.packets, self.state.tables
        if space in ("supply", "force_workers"):
            return f"ph{'supply' if space == 'supply' else 'force'}_{p.ids[seat]}"
        if space == "leader":
            return "phleader1" if "caratacus" in self.state.players[seat].leader else "phleader3"
        if space in tables.superprojects:
            return f"phsuperproject{tables.superprojects[space].bga}"
        return f"phbuilding{next(row.number for row in tables.all.building if row.id == space)}"

    def _on_anomaly(self, actor: int, number: int, event: v.PlaceWorker, costs: dict[str, int]) -> None:
        from engine.games.anachrony.spaces import anomaly_spot

        p = self.packets
        anomaly = p.anomalies.pop((actor, anomaly_spot(event.space)))
        p.put(actor, number, "anomaly", f"phbuilding515_{anomaly}")
        order = {what: costs[what] for what in ("neutronium", "gold", "uranium", "titanium") if what in costs}
        self._units(actor, order)
        p.lose(actor, number)
        p.add("remove", id=f"building_{anomaly}")
        p.score(self.state, actor)

    def _marker(self, seat: int, location: str, keep: bool = True) -> None:
        p = self.packets
        p.last_path += 1
        row = {"id": str(p.last_path), "player_id": p.ids[seat], "path": "1", "location": location}
        p.add("newpath", path=row)
        if keep:
            p.markers.append(f"path_{p.last_path}")

    def _evacuation(self, actor: int, rest: list[Entry]) -> None:
        from engine.games.anachrony.evacuation import side_of

        p, state = self.packets, self.state
        player = state.players[actor]
        self._marker(actor, f"phevacuate{player.evacuated}", keep=False)
        total = sum(e.delta for e in rest if e.figure == "vp_tokens")
        base = side_of(state, player).base_vp
        last = player.evacuated == state.tables.per_players[len(state.players)].minus3_evacuation_slot
        if last:
            p.pay(state, actor, {"vp": 3})
        p.gain(state, actor, {"vp": base})
        more = total - base + 3 * last
        p.vp(actor, more)
        p.score(state, actor)
        if more:
            p.note(actor, "gains ${nb}", nb=min(more, 30))

    def free(self, event: v.FreeAction, actor: int, book: Book) -> None:
        """A marker, then the effect."""
        p = self.packets
        p.note(actor, "uses " + event.space)
        paid = [e for e in book if e.source == event.space and e.delta < 0 and e.figure in GOODS and event.mode is None]
        if paid:
            p.pay(self.state, actor, {e.figure: -e.delta for e in paid})
        self._marker(actor, self._own_place(actor, event.space))
        self._book([e for e in book if e not in paid], actor)

    def passed(self, event: v.Pass, actor: int, book: Book) -> None:
        """`pass`."""
        self.packets.note(actor, "passes")

    def construct(self, event: Any, actor: int, book: Book) -> None:
        """The tile first, then what it gives, then what it cost."""
        p, state = self.packets, self.state
        tile = next(e for e in book if e.figure in ("buildings", "superprojects") and e.delta > 0)
        split = book.index(tile)
        self._built(actor, tile.source)
        self._reveal_next()
        p.score(state, actor)
        cost: dict[str, int] = {}
        others: list[Entry] = []
        for entry in book[:split]:
            if entry.seat == actor and entry.figure in GOODS and entry.delta < 0:
                cost[entry.figure] = cost.get(entry.figure, 0) - entry.delta
            else:
                others.append(entry)
        p.pay(state, actor, cost)
        self._book(others + book[split + 1 :], actor)

    def _reveal_next(self) -> None:
        if isinstance(self.following, v.RevealBuilding):
            self.inline.add(self.following.building)
            self._reveal(self.following.building)

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

    def die(self, event: v.SetResearchDie, actor: int, book: Book) -> None:
        """The die that is set; told with the roll, if that follows at once."""
        if isinstance(self.following, v.SetSecondDie) or isinstance(self.state.agenda[-1], SecondDie):
            self._dice(actor, FACES[event.face])
        self.dice, self.roller = FACES[event.face], actor
        self._book(book, actor)

    roller = 0

    def _dice(self, actor: int, first: str, second: str = "", words: str = "and") -> None:
        text = "set ${dice}" + (f" {words} ${{dice2}}" if second else "")
        args = {"dice": first} | ({"dice2": second} if second else {})
        self.packets.note(actor, text, **args)

    def second(self, event: v.SetSecondDie, actor: int, book: Book) -> None:
        """The second die, set; a roll is told by the roll."""
        if event.face is not None:
            self._dice(actor, self.dice, FACES[event.face])
        self._book(book, actor)

    def roll(self, event: v.RollResearchDie, actor: None, book: Book) -> None:
        """Set and rolled; or rolled again."""
        if self.dice:
            self._dice(self.roller, self.dice, FACES[event.face], "and rolls")
        else:
            self._dice(self.roller, FACES[event.face])
        self._book(book, self.roller)
        self._gone()

    def icon(self, event: v.ChooseIcon, actor: int, book: Book) -> None:
        """After a question mark."""
        self._dice(actor, self.dice or "shape1", FACES[event.icon])
        self._book(book, actor)
        self._gone()

    def _gone(self) -> None:
        """`text`: the Breakthrough of the dice is not available."""
        if self.state.agenda and isinstance(self.state.agenda[-1], RerollAsked):
            self.packets.add("text")

    def reroll(self, event: v.ChooseReroll, actor: int, book: Book) -> None:
        """Told by the roll."""
        self.dice, self.roller = "", actor

    def mine(self, event: v.MineTake, actor: int, book: Book) -> None:
        """The cube, and the bonus cube of the space."""
        number = self.cubes.index(event.cube) + 1
        self.cubes[number - 1] = ""
        self.packets.add("remove", id=f"mineres_{number}")
        self._book(book, actor)

    def trade(self, event: v.TradeGoods, actor: int, book: Book) -> None:
        """PAY, then GAIN."""
        self.packets.pay(self.state, actor, {e.figure: -e.delta for e in book if e.delta < 0 and e.source == "trade"})
        gained = {e.figure: e.delta for e in book if e.delta > 0 and e.source == "trade"}
        if gained:
            self.packets.gain(self.state, actor, gained)
        self._book([e for e in book if e.source != "trade"], actor)

    def travel(self, event: v.TimeTravel, actor: int, book: Book) -> None:
        """The Focus marker moves, also to where it is."""
        if event.era is not None:
            self.packets.move(f"path_{self.packets.ids[actor]}", f"chronologyTokens{event.era}")
        self._book([e for e in book if e.figure != "focus"], actor)

    def warp_back(self, event: Any, actor: int, book: Book) -> None:
        """A Warp tile comes back: with what it cost, or for nothing."""
        p, state = self.packets, self.state
        if event.tile is None:
            self._book(book, actor)
            return
        own = [e for e in book if e.source == event.tile and e.seat == actor]
        repay = dict(state.tables.warp[event.tile].repay) if isinstance(event, v.RetrieveWarp) else {}
        if isinstance(event, v.RetrieveWarp):
            p.pay(state, actor, {what: number for what, number in repay.items() if number})
        p.move(f"vortex_{self._warp_number(actor, event.tile)}", f"vortexs_{p.ids[actor]}")
        if any(e.figure == "time_travel_step" for e in own):
            step = state.players[actor].time_travel_step + 1
            p.move(f"temporal_{p.ids[actor]}", f"temporal_{p.ids[actor]}_{step}")
            p.note(actor, "gains a step")
            p.score(state, actor)
        for worker in WORKERS:
            if repay.get(worker):
                p.lose(actor, p.find(actor, worker, "awake"))
        self._book([e for e in book if e not in own], actor)

    # ---- entries of the ledger

    def _book(self, book: Book, actor: int | None) -> None:
        """Everything else that was entered, in order: groups of payments and gains, pieces."""
        group: dict[str, int] = {}
        kind: tuple[int, int, str] | None = None
        for entry in [*book, None]:
            key = None
            if entry is not None and entry.figure in (*GOODS, "vp_tokens", "paradox") and entry.source != "anomaly":
                key = (entry.seat, 1 if entry.delta > 0 else -1, entry.source)
                if entry.source == "recruit_bonus":  # each bonus is a gain of its own
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
        elif figure in ("buildings", "superprojects") and delta > 0:
            self._built(seat, entry.source)
            self._reveal_next()
            p.score(state, seat)
        elif figure.startswith(("active_", "tired_")):
            self._worker(entry)

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

    _waking = frozenset(("force_workers", "supply", "la_408", "cc_recruit_wake"))

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

    # ---- automatic steps

    def tell_step(self, before: State, step: Step) -> None:
        """An automatic step, which has been done."""
        self.before, self.following = before, None
        p = self.packets
        if step.name == "preparation":
            self.mark = len(p.entries)
            return
        if step.name in PHASES:
            p.add("note", PHASES[step.name])
            self._book(step.entries, None)
            self._prompt()
            return
        if step.name == "returns":
            self._returns(before)
        elif step.name == "era_end":
            self._era_end(before)
        elif step.name == "scoring":
            self._scoring(before)

    def _returns(self, before: State) -> None:
        p = self.packets
        for seat in reversed(range(len(before.players))):
            player = before.players[seat]
            for number in sorted(p.workers[seat]):
                worker, place = p.workers[seat][number]
                if place == "aside":
                    p.put(seat, number, "sleeping", f"sleeping_{p.ids[seat]}")
                elif place not in ("awake", "sleeping"):
                    self._fate(before, player, number, place)
        for seat in reversed(range(len(before.players))):
            for number, place in p.suits[seat].items():
                if place and not place.startswith("slot"):
                    p.suits[seat][number] = ""
                    p.move(f"exosuit_{number}", f"hidden{p.ids[seat]}")
        for marker in p.markers:
            p.add("remove", id=marker)
        p.markers = []

    def _fate(self, before: State, player: Player, number: int, place: str) -> None:
        p, seat = self.packets, player.seat
        busy = next(each for each in player.busy if each.space == place and each.worker == p.workers[seat][number][0])
        fate = fate_of(before, player, busy)
        if fate == "dies":
            p.lose(seat, number)
        else:
            column = "awake" if fate == "motivated" else "sleeping"
            p.put(seat, number, column, f"{column}_{p.ids[seat]}")

    def _era_end(self, before: State) -> None:
        p, state = self.packets, self.state
        if state.due == "scoring":
            p.add("note", "<b>END OF GAME</b>")
            p.add("note", "Untangle the continuum")
            return
        for player in reversed(state.players):
            for _ in range(before.players[player.seat].powered):
                p.suit_back(player.seat)
            p.move(f"path_{p.ids[player.seat]}", f"chronologyTokens{player.focus}")

    def _scoring(self, before: State) -> None:
        p, state = self.packets, self.state
        for player in reversed(state.players):
            seat = player.seat
            for tile, was, now in zip(state.tables.warp_ids, before.players[seat].warped, player.warped, strict=True):
                if was and not now:
                    repay = state.tables.warp[tile].repay
                    p.pay(state, seat, {what: number for what, number in repay.items() if number})
                    p.move(f"vortex_{self._warp_number(seat, tile)}", f"vortexs_{p.ids[seat]}")
                    for worker in WORKERS:
                        if repay.get(worker):
                            p.lose(seat, p.find(seat, worker, "awake"))
        for i, player in enumerate(reversed(state.players)):
            shown = shown_categories(state, player)
            columns = {0: p.names[player.seat][:10]} | {n: shown[name] for n, name in enumerate(CATEGORIES, 1)}
            for n, card in enumerate(state.endgame_cards, 10):
                row = state.tables.endgame_cards[card]
                values = [measured(state, each, row.compare) for each in state.players]
                columns[n] = row.vp * (values[player.seat] == max(values))
            for j, score in {**columns, 15: player.vp}.items():
                p.add("finalscore", i=i, j=j, score=score)

    def side_facts(self) -> dict[str, Any]:
        """AN-16.9: what the packets lack."""
        state, p = self.state, self.packets
        tables = state.tables
        numbers = {row.id: row.number for row in tables.all.building}
        return {
            "players": {
                p.ids[player.seat]: {
                    "id": p.ids[player.seat],
                    "evacuation_side": "1" if player.path_side == "a" else "2",
                }
                for player in state.players
            },
            "side": state.options.board_side.upper(),
            "endgames": [
                {"id": str(n), "type": str(tables.endgame_cards[card].bga)}
                for n, card in enumerate(state.endgame_cards, 1)
            ],
            "superprojects": [{"id": "1", "type": str(tables.superprojects[self.setup["superproject"]].bga)}]
            if self.setup["superproject"]
            else [],
            "buildings": [
                {"id": str(1 + 15 * row), "type": str(numbers[tile])} for row, tile in enumerate(self.setup["tops"])
            ],
            "breakthroughs": [
                {"id": str(number), "player_id": p.ids[seat]} for seat, number in self.setup["starting"].items()
            ],
            "workers": [{"id": "1"}],
        }


_TELL: dict[type, Callable[..., None]] = {
    v.FirstPlayer: Steps.nothing,
    v.EndgameCards: Steps.nothing,
    v.RevealSuperproject: Steps.superproject,
    v.RevealBuilding: Steps.top,
    v.AssignPath: Steps.path,
    v.ChoosePath: Steps.path,
    v.AssignPathSide: Steps.nothing,
    v.StartingBreakthrough: Steps.nothing,
    v.ChooseLeader: Steps.leader,
    v.DrawRecruitCard: Steps.recruit_card,
    v.DrawMineCard: Steps.mine_card,
    v.RollParadox: Steps.rolled,
    v.RevealCollapsing: Steps.impact,
    v.PowerUp: Steps.power_up,
    v.ChooseWarp: Steps.warp,
    v.PlaceWorker: Steps.place,
    v.FreeAction: Steps.free,
    v.Pass: Steps.passed,
    v.ConstructBuilding: Steps.construct,
    v.ConstructSuperproject: Steps.construct,
    v.SetResearchDie: Steps.die,
    v.SetSecondDie: Steps.second,
    v.RollResearchDie: Steps.roll,
    v.ChooseIcon: Steps.icon,
    v.ChooseReroll: Steps.reroll,
    v.MineTake: Steps.mine,
    v.TradeGoods: Steps.trade,
    v.TimeTravel: Steps.travel,
    v.RetrieveWarp: Steps.warp_back,
    v.ReturnWarp: Steps.warp_back,
    v.AnomalyWarp: Steps.warp_back,
}
BREAKTHROUGH_NAMES, TYPES = BREAKTHROUGHS, BUILDING_TYPES
