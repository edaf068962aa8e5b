"""The platform's announcements of what happens, compared with the rules: DF-16.52.

A table that makes a kind of announcement makes it every time: a missing one, or one that was not due, is a difference.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from engine.declaration import Step
from engine.games.dice_forge.components import BOAR, CARDS, PORTALS, SLOTS
from engine.games.dice_forge.readings._bga_pieces import owners_of_dice
from engine.games.dice_forge.readings._bga_rows import is_roll
from engine.games.dice_forge.state import State
from engine.ledger import Entry
from engine.replay import Replay
from events.notations.bga_diceforge import Row
from events.vocabulary import dice_forge as ev

Announcement = tuple[str, int, Any]
"""Type, seat, and content: an island, a card, the number of a turn; all by the platform's names."""

ROLLS = "rolls"
"""The announcement of a roll, which is a message."""

PRICE = "price"
"""What is paid, as the text of a purchase or a forging states it."""

_WITH_PRICE = ("notifSideForged", "notifExploitBuy", "notifSecondAction")
_PRICES = ("forge", "ship", "feat", "extra_action")
_AMOUNT = re.compile(r"(\d+) *\[(G|FS|MS)\]")
_SYMBOLS = {"G": "gold", "FS": "sun", "MS": "moon"}
# The content of an announcement, apart from the player it names.
_WHAT: dict[str, Callable[[Row], Any]] = {
    "notifMovePawn": lambda row: row.number("island"),
    "notifUseScepter": lambda row: "",
    "notifOusting": lambda row: row.word("ousted_player_name"),
    "notifAddReinforcement": lambda row: row.word("power"),
    "notifAddToken": lambda row: row.word("power"),
    "notifBoarChoice": lambda row: row.word("side_type"),
    "notifEffectSatyres": lambda row: "",
    "notifHammerVP": lambda row: row.number("hammer_phase"),
    "notifSecondActionPass": lambda row: "",
    "notifRemoveHammer": lambda row: "",
    "notifBeginPlayerTurn": lambda row: "",
    "notifBeginTurn": lambda row: row.number("turn"),
    "notifEndTurn": lambda row: row.number("turn"),
    "notifLastTurn": lambda row: "",
    "notifDiceSwitch": lambda row: bool(owners_of_dice(row)),
    "notifBeginScoring": lambda row: "",
    "notifEndScoring": lambda row: row.word("card_type"),
}
_TOKENS = ("triton", "cerberus")
_NOBODY = -1
# The hammer may be announced before the rules let gold be put there; a card's effect waits for ousted players.
_WITHIN_A_TURN = ("notifHammerVP", "notifRemoveHammer", "notifAddToken", "notifBoarChoice", "notifEffectSatyres")
# Sometimes announced without need: no second action where none was offered, the end of the last round.
_OPTIONAL = ("notifSecondActionPass", "notifEndTurn")
ANNOUNCING = {*_WHAT, *_WITH_PRICE}
"""The notifications that announce something."""


