"""A hypothesis about a game at Board Game Arena: a replay, and values for the facts that the text leaves out.

A message that leaves a fact open gives one table for every value that fits; `_bga_rounds` and `_bga_actions` define the
meaning of the messages.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.games.terra_mystica.components import SPECIAL_ACTIONS
from engine.games.terra_mystica.readings._bga_points import Balance, vp_of_row
from engine.games.terra_mystica.readings._bga_reader import Reader
from engine.games.terra_mystica.readings._snellman_codes import MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_commands import read
from engine.games.terra_mystica.state import NOBODY, Offer, Player, State
from engine.hypotheses import Fact, Refuted
from engine.replay import Replay, Stopped
from events.notations._snellman_commands import Command
from events.notations.bga_terra_mystica import Document, Row
from events.vocabulary import terra_mystica as events

NOTHING = frozenset(("nothing", "done", "sealed_bid", "cult_bonus", "too_few_priests", "final_convert"))
AFTER_PASS = frozenset(("convert", "burn", "vp_to_coins", "coins_to_vp"))
MAKES_OFFERS = frozenset(("build", "ride", "upgrade", "swarm", "transform", "landscape"))
ANSWERS = frozenset(("accept", "decline"))
STARTS = AFTER_PASS | {"build", "ride", "upgrade", "swarm", "bridge", "engineers_bridge", "power", "transform"}
STARTS |= {"send", "send_back", "ship", "exchange", "double", "pass", "river_town", "shift"}
BEFORE_FACTIONS = NOTHING | {"position", "bid", "skipped", "auction_over", "plays", "unknown"}
"""Messages that may come before everybody has a faction."""
TAKEN_LATER = frozenset(("home", "favor", "cult"))
"""Messages that may also come that early, but are taken once all have a faction (TM-16.2.2, TM-16.2.4)."""

NOWHERE = -1

Take = Callable[["Table", int, Row], "list[Table] | None"]


def action_of(source: str) -> str:
    """The id of the special action of a card, tile or faction."""
    return next(each.id for each in SPECIAL_ACTIONS.values() if source in (each.id, each.source, each.faction))


def is_action(source: str) -> bool:
    """Whether a card, tile or faction of that name has a special action."""
    return any(source in (each.id, each.source, each.faction) for each in SPECIAL_ACTIONS.values())


class Table:
    """A hypothesis; with `playing`, the one that is played, for which the replay notes differences."""

    def __init__(
        self,
        document: Document,
        replay: Replay,
        known: dict[int, str],
        takes: "dict[str, Take]",
        *,
        facts: tuple[Fact, ...] = (),
        playing: bool = False,
    ) -> None:
        self.document, self.rows = document, document.rows
        self.is_complete = any(row.kind == "final" for row in self.rows)
        self.breaks_off_at = NOWHERE if self.is_complete else _last_action(self.rows)
        self.known, self.takes, self.playing = known, takes, playing
        self.facts = facts
        self.places: dict[tuple[int, str], int] = {}
        self.repeated: tuple[Row, ...] = ()
        self.cards: set[str] = set()
        self.balance = Balance()
        self.gains: dict[str, int] = {}
        self.done: set[int] = set()
        self.offered_at: dict[int, str] = {}
        self._seen = len(replay.entered)
        self._take_over(replay)
        self.seats = {seat.player: number for number, seat in enumerate(replay.header.seats)}

    def _take_over(self, replay: Replay) -> None:
        self.replay = replay
        self.reader = Reader(replay)
        self.reader.acts_on = self._acts_on
        self.state: State = replay.state

    def fork(self) -> "Table":
        """An independent copy."""
        copied = object.__new__(Table)
        copied.__dict__.update(self.__dict__)
        copied.cards, copied.gains, copied.done = self.cards.copy(), self.gains.copy(), self.done.copy()
        copied.balance, copied.offered_at = self.balance.copy(), self.offered_at.copy()
        copied.places = self.places.copy()
        copied._take_over(self.replay.fork())
        return copied

    def take(self, number: int, row: Row) -> "list[Table]":
        """The tables that follow from a message, in this one's lettering. Raises Refuted if it does not fit."""
        row = self.rows[number]
        if number in self.done or row.kind in NOTHING:
            return [self]
        self.number = number
        self.reader.line = row.line
        seat = self.seats.get(row.who, NOBODY)
        if row.who and seat == NOBODY:
            raise Refuted(row.line, f"the player {row.who!r}")
        if self.state.phase == "over" and row.kind == "burn":
            return [self]
        if self._comes_before_factions(row):
            self.check(row, row.kind in TAKEN_LATER and self.goes_on("plays"), "the factions are not settled yet")
            return [self]
        try:
            if row.kind in STARTS:
                self.even(seat, row)
            tables = list(self.takes[row.kind](self, seat, row) or [self])
        except Stopped:
            if self.playing:
                raise
            raise self._broken(row) from None
        for table in tables:
            table._enter(row)
            if row.who and row not in table.repeated:
                table.balance.stated(seat, row)
                table.replay.checked += bool(vp_of_row(row))
        return tables

    def _comes_before_factions(self, row: Row) -> bool:
        """Whether a message reports an action of a player who may have no faction yet."""
        if row.kind in BEFORE_FACTIONS or all(player.faction for player in self.state.players):
            return False
        return self.state.phase != "setup_favor" or row.kind not in TAKEN_LATER

    def _broken(self, row: Row) -> Refuted:
        assert self.replay.broke is not None
        return Refuted(row.line, f"{_words(row)}, which breaks {self.replay.broke.violation}")

    def uneven(self) -> dict[tuple[int, str], int]:
        """The points missing from the text, or in excess, at its end: (seat, category) -> VP.

        If the text breaks off within an action, points for that action may still have followed.
        """
        busy = self.rows[self.breaks_off_at].who if self.breaks_off_at != NOWHERE else ""
        return {key: vp for key, vp in self.balance.open().items() if key[0] != self.seats.get(busy, NOBODY)}

    def close(self) -> None:
        """At the end of the text, note all uneven points."""
        for (seat, _category), vp in self.uneven().items():
            self.replay.note(seat, "vp_change", 0, vp, self.rows[-1].line)

    def _enter(self, row: Row) -> None:
        """Take in the entries since the last message, and note where the new offers were made."""
        for offer in self.state.offers:
            self.offered_at.setdefault(offer.id, row.get("hex"))
        for entered in self.replay.entered[self._seen :]:
            for entry in entered.entries:
                self.balance.given(entry)
        self._seen = len(self.replay.entered)

    def even(self, seat: int | None, row: Row) -> None:
        """Check, before a seat acts, that all points for its earlier actions have been reported."""
        for (who, category), vp in self.balance.open(seat).items():
            if not self.playing:
                raise Refuted(row.line, f"{vp} VP for {category} not reported (seat {who}) before {_words(row)}")
            self.replay.note(who, "vp_change", 0, vp, row.line)
            self.balance.settle(who, category)

    def check(self, row: Row, holds: bool, why: str) -> None:
        """Raises Refuted if something that the message implies does not hold."""
        if not holds:
            raise Refuted(row.line, f"{_words(row)}, but {why}")

    def branch(self, row: Row, what: str, values: Iterable[str], then: "Callable[[Table, str], None]") -> "list[Table]":
        """One table for every value that fits, with the fact noted."""
        values = list(values)
        if row.line in self.known:
            values = [value for value in values if value == self.known[row.line]]
        tables, refuted = [], Refuted(row.line, f"{_words(row)}, which no {what} fits")
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
                refuted = table._broken(row)
                continue
            table.facts = (*table.facts, Fact(row.line, what, value))
            table.places[row.line, what] = table.replay.seq
            tables.append(table)
        if not tables:
            raise refuted
        return tables

    def player(self, seat: int) -> Player:
        """The player in a seat."""
        return self.state.players[seat]

    def names(self, seats: Iterable[int]) -> str:
        """The names of the players in these seats."""
        return ", ".join(self.replay.header.seats[seat].player for seat in seats)

    def act(self, seat: int, command: Command) -> None:
        """Play what a command of the moderator would mean here; leftover spades are given up (TM-7.3.8)."""
        self.replay.settle()
        state = self.state
        if state.phase == "action" and state.followup.spades and not self._uses_spades(seat, command):
            self.reader.play(state.active, events.Forfeit("spades"))
        read(self.reader, seat, command)

    def _uses_spades(self, seat: int, command: Command) -> bool:
        """Whether spades in hand are kept: further digging adds to them, conversions leave them alone."""
        if seat != self.state.active:
            return False
        return command.verb not in MAIN_ACTIONS or (command.verb == "dig" and self.state.followup.may_dig)

    def special(self, seat: int, source: str) -> None:
        """Play a special action."""
        self.act(seat, Command("action", SPECIAL_ACTIONS[action_of(source)].snellman))

    def equal(self, seat: int, row: Row, figure: str, stated: int, given: int) -> None:
        """Compare a figure in the text with the one that the rules give."""
        if self.playing:
            self.replay.note(seat, f"{figure}_change", stated, given, row.line)
        else:
            self.check(row, stated == given, f"the rules give {given} {figure}")

    def offers(self, seat: int, hex: str) -> list[Offer]:
        """The open offers to a seat for a building on a hex, the oldest first."""
        return [each for each in self.state.offers if each.receiver == seat and self.offered_at[each.id] == hex]

    def is_repetition(self, seat: int, row: Row) -> bool:
        """Whether an answer only repeats an earlier one about the last building there, as no offer for it is open."""
        if self.offers(seat, row.get("hex")):
            return False
        for earlier in reversed(self.rows[: self.number]):
            if earlier[1:] == row[1:]:
                return True
            if earlier.kind in MAKES_OFFERS and earlier.get("hex") == row.get("hex"):
                return False
        return False

    def _acts_on(self, seat: int) -> bool:
        """Whether a seat does something more before anybody else begins an action."""
        for _, later in self.until("cleanup_phase"):
            who = self.seats.get(later.who, NOBODY)
            if later.kind in STARTS or (later.kind in ("cult", "token") and who == seat):
                return who == seat
        return False

    def until(self, kind: str) -> Iterator[tuple[int, Row]]:
        """The messages from here to the next of a kind, with their numbers."""
        for number in range(self.number + 1, len(self.rows)):
            if self.rows[number].kind == kind:
                return
            yield number, self.rows[number]

    def next_of(self, row: Row) -> Row | None:
        """The next message about this message's player; None if there is none."""
        later = self.rows[self.number + 1 :]
        return next((other for other in later if other.who == row.who and other.kind != "nothing"), None)

    def goes_on(self, kind: str) -> bool:
        """Whether a message of this kind follows."""
        return any(row.kind == kind for row in self.rows[self.number :])

    def takes_card(self, card: str, seat: int, event: Any) -> None:
        """Note that a bonus card is taken by this event."""
        self.reader.play(seat, event)
        self.cards.add(card)

    def take_row(self, number: int) -> "list[Table]":
        """The tables that follow from an earlier message that is taken only now."""
        row, now = self.rows[number], self.number
        self.number, self.reader.line = number, row.line
        tables = list(self.takes[row.kind](self, self.seats.get(row.who, NOBODY), row) or [self])
        for table in tables:
            table._enter(row)
            table.number = now
        return tables

    def finish_round(self) -> None:
        """TM-6.5.7, TM-16.6.1: settle what is undecided when all have passed."""
        for player in self.state.players:
            self.reader.forfeit_tokens(player)

    def finish_others(self) -> None:
        """TM-17.4.3: before a pass the current turn ends, and leftover spades are given up."""
        state = self.state
        if state.phase == "action" and state.active != NOBODY:
            if state.followup.spades:
                self.reader.play(state.active, events.Forfeit("spades"))
            if not state.actions_left:
                self.reader.end_turn()


def _last_action(rows: Sequence[Row]) -> int:
    """The number of the last action, if it may continue after the last message; otherwise NOWHERE."""
    last = max((number for number, row in enumerate(rows) if row.kind in STARTS), default=NOWHERE)
    is_done = any(row.kind == "done" and row.who == rows[last].who for row in rows[last + 1 :])
    return NOWHERE if is_done else last


def _words(row: Row) -> str:
    words = " ".join(f"{name} {value}" for name, value in row.values.items())
    return f"{row.kind.replace('_', ' ')}{' of ' + row.who if row.who else ''}{' (' + words + ')' if words else ''}"
