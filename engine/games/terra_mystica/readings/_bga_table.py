"""The messages of Board Game Arena as events at a table, under the facts taken for granted so far.

A `Table` is a hypothesis: a replay, and the values of what the text leaves out. A message that leaves something open
gives one table for every value that fits.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.clause import Violation
from engine.games.terra_mystica.board import Board
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SCORING_TILES,
    SPECIAL_ACTIONS,
    TERRAINS,
    TOWN_TILES,
    BonusCard,
)
from engine.games.terra_mystica.readings._bga_points import Balance, vp_said
from engine.games.terra_mystica.readings._moderator import MAIN_ACTIONS, Reader
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.setup import may_lie, scoring_tiles_in_play
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.towns import legal_mermaid_towns
from engine.match import Fact, Refuted, fitting
from engine.replay import Replay, Stopped
from events.notations._snellman_commands import Command
from events.notations.bga_text import Document, Row
from events.vocabulary import terra_mystica as events

RESOURCES = {"workers": "worker", "coins": "coin", "Priests": "priest", "power": "power", "spade(s)": "spade"}
BUILDING_OF = {
    "Trading house": "trading_house",
    "Temple": "temple",
    "Sanctuary": "sanctuary",
    "Faction Stronghold": "stronghold",
}
POWER_ACTION_OF = {next(iter(action.gain.items())): action for action in POWER_ACTIONS.values()}
BRIDGE_ACTION = next(action for action in POWER_ACTIONS.values() if "bridge" in action.gain)
STARTS = frozenset(
    ("build", "ride", "upgrade", "swarm", "bridge", "power", "transform", "send", "send_back", "ship", "exchange")
    + ("double", "pass", "convert", "burn", "vp_to_coins", "river_town")
)
AFTER_PASS = frozenset(("convert", "burn", "vp_to_coins"))


def action_of(source: str) -> str:
    """The id of the special action of a card, tile or faction."""
    return next(action.id for action in SPECIAL_ACTIONS.values() if source in (action.id, action.source, action.faction))


class Table:
    """A hypothesis; with `playing` the one that is played: then what does not fit is noted in the replay."""

    def __init__(self, document: Document, replay: Replay, known: dict[int, str], *, playing: bool = False) -> None:
        self.rows = document.rows
        self.known, self.playing = known, playing
        self.facts: tuple[Fact, ...] = ()
        self.cards: set[str] = set()
        self.balance = Balance()
        self.gains: dict[str, int] = {}
        self.done: set[int] = set()
        self._seen = len(replay.entered)
        self._take_over(replay)
        self.seats = {seat.player: number for number, seat in enumerate(replay.header.seats)}

    def _take_over(self, replay: Replay) -> None:
        self.replay = replay
        self.reader = Reader(replay)
        self.reader.acts_on = lambda seat: True
        self.state: State = replay.state

    def fork(self) -> "Table":
        """An independent copy."""
        copied = object.__new__(Table)
        copied.__dict__.update(self.__dict__)
        copied.cards, copied.gains, copied.done = self.cards.copy(), self.gains.copy(), self.done.copy()
        copied.balance = self.balance.copy()
        copied._take_over(self.replay.fork())
        return copied

    # --- rows ---------------------------------------------------------------------------------------------------------

    def take(self, number: int, row: Row) -> "list[Table]":
        """The tables that follow from a message. Raises Refuted if it does not fit."""
        if number in self.done or row.kind in _NOTHING:
            return [self]
        self.number = number
        self.reader.line = row.line
        seat = self.seats.get(row.who, NOBODY)
        if row.who and seat == NOBODY:
            raise Refuted(row.line, f"the player {row.who!r}")
        if self.state.phase == "over" and row.kind == "burn":
            return [self]
        try:
            if row.kind in STARTS:
                self._even(seat, row)
            tables = list(_TAKES[row.kind](self, seat, row) or [self])
        except Stopped:
            if self.playing:
                raise
            assert self.replay.broke is not None
            raise Refuted(row.line, f"{_said(row)}, which breaks {self.replay.broke.violation}") from None
        for table in tables:
            table._enter()
            if row.who:
                table.balance.told(seat, row)
                table.replay.checked += bool(vp_said(row))
        return tables

    def untold(self) -> dict[tuple[int, str], int]:
        """The points that the text leaves out, or tells too many, when it is at its end: (seat, category) -> VP."""
        return self.balance.open()

    def close(self) -> None:
        """At the end of the text: note all points that are not even."""
        for (seat, _category), vp in self.untold().items():
            self.replay.note(seat, "vp_change", 0, vp, self.rows[-1].line)

    def _enter(self) -> None:
        """Weigh what was entered since the last message."""
        for entered in self.replay.entered[self._seen :]:
            for entry in entered.entries:
                self.balance.given(entry)
        self._seen = len(self.replay.entered)

    def _even(self, seat: int | None, row: Row) -> None:
        """Before somebody acts, all points of what that player did before have been told."""
        for (who, category), vp in self.balance.open(seat).items():
            if not self.playing:
                raise Refuted(row.line, f"{vp} VP for {category} untold (seat {who}) before {_said(row)}")
            self.replay.note(who, "vp_change", 0, vp, row.line)
            self.balance.settle(who, category)

    def _check(self, row: Row, holds: bool, why: str) -> None:
        if not holds:
            raise Refuted(row.line, f"{_said(row)}, but {why}")

    def _branch(self, row: Row, what: str, values: Iterable[str], then: "Callable[[Table, str], None]") -> "list[Table]":
        """One table for every value that fits, with the fact noted."""
        values = list(values)
        if row.line in self.known:
            values = [value for value in values if value == self.known[row.line]]
        tables, refuted = [], Refuted(row.line, f"{_said(row)}, which no {what} fits")
        for place, value in enumerate(values):
            table = self if self.playing or place == len(values) - 1 else self.fork()
            table.reader.line = row.line
            try:
                then(table, value)
            except Refuted as reason:
                refuted = reason
                continue
            except Stopped:
                if self.playing:
                    raise
                continue
            table.facts = (*table.facts, Fact(row.line, what, value))
            tables.append(table)
        if not tables:
            raise refuted
        return tables

    # --- acting -------------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        """A seat's player."""
        return self.state.players[seat]

    def act(self, seat: int, command: Command) -> None:
        """What a command of the moderator would mean here; spades that are left over are given up."""
        self.replay.settle()
        state = self.state
        if state.phase == "action" and state.followup.spades and not state.actions_left:
            if seat != state.active or (command.verb in MAIN_ACTIONS and not self._goes_on(seat, command)):
                self.reader.play(state.active, events.Forfeit("spades"))
        self.reader.read(seat, command)

    def _goes_on(self, seat: int, command: Command) -> bool:
        return self.reader.follows(self.player(seat), command)

    def special(self, seat: int, source: str) -> None:
        """A special action."""
        self.act(seat, Command("action", SPECIAL_ACTIONS[action_of(source)].snellman))

    # --- table --------------------------------------------------------------------------------------------------------

    def _plays(self, seat: int, row: Row) -> None:
        """The factions, in the order of seats, at the last message that tells of them."""
        if any(later.kind == "plays" for later in self.rows[self.number + 1 :]):
            return
        for number, each in enumerate(self.replay.header.seats):
            self.reader.play(number, events.ChooseFaction(each.faction or ""))

    def _place(self, seat: int, row: Row) -> None:
        self.reader.play(seat, events.PlaceInitialDwelling(row.get("hex")))

    def _action_phase(self, seat: int, row: Row) -> "list[Table] | None":
        """TM-5.2.2: the scoring tile of the round."""
        state = self.state
        if self.playing:
            return None
        options = (
            tile for tile in scoring_tiles_in_play(state) if tile not in state.scoring and may_lie(tile, state.round)
        )
        return self._branch(
            row, f"scoring tile of round {state.round}", options, lambda table, tile: table.state.scoring.append(tile)
        )

    def _income_phase(self, seat: int, row: Row) -> None:
        self._even(None, row)
        if self.state.phase == "cult_bonus":
            self._bonus_spades({})
        self.replay.settle()
        self._check(row, self.state.phase == "action", f"the phase is {self.state.phase}")

    def _income(self, seat: int, row: Row) -> None:
        """TM-6.2.1: what somebody gets, before any limit."""
        gets = income_of(self.player(seat))
        for resource in ("worker", "priest", "coin", "power"):
            self._equal(seat, row, resource, row.n(resource), gets.get(resource, 0))

    def _equal(self, seat: int, row: Row, figure: str, told: int, given: int) -> None:
        if self.playing:
            self.replay.note(seat, f"{figure}_change", told, given, row.line)
        else:
            self._check(row, told == given, f"the rules give {given} {figure}")

    def _cleanup(self, seat: int, row: Row) -> None:
        """TM-6.7.1: the bonus of phase 3, all of it; then its spades, in the order of the rules."""
        self._even(None, row)
        place = len(self.replay.entered)
        self.replay.advance_to("cult_bonus")
        self._check(row, self.state.phase != "action", "not everybody has passed, or an offer is open")
        given: dict[tuple[int, str], int] = {}
        for entered in self.replay.entered[place:]:
            for who, figure, delta, source in entered.entries if entered.step == "cult_bonus" else ():
                resource = "power" if figure.startswith("bowl") else figure
                moved = delta if resource != "power" else {"bowl2": delta, "bowl3": 2 * delta}.get(figure, 0)
                given[who, resource] = given.get((who, resource), 0) + moved
        given |= {(who, "spade"): spades for who, spades in self.state.spades_due}
        used: dict[int, list[Row]] = {}
        for number, later in self._until("income_phase"):
            who = self.seats.get(later.who, NOBODY)
            if later.kind == "cult_bonus":
                resource = RESOURCES[later.get("what")]
                limited = resource in ("priest", "power") and given.get((who, resource), 0) < later.n()
                told = given.pop((who, resource), 0)
                self._equal(who, later, resource, later.n(), later.n() if limited and self.playing else told)
            elif later.kind == "transform":
                used.setdefault(who, []).append(later)
                self.done.add(number)
        for (who, resource), amount in given.items():
            if resource != "vp":
                self._equal(who, row, resource, 0, amount)
        self._bonus_spades(used)

    def _bonus_spades(self, used: dict[int, list[Row]]) -> None:
        while self.state.phase == "cult_bonus" and self.state.spades_due:
            seat = self.state.spades_due[0][0]
            if left := used.get(seat):
                row = left.pop(0)
                self.reader.line = row.line
                self.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), row.n("free")))
            else:
                self.reader.play(seat, events.Forfeit("spades"))

    def _until(self, kind: str) -> Iterator[tuple[int, Row]]:
        for number in range(self.number + 1, len(self.rows)):
            if self.rows[number].kind == kind:
                return
            yield number, self.rows[number]

    def _final(self, seat: int, row: Row) -> None:
        self._even(None, row)
        self.replay.settle()
        self._check(row, self.state.phase == "over", f"the phase is {self.state.phase}")

    # --- cards --------------------------------------------------------------------------------------------------------

    def _card(self, seat: int, row: Row) -> "list[Table]":
        """TM-5.6.1: the first card; later ones are taken where the player passes."""
        return self._branch(
            row,
            "bonus card",
            self._cards(seat, self.number),
            lambda table, card: table._takes_card(card, seat, events.ChooseInitialBonusCard(card)),
        )

    def _takes_card(self, card: str, seat: int, event: Any) -> None:
        self.reader.play(seat, event)
        self.cards.add(card)

    def _cards(self, seat: int, number: int) -> list[str]:
        """The cards that fit: by their coins, the next income, the points of the next pass, the actions until then."""
        player, row = self.player(seat), self.rows[number]
        held, player.bonus_card = player.bonus_card, None
        without = income_of(player)
        player.bonus_card = held
        later = [other for other in self.rows[number + 1 :] if other.who == row.who]
        income = next((other for other in later if other.kind == "income"), None)
        used = _actions_of_card(later)
        points = _points_of_card(later)
        return [
            card.id
            for card in BONUS_CARDS.values()
            if self.state.bonus_pool.get(card.id) == row.n()
            if income is None or all(income.n(r) == without.get(r, 0) + card.income.get(r, 0) for r in _INCOME)
            if points is None or points == bool(card.pass_vp)
            if not used or used == {_action_kind(card)}
        ]

    def _pass(self, seat: int, row: Row) -> "list[Table] | None":
        """TM-7.10; what is converted after it is converted before it."""
        card_at = None
        for number, later in self._until("income_phase"):
            if later.who != row.who:
                if later.kind not in _NOTHING:
                    break
            elif later.kind == "card":
                card_at = number
            elif later.kind in AFTER_PASS:
                self.done.add(number)
                _TAKES[later.kind](self, seat, later)
        if card_at is None:
            self.act(seat, Command("pass"))
            return None
        self.done.add(card_at)
        self.replay.settle()
        if self.state.active != seat and self.state.active != NOBODY:
            self.act(seat, Command("wait"))
        self._finish_others(seat)
        return self._branch(
            self.rows[card_at],
            "bonus card",
            self._cards(seat, card_at),
            lambda table, card: table._takes_card(card, seat, events.Pass(card)),
        )

    def _finish_others(self, seat: int) -> None:
        """TM-17.4.3: the turn that is under way ends before a pass."""
        state = self.state
        if state.phase == "action" and state.active != NOBODY and not state.actions_left:
            if state.followup.spades:
                self.reader.play(state.active, events.Forfeit("spades"))
            self.reader.end_turn()

    # --- actions ------------------------------------------------------------------------------------------------------

    def _build(self, seat: int, row: Row) -> None:
        self.act(seat, Command("build", where=row.get("hex")))

    def _ride(self, seat: int, row: Row) -> None:
        self.special(seat, "witches")
        self.act(seat, Command("build", where=row.get("hex")))

    def _upgrade(self, seat: int, row: Row) -> None:
        to = BUILDING_OF.get(row.get("to"))
        self._check(row, to is not None, f"structures are {', '.join(BUILDING_OF)}")
        self.act(seat, Command("upgrade", BUILDINGS[to or ""].snellman, where=row.get("hex")))

    def _swarm(self, seat: int, row: Row) -> None:
        self.special(seat, "swarmlings")
        self.act(seat, Command("upgrade", "TP", where=row.get("hex")))

    def _transform(self, seat: int, row: Row) -> None:
        """Spades of a card or of the Nomads come first, then those that are bought."""
        by = row.get("by")
        if by == "Bonus card action":
            self.special(seat, "bonus_spade")
        elif by:
            self.special(seat, _faction_named(by))
        spades = max(row.n("spades"), row.n("free"))
        if spades > row.n("free"):
            self.act(seat, Command("dig", n=spades - row.n("free")))
        self.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), spades))

    def _power(self, seat: int, row: Row) -> None:
        action = POWER_ACTION_OF.get((RESOURCES[row.get("what")], row.n()))
        self._check(row, action is not None, "there is no such power action")
        if action is not None:
            self.act(seat, Command("action", action.snellman))

    def _bridge(self, seat: int, row: Row) -> None:
        self.act(seat, Command("action", BRIDGE_ACTION.snellman))
        self.reader.play(seat, events.PlaceBridge(row.get("hex"), row.get("hex2")))

    def _send(self, seat: int, row: Row) -> None:
        self.act(seat, Command("send", row.get("cult").upper(), 0))

    def _send_back(self, seat: int, row: Row) -> None:
        self.act(seat, Command("send", row.get("cult").upper(), 1))

    def _ship(self, seat: int, row: Row) -> None:
        self.act(seat, Command("advance", "ship"))

    def _exchange(self, seat: int, row: Row) -> None:
        self.act(seat, Command("advance", "dig"))

    def _double(self, seat: int, row: Row) -> None:
        self.special(seat, "chaos_magicians")

    def _burn(self, seat: int, row: Row) -> None:
        self.act(seat, Command("burn", n=row.n()))

    def _vp_to_coins(self, seat: int, row: Row) -> None:
        self.act(seat, Command("convert", "vp", row.n(), to="c", to_n=row.n()))

    def _convert(self, seat: int, row: Row) -> None:
        """TM-7.1.2: what was spent and collected; there is one way to get the one for the other."""
        power, priest, worker = row.n("power"), row.n("priest"), row.n("worker")
        priests, workers, coins = row.n("priests"), row.n("workers"), row.n("coins")
        twice = 5 * priests + 3 * workers + coins - priest - worker - power
        from_priests = twice // 2
        steps = [
            ("pw", 5, "p", priests),
            ("pw", 3, "w", workers - from_priests),
            ("p", 1, "w", from_priests),
            ("p", 1, "c", priest - from_priests),
            ("w", 1, "c", worker),
        ]
        steps.append(("pw", 1, "c", power - 5 * priests - 3 * (workers - from_priests)))
        self._check(row, twice % 2 == 0 and all(times >= 0 for *_, times in steps), "no conversions do that")
        for give, rate, get, times in steps:
            if times:
                self.act(seat, Command("convert", give, rate * times, to=get, to_n=times))

    # --- cults, tiles, towns ------------------------------------------------------------------------------------------

    def _cult(self, seat: int, row: Row) -> "list[Table] | None":
        """Steps on a cult track: by an action, by a favor tile, by the Cultists; others follow from what was done."""
        by, cult = row.get("by"), row.get("cult").upper()
        if by == "Favor tile":
            return self._favor(seat, row)
        if by == "Cultists ability":
            self.reader.play(seat, events.ChooseCultStep(cult.lower()))
        elif by:
            self._even(seat, row)
            source = {"Bonus card action": "bonus_cult", "Favor tile action": "favor_cult"}.get(by)
            self.special(seat, source or _faction_named(by))
            self.reader.play(seat, events.ChooseCultStep(cult.lower()))
        else:
            self.gains[cult.lower()] = row.n()
        return None

    def _favor(self, seat: int, row: Row) -> "list[Table]":
        """The favor tiles that bring these steps on this track."""
        track, before = CULTS.index(row.get("cult").lower()), list(self.player(seat).cults)

        def then(table: Table, tile: str) -> None:
            table.reader.play(seat, events.ChooseFavorTile(tile))
            gained = table.player(seat).cults[track] - before[track]
            table._check(row, gained == row.n(), f"{tile} brings {gained}")

        on_track = (
            event.tile
            for event in fitting(self.replay.rules, self.state, seat, events.ChooseFavorTile)
            if CULTS[track] in FAVOR_TILES[event.tile].gain
        )
        return self._branch(row, "favor tile", on_track, then)

    def _founds(self, seat: int, row: Row) -> None:
        self.gains.clear()

    def _river_town(self, seat: int, row: Row) -> "list[Table]":
        """`R~D5`: a river hex right of D5, before the next land; the one that founds a town."""
        self.gains.clear()
        board = self.state.board
        at = board.numbers.get(row.get("hex"), NOBODY)
        next_land = next((h for h in board.land if h > at), len(board.names))
        legal = (event.river for event in legal_mermaid_towns(self.state, self.player(seat)))
        rivers = [river for river in legal if at < board.numbers[river] < next_land and _same_row(board, at, river)]
        return self._branch(
            row, "river hex", rivers, lambda table, river: table.act(seat, Command("connect", where=river))
        )

    def _town(self, seat: int, row: Row) -> "list[Table]":
        """The town tile of so many points; on tracks with too few keys the order that brings the steps told."""
        gains, before = dict(self.gains), list(self.player(seat).cults)
        offered = {
            repr(event): event
            for event in fitting(self.replay.rules, self.state, seat, events.ChooseTownTile)
            if TOWN_TILES[event.tile].gain.get("vp") == row.n()
            or ("ship_step" in TOWN_TILES[event.tile].gain and TOWN_TILES[event.tile].gain.get("vp", 0) == row.n())
        }

        def then(table: Table, name: str) -> None:
            table.reader.play(seat, offered[name])
            steps = {CULTS[k]: now - before[k] for k, now in enumerate(table.player(seat).cults) if now != before[k]}
            table._check(row, not gains or steps == gains, f"{name} brings {steps}")

        tables = self._branch(row, "town tile", offered, then)
        for table in tables:
            table.gains.clear()
        return tables

    # --- answers ------------------------------------------------------------------------------------------------------

    def _giver(self, row: Row) -> int:
        h = self.state.board.numbers.get(row.get("hex"), NOBODY)
        owner = self.state.owner[h] if h != NOBODY else NOBODY
        self._check(row, owner != NOBODY, "nobody has built there")
        return owner

    def _accept(self, seat: int, row: Row) -> None:
        """TM-7.12.1: the oldest offer of the builder of which so much can be taken."""
        giver, player = self._giver(row), self.player(seat)
        for offer in self.state.offers:
            if (offer.receiver, offer.giver) == (seat, giver):
                can = min(offer.amount, player.vp + 1, 2 * player.bowl1 + player.bowl2)
                if can == row.n():
                    self.reader.play(seat, events.AcceptPower(offer.id))
                    return
        self._check(row, False, "there is no such offer")

    def _decline(self, seat: int, row: Row) -> None:
        giver = self._giver(row)
        offer = next((o for o in self.state.offers if (o.receiver, o.giver) == (seat, giver)), None)
        self._check(row, offer is not None, "there is no such offer")
        if offer is not None:
            self.reader.play(seat, events.DeclinePower(offer.id))

    def _told(self, seat: int, row: Row) -> None:
        """Points that follow from what was done."""

    def _unknown(self, seat: int, row: Row) -> None:
        raise Refuted(row.line, f"the line {row.get('text')[:80]!r}")


