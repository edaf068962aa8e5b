"""A table of the platform while it is read: the position, the player of a row, silent decisions (DF-16.44)."""

from collections.abc import Callable
from typing import Any

from engine.games.dice_forge.items import DECISIONS, BlessingDie, FirstDie, GoldSplit, Repeat, Roll
from engine.games.dice_forge.queues import answering, first, receiver_of
from engine.games.dice_forge.readings._bga_announcements import Announcements
from engine.games.dice_forge.readings._bga_counters import names_of
from engine.games.dice_forge.readings._bga_figures import AnnouncedFigures
from engine.games.dice_forge.readings._bga_rows import (
    is_answer,
    is_decision,
    is_roll,
    listed,
    shows_shield,
    with_hidden_laps,
)
from engine.games.dice_forge.state import State
from engine.replay import Replay
from events.notations.bga_diceforge import Document, Row
from events.vocabulary import dice_forge as ev

TURN_IS_OVER = ("turn_end", "next_turn")


class Table:
    """The rows of a table, and the position they have led to."""

    def __init__(self, document: Document, replay: Replay) -> None:
        self.document, self.replay = document, replay
        self.state: State = replay.state
        self.rows = with_hidden_laps(document.rows)
        ids = {player.name: player.id for player in document.players}
        self.ids = [ids[seat.player] for seat in replay.header.seats]
        self.by_id = {id_: seat for seat, id_ in enumerate(self.ids)}
        self.by_name = {seat.player: n for n, seat in enumerate(replay.header.seats)}
        self.consumed: set[int] = set()
        self.losses: set[int] = set()
        self.losing = False
        # DF-12.28: seats that selected the faces of the Satyrs in the other order than that of the rules.
        self.turned: set[int] = set()
        self.owed: dict[int, int] = {}
        self.figures = AnnouncedFigures(replay)
        self.by_color = {player.color: self.by_id[player.id] for player in document.players if player.color}
        self.announcements = Announcements(replay, self.rows, self._of_whom)
        self.counters = [names_of(id_) for id_ in self.ids]
        self.of_move: dict[int | None, list[int]] = {}
        for place, row in enumerate(self.rows):
            self.of_move.setdefault(row.move, []).append(place)
        # DF-16.46: whether the request of this move has been found; the rest of the move follows by rule.
        self.decided = False
        self.place = 0
        self.taken = -1  # the place of a row whose figures were taken in before
        self.cause = ""  # of the last roll
        self.passed = -1  # the last packet in which a ship was passed

    def _seat(self, row: Row) -> int:
        """DF-16.6: the seat of the player that a row names, by id or by name."""
        id_ = row.args.get("player_id")
        if type(id_) is str and (seat := self.by_id.get(id_)) is not None:  # the common case
            return seat
        key = "player_id" if "player_id" in row.args else "player_name"
        seat = (self.by_id if key == "player_id" else self.by_name).get(row.word(key))
        if seat is None:
            raise row.unreadable(key, "one of the players")
        return seat

    def _of_whom(self, row: Row) -> int | None:
        """The seat of the player that a row names in any way; None if it names nobody."""
        if "player_color" in row.args:
            return self.by_color.get(row.word("player_color"))
        return self._seat(row) if "player_id" in row.args or "player_name" in row.args else None

    def _play(self, row: Row, seat: int | None, event: Any) -> None:
        self.replay.play(seat, event, row.packet)

    # Silent decisions: DF-16.44

    def _begin_move(self, row: Row) -> None:
        """DF-16.46: a request that left no notification of a decision was a silent decision."""
        rows = [self.rows[place] for place in self.of_move[row.move] if place >= self.place]
        if any(is_decision(other) and not self._follows(other) for other in rows):
            return None
        active = [str(id_) for other in rows if other.type == "gameStateMultipleActiveUpdate" for id_ in listed(other)]
        updated = any(other.type == "gameStateMultipleActiveUpdate" for other in rows)
        state = self.state
        open_ = list(answering(state))
        for seat in open_:
            done = updated and self.ids[seat] not in active
            if isinstance(first(state, seat), Repeat) and (done or not (updated or self._uses_token(seat))):
                return self._play(row, seat, ev.UseCerberus(False))
        for seat in open_:
            if isinstance(first(state, seat), FirstDie):
                asked_next = any(shows_shield(other) and not is_roll(other) for other in rows)
                return None if asked_next else self._first_die(row, seat)
        if isinstance(state.newest, BlessingDie):
            return self._blessing_die(row)
        if state.step == "action" and state.offering and state.blessing is None:
            self._play(row, state.turn_player, ev.EndForge())
        return None

    def _uses_token(self, seat: int) -> bool:
        """Whether a player uses a Cerberus token before the next roll."""
        for row in self.rows[self.place :]:
            if row.type == "notifUseCerberusToken" and self._seat(row) == seat:
                return True
            if is_roll(row):
                return False
        return False

    def _follows(self, row: Row) -> bool:
        """Whether amounts are not an answer, because nothing waits for their player."""
        return is_answer(row) and not self._awaited(self._seat(row))

    def _silent(self, row: Row) -> bool:
        """Insert one silent decision, if one is open."""
        state = self.state
        if state.step in TURN_IS_OVER or isinstance(state.newest, Roll):
            return False
        if isinstance(state.newest, BlessingDie):
            self._blessing_die(row)
            return True
        if isinstance(state.newest, DECISIONS):
            return False
        if state.blessing is not None:
            return self._silent_item(row)
        player = state.turn_player
        if state.step == "action" and state.offering:
            self._play(row, player, ev.EndForge())
        elif state.step == "reinforcement":
            self._play(row, player, ev.EndReinforcement())
        elif state.step == "extra_offer":
            self._play(row, player, ev.ExtraAction(False))
        else:
            return False
        return True

    def _silent_item(self, row: Row) -> bool:
        for seat in list(answering(self.state)):
            item = first(self.state, seat)
            if isinstance(item, FirstDie):
                self._first_die(row, seat)
                return True
            if isinstance(item, Repeat):
                self._play(row, seat, ev.UseCerberus(False))
                return True
        return False

    def _first_die(self, row: Row, seat: int) -> None:
        """DF-16.44: the ship's die, if the ship is reported before the amounts of the other die."""
        ship = receiver_of(self.state, seat).faces.index("ship") + 1
        sails = self._is_ship_first(seat)
        if sails:
            self.figures.sailing.add(seat)
        self._play(row, seat, ev.ChooseFirstDie(ship if sails else 3 - ship))

    def _is_ship_first(self, seat: int) -> bool:
        for other in (self.rows[place] for place in range(self.place, len(self.rows))):
            if self._speaks_of(other, seat):
                if other.type == "notifSideForged" or (other.type == "notifMessage" and "side_type" in other.args):
                    return True
                if other.type == "notifBlessing" and not other.flag("roll"):
                    return False
        return True

    def _blessing_die(self, row: Row) -> None:
        """DF-16.44: the die that the next roll shows."""
        rolls = (other for other in self.rows[self.place :] if is_roll(other))
        roll = next(rolls, None)
        die = 1 if roll is None or roll.args.get("dice1") else 2
        self._play(row, self.state.turn_player, ev.ChooseBlessingDie(die))

    def _speaks_of(self, row: Row, seat: int) -> bool:
        name = row.args.get("player_name")
        return str(row.args.get("player_id")) == self.ids[seat] or self.by_name.get(str(name)) == seat

    def _until(self, ready: Callable[[], bool], row: Row) -> bool:
        """Insert silent decisions until the row can be explained; returns whether it can."""
        while not ready():
            if not self._silent(row):
                return False
        return True

    def _awaited(self, seat: int) -> bool:
        """Whether this player is awaited for anything that amounts can answer."""
        newest = self.state.newest
        if isinstance(newest, DECISIONS):
            return isinstance(newest, GoldSplit) and newest.seat == seat
        return bool(self.state.queues[seat])
