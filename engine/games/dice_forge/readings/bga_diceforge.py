"""Packets of Board Game Arena, read as events: DF-16.41 to DF-16.60.

Rows are followed with the position: what the platform does not tell (DF-16.44) is put in where a request left no other
trace, or where the next row cannot be explained otherwise.
"""

from collections.abc import Callable
from typing import Any

from engine.clause import Violation
from engine.games.dice_forge.agenda import (
    DECISIONS,
    BearerChoice,
    Copy,
    Face,
    FirstDie,
    GoldSplit,
    GrantedForge,
    GroupReveal,
    PoolReduction,
    Repeat,
    Reward,
    Roll,
    SatyrFaces,
    Shield,
    Ship,
)
from engine.games.dice_forge.components import BOAR, CARDS
from engine.games.dice_forge.queues import first, head, may_act, receiver_of
from engine.games.dice_forge.readings._bga_agreement import TOLD_TWICE, Agreement
from engine.games.dice_forge.readings._bga_amounts import Shown, agrees, answers_of, shown_in, shows
from engine.games.dice_forge.readings._bga_counters import compare
from engine.games.dice_forge.readings._bga_header import (
    CARD_OF,
    FACE_OF,
    bought_cards,
    drafted,
    face_of,
    groups_of,
    header,
    known,
)
from engine.games.dice_forge.readings._bga_rows import IGNORED, is_answer, is_decision, is_roll, rolled, shows_mirror
from engine.games.dice_forge.readings._bga_table import TURN_IS_OVER, Table
from engine.games.dice_forge.readings._bga_told import TELLING
from engine.games.dice_forge.resolving import losing
from engine.games.dice_forge.setup import usual_colors
from engine.games.dice_forge.turns import is_last_round
from engine.replay import Replay
from engine.snapshot import fork
from events.codec import Unreadable
from events.notations.bga_diceforge import Document, Row
from events.vocabulary import dice_forge as ev

__all__ = ["header", "read"]

_END_OF_TURN = ("notifBeginPlayerTurn", "notifEndTurn", "notifBeginTurn", "notifBeginScoring", "notifEndScoring")
_AMOUNTS = ("gold", "fireshard", "moonshard", "vp", "hammer")


def read(document: Document, replay: Replay) -> None:
    """Play all rows. Raises Stopped at the first that breaks a clause, Unreadable at one that is not understood."""
    _Reader(document, replay).run()


