"""The packets being written: entries, the groups PAY and GAIN, and the pieces on the table (AN-16.14, AN-16.23)."""

from typing import Any

from engine.games.anachrony.components import BREAKTHROUGHS, RESOURCES, WORKERS
from engine.games.anachrony.scoring import categories
from engine.games.anachrony.state import EXOSUITS, State

FIRST_ID = 11
TABLE = "9"
CODES = (*RESOURCES, "water", "energy_core", *WORKERS, "powered_exosuit", "vp", "paradox", "morale")
GOODS = (*RESOURCES, "water", "energy_core")
FIRST_ANOMALY = 61
FACES = {f"shape_{n}": f"shape{n}" for n in (1, 2, 3)} | {f"icon_{n}": f"icon{n}" for n in (1, 2, 3, 4, 5)}
FACES["question"] = "icon6"


def code_of(amounts: dict[str, int]) -> str:
    """AN-16.11: the code of amounts."""
    return str(sum(number * 10 ** (CODES.index(what) + 1) for what, number in amounts.items()))


class Packets:
    """Packets with their entries; the figures as stated so far; the places of the pieces."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.ids = [str(FIRST_ID + seat) for seat in range(len(names))]
        self.packets: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.uid = 0
        self.figures: list[dict[str, int]] = [{} for _ in names]
        self.workers: list[dict[int, tuple[str, str]]] = [{} for _ in names]
        self.pool: dict[int, str] = {}
        self.suits: list[dict[int, str]] = []
        self.last_worker = 5 * len(names)
        self.last_path = 1
        self.last_anomaly = FIRST_ANOMALY - 1
        self.anomalies: dict[tuple[int, int], int] = {}
        self.markers: list[str] = []
        self.buildings: dict[str, int] = {}
        self.revealed = [1, 16, 31, 46]
        self.breakthroughs: dict[int, int] = {}
        n = len(names)
        for seat in range(n):
            first = EXOSUITS * (n - 1 - seat)
            self.suits.append({first + number: "" for number in range(1, EXOSUITS + 1)})

    # ---- entries

    def add(self, type_: str, log: str = "", **args: Any) -> None:
        """One entry."""
        self.uid += 1
        self.entries.append({"uid": f"a{self.uid}", "type": type_, "log": log, "args": args or []})

    def close(self) -> None:
        """End the packet of a request."""
        if not self.entries:
            return
        number = str(len(self.packets) + 1)
        self.packets.append(
            {
                "channel": f"/table/t{TABLE}",
                "table_id": TABLE,
                "packet_id": number,
                "packet_type": "resend",
                "move_id": number,
                "time": str(1_700_000_000 + 10 * len(self.packets)),
                "data": self.entries,
            }
        )
        self.entries = []

    def note(self, seat: int, log: str, **args: Any) -> None:
        """A text about a player."""
        named = "${player_name} " + log
        self.add("note", named, player_id=self.ids[seat], player_name=self.names[seat], **args)

    def move(self, mobile: str, parent: str, log: str = "", **args: Any) -> None:
        """A piece moves."""
        self.add("move", log, mobile=mobile, parent=parent, **args)

    # ---- figures

    def counter(self, seat: int, figure: str, delta: int) -> None:
        """A resource changes."""
        self.figures[seat][figure] = self.figures[seat].get(figure, 0) + delta
        self.add("counter", id=f"res_{self.ids[seat]}_{GOODS.index(figure) + 1}", nb=self.figures[seat][figure])

    def vp(self, seat: int, delta: int) -> None:
        """VP tokens, stated in any case."""
        self.figures[seat]["vp_tokens"] = self.figures[seat].get("vp_tokens", 0) + delta
        self.add("counter", id=f"vp_{self.ids[seat]}", nb=self.figures[seat]["vp_tokens"])

    def score(self, state: State, seat: int) -> None:
        """AN-16.52: the provisional score."""
        points = sum(categories(state, state.players[seat]).values())
        self.add("counterid", id=f"player_score_{self.ids[seat]}", nb=points)

    def tokens(self, seat: int, delta: int) -> None:
        """Paradox tokens, stated in any case."""
        self.figures[seat]["paradox"] = self.figures[seat].get("paradox", 0) + delta
        self.add("setparadox", player_id=self.ids[seat], nb=self.figures[seat]["paradox"])

    def morale(self, state: State, seat: int, delta: int) -> None:
        """A step on the Morale track."""
        self.figures[seat]["morale_step"] += delta
        self.move(f"moral_{self.ids[seat]}", f"moral_{self.ids[seat]}_{self.figures[seat]['morale_step']}")
        self.score(state, seat)

    def pay(self, state: State, seat: int, amounts: dict[str, int]) -> None:
        """PAY (AN-16.23)."""
        for figure in GOODS:
            if amounts.get(figure):
                self.counter(seat, figure, -amounts[figure])
        for _ in range(amounts.get("powered_exosuit", 0)):
            self.suit_back(seat)
        self.vp(seat, -amounts.get("vp", 0))
        self.score(state, seat)
        self.tokens(seat, -amounts.get("paradox", 0))
        if amounts.get("morale") and self.figures[seat]["morale_step"] > 1:
            self.morale(state, seat, -1)
        if any(amounts.values()):
            self.note(seat, "pays ${cost}", cost=code_of(amounts))

    def pay_what_is_there(self, state: State, seat: int, amounts: dict[str, int]) -> None:
        """PAY with the full code; AN-16.50 i: goods are shown below 0 and are 0 then, tokens are not."""
        held = self.figures[seat]
        held["paradox"] = max(held.get("paradox", 0), amounts.get("paradox", 0))
        self.pay(state, seat, amounts)
        for figure in GOODS:
            held[figure] = max(0, held.get(figure, 0))

    def gain(self, state: State, seat: int, amounts: dict[str, int]) -> None:
        """GAIN (AN-16.23)."""
        for figure in GOODS:
            if amounts.get(figure):
                self.counter(seat, figure, amounts[figure])
        for worker in WORKERS:
            for _ in range(amounts.get(worker, 0)):
                self.new_worker(seat, worker, "awake")
        if amounts.get("powered_exosuit"):
            self.suit_up(seat)
        if amounts.get("vp"):
            self.vp(seat, amounts["vp"])
            self.score(state, seat)
        if amounts.get("paradox"):
            self.tokens(seat, amounts["paradox"])
        if amounts.get("morale"):
            self.morale(state, seat, 1)
        self.note(seat, "gains ${cost}", cost=code_of(amounts))

    # ---- Workers and Exosuits: number -> (type, place) and number -> place

    def new_worker(self, seat: int, worker: str, column: str) -> None:
        """`newworker`."""
        self.last_worker += 1
        self.workers[seat][self.last_worker] = (worker, column)
        kind = str(WORKERS.index(worker) + 1)
        row = {"id": str(self.last_worker), "player_id": self.ids[seat], "type": kind}
        self.add("newworker", worker={**row, "location": f"{column}_{self.ids[seat]}"})

    def find(self, seat: int, worker: str, place: str) -> int:
        """AN-16.14: the highest number of a type at a place."""
        return max(number for number, at in self.workers[seat].items() if at == (worker, place))

    def put(self, seat: int, number: int, place: str, parent: str) -> None:
        """A Worker moves."""
        self.workers[seat][number] = (self.workers[seat][number][0], place)
        self.move(f"worker_{number}", parent)

    def lose(self, seat: int, number: int) -> None:
        """A Worker is gone."""
        del self.workers[seat][number]
        self.add("remove", id=f"worker_{number}")

    def suit_up(self, seat: int, slot: int = 0) -> None:
        """Put an Exosuit from the supply on a slot, the lowest free one unless given; without room nothing happens."""
        own = self.suits[seat]
        number = min((each for each, place in own.items() if not place), default=0)
        taken = set(own.values())
        covered = self.figures[seat].get("covered", 0)
        free = [each for each in range(1, 7) if f"slot{each}" not in taken and not covered >> each & 1]
        if number and free:
            slot = slot or free[0]
            own[number] = f"slot{slot}"
            self.move(f"exosuit_{number}", f"phpower{slot}_{self.ids[seat]}")

    def suit_back(self, seat: int) -> None:
        """A powered Exosuit goes back to the supply."""
        number = min(each for each, place in self.suits[seat].items() if place.startswith("slot"))
        self.suits[seat][number] = ""
        self.move(f"exosuit_{number}", f"hidden{self.ids[seat]}")

    def suit_out(self, seat: int) -> int:
        """The Exosuit on the lowest slot, for a space."""
        own = self.suits[seat]
        return min((each for each, place in own.items() if place.startswith("slot")), key=lambda each: own[each])

    # ---- Breakthroughs

    def breakthrough(self, kind: int, seat: int) -> int:
        """AN-16.14: the highest free number of a kind, now of a seat."""
        free = (n for n in range(len(BREAKTHROUGHS) * 3, 0, -1) if (n - 1) % len(BREAKTHROUGHS) == kind)
        number = next(n for n in free if n not in self.breakthroughs)
        self.breakthroughs[number] = seat
        return number

    def breakthrough_back(self, kind: int, seat: int) -> int:
        """The number of the Breakthrough of a kind that a seat gives back."""
        number = max(
            n for n, owner in self.breakthroughs.items() if owner == seat and (n - 1) % len(BREAKTHROUGHS) == kind
        )
        del self.breakthroughs[number]
        return number
