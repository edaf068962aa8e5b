"""Messages and decisions: DF-16.30, DF-16.31."""

from typing import Any

from engine.clause import Violation
from engine.games.dice_forge.items import DECISIONS, BearerChoice, Copy, GrantedForge, Repeat, SatyrFaces, Ship
from engine.games.dice_forge.queues import first, head, may_act, receiver_of
from engine.games.dice_forge.readings._bga_header import CARD_OF, FACE_OF, drafted, face_of, known
from engine.games.dice_forge.readings._bga_rolls import Rolls
from engine.games.dice_forge.readings._bga_rows import is_roll
from engine.games.dice_forge.readings._bga_table import TURN_IS_OVER
from engine.games.dice_forge.slots import usual_colors
from engine.games.dice_forge.turns import is_last_round
from engine.snapshot import fork
from events.notations.bga_diceforge import Row
from events.vocabulary import dice_forge as ev

_END_OF_TURN = ("notifBeginPlayerTurn", "notifEndTurn", "notifBeginTurn", "notifBeginScoring", "notifEndScoring")


class Decisions(Rolls):
    """Reads the rows of a table that report decisions."""

    def message(self, row: Row) -> None:
        """DF-16.30: the kind of message follows from the keys of its arguments."""
        args = row.args
        if "sides_rolled" in args:
            if self._is_selection():
                self._satyrs(row)
            else:
                self.announcements.add_roll(self._seat(row))
        elif "old_side_type" in args:
            self._copy(row)
        elif "discardedSides" in args:
            seat = self._seat(row)
            self.replay.note(seat, "forged", row.number("discardedSides"), self.state.players[seat].forged, row.packet)
        elif "side_type" in args:
            seat = self._seat(row)
            self.figures.ship_is_over(seat)
            self.passed = row.packet
            if self._item(row, seat, Ship):
                self._play(row, seat, ev.ShipPass(head(self.state, seat, Ship).die))
        elif "player_name" in args:
            self._in_step(row, "action")
            self._play(row, self._seat(row), ev.PassAction())

    def _item(self, row: Row, seat: int, kind: type) -> bool:
        """Whether an item of a kind waits for a player, after inserting the decisions that must come before it."""
        if not any(isinstance(item, kind) for item in self.state.queues[seat]):
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
        self.figures.is_waiting = False
        a, b = (FACE_OF.get(word, word) for word in words)
        seat = self._seat(row)
        if isinstance(self.state.newest, SatyrFaces):  # else there was a single choice, taken by rule
            self.figures.ships = {seat: (a, b).count("ship")}
            self._play(row, seat, ev.ChooseSatyrFaces((a, b)))
        elif self.state.queues[seat] and receiver_of(self.state, seat).faces == [b, a] != [a, b]:
            self.turned.add(seat)

    def _is_selection(self) -> bool:
        """DF-16.30: whether faces are selected, not rolled: the Satyrs await it, and no roll follows."""
        is_awaited = self.figures.is_waiting or isinstance(self.state.newest, SatyrFaces)
        if not is_awaited and "notifEffectSatyres" in self.announcements.kinds:
            return False
        for place in range(self.place + 1, len(self.rows)):
            if self.rows[place].type == "notifBlessing":
                return not is_roll(self.rows[place])
        return True

    def _begin_satyrs(self, row: Row) -> None:
        """The faces are reported when they are chosen, even if there is only one choice."""
        self.figures.is_waiting = True

    def _copy(self, row: Row) -> None:
        seat = self._seat(row)
        if self.cause != "minotaur" and row.args.get("side_type") == "ship":
            self.figures.ships[seat] = self.figures.ships.get(seat, 0) + 1
        self.losing = self.figures.copied(seat) or self.losing
        if isinstance(first(self.state, seat), Copy) and self._item(row, seat, Copy):
            self._play(row, seat, ev.CopyFace(head(self.state, seat, Copy).die, face_of(row, "side_type")))

    def draft(self, row: Row) -> None:
        """DF-16.31: the slot, if it was drawn, and the group placed on it."""
        slot, group, colors = drafted(row)
        if self.state.options.draft_slot_order == "chance":
            self._play(row, None, ev.DraftSlot(slot))
        usual = set(colors) == set(usual_colors(self.state))
        self._play(row, self._seat(row), ev.DraftCard(group, () if usual else colors))

    def forged(self, row: Row) -> None:
        """DF-16.31: with a ship, by a card, or in an offering, depending on the position."""
        seat = self._seat(row)
        self.figures.ship_is_over(seat)
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
        """DF-16.31: the bearer of the boar, unless there is only one candidate."""
        if isinstance(self.state.newest, BearerChoice) or self._has_to_choose():
            name = row.word("ousted_player_name")
            if name not in self.by_name:
                raise row.unreadable("ousted_player_name", "one of the players")
            self._play(row, self._seat(row), ev.ChooseBearer(self.by_name[name]))

    def _has_to_choose(self) -> bool:
        """Whether a bearer is reported only as a choice."""
        return len(self.state.players) > 2 and not any(player.quit for player in self.state.players)

    def end_reinforcement(self, row: Row) -> None:
        """DF-16.31: step 2 ends, unless it has already ended by rule."""
        if self._in_step_2(row) or self.state.blessing is not None:
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
        """DF-16.31: the card follows from those that the player owns."""
        nymph = "nymph" in self.state.players[self._seat(row)].cards
        self._use(row, "nymph" if nymph else "elder")

    def cerberus(self, row: Row) -> None:
        """DF-16.31: the blessing is repeated."""
        seat = self._seat(row)
        self._until(lambda: isinstance(first(self.state, seat), Repeat) and may_act(self.state, seat), row)
        self._play(row, seat, ev.UseCerberus(True))
        self.figures.repeats(seat, str(row.args.get("sides_rolled")).split(","), self.cause)

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
            self.replay.rules.apply(position, seat, event)
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