class _Reader(Table):
    """The rows of a table, read one after the other."""

    def run(self) -> None:
        """DF-16.41: row by row."""
        self._set_up()
        move: int | None = None
        packet, agreement = 0, Agreement()
        seen: Any = None
        for place, row in enumerate(self.rows):
            self.place = place
            if row.packet != packet:
                self.told.close(packet, self.owed)
                packet = row.packet
            if row.type in TOLD_TWICE:
                agreement.check(row)
            request = row.packet if row.move is None else row.move
            if request != move:
                move, self.decided = request, False
                self.losing = losing(self.state)
                if row.move is not None:
                    self._begin_move(row)
            if place not in self.consumed:
                self._row(row)
                self.decided |= row.type != "notifBlessing" and is_decision(row)
            if self.owed:
                self._pay_owed(row)
            if row.type == "updateCounters":
                self.told.paid()
                printed = (len(self.replay.played), [*map(tuple, self.told.figures)], row.raw)
                if printed != seen:  # else they are printed once more, with nothing between
                    compare(self.told, self.state, row, self.counters)
                    seen = printed
            elif row.type in TELLING:
                self._tell(row)
        self.told.close(packet, self.owed)

    def _tell(self, row: Row) -> None:
        """DF-16.45: what the row tells of figures is kept."""
        self.told.paid()
        if "player_id" in row.args or "player_name" in row.args:
            self.told.tell(row, self._seat(row), self._is_loss(row))

    def _is_loss(self, row: Row) -> bool:
        """DF-16.20: whether a row tells what the faces rolled, or resolved again, lose to the Minotaur."""
        if is_roll(row):
            self.losing = self.place in self.losses
        return self.losing

    def _set_up(self) -> None:
        """DF-16.70, DF-16.71: what a table does not tell about the setup is not known."""
        groups = groups_of(bought_cards(self.document))
        while isinstance(item := self.state.newest, PoolReduction):
            self.replay.play(None, ev.SanctuaryReduced(item.pool, None))
        while isinstance(item := self.state.newest, GroupReveal):
            slot = item.slot
            group = groups.get(slot)
            self.replay.play(None, ev.GroupRevealed(slot, group, self._colors(group) if group else ()))

    def _colors(self, group: str) -> tuple[str, ...]:
        """DF-5.12: the usual colours of the boars, unless one was bought that is not among them."""
        usual = usual_colors(self.state)
        colors = [CARDS[card].color for card in bought_cards(self.document) if CARDS[card].group == BOAR]
        if group != BOAR or set(colors) <= set(usual):
            return ()
        return tuple(dict.fromkeys([*colors, *usual]))[: len(usual)]

    def _row(self, row: Row) -> None:
        handle = _HANDLERS.get(row.type)
        if handle is not None:
            handle(self, row)
        elif row.type.startswith("notif") and row.type not in IGNORED:
            raise Unreadable(
                f"the notification {row.type}", "one of the base game", line=row.packet, path=f"uid {row.uid}"
            )

    # Rolls and amounts

    def blessing(self, row: Row) -> None:
        """DF-16.20: a roll, an answer, or something that followed by rule."""
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
        self.told.close(row.packet, self.owed)
        blessing = self.state.blessing
        due = [item.player for item in reversed(self.state.agenda) if isinstance(item, Roll)]
        found: dict[int, int] = {}
        for place in range(self.place, len(self.rows)):
            other = self.rows[place]
            if is_roll(other) and self._seat(other) in due:
                found.setdefault(self._seat(other), place)
            if len(found) == len(due) or (is_decision(other) and place != self.place):
                break
        found = found or {self._seat(row): self.place}
        cause = blessing.cause if blessing is not None else "turn"
        for seat in [seat for seat in due if seat in found] or found:
            self._play(self.rows[found[seat]], None, rolled(seat, self.rows[found[seat]], cause))
        self.consumed.update(found.values())
        self.told.through.difference_update(found)
        self.told.sailing.clear()
        self.told.copying = {
            seat for seat, place in found.items() if cause != "satyrs" and shows_mirror(self.rows[place])
        }
        if cause == "minotaur":
            self.losses.update(found.values())
        for seat, place in found.items():
            self._auto_hammer(self.rows[place], seat)
            self._take_unasked(self.rows[place], seat)

    def _take_unasked(self, row: Row, seat: int) -> None:
        """DF-12.22: the platform asks nothing about a shield beside a ship; without the quirk its reward is due."""
        if not isinstance(first(self.state, seat), Shield) or "ship" not in receiver_of(self.state, seat).faces:
            return
        answer = next(answers_of(self.state, seat), None)
        if answer is not None:
            self._play(row, seat, answer)
            self.told.compare_with_rules(seat, row.packet)

    def _expects_roll_after_turn(self) -> bool:
        if self.state.step in TURN_IS_OVER:
            self.replay.settle()
        return isinstance(self.state.newest, Roll)

    def _auto_hammer(self, row: Row, seat: int) -> None:
        """DF-16.44: with the automatic hammer on, the row shows the gold put there: as much as fits, die 1 first.

        So it is with a roll, and with what is resolved without one: after a Cerberus token, or a ship.
        """
        if row.number("hammer"):
            self.owed[seat] = row.number("hammer")
            self._pay_owed(row)

    def _pay_owed(self, row: Row) -> None:
        """DF-16.44: gold shown on the hammer is put there as soon as its die may be answered.

        The platform does not wait for others, nor for a choice of die 1 before the gold of die 2.
        """
        for seat in list(self.owed):
            while self.owed[seat]:
                answers = answers_of(self.state, seat)
                gold = [e for e in answers if isinstance(e, ev.ResolveFace | ev.AllocateGold) and not _is_choice(e)]
                fitting = [event for event in gold if event.to_hammer <= self.owed[seat]]
                most = max(fitting, key=lambda event: event.to_hammer, default=None)
                if most is None or not most.to_hammer:
                    break
                self.owed[seat] -= most.to_hammer
                self._play(row, seat, most)
            if not self.owed[seat] or not (self.state.blessing or isinstance(self.state.newest, DECISIONS)):
                del self.owed[seat]

    def _answer(self, row: Row) -> None:
        """DF-16.42: the legal answer whose amounts are those shown; DF-16.43: without an item, a consequence."""
        seat, shown = self._seat(row), shown_in(row)
        state = self.state
        if not any(shown) and not losing(state):
            return
        if not self._awaited(seat) or not self._until(lambda: self._can_answer(seat), row):
            return
        item = first(state, seat)
        answers = (
            event
            for event in answers_of(state, seat)
            if getattr(event, "to_hammer", 0) == shown[-1]
            and (not isinstance(event, ev.ResolveFace) or (isinstance(item, Face | Shield) and event.die == item.die))
        )
        fitting = [event for event in answers if shown in shows(self.replay.rules, state, seat, event)]
        self.decided = True
        if fitting:
            event = self._best(seat, fitting)
            self._play(row, seat, event)
            if isinstance(event, ev.ResolveFace) and event.die == 2:
                self.told.through.add(seat)
        elif not self._are_wild_spirits(row):
            self._reject(row, seat, shown)
        elif shown[-1]:
            self._play(row, seat, ev.AllocateGold(shown[-1]))

    def _are_wild_spirits(self, row: Row) -> bool:
        """DF-16.20: the moon that follows by rule; with the automatic hammer on, the gold put there beside it."""
        return self.state.card == "wild_spirits" and row.number("moonshard") == 3

    def _can_answer(self, seat: int) -> bool:
        state = self.state
        if isinstance(state.newest, DECISIONS) or not state.queues[seat]:
            return True
        return may_act(state, seat) and not isinstance(first(state, seat), FirstDie | Repeat)

    def _best(self, seat: int, fitting: list[Any]) -> Any:
        """DF-16.42: of several, the first that agrees with the next counters."""
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

    # Messages and decisions

    def message(self, row: Row) -> None:
        """DF-16.30: told apart by the keys of the arguments."""
        args = row.args
        if "sides_rolled" in args:
            if self._is_selection():
                self._satyrs(row)
        elif "old_side_type" in args:
            self._copy(row)
        elif "discardedSides" in args:
            seat = self._seat(row)
            self.replay.note(seat, "forged", row.number("discardedSides"), self.state.players[seat].forged, row.packet)
        elif "side_type" in args:
            seat = self._seat(row)
            if self._item(row, seat, Ship):
                self._play(row, seat, ev.ShipPass(head(self.state, seat, Ship).die))
        elif "player_name" in args:
            self._in_step(row, "action")
            self._play(row, self._seat(row), ev.PassAction())

    def _item(self, row: Row, seat: int, kind: type) -> bool:
        """Whether an item of that kind waits for a player; what has to come before it is put in."""
        if not self.state.queues[seat]:
            return False
        self._until(lambda: isinstance(first(self.state, seat), kind) and may_act(self.state, seat), row)
        return isinstance(first(self.state, seat), kind)

    def _in_step(self, row: Row, step: str) -> bool:
        def ready() -> bool:
            state = self.state
            free = len(state.agenda) == 1 and state.step == step
            return free and not (state.offering and step == "action")

        if self.state.step in TURN_IS_OVER:
            return False
        return self._until(ready, row)

    def _satyrs(self, row: Row) -> None:
        words = [word.strip() for word in row.word("sides_rolled").split(",")]
        if len(words) != 2:
            raise row.unreadable("sides_rolled", "two faces")
        self.decided = True
        self.told.is_waiting = False
        a, b = (FACE_OF.get(word, word) for word in words)
        if isinstance(self.state.newest, SatyrFaces):  # else there was one choice, taken by rule
            self._play(row, self._seat(row), ev.ChooseSatyrFaces((a, b)))

    def _is_selection(self) -> bool:
        """DF-16.30: whether faces are selected, not rolled: no roll follows."""
        rows = (self.rows[place] for place in range(self.place + 1, len(self.rows)))
        following = next((row for row in rows if row.type == "notifBlessing"), None)
        return following is None or not is_roll(following)

    def _begin_satyrs(self, row: Row) -> None:
        """The faces are told when they are chosen, even if there is one choice only."""
        self.told.is_waiting = True

    def _copy(self, row: Row) -> None:
        seat = self._seat(row)
        self.told.copying.discard(seat)
        if isinstance(first(self.state, seat), Copy) and self._item(row, seat, Copy):
            self._play(row, seat, ev.CopyFace(head(self.state, seat, Copy).die, face_of(row, "side_type")))

    def draft(self, row: Row) -> None:
        """DF-16.31: the slot, if it was drawn, and the group put there."""
        slot, group, colors = drafted(row)
        if self.state.options.draft_slot_order == "chance":
            self._play(row, None, ev.DraftSlot(slot))
        usual = set(colors) == set(usual_colors(self.state))
        self._play(row, self._seat(row), ev.DraftCard(group, () if usual else colors))

    def forged(self, row: Row) -> None:
        """DF-16.31: with a ship, by a card, or in an offering: as the position says."""
        seat = self._seat(row)
        face, replaced, die = face_of(row, "side_type"), face_of(row, "old_side_type"), row.number("dice_number")
        self._until(lambda: self._may_forge(seat), row)
        state = self.state
        if isinstance(state.newest, GrantedForge):
            event: Any = ev.ForgeGranted(face, die, replaced)
        elif isinstance(item := first(state, seat), Ship):
            event = ev.ShipForge(item.die, face, die, replaced)
        else:
            event = ev.ForgeFace(face, die, replaced)
        self._play(row, seat, event)

    def _may_forge(self, seat: int) -> bool:
        state = self.state
        if isinstance(state.newest, DECISIONS):
            return isinstance(state.newest, GrantedForge)
        if state.blessing is not None:
            return isinstance(first(state, seat), Ship) and may_act(state, seat)
        return state.step == "action"

    def feat(self, row: Row) -> None:
        """DF-16.31: a card is bought."""
        self._in_step(row, "action")
        self._play(row, self._seat(row), ev.PerformFeat(known(CARD_OF, row, "card_type", "card")))

    def bearer(self, row: Row) -> None:
        """DF-16.31: who has to bear the boar, unless there is but one."""
        if isinstance(self.state.newest, BearerChoice):
            name = row.word("ousted_player_name")
            if name not in self.by_name:
                raise row.unreadable("ousted_player_name", "one of the players")
            self._play(row, self._seat(row), ev.ChooseBearer(self.by_name[name]))

    def end_reinforcement(self, row: Row) -> None:
        """DF-16.31: step 2 ends, unless it has ended by rule."""
        if self._in_step_2(row):
            self._play(row, self._seat(row), ev.EndReinforcement())

    def _in_step_2(self, row: Row) -> bool:
        state = self.state
        return self._until(lambda: state.blessing is None, row) and state.step == "reinforcement"

    def _use(self, row: Row, card: str, **parameters: Any) -> None:
        self._in_step_2(row)
        self._play(row, self._seat(row), ev.UseReinforcement(card, **parameters))

    def silver_hind(self, row: Row) -> None:
        """DF-16.31: the die that is rolled."""
        self._use(row, "silver_hind", die=row.number("die_num"))

    def owl(self, row: Row) -> None:
        """DF-16.31: the resource taken."""
        text = row.word("ressources")
        symbols = {"[G]": "gold", "[H]": "gold", "[FS]": "sun", "[MS]": "moon"}
        resource = next((resource for symbol, resource in symbols.items() if symbol in text), None)
        if resource is None:
            raise row.unreadable("ressources", "[G], [H], [FS] or [MS]")
        self._use(row, "guardians_owl", resource=resource, to_hammer=int("[H]" in text))

    def elder_or_nymph(self, row: Row) -> None:
        """DF-16.31: by the cards that the player owns."""
        nymph = "nymph" in self.state.players[self._seat(row)].cards
        self._use(row, "nymph" if nymph else "elder")

    def cerberus(self, row: Row) -> None:
        """DF-16.31: the blessing is repeated."""
        seat = self._seat(row)
        self._until(lambda: isinstance(first(self.state, seat), Repeat) and may_act(self.state, seat), row)
        self._play(row, seat, ev.UseCerberus(True))
        self.told.through.discard(seat)
        self.told.sailing.discard(seat)

    def triton(self, row: Row) -> None:
        """DF-16.31: a token is used; at the end of the last turn by rule."""
        seat = self._seat(row)
        resource = "moon" if row.number("moonshard") else "sun" if row.number("fireshard") else "gold"
        event = ev.UseTriton(resource, row.number("hammer"))
        if self.state.step == "action" and self.state.offering and self._ends_turn(row, seat, event):
            self._play(row, seat, ev.EndForge())
        if self.state.step in TURN_IS_OVER and is_last_round(self.state):
            self.replay.advance_to("turn_end")
        else:
            self._play(row, seat, event)

    def _ends_turn(self, row: Row, seat: int, event: ev.UseTriton) -> bool:
        """Whether the turn ended in this move though the token, used in the offering, would not have ended it."""
        later = [other for other in self.rows[self.place :] if other.move == row.move]
        if row.move is None or not any(other.type in _END_OF_TURN for other in later):
            return False
        position = fork(self.state)
        try:
            self.replay.rules.apply(position, event, seat)
        except Violation:
            return False
        return position.step == "action"

    def extra(self, row: Row) -> None:
        """DF-16.31: the extra action is taken."""
        self._until(lambda: self.state.step in ("extra_offer", *TURN_IS_OVER), row)
        self._play(row, self._seat(row), ev.ExtraAction(True))

    def no_extra(self, row: Row) -> None:
        """DF-16.31: no extra action, unless none was offered."""
        self._until(lambda: self.state.step in ("extra_offer", *TURN_IS_OVER), row)
        if self.state.step == "extra_offer":
            self._play(row, self._seat(row), ev.ExtraAction(False))

    # Markers and checks

    def begin_turn(self, row: Row) -> None:
        """The turn before is over: what was silent at its end is put in."""
        if self.state.round and not (isinstance(self.state.newest, Roll) and self.state.turn_player == self._seat(row)):
            self._until(lambda: self.state.step in TURN_IS_OVER, row)
        self.replay.settle()

    def scoring(self, row: Row) -> None:
        """The last turn is over."""
        self._until(lambda: self.state.step in (*TURN_IS_OVER, "finished"), row)
        self.replay.settle()

    def scored_card(self, row: Row) -> None:
        """DF-16.47: the glory of a card."""
        self.scoring(row)
        card = CARDS[known(CARD_OF, row, "card_type", "card")]
        self.replay.note(self._seat(row), "vp", row.number("vp"), card.glory, row.packet)

    def status(self, row: Row) -> None:
        """DF-16.48: a player has left."""
        if row.args.get("player_status") == "zombie":
            seat = self._seat(row)
            if not self.state.players[seat].quit:
                self._play(row, None, ev.PlayerQuit(seat))


