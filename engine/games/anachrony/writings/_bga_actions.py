"""The events of the Action phase, written in packets (AN-16.31, AN-16.32)."""

from typing import Any

from engine.games.anachrony.components import RESOURCES, WORKERS
from engine.games.anachrony.evacuation import side_of
from engine.games.anachrony.free_actions import CARATACUS_WATER, RETURN
from engine.games.anachrony.items import RerollAsked, SecondDie
from engine.games.anachrony.spaces import anomaly_spot
from engine.games.anachrony.writings._bga_packets import FACES, GOODS
from engine.games.anachrony.writings._bga_writer import PacketWriter
from engine.ledger import Book, Entry
from events.vocabulary import anachrony as v

PLACES = {"purify": "purifystack", "trade": "tradestack", "evacuation": "evacuationstack"}
COUNCIL = {"council_left": "phcouncil_1", "council_right": "phcouncil_2"}


class Actions(PacketWriter):
    """Writes heads and follow-ups."""

    def place(self, event: v.PlaceWorker, actor: int, book: Book) -> None:
        """A head with its payment, then the effect."""
        p, state = self.packets, self.state
        assert event.worker is not None
        own = [e for e in book if e.source == event.space and e.seat == actor]
        costs = {e.figure: -e.delta for e in own if e.delta < 0 and e.figure in GOODS}
        if event.space.startswith(("construct", "recruit", "research")) is False:
            p.note(actor, "uses a space", nb=101) if event.space in state.tables.tiles else p.note(
                actor, "uses " + event.space
            )
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
        """One PAY per unit, each as a request."""
        for what, number in costs.items():
            for _ in range(number):
                self.packets.close()
                self.packets.pay(self.state, actor, {what: 1})

    def _on_anomaly(self, actor: int, number: int, event: v.PlaceWorker, costs: dict[str, int]) -> None:
        p = self.packets
        anomaly = p.anomalies.pop((actor, anomaly_spot(event.space)))
        p.put(actor, number, "anomaly", f"phbuilding515_{anomaly}")
        order: dict[str, int] = {what: costs[what] for what in RESOURCES if what in costs}
        self._units(actor, order)
        p.lose(actor, number)
        p.add("remove", id=f"building_{anomaly}")
        p.score(self.state, actor)

    def _evacuation(self, actor: int, rest: list[Entry]) -> None:
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
        if event.mode == RETURN:
            p.pay_what_is_there(self.state, actor, {"water": CARATACUS_WATER, "paradox": 1})
        else:
            self._book([e for e in book if e not in paid], actor)

    def passed(self, event: v.Pass, actor: int, book: Book) -> None:
        """`pass`."""
        self.packets.note(actor, "passes")

    def construct(self, event: Any, actor: int, book: Book) -> None:
        """The tile, its cost, its gains."""
        self._book(book, actor)

    def die(self, event: v.SetResearchDie, actor: int, book: Book) -> None:
        """The die that is set; written with the roll, if that follows at once."""
        if isinstance(self.following, v.SetSecondDie) or isinstance(self.state.agenda[-1], SecondDie):
            self._dice(actor, FACES[event.face])
        self.dice, self.roller = FACES[event.face], actor
        self._book(book, actor)

    def _dice(self, actor: int, first: str, second: str = "", words: str = "and") -> None:
        text = "set ${dice}" + (f" {words} ${{dice2}}" if second else "")
        args = {"dice": first} | ({"dice2": second} if second else {})
        self.packets.note(actor, text, **args)

    def second(self, event: v.SetSecondDie, actor: int, book: Book) -> None:
        """The second die, if it is set; a roll is written with its result."""
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
        """Written with the roll."""
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
        """The Focus marker moves, even to where it already is."""
        if event.era is not None:
            self.packets.move(f"path_{self.packets.ids[actor]}", f"chronologyTokens{event.era}")
        self._book([e for e in book if e.figure != "focus"], actor)

    def warp_back(self, event: Any, actor: int, book: Book) -> None:
        """A Warp tile comes back, paid for or for free."""
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
