"""Rolls, and the answers that amounts stand for: DF-16.20, DF-16.41 to DF-16.44."""

from itertools import product
from typing import Any

from engine.clause import Violation
from engine.games.dice_forge.items import DECISIONS, Face, FirstDie, GoldSplit, Repeat, Reward, Roll, Shield
from engine.games.dice_forge.queues import first, may_act, receiver_of
from engine.games.dice_forge.readings._bga_amounts import (
    Shown,
    agrees,
    answers_of,
    answers_with,
    automatic,
    shown_in,
    shows,
)
from engine.games.dice_forge.readings._bga_rows import is_answer, is_decision, is_roll, rolled, shows_face
from engine.games.dice_forge.readings._bga_table import TURN_IS_OVER, Table
from engine.games.dice_forge.resolving import losing
from engine.snapshot import fork
from events.notations.bga_diceforge import Row
from events.vocabulary import dice_forge as ev


class Rolls(Table):
    """Reads the rows of a table that report dice."""

    def blessing(self, row: Row) -> None:
        """DF-16.20: a roll, an answer, or a consequence of the rules."""
        if is_roll(row):
            self._roll(row)
        elif is_answer(row) and not self.decided:
            self._answer(row)
        elif row.number("hammer"):
            self._auto_hammer(row, self._seat(row))

    def _roll(self, row: Row) -> None:
        """DF-16.41: all rolls of the instance, in the order in which the rules expect them."""
        if self.state.step in TURN_IS_OVER:
            self.replay.settle()
        self._until(lambda: self._expects_roll_after_turn(), row)
        self.figures.close(row.packet, self.owed)
        blessing = self.state.blessing
        due = [item.player for item in reversed(self.state.agenda) if isinstance(item, Roll)]
        found: dict[int, int] = {}
        for place in range(self.place, len(self.rows)):
            other = self.rows[place]
            if is_roll(other):
                if (seat := self._seat(other)) in due:
                    found.setdefault(seat, place)
                if len(found) == len(due):
                    break
            elif place != self.place and is_decision(other):
                break
        found = found or {self._seat(row): self.place}
        cause = self.cause = blessing.cause if blessing is not None else "turn"
        for seat in [seat for seat in due if seat in found] or found:
            self._play(self.rows[found[seat]], None, rolled(seat, self.rows[found[seat]], cause))
        self.consumed.update(found.values())
        self.figures.through.difference_update(found)
        self.turned.clear()
        ships = {seat: shows_face(self.rows[place], "ship") for seat, place in found.items()}
        self.figures.ships = {} if cause in ("minotaur", "satyrs") else ships
        self.figures.is_ousting = cause == "oust"
        self.figures.sailing.clear()
        self.figures.copying = {
            seat for seat, place in found.items() if cause != "satyrs" and shows_face(self.rows[place], "mirror")
        }
        if cause == "minotaur":
            self.losses.update(found.values())
            self.figures.holding = {seat for seat in self.figures.copying if self._announces_copy(found[seat], seat)}
        for seat, place in found.items():
            self._auto_hammer(self.rows[place], seat)
            self._take_by_rule(self.rows[place], seat)

    def _announces_copy(self, roll: int, seat: int) -> bool:
        """Whether a mirror's copy is announced before the seat rolls again."""
        for row in self.rows[roll + 1 :]:
            if row.type == "notifMessage" and "old_side_type" in row.args and self._seat(row) == seat:
                return True
            if is_roll(row) and self._seat(row) == seat:
                return False
        return False

    def _take_by_rule(self, row: Row, seat: int) -> None:
        """DF-12.22: the platform does not ask about a shield next to a ship; without the quirk its reward is due."""
        if not isinstance(first(self.state, seat), Shield) or "ship" not in receiver_of(self.state, seat).faces:
            return
        answer = next(answers_of(self.state, seat), None)
        if answer is not None:
            self._play(row, seat, answer)
            self.figures.compare_with_rules(seat, row.packet)

    def _expects_roll_after_turn(self) -> bool:
        if self.state.step in TURN_IS_OVER:
            self.replay.settle()
        return isinstance(self.state.newest, Roll)

    def _auto_hammer(self, row: Row, seat: int) -> None:
        """DF-16.44: with the automatic hammer on, the row shows the gold put there: as much as fits, die 1 first.

        This holds for a roll, and for dice resolved without one: after a Cerberus token, or a ship.
        """
        if row.number("hammer"):
            self.owed[seat] = row.number("hammer")
            self._pay_owed(row)

    def _pay_owed(self, row: Row) -> None:
        """DF-16.44: put gold shown on the hammer there as soon as its die can be answered.

        The platform waits neither for others nor for a choice about die 1 before the gold of die 2.
        """
        for seat in list(self.owed):
            while self.owed[seat]:
                answers = answers_of(self.state, seat)
                gold = [e for e in answers if isinstance(e, ev.ResolveFace | ev.AllocateGold) and not _is_choice(e)]
                fitting = [event for event in gold if event.to_hammer <= self.owed[seat]]
                most = automatic(self.state, seat) or max(fitting, key=lambda event: event.to_hammer, default=None)
                if most is None or not most.to_hammer:
                    break
                self.owed[seat] -= most.to_hammer
                self._play(row, seat, most)
            if not self.owed[seat] or not (self.state.blessing or isinstance(self.state.newest, DECISIONS)):
                del self.owed[seat]

    def _answer(self, row: Row) -> None:
        """DF-16.42: the legal answer with the amounts shown; DF-16.43: where no item waits, a consequence."""
        seat, shown = self._seat(row), shown_in(row)
        state = self.state
        is_first_die = isinstance(first(state, seat), FirstDie) and may_act(state, seat)
        if not any(shown) and not losing(state):
            if is_first_die:
                self.decided = True
                self._first_die(row, seat)
            return
        if is_first_die:
            self._first_die(row, seat)
            if receiver_of(state, seat).shield_first and not isinstance(first(state, seat), Shield):
                self.decided = True  # nothing was left to decide about the shield
                return
        if not self._awaited(seat) or not self._until(lambda: self._can_answer(seat), row):
            return
        item = first(state, seat)
        answers = answers_with(state, seat, shown[-1])
        fitting = [event for event in answers if shown in shows(self.replay.rules, state, seat, event)]
        if isinstance(item, Face):  # DF-12.28: the other die first, if it was selected first, or nothing else fits
            dice = (item.die, 3 - item.die) if seat not in self.turned else (3 - item.die, item.die)
            fitting.sort(key=lambda event: dice.index(getattr(event, "die", item.die)))
        self.decided = True
        if not fitting and self._answer_two(row, seat, shown):
            return
        if fitting:
            event = self._best(seat, fitting)
            self._play(row, seat, event)
            if isinstance(event, ev.ResolveFace) and (event.die == 2) != (seat in self.turned):
                self.figures.through.add(seat)
        elif not self._are_wild_spirits(row):
            self._reject(row, seat, shown)
        elif shown[-1]:
            self._play(row, seat, ev.AllocateGold(shown[-1]))

    def _answer_two(self, row: Row, seat: int, shown: Shown) -> bool:
        """DF-16.20: with the automatic hammer on, an answer includes the gold of a shield that goes there by it."""
        for event in list(answers_of(self.state, seat)) if shown[-1] else ():
            position = fork(self.state)
            self.replay.rules.apply(position, seat, event)
            if not isinstance(first(position, seat), Shield):
                continue
            second = max(answers_of(position, seat), key=lambda each: getattr(each, "to_hammer", 0))
            both = product(
                shows(self.replay.rules, self.state, seat, event), shows(self.replay.rules, position, seat, second)
            )
            if any(tuple(map(sum, zip(*each, strict=True))) == shown for each in both):
                self._play(row, seat, event)
                self._play(row, seat, second)
                return True
        return False

    def _are_wild_spirits(self, row: Row) -> bool:
        """DF-16.20: the moon that follows by rule and, with the automatic hammer on, the gold put there."""
        return self.state.card == "wild_spirits" and row.number("moonshard") == 3

    def _can_answer(self, seat: int) -> bool:
        state = self.state
        if isinstance(state.newest, DECISIONS) or not state.queues[seat]:
            return True
        return may_act(state, seat) and not isinstance(first(state, seat), FirstDie | Repeat)

    def _best(self, seat: int, fitting: list[Any]) -> Any:
        """DF-16.42: the first of several that agrees with the next counters."""
        if len(fitting) > 1:
            following = (self.rows[place] for place in range(self.place, len(self.rows)))
            counters = next((row for row in following if row.type == "updateCounters"), None)
            for event in fitting:
                if counters is not None and agrees(
                    self.replay.rules, self.state, seat, event, counters, self.ids[seat]
                ):
                    return event
        return fitting[0]

    def _reject(self, row: Row, seat: int, shown: Shown) -> None:
        kind: Any = type(first(self.state, seat) or self.state.newest)
        clause = {Face: "DF-7.42", Shield: "DF-7.42", Reward: "DF-7.43", GoldSplit: "DF-7.54"}.get(kind, "DF-7.1")
        facts = dict(zip(("gold", "sun", "moon", "glory", "hammer"), shown, strict=True))
        event, awaited = ev.ResolveFace(1, note=f"amounts of notification {row.uid}"), kind.__struct_config__.tag
        self.replay.reject(seat, event, row.packet, Violation(clause, seat=seat, awaited=awaited, **facts))


def _is_choice(event: ev.ResolveFace | ev.AllocateGold) -> bool:
    """Whether the automatic hammer would not give this answer."""
    return isinstance(event, ev.ResolveFace) and bool(event.take or event.convert)