def _is_choice(event: ev.ResolveFace | ev.AllocateGold) -> bool:
    """Whether an answer is one that the automatic hammer does not give."""
    return isinstance(event, ev.ResolveFace) and bool(event.take or event.convert)


_HANDLERS: dict[str, Callable[[_Reader, Row], None]] = {
    "notifBlessing": _Reader.blessing,
    "notifMessage": _Reader.message,
    "notifDraft": _Reader.draft,
    "notifEffectSatyres": _Reader._begin_satyrs,
    "notifSideForged": _Reader.forged,
    "notifExploitBuy": _Reader.feat,
    "notifBoarChoice": _Reader.bearer,
    "notifReinforcementPass": _Reader.end_reinforcement,
    "doNothing": _Reader.silver_hind,
    "notifRessource": _Reader.owl,
    "notifAncient": _Reader.elder_or_nymph,
    "notifUseCerberusToken": _Reader.cerberus,
    "notifUseTritonToken": _Reader.triton,
    "notifSecondAction": _Reader.extra,
    "notifSecondActionPass": _Reader.no_extra,
    "notifBeginPlayerTurn": _Reader.begin_turn,
    "notifBeginScoring": _Reader.scoring,
    "notifEndScoring": _Reader.scored_card,
    "playerstatus": _Reader.status,
}
