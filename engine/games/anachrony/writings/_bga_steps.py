"""The setup, the phases and the automatic steps, written in packets (AN-16.30, AN-16.33 to AN-16.37)."""

from collections.abc import Callable
from typing import Any

from engine.declaration import Step
from engine.games.anachrony.clean_up import fate_of
from engine.games.anachrony.components import BREAKTHROUGH, RESOURCES, ROW, WORKER, WORKERS
from engine.games.anachrony.items import Nested, Retrieving
from engine.games.anachrony.power_up import ways
from engine.games.anachrony.queries import board_of
from engine.games.anachrony.readings._bga_end import CATEGORIES, shown_categories
from engine.games.anachrony.scoring import measured
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.writings._bga_actions import Actions
from engine.games.anachrony.writings._bga_packets import GOODS
from engine.ledger import Book
from events.vocabulary import anachrony as v

PHASES = {
    "paradox": "2. Paradox phase",
    "power_up": "3. Power up phase",
    "warp": "4. Warp phase",
    "action": "5. Action rounds phase",
    "clean_up": "6. Clean Up phase",
}


class Steps(Actions):
    """Writes events and steps, each by its kind."""

    def write_event(self, before: State, event: Any, actor: int | None, book: Book, following: Any) -> None:
        """Write an event that has been applied."""
        self.before, self.following = before, following
        handle = _WRITE.get(type(event))
        if handle is None:
            self._book(book, actor)
        else:
            handle(self, event, actor, book)
        self._forced_journey(event, book)
        self._prompt(skipped=isinstance(event, v.Decline) and isinstance(before.agenda[-1], Nested))

    def _forced_journey(self, event: Any, book: Book) -> None:
        """On a journey without a choice the marker moves even if the Focus stays."""
        item = self.state.agenda[-1] if self.state.agenda else None
        moved = isinstance(event, v.TimeTravel | v.RetrieveWarp) or any(entry.figure == "focus" for entry in book)
        if isinstance(item, Retrieving) and not moved:
            self.packets.move(f"path_{self.packets.ids[item.seat or 0]}", f"chronologyTokens{item.era}")

    def path(self, event: Any, actor: int | None, book: Book) -> None:
        """Setup: Paths and sides are written with the leaders, or as chosen."""
        if isinstance(event, v.ChoosePath):
            row = self.state.tables.paths[event.path]
            p, seat = self.packets, actor or 0
            p.add(
                "choosepath",
                "",
                player_id=p.ids[seat],
                player_name=p.names[seat],
                path=row.id,
                pathnb=row.bga,
                color="",
            )

    def leader(self, event: v.ChooseLeader, actor: int, book: Book) -> None:
        """`chooseleader`; after the last one the first figures are known."""
        row, p = self.state.tables.leaders[event.leader], self.packets
        path = self.state.tables.paths[row.path].bga
        p.add(
            "chooseleader",
            "",
            player_id=p.ids[actor],
            player_name=p.names[actor],
            leader=row.id,
            path=path,
            leadernb=row.bga,
        )
        if self.state.agenda:
            return
        for player in self.state.players:
            p.figures[player.seat] = {
                name: getattr(player, name) for name in (*GOODS, "vp_tokens", "paradox", "morale_step")
            }
            first = 5 * (len(self.state.players) - 1 - player.seat) + 1
            order = ("scientist", "engineer", "administrator", "genius")
            tired = [w for w in order for _ in range(player.tired[WORKER[w]])]
            active = [w for w in order for _ in range(player.active[WORKER[w]])]
            for number, worker in enumerate(tired + active, first):
                p.workers[player.seat][number] = (worker, "sleeping" if number < first + len(tired) else "awake")

    def nothing(self, event: Any, actor: int | None, book: Book) -> None:
        """Written elsewhere."""
        if isinstance(event, v.StartingBreakthrough):
            kind = BREAKTHROUGH[f"{event.shape}/{event.icon}"]
            self.setup["starting"][event.player] = self.packets.breakthrough(kind, event.player)

    def superproject(self, event: v.RevealSuperproject, actor: None, book: Book) -> None:
        """That of Era 1 is a side fact, the others are in `newturn`."""
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

    def mine_card(self, event: v.DrawMineCard, actor: None, book: Book) -> None:
        """`newturn` with everything of the Preparation, inserted before the entries already written for it."""
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
        p.add(
            "newturn", "Start of turn ${turn}", turn=str(state.era), superproject=shown, mineres=mine, workers=workers
        )
        p.add("note", "1. Preparation Phase")
        p.entries += tail
        self.cubes = list(cubes)

    def recruit_card(self, event: Any, actor: None, book: Book) -> None:
        """Written with the Mine card."""

    def rolled(self, event: v.RollParadox, actor: None, book: Book) -> None:
        """The dice of all players, written when the last one is rolled (AN-16.35)."""
        self.rolls.setdefault(event.player, []).append(event.result)
        if isinstance(self.following, v.RollParadox):
            self.held += book
            return
        held, self.held = [*self.held, *book], []
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

    def write_step(self, before: State, step: Step) -> None:
        """Write an automatic step that has been done."""
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
                place = p.workers[seat][number][1]
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
        """AN-16.9: the facts that the packets lack."""
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


_WRITE: dict[type, Callable[..., None]] = {
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
