"""Games of Anachrony as requests to the program of Board Game Arena: what a player clicks to do what an event says.

The program asks more often than the rules do, and asks for some things that have only one answer, which are no events.
So its prompts lead: each is answered from the next event of its kind in the present action, or with the only key.
"""

from collections.abc import Callable
from typing import Any

from anachrony_program import ACTION, LEADERS, SELECTION, WARP, Pending, Program
from anachrony_steps import CODES, GOODS, Step, Stuck, amounts_of, bonus_key, face_key, slot_costs, total

from engine.games.anachrony import items
from engine.games.anachrony.components import BREAKTHROUGHS, ICONS, RESOURCES, ROW, SHAPES, WORKER
from engine.games.anachrony.spaces import anomaly_spot
from events.vocabulary import anachrony as v

HEADS = (v.PlaceWorker, v.FreeAction, v.Pass, v.PowerUp, v.ChooseWarp)
UNDO, SKIP = "Undo", "Skip"
CAPITAL: dict[type, str] = {items.Constructing: "construct", items.Recruiting: "recruit", items.DieToSet: "research"}
COUNCIL = {"council_left": "phcouncil_1", "council_right": "phcouncil_2"}


class Feeder:
    """The players of a finished game, at a table of the program."""

    def __init__(self, program: Program, steps: list[Step]) -> None:
        self.program, self.steps = program, steps
        self.cursor = 0
        self.step = steps[0]
        self.seat = 0
        self.units: list[str] = []
        self.bonuses: list[str] = []
        self.slots: list[v.PoweredSlot] = []
        self.drill = ""

    # ---- finding events

    def _next(self, *kinds: type, anywhere: bool = False) -> Step | None:
        """The next decision of the seat of one of the kinds; before the next action, unless `anywhere`."""
        for number in range(self.cursor, len(self.steps)):
            step = self.steps[number]
            if step.done:
                continue
            if isinstance(step.event, kinds) and step.seat == self.seat:
                step.done = True
                self.step = step
                if isinstance(step.event, HEADS) and not isinstance(step.event, v.ChooseWarp):
                    self.cursor = max(self.cursor, number + 1)
                while self.cursor < len(self.steps) and self.steps[self.cursor].done:
                    self.cursor += 1
                return step
            if isinstance(step.event, HEADS) and not anywhere:
                return None
        return None

    def head(self) -> Step | None:
        """The next action of the seat that is asked, without taking it."""
        for step in self.steps[self.cursor :]:
            if not step.done and step.seat == self.seat and isinstance(step.event, (*HEADS, v.Decline)):
                return step
        return None

    # ---- answering

    def answer(self) -> None:
        """Answer the present prompt. Raises Refused, Stuck."""
        program, prompt = self.program, self.program.prompt
        player = prompt.players[0]
        self.seat = program.ids.index(player)
        if prompt.state == WARP:
            self._warp(player)
            return
        if prompt.state == SELECTION:
            path = self._taken(v.ChoosePath).path
            program.select(player, f"selectrow{self.step.before.tables.paths[path].bga}")
            return
        if prompt.state == LEADERS:
            leader = self._taken(v.ChooseLeader).leader
            program.select(player, f"leader_{player}_{self.step.before.tables.leaders[leader].bga}")
            return
        assert prompt.state == ACTION
        assert prompt.pending is not None
        self._click(player, *self._clicks(prompt.pending))

    def _taken(self, *kinds: type, anywhere: bool = True) -> Any:
        step = self._next(*kinds, anywhere=anywhere)
        if step is None:
            raise Stuck(f"asked for {kinds[0].__name__}, which the game does not have")
        return step.event

    def _click(self, player: int, first: str, second: str | None = None) -> None:
        offered = self.program.prompt.selectable
        if first not in offered:
            raise Stuck(f"{first} is not offered, but {', '.join(offered)}")
        if second is not None and second not in offered[first]:
            raise Stuck(f"{second} is not offered after {first}, but {', '.join(offered[first])}")
        self.program.select(player, first, second)

    def _clicks(self, pending: Pending) -> tuple[str, ...]:
        name = f"{pending.function}/{pending.target_id or ''}"
        handle = _ANSWERS.get(name) or _ANSWERS.get(f"/{pending.target_id or ''}")
        if handle is None:
            raise Stuck(f"the prompt {name} is unknown")
        return handle(self, pending)

    def _keys(self, start: str = "") -> list[str]:
        return [key for key in self.program.prompt.selectable if key not in (UNDO, SKIP) and key.startswith(start)]

    def only(self) -> tuple[str, ...]:
        """The only thing to click, which is no event; or nothing to choose from."""
        keys = self._keys()
        if len(keys) == 1:
            targets = self.program.prompt.selectable[keys[0]]
            return (keys[0], targets[0]) if targets else (keys[0],)
        if not keys and SKIP in self.program.prompt.selectable:
            return (SKIP,)
        raise Stuck(f"several things are offered where the game has no decision: {', '.join(keys)}")

    def id_of(self, table: str, **wanted: object) -> str:
        """The number of a row. Raises Stuck if there is none."""
        texts = {column: None if value is None else str(value) for column, value in wanted.items()}
        for row in self.program.rows(table):
            if all(row[column] == value for column, value in texts.items()):
                return row["id"]
        raise Stuck(f"no row of {table} with {texts}")

    @property
    def player(self) -> int:
        return self.program.ids[self.seat]

    def _warp(self, player: int) -> None:
        event = self._taken(v.ChooseWarp)
        tiles = self.step.before.tables.warp
        numbers = [self.id_of("vortex", player_id=player, type=tiles[tile].bga) for tile in event.tiles]
        self.program.warp(player, numbers)

    # ---- actions

    def turn(self, pending: Pending) -> tuple[str, ...]:
        """A placement, a Free Action or a pass; a nested placement may be declined."""
        step = self.head()
        if pending.arg and (step is None or not isinstance(step.before.agenda[-1], items.Nested)):
            return (SKIP,)
        if step is not None and isinstance(step.event, v.Decline):
            step.done = True
            return (SKIP,)
        event = self._taken(*HEADS)
        if isinstance(event, v.Pass):
            return ("Pass",)
        if event.space == "leader" or isinstance(event, v.FreeAction):
            return (self.place(event.space),)
        self._begin_units(event.payment)
        return self.place(event.space), f"workertype_{WORKER[event.worker or ''] + 1}"

    def place(self, space: str) -> str:
        tables = self.step.before.tables
        if space in ("supply", "force_workers"):
            return f"ph{space.removesuffix('_workers')}_{self.player}"
        if space == "leader":
            return "phleader1" if "caratacus" in self.step.before.players[self.seat].leader else "phleader3"
        if space.startswith("anomaly"):
            row, column = divmod(anomaly_spot(space), 3)
            spot = {"type": 515, "player_id": self.player, "category": row + 1, "location": column + 1}
            return f"phbuilding515_{self.id_of('building', **spot)}"
        if space in tables.superprojects:
            return f"phsuperproject{tables.superprojects[space].bga}"
        if space in tables.tiles:
            return f"phbuilding{self._number(space)}"
        return COUNCIL.get(space, f"ph{space}")

    def _number(self, building: str) -> int:
        return next(row.number for row in self.step.before.tables.all.building if row.id == building)

    def _begin_units(self, payment: v.Payment | None) -> None:
        """The units that the program will ask for one by one."""
        paid = payment or v.Payment()
        self.units = ["neutronium"] * paid.neutronium + ["water"] * paid.water + list(paid.tug)

    def power_up(self, pending: Pending) -> tuple[str, ...]:
        """Slot by slot, then the end; Captain Wolfe's exchanges come before."""
        if not self.slots:
            event = self._taken(v.PowerUp, v.HydrocoreExchange)
            if isinstance(event, v.HydrocoreExchange):
                return ("leader41" if event.direction == "to_core" else "leader42",)
            if not event.slots:
                return ("Finish",)
            self.slots = [*event.slots, v.PoweredSlot(0)]
        slot = self.slots[0]
        if slot.slot == 0:
            self.slots = []
            return ("Finish",)
        self.slots = self.slots[1:]
        self.step.book[:] = slot_costs(self.step, slot)
        return (f"phpower{slot.slot}_{self.player}",)

    def pay(self, pending: Pending) -> tuple[str, ...]:
        """One of several costs: the one that the ledger has."""
        paid = total(self.step.book, self.seat, -1, GOODS)
        return (self._code(paid),)

    def _code(self, amounts: dict[str, int]) -> str:
        """The key whose digits are these amounts."""
        for key in self._keys():
            if amounts_of(key, amounts.keys() <= set(GOODS)) == amounts:
                return key
        raise Stuck(f"{amounts} is not offered, but {', '.join(self._keys())}")

    def gain(self, pending: Pending) -> tuple[str, ...]:
        """The bonus of a Genius, the cube of the Tectonic Drill, or the choice of an effect."""
        if self.bonuses:
            return (bonus_key(self.bonuses.pop(0)),)
        if self.drill:
            key, self.drill = f"res{10 ** (CODES.index(self.drill) + 1)}", ""
            return (key,)
        step = self._next(v.ChooseGain)
        if step is None:
            return self.only()
        return (self._code(total(step.book, self.seat, 1, CODES)),)

    def confirm(self, pending: Pending) -> tuple[str, ...]:
        """The end of an action or of a pass."""
        return ("Confirm",)

    # ---- Warp tiles, Anomalies, Workers

    def travel(self, pending: Pending) -> tuple[str, ...]:
        """The Era."""
        step = self._next(v.TimeTravel)
        return (f"chronology{step.event.era}",) if step is not None else self.only()

    def _tile(self, *kinds: type) -> tuple[str, ...]:
        step = self._next(*kinds)
        if step is None or step.event.tile is None:
            return (SKIP,)
        type_ = step.before.tables.warp[step.event.tile].bga
        return (f"vortex_{self.id_of('vortex', player_id=self.player, type=type_)}",)

    def retrieve(self, pending: Pending) -> tuple[str, ...]:
        """The Warp tile to repay; where none can be, the game has no decision."""
        if not self._keys("vortex_"):
            return (SKIP,)
        return self._tile(v.RetrieveWarp)

    def give_back(self, pending: Pending) -> tuple[str, ...]:
        """The Warp tile that comes back unpaid."""
        return self._tile(v.ReturnWarp, v.AnomalyWarp)

    def anomaly(self, pending: Pending) -> tuple[str, ...]:
        """The spot."""
        step = self._next(v.PlaceAnomaly)
        if step is None:
            return self.only()
        return (f"phbuilding{ROW[step.event.row] + 1}{step.event.column}_{self.player}",)

    def building_lost(self, pending: Pending) -> tuple[str, ...]:
        """The building to lose instead of taking an Anomaly."""
        step = self._next(v.AnomalyOrBuilding)
        if step is None or step.event.building is None:
            return (SKIP,)
        return (f"building_{self.id_of('building', type=self._number(step.event.building))}",)

    def worker(self, pending: Pending) -> tuple[str, ...]:
        """The Worker to lose: of the type and column that the event states, as far as it does."""
        event, own = self.step.event, self._keys("worker_")
        type_ = (event.lost_worker or event.worker) if isinstance(event, v.FreeAction) else None
        column = {"active": "awake", "tired": "sleeping"}.get(getattr(event, "worker_column", None) or "", "")
        for row in self.program.rows("worker"):
            is_in_column = f"worker_{row['id']}" in own and row["location"].startswith(column)
            if is_in_column and (type_ is None or int(row["type"]) == WORKER[type_] + 1):
                return (f"worker_{row['id']}",)
        return self.only()

    # ---- the Capital

    def construct(self, pending: Pending) -> tuple[str, ...]:
        """The building on its pile, or the Superproject with its first spot."""
        step = self._next(v.ConstructBuilding, v.ConstructSuperproject, v.Decline)
        if step is None:
            return self.only()
        event = step.event
        if isinstance(event, v.Decline):
            return (SKIP,)
        if isinstance(event, v.ConstructBuilding):
            pile = ("primary", "secondary").index(event.pile) + 1
            top = {"category": ROW[event.stack] + 1, "location": pile, "location_arg": 1, "player_id": None}
            return (f"building_{self.id_of('building', **top)}",)
        era = step.before.players[self.seat].focus
        return f"superproject_{era}", f"phbuilding{ROW[event.row] + 1}{event.column}_{self.player}"

    def breakthroughs(self, pending: Pending) -> tuple[str, ...]:
        """The Breakthroughs that a Superproject costs, in the order in which the program takes them."""
        event = self.step.event
        if not isinstance(event, v.ConstructSuperproject) or not event.breakthroughs:
            return self._any_breakthrough()
        for order in (event.breakthroughs, event.breakthroughs[::-1]):
            numbers: list[str] = []
            for name in order:
                numbers.append(self._breakthrough(name, numbers))
            targets = self.program.prompt.selectable.get(numbers[0])
            if targets is not None and (not targets if len(numbers) == 1 else numbers[1] in targets):
                return tuple(numbers)
        raise Stuck(f"{', '.join(event.breakthroughs)} cannot be paid, but {self.program.prompt.selectable}")

    def _any_breakthrough(self) -> tuple[str, ...]:
        """Equal tiles may be listed one by one; which of them is paid is not asked."""
        gone = [entry.source for entry in self.step.book if entry.figure == "breakthroughs" and entry.delta < 0]
        numbers: list[str] = []
        for name in gone:
            numbers.append(self._breakthrough(name, numbers))
        return tuple(numbers if numbers[0] in self.program.prompt.selectable else numbers[::-1])

    def _breakthrough(self, name: str, used: list[str]) -> str:
        shape, icon = divmod(BREAKTHROUGHS.index(name), len(ICONS))
        assert shape < len(SHAPES)
        for row in self.program.rows("breakthrough"):
            number = f"breakthrough_{row['id']}"
            is_own = row["player_id"] == str(self.player) and number not in used
            if is_own and (int(row["shape"]), int(row["icon"])) == (shape + 1, icon + 1):
                return number
        raise Stuck(f"the player has no {name}")

    def recruit(self, pending: Pending) -> tuple[str, ...]:
        """The Worker of the pool; the bonuses of a Genius are asked for later."""
        step = self._next(v.RecruitWorker, v.Decline)
        self.bonuses = []
        if step is None:
            return self.only()
        if isinstance(step.event, v.Decline):
            return (SKIP,)
        self.bonuses = [each for each in (step.event.bonus, step.event.bonus2) if each]
        type_ = WORKER[step.event.worker] + 1
        for row in self.program.rows("worker"):
            if f"worker_{row['id']}" in self._keys() and int(row["type"]) == type_:
                return (f"worker_{row['id']}",)
        raise Stuck(f"{step.event.worker} is not offered")

    def research(self, pending: Pending) -> tuple[str, ...]:
        """The die that is set."""
        return (face_key(self._taken(v.SetResearchDie, anywhere=False).face),)

    def second_die(self, pending: Pending) -> tuple[str, ...]:
        """The other die, or none."""
        step = self._next(v.SetSecondDie)
        if step is None:
            return self.only()
        return (face_key(step.event.face),) if step.event.face is not None else (SKIP,)

    def icon(self, pending: Pending) -> tuple[str, ...]:
        """The icon for a question mark."""
        return (face_key(self._taken(v.ChooseIcon, anywhere=False).icon),)

    def reroll(self, pending: Pending) -> tuple[str, ...]:
        """The die to roll again."""
        die = self._taken(v.ChooseReroll, anywhere=False).die
        return (next(key for key in self._keys(die)),)

    def copy(self, pending: Pending) -> tuple[str, ...]:
        """The Capital Action to take."""
        step = self._next(v.CopyCapitalAction)
        if step is not None:
            return (f"capitalaction_{step.event.action}",)
        agenda = self.step.after.agenda
        follows = CAPITAL.get(type(agenda[-1]), "") if agenda else ""
        return (f"capitalaction_{follows}",) if follows else self.only()

    # ---- other spaces

    def mine(self, pending: Pending) -> tuple[str, ...]:
        """A cube; the keys of cubes that are gone stay on offer."""
        cubes = {f"mineres_{row['id']}": RESOURCES[int(row["type"]) - 1] for row in self.program.rows("mineres")}
        offered = {key: cubes[key] for key in self._keys() if key in cubes}
        step = self._next(v.MineTake)
        if step is None:
            return (next(iter(offered)),)
        self.drill = step.event.drill or ""
        return (next(key for key, cube in offered.items() if cube == step.event.cube),)

    def trade(self, pending: Pending) -> tuple[str, ...]:
        """What is paid in a trade, if there is one."""
        step = self._next(v.TradeGoods, v.Decline)
        if step is None:
            return self.only()
        if isinstance(step.event, v.Decline):
            return (SKIP,)
        return (self._code(total(step.book, self.seat, -1, GOODS)),)

    def trade_to(self, pending: Pending) -> tuple[str, ...]:
        """What is gained in it."""
        if not isinstance(self.step.event, v.TradeGoods):
            return self.only()
        return (self._code(total(self.step.book, self.seat, 1, GOODS)),)

    def ability(self, pending: Pending) -> tuple[str, ...]:
        """The ability of a leader in Clean Up."""
        step = self._next(v.CleanUpAbility, anywhere=True)
        if step is None:
            return (SKIP,)
        event = step.event
        if event.use:
            return (self._keys()[0],)
        what = event.worker or event.second
        return (f"res{10 ** (CODES.index(what) + 1)}",) if what else (SKIP,)

    def unit(self, pending: Pending) -> tuple[str, ...]:
        """One unit to pay."""
        if not self.units:
            return self.only()
        return (str(10 ** (CODES.index(self.units.pop(0)) + 1)),)

    def unit_gained(self, pending: Pending) -> tuple[str, ...]:
        """One unit to gain."""
        if not self.units:
            step = self._next(v.ChooseGain)
            if step is None:
                return self.only()
            gained = total(step.book, self.seat, 1, GOODS)
            units = [what for what, number in gained.items() for _ in range(number)]
            self.units = sorted(units, key=GOODS.index)  # Neutronium can only come first
        return (str(10 ** (CODES.index(self.units.pop(0)) + 1)),)

    def variable(self, pending: Pending) -> tuple[str, ...]:
        """Plants 112 and 113: units, then the labs that the Era needs, then the journey."""
        if self.units:
            return (f"res{10 ** (CODES.index(self.units.pop(0)) + 1)}",)
        focus = self._goal()
        away = (self.program.prompt.nb or self.step.before.era) - focus
        if away == 0:
            self._next(v.TimeTravel)
            return ("Travel",)
        return ("usebuilding402",) if away > 1 and "usebuilding402" in self._keys() else ("usebuilding401",)

    def _goal(self) -> int:
        """The Era of the journey that follows."""
        for step in self.steps[self.cursor :]:
            if isinstance(step.event, v.TimeTravel):
                return step.event.era or 0
            if isinstance(step.event, HEADS):
                break
        return self.step.after.players[self.seat].focus

    def caratacus(self, pending: Pending) -> tuple[str, ...]:
        """Gain or return."""
        return ("leader11" if self.step.event.mode == "gain" else "leader12",)

    def chameleon(self, pending: Pending) -> tuple[str, ...]:
        """The tile whose space is copied."""
        step = self._next(v.CopyWorkerSpace)
        if step is None:
            return self.only()
        self._begin_units(step.event.payment)
        space, tables = step.event.space, step.before.tables
        if space in tables.superprojects:
            return (f"superproject_{self.id_of('superproject', type=tables.superprojects[space].bga)}",)
        return (f"building_{self.id_of('building', type=self._number(space))}",)


