"""A game as a ledger of terra.snellman.net: TM-17.2, TM-17.3. Rows with all figures, with comments between them."""

from collections.abc import Iterator
from operator import sub
from typing import Any

from engine.declaration import Step
from engine.games.terra_mystica.components import SCORING_TILES
from engine.games.terra_mystica.figures import figures
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.readings import snellman_ledger as reading
from engine.games.terra_mystica.readings._snellman_columns import changing, steps_owed, takes_steps
from engine.games.terra_mystica.readings.snellman_ledger import FINAL_OF, SCORING_OF
from engine.games.terra_mystica.state import NOBODY
from engine.games.terra_mystica.writings._commands import faction_code
from engine.games.terra_mystica.writings._script import (
    Script,
    as_it_is,
    beyond,
    draws,
    faithful,
    option_lines,
    stated_header,
)
from events.log.native import GameLog
from events.log.record import Record
from events.notations._snellman_document import Figures
from events.notations.snellman_ledger import parse
from events.vocabulary import terra_mystica as events

ENDS_ROW = frozenset(("leech", "decline", "pass", "done", "setup"))
STRUCTURE_WORDS = {
    ("spade",): "SPADE",
    ("town",): "TOWN",
    ("dwelling",): "D",
    ("trading_house",): "TP",
    ("temple",): "TE",
    ("sanctuary", "stronghold"): "SA/SH",
}
ACCEPTED, ALL_DECLINED = "[opponent accepted power]", "[all opponents declined power]"
CULT_TITLE_OF = {final: code.upper() for code, final in FINAL_OF.items() if final.startswith("final_cult")}


