"""A ledger of terra.snellman.net, read as events, with every figure it prints compared: TM-17.2 to TM-17.5.

Also serves what players enter there, and old ledgers, which print no figures (TM-17.1).
"""

import msgspec

from engine.clause import Unsupported
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    SCORING_TILES,
)
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.readings._snellman_codes import CARD_OF, FACTION_OF, FREE_DECISIONS, MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_columns import DELTAS, changed, changing, steps_owed, takes_steps
from engine.games.terra_mystica.readings._snellman_commands import read as read_command
from engine.games.terra_mystica.readings._snellman_delays import Delays, with_priests
from engine.games.terra_mystica.readings._snellman_links import Links
from engine.games.terra_mystica.readings._snellman_options import stated_options
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.readings._snellman_start import start_points
from engine.games.terra_mystica.readings._snellman_variants import with_variants
from engine.games.terra_mystica.state import NOBODY, Player
from engine.replay import Replay
from events.log.codec import Unreadable, problem
from events.log.record import Header, Seat
from events.notations._snellman_commands import Command
from events.notations._snellman_document import Document, Figures, Note, Pragma, Row
from events.vocabulary import event_decoder
from events.vocabulary import terra_mystica as events

SCORING_OF = {tile.snellman: tile.id for tile in SCORING_TILES.values()}
STAGE_OF = {"other_income": "income", "cult_income": "cult_bonus", "score_resources": "final_resources"}
FINAL_OF = {cult.snellman.lower(): f"final_cult:{cult.id}" for cult in COMPONENTS.cult} | {
    "network": "final_area",
    **dict.fromkeys((tile.snellman for tile in FINAL_TILES.values()), "final_fire_ice"),
}
PSEUDO = frozenset((*STAGE_OF, "final_vp", "all_income", "opponent_accepted", "all_declined"))


def header(document: Document) -> Header:
    """The header of a ledger: options (TM-17.6), map, seats, and the final VP it states.

    TM-17.6.2: seats have the displayed names. Raises Unsupported for an unknown option, map or faction; Unreadable if
    no factions are set up.
    """
    setup = _setup_rows(document)
    for row in setup:
        if row.faction not in FACTION_OF:
            raise Unsupported("faction", row.faction)
    names = [document.players[n].value if n in document.players else "" for n in range(1, len(setup) + 1)]
    seats = tuple(Seat(name, FACTION_OF[row.faction]) for name, row in zip(names, setup, strict=True))
    last = _last_vp(document, {row.faction for row in setup})
    expected = {seat: last[row.faction] for seat, row in enumerate(setup) if row.faction in last}
    points = start_points(document, {row.faction: FACTION_OF[row.faction] for row in setup})
    stated = Header("terra_mystica", "1", stated_options(document) | points, seats, expected=expected)
    for line in document.lines:
        if type(line) is Pragma and line.header:
            stated = _with_pragma(stated, line)
    if not stated.seats:
        raise Unreadable("no row `setup`", "the factions of the players", line=1)
    return with_variants(stated, document, read)


def _setup_rows(document: Document) -> list[Row]:
    """The rows that set up the factions, in seat order; in old ledgers the first rows, `income_for_faction`."""
    rows = [line for line in document.lines if type(line) is Row]
    setup = [row for row in rows if row.commands and row.commands[0].verb == "setup"]
    if setup:
        return setup
    first_other = next((n for n, row in enumerate(rows) if not _is(row, "all_income")), len(rows))
    return rows[:first_other]


def _last_vp(document: Document, factions: set[str]) -> dict[str, int]:
    """The VP in the last row of each faction."""
    last: dict[str, int] = {}
    for line in reversed(document.lines):
        if type(line) is Row and line.figures and line.faction in factions:
            last.setdefault(line.faction, line.figures[0])
            if len(last) == len(factions):
                break
    return last


def _is(row: Row, verb: str) -> bool:
    return bool(row.commands) and row.commands[0].verb == verb