_INCOME = ("worker", "priest", "coin", "power")
_NOTHING = frozenset(("nothing", "position", "bid", "cult_bonus", "too_few_priests", "final_convert"))


def _same_row(board: Board, h: int, river: str) -> bool:
    return board.places[h][0] == board.places[board.numbers[river]][0]


def _said(row: Row) -> str:
    words = " ".join(f"{name} {value}" for name, value in row.said.items())
    return f"{row.kind.replace('_', ' ')}{' of ' + row.who if row.who else ''}{' (' + words + ')' if words else ''}"


def _faction_named(label: str) -> str:
    """The faction of a label such as `Nomads Stronghold`."""
    name = label.removesuffix(" Stronghold")
    return next((faction.id for faction in FACTIONS.values() if faction.name == name), label)


def _action_kind(card: BonusCard) -> str:
    return {"bonus_spade": "transform", "bonus_cult": "cult"}.get(card.action or card.id, "")


def _actions_of_card(later: list[Row]) -> set[str]:
    """The kinds of messages by which the card's action is used, in the round after it was taken."""
    used: set[str] = set()
    started = False
    for row in later:
        started = started or row.kind == "income"
        if started and row.kind == "pass":
            break
        if started and row.get("by") == "Bonus card action":
            used.add(row.kind)
    return used


