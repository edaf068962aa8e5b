"""Packets of Board Game Arena, read as events: DF-16.41 to DF-16.60.

Rows are followed with the position. Decisions that the platform does not report (DF-16.44) are inserted where a request
left no other trace, or where the next row cannot be explained otherwise.
"""

from collections.abc import Callable

from msgspec import Raw

from engine.games.dice_forge.components import BOAR, CARDS
from engine.games.dice_forge.items import GroupReveal, PoolReduction, Roll
from engine.games.dice_forge.readings._bga_agreement import Agreement
from engine.games.dice_forge.readings._bga_announcements import ANNOUNCING
from engine.games.dice_forge.readings._bga_counters import compare
from engine.games.dice_forge.readings._bga_decisions import Decisions
from engine.games.dice_forge.readings._bga_figures import WITH_FIGURES
from engine.games.dice_forge.readings._bga_header import CARD_OF, bought_cards, groups_of, header, known
from engine.games.dice_forge.readings._bga_pieces import misplaced_faces
from engine.games.dice_forge.readings._bga_rows import IGNORED, is_decision, is_roll
from engine.games.dice_forge.readings._bga_table import TURN_IS_OVER
from engine.games.dice_forge.resolving import losing
from engine.games.dice_forge.slots import usual_colors
from engine.replay import Replay
from events.log.codec import Unreadable
from events.notations.bga_diceforge import COUNTERS, Document, Row
from events.vocabulary import dice_forge as ev

__all__ = ["header", "read"]

_NOTHING: tuple[int, list[tuple[int, ...]], Raw] = (-1, [], Raw())


def read(document: Document, replay: Replay) -> None:
    """Play all rows. Raises Stopped at the first that breaks a clause, Unreadable at one that is not understood."""
    _Reader(document, replay).run()


class _Reader(Decisions):
    """Reads the rows of a table in order."""

    def run(self) -> None:
        """DF-16.41: row by row."""
        self._set_up()
        misplaced = misplaced_faces(self.rows)
        move: int | None = None
        packet, agreement = self.rows[0].packet if self.rows else 0, Agreement(self.document.players, self.rows)
        self.printed, self.seen = self._current_figures(), _NOTHING
        for place, row in enumerate(self.rows):
            self.place = place
            if row.packet != packet:
                self._close(packet)
                packet = row.packet
            request = row.packet if row.move is None else row.move
            if request != move:
                move, self.decided = request, False
                self.losing = losing(self.state)
                if row.move is not None:
                    self._begin_move(row)
            if row.type == COUNTERS:
                self._compare(row)
                continue
            if row.args:
                agreement.check(row)
            if row.type in ANNOUNCING:
                self.announcements.add(row)
            if misplaced and row.uid in misplaced:
                self.replay.note(self._seat(row), f"face {misplaced[row.uid]} there", 1, 0, row.packet)
            if place not in self.consumed:
                self._row(row)
                if not self.decided:
                    self.decided = row.type != "notifBlessing" and is_decision(row)
            if self.owed:
                self._pay_owed(row)
            if row.type in WITH_FIGURES and place != self.taken:
                self._take_figures(row)
        self._close(packet)

    def _close(self, packet: int) -> None:
        """At the end of a packet, compare what it announced; counters have to follow announced figures."""
        if self.printed != (figures := self._current_figures()):
            # DF-16.21: faces are shown again without counters there, and when a ship is passed.
            if self.cause not in CARDS and self.passed != packet:
                self.announcements.miss(COUNTERS, packet)
            self.printed = figures
        played = len(self.replay.played)
        self.figures.close(packet, self.owed)
        if played != len(self.replay.played):  # figures were adjusted
            self.printed = self._current_figures()
        self.announcements.close(packet)

    def _current_figures(self) -> list[tuple[int, ...]]:
        return [*map(tuple, self.figures.figures)]

    def _compare(self, row: Row) -> None:
        """DF-16.45: compare the counters with the announced figures, unless they only repeat the last ones.

        They include the glory of a hammer that is announced right behind them.
        """
        following = self.rows[self.place + 1 : self.place + 2]
        if following and following[0].type == "notifHammerVP" and following[0].packet == row.packet:
            self._take_figures(following[0])
            self.taken = self.place + 1
        if self.owed:
            self._pay_owed(row)
        self.figures.paid()
        self.printed = self._current_figures()
        now = (len(self.replay.played), self.printed, row.raw)
        if now != self.seen:
            compare(self.figures, self.state, row, self.counters)
            self.seen = now
            if now[0] != len(self.replay.played):  # figures were adjusted
                self.printed = self._current_figures()

    def _take_figures(self, row: Row) -> None:
        """DF-16.45: keep the figures that the row announces."""
        self.figures.paid()
        if "player_id" in row.args or "player_name" in row.args:
            self.figures.take_in(row, self._seat(row), self._is_loss(row))

    def _is_loss(self, row: Row) -> bool:
        """DF-16.20: whether a row states what the faces rolled, or resolved again, lose to the Minotaur."""
        if is_roll(row):
            self.losing = self.place in self.losses
        return self.losing

    def _set_up(self) -> None:
        """DF-16.70, DF-16.71: parts of the setup that the table does not state stay unknown."""
        groups = groups_of(bought_cards(self.document))
        while isinstance(item := self.state.newest, PoolReduction):
            self.replay.play(None, ev.SanctuaryReduced(item.pool, None))
        while isinstance(item := self.state.newest, GroupReveal):
            slot = item.slot
            group = groups.get(slot)
            self.replay.play(None, ev.GroupRevealed(slot, group, self._colors(group) if group else ()))

    def _colors(self, group: str) -> tuple[str, ...]:
        """DF-5.12: the usual colours of the boars, unless a boar of another colour was bought."""
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

    # Markers and checks

    def begin_turn(self, row: Row) -> None:
        """The turn before is over: insert the silent decisions at its end."""
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