def _with_pragma(stated: Header, pragma: Pragma) -> Header:
    """The header with the fields that a pragma states. Raises Unreadable for anything else."""
    builtins = msgspec.to_builtins(stated, str_keys=True) | pragma.header
    try:
        return msgspec.convert(builtins, Header, str_keys=True)
    except msgspec.ValidationError as error:
        raise problem(error, pragma.line) from None


def read(document: Document, replay: Replay) -> None:
    """Play a ledger. Raises Stopped at the first event that breaks a clause."""
    ledger = _Ledger(document, replay)
    try:
        ledger.read()
    finally:
        ledger.reader.let_go()


class _Ledger:
    """The reading of one ledger: its rows in order, and the state kept between them."""

    def __init__(self, document: Document, replay: Replay) -> None:
        self.document, self.replay = document, replay
        self.reader = Reader(replay)
        self.state = self.reader.state
        self.setup_rows = 0
        self.final = ""
        self.late: list[Row] = []
        self.blanks: dict[int, int] = {}
        self.last: dict[int, Figures] = {}
        self.place = 0
        self.reader.acts_on = self._acts_on
        self.links = Links(document, self.reader)
        self.delays = Delays(document, self.reader)
        self.early, self.waiting = self.delays.early, self.delays.waiting
        self.reader.imply_link = self.links.imply
        stated = {option.value for option in document.options}
        self.reader.strict_leech = "strict-leech" in stated
        self.reader.short_way = "loose-dig" in stated and not self.state.options.loose_dig

    def read(self) -> None:
        reader, state = self.reader, self.state
        for place, line in enumerate(self.document.lines):
            self.place = place
            if state.phase == "setup_scoring":
                self._draws()
            reader.line = line.line
            if type(line) is Row:  # the common case
                self._row(line)
            elif type(line) is Note:
                self._note(line)
            elif type(line) is Pragma:
                self._pragma(line)
        self.links.check()

    def _pragma(self, pragma: Pragma) -> None:
        """Play a record that has no command."""
        if bytes(pragma.event):
            event = event_decoder("terra_mystica")(bytes(pragma.event), pragma.line)
            self.reader.play(pragma.actor, event)
            self.reader.note(pragma.actor, event)

    def _draws(self) -> None:
        """TM-17.2.5: scoring tiles and removed cards are listed in the head (TM-17.2.4)."""
        scoring, removed = self.document.scoring, self.document.removed
        tiles = [scoring[number] for number in sorted(scoring)]
        self.reader.line = tiles[0].line if tiles else 1
        self.reader.play(None, events.DrawScoringTiles(tuple(SCORING_OF.get(t.value, t.value) for t in tiles)))
        gone = {CARD_OF.get(setting.value, setting.value) for setting in removed}
        self.reader.line = removed[0].line if removed else self.reader.line
        in_play = (card for card in BONUS_CARDS.values() if not card.option or getattr(self.state.options, card.option))
        self.reader.play(None, events.DrawBonusCards(tuple(card.id for card in in_play if card.id not in gone)))

    def _note(self, note: Note) -> None:
        """Comments (TM-17.2.4): a dropped player (TM-17.5.14), the final scoring that follows."""
        if note.kind == "dropped":
            self.reader.play(None, events.DropPlayer(self.reader.seat(note.what)))
        elif note.kind == "scoring":
            self.final = FINAL_OF.get(note.what.lower(), "")
        elif note.kind == "resources":
            self.final = "final_resources"

    def _row(self, row: Row) -> None:
        """TM-17.2.3, TM-17.4.1: all commands of a row, then its figures.

        TM-17.4.9: a row can end phase 3 and include the income that follows.
        """
        reader, state = self.reader, self.state
        commands = reader.row = row.commands
        if not commands:
            seat = reader.seat(row.faction)
            self._compare(row, seat, self._stage_of_blank(seat), state.offers_made)
            return
        first = commands[0].verb
        if first == "setup" or (first == "all_income" and state.phase == "setup_faction"):
            self._setup_row(row)
            return
        seat = reader.seats[row.faction] if row.faction in reader.seats else reader.seat(row.faction)
        made, stage = state.offers_made, ""
        late, announced = False, 0
        bare = not row.figures and bool(row.deltas)
        vp = state.players[seat].vp if bare else 0
        shared = first == "tile" and not state.round
        if self.early:
            commands = self.delays.left(self.place, row)
        for command in commands:
            verb = command.verb
            if verb in PSEUDO:
                stage = self._begin_stage(command, row) or stage
                announced += verb == "opponent_accepted" and takes_steps(state.players[seat])
                late = late or verb == "all_declined" or (verb == "opponent_accepted" and not announced)
            else:
                read_command(reader, self._in_turn(seat) if shared else seat, command)
        if late:
            self.late.append(row)
            return
        if bare:
            self._compare_bare(row, seat, made, state.players[seat].vp - vp)
        self._compare(row, seat, stage, made, announced)
        if self.late:
            self._compare_late()

    def _in_turn(self, seat: int) -> int:
        """TM-17.2.6: the Ice Maidens' favor tile does not end their row: the player to move does the rest."""
        actors = self.replay.rules.turn(self.state).actors
        return actors[0] if actors else seat

    def _compare_late(self) -> None:
        """TM-17.3: rows of effects that precede the row whose command causes them."""
        for row in self.late:
            self._compare(row, self.reader.seat(row.faction), "", self.state.offers_made)
        self.late.clear()

    def _acts_on(self, seat: int) -> bool:
        """Whether a later row, before anybody else acts, holds a free decision by the seat before its next action."""
        for row in self.document.lines[self.place + 1 :]:
            if not isinstance(row, Row):
                continue
            own = self.reader.seat(row.faction) == seat
            for command in row.commands:
                if command.verb in MAIN_ACTIONS:
                    return False
                if command.verb in FREE_DECISIONS or command.verb == "done":
                    return own
        return False

    def _setup_row(self, row: Row) -> None:
        """TM-17.3: factions are chosen in seat order."""
        self.reader.play(self.setup_rows, events.ChooseFaction(FACTION_OF[row.faction]))
        self._compare(row, self.setup_rows, "", 0)
        self.setup_rows += 1

    def _begin_stage(self, command: Command, row: Row) -> str:
        """TM-17.3: the automatic step that a pseudo-command stands for, empty if it stands for none.

        TM-17.4.3: before an income or a scoring, the turn under way ends.
        """
        if command.verb == "all_income":
            self._end_action_phase()
            return self._begin_merged_income() if row.figures else ""
        stage = FINAL_OF.get(command.what, "") if command.verb == "final_vp" else STAGE_OF.get(command.verb, "")
        under_way = self.state.phase == "action" and self.state.active != NOBODY
        if stage and under_way and stage not in self.replay.steps_done:
            self.reader.end_turn()
        if stage == "income" and self.state.phase == "cult_bonus":
            return self._income_of(row)
        if command.verb == "final_vp" and command.n and not row.figures:
            self._compare_final(row, command, stage)
        return stage

    def _income_of(self, row: Row) -> str:
        """TM-17.5.19: an income that comes before steps of phase 3, or stands in the row of another faction."""
        self.delays.take_owed_steps(self.place)
        if not self.delays.is_anothers_income(self.place, row):
            return "income"
        for seat in self.delays.without_row(self.place):
            self.last.pop(seat, None)
        return ""

    def _compare_final(self, row: Row, command: Command, stage: str) -> None:
        """Compare the VP of a scoring for which no figures are printed."""
        self.replay.advance_to(stage)
        seat = self.reader.seat(row.faction)
        entries = (entry for entered in self.replay.entered if entered.step == stage for entry in entered.entries)
        scored = sum(entry.delta for entry in entries if entry.seat == seat and entry.figure == "vp")
        self.replay.note(seat, "vp_change", command.n, scored, row.line)

    def _end_action_phase(self) -> None:
        """TM-17.5.17: an income's line ends the phase even with open offers: they are declined."""
        if self.state.phase == "action" and self.state.active == NOBODY:
            for offer in list(self.state.offers):
                self.reader.play(offer.receiver, events.DeclinePower(offer.id))

    def _begin_merged_income(self) -> str:
        """TM-17.3, TM-6.2.6: cult bonus and income in one row; with `income_merged` the spades follow."""
        if self.state.phase == "action" and self.state.active != NOBODY:
            self.reader.end_turn()
        merged = self.state.options.income_merged and self.state.round > 0
        return "cult_bonus" if merged else "income"

    def _stage_of_blank(self, seat: int) -> str:
        """TM-17.3: rows without text belong to dropped factions: cult bonus and income in turn, then the scorings."""
        if self.final:
            return self.final
        count = self.blanks.get(seat, 0)
        self.blanks[seat] = 1 - count
        return "income" if count or self.state.round == 0 else "cult_bonus"

    def _compare(self, row: Row, seat: int, stage: str, offers_made: int, announced: int = 0) -> None:
        """TM-17.4.10: compare the figures of a row, the changes it states, and the offers it made.

        `announced`: the number of cult steps that the row grants before the rules do.
        """
        if not row.figures:
            return
        if self.waiting and seat in self.waiting:
            if stage:
                self.replay.advance_to(stage)
            self.last.pop(seat, None)
            return
        player = self.state.players[seat]
        if stage == "cult_bonus" and self.state.phase == "cult_bonus":
            stage = ""
        if player.unlocked:
            figures = self._observe(row, player, stage)
        else:  # the common case
            figures = self.replay.observe_all(seat, row.figures, row.line, stage)
        cult_owed = player.cult_owed
        sums = changing(figures, steps_owed(cult_owed) + announced if cult_owed else announced)
        before = self.last.get(seat)
        self.last[seat] = sums
        if before is None:
            before = sums if _is(row, "setup") else None
        if before is not None and changed(before, row.deltas) != sums:
            for name, stated, now, then in zip(DELTAS, row.deltas, sums, before, strict=True):
                self.replay.note(seat, f"{name}_change", stated, now - then, row.line)
        if row.offers or self.state.offers_made != offers_made:
            self._compare_offers(row, seat, offers_made)

    def _observe(self, row: Row, player: Player, stage: str) -> Figures:
        """TM-17.5.20: compare the figures of a row of Riverwalkers; returns what it should show."""
        if stage:
            self.replay.advance_to(stage)
        asked = self.delays.priests_asked_for(self.place, player)
        figures = self.replay.observe_all(player.seat, with_priests(row.figures, asked), row.line, stage)
        return with_priests(figures, -asked)

    def _compare_bare(self, row: Row, seat: int, offers_made: int, vp_change: int) -> None:
        """TM-17.2.7: compare what a row without figures states: its offers, and the VP cost of a leech."""
        if row.deltas[0] or row.commands[0].verb == "leech":
            self.replay.note(seat, "vp_change", row.deltas[0], vp_change, row.line)
        if row.offers or self.state.offers_made != offers_made:
            self._compare_offers(row, seat, offers_made)

    def _compare_offers(self, row: Row, seat: int, made: int) -> None:
        """TM-17.2.1: compare the amounts offered per receiver, except with dropped players, who get no offers."""
        amounts: dict[int, int] = {}
        for offers in (self.state.offers, self.state.void_offers):
            for offer in offers:
                if offer.id > made and offer.giver == seat:
                    amounts[offer.receiver] = amounts.get(offer.receiver, 0) + offer.amount
        computed = sorted(amounts.values())
        if computed != list(row.offers) and not any(player.dropped for player in self.state.players):
            self.replay.note(seat, "offers", sum(row.offers), sum(computed), row.line)
            self.replay.note(seat, "receivers", len(row.offers), len(computed), row.line)