_ANSWERS: dict[str, Callable[[Feeder, Pending], tuple[str, ...]]] = {
    "actionRound/": Feeder.turn,
    "powerup/": Feeder.power_up,
    "pay/": Feeder.pay,
    "gain/": Feeder.gain,
    "confirmation/": Feeder.confirm,
    "confirmationPass/": Feeder.confirm,
    "backintime/": Feeder.travel,
    "refund/": Feeder.retrieve,
    "removeVortex/": Feeder.give_back,
    "anomaly/": Feeder.anomaly,
    "path3/specialAnomaly": Feeder.building_lost,
    "payWorker/": Feeder.worker,
    "construct/": Feeder.construct,
    "construct/breakthroughcost": Feeder.breakthroughs,
    "recruit/": Feeder.recruit,
    "research/": Feeder.research,
    "research/choice": Feeder.icon,
    "research/reroll": Feeder.reroll,
    "blocked13/secondchoice": Feeder.second_die,
    "building411/secondchoice": Feeder.second_die,
    "council/": Feeder.copy,
    "superproject9/": Feeder.copy,
    "superproject17/": Feeder.chameleon,
    "mine/": Feeder.mine,
    "trade/": Feeder.trade,
    "trade/tradeto": Feeder.trade_to,
    "/extraCleanup": Feeder.ability,
    "/extraCleanup2": Feeder.ability,
    "/spay": Feeder.unit,
    "/sgain": Feeder.unit_gained,
    "/variablecost": Feeder.variable,
    "leader1/": Feeder.caratacus,
}