def write(log: GameLog) -> str:
    """The text of the ledger. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_ledger", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = Ledger(log, plain)
    script.run()
    text = [" Default game options", *head_lines(log, script), *script.lines]
    more = beyond(log.header, stated_header(parse("\n".join(text)), reading.header))
    return "\n".join([*text[:1], *([more] if more else []), *text[1:]]) + "\n"


def head_lines(log: GameLog, script: Script) -> list[str]:
    """The comments at the head: options, map, tiles, players."""
    head = [*option_lines(script, "Added final scoring tile:"), " Randomize setup", *_draw_lines(log, script)]
    return head + [f"Player {n}: {' '.join(seat.player.split())}" for n, seat in enumerate(log.header.seats, 1)]


def _draw_lines(log: GameLog, script: Script) -> Iterator[str]:
    tiles, removed = draws(script.records, log.header)
    for number, code in enumerate(tiles, 1):
        vp = SCORING_TILES[SCORING_OF[code]].vp
        yield f"Round {number} scoring: {code}, {STRUCTURE_WORDS[tuple(sorted(vp))]} >> {max(vp.values())}"
    yield from (f"Removing tile {card}" for card in removed)


class Ledger(Script):
    """Rows of 15 columns. A subclass whose rows differ overrides `row`.

    `printed`: each seat's figures as last printed, and the values against which the next row states changes. `made`:
    the number of offers made before the row. `late`: the seats that gain power through the row because everyone
    declined their offers. `tokens`: the seats that gain a token.
    """

    title = "Round {}, turn {}"

    def __init__(self, log: GameLog, plain: frozenset[int]) -> None:
        super().__init__(log, plain)
        self.printed: dict[int, tuple[Figures, Figures]] = {}
        self.made = 0
        self.late: list[int] = []
        self.tokens: list[int] = []

    def add_command(self, record: Record[Any], words: str) -> None:
        """Add a command to the row; start a new row for another seat."""
        seat, state = record.actor, self.state
        assert seat is not None
        if words:
            self.begin_turn()
            if seat != self.seat or words == "setup":
                self.flush()
                self.seat, self.made = seat, state.offers_made
            self._announce(record)
            self.words.append(words)
        self._play(record)
        if not words or words.split(" ")[0] in ENDS_ROW or state.active != seat:
            self.flush()

    def add_implied(self, seat: int, words: str) -> None:
        """Add a separate row."""
        self._row(seat, words)

    def add_record(self, record: Record[Any]) -> None:
        """Add a pragma, and `wait` rows for the figures that it changed."""
        self.flush()
        self.lines.append(as_it_is(record))
        self._play(record)
        self.late.clear()
        self._show_changes()

    def dropped(self, seat: int) -> None:
        """Add a comment."""
        self.flush()
        self.lines.append(f"{faction_code(self.state.players[seat])} dropped from the game")

    def step(self, step: Step) -> None:
        """Add the comments and rows for income and scoring."""
        if self.words:
            self.flush()
        players = [self.state.players[seat] for seat in self.state.order if self.state.players[seat].faction]
        if step.name in ("cult_bonus", "income"):
            self.lines.append(f"Round {self.state.round + (step.name == 'cult_bonus')} income")
            words = f"{'cult' if step.name == 'cult_bonus' else 'other'}_income_for_faction"
            for player in players:
                self._row(player.seat, words)
            self.flush()
        elif step.name == "final_resources":
            self.lines.append("Converting resources to VPs")
            for player in players:
                self._row(player.seat, "score_resources")
        elif step.name.startswith("final_"):
            self._show_scoring(step)

    def _show_scoring(self, step: Step) -> None:
        """Add a final scoring: its title, and a row for each seat that gains from it."""
        name = CULT_TITLE_OF.get(step.name, "network")
        if step.name == "final_fire_ice":
            name = FINAL_TILES[self.state.final_tile].snellman
        self.lines.append(f"Scoring {name}{' cult' if step.name in CULT_TITLE_OF else ''}")
        for seat, vp in [(entry.seat, entry.delta) for entry in step.entries if entry.figure == "vp"]:
            self._row(seat, f"+{vp}vp for {name}")

    def end_line(self) -> None:
        """Write the current row, preceded by the rows of seats whose offers everyone declined."""
        if self.words:
            for seat in dict.fromkeys(self.late):
                self._row(seat, ALL_DECLINED)
            for seat in self.tokens:
                self._row(seat, ACCEPTED)
            self._row(self.seat, ". ".join(self.words), self._offers())
            self.words = []
        self.late.clear()
        self.tokens.clear()
        self.seat = NOBODY

    def _play(self, record: Record[Any]) -> None:
        """Play the event, and note who gains power because everyone declined their offers (TM-7.12.8)."""
        entered = len(self.replay.entered)
        drop = isinstance(record.event, events.DropPlayer)
        self.play(record)
        for each in self.replay.entered[entered:]:
            self.late += [entry.seat for entry in each.entries if entry.source == "all_declined" and not each.step]
        if drop:
            self._show_changes()

    def _announce(self, record: Record[Any]) -> None:
        """TM-17.3: write the row of a faction owed a cult step or a token before the row that takes the power.

        With the first edition of the Shapeshifters that row already shows the token: TM-16.7.1.
        """
        event = record.event
        if not isinstance(event, events.AcceptPower):
            return
        offer = next((offer for offer in self.state.offers if offer.id == event.offer), None)
        group = next((group for group in self.state.groups if offer and group.id == offer.group), None)
        if group is not None and not group.taken:
            giver = self.state.players[group.giver]
            if takes_steps(giver) or giver.rules.buys_token:
                self._row(group.giver, ACCEPTED, announced=int(takes_steps(giver)))
            else:
                self.tokens.append(group.giver)

    def _show_changes(self) -> None:
        """Add a `wait` row for every seat whose figures changed without a row."""
        for player in self.state.players:
            if player.faction and self.printed.get(player.seat, ((), 0))[0] != self._figures(player.seat):
                self._row(player.seat, "wait")

    def _figures(self, seat: int) -> Figures:
        return tuple(figures(self.state, seat).values())

    def _offers(self) -> dict[int, int]:
        amounts: dict[int, int] = {}
        for offer in (*self.state.offers, *self.state.void_offers):
            if offer.id > self.made and offer.giver == self.seat:
                amounts[offer.receiver] = amounts.get(offer.receiver, 0) + offer.amount
        return amounts

    def _row(self, seat: int, words: str, offers: dict[int, int] | None = None, announced: int = 0) -> None:
        """TM-17.2.1: add one row, with the changes since the seat's last row (TM-17.2.2)."""
        figures = self._figures(seat)
        sums = changing(figures, steps_owed(self.state.players[seat].cult_owed) + announced)
        _, before = self.printed.get(seat, (figures, sums))
        changes = tuple(map(sub, sums, before))
        self.printed[seat] = figures, sums
        self.row(seat, figures, changes, offers or {}, words)

    def row(self, seat: int, figures: Figures, changes: Figures, offers: dict[int, int], words: str) -> None:
        """Print a row: the figures after it, their changes, the amounts offered to seats, and what was done."""
        vp, coin, worker, priest, power, cults = (f"{change:+}" if change else "" for change in changes)
        bowls, tracks = "/".join(map(str, figures[4:7])), "/".join(map(str, figures[7:]))
        cells = [vp, f"{figures[0]} VP", coin, f"{figures[1]} C", worker, f"{figures[2]} W", priest, f"{figures[3]} P"]
        cells += [power, f"{bowls} PW", cults, tracks, " ".join(map(str, offers.values())), words]
        self.lines.append("\t".join([faction_code(self.state.players[seat]), *cells]))
