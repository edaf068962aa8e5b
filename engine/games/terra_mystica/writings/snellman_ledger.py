"""A game as a ledger of terra.snellman.net: TM-17.2, TM-17.3. Rows with all figures, comments between them."""

from collections.abc import Iterator
from typing import Any

from engine.games.terra_mystica.components import SCORING_TILES
from engine.games.terra_mystica.figures import figures
from engine.games.terra_mystica.readings import snellman_ledger as reading
from engine.games.terra_mystica.readings.snellman_ledger import (
    CULT_VERBS,
    FINAL_OF,
    SCORING_OF,
    chosen_steps,
    figure_changes,
)
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
from engine.ruleset import Step
from events.log import GameLog
from events.notations._snellman_commands import parse_commands
from events.notations.snellman_ledger import Figures, parse
from events.record import Record
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
TITLE_OF = {final: code for code, final in FINAL_OF.items()}


def write(log: GameLog) -> str:
    """The text. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_ledger", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = _Ledger(log, plain)
    script.tell()
    head = [*option_lines(log.header, "Added final scoring tile:"), " Randomize setup", *_draw_lines(log, script)]
    head += [f"Player {n}: {' '.join(seat.player.split())}" for n, seat in enumerate(log.header.seats, 1)]
    text = [" Default game options", *head, *script.lines]
    more = beyond(log.header, stated_header(parse("\n".join(text)), reading.header))
    return "\n".join([*text[:1], *([more] if more else []), *text[1:]]) + "\n"


def _draw_lines(log: GameLog, script: Script) -> Iterator[str]:
    tiles, removed = draws(script.records, log.header)
    for number, code in enumerate(tiles, 1):
        vp = SCORING_TILES[SCORING_OF[code]].vp
        yield f"Round {number} scoring: {code}, {STRUCTURE_WORDS[tuple(sorted(vp))]} >> {max(vp.values())}"
    yield from (f"Removing tile {card}" for card in removed)


class _Ledger(Script):
    """Rows of 15 columns.

    `printed` are the figures last printed of every seat; `made` is the number of offers made before the row; `late`
    are those who gain power because everybody refused theirs, by what is done in the row.
    """

    title = "Round {}, turn {}"

    def __init__(self, log: GameLog, plain: frozenset[int]) -> None:
        super().__init__(log, plain)
        self.printed: dict[int, Figures] = {}
        self.made = 0
        self.late: list[int] = []

    def said(self, record: Record[Any], words: str) -> None:
        """Add a command to the row; a new row for another seat."""
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
        if words.split(" ")[0] in ENDS_ROW or state.active != seat:
            self.flush()

    def untold(self, record: Record[Any]) -> None:
        """A pragma, and rows `wait` for the figures that it changed."""
        self.flush()
        self.lines.append(as_it_is(record))
        self._play(record)
        self.late.clear()
        self._show_changes()

    def dropped(self, seat: int) -> None:
        """A comment."""
        self.flush()
        self.lines.append(f"{faction_code(self.state.players[seat])} dropped from the game")

    def step(self, step: Step) -> None:
        """Comments and rows of incomes and scorings."""
        if self.words:
            self.flush()
        players = [self.state.players[seat] for seat in self.state.order if self.state.players[seat].faction]
        if step.name in ("cult_bonus", "income"):
            self.lines.append(f"Round {self.state.round + (step.name == 'cult_bonus')} income")
            words = f"{'cult' if step.name == 'cult_bonus' else 'other'}_income_for_faction"
            for player in players:
                self._row(player.seat, words)
        elif step.name == "final_resources":
            self.lines.append("Converting resources to VPs")
            for player in players:
                self._row(player.seat, "score_resources")
        elif step.name in TITLE_OF:
            title = TITLE_OF[step.name].upper() if step.name != "final_area" else TITLE_OF[step.name]
            self.lines.append(f"Scoring {title}{' cult' if step.name != 'final_area' else ''}")
            for seat, vp in [(entry.seat, entry.delta) for entry in step.entries if entry.figure == "vp"]:
                self._row(seat, f"+{vp}vp for {title}")

    def flush(self) -> None:
        """End the row that is being written, with the rows of those whom everybody refused before it."""
        if self.words:
            for seat in dict.fromkeys(self.late):
                self._row(seat, ALL_DECLINED)
            self._row(self.seat, ". ".join(self.words), self._offers())
            self.words = []
        self.late.clear()
        self.seat = NOBODY

    def _play(self, record: Record[Any]) -> None:
        """Play the event, and note who gains power because everybody refused theirs (TM-7.12.8)."""
        entered = len(self.replay.entered)
        drop = isinstance(record.event, events.DropPlayer)
        self.play(record)
        for each in self.replay.entered[entered:]:
            self.late += [entry.seat for entry in each.entries if entry.source == "all_declined" and not each.step]
        if drop:
            self._show_changes()

    def _announce(self, record: Record[Any]) -> None:
        """TM-17.3: the row of a faction that will owe itself a cult step, before the row in which power is taken."""
        event = record.event
        if not isinstance(event, events.AcceptPower):
            return
        offer = next((offer for offer in self.state.offers if offer.id == event.offer), None)
        group = next((group for group in self.state.groups if offer and group.id == offer.group), None)
        if group is not None and not group.taken:
            self._row(group.giver, ACCEPTED)

    def _show_changes(self) -> None:
        """A row `wait` for every seat whose figures have changed without a row."""
        for player in self.state.players:
            if player.faction and self.printed.get(player.seat, ()) != self._figures(player.seat):
                self._row(player.seat, "wait")

    def _figures(self, seat: int) -> Figures:
        return tuple(figures(self.state, seat).values())

    def _offers(self) -> str:
        amounts: dict[int, int] = {}
        for offer in (*self.state.offers, *self.state.void_offers):
            if offer.id > self.made and offer.giver == self.seat:
                amounts[offer.receiver] = amounts.get(offer.receiver, 0) + offer.amount
        return " ".join(str(amount) for amount in amounts.values())

    def _row(self, seat: int, words: str, offers: str = "") -> None:
        """TM-17.2.1: one row; the changes are those since the last row of the seat (TM-17.2.2)."""
        figures = self._figures(seat)
        chosen = sum(chosen_steps(command) for command in parse_commands(words) if command.verb in CULT_VERBS)
        vp, coin, worker, priest, power, cults = (
            f"{change:+}" if change else ""
            for change in figure_changes(self.printed.get(seat, figures), figures, chosen)
        )
        self.printed[seat] = figures
        bowls, tracks = "/".join(map(str, figures[4:7])), "/".join(map(str, figures[7:]))
        cells = [vp, f"{figures[0]} VP", coin, f"{figures[1]} C", worker, f"{figures[2]} W", priest, f"{figures[3]} P"]
        cells += [power, f"{bowls} PW", cults, tracks, offers, words]
        self.lines.append("\t".join([faction_code(self.state.players[seat]), *cells]))