class Announcements:
    """The announcements of the current packet: those made, and those due by the rules."""

    def __init__(self, replay: Replay, rows: list[Row], seat_of: Callable[[Row], int | None]) -> None:
        self.replay, self._seat_of = replay, seat_of
        self._state: State = replay.state
        self.kinds = {row.type for row in rows}
        if any(is_roll(row) and "sides_rolled" in before.args for before, row in pairwise(rows)):
            self.kinds.add(ROLLS)  # older tables announce no roll
        if any(seat_of(row) is None for row in rows if row.type == "notifMovePawn"):
            self.kinds.discard("notifMovePawn")  # the colours are not the players'
        if all("ressources" in row.args for row in rows if row.type in _WITH_PRICE):
            self.kinds.add(PRICE)
        self.made: dict[Announcement, int] = {}
        self.due: dict[Announcement, int] = {}
        self._played, self._entered = 0, 0
        self._buyer, self._bought = 0, ""
        self._shifted = False
        self._round = 0
        self._has_begun = False
        self._since: dict[Announcement, int] = {}
        replay.on_step.append(self._step)

    def add(self, row: Row) -> None:
        """Take in an announcement, or a price."""
        kind = row.type
        if (what := _WHAT.get(kind)) is not None:
            seat = self._seat_of(row)
            _add(self.made, (kind, _NOBODY if seat is None else seat, what(row)))
        elif kind in _WITH_PRICE:
            for amount, symbol in _AMOUNT.findall(str(row.args.get("ressources", ""))):
                _add(self.made, (PRICE, self._seat_of(row) or 0, (_SYMBOLS[symbol], int(amount))))

    def add_roll(self, seat: int) -> None:
        """Take in the announcement of a roll."""
        _add(self.made, (ROLLS, seat, ""))

    def miss(self, kind: str, packet: int) -> None:
        """Note a notification that should have been in a packet."""
        if kind in self.kinds:
            self.replay.note(0, kind, 0, 1, packet)

    def close(self, packet: int) -> None:
        """At the end of a packet, compare; once a player has left, nothing is compared."""
        self._take_in()
        if self.made != self.due:
            self._compare(packet)
        elif self.made:
            self.made.clear()
            self.due.clear()
            self._since.clear()
        self._has_begun = False

    def _compare(self, packet: int) -> None:
        """Note what differs; announcements that can come at any time within a turn are compared when it is over."""
        is_over = self._state.step == "finished"
        for each in {**self.made, **self.due}:
            kind, seat, _ = each
            since = self._since.setdefault(each, packet)
            made, due = self.made.get(each, 0), self.due.get(each, 0)
            if made != due and kind in _WITHIN_A_TURN and not (is_over or (self._has_begun and since < packet)):
                continue
            if made != due and kind in self.kinds and not (made > due and kind in _OPTIONAL):
                self.replay.note(max(seat, 0), kind, made, due, since)
            for counted in (self.made, self.due, self._since):
                counted.pop(each, None)

    def _take_in(self) -> None:
        """Take in what was played and entered since the last packet."""
        if not self._round and self._state.round:
            self._begin_turn()
        for actor, event, _ in self.replay.played[self._played :]:
            if isinstance(event, ev.DiceRolled):  # the most frequent
                if event.cause != "satyrs":
                    _add(self.due, (ROLLS, event.player, ""))
                if event.cause == "oust":
                    _add(self.due, ("notifOusting", self._buyer, self.replay.header.seats[event.player].player))
            elif isinstance(event, ev.PerformFeat):
                assert actor is not None
                self._buyer, self._bought = actor, CARDS[event.card].bga
                _add(self.due, ("notifMovePawn", actor, PORTALS[SLOTS[CARDS[event.card].slot].portal].bga_island))
                _add(self.due, ("notifUseScepter", actor, ""))
                if "reinforcement" in CARDS[event.card].types:
                    _add(self.due, ("notifAddReinforcement", actor, CARDS[event.card].bga))
            elif isinstance(event, ev.ExtraAction):
                assert actor is not None
                _add(self.due, ("notifUseScepter" if event.take else "notifSecondActionPass", actor, ""))
            elif isinstance(event, ev.PlayerQuit):
                self.kinds.clear()
            elif isinstance(event, ev.ChooseBearer):
                _add(self.due, ("notifBoarChoice", self._buyer, self._bought))
        for entered in self.replay.entered[self._entered :]:
            for entry in entered.entries:
                self._enter(entry)
        self._played, self._entered = len(self.replay.played), len(self.replay.entered)

    def _enter(self, entry: Entry) -> None:
        if entry.figure == "cards":
            card = CARDS[entry.source]
            if card.id in _TOKENS:
                _add(self.due, ("notifAddToken", entry.seat, card.bga))
            elif card.group == BOAR and len(self._state.players) == 2:
                _add(self.due, ("notifBoarChoice", entry.seat, card.bga))
            elif card.id == "satyrs":
                _add(self.due, ("notifEffectSatyres", entry.seat, ""))
        elif entry.figure == "hammer" and not self._state.players[entry.seat].hammer_room:
            self.due["notifRemoveHammer", entry.seat, ""] = 1
        elif entry.source in _PRICES and entry.delta < 0:
            _add(self.due, (PRICE, entry.seat, (entry.figure, -entry.delta)))
        elif entry.source in ("hammer_1", "hammer_2"):
            _add(self.due, ("notifHammerVP", entry.seat, int(entry.source[-1])))

    def _step(self, replay: Replay, step: Step) -> None:
        state = self._state
        if step.name == "turn_end" and step.ends_round and state.round < state.rounds:
            _add(self.due, ("notifEndTurn", _NOBODY, state.round))
        elif step.name == "turn_start":
            self._begin_turn()
        elif step.name == "scoring":
            _add(self.due, ("notifBeginScoring", _NOBODY, ""))
            for player in state.players:
                for card in player.cards:
                    _add(self.due, ("notifEndScoring", player.seat, CARDS[card].bga))

    def _begin_turn(self) -> None:
        state = self._state
        self._has_begun = True
        if state.round != self._round:
            self._round = state.round
            _add(self.due, ("notifBeginTurn", _NOBODY, state.round))
            if state.round == state.rounds:
                _add(self.due, ("notifLastTurn", _NOBODY, ""))
        _add(self.due, ("notifBeginPlayerTurn", state.turn_player, ""))
        if state.dice_shifted != self._shifted:
            self._shifted = state.dice_shifted
            _add(self.due, ("notifDiceSwitch", _NOBODY, self._shifted))


def _add(counted: dict[Announcement, int], each: Announcement) -> None:
    counted[each] = counted.get(each, 0) + 1