def _points_of_card(later: list[Row]) -> bool | None:
    """Whether the card gives points at the next pass; None if there is none."""
    rows = iter(later)
    if not any(row.kind == "income" for row in rows) or not any(row.kind == "pass" for row in rows):
        return None
    for row in rows:
        if row.kind == "vp" and row.get("by") == "Bonus card":
            return True
        if row.kind not in ("vp", "nothing", "convert", "burn"):
            return False
    return False


_TAKES: "dict[str, Callable[[Table, int, Row], list[Table] | None]]" = {
    "plays": Table._plays,
    "place": Table._place,
    "card": Table._card,
    "income_phase": Table._income_phase,
    "action_phase": Table._action_phase,
    "income": Table._income,
    "cleanup_phase": Table._cleanup,
    "final": Table._final,
    "pass": Table._pass,
    "build": Table._build,
    "ride": Table._ride,
    "upgrade": Table._upgrade,
    "swarm": Table._swarm,
    "transform": Table._transform,
    "power": Table._power,
    "bridge": Table._bridge,
    "send": Table._send,
    "send_back": Table._send_back,
    "ship": Table._ship,
    "exchange": Table._exchange,
    "double": Table._double,
    "burn": Table._burn,
    "vp_to_coins": Table._vp_to_coins,
    "convert": Table._convert,
    "cult": Table._cult,
    "favor": Table._told,
    "founds": Table._founds,
    "river_town": Table._river_town,
    "town": Table._town,
    "accept": Table._accept,
    "decline": Table._decline,
    "ship_free": Table._told,
    "vp": Table._told,
    "final_vp": Table._told,
    "unknown": Table._unknown,
}
